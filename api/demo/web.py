"""A web server in a thread of its own, on a port that it picks and keeps."""

import threading
from collections.abc import Mapping

from api.access.access import Access
from api.http.app import create_app
from api.http.listening import listen
from api.http.server import HttpServer
from api.service.table_service import TableService


class WebServer:
    """Serves running tables on loopback; may be stopped and started again at the same address."""

    def __init__(self, tables: Mapping[str, TableService], port: int = 0, access: Access | None = None) -> None:
        """Take ``port``, 0 for a free one; raises JantakuError when it is taken."""
        self._tables = tables
        self.access = access or Access()
        self._port = port
        self._server: HttpServer | None = None
        self._thread: threading.Thread | None = None

    @property
    def address(self) -> str:
        """Where it serves."""
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Begin to serve; connections are taken once this returns."""
        listener = listen("127.0.0.1", self._port)
        self._port = listener.getsockname()[1]
        self._server = HttpServer(create_app(self._tables, access=self.access))
        run = self._server.run
        self._thread = threading.Thread(target=run, kwargs={"sockets": [listener]}, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Close every connection and the port."""
        if self._server is not None and self._thread is not None:
            self._server.stop()
            self._thread.join(timeout=15.0)
            self._server = self._thread = None
