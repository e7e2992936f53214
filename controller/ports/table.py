"""The table as the controller sees it: its reports, its commands, and the port of a connected table."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, Protocol

from controller.ports.maker import Maker
from controller.riichi.seat import Seat


class SignalKind(Enum):
    """Kind of a table's report; the value is its name in journals and feeds."""

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


# Reports of a person's press; a board does not report its own presses.
BUTTONS: Final = (SignalKind.SET_PRESSED, SignalKind.DICE_PRESSED)


@dataclass(frozen=True, slots=True)
class TableSignal:
    """One report of the table. ``at`` in seconds of the edge's clock; ``pips``: empty if the table has no dice.

    ``id``: the same whenever a board repeats a report; empty for reports of the edge. ``points``: value of the sticks
    in the drawers of seats A-D, if the table counts them. ``board``: uid of the board that answers, if the link is up
    or another board than the table's is on it. ``seconds``: duration of the operation named by ``code`` (TIMED), or its
    present and usual durations (WORN; empty once it is back to usual).
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
    """Goal that a table can be asked for."""

    OPEN = "open"
    CLOSE = "close"
    LIFT = "lift"
    DICE = "dice"
    FIRST_DEALER = "first_dealer"
    WAIT_READY = "wait_ready"


class GoalStep(Enum):
    """Progress of a goal; from ``DONE`` on it has ended."""

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
        """True if no further step follows."""
        return self not in (GoalStep.ASKED, GoalStep.PRESSED, GoalStep.DOUBTFUL)


@dataclass(frozen=True, slots=True)
class GoalRequest:
    """Request for a goal: who (a role name), why, and whether that person confirmed that hands are clear."""

    verb: Verb
    by: str
    why: str
    hands_clear: bool = False
    maker: Maker | None = None


@dataclass(frozen=True, slots=True)
class Request:
    """Request by a person (a role name) for a goal of the table; ``wish`` None: cancel the running goal."""

    at: float
    by: str
    wish: GoalRequest | None
    maker: Maker | None = None


@dataclass(frozen=True, slots=True)
class GoalReport:
    """Progress of a goal, reported by the edge. ``goal``: number of its request.

    ``pressed``: a button was pressed, or may have been; ``said``: state of the sensors; ``reason``: code of refusal or
    end.
    """

    goal: int
    wish: GoalRequest
    step: GoalStep
    at: float
    pressed: bool = False
    said: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MachineStatus:
    """State of a table's machine: link, centre and build by their values, and the goals that it supports.

    ``presses``: the ``verbs`` that press a button; ``hands_clear``: those for which a person must confirm that hands
    are clear. ``board``: uid of the table's board, empty while unknown; ``other``: uid of another board on its line
    now.
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
"""Fault code of a board on the table's line that is not the table's own."""


class TablePort(Protocol):
    """A connected table."""

    def poll(self, timeout: float) -> Sequence[TableSignal | GoalReport]:
        """Return reports received, waiting at most ``timeout`` seconds for the first; requeued reports come first."""
        ...

    def hold(self, seconds: float) -> None:
        """Keep the link alive for ``seconds`` without taking reports, because they cannot be stored now."""
        ...

    def ask(self, goal: int, wish: GoalRequest) -> None:
        """Start a goal, from any thread; ``poll`` reports its progress under that number."""
        ...

    def call_off(self) -> None:
        """Cancel the running goal, if any, and release every button; from any thread."""
        ...

    def accept(self, board: str) -> None:
        """Make the board of that uid the table's only one from the next ``poll`` on; from any thread."""
        ...

    def see(self, kind: SignalKind) -> None:
        """Report an event proved by the camera over the table, from any thread: some goals have no other proof."""
        ...

    def stand(self) -> MachineStatus:
        """Return the present state of the machine."""
        ...

    def close(self) -> None:
        """Release the table."""
        ...
