"""Proof of accepted presses: a press is done only if the board ran until its end, as a reset would cut it short."""

from collections import deque
from dataclasses import dataclass
from typing import Final

from firmware_bridge.wire.messages import Ack, PressCommand

_MARGIN_S: Final = 0.01
"""Seconds between the board's answer and the closing of the contact."""


@dataclass(slots=True)
class AcceptedPress:
    """An accepted press: ticket, command, the board's answer, and the time (seconds) when its pulse is surely over."""

    ticket: int
    command: PressCommand
    answer: Ack
    over: float
    asked: bool = False


class PressProof:
    """Accepted presses in order; a state requested after the pulse and answered in the same session proves a press."""

    def __init__(self) -> None:
        self._open: deque[AcceptedPress] = deque()

    def accepted(self, ticket: int, command: PressCommand, answer: Ack, now: float) -> None:
        """Add a press that the board accepted at ``now``."""
        self._open.append(AcceptedPress(ticket, command, answer, now + command.ms / 1000 + _MARGIN_S))

    def ask(self, now: float) -> bool:
        """True if the board's state must be requested now; once per press, unless ``unanswered`` is called."""
        due = [pulse for pulse in self._open if not pulse.asked and now >= pulse.over]
        for pulse in due:
            pulse.asked = True
        return bool(due)

    def unanswered(self) -> None:
        """Note that the request was not answered, so that it is repeated."""
        for pulse in self._open:
            pulse.asked = False

    def proven(self, asked_at: float) -> list[AcceptedPress]:
        """Remove and return the presses that were over at ``asked_at``, when the answered request was sent."""
        over = [pulse for pulse in self._open if pulse.over <= asked_at]
        self._open = deque(pulse for pulse in self._open if pulse.over > asked_at)
        return over

    def lost(self) -> list[AcceptedPress]:
        """Remove and return the presses whose outcome stays unknown because the session is over."""
        lost, self._open = list(self._open), deque()
        return lost

    def deadline(self) -> float | None:
        """Return the time of the next request; None while none is due."""
        return min((pulse.over for pulse in self._open if not pulse.asked), default=None)
