"""Corrections: the round's events are reduced and judged again, with the corrected one in its place."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from controller.journal import events as ev
from controller.journal.reduce import reduce
from controller.journal.state import NOTHING_YET, TableState
from controller.referee.detect.finding import Case, Finding
from controller.referee.referee import DETECTORS
from controller.rulebooks.rulebook import Rulebook
from controller.table.infer.ending import drawn
from controller.table.infer.wins import won_hands

_RESULTS: Final = (ev.RoundWon, ev.RoundDrawn)
_PLAYED: Final = (ev.DrawKind.EXHAUSTIVE, ev.DrawKind.NAGASHI_MANGAN)
_ASIDE: Final = (ev.FaultRaised, ev.FaultDecided, ev.FaultRemedyChanged, ev.QuestionAsked, ev.QuestionAnswered)

Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Rejudged:
    """What a correction changes: ``gone`` and ``come``, faults that the record no longer or newly shows.

    ``result``: replaces the round's result, None where that stands or there was none; ``falls``: the result is void.
    """

    gone: frozenset[Key] = frozenset()
    come: tuple[Finding, ...] = ()
    result: ev.RoundWon | ev.RoundDrawn | None = None
    falls: bool = False


class RoundFacts:
    """The events of the round in play, corrections worked in."""

    def __init__(self, rulebook: Rulebook) -> None:
        """No round yet."""
        self._rulebook = rulebook
        self._start: TableState = NOTHING_YET
        self._facts: list[ev.Event] = []
        self._undo: list[ev.Event] | None = None

    def take_up(self, start: TableState, facts: Iterable[ev.Event]) -> None:
        """Go on with a round that began from ``start``, its own start the first of the facts."""
        for event in facts:
            self.take(start, event)

    def take(self, before: TableState, event: ev.Event) -> Rejudged | None:
        """Note an event that happened in state ``before``; what follows where it is a correction, else None."""
        if isinstance(event, ev.RoundStarted):
            self._start, self._facts, self._undo = before, [event], None
            return None
        if isinstance(event, ev.DecisionTaken):
            self._undo = list(self._facts)
        elif isinstance(event, ev.DecisionUndone):
            self._facts, self._undo = self._undo or self._facts, None
            return None
        if isinstance(event, (*_RESULTS, ev.RoundReopened)):
            self._facts = [each for each in self._facts if not isinstance(each, _RESULTS)]
        right = _put_right(self._facts, event)
        if right is None:
            if not isinstance(event, (ev.RoundReopened, *_ASIDE)):
                self._facts.append(event)
            return None
        was, self._facts = self._facts, right
        return self._compared(was)

    def _compared(self, was: Sequence[ev.Event]) -> Rejudged:
        old, before = self._judged(was, anew=False)
        new, after = self._judged(self._facts, anew=True)
        had = next((each for each in before if isinstance(each, _RESULTS)), None)
        has = next((each for each in after if isinstance(each, _RESULTS)), None)
        return Rejudged(
            frozenset(old.keys() - new.keys()),
            tuple(finding for key, finding in new.items() if key not in old),
            has if has != had else None,
            had is not None and has is None,
        )

    def _judged(self, facts: Sequence[ev.Event], anew: bool) -> tuple[Mapping[Key, Finding], Sequence[ev.Event]]:
        """Faults that the facts show by themselves, and the facts; ``anew``: with the result that they amount to."""
        state, found, kept = self._start, dict[Key, Finding](), list[ev.Event]()
        for fact in facts:
            event: ev.Event | None = self._result(state, fact) if anew and isinstance(fact, _RESULTS) else fact
            if event is None:
                continue
            kept.append(event)
            after = reduce(state, event)
            case = Case(self._rulebook, state, event, after)
            for detector in DETECTORS:
                found |= {(finding.code, finding.subject): finding for finding in detector(case)}
            state = after
        return found, kept

    def _result(self, state: TableState, fact: ev.RoundWon | ev.RoundDrawn) -> ev.Event | None:
        """What the record amounts to in place of a result that was read from it; None: to none."""
        if fact.by or state.round is None:
            return fact
        if isinstance(fact, ev.RoundWon):
            wins = won_hands(state, self._rulebook)
            return replace(fact, wins=wins) if wins else None
        if fact.kind not in _PLAYED:
            return fact
        *_, again = drawn(state, state.round, self._rulebook, fact.at, fact.evidence)
        return again


def _put_right(facts: Sequence[ev.Event], event: ev.Event) -> list[ev.Event] | None:
    """The facts with the correction worked in; None where the event corrects none of them."""
    place, right = next(_misread(facts, event), (None, None))
    if place is None or right is None:
        return None
    return [*facts[:place], right, *facts[place + 1 :]]


def _misread(facts: Sequence[ev.Event], event: ev.Event) -> Iterator[tuple[int, ev.Event]]:
    """Where in the facts the misread one stands, and what it should have been."""
    if isinstance(event, ev.DiscardCorrected):
        places = [place for place, each in enumerate(facts) if isinstance(each, ev.Discarded)]
        for place in places[event.index : event.index + 1]:
            yield place, replace(facts[place], tile=event.tile)  # type: ignore[call-arg]
    elif isinstance(event, ev.IndicatorCorrected):
        turned = [each for each in facts if isinstance(each, ev.DoraShown)][event.index : event.index + 1]
        for place, each in enumerate(facts):
            ura = event.ura and isinstance(each, ev.UraShown) and turned and each.place == turned[0].seen
            if ura or (not event.ura and each in turned):
                yield place, replace(each, tile=event.tile)  # type: ignore[call-arg]
    elif isinstance(event, ev.HandRevealed):
        for place, each in enumerate(facts):
            if isinstance(each, ev.HandRevealed) and each.seat is event.seat:
                yield place, event
