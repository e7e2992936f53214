"""Events of the host's session with a board: link state, received events, outcome of each command."""

from dataclasses import dataclass
from enum import Enum

from firmware_bridge.wire.codec import Message, Unknown
from firmware_bridge.wire.messages import EventReport, HelloAck, Log, PressCommand, State


class LinkPhase(Enum):
    """State of the link."""

    OFFLINE = "offline"
    SYNCING = "syncing"
    ONLINE = "online"
    READ_ONLY = "read-only"


class Reason(Enum):
    """Why the link is down."""

    PORT_MISSING = "port-missing"
    PORT_DENIED = "port-denied"
    PORT_BUSY = "port-busy"
    PORT_FAILED = "port-failed"
    PORT_GONE = "port-gone"
    PORT_AMBIGUOUS = "port-ambiguous"
    WRONG_PORT = "wrong-port"
    NO_ANSWER = "no-answer"
    SILENT = "silent"
    BOARD_RESET = "board-reset"
    CLOSED = "closed"


class CommandOutcome(Enum):
    """Outcome of a command: carried out, refused without acting, or unknown."""

    DONE = "done"
    REFUSED = "refused"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Up:
    """The board has answered; a read-only link accepts reports and refuses commands that act."""

    board: HelloAck
    read_only: bool


@dataclass(frozen=True, slots=True)
class Down:
    """The link is down."""

    reason: Reason


@dataclass(frozen=True, slots=True)
class Arrived:
    """An event, in order and once per session object; ``id`` (uid.boot.sequence) is the same after a host restart."""

    event: EventReport
    boot: int
    id: str


@dataclass(frozen=True, slots=True)
class Dropped:
    """Number of events lost because the board's ring buffer overflowed before the host connected."""

    events: int


@dataclass(frozen=True, slots=True)
class Sensed:
    """A STATE message."""

    state: State


@dataclass(frozen=True, slots=True)
class Logged:
    """A line of the board's log, or a message of unknown type."""

    message: Log | Unknown


@dataclass(frozen=True, slots=True)
class Accepted:
    """The board has started a press; its Done follows once the board is known to have run until the end of it."""

    ticket: int
    command: PressCommand


@dataclass(frozen=True, slots=True)
class Done:
    """Outcome of a command; ``detail``: reason of a refusal (``offline``, ``read-only`` or the board's code)."""

    ticket: int
    command: Message
    outcome: CommandOutcome
    answer: Message | None = None
    detail: str = ""


LinkEvent = Up | Down | Arrived | Dropped | Sensed | Logged | Accepted | Done
