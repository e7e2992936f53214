"""The FastAPI application that serves the pages, the REST interface and the live feeds of running tables."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from fastapi import FastAPI

from api.access.access import Access
from api.access.routes import ROWS
from api.http import problems
from api.http.board import BoardStand, VenueBoard
from api.http.document import describe
from api.http.guard.door import Door
from api.http.guard.headers import SecurityHeaders
from api.http.guide import Guide
from api.http.guide import router as guide_router
from api.http.lanes import Lanes
from api.http.league.desk import LeagueDesk
from api.http.league.routes import router as league_router
from api.http.mjai.routes import router as mjai_router
from api.http.pages.addresses import serve_pages
from api.http.pages.error_pages import ErrorPages
from api.http.phones.routes import router as phones_router
from api.http.reaching.authority import router as authority_router
from api.http.reaching.routes import router as reaching_router
from api.http.request_log import RequestLog
from api.http.routers import access as access_routes
from api.http.routers import board as board_routes
from api.http.routers import (
    entries,
    events,
    goals,
    law,
    operations,
    schemas,
    seating,
    tables,
)
from api.http.routers.past import evidence, foreign, history, release, sheet
from api.http.routers.setup import router as setup_router
from api.http.routers.venue import router as venue_router
from api.operations.metrics import ServiceMetrics
from api.reach.reach import Reach
from api.service.table_service import TableService
from controller.rulebooks.catalogue import known_books
from controller.rulebooks.rulebook import Rulebook

if TYPE_CHECKING:
    # Type-only imports: a service of a single table must not load these modules.
    from api.setup.desk import SetupDesk
    from api.venue.running import RunningVenue


class PlayedBooks(Mapping[str, Rulebook]):
    """All known rulebooks by id, including the house rules of the running tables."""

    def __init__(self, running: Mapping[str, TableService]) -> None:
        self._running, self._known = running, known_books()

    def __getitem__(self, name: str) -> Rulebook:
        return self._all()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def _all(self) -> dict[str, Rulebook]:
        return {**self._known, **{table.rulebook.id: table.rulebook for table in self._running.values()}}


def create_app(
    running: Mapping[str, TableService],
    venue: "RunningVenue | None" = None,
    access: Access | None = None,
    reach: Reach | None = None,
    guide: Guide | None = None,
    events_at: Callable[[], Path | str | None] = lambda: None,
) -> FastAPI:
    """Return the app with pages, REST interface and live feeds of the running tables (a mapping by table id).

    ``venue``: the venue that the tables come from, if they were read from a venue file.
    ``access``: logins and permissions; if omitted, nobody can log in. ``reach``: addresses of the service, if known.
    ``guide``: progress of a demonstration, if this service runs one.
    ``events_at``: returns the address of the journal of league events, or None if events are not stored.
    """
    app = FastAPI(title="jantaku", version=version("jantaku"), docs_url=None, redoc_url=None)
    app.state.tables = running
    app.state.venue = venue
    app.state.setup = None if venue is None else _desk(venue)
    app.state.books = PlayedBooks(running)
    app.state.leagues = LeagueDesk(events_at, app.state.books, running)
    app.state.board = VenueBoard(running, _stands_of(venue))
    app.state.access = access or Access()
    settings = app.state.access.settings
    app.state.reach = own_reach = reach or Reach(hosts=settings.hosts, proxies=settings.proxies)
    if venue is not None:
        venue.reach = own_reach
    app.state.guide = guide
    # One asyncio event per open stream; each is set when the service stops.
    app.state.streams = set()
    app.state.metrics = ServiceMetrics(running, tuple if venue is None else venue.tables.closed)
    app.state.lanes = Lanes()
    app.state.rows = ROWS
    app.add_middleware(Door, access=app.state.access)
    problems.install(app)
    app.include_router(operations.router)
    app.include_router(law.router)
    app.include_router(tables.router)
    app.include_router(board_routes.router)
    app.include_router(entries.router)
    app.include_router(events.router)
    app.include_router(goals.router)
    app.include_router(release.router)
    app.include_router(evidence.router)
    app.include_router(history.router)
    app.include_router(sheet.router)
    app.include_router(foreign.router)
    app.include_router(seating.router)
    app.include_router(schemas.router)
    app.include_router(guide_router)
    app.include_router(mjai_router)
    app.include_router(venue_router)
    app.include_router(setup_router)
    app.include_router(access_routes.router)
    app.include_router(league_router)
    app.include_router(reaching_router)
    app.include_router(phones_router)
    app.include_router(authority_router)
    describe(app, app.state.access.cookie)
    serve_pages(app)
    app.add_middleware(RequestLog, told=app.state.metrics.request)
    app.add_middleware(ErrorPages)
    # Strict transport security would lock browsers out of a plain HTTP port that is served beside TLS.
    app.add_middleware(SecurityHeaders, settings=settings, strict=lambda: own_reach.tls is None)
    return app


def _desk(venue: "RunningVenue") -> "SetupDesk":
    # Loaded only if there is a venue file to write.
    from api.setup.desk import SetupDesk

    return SetupDesk(venue)


def _stands_of(venue: "RunningVenue | None") -> Callable[[], Sequence[BoardStand]]:
    return tuple if venue is None else lambda: venue.tables.stands
