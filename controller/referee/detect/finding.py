"""What detectors judge and what they find."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from controller.journal import events as ev
from controller.journal.state import TableState
from controller.riichi.seat import Seat
from controller.rulebooks.rulebook import Rulebook
from controller.text import Text

SEAT_JA: Final = ("A席", "B席", "C席", "D席")


@dataclass(frozen=True, slots=True)
class Finding:
    """A breach that was found; ``subject`` tells two of one code apart within a round. ``by``: who entered it."""

    code: str
    detail: Text
    seat: Seat | None = None
    subject: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class Case:
    """What a detector judges: an event with the state before it and after it."""

    rulebook: Rulebook
    before: TableState
    event: ev.Event
    after: TableState


Detector = Callable[[Case], Iterable[Finding]]


def seats_told(due: Seat, seen: Seat) -> Text:
    """Whose act was due and whose it was."""
    return Text(f"正: {SEAT_JA[due]}、実際: {SEAT_JA[seen]}", f"Due: seat {due.name}, was: seat {seen.name}")
