"""CSV tables of an event: players, seating, games and points, read by their headings and written."""

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

from api.http.league.event_files import GAME_WORDS, MERGED, Doubt, game_number, read_games
from api.http.league.schemas import shown_points
from controller.errors import SheetError
from controller.journal.events.league import (
    DrawRule,
    FourNames,
    GameEntered,
    LeagueFact,
    PlayerEntered,
    PointsGiven,
    PointsKind,
    SeatedTable,
    SeatingDrawn,
)
from controller.league.league import League
from controller.league.standing import LeagueStandings
from controller.riichi.seat import Wind
from controller.scoring.payment_lines import four
from controller.sheets.cells import is_yes, number_of, seat_of
from controller.sheets.decode import one_form
from controller.sheets.rows import Sheet, SheetRow, read_sheet
from controller.sheets.write import sheet_text
from controller.text import Text


class SheetPart(Enum):
    """A table that can be written."""

    STANDINGS = "standings"
    SEATING = "seating"
    GAMES = "games"
    PLAYERS = "players"


_WORDS: Final[Mapping[str, Sequence[str]]] = MappingProxyType(
    {
        **{name: GAME_WORDS[name] for name in ("game", "table", "seat", "player", "score")},
        "team": ("チーム", "チーム名", "所属", "team name"),
        "substitute": ("代走", "補欠", "控え", "reserve"),
        "penalty": ("ペナルティ", "ペナルティー", "減点", "罰点", "罰則", "penalties"),
        "bonus": ("ボーナス", "加点", "加算"),
        "carried": ("持ち越し", "持越", "繰越", "繰り越し", "前日まで", "carry", "carry over"),
        "why": ("理由", "備考", "reason", "note"),
    }
)
"""Headings accepted for each column; the columns present identify the kind of table."""


def facts_of(text: str, unit: int, doubts: list[Doubt]) -> list[LeagueFact]:
    """Return the facts in the text of a table; raises JantakuError with the place.

    With a score column they are games, else with a seat column a seating, else with columns of points (in ``unit``)
    points outside of games, else players.
    """
    sheet = read_sheet(text, _WORDS, ("player",), MERGED)
    given = [kind for kind in PointsKind if kind.value in sheet.headings]
    if "score" in sheet.headings and ("seat" in sheet.headings or not given):
        return [_game(each) for each in read_games(text, doubts).games]
    if "seat" in sheet.headings:
        return list(_seating(sheet))
    if given:
        return [each for row in sheet.rows for each in _points(sheet, row, given, unit)]
    return [
        PlayerEntered(one_form(row["player"]), one_form(row["team"]), not is_yes(row["substitute"]))
        for row in sheet.rows
        if row["player"]
    ]


def _game(body: Any) -> GameEntered:
    chombo, off = (
        four(amounts.get(player, 0) for player in body.players) for amounts in (body.chombo, body.penalty_points)
    )
    wrong = tuple(place for place, player in enumerate(body.players) if player in body.wrong_declared)
    return GameEntered(body.game, body.table, body.players, body.scores, body.left_sticks, chombo, off, wrong)


def _seating(sheet: Sheet) -> Iterator[SeatingDrawn]:
    rounds: dict[int, dict[str, dict[Wind, str]]] = {}
    if "game" not in sheet.headings:
        raise SheetError(
            Text(
                f"{sheet.line}行目の見出しに、対局・卓・席・選手の列を入れてください。",
                f"line {sheet.line}: no column 'game': expected game, table, seat and player",
            )
        )
    for row in sheet.rows:
        number = game_number(row["game"], sheet.place(row, "game"))
        table = rounds.setdefault(number, {}).setdefault(one_form(row["table"]) or "1", {})
        seat = seat_of(row["seat"], sheet.place(row, "seat"))
        if seat in table or not row["player"]:
            what = f"seat {seat.letter} is there twice" if seat in table else "no player"
            raise SheetError(f"{sheet.place(row, 'seat')}: {what} in game {number}")
        table[seat] = one_form(row["player"])
    for number, tables in rounds.items():
        for name, seats in tables.items():
            if len(seats) < len(Wind):
                absent = next(wind for wind in Wind if wind not in seats)
                raise SheetError(
                    Text(
                        f"{number}回戦 卓{name}：行のない席があります。",
                        f"game {number}, table {name}: no line for seat {absent.letter}",
                    )
                )
        seated = tuple(SeatedTable(name, _from_east(seats)) for name, seats in tables.items())
        yield SeatingDrawn(number, DrawRule.PRESCRIBED, seated)


