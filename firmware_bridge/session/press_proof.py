"""Presses that a board accepted, until it is known to have lived to the end of each: a reset would cut them."""

from collections import deque
from dataclasses import dataclass
from typing import Final

from firmware_bridge.wire.messages import Ack, PressCommand

_MARGIN_S: Final = 0.01
"""Between the board's answer and the moment in which it closes the contact."""


@dataclass(slots=True)
class AcceptedPress:
    """An accepted press: ticket, command, the board's answer, and when (seconds) its pulse is surely over."""

    ticket: int
    command: PressCommand
    answer: Ack
    over: float
    asked: bool = False


class PressProof:
    """Accepted presses in order; a state asked for after the pulse and answered in the same session proves it made."""

    def __init__(self) -> None:
        self._open: deque[AcceptedPress] = deque()

    def accepted(self, ticket: int, command: PressCommand, answer: Ack, now: float) -> None:
        """The board said at ``now`` that it presses."""
        self._open.append(AcceptedPress(ticket, command, answer, now + command.ms / 1000 + _MARGIN_S))

    def ask(self, now: float) -> bool:
        """Whether the board's state is to be asked for now; once, unless ``unanswered`` says otherwise."""
        due = [pulse for pulse in self._open if not pulse.asked and now >= pulse.over]
        for pulse in due:
            pulse.asked = True
        return bool(due)

    def unanswered(self) -> None:
        """Nothing came back: ask again."""
        for pulse in self._open:
            pulse.asked = False

    def proven(self, asked_at: float) -> list[AcceptedPress]:
        """Presses that are over, now that a state asked for at that time was answered."""
        over = [pulse for pulse in self._open if pulse.over <= asked_at]
        self._open = deque(pulse for pulse in self._open if pulse.over > asked_at)
        return over

    def lost(self) -> list[AcceptedPress]:
        """Presses of which nobody can tell any more: the session is over."""
        lost, self._open = list(self._open), deque()
        return lost

    def deadline(self) -> float | None:
        """When ``ask`` has something to say; None while nothing waits."""
        return min((pulse.over for pulse in self._open if not pulse.asked), default=None)
