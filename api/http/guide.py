"""``/api/v1/start``: progress of the demonstration for the start page, and its source."""

from typing import Any, Protocol

from fastapi import APIRouter, HTTPException, Request

router = APIRouter(prefix="/api/v1", tags=["start"])


class Guide(Protocol):
    """Source of a demonstration's progress."""

    def told(self) -> dict[str, Any]:
        """Plain values: which table, the result that waits, what visitors have done."""
        ...


@router.get("/start", summary="How the demonstration stands, for its start page")
async def start(request: Request) -> dict[str, Any]:
    """The table, the result that waits; 404 where the service is no demonstration."""
    guide: Guide | None = request.app.state.guide
    if guide is None:
        raise HTTPException(404, "no demonstration: expected a service started by jantaku demo")
    return guide.told()
