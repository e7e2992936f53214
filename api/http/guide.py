"""``/api/v1/start``: progress of the demonstration, for its start page."""

from typing import Protocol, TypedDict

from fastapi import APIRouter, Request

from api.http.body import Answer
from api.http.problems import RefusedError
from controller.text import Text

router = APIRouter(prefix="/api/v1", tags=["start"])


class WaitingWinJson(TypedDict):
    """A win in the result to be confirmed; seats are numbered from 0, ``loser`` is None for a tsumo."""

    winner: int
    loser: int | None
    points: int


class WaitingJson(TypedDict):
    """The result to be confirmed; ``left_s``: seconds until the demonstration confirms it."""

    left_s: int
    wins: list[WaitingWinJson]


class GuideJson(TypedDict):
    """Progress of the demonstration."""

    table: str
    seen: bool
    confirmed: int
    waiting: WaitingJson | None


class Guide(Protocol):
    """Source of the demonstration's progress."""

    def to_json(self) -> GuideJson:
        """Return the table, the result to be confirmed, and what visitors have done so far."""
        ...


@router.get("/start", summary="How the demonstration stands, for its start page")
async def start(request: Request) -> Answer[GuideJson]:
    """The demonstration's table and the result to be confirmed; 404 if the service runs no demonstration."""
    guide: Guide | None = request.app.state.guide
    if guide is None:
        raise RefusedError(
            Text("デモではありません。", "no demonstration: expected a service started by jantaku demo"), 404
        )
    return guide.to_json()
