"""``/api/v1/scores`` and ``/api/v1/rulebooks``."""

from typing import Any

from fastapi import APIRouter, Body

from api.scoring_wire import answer
from controller.rulebooks.catalogue import rulebook, rulebook_ids

router = APIRouter(prefix="/api/v1", tags=["scores"])


@router.post("/scores", summary="Score one hand, or a list of hands")
def scores(request: dict[str, Any] | list[dict[str, Any]] = Body()) -> Any:  # noqa: B008 - FastAPI's way to say "body"
    """The answer of each request, as ``jantaku score --json`` gives it; a list gives a list."""
    return [answer(one) for one in request] if isinstance(request, list) else answer(request)


@router.get("/rulebooks", summary="Rulebooks by id and name")
def rulebooks() -> list[dict[str, str]]:
    """Id and names of every rulebook."""
    return [{"id": book.id, "ja": book.ja, "en": book.en} for book in map(rulebook, rulebook_ids())]
