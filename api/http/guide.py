"""``/api/v1/start``: progress of the demonstration for the start page, and its source."""

from typing import Protocol, TypedDict

from fastapi import APIRouter, Request

from api.http.body import Answer
from api.http.problems import RefusedError
from controller.text import Text

router = APIRouter(prefix="/api/v1", tags=["start"])


class WaitingWinTold(TypedDict):
    """A win of the result that waits; seats from 0 on, no loser of a tsumo."""

    winner: int
    loser: int | None
    points: int


class WaitingTold(TypedDict):
    """The result that waits, and for how long."""

    left_s: int
    wins: list[WaitingWinTold]


class GuideTold(TypedDict):
    """How the demonstration stands."""

    table: str
    seen: bool
    confirmed: int
    waiting: WaitingTold | None


class Guide(Protocol):
    """Source of a demonstration's progress."""

    def told(self) -> GuideTold:
        """Plain values: which table, the result that waits, what visitors have done."""
        ...


@router.get("/start", summary="How the demonstration stands, for its start page")
async def start(request: Request) -> Answer[GuideTold]:
    """The table, the result that waits; 404 where the service is no demonstration."""
    guide: Guide | None = request.app.state.guide
    if guide is None:
        raise RefusedError(
            Text("デモではありません。", "no demonstration: expected a service started by jantaku demo"), 404
        )
    return guide.told()
