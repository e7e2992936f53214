"""Output of the director: events, and effects that the service and the devices carry out. Values only."""

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
    """Ask the players to declare their points now, by this clause; ``code``: logged for a player who does not."""

    clause: str
    code: str = "points-undeclared"


@dataclass(frozen=True, slots=True)
class Act:
    """An entry that a refusal suggests, with the values that are settled and the text of its button.

    ``whole``: no other values are needed; otherwise a person supplies them.
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
    """Refusal of a person's entry that is impossible now, with the reason.

    ``first``: acts, in order, that make the entry possible; ``instead``: another act with the same outcome.
    ``choices``: values of a field of the entry, one of which a person has to choose.
    """

    reason: Text
    code: str
    first: tuple[Act, ...] = ()
    instead: Act | None = None
    choices: tuple[Selectable, ...] = ()


@dataclass(frozen=True, slots=True)
class LeftOpen:
    """A result that an entry for all results has not confirmed: ordinal and name of its round, and the reason."""

    round: int
    name: Text
    reason: Text


@dataclass(frozen=True, slots=True)
class AskTable:
    """Reach a goal on the table; the device reports on it under the number ``goal``."""

    goal: int
    wish: GoalRequest


@dataclass(frozen=True, slots=True)
class CallOff:
    """Cancel the goal in progress and release every button."""


@dataclass(frozen=True, slots=True)
class TakeBoard:
    """Accept the board with this uid as the table's board from now on."""

    board: str


Effect = AskReferee | AskSettlement | AskPoints | Refuse | LeftOpen | AskTable | CallOff | TakeBoard


@dataclass(frozen=True, slots=True)
class Refused:
    """A proposed event that was not recorded as a fact.

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
    """Result of one piece of evidence: events in order, effects, and the evidence rows that the events refer to.

    ``refused``: proposed events that were not recorded, because of the phase or of an invariant.
    """

    events: tuple[Event, ...] = ()
    effects: tuple[Effect, ...] = ()
    evidence: tuple[EvidenceRow, ...] = ()
    refused: tuple[Refused, ...] = ()
