"""Web app of a gateway: public pages, views and feeds, from the broker's public stream only."""

from collections.abc import Mapping
from typing import Final

from fastapi import FastAPI

from api.access.access import Access
from api.access.roles import Role
from api.access.routes import ROWS
from api.gateway.mirrored_table import MirroredTable
from api.http import problems
from api.http.board import VenueBoard
from api.http.guard.door import Door
from api.http.guard.headers import SecurityHeaders
from api.http.pages.addresses import serve_pages
from api.http.pages.error_pages import ErrorPages
from api.http.request_log import RequestLog
from api.http.routers import board, events, operations, tables
from api.reach.reach import Reach

# Routes of a gateway; the guard refuses every other route, and a gateway has no users.
_SERVED: Final = frozenset(
    {
        *(
            "/",
            "/overlay/{table}",
            "/overlay/{table}/{part}",
            "/static/{path:path}",
            "/healthz",
            "/readyz",
            "/openapi.json",
        ),
        *("/api/v1/board", "/api/v1/board/feed"),
        *("/api/v1/tables", "/api/v1/tables/{table}", "/api/v1/tables/{table}/feed", "/api/v1/tables/{table}/events"),
    }
)
GATEWAY_ROWS: Final = tuple(row for row in ROWS if row.path in _SERVED and row.least in (None, Role.VIEWER))


def create_gateway(
    mirror: Mapping[str, MirroredTable], access: Access | None = None, reach: Reach | None = None
) -> FastAPI:
    """Return the app over mirrored tables; several gateways can run in parallel."""
    app = FastAPI(title="jantaku gateway", docs_url=None, redoc_url=None)
    app.state.tables = mirror
    app.state.venue = None
    app.state.setup = None
    app.state.board = VenueBoard(mirror)
    app.state.streams = set()
    app.state.access = access or Access()
    app.state.reach = reach or Reach(hosts=app.state.access.settings.hosts)
    app.state.rows = GATEWAY_ROWS
    app.add_middleware(Door, access=app.state.access)
    problems.install(app)
    for router in (operations.router, tables.router, board.router, events.router):
        app.include_router(router)
    serve_pages(app, ("/", "/overlay/{table}", "/overlay/{table}/{part}"))
    app.add_middleware(RequestLog, told=_no_metrics)
    app.add_middleware(ErrorPages)
    app.add_middleware(SecurityHeaders, settings=app.state.access.settings)
    return app


def _no_metrics(_method: str, _route: str, _status: int, _seconds: float) -> None:
    """Ignore a request: a gateway collects no request metrics."""
