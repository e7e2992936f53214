"""A web server in its own thread, on a port that it picks and keeps."""

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import FastAPI

from api.access.access import Access
from api.http.app import create_app
from api.http.guide import Guide
from api.http.listening import Ports
from api.http.server import HttpServer
from api.reach.plan import ListenPlan
from api.reach.reach import Reach
from api.service.table_service import TableService
from api.stores.open import events_beside
from api.tls.plan import TlsPlan

if TYPE_CHECKING:
    # Who serves no TLS does not wait for its library.
    from api.tls.serving import ServedTls
    from api.venue.running import RunningVenue


class WebServer:
    """Serves running tables, on loopback by default; may be stopped and started again at the same address."""

    def __init__(
        self,
        tables: Mapping[str, TableService],
        port: int = 0,
        access: Access | None = None,
        tls: "TlsPlan | None" = None,
        host: str = "127.0.0.1",
        folder: Path | None = None,
        venue: "RunningVenue | None" = None,
        guide: Guide | None = None,
        events: Path | None = None,
    ) -> None:
        """Take ``port`` of ``host`` once it starts, 0 for a free one. ``tls``: what is served beside it.

        ``folder``: of the local authority, else in the user's state folder. ``venue``, ``guide``: as of ``create_app``.
        ``events``: the folder of events, else that of the local authority where it is given.
        """
        self._tables, self._venue, self._guide = tables, venue, guide
        self.access = access or Access()
        self._plan = ListenPlan(host, port, tls or TlsPlan(port=0))
        self._folder, self._events = folder, events or folder
        self._stopped: Callable[[], None] = lambda: None
        self._server: HttpServer | None = None
        self._thread: threading.Thread | None = None
        self._reach: Reach | None = None

    @property
    def address(self) -> str:
        """Where it serves."""
        return (self._plan if self._reach is None else self._reach.plan).here

    @property
    def reach(self) -> Reach:
        """How it is reached, once it was started."""
        assert self._reach is not None
        return self._reach

    @property
    def tls(self) -> "ServedTls | None":
        """What TLS is served by, once it was started."""
        return None if self._reach is None else self._reach.tls

    def start(self) -> None:
        """Begin to serve; connections are taken once this returns. Raises JantakuError where a port is taken."""
        ports = Ports(self._plan if self._reach is None else self._reach.plan)
        self._plan = ports.plan
        settings = self.access.settings
        self._reach = self._reach or Reach(ports.plan, settings.hosts, settings.proxies, self._folder)
        self._reach.served(ports.listeners, None)
        self._server = HttpServer(self._app())
        self._thread = threading.Thread(target=self._server.run, args=(ports.sockets,), daemon=True)
        self._thread.start()

    def _app(self) -> FastAPI:
        folder = self._events
        app = create_app(
            *(self._tables, self._venue, self.access, self._reach, self._guide),
            events_at=lambda: None if folder is None else events_beside(folder, ()),
        )
        self._stopped = app.state.leagues.close
        return app

    def stop(self) -> None:
        """Close every connection and the port."""
        if self._server is not None and self._thread is not None:
            self._server.stop()
            self._thread.join(timeout=15.0)
            self._server = self._thread = None
            self._stopped()
