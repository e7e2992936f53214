"""Interface of a board at a table, emulated or real: input and output pins on one side, link bytes on the other.

No method blocks. The caller passes the current time (seconds, never decreasing) and polls for what the board did.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Protocol

from firmware_bridge.wire.codes import INPUTS, ResetCause


@dataclass(frozen=True, slots=True)
class OutputEdge:
    """From ``at`` (seconds) on, the closed contacts are exactly those of ``mask`` (bits over ``OUTPUTS``)."""

    at: float
    mask: int


@dataclass(frozen=True, slots=True)
class PanelDrive:
    """A multiplexed lamp panel that drives the lamps of ``mask`` (bits over ``INPUTS``) in turns, at ``hertz``.

    A lamp that is on is lit for ``share`` of each period. Each lamp starts ``turn`` of a period after the previous one,
    with a random offset of up to ``jitter`` of a period. A lamp that is off still glows for ``ghost`` of the period.
    """

    mask: int
    hertz: float = 100.0
    share: float = 0.25
    turn: float = 0.25
    jitter: float = 0.0
    ghost: float = 0.0


class BoardPort(Protocol):
    """One board with its pins; in levels and masks, bit n stands for the n-th name of ``INPUTS`` or ``OUTPUTS``."""

    @property
    def outputs(self) -> int:
        """Mask of the contacts that are closed now."""
        ...

    def set_inputs(self, levels: int, now: float) -> None:
        """Set all inputs from ``now`` on: bits set are pressed buttons, lit lamps and active sensors."""
        ...

    def drive_lamps(self, panel: PanelDrive, now: float) -> None:
        """From ``now`` on, multiplex the lamps of ``panel``; all other lamps are lit steadily."""
        ...

    def receive(self, data: bytes, now: float) -> None:
        """Pass bytes from the host to the board, arriving from ``now`` on."""
        ...

    def advance(self, until: float) -> float:
        """Advance to ``until``, or stop at the first byte sent or output changed; return the time reached."""
        ...

    def deadline(self) -> float | None:
        """Return when the board may next act without input (for callers in real time); None if never."""
        ...

    def outgoing(self) -> bytes:
        """Return the bytes sent since the last call."""
        ...

    def edges(self) -> list[OutputEdge]:
        """Return the output changes since the last call, in order."""
        ...

    def reset(self, now: float, cause: ResetCause = ResetCause.EXTERNAL) -> None:
        """Restart the board; POWER and BROWN_OUT clear its memory, the EEPROM survives every cause."""
        ...


def input_mask(names: Iterable[str]) -> int:
    """Return the mask of these inputs; raise KeyError for an unknown name."""
    return sum(1 << _INPUT_BITS[name] for name in set(names))


_INPUT_BITS: Final = {name: bit for bit, name in enumerate(INPUTS)}
# Inputs of a table at rest: nothing pressed or lit, the hatch closed, the key that enables the outputs turned on.
AT_REST: Final = input_mask(("HATCH_CLOSED", "ENABLE"))
