"""JSON bodies that organisers send about an event: facts of every kind, draws, and points carried over."""

from collections.abc import Callable
from enum import Enum
from types import MappingProxyType
from typing import Annotated, Any, Final

import msgspec
from msgspec import Meta

from api.http.schemas.standings import Count, Name, Points
from api.http.schemas.wire import MalformedError
from controller.journal.events.base import NOTHING
from controller.journal.events.league import (
    DrawRule,
    FactWithdrawn,
    FourNames,
    GameEntered,
    LeagueFact,
    LeagueOpened,
    PlayerDisqualified,
    PlayerEntered,
    PlayerRenamed,
    PlayerSubstituted,
    PointsGiven,
    PointsKind,
    SeatedTable,
    SeatingDrawn,
    SubstituteRule,
)
from controller.riichi.seat import Seat
from controller.scoring.score import Four
from controller.sheets.decode import one_form

FourCounts = tuple[Count, Count, Count, Count]
FourPoints = tuple[Points, Points, Points, Points]
_LATER = Annotated[int, Meta(ge=0, le=1000)]


class FactKind(Enum):
    """Kind of a fact."""

    OPEN = "open"
    PLAYER = "player"
    RENAME = "rename"
    SEATING = "seating"
    GAME = "game"
    SUBSTITUTE = "substitute"
    POINTS = "points"
    DISQUALIFY = "disqualify"
    WITHDRAW = "withdraw"


class SeatedBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One table of a round; players in the order East, South, West, North."""

    table: Name
    players: tuple[Name, Name, Name, Name]


class FactBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A fact of an event; each kind takes its own fields.

    ``open``: name, rulebook, rounds, substitutes, fixed_points, least_games. ``player``: player, team, ranked (false: a
    substitute). ``rename``: player, name. ``seating``: round, tables. ``game``: round, table, players and scores (in
    the order East, South, West, North), left_sticks, chombo, penalty_points, wrong_declared. ``substitute``: player,
    by, round (the first), last (0: to the end), substitutes. ``points``: player (or a team), points (single ones, below
    zero for a penalty), points_kind, round, why. ``disqualify``: player, why. ``withdraw``: number, why.
    """

    kind: FactKind
    name: Name | None = None
    rulebook: Annotated[str, Meta(max_length=80)] = ""
    rounds: _LATER = 0
    substitutes: SubstituteRule | None = None
    fixed_points: Points = -15_000
    least_games: _LATER = 0
    player: Name | None = None
    team: Annotated[str, Meta(max_length=80, pattern=r"^[^\x00-\x1f\x7f-\x9f\u2028\u2029]*$(?!\n)")] = ""
    ranked: bool = True
    round: _LATER = 0
    table: Name | None = None
    tables: Annotated[tuple[SeatedBody, ...], Meta(max_length=40)] = ()
    players: tuple[Name, Name, Name, Name] | None = None
    scores: FourPoints | None = None
    left_sticks: Count = 0
    chombo: FourCounts = NOTHING
    penalty_points: FourPoints = NOTHING
    wrong_declared: Annotated[tuple[Seat, ...], Meta(max_length=4)] = ()
    by: Name | None = None
    last: _LATER = 0
    points: Points | None = None
    points_kind: PointsKind | None = None
    why: Annotated[str, Meta(max_length=400)] = ""
    number: Annotated[int, Meta(ge=1)] | None = None

    def fact(self) -> LeagueFact:
        """Return the fact, names normalised by ``one_form``; raises MalformedError if a field is missing."""
        return _FACTS[self.kind](self)

    def needed(self, field: str) -> Any:
        """Return the value of a required field, text normalised; raises MalformedError if it is missing."""
        value = getattr(self, field)
        if value is None or value == "" or (field in ("round", "tables") and not value):
            raise MalformedError(f"{field}: expected for a fact of kind {self.kind.value!r}")
        return one_form(value) if isinstance(value, str) else value

    def four(self) -> FourNames:
        """Return the four players of a game, normalised."""
        return _names(self.needed("players"))


class DrawBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A draw of ``rounds`` rounds by ``rule``, from ``round`` on (0: the next one).

    ``seed``: of the random draw; None: chosen at random and stored. ``players``: only these players are seated.
    ``tables``: names of the tables, 1, 2, 3 … by default.
    """

    rule: DrawRule
    round: _LATER = 0
    rounds: Annotated[int, Meta(ge=1, le=100)] = 1
    seed: Annotated[int, Meta(ge=0, le=2**53 - 1)] | None = None
    players: Annotated[tuple[Name, ...], Meta(max_length=163)] = ()
    tables: Annotated[tuple[Name, ...], Meta(max_length=40)] = ()


class CarryBody(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points carried over from an earlier event: ``percent`` of each player's total."""

    event: Name
    percent: Annotated[int, Meta(ge=1, le=100)] = 100


def _names(names: tuple[str, ...]) -> FourNames:
    a, b, c, d = map(one_form, names)
    return a, b, c, d


def _opened(body: FactBody) -> LeagueFact:
    rule = body.substitutes or SubstituteRule.REPLACED
    told = body.needed("name"), body.needed("rulebook"), body.rounds, rule, body.fixed_points, body.least_games
    return LeagueOpened(*told)


def _seated(body: FactBody) -> LeagueFact:
    tables = tuple(SeatedTable(one_form(each.table), _names(each.players)) for each in body.needed("tables"))
    return SeatingDrawn(body.needed("round"), DrawRule.PRESCRIBED, tables)


def _game(body: FactBody) -> LeagueFact:
    scores: Four = body.needed("scores")
    more = body.left_sticks, body.chombo, body.penalty_points, tuple(map(int, body.wrong_declared))
    if min(body.penalty_points) < 0:
        raise MalformedError("penalty_points: expected 0 or more, which are taken off")
    return GameEntered(body.needed("round"), body.needed("table"), body.four(), scores, *more)


def _points(body: FactBody) -> LeagueFact:
    points: int = body.needed("points")
    kind = body.points_kind or (PointsKind.BONUS if points > 0 else PointsKind.PENALTY)
    if (kind is PointsKind.PENALTY and points > 0) or (kind is PointsKind.BONUS and points < 0):
        raise MalformedError(f"points: {points}: expected a penalty below zero, a bonus above")
    return PointsGiven(body.needed("player"), points, kind, body.round, body.why)


_FACTS: Final[MappingProxyType[FactKind, Callable[[FactBody], LeagueFact]]] = MappingProxyType(
    {
        FactKind.OPEN: _opened,
        FactKind.PLAYER: lambda body: PlayerEntered(body.needed("player"), one_form(body.team), body.ranked),
        FactKind.RENAME: lambda body: PlayerRenamed(body.needed("player"), body.needed("name")),
        FactKind.SEATING: _seated,
        FactKind.GAME: _game,
        FactKind.SUBSTITUTE: lambda body: PlayerSubstituted(
            *(body.needed("player"), body.needed("by"), body.needed("round"), body.last, body.substitutes)
        ),
        FactKind.POINTS: _points,
        FactKind.DISQUALIFY: lambda body: PlayerDisqualified(body.needed("player"), body.why),
        FactKind.WITHDRAW: lambda body: FactWithdrawn(body.needed("number"), body.why),
    }
)
