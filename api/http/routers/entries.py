"""``/api/v1/entries`` and ``/api/v1/tables/{table}/entries``: a win while it is being entered."""

import msgspec
from fastapi import APIRouter, Request

from api.http.body import Answer, JsonOf
from api.http.lanes import OfApp
from api.http.routers.tables import Table
from api.http.schemas.entry import EntryBody, EntryJson, entered
from controller.rulebooks.catalogue import DEFAULT_RULEBOOK, find_rulebook
from controller.views.gate import Audience

router = APIRouter(prefix="/api/v1", tags=["entries"])
Entry = JsonOf[EntryBody]
Entered = Answer[EntryJson]


@router.post("/entries", summary="What may be added to a win that is being entered")
async def entry(connection: Request, body: Entry, lanes: OfApp) -> Entered:
    """Legal tiles, groups, melds and circumstances; problems of the entry; the score once it is complete."""
    books = connection.app.state.books
    return await lanes.reckon.run(entered, body, find_rulebook(body.rulebook or DEFAULT_RULEBOOK, books), books)


@router.post(
    "/tables/{table}/entries",
    summary="What may be added to a win that is being entered at a table",
)
async def entry_at_table(connection: Request, table: Table, body: Entry, lanes: OfApp) -> Entered:
    """Like ``/entries``, under the table's rulebook and round in play, with contradictions to the table's record."""
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
