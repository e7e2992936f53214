"""The ``jantaku score`` exchange: one JSON request in, one JSON answer out, the same for the CLI and the service."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final, TypeVar

import msgspec

from controller.errors import JantakuError
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import SEATS, From, Seat, Wind
from controller.riichi.tile import Tile
from controller.rulebooks.catalogue import known, published
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.score import DefaultLine, NoWin, PaymentLine, Score
from controller.scoring.scorer import score_win
from controller.scoring.win import Riichi, Win, WinBy
from controller.scoring.yaku import YAKU

MOST_CHARACTERS: Final = 1 << 16
_MOST_DETAIL: Final = 240
_MOST_COUNT: Final = 1000
_read: Final = msgspec.json.Decoder().decode
_write: Final = msgspec.json.Encoder().encode

T = TypeVar("T")


class RequestError(JantakuError):
    """A request that is not of the agreed shape; answered, never shown as a traceback."""


def answer_line(text: str, line: int, books: Mapping[str, Rulebook] | None = None) -> str:
    """The JSON answer to one line of JSON; a malformed one answers ``bad-request`` with the line's number."""
    try:
        if len(text) > MOST_CHARACTERS:
            raise RequestError(f"line of {len(text)} characters: expected at most {MOST_CHARACTERS}")
        request = _read(text)
    except RequestError as error:
        reply = _refused(error)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        reply = _refused(RequestError(f"not JSON: {error}"))
    else:
        reply = answer(request, books)
    if reply["ok"]:
        return _write(reply).decode()
    if reply["error"] == "bad-request":
        reply["line"] = line
    # A refusal may quote what no terminal can print, so it stays in ASCII.
    return json.dumps(reply)


def answer(request: object, books: Mapping[str, Rulebook] | None = None) -> dict[str, Any]:
    """The answer to one request; what is malformed or cannot exist answers ``bad-request`` with one line of detail.

    ``books``: those that a request may name; the published ones when left out.
    """
    try:
        if not isinstance(request, dict):
            raise RequestError(f"request is {_kind(request)}: expected an object")
        book = known(_text(request, "rulebook"), published() if books is None else books)
        win = win_of(request)
    except JantakuError as error:
        return _refused(error)
    outcome = score_win(win, book)
    if isinstance(outcome, NoWin):
        return {"ok": False, "error": outcome.error, "detail": outcome.detail, **_defaults(outcome)}
    return _told(outcome)


def _told(score: Score) -> dict[str, Any]:
    return {
        "ok": True,
        "han": score.han,
        "fu": score.fu,
        "yakuman": score.yakuman,
        "limit": None if score.limit is None else score.limit.value,
        "basic_points": score.basic_points,
        "yaku": [
            {"id": line.id, "ja": line.ja, "en": line.en, "han": line.han, "clause": line.clause}
            | ({"yakuman": line.yakuman} if line.yakuman else {})
            for line in score.yaku
        ],
        "dora": score.dora,
        "ura": score.ura,
        "red": score.red,
        "dora_lines": [
            {"id": line.id, "ja": line.ja, "en": line.en, "han": line.han, "clause": line.clause}
            for line in score.dora_lines
        ],
        "fu_lines": [
            {"id": line.id, "ja": line.ja, "en": line.en, "fu": line.fu, "clause": line.clause}
            for line in score.fu_lines
        ],
        "points": score.points,
        "payments": list(score.payments),
        "payment_lines": [payment_line(line) for line in score.payment_lines],
        "riichi_sticks_taken": score.riichi_sticks_taken,
        "ba_zoro": score.ba_zoro,
        **_defaults(score),
    }


def _defaults(answer: Score | NoWin) -> dict[str, Any]:
    return {"unstated": list(answer.unstated), "default_lines": [default_line(one) for one in answer.default_lines]}


