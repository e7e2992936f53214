"""``/api/v1/scores`` and ``/api/v1/rulebooks``."""

from typing import Any

from fastapi import APIRouter, Body, Request

from api.http.body import described
from api.http.schemas.scores import ScoreRequest, answer

router = APIRouter(prefix="/api/v1", tags=["scores"])


@router.post(
    "/scores", summary="Score one hand, or a list of hands", openapi_extra=described(ScoreRequest, several=True)
)
def scores(connection: Request, request: dict[str, Any] | list[dict[str, Any]] = Body()) -> Any:  # noqa: B008 - FastAPI's way to say "body"
    """The answer of each request, as ``jantaku score --json`` gives it; a list gives a list."""
    books = connection.app.state.books
    return [answer(one, books) for one in request] if isinstance(request, list) else answer(request, books)


@router.get("/rulebooks", summary="Rulebooks by id and name")
def rulebooks(connection: Request) -> list[dict[str, str]]:
    """Id and names of every rulebook, house rules of the tables included."""
    return [{"id": book.id, "ja": book.ja, "en": book.en} for book in connection.app.state.books.values()]
