"""``/api/v1/tables/{table}/mjai``: the table as mjai lines over a WebSocket, and the answers of engines."""

from typing import Literal

from fastapi import APIRouter, WebSocket

from api.access.refusals import denied
from api.access.roles import Requester
from api.http.body import JsonOf
from api.http.guard.named import tables_of
from api.http.mjai.answers import STALE, AnswerBody, advice
from api.http.mjai.stream import Follower, eyes_of, followed, source_of
from api.http.problems import RefusedError
from api.http.routers.tables import Table, stream_to
from controller.riichi.seat import Seat

router = APIRouter(prefix="/api/v1/tables", tags=["mjai"])


@router.websocket("/{table}/mjai")
async def lines(websocket: WebSocket, table: str, seat: Follower = "public") -> None:
    """One mjai line per message until the client leaves; only the released hands of ``seat`` are included."""
    running = tables_of(websocket).get(table)
    feed = None if running is None else source_of(running, seat)
    await websocket.accept()
    if feed is None:
        await websocket.close(4404, "no hands are released of this table" if running else "no such table")
        return
    await stream_to(websocket, followed(feed, eyes_of(seat)))


@router.post("/{table}/mjai", status_code=202, summary="An engine's answer to a line of its seat's stream")
async def answer(
    table: Table, body: JsonOf[AnswerBody], who: Requester, seat: Literal["A", "B", "C", "D"]
) -> dict[str, str]:
    """Shown on the late feed beside the seat; 409 if the line is outdated or was corrected."""
    feed = table.late_feed()
    if feed is None or feed.view is None:
        raise denied("nothing-released")
    found = advice(body, feed.view, Seat[seat], who.name)
    if found is None:
        raise RefusedError(STALE)
    table.advise(found)
    return {"status": "accepted"}
