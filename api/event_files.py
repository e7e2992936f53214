"""Files that hold the games of an event: JSON as the service takes it, or CSV with one line a player."""

import csv
import io
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from api.http.schemas.standings import EventBody, GameBody, played_games
from api.http.schemas.wire import MalformedError, read_json, read_plain
from api.stores.open import open_kept
from controller.errors import EventError
from controller.journal.chain import verify
from controller.records.csv import COLUMNS, SEAT_COLUMNS

_WINDS: Final = "ESWN"
_NEEDED: Final = ("game", "seat", "player", "score")
_COUNTED: Final = ("chombo", "penalty_points", "left_sticks")
_KNOWN: Final = (*_NEEDED, "table", "wrong_declared", *_COUNTED)
_YES: Final = ("1", "yes", "true")


def read_event(path: Path) -> EventBody:
    """The event of a file, ``.csv`` or else JSON as the service takes it; raises EventError naming file and place.

    CSV: a heading, then one line a player with game, table, seat (E, S, W or N at the start), player, score, and if
    wanted chombo, penalty_points, wrong_declared, left_sticks.
    """
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise EventError(f"{path}: cannot be read: {error}") from None
    try:
        return read_plain(_from_csv(text), EventBody) if path.suffix == ".csv" else read_json(text, EventBody)
    except (EventError, MalformedError) as error:
        raise EventError(f"{path}: {error}") from None


def read_all(path: Path | None, journals: Sequence[str]) -> EventBody:
    """The games of a file and of journals together; raises EventError where there is none."""
    known = None if path is None else read_event(path)
    played = [body for each in journals for body in _of_journal(each)]
    games = (*(() if known is None else known.games), *(game for game, _ in played))
    if not games:
        what = ", ".join(journals) or "standings"
        raise EventError(f"{what}: no finished game: expected a file of games or a journal with one")
    book = known.rulebook if known is not None else played[-1][1]
    return EventBody(games, book)


def _of_journal(word: str) -> Iterator[tuple[GameBody, str]]:
    """The finished games of ``TABLE=JOURNAL``, or of a journal whose file names its table; with the rulebook's id."""
    name, has_name, address = word.partition("=")
    if not has_name or set(name) & set("/:?"):
        # An address may have options of its own.
        name, address = "", word
    table = name or Path(address).stem
    return played_games(table, (record.event for record in verify(open_kept(address).read())))


def _from_csv(text: str) -> dict[str, Any]:
    rows = csv.DictReader(io.StringIO(text))
    heading = rows.fieldnames or []
    if set(COLUMNS) <= set(heading):
        return _from_rounds(rows)
    unknown = [name for name in heading if name not in _KNOWN]
    missing = [name for name in _NEEDED if name not in heading]
    if unknown or missing:
        wrong = f"unknown column {unknown[0]!r}" if unknown else f"no column {missing[0]!r}"
        raise EventError(f"line 1: {wrong}: expected {', '.join(_KNOWN)}")
    games: dict[tuple[int, str], dict[str, Any]] = defaultdict(dict)
    for row in rows:
        where = f"line {rows.line_num}"
        if None in row or None in row.values():
            raise EventError(f"{where}: expected {len(heading)} values, one a column")
        seat = row["seat"].strip().upper()
        if seat not in _WINDS or len(seat) != 1:
            raise EventError(f"{where}: seat {row['seat']!r}: expected E, S, W or N")
        table = games[_number(row, "game", where), row.get("table", "").strip() or "1"]
        if seat in table:
            raise EventError(f"{where}: seat {seat} is there twice in game {row['game']}")
        counted = {name: _number(row, name, where) for name in _COUNTED if row.get(name, "").strip()}
        table[seat] = {
            "player": row["player"].strip(),
            "score": _number(row, "score", where),
            "wrong": row.get("wrong_declared", "").strip().lower() in _YES,
            **counted,
        }
    return {"games": [_game(number, table, seats) for (number, table), seats in games.items()]}


def _from_rounds(rows: "csv.DictReader[str]") -> dict[str, Any]:
    """Games whose rounds were exported: the points after the last one, sticks that nobody took with them."""
    last: dict[int, dict[str, str]] = {}
    for row in rows:
        if None in row or None in row.values():
            raise EventError(f"line {rows.line_num}: expected {len(rows.fieldnames or ())} values, one a column")
        last[_number(row, "game", f"line {rows.line_num}")] = row
    return {"games": [_last(number, row) for number, row in last.items()]}


def _last(number: int, row: dict[str, str]) -> dict[str, Any]:
    where = f"game {number}"
    laid = ("riichi_sticks", *(f"{seat}_riichi" for seat in SEAT_COLUMNS))
    is_won = row["result"] in ("ron", "tsumo")
    return {
        "game": number,
        "players": [row[f"{seat}_player"].removeprefix("'") for seat in SEAT_COLUMNS],
        "scores": [_number(row, f"{seat}_after", where) for seat in SEAT_COLUMNS],
        "left_sticks": 0 if is_won else sum(_number(row, name, where) for name in laid),
    }


def _game(number: int, table: str, seats: dict[str, Any]) -> dict[str, Any]:
    absent = [wind for wind in _WINDS if wind not in seats]
    if absent:
        raise EventError(f"game {number}, table {table}: no line for seat {absent[0]}")
    order = [seats[wind] for wind in _WINDS]
    return {
        "game": number,
        "table": table,
        "players": [row["player"] for row in order],
        "scores": [row["score"] for row in order],
        "left_sticks": max(row.get("left_sticks", 0) for row in order),
        "chombo": {row["player"]: row["chombo"] for row in order if "chombo" in row},
        "penalty_points": {row["player"]: row["penalty_points"] for row in order if "penalty_points" in row},
        "wrong_declared": [row["player"] for row in order if row["wrong"]],
    }


def _number(row: dict[str, str], name: str, where: str) -> int:
    try:
        return int(row[name].replace(",", "").strip())
    except ValueError:
        raise EventError(f"{where}: {name} {row[name]!r}: expected a whole number") from None
