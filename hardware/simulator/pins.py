"""Interface of a board at a table, emulated or real, in Python: pins on one side, bytes on the other.

Nothing here waits: the caller passes the time (seconds, never backwards), and a board answers with its actions.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Protocol

from firmware_bridge.wire.codes import INPUTS, OUTPUTS, ResetCause


@dataclass(frozen=True, slots=True)
class OutputEdge:
    """From ``at`` (seconds) on the board closes exactly the contacts of ``mask`` (over ``OUTPUTS``)."""

    at: float
    mask: int


@dataclass(frozen=True, slots=True)
class PanelDrive:
    """A panel that drives the lamps of ``mask`` (over ``INPUTS``) in turns, ``hertz`` times a second.

    Each burns for ``share`` of the time while it is on, beginning ``turn`` of a period after the one before it, up to
    ``jitter`` of a period off, and glimmers for ``ghost`` of the time while it is not.
    """

    mask: int
    hertz: float = 100.0
    share: float = 0.25
    turn: float = 0.25
    jitter: float = 0.0
    ghost: float = 0.0


class BoardPort(Protocol):
    """One board with its pins; levels and masks have bit n for the n-th name of ``INPUTS`` or ``OUTPUTS``."""

    @property
    def outputs(self) -> int:
        """Contacts closed now."""
        ...

    def set_inputs(self, levels: int, now: float) -> None:
        """From ``now`` on these buttons are pressed, lamps lit, sensors on; the others are not."""
        ...

    def drive_lamps(self, panel: PanelDrive, now: float) -> None:
        """From ``now`` on a panel drives these lamps in turns; all others burn steadily."""
        ...

    def receive(self, data: bytes, now: float) -> None:
        """Bytes that come from the host from ``now`` on."""
        ...

    def advance(self, until: float) -> float:
        """Let time pass to ``until`` or to the first bytes sent or output moved before it; the time reached."""
        ...

    def deadline(self) -> float | None:
        """When the board may have something to do by itself, for a caller that waits in real time; None: never."""
        ...

    def outgoing(self) -> bytes:
        """Bytes sent since the last call."""
        ...

    def edges(self) -> list[OutputEdge]:
        """Changes of the outputs since the last call, in order."""
        ...

    def reset(self, now: float, cause: ResetCause = ResetCause.EXTERNAL) -> None:
        """Restart; POWER and BROWN_OUT lose the memory, all keep the EEPROM."""
        ...


def input_mask(names: Iterable[str]) -> int:
    """Levels with these inputs on; raises KeyError for a name that no board has."""
    return sum(1 << _INPUT_BITS[name] for name in set(names))


def output_mask(names: Iterable[str]) -> int:
    """Mask of these outputs; raises KeyError for a name that no board has."""
    return sum(1 << _OUTPUT_BITS[name] for name in set(names))


_INPUT_BITS: Final = {name: bit for bit, name in enumerate(INPUTS)}
_OUTPUT_BITS: Final = {name: bit for bit, name in enumerate(OUTPUTS)}
# A table at rest: nothing pressed or lit, the hatch closed, the key that enables the outputs turned on.
AT_REST: Final = input_mask(("HATCH_CLOSED", "ENABLE"))
