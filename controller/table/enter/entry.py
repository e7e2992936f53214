"""A person's entry with the current state, and its outcome: input and output of the handlers."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from controller.journal import events as ev
from controller.journal.invariants import broken_invariants
from controller.journal.reduce import reduce
from controller.journal.state import TableState
from controller.ports.referee import Claim, ClaimKind
from controller.referee.referee import Referee
from controller.rulebooks.rulebook import Rulebook
from controller.table.effects import Effect, Refuse
from controller.table.enter.refusals import Why
from controller.table.phases import may_happen
from controller.table.venue import Venue
from controller.text import Text


@dataclass(frozen=True, slots=True)
class ClaimEntry:
    """A claim with the state it applies to; ``number``: its evidence id; ``frame``: number of the newest frame."""

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
    def stamp(self) -> ev.Stamp:
        """ev.Stamp of an event that follows from the claim."""
        return {"at": self.at, "evidence": (self.number,)}

    @property
    def referee(self) -> Referee:
        """Referee for this rulebook and this venue."""
        return Referee(self.rulebook, frozenset(self.venue.confirmed))


Answer = tuple[Iterable[ev.Event], tuple[Effect, ...]]
Handler = Callable[[ClaimEntry], Answer]


def refused(why: Why, reason: Text | None = None) -> Answer:
    """Return a refusal without events; ``reason``: replaces the refusal's general text."""
    return (), (Refuse(reason or why.refusal.text, why.refusal.code, choices=why.refusal.choices),)


def unfit(entry: ClaimEntry, events: Iterable[ev.Event]) -> Answer | None:
    """Return the refusal if any event cannot happen in its phase or would break an invariant; else None."""
    state = entry.state
    for event in events:
        if not may_happen(event, state.phase):
            return refused(Why.PHASE)
        after = reduce(state, event)
        for breach in broken_invariants(state, event, after, entry.rulebook):
            because = breach.invariant.because
            return refused(
                Why.RECORD,
                Text(f"{because.ja}ため、入力できません。", f"It cannot be entered, as {because.en}."),
            )
        state = after
    return None


Place = Callable[[Claim, int], str]


def _fault(claim: Claim, _ordinal: int) -> str:
    return f"fault {claim.subject}"


def _result(_claim: Claim, ordinal: int) -> str:
    return f"result {ordinal}"


def _seat(claim: Claim, _ordinal: int) -> str:
    return "" if claim.seat is None else f"seat {claim.seat.value}"


def _always(place: str) -> Place:
    return lambda _claim, _ordinal: place


_PLACES: Final[Mapping[ClaimKind, Place]] = MappingProxyType(
    {
        **dict.fromkeys(
            (
                ClaimKind.UPHOLD_FAULT,
                ClaimKind.REVIEW_FAULT,
                ClaimKind.DISMISS_FAULT,
                ClaimKind.CORRECT_FAULT,
                ClaimKind.SETTLE_FAULT,
            ),
            _fault,
        ),
        **dict.fromkeys(
            (
                ClaimKind.CONFIRM_SETTLEMENT,
                ClaimKind.CONFIRM_DRAW,
                ClaimKind.VOID_ROUND,
                ClaimKind.ENTER_RESULT,
                ClaimKind.DEALER_STOPS,
                ClaimKind.END_GAME,
                ClaimKind.STATE_VOICES,
            ),
            _result,
        ),
        **dict.fromkeys((ClaimKind.CANCEL_RIICHI, ClaimKind.STATE_RIICHI, ClaimKind.CORRECT_HAND), _seat),
        **dict.fromkeys(
            (
                ClaimKind.TIME_UP,
                ClaimKind.TIME_BACK,
                ClaimKind.START_CLOCK,
                ClaimKind.STOP_CLOCK,
                ClaimKind.SET_CLOCK,
                ClaimKind.ADD_TIME,
            ),
            _always("clock"),
        ),
        ClaimKind.ANSWER_QUESTION: lambda claim, _: f"question {claim.subject}",
        ClaimKind.CORRECT_DISCARD: lambda claim, _: f"discard {claim.index}",
        ClaimKind.CORRECT_INDICATOR: lambda claim, _: f"{claim.subject or 'dora'} {claim.index}",
        ClaimKind.CONFIRM_ALL: _always("results"),
        ClaimKind.SEAT_PLAYERS: _always("seats"),
        ClaimKind.STATE_DICE: _always("dice"),
    }
)


def place_of(claim: Claim, ordinal: int) -> str:
    """Return what the claim is about, such as ``fault F2`` or ``result 12``; ``ordinal``: of its round."""
    found = _PLACES.get(claim.kind)
    return "" if found is None else found(claim, ordinal)
