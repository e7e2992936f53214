"""Rules without a table: ``/api/v1/scores``, ``/photos``, ``/standings``, ``/rulebooks`` and ``/faults``."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, TypedDict

import msgspec
from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import JSONResponse

from api.http.body import Answer, JsonBody, JsonOf, expect_kind
from api.http.lanes import OfApp
from api.http.problems import RefusedError
from api.http.schemas.score_answers import NoWinJson, ScoreJson
from api.http.schemas.scores import ScoreRequest, answer
from api.http.schemas.standings import EventBody, StandingsJson
from api.http.schemas.standings import answer as standings_answer
from api.photos.schemas import PhotoJson
from api.rulebooks.briefing import BriefingJson
from api.rulebooks.briefing import as_json as briefing_json
from controller.journal.codec import plain
from controller.journal.events import DuePenalty, DueRemedy, Severity
from controller.referee.faults.kinds import is_of_machine, likely_in
from controller.referee.faults.manners import is_manner
from controller.referee.faults.penalties import due_penalty, effect
from controller.referee.faults.remedies import due_remedy, is_doubtful, is_lawful
from controller.referee.faults.spoken import search_keys
from controller.rulebooks.catalogue import DEFAULT_RULEBOOK, find_rulebook
from controller.rulebooks.cited import cited
from controller.rulebooks.names.values import VALUE_NAMES
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.penalties import AfterChombo, BesideWin, Penalty
from controller.text import NamedJson, Text, TextJson
from vision.capture.picture_files import MEDIA_TYPES

router = APIRouter(prefix="/api/v1")

# Longer lists are for `jantaku score --json`.
MOST_HANDS: Final = 1000
_BYTES = {"type": "string", "format": "binary"}
_BODY = {"requestBody": {"required": True, "content": {kind: {"schema": _BYTES} for kind in MEDIA_TYPES}}}
Scored = Answer[ScoreJson] | Answer[NoWinJson]
OneOrMany = dict[str, Any] | Annotated[list[dict[str, Any]], msgspec.Meta(max_length=MOST_HANDS)]


@router.post(
    "/scores",
    tags=["scores"],
    summary="Score one hand, or a list of hands",
    response_model=Scored | list[Scored],
)
async def scores(
    connection: Request, lanes: OfApp, request: Annotated[OneOrMany, Depends(JsonBody(OneOrMany, ScoreRequest))]
) -> Response:
    """One answer per request, as from ``jantaku score --json``; a list gives a list."""
    books = connection.app.state.books

    def reckoned() -> Response:
        return JSONResponse(
            [answer(one, books) for one in request] if isinstance(request, list) else answer(request, books)
        )

    return await lanes.reckon.run(reckoned)


@router.post(
    "/photos", tags=["scores"], summary="Read the tiles of a photo, and the hand that they make", openapi_extra=_BODY
)
async def photo(request: Request, lanes: OfApp) -> Answer[PhotoJson]:
    """Tiles with positions and confidences. ``hand``: a request for ``/scores``, or null with the reason in ``why``."""
    expect_kind(request, *MEDIA_TYPES)
    # Image decoding is loaded with the first photo.
    from api.photos.reading import read_photo

    return await lanes.photo.run(read_photo, await request.body())


class BookJson(NamedJson):
    """A rulebook in the list."""

    unverified: int


@router.get("/rulebooks", tags=["scores"], summary="Rulebooks by id and name")
def rulebooks(connection: Request) -> list[Answer[BookJson]]:
    """All rulebooks, including the tables' house rules. ``unverified``: number of fields whose text was not read."""
    return [
        {"id": book.id, "ja": book.ja, "en": book.en, "unverified": len(book.unverified)}
        for book in connection.app.state.books.values()
    ]


