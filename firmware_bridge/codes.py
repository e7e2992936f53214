"""Numbers that the messages carry, and the pins; generated from hardware/firmware/messages.toml; do not edit."""

from enum import IntEnum
from typing import Final


class EventKind(IntEnum):
    """What happened at the table."""

    SET_PRESSED = 1
    HATCH_OPENED = 2
    HATCH_CLOSED = 3
    MIXING = 4
    WALLS_UP = 5
    DICE_PRESSED = 6
    DICE_STOPPED = 7
    FAULT = 8
    FAULT_CLEARED = 9


class FaultCode(IntEnum):
    """Trouble of the machine; on the host the name in lower case with hyphens."""

    TABLE_JAM = 1
    TABLE_HATCH_OPEN = 2
    TILE_MISSING = 3
    TABLE_TIMEOUT = 4
    TABLE_MOTOR_HOT = 5
    TABLE_COUNT_WRONG = 6


class NakCode(IntEnum):
    """Why the board refused a command."""

    STALE_SESSION = 1
    UNKNOWN_COMMAND = 2
    BAD_VALUE = 3
    NOT_ARMED = 4
    TOO_SOON = 5
    READ_ONLY = 6
    BUSY = 7


class Hatch(IntEnum):
    """The opening in the middle of the table."""

    UNKNOWN = 0
    CLOSED = 1
    OPEN = 2
    LIFTED = 3


class Build(IntEnum):
    """The set inside the table."""

    UNKNOWN = 0
    EMPTY = 1
    MIXING = 2
    READY = 3
    FAULT = 4


class ResetCause(IntEnum):
    """Why the board started."""

    UNKNOWN = 0
    POWER = 1
    EXTERNAL = 2
    BROWN_OUT = 3
    WATCHDOG = 4


class LogLevel(IntEnum):
    """Weight of a line of the board's log."""

    DEBUG = 0
    INFO = 1
    WARNING = 2
    ERROR = 3


INPUTS: Final = (
    "SET_A",
    "SET_B",
    "SET_C",
    "SET_D",
    "DICE_A",
    "DICE_B",
    "DICE_C",
    "DICE_D",
    "HATCH_OPEN",
    "WALLS_UP",
    "MIXING",
    "FAULT",
)
OUTPUTS: Final = (
    "SET_A",
    "SET_B",
    "SET_C",
    "SET_D",
    "DICE_A",
    "DICE_B",
    "DICE_C",
    "DICE_D",
)
