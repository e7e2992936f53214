"""State, live feed and claims of the tables."""

import asyncio
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypedDict

from fastapi import APIRouter, Depends, Request, Response, WebSocket, WebSocketDisconnect
from starlette.requests import HTTPConnection

from api.access.roles import Requester
from api.broadcast.looks import NO_LOOKS, PHOTO_TYPES, LooksJson, TableLooks
from api.http.body import Answer, AnswerOf, JsonOf
from api.http.guard.named import no_table, tables_of
from api.http.lanes import Lanes, OfApp
from api.http.problems import RefusedError
from api.http.schemas.claims import ClaimBody, ClaimJson, LeftJson, LeftOpenJson
from api.service.table_service import TableService
from controller.ports.referee import Claim
from controller.riichi.seat import Seat
from controller.table.effects import Effect, LeftOpen, Refuse
from controller.table.enter.refusals import MOVED_ON
from controller.text import Text
from controller.views.foreseen import ForeseenView
from controller.views.gate import Audience
from controller.views.table import TableView
from controller.views.venue import SummaryView

if TYPE_CHECKING:
    # Type-only import: a service of a single table must not load this module.
    from api.venue.running import RunningVenue

router = APIRouter(prefix="/api/v1/tables", tags=["tables"])


async def table_of(table: str, connection: HTTPConnection) -> TableService:
    """Return the table with that id; raises DeniedError (404) if it does not run."""
    found = tables_of(connection).get(table)
    if found is None:
        raise no_table(connection, table)
    return found


Table = Annotated[TableService, Depends(table_of)]


class StoppedJson(TypedDict):
    """A table that does not run."""

    table: str
    running: Literal[False]


@router.get("", summary="All tables")
def tables(
    request: Request, audience: Literal["public", "staff"] = "public"
) -> list[Annotated[dict[str, Any], AnswerOf(SummaryView)] | Answer[StoppedJson]]:
    """Id, phase and rulebook of each table, for the staff also the number of open faults.

    A table that does not run is listed with its id only.
    """
    venue: RunningVenue | None = request.app.state.venue
    stands = () if venue is None else venue.tables.stands
    teams = {each.table: {"teams": list(each.teams)} for each in stands if each.teams}
    return [
        *({**table.summary(Audience(audience)), **teams.get(name, {})} for name, table in tables_of(request).items()),
        *({"table": each.table, "running": False} for each in stands if not each.running),
    ]


@router.get("/{table}", summary="State of one table")
def state(
    table: Table, audience: Literal["public", "staff"] = "public"
) -> Annotated[dict[str, Any], AnswerOf(TableView)]:
    """The table's newest view for the audience."""
    return table.newest(Audience(audience))


def _looks(request: Request, table: str) -> TableLooks:
    venue: RunningVenue | None = request.app.state.venue
    return NO_LOOKS if venue is None else venue.looks(table)


@router.get("/{table}/broadcast", summary="How players look on a stream")
def broadcast(request: Request, table: str, known: Table) -> Answer[LooksJson]:
    """Team, colour and photo version of each seat. ``delay_s``: of the video, ``late_s``: of the late feed."""
    del known
    return _looks(request, table).to_json()


@router.get(
    "/{table}/photos/{seat}",
    summary="The photo of a player",
    response_class=Response,
    responses={200: {"description": "A picture", "content": {kind: {} for kind in PHOTO_TYPES}}},
)
def photo(request: Request, table: str, seat: Literal["A", "B", "C", "D"], known: Table) -> Response:
    """The photo that the venue file names for the seat; 404 if there is none."""
    del known
    found = _looks(request, table).photo(Seat[seat])
    if found is None:
        raise RefusedError(Text(f"{seat}席の写真はありません。", f"no photo of seat {seat}"), 404)
    data, media = found
    return Response(data, media_type=media, headers={"cache-control": "private, max-age=300"})


