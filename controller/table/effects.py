"""What the table asks of the world; the edges carry it out. Values only."""

from dataclasses import dataclass

from controller.journal.events import Event, Wording
from controller.journal.store import EvidenceRow


@dataclass(frozen=True, slots=True)
class AskReferee:
    """Show an open fault to the referee."""

    fault: str


@dataclass(frozen=True, slots=True)
class AskSettlement:
    """Ask for the confirmation of the round's payments."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """A person's entry that cannot stand now, with the reason."""

    reason: Wording


Effect = AskReferee | AskSettlement | Refuse


@dataclass(frozen=True, slots=True)
class Step:
    """What one piece of evidence led to: events in order, effects, and the evidence rows that the events rest on."""

    events: tuple[Event, ...] = ()
    effects: tuple[Effect, ...] = ()
    evidence: tuple[EvidenceRow, ...] = ()
