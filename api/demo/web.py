"""Web server in a thread, on a chosen or free port that it keeps over a restart."""

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
    # Imported late: without TLS its library is not loaded.
    from api.tls.serving import ServedTls
    from api.venue.running import RunningVenue


class WebServer:
    """Serves running tables, on loopback by default; can be stopped and started again at the same address."""

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
        """Prepare to listen on ``port`` of ``host``, 0 for a free port. ``tls``: TLS port beside it.

        ``folder``: of the local certificate authority, default the user's state folder. ``venue``, ``guide``: as for
        ``create_app``. ``events``: folder of events, default ``folder``.
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
        """Address at which pages are served."""
        return (self._plan if self._reach is None else self._reach.plan).here

    @property
    def reach(self) -> Reach:
        """Listeners and addresses of the server, after ``start``."""
        assert self._reach is not None
        return self._reach

    @property
    def tls(self) -> "ServedTls | None":
        """TLS server, after ``start``; None without TLS."""
        return None if self._reach is None else self._reach.tls

    def start(self) -> None:
        """Start to serve; connections are accepted when this returns. Raises JantakuError if a port is in use."""
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
        """Close all connections and the port."""
        if self._server is not None and self._thread is not None:
            self._server.stop()
            self._thread.join(timeout=15.0)
            self._server = self._thread = None
            self._stopped()
