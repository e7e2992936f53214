"""A person's entry with the state that it meets: input and output of the handlers."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from controller.journal import events as ev
from controller.journal.state import TableState
from controller.ports.referee import Claim
from controller.referee.referee import Referee
from controller.rulebooks.rulebook import Rulebook
from controller.table.effects import Effect, Refuse
from controller.table.enter.refusals import Why
from controller.table.venue import Venue
from controller.text import Text


@dataclass(frozen=True, slots=True)
class ClaimEntry:
    """A claim with the state that it meets; ``number`` is its evidence id, ``frame`` the newest frame's."""

    claim: Claim
    number: int
    state: TableState
    rulebook: Rulebook
    venue: Venue
    frame: int | None = None

    @property
    def at(self) -> float:
        """Time of the claim."""
        return self.claim.at

    @property
    def evidence(self) -> tuple[int, ...]:
        """The claim's id as evidence."""
        return (self.number,)

    @property
    def referee(self) -> Referee:
        """Who judges by this book at this venue."""
        return Referee(self.rulebook, frozenset(self.venue.confirmed))


Answer = tuple[Iterable[ev.Event], tuple[Effect, ...]]
Handler = Callable[[ClaimEntry], Answer]


def refused(why: Why, reason: Text | None = None) -> Answer:
    """No event, and the reason why; ``reason``: closer words than the refusal's own."""
    return (), (Refuse(reason or why.told.text, why.told.code),)
