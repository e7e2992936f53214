"""The web application over running tables."""

from collections.abc import Mapping
from importlib import resources
from importlib.metadata import version
from typing import Final

from fastapi import FastAPI
from fastapi.responses import FileResponse, JSONResponse
from fastapi.staticfiles import StaticFiles

from api.http import problems
from api.http.body import describe_bodies
from api.http.routers import evidence, goals, law, seating, tables
from api.http.schemas.claims import ClaimBody
from api.http.schemas.goals import GoalBody
from api.http.schemas.scores import ScoreRequest
from api.http.schemas.seating import SeatingBody
from api.http.schemas.standings import EventBody
from api.service.table_service import TableService
from controller.rulebooks.catalogue import published


def create_app(running: Mapping[str, TableService]) -> FastAPI:
    """App with pages, REST and live feed of the running tables, by id."""
    app = FastAPI(
        title="jantaku",
        version=version("jantaku"),
        docs_url="/docs",
        redoc_url=None,
        swagger_ui_oauth2_redirect_url=None,
    )
    app.state.tables = dict(running)
    app.state.books = {**published(), **{table.rulebook.id: table.rulebook for table in running.values()}}
    problems.install(app)
    app.include_router(law.router)
    app.include_router(tables.router)
    app.include_router(goals.router)
    app.include_router(evidence.router)
    app.include_router(seating.router)
    describe_bodies(app, (ScoreRequest, ClaimBody, EventBody, GoalBody, SeatingBody))
    _serve_pages(app)

    @app.get("/healthz", tags=["health"])
    def healthy() -> dict[str, str]:
        """The process answers."""
        return {"status": "ok"}

    @app.get("/readyz", tags=["health"])
    def ready() -> JSONResponse:
        """Every table is followed and recorded; 503 while one is not."""
        tables = {name: table.ready for name, table in app.state.tables.items()}
        if all(tables.values()):
            return JSONResponse({"status": "ok", "tables": tables})
        return problems.problem(503, "Not ready", "a table is not followed or not recorded now", tables=tables)

    return app


# Address of each page, and its folder under api/web, whose files it loads beside those of "shared".
_PAGES: Final = {
    "/": "venue",
    "/tables/{table}": "console",
    "/overlay/{table}": "overlay",
    "/score": "score",
    "/rules": "rules",
}


def _serve_pages(app: FastAPI) -> None:
    web = resources.files("api") / "web"
    for path, name in _PAGES.items():
        _page(app, path, str(web / name / f"{name}.html"))
    for folder in (*_PAGES.values(), "shared"):
        app.mount(f"/static/{folder}", StaticFiles(directory=str(web / folder)))
    app.mount("/static/tiles", StaticFiles(directory=str(resources.files("vision.render") / "faces" / "brush")))


def _page(app: FastAPI, path: str, file: str) -> None:
    app.get(path, include_in_schema=False)(lambda: FileResponse(file, headers={"cache-control": "no-cache"}))