@router.get(
    "/rulebooks/{first}/differences/{second}",
    tags=["rulebooks"],
    summary="What differs between two rulebooks, in words and in the order of play",
)
async def rulebook_differences(connection: Request, first: str, second: str, lanes: OfApp) -> Answer[BriefingJson]:
    """By part, each difference as one sentence per rulebook in both languages, with clause and doubt."""
    books = connection.app.state.books
    return await lanes.reckon.run(briefing_json, _book(first, books), _book(second, books))


@router.post("/standings", tags=["standings"], summary="Standings of an event from its games")
async def event_standings(connection: Request, event: JsonOf[EventBody], lanes: OfApp) -> Answer[StandingsJson]:
    """Ranks, points line by line, ties, qualification and tables of the last game, as ``jantaku standings --json``."""
    book = find_rulebook(event.rulebook or DEFAULT_RULEBOOK, connection.app.state.books)
    return await lanes.reckon.run(standings_answer, event, book)


class PenaltyJson(NamedJson):
    """A penalty that a referee may impose."""

    effect: TextJson
    ends_round: bool


class DueJson(TypedDict):
    """The consequence that a rulebook prescribes for a fault."""

    text: TextJson
    clause: str
    cited: TextJson


class KnownFault(TypedDict):
    """A kind of fault with what a rulebook says about it."""

    code: str
    severity: str
    name: TextJson
    manner: bool
    machine: bool
    doubtful: bool
    needs_seat: bool
    keys: tuple[str, ...]
    sources: list[str]
    remedy: DueJson
    penalty: DueJson | None


class FaultsJson(TypedDict):
    """The faults of a rulebook, and the rulings that are possible."""

    rulebook: str
    faults: list[KnownFault]
    penalties: list[PenaltyJson]
    after: list[NamedJson]
    beside_win: list[NamedJson]


@router.get("/faults", tags=["rulebooks"], summary="Every fault by code, with clause, remedy and penalty of a rulebook")
def faults(connection: Request, rulebook: str = DEFAULT_RULEBOOK, phase: str = "") -> Answer[FaultsJson]:
    """The faults of a rulebook; the penalties and their sequels that a referee may impose.

    ``phase``: of a table; likely faults then come first, otherwise they are in the order of the catalogue. ``keys``:
    words for searching. ``machine``: not an act of a player. ``doubtful``: only noted, unless the venue shares the
    reading.
    """
    book = _book(rulebook, connection.app.state.books)
    return {
        "rulebook": book.id,
        "faults": [
            {
                "code": entry.code,
                "severity": entry.severity.value,
                "name": entry.name.to_json(),
                "manner": is_manner(entry.code) and entry.severity is Severity.NOTE,
                "machine": is_of_machine(entry.code),
                "doubtful": is_doubtful(entry.code, book),
                "needs_seat": entry.needs_seat,
                "keys": search_keys(entry),
                "sources": [source.value for source in entry.sources],
                "remedy": _due(due_remedy(entry.code, book, None), book),
                "penalty": None if (due := due_penalty(entry.code, book)) is None else _due(due, book),
            }
            for entry in likely_in(phase)
            if not is_lawful(entry.code, book)
        ],
        "penalties": [
            {**_named(each), "effect": effect(each, book).to_json(), "ends_round": each.ends_round} for each in Penalty
        ],
        "after": [_named(each) for each in AfterChombo],
        "beside_win": [_named(each) for each in BesideWin],
    }


def _named(each: Penalty | AfterChombo | BesideWin) -> NamedJson:
    return {"id": each.value, **VALUE_NAMES[each].to_json()}


def _due(due: DueRemedy | DuePenalty, book: Rulebook) -> Any:
    return {**plain(due), "cited": plain(cited(book, due.clause))}


def _book(name: str, books: Mapping[str, Rulebook]) -> Rulebook:
    book = books.get(name)
    if book is None:
        raise RefusedError(
            Text(f"規定「{name}」は登録されていません。", f"no rulebook {name!r}: known are {', '.join(books)}"), 404
        )
    return book
