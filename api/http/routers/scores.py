"""What is worked out without a table: ``/api/v1/scores``, ``/api/v1/standings``, ``/api/v1/rulebooks``."""

from typing import Annotated, Any

from fastapi import APIRouter, Body, Depends, Request

from api.http.body import described, json_body
from api.http.schemas.scores import ScoreRequest, answer
from api.http.schemas.standings import EventBody
from api.http.schemas.standings import answer as standings_answer
from controller.rulebooks.catalogue import DEFAULT_RULEBOOK, known

router = APIRouter(prefix="/api/v1")


@router.post(
    "/scores",
    tags=["scores"],
    summary="Score one hand, or a list of hands",
    openapi_extra=described(ScoreRequest, several=True),
)
def scores(connection: Request, request: dict[str, Any] | list[dict[str, Any]] = Body()) -> Any:  # noqa: B008 - FastAPI's way to say "body"
    """The answer of each request, as ``jantaku score --json`` gives it; a list gives a list."""
    books = connection.app.state.books
    return [answer(one, books) for one in request] if isinstance(request, list) else answer(request, books)


@router.get("/rulebooks", tags=["scores"], summary="Rulebooks by id and name")
def rulebooks(connection: Request) -> list[dict[str, str]]:
    """Id and names of every rulebook, house rules of the tables included."""
    return [{"id": book.id, "ja": book.ja, "en": book.en} for book in connection.app.state.books.values()]


@router.post(
    "/standings", tags=["standings"], summary="Standings of an event from its games", openapi_extra=described(EventBody)
)
def event_standings(connection: Request, event: Annotated[EventBody, Depends(json_body(EventBody))]) -> dict[str, Any]:
    """Ranks, points line by line, ties, qualification, tables of the last game, as ``jantaku standings --json``."""
    return standings_answer(event, known(event.rulebook or DEFAULT_RULEBOOK, connection.app.state.books))
