"""The venue's board: all tables in one answer and one feed, the evening's standings, calls for the referee."""

from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Request, WebSocket
from starlette.requests import HTTPConnection

from api.access.refusals import denied
from api.access.roles import Requester
from api.http.board import BoardPlace, VenueBoard
from api.http.body import Answer
from api.http.evening import EveningJson, standings_now
from api.http.guard.named import tables_of
from api.http.lanes import OfApp
from api.http.routers.tables import Table, stream_to
from controller.riichi.seat import Seat
from controller.views.gate import Audience

router = APIRouter(prefix="/api/v1", tags=["board"])
Who = Literal["public", "staff"]
Place = Literal["A", "B", "C", "D"]


async def board_of(connection: HTTPConnection) -> VenueBoard:
    """Return the board of the app."""
    board: VenueBoard = connection.app.state.board
    return board


Board = Annotated[VenueBoard, Depends(board_of)]


@router.get("/board", summary="Every table of the venue as its board shows it")
def board(board: Board, audience: Who = "public") -> dict[str, Answer[BoardPlace]]:
    """By table id: state and its age, round, points, clock, and what most urgently needs a person.

    If a table does not answer, its last answer is shown with its age; the other tables are not delayed.
    """
    return board.newest(Audience(audience))


@router.websocket("/board/feed")
async def board_feed(websocket: WebSocket, audience: Who = "public") -> None:
    """The board as numbered snapshot and changes by table, until the client leaves."""
    await websocket.accept()
    shown: VenueBoard = websocket.app.state.board
    await stream_to(websocket, (message.text async for message in shown.follow(Audience(audience))))


@router.get("/board/standings", summary="Standings of the evening, of each rulebook that tables play by")
async def board_standings(request: Request, lanes: OfApp) -> list[Answer[EveningJson]]:
    """As ``jantaku standings --journal`` computes them from the tables' journals, with tables of the next game."""
    return await lanes.reckon.run(standings_now, dict(tables_of(request)))


@router.post("/tables/{table}/calls", status_code=202, summary="Call the referee to a seat")
def call(table: Table, seat: Place, who: Requester) -> dict[str, str]:
    """Sent by the seat's own device, or by the staff for the seat; if the seat calls already, its call stays open."""
    table.calls.call(Seat[seat], who.name, table.now())
    return {"status": "accepted"}


@router.put("/tables/{table}/calls", status_code=202, summary="Say that you go to a seat that calls")
def answer(table: Table, seat: Place, who: Requester) -> dict[str, str]:
    """Shown on every console and at the seat; 404 if the seat has no open call."""
    if not table.calls.answer(Seat[seat], who.name, table.now()):
        raise denied("no-call")
    return {"status": "accepted"}


@router.delete("/tables/{table}/calls", status_code=202, summary="End a call: settled, or taken back")
def end(table: Table, seat: Place, who: Requester) -> dict[str, str]:
    """404 if the seat has no open call."""
    if not table.calls.end(Seat[seat], who.name):
        raise denied("no-call")
    return {"status": "accepted"}
