"""A web server in a thread of its own, on a port that it picks and keeps."""

import threading
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from api.access.access import Access
from api.http.app import create_app
from api.http.listening import listen
from api.http.server import HttpServer
from api.service.table_service import TableService

if TYPE_CHECKING:
    # Who serves no TLS does not wait for its library.
    from api.tls.serving import ServedTls


class WebServer:
    """Serves running tables on loopback; may be stopped and started again at the same address."""

    def __init__(
        self,
        tables: Mapping[str, TableService],
        port: int = 0,
        access: Access | None = None,
        tls: "Callable[[int, int], ServedTls] | None" = None,
        host: str = "127.0.0.1",
    ) -> None:
        """Take ``port`` of ``host``, 0 for a free one; raises JantakuError when it is taken.

        ``tls``: what it is served by over TLS too, made of the port that TLS takes and that of plain HTTP.
        """
        self._tables = tables
        self.access = access or Access()
        self._host, self._port = host, port
        self._server: HttpServer | None = None
        self._thread: threading.Thread | None = None
        self._making = tls
        self.tls: ServedTls | None = None

    @property
    def address(self) -> str:
        """Where it serves."""
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Begin to serve; connections are taken once this returns."""
        listener = listen(self._host, self._port)
        self._port = listener.getsockname()[1]
        secure = None
        if self._making is not None:
            secure = listen(self._host, 0 if self.tls is None else self.tls.port)
            self.tls = self.tls or self._making(secure.getsockname()[1], self._port)
        self._server = HttpServer(create_app(self._tables, access=self.access, tls=self.tls), secure)
        run = self._server.run
        self._thread = threading.Thread(target=run, kwargs={"sockets": [listener]}, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Close every connection and the port."""
        if self._server is not None and self._thread is not None:
            self._server.stop()
            self._thread.join(timeout=15.0)
            self._server = self._thread = None
