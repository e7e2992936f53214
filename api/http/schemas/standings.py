"""The ``jantaku standings`` exchange: games of an event in, its standings out; the same for CLI and service."""

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Any, TypedDict

import msgspec
from msgspec import Meta

from api.http.schemas.score_answers import DefaultLineJson
from api.http.schemas.wire import instance_of
from controller.errors import EventError
from controller.journal.events import Event
from controller.records.results import finished_games
from controller.riichi.seat import SEATS, Wind
from controller.rulebooks.cited import cited, cited_by_name
from controller.rulebooks.clause import Clause
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.game.placement import GamePoints, GameResult
from controller.scoring.game.standings import EventGame, PlayerStanding, Standings, standings
from controller.scoring.game.vanished import Vanished
from controller.scoring.hand.defaults_used import default_lines
from controller.scoring.score import Four
from controller.text import NamedJson, Text, TextJson

# No line breaks or control characters, so that a message quoting a name stays one line.
Name = Annotated[str, Meta(min_length=1, max_length=80, pattern=r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]+$(?!\n)")]
Count = Annotated[int, Meta(ge=0, le=1000)]
Points = Annotated[int, Meta(ge=-10_000_000, le=10_000_000)]


class GameBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One game at one table; players and scores in the order of winds at the start, from the first dealer (East)."""

    game: Annotated[int, Meta(ge=1, le=1000, description="Number of the game in the event, from 1.")]
    players: tuple[Name, Name, Name, Name]
    scores: Annotated[tuple[Points, Points, Points, Points], Meta(description="Points in hand at the end.")]
    table: Annotated[Name, Meta(description="Any name that tells tables of one game apart.")] = "1"
    left_sticks: Annotated[Count, Meta(description="Riichi sticks left on the table.")] = 0
    chombo: Annotated[dict[Name, Count], Meta(description="Player: how many chombo.")] = {}
    penalty_points: Annotated[dict[Name, Points], Meta(description="Player: points the referee takes.")] = {}
    wrong_declared: Annotated[tuple[Name, ...], Meta(description="Players who told wrong points.")] = ()


class EventBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Games of an event in any order."""

    games: Annotated[tuple[GameBody, ...], Meta(min_length=1, max_length=10_000)]
    rulebook: Annotated[str | None, Meta(description="Id of a rulebook.")] = None


class PlayerGameJson(TypedDict):
    """Result of one game for one player."""

    game: int
    table: str
    wind: str
    score: float
    place: int
    points: float


class PlayerStandingJson(TypedDict):
    """A player's standing."""

    rank: int
    player: str
    points: float
    games: list[PlayerGameJson]
    win_rate: float
    decided_by: str | None
    qualifies: bool | None
    winds_left: list[str]


class NoteJson(NamedJson):
    """A matter that a person must look at, with its clause."""

    subject: str
    clause: str
    cited: TextJson


class NextJson(TypedDict):
    """Tables and seats of the next game, and matters that a person must look at."""

    next_tables: list[list[str]]
    next_seats: list[dict[str, str]]
    notes: list[NoteJson]


class OrderJson(NextJson):
    """Standings, tables and seats of the next game, and matters that a person must look at."""

    standings: list[PlayerStandingJson]


class ResultLineJson(NamedJson):
    """A line of a game's record; amounts start at the first dealer."""

    amounts: list[float]
    clause: str


class GameEndJson(TypedDict):
    """Result of a game, in short."""

    game: int
    table: str
    players: list[str]
    scores: list[float]
    places: list[int]
    points: list[float]


class GameJson(GameEndJson):
    """A game in the record, line by line."""

    lines: list[ResultLineJson]
    difference: int
    stick_column: int
    penalty_column: list[int]
    vanished: list[Annotated[dict[str, Any], instance_of(Vanished)]]
    unstated: list[str]
    cited: dict[str, TextJson]


class ResultJson(TypedDict):
    """Result of a game; all lists start at the first dealer."""

    scores: list[float]
    places: list[int]
    lines: list[ResultLineJson]
    points: list[float]


class StandingsJson(OrderJson):
    """Standings of an event."""

    rulebook: str
    unit: int
    played: int
    complete: bool
    games: list[GameJson]
    clauses: list[str]
    cited: dict[str, TextJson]
    unstated: list[str]
    default_lines: list[DefaultLineJson]


def answer(body: EventBody, book: Rulebook) -> StandingsJson:
    """Return the standings of the event under a rulebook as plain JSON values; raises EventError."""
    return standings_json(standings([event_game(game) for game in body.games], book), book)


def event_game(body: GameBody) -> EventGame:
    """Return one game as the controller's type; raises EventError if it names a player who is not at the table."""
    players = body.players
    where = f"game {body.game}, table {body.table}"
    for name in (*body.chombo, *body.penalty_points, *body.wrong_declared):
        if name not in players:
            raise EventError(
                Text(
                    f"「{name}」はその卓の選手ではありません。",
                    f"{where}: {name} does not play there: expected one of {', '.join(players)}",
                )
            )
    return EventGame(
        body.game,
        body.table,
        players,
        GamePoints(
            _by_seat(dict(zip(players, body.scores, strict=True)), players),
            body.left_sticks,
            _by_seat(body.chombo, players),
            _by_seat(body.penalty_points, players),
            frozenset(seat for seat, name in zip(SEATS, players, strict=True) if name in body.wrong_declared),
        ),
    )


def standings_json(event: Standings, book: Rulebook) -> StandingsJson:
    """Return standings as plain JSON values; points in thousands (to a hundredth) or unscaled, as ``unit`` says."""
    return {
        "rulebook": book.id,
        "unit": event.unit,
        "played": event.played,
        "complete": event.complete,
        **order_json(event, book),
        "games": [_game(game, result, book) for game, result in event.results],
        "clauses": list(event.clauses),
        "cited": _cited(book, event.clauses),
        "unstated": list(event.unstated),
        "default_lines": [line._asdict() for line in default_lines(book, event.unstated)],
    }


def order_json(event: Standings, book: Rulebook, *own: Clause) -> OrderJson:
    """Return standings, seats of the next game and notes; ``own``: clauses beside the rulebook's."""
    beside = {each.cite: each.note for each in own}
    return {
        "standings": [_entry(entry, event.unit) for entry in event.entries],
        "next_tables": [list(table) for table in event.next_tables],
        "next_seats": [
            {wind.letter: player for wind, player in zip(Wind, table, strict=True)} for table in event.next_seats
        ],
        "notes": [
            {
                "id": note.id,
                "ja": note.ja,
                "en": note.en,
                "subject": note.subject,
                "clause": note.clause,
                "cited": (beside.get(note.clause) or cited(book, note.clause)).to_json(),
            }
            for note in event.notes
        ],
    }


def shown(points: Fraction, unit: int) -> int | float:
    """Return points in multiples of ``unit``, as an integer if possible, else rounded to a hundredth."""
    value = points / unit
    return int(value) if value.denominator == 1 else round(float(value), 2)


def played_games(table: str, events: Iterable[Event]) -> Iterator[tuple[GameBody, str]]:
    """Yield the finished games in a table's facts, numbered in order, each with its rulebook id."""
    for number, game in enumerate(finished_games(events), 1):
        points, players = game.points, game.players
        wrong = tuple(players[seat] for seat in sorted(points.wrong_declared))
        body = GameBody(
            *(number, players, points.scores, table, points.left_sticks),
            chombo={name: count for name, count in zip(players, points.chombo, strict=True) if count},
            penalty_points={name: off for name, off in zip(players, points.penalty_points, strict=True) if off},
            wrong_declared=wrong,
        )
        yield body, game.rulebook


def _entry(entry: PlayerStanding, unit: int) -> PlayerStandingJson:
    return {
        "rank": entry.rank,
        "player": entry.player,
        "points": shown(entry.total, unit),
        "games": [
            {
                "game": game.number,
                "table": game.table,
                "wind": Wind(game.seat).letter,
                "score": shown(game.score, 1),
                "place": game.place,
                "points": shown(game.total, unit),
            }
            for game in entry.games
        ],
        "win_rate": round(float(entry.win_rate), 4),
        "decided_by": None if entry.decided_by is None else entry.decided_by.value,
        "qualifies": entry.qualifies,
        "winds_left": [wind.letter for wind in entry.winds_left],
    }


def _cited(book: Rulebook, names: Iterable[str]) -> dict[str, TextJson]:
    """Return the clauses by name, in both languages."""
    return {name: text.to_json() for name, text in cited_by_name(book, names).items()}


def _game(game: EventGame, result: GameResult, book: Rulebook) -> GameJson:
    return {
        **game_json(game, result),
        "lines": _lines(result),
        "difference": result.difference,
        "stick_column": result.stick_column,
        "penalty_column": list(result.penalty_column),
        "vanished": [lost._asdict() for lost in result.vanished],
        "unstated": list(result.unstated),
        "cited": _cited(book, [*(line.clause for line in result.lines), *(lost.clause for lost in result.vanished)]),
    }


def _lines(result: GameResult) -> list[ResultLineJson]:
    return [
        {
            "id": line.id,
            "ja": line.ja,
            "en": line.en,
            "amounts": [shown(amount, result.unit) for amount in line.amounts],
            "clause": line.clause,
        }
        for line in result.lines
    ]


def result_json(result: GameResult) -> ResultJson:
    """Return the result of a game, from its first dealer on: scores, places, lines of the record, and total points."""
    return {
        "scores": [shown(score, 1) for score in result.scores],
        "places": list(result.places),
        "lines": _lines(result),
        "points": [shown(total, result.unit) for total in result.totals],
    }


def game_json(game: EventGame, result: GameResult) -> GameEndJson:
    """Return the result of a game, in short."""
    return {
        "game": game.number,
        "table": game.table,
        "players": list(game.players),
        "scores": [shown(score, 1) for score in result.scores],
        "places": list(result.places),
        "points": [shown(total, result.unit) for total in result.totals],
    }


def _by_seat(amounts: Mapping[str, int], players: tuple[str, str, str, str]) -> Four:
    a, b, c, d = (amounts.get(player, 0) for player in players)
    return a, b, c, d
