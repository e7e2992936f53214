"""The table as the controller sees it: what it reports, what it may be asked for, and the port of a connected one."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, Protocol

from controller.ports.maker import Maker
from controller.riichi.seat import Seat


class SignalKind(Enum):
    """What the table itself can report; the value is its name in journals and feeds."""

    SET_PRESSED = "set_pressed"
    HATCH_OPENED = "hatch_opened"
    HATCH_CLOSED = "hatch_closed"
    MIXING = "mixing"
    WALLS_UP = "walls_up"
    DICE_PRESSED = "dice_pressed"
    DICE_STOPPED = "dice_stopped"
    FAULT = "fault"
    FAULT_CLEARED = "fault_cleared"
    POINTS = "points"
    READY = "ready"
    LIFTED = "lifted"
    DEALER_LIT = "dealer_lit"
    DICE_ROLLING = "dice_rolling"
    LINK_UP = "link_up"
    LINK_LOST = "link_lost"
    TIMED = "timed"
    WORN = "worn"
    TABLE_EMPTY = "table_empty"


# Reports of a person's hand: a board does not report its own presses.
BUTTONS: Final = (SignalKind.SET_PRESSED, SignalKind.DICE_PRESSED)


@dataclass(frozen=True, slots=True)
class TableSignal:
    """One report of the table. ``at`` in seconds of the edge's clock; ``pips`` empty where the table cannot tell them.

    ``id`` is the same each time a board sends the same report again; empty for what the edge itself reports.
    ``points``: of the sticks in the drawers of seats A-D, where the table counts them. ``board``: uid of the one that
    answers, where the line is up or another board than the table's is on it. ``seconds``: how long the work named by
    ``code`` took (TIMED), or takes now and usually takes (WORN; empty once it takes no longer than usual).
    """

    kind: SignalKind
    at: float
    seat: Seat | None = None
    pips: tuple[int, ...] = ()
    code: str = ""
    id: str = ""
    points: tuple[int, ...] = ()
    board: str = ""
    seconds: tuple[float, ...] = ()


class Verb(Enum):
    """What a table may be asked for."""

    OPEN = "open"
    CLOSE = "close"
    LIFT = "lift"
    DICE = "dice"
    FIRST_DEALER = "first_dealer"
    WAIT_READY = "wait_ready"


class GoalStep(Enum):
    """How far a goal has come; from ``DONE`` on it has ended."""

    ASKED = "asked"
    PRESSED = "pressed"
    DOUBTFUL = "doubtful"
    DONE = "done"
    ALREADY = "already"
    UNKNOWN = "unknown"
    REFUSED = "refused"
    TIMED_OUT = "timed_out"
    SUPERSEDED = "superseded"

    @property
    def ended(self) -> bool:
        """Whether nothing more is to come."""
        return self not in (GoalStep.ASKED, GoalStep.PRESSED, GoalStep.DOUBTFUL)


@dataclass(frozen=True, slots=True)
class GoalRequest:
    """A goal as somebody asks for it: who (a role name), why, and whether that person says that hands are clear."""

    verb: Verb
    by: str
    why: str
    hands_clear: bool = False
    maker: Maker | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """Somebody (a role name) asks the table for a goal; without ``wish`` the one under way is called off."""

    at: float
    by: str
    wish: GoalRequest | None
    maker: Maker | None = None


@dataclass(frozen=True, slots=True)
class GoalReport:
    """The edge tells how far a goal has come. ``goal``: number it was asked under; ``pressed``: a press was made, or
    may have been; ``said``: what the sensors said; ``reason``: code of why it was refused or ended.
    """

    goal: int
    wish: GoalRequest
    step: GoalStep
    at: float
    pressed: bool = False
    said: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MachineStand:
    """How a table's machine stands: states of line, centre and build by their values, and the goals that it knows.

    ``presses``: those of ``verbs`` that press a button; ``hands_clear``: those for which a person has to confirm that
    hands are clear. ``board``: uid of the table's own board, empty while none is known; ``other``: of another one that
    is on its line now.
    """

    link: str
    centre: str
    build: str
    verbs: tuple[Verb, ...] = ()
    presses: tuple[Verb, ...] = ()
    hands_clear: tuple[Verb, ...] = ()
    board: str = ""
    other: str = ""


OTHER_BOARD: Final = "board-other"
"""Fault code of a board on the table's line that is not the table's."""


class TablePort(Protocol):
    """A connected table."""

    def poll(self, timeout: float) -> Sequence[TableSignal | GoalReport]:
        """Reports that arrived, waiting at most ``timeout`` seconds for the first; takes those given before."""
        ...

    def hold(self, seconds: float) -> None:
        """Keep the line alive for so long without taking what was given: it cannot be kept now."""
        ...

    def ask(self, goal: int, wish: GoalRequest) -> None:
        """Begin a goal, from any thread; ``poll`` tells what becomes of it under that number."""
        ...

    def call_off(self) -> None:
        """End the goal under way, if any, and let go of every button; from any thread."""
        ...

    def accept(self, board: str) -> None:
        """From the next ``poll`` on the board of that uid is the table's, and no other one; from any thread."""
        ...

    def see(self, kind: SignalKind) -> None:
        """What the camera over the table proves, from any thread: some goals have no other proof."""
        ...

    def stand(self) -> MachineStand:
        """How the machine stands now."""
        ...

    def close(self) -> None:
        """Release the table."""
        ...
