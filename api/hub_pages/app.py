"""Web app of a hub's pages, with the same guard, users and pages as at a venue, but with the hub's own users."""

from importlib.metadata import version
from typing import Final

import structlog
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from api.access.access import Access
from api.access.routes import HUB_ROWS
from api.http import problems
from api.http.guard.door import Door
from api.http.guard.headers import SecurityHeaders
from api.http.lanes import Lanes
from api.http.pages.addresses import serve_pages
from api.http.pages.error_pages import ErrorPages
from api.http.reaching.routes import reached
from api.http.request_log import RequestLog
from api.http.routers import access as access_routes
from api.http.routers.operations import healthy
from api.hub.hub_store import HubStore, HubStoreError
from api.hub_pages.routes import router
from api.reach.reach import Reach
from controller.ports.log import WordLog
from controller.text import Text

_AWAY: Final = Text(
    "いまはハブのデータベースを読めません。何も変わっていません。",
    "The hub's database cannot be read now, and nothing has changed.",
)
log: WordLog = structlog.get_logger()


def create_hub_pages(store: HubStore, access: Access | None = None, reach: Reach | None = None) -> FastAPI:
    """Return the app over a hub's database; ``access``: users of this hub."""
    app = FastAPI(title="jantaku hub", version=version("jantaku"), docs_url=None, redoc_url=None, openapi_url=None)
    app.state.hub_store = store
    app.state.tables, app.state.venue, app.state.streams = {}, None, set()
    app.state.access = access or Access()
    settings = app.state.access.settings
    app.state.reach = reach or Reach(hosts=settings.hosts, proxies=settings.proxies)
    app.state.lanes = Lanes()
    app.state.rows = HUB_ROWS
    app.add_middleware(Door, access=app.state.access)
    problems.install(app)
    app.include_router(router)
    app.include_router(access_routes.router)
    app.get("/api/v1/reach")(reached)
    app.get("/healthz")(healthy)
    app.exception_handler(HubStoreError)(_away)
    serve_pages(app, ("/login", "/access"), {"/": "troubles/hub"})
    app.add_middleware(RequestLog, told=_no_metrics)
    app.add_middleware(ErrorPages)
    app.add_middleware(SecurityHeaders, settings=settings)
    return app


async def _away(request: Request, error: Exception) -> JSONResponse:
    log.warning("database away", error=str(error))
    return problems.unavailable(request.headers.get("accept-language", ""), _AWAY)


def _no_metrics(_method: str, _route: str, _status: int, _seconds: float) -> None:
    """Ignore a request: a hub collects no request metrics."""
