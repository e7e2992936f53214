"""Facts of a league (an event of many games): organisers' entries and game results. Later entries replace earlier.

Points are in units of one, as at a table. ``round`` counts the league's rounds from 1.
"""

from dataclasses import dataclass
from enum import Enum

from controller.journal.events.base import NOTHING, Event
from controller.scoring.score import Four

FourNames = tuple[str, str, str, str]
"""Names of four players, from East on."""


class SubstituteRule(Enum):
    """Owner of a substitute's results: replaced player, substitute, or replaced player at a fixed total per game."""

    REPLACED = "replaced"
    OWN = "own"
    FIXED = "fixed"


class DrawRule(Enum):
    """How seats of a round are drawn: EQUAL meetings over all rounds, SWISS (neighbours that have not met), by RANK."""

    RANDOM = "random"
    EQUAL = "equal"
    SWISS = "swiss"
    RANK = "rank"
    PRESCRIBED = "prescribed"


class PointsKind(Enum):
    """Kind of points given outside of games: PENALTY is negative, CARRIED comes from earlier days."""

    PENALTY = "penalty"
    BONUS = "bonus"
    CARRIED = "carried"


@dataclass(frozen=True, slots=True)
class LeagueOpened:
    """A league is opened with its name and rules; another fact of this type changes the rules.

    ``rounds``: 0 for the rulebook's number. ``fixed_points``: total of a substitute's game under FIXED.
    ``least_games``: players with fewer games are not ranked. ``book``: full text of a rulebook that is not among the
    published ones.
    """

    name: str
    rulebook: str
    rounds: int = 0
    substitutes: SubstituteRule = SubstituteRule.REPLACED
    fixed_points: int = -15_000
    least_games: int = 0
    book: str = ""


@dataclass(frozen=True, slots=True)
class PlayerEntered:
    """A player is entered; ``team`` "": no team; ``ranked`` False: a substitute."""

    player: str
    team: str = ""
    ranked: bool = True


@dataclass(frozen=True, slots=True)
class PlayerRenamed:
    """A player's name is corrected wherever it occurs."""

    player: str
    name: str


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """Players at one table of a round."""

    table: str
    players: FourNames


@dataclass(frozen=True, slots=True)
class SeatingDrawn:
    """Seats of a round; ``seed`` reproduces the draw. ``resting``: players without a seat."""

    round: int
    draw: DrawRule
    tables: tuple[SeatedTable, ...]
    seed: int = 0
    resting: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GameSource:
    """Origin of a game: table, number of the game in the table's journal, and hash of that journal's first record."""

    table: str
    game: int
    journal: str


@dataclass(frozen=True, slots=True)
class GameEntered:
    """Result of a game, entered by hand or taken from a table's journal; from East on, points as ``GamePoints``."""

    round: int
    table: str
    players: FourNames
    scores: Four
    left_sticks: int = 0
    chombo: Four = NOTHING
    penalty_points: Four = NOTHING
    wrong_declared: tuple[int, ...] = ()
    source: GameSource | None = None


@dataclass(frozen=True, slots=True)
class PlayerSubstituted:
    """``by`` plays for ``player`` in rounds ``first`` to ``last`` (0: to the end); ``rule`` None: the league's."""

    player: str
    by: str
    first: int
    last: int = 0
    rule: SubstituteRule | None = None


@dataclass(frozen=True, slots=True)
class PointsGiven:
    """Points for a player or a team outside of games; ``round`` 0: from before the first round."""

    to: str
    points: int
    kind: PointsKind
    round: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True)
class PlayerDisqualified:
    """A player is removed from the ranking; the games played still count."""

    player: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class FactWithdrawn:
    """The fact in the record with that number no longer counts."""

    number: int
    why: str = ""


LeagueFact = (
    LeagueOpened
    | PlayerEntered
    | PlayerRenamed
    | SeatingDrawn
    | GameEntered
    | PlayerSubstituted
    | PointsGiven
    | PlayerDisqualified
    | FactWithdrawn
)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueTold(Event):
    """A fact of the league with id ``league``; ``by``: who entered it, "" if it came from a table's journal."""

    league: str
    fact: LeagueFact
    by: str = ""
