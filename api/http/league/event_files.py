"""Reads the games of an event from a file: JSON as the service takes it, or a table with one row per player."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from api.http.schemas.standings import EventBody, GameBody, played_games
from api.http.schemas.wire import MalformedError, read_json, read_plain
from api.stores.open import open_read_only
from controller.errors import EventError, RecordError, SheetError
from controller.journal.chain import verify
from controller.records.csv_reader import is_rounds
from controller.records.csv_reader import read as read_rounds
from controller.records.record import GameRecord
from controller.riichi.seat import SEATS, Wind
from controller.sheets.cells import is_yes, number_of, seat_of, whole_of
from controller.sheets.decode import decoded, one_form
from controller.sheets.rows import Sheet, SheetRow, read_sheet
from controller.text import Text

_NEEDED: Final = ("game", "seat", "player", "score")
MERGED: Final = ("game", "table")
"""Columns whose cells are often merged over the rows of one game or table."""
GAME_WORDS: Final = MappingProxyType(
    {
        "game": ("ゲーム", "回", "回戦", "回戦数", "試合", "半荘", "対局", "game no", "no"),
        "seat": ("席", "家", "座席", "座順", "起家順", "風", "wind"),
        "player": ("選手", "選手名", "氏名", "名前", "対局者", "プレイヤー", "プレーヤー", "name", "player name"),
        "score": ("得点", "点数", "点", "持ち点", "持点", "素点", "最終持点", "スコア", "points", "final score"),
        "table": ("卓", "卓番", "卓番号", "卓名", "テーブル", "table no"),
        "wrong_declared": ("誤申告", "過少申告", "wrong"),
        "chombo": ("チョンボ", "錯和", "罰符"),
        "penalty_points": ("ペナルティ", "ペナルティー", "減点", "罰点", "penalty", "penalties"),
        "left_sticks": ("供託", "残供託", "供託棒", "供託本数", "リーチ棒", "sticks"),
    }
)
"""Headings accepted for each column."""
_NUMBERED: Final = re.compile(r"(?:第|game|g)? *(\d+) *(?:回戦|回|戦|ゲーム|半荘|試合)?", re.IGNORECASE)
_THOUSAND: Final = 1000
_UNIT: Final = 100
"""Scores are multiples of 100 points."""
_SUMS: Final = (100_000, 120_000)
"""Usual sums of the four starting scores; chosen: 25,000 and 30,000 points each."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A doubt about a file's content or its interpretation; ``asks``: a person must look at it."""

    where: str
    said: Text
    asks: bool = True


@dataclass(slots=True)
class _PlayedTable:
    """The rows of one game by seat wind."""

    rows: dict[Wind, SheetRow] = field(default_factory=dict)
    scores: dict[Wind, Fraction] = field(default_factory=dict)


def read_event(path: Path, doubts: list[Doubt] | None = None) -> EventBody:
    """Return the event in a file; JSON or a table is recognised by content. Raises EventError naming file and place.

    A table has a heading and one row per player with game, table, seat at the start, player, score, and optionally
    chombo, penalty_points, wrong_declared, left_sticks. Doubts are appended to ``doubts``.
    """
    try:
        text = decoded(path.read_bytes())
        if text.lstrip()[:1] in ("{", "[") or (path.suffix.lower() == ".json" and text.strip()):
            if text.lstrip().startswith("["):
                raise EventError(
                    Text(
                        "対局の入ったファイル、または表を選んでください。",
                        "a list in JSON: expected an object with games, or a table as CSV",
                    )
                )
            return read_json(text, EventBody)
        return read_games(text, [] if doubts is None else doubts)
    except OSError as error:
        raise EventError(f"{path}: cannot be read: {error.strerror or error}") from None
    except (EventError, MalformedError, RecordError, SheetError) as error:
        raise EventError(f"{path}: {error}") from None


def read_games(text: str, doubts: list[Doubt]) -> EventBody:
    """Return the games in the text of a table, appending to ``doubts``.

    Raises EventError, MalformedError, RecordError or SheetError naming the place.
    """
    return read_plain(_from_table(text, doubts), EventBody)


