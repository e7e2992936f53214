"""The ``jantaku score`` exchange: one JSON request in, one JSON answer out, the same for the CLI and the service."""

import json
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final, NoReturn

import msgspec

from api.http.schemas.score_answers import written
from api.http.schemas.wire import malformed
from controller.errors import HandError, JantakuError
from controller.memo import Memo
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import SEATS, From, Seat, Wind
from controller.rulebooks.catalogue import find_rulebook, published
from controller.rulebooks.doubts import rests_on
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.chips import chips_of
from controller.scoring.hand.defaults_used import default_lines
from controller.scoring.hand.yaku import YAKU
from controller.scoring.score import Score
from controller.scoring.scorer import score_win
from controller.scoring.win import NOT_TOLD, OF_THE_SET, Riichi, Win, WinBy, unreachable
from controller.text import Text

REFUSED: Final = '{"ok": false, "error": "bad-request"'
"""Start of the answer to a malformed line."""
MOST_CHARACTERS: Final = 1 << 16
_MOST_DETAIL: Final = 240

Count = Annotated[int, msgspec.Meta(ge=0, le=1000)]
SeatNumber = Annotated[int, msgspec.Meta(ge=0, le=3)]


class MeldBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A meld of a request."""

    kind: str
    tiles: str
    called: str | None = None
    source: str | None = msgspec.field(default=None, name="from")


class ScoreRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request as JSON; ``liable``: one seat, or seats by id of yakuman; other fields as in ``Win``.

    With ``han`` or ``yakuman`` the value replaces the tiles: ``hand`` is then empty, ``win`` may be.
    """

    rulebook: str
    hand: str
    win: str
    by: str = "ron"
    melds: tuple[MeldBody, ...] | None = None
    seat_wind: str | None = None
    prevailing_wind: str | None = None
    riichi: str | None = None
    ippatsu: bool = False
    last_tile: bool = False
    replacement: bool = False
    robbed_kong: bool = False
    robbed_concealed_kong: bool = False
    first_turn: bool = False
    dora_indicators: str | None = None
    ura_indicators: str | None = None
    counters: Count = 0
    riichi_sticks: Count = 0
    winner: SeatNumber | None = None
    loser: SeatNumber | None = None
    dealer: SeatNumber | None = None
    liable: SeatNumber | dict[str, SeatNumber] | None = None
    tile_shown_apart: bool = True
    kong_fed_by: SeatNumber | None = None
    loser_in_riichi: bool = False
    norths: Annotated[int, msgspec.Meta(ge=0, le=4)] = 0
    han: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    fu: Annotated[int, msgspec.Meta(ge=0, le=200)] = 0
    yakuman: Annotated[int, msgspec.Meta(ge=0, le=6)] = 0


class RequestError(JantakuError):
    """A malformed request; it is answered, never shown as a traceback."""


def answer_line(text: str, line: int, books: Mapping[str, Rulebook] | None = None) -> str:
    """Return the JSON answer to one line of JSON.

    The answer to a malformed line starts with ``REFUSED`` and has the line's number.
    """
    try:
        if len(text) > MOST_CHARACTERS:
            raise RequestError(f"line of {len(text)} characters: expected at most {MOST_CHARACTERS}")
        return _score_bytes(read_request(text), books).decode()
    except JantakuError as error:
        reply = _refused(error)
    except msgspec.ValidationError as error:
        reply = _refused(RequestError(_plain(error)))
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        reply = _refused(RequestError(f"not JSON: {error}"))
    # A refusal may quote unprintable characters, so it is escaped to ASCII.
    return json.dumps(reply | {"line": line})


def answer(request: object, books: Mapping[str, Rulebook] | None = None) -> dict[str, Any]:
    """Return the answer to one request; a malformed or impossible one gives ``bad-request`` with one line of detail.

    ``books``: rulebooks that a request may name, by default the published ones.
    """
    try:
        reply: dict[str, Any] = msgspec.json.decode(_score_bytes(_checked(request), books))
    except JantakuError as error:
        return _refused(error)
    return reply


class _UnreachedError(HandError):
    """A win that no game under the rulebook can reach; ``names``: doubtful fields that this conclusion rests on."""

    def __init__(self, why: HandError, book: Rulebook, names: tuple[str, ...]) -> None:
        super().__init__(why.said)
        self.book, self.names = book, names


def _score_bytes(request: ScoreRequest, books: Mapping[str, Rulebook] | None) -> bytes:
    book = find_rulebook(request.rulebook, published() if books is None else books)
    win = win_from(request, len(book.seats))
    try:
        score = score_win(win, book)
    except HandError as error:
        raise _UnreachedError(error, book, rests_on(book, lambda law: unreachable(win, law), *OF_THE_SET)) from error
    chips = chips_of(score, win, book) if isinstance(score, Score) and book.scoring.chips.value else None
    return written(score, book, chips)


read_request: Final = msgspec.json.Decoder(ScoreRequest).decode


def _refused(error: JantakuError) -> dict[str, Any]:
    reason = Text(*map(_cut, error.said))
    doubts: dict[str, Any] = {}
    if isinstance(error, _UnreachedError) and error.names:
        lines = [each._asdict() for each in default_lines(error.book, error.names)]
        doubts = {"unstated": [*error.names], "default_lines": lines}
    return {"ok": False, "error": "bad-request", "detail": reason.en, "reason": reason.to_json(), **doubts}


