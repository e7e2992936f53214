"""``/api/v1/entries`` and ``/api/v1/tables/{table}/entries``: a win while it is entered, at a table or without."""

from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Request

from api.http.body import Answer, described, json_body
from api.http.lanes import OfApp
from api.http.routers.tables import Table
from api.http.schemas.entry import EntryBody, EntryTold, entered
from controller.rulebooks.catalogue import DEFAULT_RULEBOOK, known
from controller.views.gate import Audience

router = APIRouter(prefix="/api/v1", tags=["entries"])
Entry = Annotated[EntryBody, Depends(json_body(EntryBody))]
Entered = Answer[EntryTold]


@router.post("/entries", summary="What may be added to a win that is being entered", openapi_extra=described(EntryBody))
async def entry(connection: Request, body: Entry, lanes: OfApp) -> Entered:
    """Legal tiles, groups, melds and circumstances, what is wrong, and once it is whole its score."""
    books = connection.app.state.books
    return await lanes.reckon.run(entered, body, known(body.rulebook or DEFAULT_RULEBOOK, books), books)


@router.post(
    "/tables/{table}/entries",
    summary="What may be added to a win that is being entered at a table",
    openapi_extra=described(EntryBody),
)
async def entry_at_table(connection: Request, table: Table, body: Entry, lanes: OfApp) -> Entered:
    """As without a table, under its rulebook and the round in play, with what the record says against it."""
    books = connection.app.state.books
    plate = table.newest(Audience.STAFF)["round"]
    if plate is not None:
        names = {
            "dealer": "dealer",
            "prevailing_wind": "wind",
            "counters": "counters",
            "riichi_sticks": "riichi_sticks",
        }
        body = msgspec.structs.replace(body, **{name: plate[shown] for name, shown in names.items()})
    return await lanes.reckon.run(entered, body, table.rulebook, books, table.contradictions)
