"""Past rounds of a table, act by act, and its games as records for other programs."""

from typing import Annotated, Any, Literal
from urllib.parse import quote

from fastapi import APIRouter, Path, Query, Response

from api.access.refusals import DeniedError
from api.http.body import AnswerOf
from api.http.lanes import OfApp
from api.http.routers.tables import Table
from controller.records.formats import RecordFormat
from controller.text import Text
from controller.views.gate import Audience
from controller.views.history import ActView, RoundEntryView

router = APIRouter(prefix="/api/v1/tables/{table}", tags=["history"])

Who = Literal["public", "staff"]
Ordinal = Annotated[int, Path(ge=1, le=1_000_000, description="which round of the sitting, from 1")]
Game = Annotated[int | None, Query(ge=1, le=100_000, description="one game of the sitting, from 1")]


def _attached(name: str) -> str:
    """Return a Content-Disposition value for a download under any Unicode file name (RFC 6266, RFC 8187)."""
    plain = name.encode("ascii", "replace").decode().replace("?", "_")
    return f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name)}"


@router.get("/rounds", summary="Every round that was played, with its result")
async def rounds(
    table: Table, lanes: OfApp, game: Game = None, audience: Who = "public"
) -> list[Annotated[dict[str, Any], AnswerOf(RoundEntryView)]]:
    """In order, each with scores before and after; the round in play has no result yet."""
    return [*await lanes.reckon.run(table.history.rounds, Audience(audience), game)]


@router.get("/rounds/{ordinal}", summary="One round act by act")
async def steps(
    table: Table, ordinal: Ordinal, lanes: OfApp, audience: Who = "public"
) -> list[Annotated[dict[str, Any], AnswerOf(ActView)]]:
    """Changes of the table's view by each act, as on its live feed; the first change is the complete view.

    For the staff, an act names the fault or question it raised; its frames are under ``evidence``.
    """
    found = await lanes.reckon.run(table.history.steps, ordinal, Audience(audience))
    if found is None:
        why = Text(f"{ordinal}番目の局はこの卓にありません", f"no round {ordinal} of this table")
        raise DeniedError(404, "round-unknown", why)
    return found


@router.get(
    "/record",
    summary="The finished rounds as a record for other programs",
    response_class=Response,
    responses={200: {"description": "A record", "content": {"application/json": {}, "text/csv": {}, "text/plain": {}}}},
)
async def record(
    table: Table,
    lanes: OfApp,
    form: Annotated[RecordFormat, Query(alias="format", description="what to write")],
    game: Game = None,
    hands: Annotated[Literal["released"] | None, Query(description="with concealed hands as far as released")] = None,
) -> Response:
    """As written by ``jantaku export``, without concealed hands, or with those released."""

    def made() -> Response:
        # The record formats are loaded with the first request.
        from api.record_files import recorded, written

        # Read before the records: a release is never undone, and a round released meanwhile is left out completely.
        released = table.released_rounds() if hands else frozenset[int]()
        played = recorded(list(table.records()), table.rulebook, released)
        if game is not None and game > len(played):
            why = Text(
                f"対局{game}はこの卓にありません。終わった局のある対局: {len(played)}",
                f"no game {game}: {len(played)} have finished rounds",
            )
            raise DeniedError(404, "game-unknown", why)
        text = written(form, played if game is None else played[game - 1 : game])
        name = f"{table.name}{'' if game is None else f'-{game}'}{form.endings[0]}"
        return Response(text, media_type=form.media, headers={"content-disposition": _attached(name)})

    return await lanes.reckon.run(made)