def _cut(line: str) -> str:
    whole = " ".join(line.split())
    return f"{whole[:_MOST_DETAIL]}…" if len(whole) > _MOST_DETAIL else whole


def win_of(request: Mapping[str, object]) -> Win:
    """Return the win of a request, under any rulebook; raises JantakuError for a malformed or impossible one."""
    return win_from(_checked({"rulebook": "", **request}))


def _checked(request: object) -> ScoreRequest:
    try:
        return msgspec.convert(request, ScoreRequest)
    except msgspec.ValidationError as error:
        raise RequestError(_plain(error)) from None


def _plain(error: Exception) -> Text:
    """Return msgspec's message without its markup, in which ``$`` stands for the request."""
    what, _, where = str(error).replace("`", "").partition(" - at $")
    en = str(error).replace("`", "").replace(" - at $.", " at ").replace(" - at $", " in the request")
    return Text(malformed(what, where.removeprefix(".")).ja, en)


def win_from(request: ScoreRequest, players: int = len(SEATS)) -> Win:
    """Return the win of a well-formed request among ``players``; raises JantakuError for an impossible one."""
    by = _BY.get(request.by) or _refuse("by", request.by, _BY)
    riichi = _RIICHI.get(request.riichi or "none") or _refuse("riichi", request.riichi, _RIICHI)
    dealer = SEATS[request.dealer or 0]
    wind = _wind("seat_wind", request.seat_wind)
    if request.winner is None:
        winner = Seat((dealer + (wind or 0)) % players)
    else:
        winner = SEATS[request.winner]
        if wind is not None and (winner - dealer) % players != wind:
            raise RequestError(
                Text(
                    "自風と、アガった人・親の席が合いません。",
                    f"seat_wind {wind.letter} does not fit winner {int(winner)} with dealer {int(dealer)}: "
                    f"expected {Wind((winner - dealer) % players).letter}",
                )
            )
    loser = None if request.loser is None else SEATS[request.loser]
    if loser is None and by is WinBy.RON:
        # In the first turn the dealer discards before anybody can win by ron.
        loser = dealer if request.first_turn and winner is not dealer else Seat((winner + 2) % players)
    liable = request.liable
    told = (request.han, request.fu, request.yakuman) if request.han or request.yakuman else None
    return Win(
        parse_tiles(request.hand) if told is None or request.hand else (),
        parse_tile(request.win) if told is None or request.win else NOT_TOLD,
        by,
        tuple([MELDS[meld] for meld in request.melds]) if request.melds else (),
        _wind("prevailing_wind", request.prevailing_wind) or Wind.EAST,
        winner,
        dealer,
        loser,
        riichi,
        request.ippatsu,
        request.last_tile,
        request.replacement,
        request.robbed_kong,
        request.robbed_concealed_kong,
        request.first_turn,
        parse_tiles(request.dora_indicators) if request.dora_indicators else (),
        parse_tiles(request.ura_indicators) if request.ura_indicators else (),
        request.counters,
        request.riichi_sticks,
        SEATS[liable] if isinstance(liable, int) else None,
        _liable_for(liable) if isinstance(liable, dict) else (),
        request.tile_shown_apart,
        None if request.kong_fed_by is None else SEATS[request.kong_fed_by],
        request.loser_in_riichi,
        request.norths,
        told,
    )


def _liable_for(seats: Mapping[str, int]) -> tuple[tuple[str, Seat], ...]:
    unknown = [yakuman for yakuman in seats if yakuman not in _YAKU_IDS]
    if unknown:
        raise RequestError(
            Text(
                f"責任払いの役満「{unknown[0]}」は知られていません。",
                f"liable names {unknown[0]!r}: expected ids of yakuman, such as DAISANGEN",
            )
        )
    return tuple([(yakuman, SEATS[seat]) for yakuman, seat in seats.items()])


_YAKU_IDS: Final = frozenset(yaku.id for yaku in YAKU)


def _laid(body: MeldBody) -> Meld:
    claimed = None if body.called is None else parse_tile(body.called)
    laid = _MELD_KINDS.get(body.kind) or _refuse("kind of a meld", body.kind, _MELD_KINDS)
    source = body.source
    side = None if source is None else _SOURCES.get(source) or _refuse("from of a meld", source, _SOURCES)
    return Meld(laid, parse_tiles(body.tiles), claimed, side)


# Few distinct melds occur.
MELDS: Final = Memo(_laid, 1 << 14)
_SOURCES: Final = {source.name.lower(): source for source in From}
_MELD_KINDS: Final = {kind.value: kind for kind in MeldKind}
_BY: Final = {by.value: by for by in WinBy}
_RIICHI: Final = {riichi.value: riichi for riichi in Riichi}
_WINDS: Final[dict[str | None, Wind | None]] = {None: None, **{wind.letter: wind for wind in Wind}}


def _wind(name: str, letter: str | None) -> Wind | None:
    if letter not in _WINDS:
        _refuse(name, letter, _WINDS)
    return _WINDS[letter]


def _refuse(name: str, value: object, known: Iterable[str | None]) -> NoReturn:
    raise RequestError(f"{name} is {value!r}: expected {', '.join(filter(None, known))}")
