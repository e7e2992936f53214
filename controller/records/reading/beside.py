"""Data without a field in a format, as plain values under one key, so that no conversion loses recorded facts.

Both JSON formats carry it, and other programs ignore it; it contains only facts that the record has.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

from controller.errors import NotationError, RecordError
from controller.records.reading import json_fields as fields
from controller.records.record import (
    DrawName,
    DrawNote,
    GameRecord,
    RoundRecord,
    ScoreNote,
    WinNote,
    YakuNote,
)
from controller.riichi.notation import parse_tile
from controller.riichi.seat import SEATS
from controller.scoring.score import Limit

KEY: Final = "jantaku"
"""The key; no other program uses this name."""
_Put = Callable[[Any, str], Any]


@dataclass(frozen=True, slots=True)
class _Plain:
    """Codec of a field: ``told`` converts to a plain value, ``read`` converts back and raises RecordError."""

    told: Callable[[Any], Any]
    read: _Put


def _text(value: Any, where: str) -> str:
    return fields.of_kind(value, str, where)


def _flag(value: Any, where: str) -> bool:
    return fields.of_kind(value, bool, where)


def _seconds(value: Any, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise RecordError(f"{where}: expected seconds since 1970, got {fields.short(value)}")
    return float(value)


def _points(value: Any, where: str) -> Fraction:
    try:
        return Fraction(fields.of_kind(value, str, where))
    except (ValueError, ZeroDivisionError):
        raise RecordError(f"{where}: expected points, got {fields.short(value)}") from None


def _three(value: Any, where: str) -> tuple[int, int, int]:
    man, pin, sou = (fields.natural(each, where) for each in fields.row(value, int, where, 3))
    return man, pin, sou


def _two(value: Any, where: str) -> tuple[str, str]:
    first, second = fields.row(value, str, where, 2)
    return first, second


def _totals(value: Any, where: str) -> tuple[Fraction, ...]:
    return tuple(_points(each, where) for each in fields.row(value, str, where, len(SEATS)))


def _names(value: Any, where: str) -> tuple[str, ...]:
    return tuple(fields.row(value, str, where, len(SEATS)))


def _hands(value: Any, where: str) -> Any:
    hands = fields.row(value, str, where, len(SEATS))
    return tuple(None if not hand else tuple(map(_tile, hand.split(" "))) for hand in hands)


def _tile(name: str) -> Any:
    try:
        return parse_tile(name)
    except NotationError:
        raise RecordError(f"{KEY}: {name!r} is no tile") from None


def _as_it_is(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value


_FOUR: Final = _Plain(_as_it_is, fields.four)
_GAME: Final = MappingProxyType(
    {
        "title": _Plain(_as_it_is, _two),
        "rulebook": _Plain(_as_it_is, _text),
        "east_only": _Plain(_as_it_is, _flag),
        "red_fives": _Plain(_as_it_is, _three),
        "open_tanyao": _Plain(_as_it_is, _flag),
        "rules": _Plain(_as_it_is, _text),
        "own_rules": _Plain(_as_it_is, _text),
        "final_scores": _FOUR,
        "final_totals": _Plain(lambda totals: [str(each) for each in totals], _totals),
        "final_chips": _FOUR,
        "ref": _Plain(_as_it_is, _text),
        "begun": _Plain(_as_it_is, _seconds),
        "ended": _Plain(_as_it_is, _seconds),
    }
)
_ROUND: Final = MappingProxyType(
    {
        "riichi_stick": _Plain(_as_it_is, fields.natural),
        "laid": _FOUR,
        "chips": _FOUR,
        "players": _Plain(_as_it_is, _names),
        "shown": _Plain(
            lambda hands: ["" if hand is None else " ".join(map(str, hand)) for hand in hands],
            _hands,
        ),
    }
)


_OPEN: Final = ("east_only", "red_fives", "open_tanyao")
"""Fields that a record may leave undefined but a format always defines."""


def of_game(game: GameRecord, held: GameRecord) -> dict[str, Any]:
    """Return the data of the game that a format lacks; ``held``: the game as the format represents it."""
    return _differences(game, held, _GAME)


def of_round(one: RoundRecord, held: RoundRecord) -> dict[str, Any]:
    """Return the same for a round, except its tiles, its deltas and who won from whom."""
    told = _differences(one, held, _ROUND)
    told = {name: value for name, value in told.items() if value is not None}
    if one.deposits == replace(held, laid=None).deposits:
        told.pop("laid", None)
    if isinstance(one.result, DrawNote) and isinstance(held.result, DrawNote):
        if one.result.name is not held.result.name:
            told["draw"] = one.result.name.value
        if one.result.tenpai is not None and one.result.tenpai != held.result.tenpai:
            told["tenpai"] = list(one.result.tenpai)
    elif one.result != held.result:
        told["wins"] = [None if win == other else _win(win) for win, other in zip(one.wins, held.wins, strict=True)]
    return told


def put_game(game: GameRecord, told: Any, where: str) -> GameRecord:
    """Return the game with that data added; raises RecordError."""
    return replace(game, **_read(told, _GAME, where))


def put_round(one: RoundRecord, told: Any, where: str) -> RoundRecord:
    """Return the round with that data added; raises RecordError."""
    told = fields.of_kind(told, dict, where)
    one = replace(one, **_read(told, _ROUND, where))
    if isinstance(one.result, DrawNote):
        result = one.result
        if "draw" in told:
            result = replace(result, name=_named(DrawName, told["draw"], where))
        if "tenpai" in told:
            a, b, c, d = fields.row(told["tenpai"], bool, where, len(SEATS))
            result = replace(result, tenpai=(a, b, c, d))
        return replace(one, result=result)
    wins = fields.of_kind(told.get("wins", []), list, where)
    if len(wins) != len(one.result):
        return one
    pairs = zip(one.result, wins, strict=True)
    return replace(one, result=tuple(win if each is None else _put_win(win, each, where) for win, each in pairs))


def _differences(of: Any, held: Any, plain: Mapping[str, _Plain]) -> dict[str, Any]:
    values = ((name, getattr(of, name), getattr(held, name)) for name in plain)
    return {name: None if value is None else plain[name].told(value) for name, value, there in values if value != there}


def _read(told: Any, plain: Mapping[str, _Plain], where: str) -> dict[str, Any]:
    told = fields.of_kind(told, dict, where)
    given = {name: told[name] for name in plain if name in told}
    nothing = {name: None for name, value in given.items() if value is None and name in _OPEN}
    read = {name: plain[name].read(value, f"{where} {name}") for name, value in given.items() if name not in nothing}
    return nothing | read


def _win(win: WinNote) -> dict[str, Any]:
    told: dict[str, Any] = {} if win.liable is None else {"liable": int(win.liable)}
    if win.score is not None:
        score = win.score
        told |= {
            "limit": None if score.limit is None else score.limit.value,
            "fu": score.fu,
            "han": score.han,
            "parts": list(score.parts),
            "yaku": [[note.id, note.han] for note in score.yaku],
        }
    return told


def _put_win(win: WinNote, told: Any, where: str) -> WinNote:
    told = fields.of_kind(told, dict, where)
    liable = fields.seat(told["liable"], where) if told.get("liable") is not None else None
    if "parts" not in told:
        return replace(win, liable=liable)
    lines = [fields.of_kind(line, list, where) for line in fields.row(told.get("yaku", []), list, where)]
    if any(len(line) != 2 for line in lines):
        raise RecordError(f"{where}: yaku: expected a name and its han")
    parts = tuple(fields.row(told["parts"], int, where))
    if not 1 <= len(parts) <= 2:
        raise RecordError(f"{where}: parts: expected one or two shares")
    score = ScoreNote(
        limit=None if told.get("limit") is None else _named(Limit, told["limit"], where),
        fu=None if told.get("fu") is None else fields.natural(told["fu"], where),
        parts=parts,
        yaku=tuple(YakuNote(_text(name, where), fields.natural(han, where)) for name, han in lines),
        said_han=fields.natural(told.get("han", 0), where),
    )
    return replace(win, liable=liable, score=score)


def _named(kind: Any, name: Any, where: str) -> Any:
    try:
        return kind(name)
    except ValueError:
        known = ", ".join(each.value for each in kind)
        raise RecordError(f"{where}: expected one of {known}, got {fields.short(name)}") from None
