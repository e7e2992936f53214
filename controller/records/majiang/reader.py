"""Reader of majiang's paipu. Its players are numbered by their wind in each round, from the dealer."""

from fractions import Fraction
from typing import Any

from controller.errors import RecordError
from controller.records.majiang.round import PaipuRound
from controller.records.reading import json_fields as fields
from controller.records.reading.json_fields import Assume, in_silence, plainly
from controller.records.record import (
    GameRecord,
)
from controller.riichi.seat import SEATS


def is_majiang(body: Any) -> bool:
    """True if a JSON value is a paipu: a log of rounds that each begin with the deal."""
    log = body.get("log") if isinstance(body, dict) else None
    first = log[0] if isinstance(log, list) and log else None
    return isinstance(first, list) and bool(first) and isinstance(first[0], dict) and "qipai" in first[0]


def game_of(body: Any, assume: Assume = in_silence) -> GameRecord:
    """Return the game of a paipu; raises RecordError with round and act."""
    first = fields.natural(body.get("qijia", 0), "qijia") % 4
    names = fields.names(body.get("player"), "player", assume)
    rounds = []
    for number, told in enumerate(body["log"]):
        reader = PaipuRound(f"log[{number}]", assume)
        for place, act in enumerate(fields.row(told, dict, reader.where)):
            where = f"log[{number}][{place}]"
            with plainly(where):
                reader.take(act, where)
        with plainly(reader.where):
            one = reader.whole()
        rounds += [] if one is None else [one]
    title = str(body.get("title") or "").split("\n")
    finals = body.get("defen"), body.get("point")
    ended = all(isinstance(each, list) and len(each) == len(SEATS) for each in finals)
    a, b, c, d = (str(name).partition("\n")[0] for name in (*names[first:], *names[:first]))
    return GameRecord(
        names=(a, b, c, d),
        rounds=tuple(rounds),
        title=(title[0], title[1] if len(title) > 1 else ""),
        final_scores=fields.four(_turned(body["defen"], first), "defen") if ended else None,
        final_totals=_totals(_turned(body["point"], first)) if ended else None,
    )


def _turned(row: list[Any], first: int) -> list[Any]:
    return [*row[first:], *row[:first]]


def _totals(row: list[Any]) -> tuple[Fraction, ...]:
    try:
        return tuple(Fraction(str(each)) * 1000 for each in row)
    except ValueError:
        raise RecordError(f"point: expected four numbers, got {fields.short(row)}") from None
