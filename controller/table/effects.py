"""What the director returns: events, and effects that the service and the edges carry out. Values only."""

from dataclasses import dataclass

from controller.journal.events import Event
from controller.journal.state import Phase
from controller.journal.store import EvidenceRow
from controller.ports.referee import ClaimKind
from controller.ports.table import GoalRequest
from controller.text import Text


@dataclass(frozen=True, slots=True)
class AskReferee:
    """Show an open fault to the referee."""

    fault: str


@dataclass(frozen=True, slots=True)
class AskSettlement:
    """Ask for the confirmation of the round's payments."""


@dataclass(frozen=True, slots=True)
class AskPoints:
    """Ask the players for their points now, by this clause; ``code`` is how it is logged that one did not tell."""

    clause: str
    code: str = "points-undeclared"


@dataclass(frozen=True, slots=True)
class Act:
    """An entry that a refusal names, with the values that are settled, and the words of its button.

    ``whole``: nothing else is needed; else a person gives the other values.
    """

    kind: ClaimKind
    button: Text
    subject: str = ""
    round: int | None = None
    whole: bool = True


@dataclass(frozen=True, slots=True)
class Selectable:
    """A value that a field of an entry may have, with its label."""

    field: str
    value: str
    text: Text


@dataclass(frozen=True, slots=True)
class Refuse:
    """A person's entry that is impossible now, with the reason.

    ``first``: acts, in order, that make it possible; ``instead``: an act to the same end. ``choices``: values of a
    field of the entry, one of which a person has to choose.
    """

    reason: Text
    code: str
    first: tuple[Act, ...] = ()
    instead: Act | None = None
    choices: tuple[Selectable, ...] = ()


@dataclass(frozen=True, slots=True)
class LeftOpen:
    """A result that an entry for all of them has not confirmed: ordinal and name of its round, and why."""

    round: int
    name: Text
    reason: Text


@dataclass(frozen=True, slots=True)
class AskTable:
    """Reach a goal on the table; the edge reports on it under the number ``goal``."""

    goal: int
    wish: GoalRequest


@dataclass(frozen=True, slots=True)
class CallOff:
    """End the goal under way and let go of every button."""


@dataclass(frozen=True, slots=True)
class TakeBoard:
    """From now on the board of that uid is the table's."""

    board: str


Effect = AskReferee | AskSettlement | AskPoints | Refuse | LeftOpen | AskTable | CallOff | TakeBoard


@dataclass(frozen=True, slots=True)
class Refused:
    """A proposed event that did not become a fact.

    ``rule``: ``phase`` or an invariant's id; ``detail``: English, for the log. ``text``: the event and the reason, in
    words for people.
    """

    event: Event
    phase: Phase
    rule: str
    reason: Text
    detail: str
    text: Text


@dataclass(frozen=True, slots=True)
class Step:
    """What one piece of evidence led to: events in order, effects, and the evidence rows that the events rest on.

    ``refused``: events that were proposed and are no facts, because of the phase or of an invariant.
    """

    events: tuple[Event, ...] = ()
    effects: tuple[Effect, ...] = ()
    evidence: tuple[EvidenceRow, ...] = ()
    refused: tuple[Refused, ...] = ()
