"""``/api/v1/standings``."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request

from api.http.body import described, json_body
from api.http.schemas.standings import EventBody, answer
from controller.rulebooks.catalogue import DEFAULT_RULEBOOK, known

router = APIRouter(prefix="/api/v1", tags=["standings"])


@router.post("/standings", summary="Standings of an event from its games", openapi_extra=described(EventBody))
def event_standings(connection: Request, event: Annotated[EventBody, Depends(json_body(EventBody))]) -> dict[str, Any]:
    """Ranks, points line by line, ties, qualification, tables of the last game, as ``jantaku standings --json``."""
    return answer(event, known(event.rulebook or DEFAULT_RULEBOOK, connection.app.state.books))
