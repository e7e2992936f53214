"""State, live feed and claims of the tables."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, HTTPException, Request, WebSocket, WebSocketDisconnect
from pydantic import BaseModel
from starlette.requests import HTTPConnection

from api.service import TableService
from controller.journal.views import Audience
from controller.ports import ClaimKind
from controller.riichi.seat import Seat

router = APIRouter(prefix="/api/v1/tables", tags=["tables"])


def tables_of(connection: HTTPConnection) -> dict[str, TableService]:
    """The running tables of the app, by id."""
    tables: dict[str, TableService] = connection.app.state.tables
    return tables


def table_of(table: str, connection: HTTPConnection) -> TableService:
    """The table of that id; 404 where there is none."""
    found = tables_of(connection).get(table)
    if found is None:
        raise HTTPException(404, f"no table {table!r}: known are {', '.join(sorted(tables_of(connection)))}")
    return found


Table = Annotated[TableService, Depends(table_of)]


class ClaimBody(BaseModel):
    """A person's entry at the console; ``report_fault`` takes a code as subject and a seat, a ruling its values.

    ``seats``: who is tenpai at a draw that is entered; ``points``: what a winner claims.
    """

    kind: ClaimKind
    subject: str = ""
    seat: Seat | None = None
    seats: tuple[Seat, ...] | None = None
    points: int | None = None
    penalty: str = ""
    after: str = ""


@router.get("", summary="All tables")
def tables(request: Request) -> list[dict[str, Any]]:
    """Id, phase, rulebook and number of open faults of each table."""
    return [table.summary() for table in tables_of(request).values()]


@router.get("/{table}", summary="State of one table")
def state(table: Table, audience: Literal["public", "staff"] = "public") -> dict[str, Any]:
    """The newest view of the table for the audience."""
    return table.feed(Audience(audience)).view


@router.post("/{table}/claims", status_code=202, summary="Enter a claim: confirm a settlement, decide a fault")
def claim(table: Table, body: ClaimBody) -> dict[str, str]:
    """Hand the claim to the table; what follows from it comes over the feed."""
    table.claim(
        body.kind,
        body.subject,
        by="referee",
        seat=body.seat,
        seats=body.seats,
        points=body.points,
        penalty=body.penalty,
        after=body.after,
    )
    return {"status": "accepted"}


@router.websocket("/{table}/feed")
async def feed(websocket: WebSocket, table: str, audience: Literal["public", "staff"] = "public") -> None:
    """Numbered snapshot and changes, for as long as the client stays."""
    source = tables_of(websocket).get(table)
    await websocket.accept()
    if source is None:
        await websocket.close(4404, f"no table {table}")
        return
    try:
        async for message in source.feed(Audience(audience)).follow():
            await websocket.send_json(message)
        await websocket.close(4408, "too far behind")
    except WebSocketDisconnect:
        return
