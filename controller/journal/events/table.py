"""Events of a session, its games and the table's machine: players, rulebook, clock, board, tile set, dice, goals."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from controller.journal.events.base import Event
from controller.machine.stopwatch import MachineWork
from controller.ports.table import GoalStep, Verb
from controller.riichi.seat import Seat
from controller.scoring.game.flow import Last
from controller.text import Text

USUAL_STICK: Final = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionOpened(Event):
    """A session begins: rulebook id, table profile id and the names of seats A-D."""

    rulebook: str
    profile: str
    names: tuple[str, str, str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulebookKept(Event):
    """The session uses this rulebook from now on: its id, and its full text (`controller/rulebooks/written.py`)."""

    rulebook: str
    book: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersSeated(Event):
    """Players at seats A-D from a round on; ``first``: seat that deals the game's first round.

    ``since``: ordinal of that round in the session, 0: the round about to begin. ``teams``: team of each player, None:
    unchanged. ``by``: role name of who stated it in a running game, whose points stay with the seats.
    """

    names: tuple[str, str, str, str]
    first: Seat
    since: int = 0
    teams: tuple[str, str, str, str] | None = None
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted(Event):
    """A game begins; ``number`` counts from 1, ``scores`` are the starting points of seats A-D.

    ``riichi_stick``: points of a riichi stick; journals older than this field were all played with 1000.
    """

    number: int
    scores: tuple[int, int, int, int]
    riichi_stick: int = USUAL_STICK


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded(Event):
    """The game ends with these points, after left-over sticks were settled by the rulebook.

    ``game``: number of an earlier game, 0 for the present one. Recorded again when a payment of a finished game is
    amended.
    """

    scores: tuple[int, int, int, int]
    game: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class LastRoundCalled(Event):
    """The round in play is the game's last; if ``begun`` is False, the round before it was."""

    reason: Last
    begun: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockMoved(Event):
    """The game clock starts, stops or is set: ``left_s`` seconds of play are left at time ``at``.

    ``by``: role name of who moved it, "" if the game's first act started it.
    """

    left_s: float
    running: bool
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsCalled(Event):
    """The players must state their points now: ``left_s`` seconds of play are left (wakashachi art. 7)."""

    left_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeTakenBack(Event):
    """The end by the clock is revoked: no round is the last by the clock, and a game that it ended continues.

    Used where a fine that could not be paid is not due.
    """

    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseChanged(Event):
    """The release policy of concealed hands changes: its name, and its delay if it has one.

    ``by`` and ``why``: who changed it, and the reason given.
    """

    policy: str
    delay_s: float
    by: str
    why: str


class JudgedBy(Enum):
    """Lists of faults for which the venue changes the usual judging; values are the names in its settings."""

    AUTOMATIC = "automatic"
    CONFIRMED = "confirmed"


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgingChanged(Event):
    """These faults are from now on upheld automatically, or judged by a reading of the rules confirmed by the venue.

    ``by`` and ``why``: who changed it, and the reason given.
    """

    name: JudgedBy
    codes: tuple[str, ...]
    by: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardNamed(Event):
    """The board with that uid (16 hexadecimal digits) is the table's from now on; no other board may press buttons.

    ``by`` and ``why``: who accepted it, "" for the first board seen at the table; ``set``: the venue's settings name
    it.
    """

    board: str
    by: str = ""
    why: str = ""
    set: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPressed(Event):
    """The set button was pressed; ``seat``: None if the table cannot tell whose."""

    seat: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MixingStarted(Event):
    """The machine starts mixing the tiles."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WallsRaised(Event):
    """All four walls are complete."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DicePressed(Event):
    """The dice button was pressed; ``seat``: None if the table cannot tell whose."""

    seat: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceRolled(Event):
    """The dice have stopped; ``roll``: 1 or 2. A later event of the same roll replaces it (rolled again, or misread).

    ``by``: person who stated it, "" if it was read; a person's statement is not changed by later readings.
    """

    roll: int
    pips: tuple[int, ...]
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MachineTimed(Event):
    """An operation of the table's machine has ended: its duration by lamps and limit switches."""

    work: MachineWork
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalMoved(Event):
    """A goal requested by ``by`` for reason ``why`` has reached ``step``; ``goal``: evidence id of the request.

    ``pressed``: a button was pressed, or may have been; ``said``: state of the sensors; ``reason``: why the goal ended.
    """

    goal: int
    verb: Verb
    by: str
    why: str
    step: GoalStep
    pressed: bool
    said: str = ""
    reason: Text | None = None