def default_line(line: DefaultLine) -> dict[str, Any]:
    """A default that an answer rests on, as callers get it: the field's name and the reason."""
    return {
        "id": line.id,
        "ja": line.ja,
        "en": line.en,
        "reason_ja": line.reason_ja,
        "reason_en": line.reason_en,
    }


def payment_line(line: PaymentLine) -> dict[str, Any]:
    """A payment line as callers get it, ``amounts`` gained per seat."""
    return {"id": line.id, "ja": line.ja, "en": line.en, "amounts": list(line.amounts), "clause": line.clause}


def _refused(error: JantakuError) -> dict[str, Any]:
    detail = " ".join(str(error).split())
    if len(detail) > _MOST_DETAIL:
        detail = f"{detail[:_MOST_DETAIL]}…"
    return {"ok": False, "error": "bad-request", "detail": detail}


_FLAGS: Final = (
    "ippatsu",
    "last_tile",
    "replacement",
    "robbed_kong",
    "robbed_concealed_kong",
    "first_turn",
)
_FIELDS: Final = frozenset(
    {
        *("rulebook", "hand", "win", "by", "melds", "seat_wind", "prevailing_wind", "riichi", "tile_shown_apart"),
        *("dora_indicators", "ura_indicators", "counters", "riichi_sticks", "winner", "loser", "dealer", "liable"),
        *_FLAGS,
    }
)


def win_of(request: Mapping[str, object]) -> Win:
    """The win that a request is about; raises JantakuError for what is malformed or cannot exist."""
    if not request.keys() <= _FIELDS:
        raise RequestError(f"unknown field {sorted(set(request) - _FIELDS)[0]!r}")
    by = _choice(request, "by", _BY, WinBy.RON)
    dealer = _seat(request, "dealer") or Seat.A
    winner = _seat(request, "winner")
    wind = _wind(request, "seat_wind")
    if winner is None:
        winner = dealer.turn(wind or 0)
    elif wind is not None and (winner - dealer) % 4 != wind:
        raise RequestError(
            f"seat_wind {wind.letter} does not fit winner {int(winner)} with dealer {int(dealer)}: "
            f"expected {winner.wind(dealer).letter}"
        )
    loser = _seat(request, "loser")
    if loser is None and by is WinBy.RON:
        loser = winner.turn(2)
    liable = request.get("liable")
    return Win(
        _tiles(request, "hand", None),
        parse_tile(_text(request, "win")),
        by,
        _melds(request),
        _wind(request, "prevailing_wind") or Wind.EAST,
        winner,
        dealer,
        loser,
        _choice(request, "riichi", _RIICHI, Riichi.NONE),
        dora_indicators=_tiles(request, "dora_indicators", ()),
        ura_indicators=_tiles(request, "ura_indicators", ()),
        counters=_count(request, "counters"),
        riichi_sticks=_count(request, "riichi_sticks"),
        liable=None if liable is None or isinstance(liable, dict) else _seat(request, "liable"),
        liable_for=_liable_for(liable) if isinstance(liable, dict) else (),
        tile_shown_apart=_flag(request, "tile_shown_apart", True),
        **{name: _flag(request, name, False) for name in _FLAGS if name in request},
    )


def _liable_for(value: Mapping[str, object]) -> tuple[tuple[str, Seat], ...]:
    unknown = [yakuman for yakuman in value if yakuman not in _YAKU_IDS]
    if unknown:
        raise RequestError(f"liable names {unknown[0]!r}: expected ids of yakuman, such as DAISANGEN")
    seats = {yakuman: _seat({"liable": seat}, "liable") for yakuman, seat in value.items()}
    return tuple([(yakuman, seat) for yakuman, seat in seats.items() if seat is not None])


_YAKU_IDS: Final = frozenset(yaku.id for yaku in YAKU)


