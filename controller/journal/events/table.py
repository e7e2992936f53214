"""What a sitting, its games and the table's machine do: sessions, seats, set, dice, goals."""

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
    """A sitting begins: rulebook id, table profile id and the names of seats A-D."""

    rulebook: str
    profile: str
    names: tuple[str, str, str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class RulebookKept(Event):
    """From here on it is played by this very book: its id, and its text (`controller/rulebooks/written.py`)."""

    rulebook: str
    book: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersSeated(Event):
    """People at seats A-D from a round on, and which seat deals, or dealt, the game's first.

    ``since``: ordinal of that round in the sitting, 0: of the one that waits to begin. ``teams``: whom each plays for,
    None: unchanged. ``by``: who stated it of a game that has begun, a role name; its points stay with the seats.
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
    """The game is over with these points (left-over sticks dealt with as the rulebook says).

    ``game``: number of an earlier game, 0 for the present one. Told anew when a payment of a finished game is amended.
    """

    scores: tuple[int, int, int, int]
    game: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class LastRoundCalled(Event):
    """The round in play is the last, or where ``begun`` is False the one before it was."""

    reason: Last
    begun: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockMoved(Event):
    """The game's clock starts, stops or is set: ``left_s`` seconds of play are left at ``at``.

    ``by``: who moved it (a role name), "" where the game's first act started it.
    """

    left_s: float
    running: bool
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsCalled(Event):
    """So much time is left that the players are to tell their points (wakashachi art. 7)."""

    left_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeTakenBack(Event):
    """Time is not up after all: no round is the last by the clock, and a game that it ended goes on.

    So where a fine that could not be paid is not due.
    """

    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseChanged(Event):
    """Another policy says from now on when concealed hands may be seen: its name, its delay where it has one.

    ``by`` and ``why``: who wanted it so, and the reason given.
    """

    policy: str
    delay_s: float
    by: str
    why: str


class JudgedBy(Enum):
    """A list of faults that the venue judges otherwise; the words of its settings."""

    AUTOMATIC = "automatic"
    CONFIRMED = "confirmed"


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgingChanged(Event):
    """From now on these faults are upheld without a person, or rest on a reading that the venue shares.

    ``by`` and ``why``: who wanted it so, and the reason given.
    """

    name: JudgedBy
    codes: tuple[str, ...]
    by: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardNamed(Event):
    """From here on the board of that uid is the table's, and no other one presses: 16 hexadecimal digits.

    ``by`` and ``why``: who accepted it so, "" for the first that was seen at the table; ``set``: the venue's settings
    name it.
    """

    board: str
    by: str = ""
    why: str = ""
    set: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPressed(Event):
    """The set button was pressed; ``seat`` None where the table cannot tell whose."""

    seat: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MixingStarted(Event):
    """The machine mixes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WallsRaised(Event):
    """Four walls are complete."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DicePressed(Event):
    """The dice were set going; ``seat`` None where the table cannot tell by whom."""

    seat: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceRolled(Event):
    """The dice are at rest; ``roll`` 1 or 2. A later event of the same roll replaces it (roll again, or a misread).

    ``by``: the person who stated it, "" if it was read; no later reading changes a person's statement.
    """

    roll: int
    pips: tuple[int, ...]
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MachineTimed(Event):
    """A work of the table's machine has ended: how long it took, by its lamps and limit switches."""

    work: MachineWork
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalMoved(Event):
    """A goal asked of the table by ``by`` for ``why`` has reached ``step``; ``goal``: evidence id of the request.

    ``pressed``: a press was made, or may have been; ``said``: by the sensors; ``reason``: of its end.
    """

    goal: int
    verb: Verb
    by: str
    why: str
    step: GoalStep
    pressed: bool
    said: str = ""
    reason: Text | None = None
