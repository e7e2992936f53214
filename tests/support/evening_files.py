"""Compares exported records of an evening's games with its books: CSV, tenhou.net/6 and mjai."""

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from controller.records.csv import SEAT_COLUMNS
from controller.riichi.seat import SEATS
from tests.support.evening_books import GameSheet, RoundSheet, Row, plus
from tests.support.evening_due import Findings

UNPAID: Final = frozenset({"chombo", "noten_riichi", "void"})
"""Kinds of draw for which tenhou.net/6 gives no payments."""


def turned(game: GameSheet, row: Sequence[Any]) -> tuple[Any, ...]:
    """Rotate a row over the seats to start at the first dealer of the game, as records do."""
    return tuple(row[seat.turn(game.first)] for seat in SEATS)


def ended(game: GameSheet) -> list[RoundSheet]:
    """Rounds that records contain: those with a result."""
    return [each for each in game.rounds if each.outcome is not None]


def recorded(games: Mapping[int, GameSheet]) -> list[GameSheet]:
    """Games that records contain: those with a finished round."""
    return [game for game in games.values() if ended(game)]


def wins_of(each: RoundSheet) -> int:
    """Number of winning hands of a round."""
    return len(getattr(each.outcome, "wins", ()))


def csv_agrees(found: Findings, output: str, text: str, games: Sequence[GameSheet]) -> None:
    """Compare every row of a CSV table of rounds: points before, riichi, change and points after."""
    found.walked[output] += 1
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    due = [(number, game, each) for number, game in enumerate(games, 1) for each in ended(game)]
    found.same(output, "rows", len(rows), sum(max(1, wins_of(each)) for _, _, each in due))
    left = iter(rows)
    for number, game, each in due:
        told = [row for _, row in zip(range(max(1, wins_of(each))), left, strict=False)]
        if not told:
            return

        def of(what: str, rows: Sequence[Mapping[str, str]] = told) -> Row:
            return plus(*([int(row[f"{name}_{what}"]) for name in SEAT_COLUMNS] for row in rows))

        name = f"{each.wind}{(each.dealer - game.first) % 4 + 1}"
        head = [told[0][column] for column in ("game", "round", "counters", "riichi_sticks")]
        found.same(output, "round", head, [str(number), name, str(each.counters), str(each.pot_before)])
        players = [told[0][f"{seat}_player"] for seat in SEAT_COLUMNS]
        found.same(output, "players", players, list(turned(game, game.names)))
        first = told[:1]
        found.same(output, f"before round {each.ordinal}", of("before", first), turned(game, each.before))
        found.same(output, f"sticks of round {each.ordinal}", of("riichi", first), turned(game, each.sticks))
        found.same(output, f"change by round {each.ordinal}", of("change"), turned(game, each.paid.deltas))
        found.same(output, f"after round {each.ordinal}", of("after", first), turned(game, each.after))


def tenhou_agrees(found: Findings, output: str, text: str, games: Sequence[GameSheet]) -> None:
    """Compare every round of a tenhou.net/6 record: start and payments; at the end points and totals."""
    found.walked[output] += 1
    lines = [json.loads(line) for line in text.splitlines()]
    found.same(output, "games", len(lines), len(games))
    for body, game in zip(lines, games, strict=False):
        found.same(output, "players", tuple(body["name"]), turned(game, game.names))
        found.same(output, "rounds", len(body["log"]), len(ended(game)))
        for row, each in zip(body["log"], ended(game), strict=False):
            start = [4 * "ESWN".index(each.wind) + (each.dealer - game.first) % 4, each.counters, each.pot_before]
            found.same(output, f"start of round {each.ordinal}", row[0], start)
            found.same(output, f"before round {each.ordinal}", tuple(row[1]), turned(game, each.before))
            deltas = [each for each in row[-1][1::2] if isinstance(each, list) and len(each) == len(SEATS)]
            if deltas:
                found.same(output, f"change by round {each.ordinal}", plus(*deltas), turned(game, each.paid.deltas))
        if game.final is not None and "sc" in body:
            found.same(output, "points at the end", tuple(body["sc"][::2]), turned(game, game.final))


def mjai_agrees(found: Findings, output: str, lines: Sequence[Mapping[str, Any]], games: Sequence[GameSheet]) -> None:
    """Compare every round of an mjai record: start and payments."""
    found.walked[output] += 1
    due = iter([(game, each) for game in games for each in ended(game)])
    for round_ in _rounds(lines):
        game, each = next(due, (None, None))
        if game is None or each is None:
            found.say(output, "a round too many")
            return
        mjai_round_agrees(found, output, round_, game, each)
    if next(due, None) is not None:
        found.say(output, "a round is missing")


def mjai_round_agrees(
    found: Findings, output: str, lines: Sequence[Mapping[str, Any]], game: GameSheet, each: RoundSheet
) -> None:
    """Compare one round; ``lines`` begin at its start_kyoku."""
    start, deltas = lines[0], [line["deltas"] for line in lines if "deltas" in line]
    head = [start["bakaze"], start["kyoku"], start["honba"], start["kyotaku"]]
    due = [each.wind, (each.dealer - game.first) % 4 + 1, each.counters, each.pot_before]
    found.same(output, f"start of round {each.ordinal}", head, due)
    found.same(output, f"before round {each.ordinal}", tuple(start["scores"]), turned(game, each.before))
    if each.outcome is not None:
        paid = plus(*deltas) if deltas else None
        found.same(output, f"change by round {each.ordinal}", paid, turned(game, each.paid.deltas))


def _rounds(lines: Sequence[Mapping[str, Any]]) -> Iterator[list[Mapping[str, Any]]]:
    """Yield the lines of each round."""
    one: list[Mapping[str, Any]] = []
    for line in lines:
        if line["type"] == "start_kyoku":
            one = []
        one.append(line)
        if line["type"] == "end_kyoku":
            yield one