def _from_east(seats: Mapping[Wind, str]) -> FourNames:
    east, south, west, north = (seats[wind] for wind in Wind)
    return east, south, west, north


def _points(sheet: Sheet, row: SheetRow, given: Sequence[PointsKind], unit: int) -> Iterator[PointsGiven]:
    number = game_number(row["game"], sheet.place(row, "game")) if row["game"] else 0
    for kind in given:
        if not row[kind.value]:
            continue
        points = number_of(row[kind.value], sheet.place(row, kind.value)) * unit
        # A penalty is subtracted, whichever sign it is written with.
        points = -abs(points) if kind is PointsKind.PENALTY else points
        if points.denominator != 1:
            raise SheetError(
                Text(
                    f"{row.line}行目：「{row[kind.value]}」を整数の点数にしてください。",
                    f"{sheet.place(row, kind.value)}: {row[kind.value]!r}: expected whole points",
                )
            )
        yield PointsGiven(one_form(row["player"]), int(points), kind, number, row["why"])


def sheet_of(part: SheetPart, league: League, standing: LeagueStandings) -> str:
    """Return a table of the event as CSV; ``facts_of`` reads all but the standings."""
    match part:
        case SheetPart.STANDINGS:
            return _standings(league, standing)
        case SheetPart.SEATING:
            return sheet_text(("game", "table", "seat", "player", "plays"), _seats(league))
        case SheetPart.GAMES:
            columns = ("game", "table", "seat", "player", "score", "chombo", "penalty_points", "wrong_declared")
            return sheet_text((*columns, "left_sticks"), _games(league))
        case SheetPart.PLAYERS:
            rows = ((each.player, each.team, "" if each.ranked else "yes") for each in league.players.values())
            return sheet_text(("player", "team", "substitute"), rows)


def _standings(league: League, standing: LeagueStandings) -> str:
    event = standing.event
    numbers = sorted({number for number, _ in league.games})
    rows = []
    for entry in event.entries:
        by_game = {game.number: shown_points(game.total, event.unit) for game in entry.games}
        beside = sum((Fraction(each.points) for each in league.points if each.to == entry.player), Fraction(0))
        team, why = league.players[entry.player].team, standing.why.get(entry.player)
        rows.append(
            (
                *(entry.rank or "", entry.player, team, shown_points(entry.total, event.unit), len(entry.games)),
                *(shown_points(beside, event.unit), *(by_game.get(number, "") for number in numbers)),
                "" if why is None else f"{why.ja} {why.en}",
            )
        )
    return sheet_text(("rank", "player", "team", "points", "games", "beside", *map(str, numbers), "remark"), rows)


def _seats(league: League) -> Iterator[tuple[object, ...]]:
    for number, seated in league.rounds.items():
        for table in seated.tables:
            for wind, each in zip(Wind, league.seats(number, table), strict=True):
                yield number, table.table, wind.letter, each.player, "" if each.plays == each.player else each.plays


def _games(league: League) -> Iterator[tuple[object, ...]]:
    for (number, table), game in sorted(league.games.items(), key=lambda each: each[0][0]):
        for place, wind in enumerate(Wind):
            wrong = "yes" if place in game.wrong_declared else ""
            yield (
                *(number, table, wind.letter, game.players[place], game.scores[place], game.chombo[place] or ""),
                *(game.penalty_points[place] or "", wrong, game.left_sticks or ""),
            )