def read_all(path: Path | None, journals: Sequence[str], doubts: list[Doubt] | None = None) -> EventBody:
    """Return the games of a file and of journals together; raises EventError if there are none."""
    known = None if path is None else read_event(path, doubts)
    played = [body for each in journals for body in _of_journal(each)]
    games = (*(() if known is None else known.games), *(game for game, _ in played))
    if not games:
        what = ", ".join(journals) or "standings"
        raise EventError(
            Text(
                "終わった対局がありません。対局の入ったファイルか記録を選んでください。",
                f"{what}: no finished game: expected a file of games or a journal with one",
            )
        )
    book = known.rulebook if known is not None else played[-1][1]
    return EventBody(games, book)


def _of_journal(word: str) -> Iterator[tuple[GameBody, str]]:
    """Yield the finished games of ``TABLE=JOURNAL`` with their rulebook ids; TABLE defaults to the file's stem."""
    name, has_name, address = word.partition("=")
    if not has_name or set(name) & set("/:?"):
        # An equals sign may also belong to the options of a database address.
        name, address = "", word
    table = name or Path(address).stem
    return played_games(table, (record.event for record in verify(open_read_only(address).read())))


def _from_table(text: str, doubts: list[Doubt]) -> dict[str, Any]:
    if is_rounds(text):
        return {"games": [_last(number, game) for number, game in enumerate(read_rounds(text), 1)]}
    sheet = read_sheet(text, GAME_WORDS, _NEEDED, MERGED)
    if not sheet.rows:
        raise EventError(
            Text("見出しの下に、選手ごとの行を入れてください。", "no games: expected a line a player below the heading")
        )
    if sheet.others:
        told = ", ".join(map(repr, sheet.others))
        said = Text(f"読まない列:{told}", f"columns that are not read: {told}")
        doubts.append(Doubt(f"line {sheet.line}", said))
    names, tables = _names(sheet, doubts), defaultdict[tuple[int, str], _PlayedTable](_PlayedTable)
    for row in sheet.rows:
        _add(sheet, row, tables[_game_number(sheet, row), one_form(row["table"]) or "1"])
    return {"games": [_game(sheet, *key, table, names, doubts) for key, table in tables.items()]}


def _add(sheet: Sheet, row: SheetRow, table: _PlayedTable) -> None:
    missing = next((name for name in _NEEDED if not row[name]), "")
    if missing:
        raise EventError(
            Text(
                f"{row.line}行目に空のセルがあります。値を入れてください。",
                f"{sheet.place(row, missing)}: nothing there: expected a value",
            )
        )
    seat = seat_of(row["seat"], sheet.place(row, "seat"))
    if seat in table.rows:
        raise EventError(
            Text(
                f"{row.line}行目：同じ席が二度出ています。",
                f"line {row.line}: seat {seat.letter} is there twice in game {row['game']}",
            )
        )
    table.rows[seat] = row
    table.scores[seat] = number_of(row["score"], sheet.place(row, "score"))


def _game_number(sheet: Sheet, row: SheetRow) -> int:
    return game_number(row["game"], sheet.place(row, "game"))


def game_number(cell: str, where: str) -> int:
    """Return the number in a cell such as ``3``, ``第3回戦``, ``game 3``; raises EventError."""
    match = _NUMBERED.fullmatch(one_form(cell))
    if match is None:
        raise EventError(
            Text(f"対局の番号「{cell}」を数字にしてください。", f"{where}: {cell!r}: expected the number of a game")
        )
    return int(match[1])


def _names(sheet: Sheet, doubts: list[Doubt]) -> Mapping[str, str]:
    """Map each spelling of a player's name to its normalised form; two spellings of one name raise a doubt."""
    spelt = defaultdict[str, dict[str, SheetRow]](dict)
    for row in sheet.rows:
        spelt[one_form(row["player"])].setdefault(row["player"], row)
    for name, rows in spelt.items():
        for other, row in rows.items():
            if other != name:
                said = Text(f"「{other}」は「{name}」と同じ名前とする", f"{other!r} is read as {name!r}")
                doubts.append(Doubt(sheet.place(row, "player"), said, asks=len(rows) > 1))
    return {other: name for name, rows in spelt.items() for other in rows}


