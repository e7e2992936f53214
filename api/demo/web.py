"""A web server in a thread of its own, on a port that it picks and keeps."""

import socket
import threading
from collections.abc import Mapping

import uvicorn

from api.http.app import create_app
from api.service.table_service import TableService
from controller.errors import JantakuError


class WebServer:
    """Serves running tables on loopback; may be stopped and started again at the same address."""

    def __init__(self, tables: Mapping[str, TableService], port: int = 0) -> None:
        """Take ``port``, 0 for a free one; raises JantakuError when it is taken."""
        self._tables = tables
        self._port = port
        self._server: uvicorn.Server | None = None
        self._thread: threading.Thread | None = None

    @property
    def address(self) -> str:
        """Where it serves."""
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Begin to serve; connections are taken once this returns."""
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1", self._port))
        except OSError:
            listener.close()
            raise JantakuError(f"port {self._port} is taken: expected a free one, such as 0 picks") from None
        listener.listen()
        self._port = listener.getsockname()[1]
        config = uvicorn.Config(create_app(self._tables), log_level="warning", timeout_graceful_shutdown=1)
        self._server = uvicorn.Server(config)
        run = self._server.run
        self._thread = threading.Thread(target=run, kwargs={"sockets": [listener]}, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Close every connection and the port."""
        if self._server is not None and self._thread is not None:
            self._server.should_exit = True
            self._thread.join(timeout=15.0)