@router.post("/{table}/claims", status_code=202, summary="Enter a claim: a decision, a fault, an answer, a result")
async def claim(
    table: Table,
    body: JsonOf[ClaimBody],
    who: Requester,
    lanes: OfApp,
    response: Response,
    dry_run: bool = False,
    offered: bool = False,
) -> Annotated[dict[str, Any], AnswerOf(ForeseenView)] | Answer[ClaimJson]:
    """Pass the claim to the table; its consequences are reported on the feed. 409 with the reason if it is refused.

    ``left``: results that ``confirm_all`` has not confirmed, each with the reason. ``dry_run``: nothing is entered; the
    answer (200, ``status`` ``foreseen``) is a preview with the sitting ``before`` and ``after`` the claim, and the
    ``changes``, one for each line that differs. A claim with the ``outcome`` of that preview is refused if its effect
    would now be different; the new preview is then in ``foreseen``. ``offered``: preview of an act that a page offers;
    if it is refused, the answer has ``status`` ``refused`` and the reason instead of an error status.
    """
    claimed = body.claim(who.name, table.now(), who.maker)
    if not dry_run:
        return await entered(table, claimed, lanes, body.outcome)
    response.status_code = 200
    told, effects = await lanes.enter.run(table.foresee, claimed, Audience.STAFF)
    refused = next((each for each in effects if isinstance(each, Refuse)), None)
    if offered and refused is not None:
        return {"status": "refused", **RefusedError.of(refused).as_body}
    return {"status": "foreseen", **told, **_left(effects)}


async def entered(table: TableService, claim: Claim, lanes: Lanes, outcome: str = "") -> ClaimJson:
    """Pass a claim to the table; raises RefusedError with the reason if it is refused.

    ``outcome``: of the preview that the person was shown, "" if there was none.
    """
    if not outcome:
        return {"status": "accepted", **_left(await lanes.enter.run(table.take, claim))}
    taken = await lanes.enter.run(table.take_as_shown, claim, outcome, Audience.STAFF)
    if isinstance(taken, tuple):
        return {"status": "accepted", **_left(taken)}
    raise RefusedError.of(MOVED_ON, foreseen=taken)


def _left(effects: tuple[Effect, ...]) -> LeftJson:
    """Return the results that a claim leaves open, if any; raises RefusedError if the claim was refused."""
    left = list[LeftOpenJson]()
    for effect in effects:
        if isinstance(effect, Refuse):
            raise RefusedError.of(effect)
        if isinstance(effect, LeftOpen):
            left.append(LeftOpenJson(round=effect.round, name=effect.name, reason=effect.reason))
    return {"left": left} if left else {}


@router.websocket("/{table}/feed")
async def feed(
    websocket: WebSocket, table: str, audience: Literal["public", "staff"] = "public", late: bool = False
) -> None:
    """Numbered snapshot and changes until the client leaves; ``late``: the delayed feed with released hands."""
    source = tables_of(websocket).get(table)
    await websocket.accept()
    followed = None if source is None else source.late_feed() if late else source.feed(Audience(audience))
    if followed is None:
        # The reason must not quote the address: a close reason that is too long violates the protocol.
        await websocket.close(4404, "no late feed of this table" if source else "no such table")
        return
    await stream_to(websocket, (message.text async for message in followed.follow()))


async def stream_to(websocket: WebSocket, texts: AsyncIterator[str]) -> None:
    """Send ``texts`` until they end or the client leaves."""
    # Waiting for both ends the stream at once if the client leaves, not only at the next message.
    ends = [asyncio.ensure_future(_tell(websocket, texts)), asyncio.ensure_future(_gone(websocket))]
    try:
        await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for end in ends:
            end.cancel()
    # Use wait(): gather() would raise the cancellation of these tasks instead of a cancellation from outside.
    await asyncio.wait(ends)
    for end in ends:
        if not end.cancelled():
            end.result()


async def _tell(websocket: WebSocket, texts: AsyncIterator[str]) -> None:
    try:
        async for text in texts:
            await websocket.send_text(text)
        await websocket.close(4408, "too far behind")
    except WebSocketDisconnect:
        return


async def _gone(websocket: WebSocket) -> None:
    while (await websocket.receive())["type"] != "websocket.disconnect":
        pass
