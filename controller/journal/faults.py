"""Faults as facts: what was found, what is due, what was decided."""

from dataclasses import dataclass
from enum import Enum

from controller.riichi.seat import Seat
from controller.rulebooks.schema.penalties import Penalty
from controller.rulebooks.schema.table import RemedyKind
from controller.text import Text


class Severity(Enum):
    """How much a fault asks of the people at the table."""

    NOTE = "note"
    REFEREE = "referee"
    SERVICE = "service"


class Decision(Enum):
    """What became of a fault; ``CLEARED`` is the device's own all-clear."""

    UPHELD = "upheld"
    DISMISSED = "dismissed"
    CORRECTED = "corrected"
    CLEARED = "cleared"


@dataclass(frozen=True, slots=True)
class DueRemedy:
    """What the rulebook says to do now, with its clause, or the reason of a default."""

    kind: RemedyKind
    text: Text
    clause: str


@dataclass(frozen=True, slots=True)
class DuePenalty:
    """A penalty in words. ``unstated``: field on whose default it rests, "" where the text speaks.

    ``effect``: what it does to the round.
    """

    penalty: Penalty
    text: Text
    clause: str
    unstated: str = ""
    effect: Text = Text("", "")


@dataclass(frozen=True, slots=True)
class Fault:
    """A proposal to the referee. ``subject`` tells two faults of one code apart; ``id`` is unique in the journal.

    ``frame``: number of the camera's frame that showed it last; ``by``: who entered it, "" where it was observed.
    """

    id: str
    code: str
    severity: Severity
    name: Text
    detail: Text
    rulebook: str
    remedy: DueRemedy
    seat: Seat | None = None
    subject: str = ""
    penalty: DuePenalty | None = None
    frame: int | None = None
    by: str = ""
