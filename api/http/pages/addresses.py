"""Addresses of the pages and their files."""

from collections.abc import Iterable, Mapping
from typing import Final

from fastapi import FastAPI, Request
from fastapi.responses import FileResponse

from api.access.refusals import DeniedError
from api.http.guard.named import check_place
from api.http.pages.bundles import BUNDLES, WEB, Bundles
from api.http.pages.held import HeldFiles
from api.http.pages.tile_sheet import TileFiles
from api.http.problems import wants_page

# Address and file (below api/web) of each page; its assets are in the file's folder and in "shared".
_PAGES: Final = {
    "/": "venue/venue",
    "/tables/{table}": "console/console",
    "/seat/{table}/{seat}": "seat/seat",
    "/tables/{table}/replay": "replay/replay",
    "/tables/{table}/report": "report/report",
    "/tables/{table}/troubles": "troubles/troubles",
    "/overlay/{table}": "overlay/overlay",
    "/overlay/{table}/preview": "overlay/preview/preview",
    "/overlay/{table}/{part}": "overlay/overlay",
    "/score": "score/score",
    "/camera/{table}": "camera/camera",
    "/camera/{table}/{seat}": "camera/camera",
    "/authority": "authority/authority",
    "/rules": "rules/rules",
    "/records": "records/records",
    "/events": "events/events",
    "/events/{event}": "events/events",
    "/setup": "setup/setup",
    "/start": "start/start",
    "/login": "login/login",
    "/access": "access/access",
    "/docs": "docs/docs",
    "/gallery": "gallery/gallery",
}


def serve_pages(app: FastAPI, paths: Iterable[str] = tuple(_PAGES), own: Mapping[str, str] | None = None) -> None:
    """Add routes for the pages at ``paths`` and for their assets; ``own``: further pages, address to file."""
    bundles = Bundles()
    for path, file in ({path: _PAGES[path] for path in paths} | dict(own or {})).items():
        _page(app, path, bundles, f"{file}.html")
    for folder in dict.fromkeys((*(page.split("/")[0] for page in _PAGES.values()), "shared", "type")):
        app.mount(f"/static/{folder}", HeldFiles(str(WEB / folder)))
    app.mount("/static/bundles", HeldFiles(str(BUNDLES), check_dir=False))
    if "/score" in paths:
        # A service worker can control only pages below its own path, so it is served beside the page.
        for address, (name, kind) in _OF_SCORE.items():
            _file(app, address, str(WEB / "score" / name), kind)
    app.mount("/static/tiles", TileFiles())


_OF_SCORE: Final = {
    "/score-worker.js": ("worker.js", "text/javascript"),
    "/score.webmanifest": ("score.webmanifest", "application/manifest+json"),
}


def _file(app: FastAPI, path: str, file: str, kind: str) -> None:
    told = {"cache-control": "no-cache"}
    app.get(path, include_in_schema=False)(lambda: FileResponse(file, media_type=kind, headers=told))


def _page(app: FastAPI, path: str, bundles: Bundles, file: str) -> None:
    def shell(request: Request) -> FileResponse:
        status = 200
        try:
            check_place(request)
        except DeniedError as error:
            # An overlay on air must stay transparent, so its own page is sent, with the error's status.
            if not path.startswith(_ON_AIR) or not wants_page(request.headers.get("accept", "")):
                raise
            status = error.status
        return FileResponse(bundles.shell(file), status, {"cache-control": "no-cache"})

    app.get(path, include_in_schema=False)(shell)


_ON_AIR: Final = "/overlay/"
