"""Facts of a league (an event of many games): organisers' entries and game results. A later entry replaces an earlier
one.

Points are in units of one, as at a table. ``round`` counts the league's rounds from 1.
"""

from dataclasses import dataclass
from enum import Enum

from controller.journal.events.base import NOTHING, Event
from controller.scoring.score import Four

FourNames = tuple[str, str, str, str]
"""Names of four players, from East on."""


class SubstituteRule(Enum):
    """Who gets a substitute's results: the replaced player, the substitute, or the replaced player at a fixed total per
    game."""

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
    """An event by its name and rules; a second one changes its rules.

    ``rounds``: 0 for as many as the book names. ``fixed_points``: total of a substitute's game under FIXED.
    ``least_games``: players with fewer are not ranked. ``book``: the whole text of a book that is not a published one.
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
    """A player, of a team or of none (""); not ``ranked``: a substitute."""

    player: str
    team: str = ""
    ranked: bool = True


@dataclass(frozen=True, slots=True)
class PlayerRenamed:
    """A corrected name, everywhere it occurs."""

    player: str
    name: str


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table of a round."""

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
    """The journal that a game comes from: its table, the game's number there, and the hash of its first record."""

    table: str
    game: int
    journal: str


@dataclass(frozen=True, slots=True)
class GameEntered:
    """How a game ended, by hand or from the journal of a table; seats from East on, points as ``GamePoints``."""

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
    """``by`` plays for ``player`` in the rounds ``first`` to ``last`` (0: to the end); ``rule`` None: the event's."""

    player: str
    by: str
    first: int
    last: int = 0
    rule: SubstituteRule | None = None


@dataclass(frozen=True, slots=True)
class PointsGiven:
    """Points for a player or a team outside of games; ``round`` 0: from before the first."""

    to: str
    points: int
    kind: PointsKind
    round: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True)
class PlayerDisqualified:
    """Out of the ranking; the games played still count."""

    player: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class FactWithdrawn:
    """A fact that no longer counts, by the number of its record."""

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
    """A fact of the event ``league``; ``by``: who said it, "" where a table's journal did."""

    league: str
    fact: LeagueFact
    by: str = ""