def _game(
    sheet: Sheet, number: int, name: str, table: _PlayedTable, names: Mapping[str, str], doubts: list[Doubt]
) -> dict[str, Any]:
    absent = [wind for wind in Wind if wind not in table.rows]
    if absent:
        raise EventError(
            Text(
                f"{number}回戦 卓{name}：行のない席があります。",
                f"game {number}, table {name}: no line for seat {absent[0].letter}",
            )
        )
    order = [table.rows[wind] for wind in Wind]
    players = [names[row["player"]] for row in order]
    counted = {
        column: [whole_of(row[column], sheet.place(row, column)) if row[column] else 0 for row in order]
        for column in ("chombo", "left_sticks")
    }
    off = [_penalty(sheet, row, doubts) for row in order]
    return {
        "game": number,
        "table": name,
        "players": players,
        "scores": _scores(sheet, table, doubts),
        "left_sticks": max(counted["left_sticks"]),
        "chombo": {player: count for player, count in zip(players, counted["chombo"], strict=True) if count},
        "penalty_points": {player: points for player, points in zip(players, off, strict=True) if points},
        "wrong_declared": [player for player, row in zip(players, order, strict=True) if is_yes(row["wrong_declared"])],
    }


def _scores(sheet: Sheet, table: _PlayedTable, doubts: list[Doubt]) -> list[int]:
    """Return the four scores in points.

    Scores given in thousands are converted; both this and scores that are not multiples of 100 are added to ``doubts``.
    """
    scores = [table.scores[wind] for wind in Wind]
    first = table.rows[Wind.EAST]
    if any(scores) and all(abs(score) < _THOUSAND for score in scores):
        scores = [score * _THOUSAND for score in scores]
        read = f"{float(table.scores[Wind.EAST]):g}", f"{float(scores[0]):,.0f}"
        said = Text(f"千点単位とする:{read[0]}は{read[1]}点", f"read as thousands: {read[0]} is {read[1]}")
        doubts.append(Doubt(sheet.place(first, "score"), said, asks=False))
    for wind, score in zip(Wind, scores, strict=True):
        if score % _UNIT:
            row = table.rows[wind]
            doubts.append(Doubt(sheet.place(row, "score"), _odd(score, sum(scores) - score)))
    if wrong := next((wind for wind, score in zip(Wind, scores, strict=True) if score.denominator != 1), None):
        row = table.rows[wrong]
        raise EventError(
            Text(
                f"{row.line}行目：点数「{row['score']}」を整数にしてください。",
                f"{sheet.place(row, 'score')}: {row['score']!r}: expected a whole number",
            )
        )
    return [int(score) for score in scores]


def _odd(score: Fraction, others: Fraction) -> Text:
    """Describe a score that is not a multiple of 100, and the score that would complete the game's usual sum."""
    due = min((total - others for total in _SUMS), key=lambda each: abs(each - score))
    shown, proposed = f"{float(score):,g}" if score.denominator != 1 else f"{int(score):,}", f"{int(due):,}"
    return Text(
        f"{shown}点は100点単位でない:合計からは{proposed}点",
        f"{shown} points are no number of hundreds: the sum of the game asks for {proposed}",
    )


def _penalty(sheet: Sheet, row: SheetRow, doubts: list[Doubt]) -> int:
    """Return the points of a penalty as a non-negative number, whichever sign it is written with."""
    column = "penalty_points"
    if not row[column]:
        return 0
    points = abs(number_of(row[column], sheet.place(row, column)))
    if 0 < points < _THOUSAND:
        shown, thousands = f"{float(points):g}", f"{float(points / _THOUSAND):g}"
        proposed = f"{float(points * _THOUSAND):,.0f}"
        said = Text(
            f"減点{shown}点は{thousands}ポイント:{shown}ポイントなら{proposed}",
            f"{shown} points off are {thousands} in thousands: for {shown} write {proposed}",
        )
        doubts.append(Doubt(sheet.place(row, column), said))
    if points.denominator != 1:
        raise EventError(
            Text(
                f"{row.line}行目：「{row[column]}」を整数の点数にしてください。",
                f"{sheet.place(row, column)}: {row[column]!r}: expected whole points",
            )
        )
    return int(points)


def _last(number: int, game: GameRecord) -> dict[str, Any]:
    """Return a game from its exported rounds: the scores after the last one, and riichi sticks left over."""
    one = game.rounds[-1]
    return {
        "game": number,
        "players": list(game.names),
        "scores": list(one.scores_after),
        "left_sticks": 0 if one.wins else one.riichi_sticks + sum(one.deposits[seat] for seat in SEATS),
    }
