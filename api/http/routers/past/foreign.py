"""Game records of other programs: their games, their wins scored under a rulebook, and conversion between formats."""

import io
import zipfile
from collections.abc import Mapping
from typing import Annotated, Any, Final

from fastapi import APIRouter, Query, Request, Response

from api.http.body import Answer, expect_kind
from api.http.lanes import OfApp
from api.http.problems import RefusedError
from api.http.routers.past.foreign_schemas import LoggedGamesJson, LoggedRoundsJson
from api.http.routers.past.history import Game
from controller.errors import RecordError
from controller.records.formats import RecordFormat
from controller.records.logs import LoggedGame
from controller.rulebooks.catalogue import DEFAULT_RULEBOOK, find_rulebook
from controller.rulebooks.rulebook import Rulebook
from controller.text import Text

router = APIRouter(prefix="/api/v1/records", tags=["records"])

_KIND: Final = "application/octet-stream"
_FILE: Final[dict[str, Any]] = {
    "requestBody": {"required": True, "content": {_KIND: {"schema": {"type": "string", "format": "binary"}}}}
}
_UNPACKED: Final = 16 << 20
"""Maximum bytes of an upload after decompression; chosen: some four thousand games. The CLI takes larger files."""


@router.post(
    "", summary="The games that a file of records holds, and one of them with its wins scored", openapi_extra=_FILE
)
async def read(
    request: Request,
    lanes: OfApp,
    game: Game = None,
    rulebook: Annotated[
        str, Query(description="whose wins; of the record's own book, if it is known, when left out")
    ] = "",
) -> Answer[LoggedRoundsJson] | Answer[LoggedGamesJson]:
    """``games`` with assumptions, ``refused`` with what could not be read. ``game``: adds the ``rounds`` of that game.

    ``passed_over``: files of an archive that are not game records. The format is recognised by content: tenhou.net/6
    and its addresses, mjlog, mjai, majiang, Mahjong Soul; gzip, zip and tar.
    """
    raw, books = await _sent(request), request.app.state.books
    return await lanes.record.run(_read, raw, game, rulebook, books)


@router.post(
    "/{form}",
    summary="The games of a file of records in another format",
    openapi_extra=_FILE,
    response_class=Response,
    responses={
        200: {
            "description": "A record, or a zip of one a game",
            "content": {kind: {} for kind in (*(form.media for form in RecordFormat), "application/zip")},
        }
    },
)
async def turned(request: Request, lanes: OfApp, form: RecordFormat, game: Game = None) -> Response:
    """As written by ``jantaku convert``: several games as an archive of files, or as one table of rounds."""
    return await lanes.record.run(_turned, await _sent(request), form, game)


async def _sent(request: Request) -> bytes:
    # Another site's page can post this media type only after a CORS preflight, which fails here.
    expect_kind(request, _KIND)
    return await request.body()


def _read(
    raw: bytes, game: int | None, rulebook: str, books: Mapping[str, Rulebook]
) -> LoggedRoundsJson | LoggedGamesJson:
    # The record formats are loaded with the first upload.
    from api.http.routers.past.foreign_wins import listed, rounds_json
    from api.record_files import is_wrong

    found, refused = _games(raw)
    body: LoggedGamesJson = {
        "games": [listed(number, each) for number, each in enumerate(found, 1)],
        "refused": [str(error) for error in refused if is_wrong([error])],
        "passed_over": [str(error) for error in refused if not is_wrong([error])],
    }
    if game is not None and found:
        chosen = _one(found, game)
        own = chosen.game.rulebook if chosen.game.rulebook in books else DEFAULT_RULEBOOK
        book = find_rulebook(rulebook or own, books)
        return {**body, "game": game, "rulebook": book.id, "rounds": rounds_json(chosen, book)}
    return body


def _turned(raw: bytes, form: RecordFormat, game: int | None) -> Response:
    from api.record_files import written

    found, refused = _games(raw)
    if game is not None:
        found = [_one(found, game)]
    if not found:
        why = [each.said for each in refused] or [Text("対局がありません。", "no game in it")]
        raise RefusedError(Text("".join(each.ja for each in why), "; ".join(each.en for each in why)))
    played, ending = [each.game for each in found], form.endings[0]
    if len(played) == 1 or form.is_table:
        return _file(written(form, played).encode(), f"games{ending}", form.media)
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, each in enumerate(played, 1):
            archive.writestr(f"game-{number}{ending}", written(form, [each]))
    return _file(out.getvalue(), "games.zip", "application/zip")


def _games(raw: bytes) -> tuple[list[LoggedGame], list[RecordError]]:
    from api.record_files import read_bytes

    found, refused = list[LoggedGame](), list[RecordError]()
    try:
        found.extend(read_bytes(raw, refused, _UNPACKED))
    except RecordError as error:
        refused.append(error)
    return found, refused


def _one(found: list[LoggedGame], game: int) -> LoggedGame:
    if game > len(found):
        raise RefusedError(
            Text(f"{game}番目の対局はありません。{len(found)}局あります。", f"no game {game}: there are {len(found)}"),
            404,
        )
    return found[game - 1]


def _file(content: bytes, name: str, kind: str) -> Response:
    return Response(content, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})
