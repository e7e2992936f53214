"""The web application over running tables."""

from collections.abc import Mapping
from importlib import resources
from importlib.metadata import version

from fastapi import FastAPI
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles

from api.http import problems
from api.http.routers import evidence, faults, goals, scores, seating, standings, tables
from api.service import TableService
from controller.rulebooks.catalogue import published


def create_app(running: Mapping[str, TableService]) -> FastAPI:
    """App with pages, REST and live feed of the running tables, by id."""
    app = FastAPI(title="jantaku", version=version("jantaku"), docs_url="/docs", redoc_url=None)
    app.state.tables = dict(running)
    app.state.books = {**published(), **{table.rulebook.id: table.rulebook for table in running.values()}}
    problems.install(app)
    app.include_router(scores.router)
    app.include_router(standings.router)
    app.include_router(tables.router)
    app.include_router(goals.router)
    app.include_router(evidence.router)
    app.include_router(faults.router)
    app.include_router(seating.router)
    web = resources.files("api") / "web"
    _page(app, "/", str(web / "venue.html"))
    _page(app, "/tables/{table}", str(web / "console.html"))
    _page(app, "/overlay/{table}", str(web / "overlay.html"))
    _page(app, "/score", str(web / "score.html"))

    @app.get("/healthz", tags=["health"])
    def healthy() -> dict[str, str]:
        """The process answers."""
        return {"status": "ok"}

    @app.get("/readyz", tags=["health"])
    def ready() -> dict[str, object]:
        """Every table's loop runs."""
        return {"status": "ok", "tables": {name: table.running for name, table in app.state.tables.items()}}

    app.mount("/static/tiles", StaticFiles(directory=str(resources.files("vision.render") / "faces")))
    app.mount("/static", StaticFiles(directory=str(web)))
    return app


def _page(app: FastAPI, path: str, file: str) -> None:
    app.get(path, include_in_schema=False)(lambda: FileResponse(file, headers={"cache-control": "no-cache"}))