def _melds(request: Mapping[str, object]) -> tuple[Meld, ...]:
    value = request.get("melds")
    if value is None:
        return ()
    if not isinstance(value, list):
        raise RequestError(f"melds is {_kind(value)}: expected a list")
    return tuple([_meld(entry, place) for place, entry in enumerate(value)])


def _meld(entry: object, place: int) -> Meld:
    if not isinstance(entry, dict):
        raise RequestError(f"melds[{place}] is {_kind(entry)}: expected an object")
    if not entry.keys() <= _MELD_FIELDS:
        raise RequestError(f"melds[{place}] has unknown field {sorted(set(entry) - _MELD_FIELDS)[0]!r}")
    source, called = entry.get("from"), entry.get("called")
    if source is not None and _text(entry, "from") not in _SOURCES:
        raise RequestError(f"melds[{place}] from {source!r}: expected left, across or right")
    kind = _choice(entry, "kind", _MELD_KINDS, None)
    return _laid(kind, _text(entry, "tiles"), None if called is None else _text(entry, "called"), source)


# The same few melds are laid again and again.
@lru_cache(maxsize=1 << 14)
def _laid(kind: MeldKind, tiles: str, called: str | None, source: str | None) -> Meld:
    claimed = None if called is None else parse_tile(called)
    return Meld(kind, parse_tiles(tiles), claimed, None if source is None else _SOURCES[source])


_MELD_FIELDS: Final = frozenset({"kind", "tiles", "called", "from"})
_SOURCES: Final = {source.name.lower(): source for source in From}
_MELD_KINDS: Final = {kind.value: kind for kind in MeldKind}
_BY: Final = {by.value: by for by in WinBy}
_RIICHI: Final = {riichi.value: riichi for riichi in Riichi}


def _tiles(request: Mapping[str, object], name: str, default: tuple[Tile, ...] | None) -> tuple[Tile, ...]:
    value = request.get(name)
    if default is not None and not value and value in (None, ""):
        return default
    return parse_tiles(_text(request, name))


def _text(request: Mapping[str, object], name: str) -> str:
    value = request.get(name)
    if not isinstance(value, str):
        raise RequestError(f"{name} is {_kind(value)}: expected a text")
    return value


def _flag(request: Mapping[str, object], name: str, default: bool) -> bool:
    value = request.get(name, default)
    if not isinstance(value, bool):
        raise RequestError(f"{name} is {_kind(value)}: expected true or false")
    return value


def _count(request: Mapping[str, object], name: str) -> int:
    value = request.get(name, 0)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= _MOST_COUNT:
        raise RequestError(
            f"{name} is {value if isinstance(value, int) else _kind(value)}: expected 0 to {_MOST_COUNT}"
        )
    return value


def _seat(request: Mapping[str, object], name: str) -> Seat | None:
    value = request.get(name)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= 3:
        raise RequestError(f"{name} is {value if isinstance(value, int) else _kind(value)}: expected a seat, 0 to 3")
    return SEATS[value]


def _wind(request: Mapping[str, object], name: str) -> Wind | None:
    value = request.get(name)
    if value is None:
        return None
    if not isinstance(value, str) or value not in _WINDS:
        raise RequestError(f"{name} is {value if isinstance(value, str) else _kind(value)!r}: expected E, S, W or N")
    return _WINDS[value]


_WINDS: Final = {wind.letter: wind for wind in Wind}


def _choice(request: Mapping[str, object], name: str, choices: Mapping[str, T], default: T | None) -> T:
    value = request.get(name)
    if value is None and default is not None:
        return default
    choice = choices.get(_text(request, name))
    if choice is None:
        raise RequestError(f"{name} is {value!r}: unknown; see jantaku score --help")
    return choice


def _kind(value: object) -> str:
    return _KINDS.get(type(value), "absent" if value is None else "of another kind")


_KINDS: Final[dict[type, str]] = {
    str: "a text",
    bool: "true or false",
    int: "a number",
    float: "a number",
    list: "a list",
    dict: "an object",
}
