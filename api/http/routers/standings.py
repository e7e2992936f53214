"""``/api/v1/standings``."""

from typing import Any

from fastapi import APIRouter, Request

from api.http.schemas.standings import EventBody, answer
from controller.rulebooks.catalogue import DEFAULT_RULEBOOK, known

router = APIRouter(prefix="/api/v1", tags=["standings"])


@router.post("/standings", summary="Standings of an event from its games")
def event_standings(connection: Request, event: EventBody) -> dict[str, Any]:
    """Ranks, points line by line, ties, qualification, tables of the last game, as ``jantaku standings --json``."""
    return answer(event, known(event.rulebook or DEFAULT_RULEBOOK, connection.app.state.books))
