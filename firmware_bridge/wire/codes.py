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
    READY = 10
    LIFTED = 11
    DEALER_LIT = 12
    DICE_ROLLING = 13


class FaultCode(IntEnum):
    """Trouble of the machine, from 16 on of the board itself; on the host the name in lower case with hyphens."""

    TABLE_JAM = 1
    TABLE_HATCH_OPEN = 2
    TILE_MISSING = 3
    TABLE_TIMEOUT = 4
    TABLE_MOTOR_HOT = 5
    TABLE_COUNT_WRONG = 6
    BOARD_WATCHDOG = 16
    BOARD_CONFIG = 17
    BOARD_INPUTS = 18
    BOARD_OUTPUTS = 19
    BOARD_MEMORY = 20


class NakCode(IntEnum):
    """Why the board refused a command."""

    STALE_SESSION = 1
    UNKNOWN_COMMAND = 2
    BAD_VALUE = 3
    NOT_ARMED = 4
    TOO_SOON = 5
    READ_ONLY = 6
    BUSY = 7
    DISABLED = 8
    SELFTEST_FAILED = 9
    REPEATED = 10
    OTHER_BOARD = 11


class Hatch(IntEnum):
    """The opening in the middle of the table."""

    UNKNOWN = 0
    CLOSED = 1
    OPEN = 2
    LIFTED = 3


class BuildCode(IntEnum):
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


class ConfigKey(IntEnum):
    """A value of the configuration."""

    BUTTON_MS = 1
    LAMP_ON_MS = 2
    LAMP_OFF_MS = 3
    GAP_MS = 4
    INVERT = 5
    INPUTS = 6
    OUTPUTS = 7
    FAULT_1 = 8
    FAULT_2 = 9
    FAULT_3 = 10
    FAULT_4 = 11
    FAULT_5 = 12
    BLIND = 13
    UID_LOW = 14
    UID_HIGH = 15
    LAMP_SHARE = 16
    LAMP_WINDOW_MS = 17


INPUTS: Final = (
    *("SET_A", "SET_B", "SET_C", "SET_D"),
    *("DICE_A", "DICE_B", "DICE_C", "DICE_D"),
    *("DEALER_A", "DEALER_B", "DEALER_C", "DEALER_D"),
    *("HATCH_OPEN", "HATCH_CLOSED", "LIFTED", "WALLS_UP"),
    *("MIXING", "READY", "DICE_ROLLING", "FAULT_1"),
    *("FAULT_2", "FAULT_3", "FAULT_4", "FAULT_5"),
    *("ENABLE",),
)
OUTPUTS: Final = (
    *("SET_A", "SET_B", "SET_C", "SET_D"),
    *("DICE_A", "DICE_B", "DICE_C", "DICE_D"),
    *("DEALER_A", "DEALER_B", "DEALER_C", "DEALER_D"),
)
