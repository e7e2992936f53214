"""Corrections: the round's events are reduced and judged again, with the corrected one in its place.

The same applies to rulings that take a riichi, the right to win or a fine from a player after the round's result was
found: they are inserted before the result.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from controller.journal import events as ev
from controller.journal.ledger import was_paid
from controller.journal.reduce import reduce
from controller.journal.reducers.ending import is_ruled
from controller.journal.state import NOTHING_YET, TableState
from controller.referee.detect.finding import Case, Finding
from controller.referee.detect.playing import lost_right
from controller.referee.referee import DETECTORS
from controller.referee.rules.winners import SAME_TIME_S
from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.rulebook import Rulebook
from controller.table.infer.aborted import still_aborted
from controller.table.infer.ending import drawn
from controller.table.infer.wins import claimed_tile, won_again

_RESULTS: Final = (ev.RoundWon, ev.RoundDrawn)
_TAKEN: Final = (ev.RiichiCancelled, ev.RightLost, ev.FinePaid)
_LATE: Final = (
    *(ev.ResultAmended, ev.ResultConfirmed, ev.PaymentsAmended, ev.RiichiAmended, ev.FineAmended, ev.FinePaid),
    *(ev.RightLost, ev.RightRestored),
)
_GIVEN_BACK: Final = (ev.RiichiAmended, ev.RightRestored, ev.FineAmended)
_PENALIZED: Final = (ev.DrawKind.CHOMBO, ev.DrawKind.NOTEN_RIICHI)
_PLAYED: Final = (ev.DrawKind.EXHAUSTIVE, ev.DrawKind.NAGASHI_MANGAN)
_ASIDE: Final = (
    ev.FaultRaised,
    ev.FaultDecided,
    ev.FaultReviewed,
    ev.FaultRemedyChanged,
    ev.QuestionAsked,
    ev.QuestionAnswered,
)

Key = tuple[str, str]
_Result = ev.RoundWon | ev.RoundDrawn
_Shift = ev.RiichiCancelled | ev.RightLost | ev.FinePaid | ev.RiichiAmended | ev.RightRestored | ev.FineAmended


@dataclass(frozen=True, slots=True)
class Rejudged:
    """Effect of a correction: ``gone`` and ``come``, faults that the record no longer or newly shows.

    ``result``: replaces the round's result, None: unchanged or none; ``falls``: the result is void.
    """

    gone: frozenset[Key] = frozenset()
    come: tuple[Finding, ...] = ()
    result: ev.RoundWon | ev.RoundDrawn | None = None
    falls: bool = False


@dataclass(frozen=True, slots=True)
class _Found:
    """A round's result as first found, before rulings changed its basis.

    ``rights``, ``riichi``: seats ruled on since; ``without``: seats that had no right when it was found. ``proposed``,
    ``falls``: the result proposed last, to recognise it when it returns as a fact. ``said``: a person stated a draw
    that the record did not confirm, so nothing in the record revokes it.
    """

    result: _Result | None = None
    rights: frozenset[Seat] = frozenset()
    riichi: frozenset[Seat] = frozenset()
    without: frozenset[Seat] = frozenset()
    proposed: _Result | None = None
    falls: bool = False
    said: bool = False

    def after(self, before: TableState, event: ev.Event) -> "_Found":
        """Return the successor after a result or its fall; a penalty that ends the round keeps the earlier result."""
        over, own = None if before.round is None else before.round.outcome, self.proposed
        if own is not None and type(event) is type(own) and replace(event, **own.stamp) == own:
            return replace(self, proposed=None)
        if isinstance(event, _RESULTS) and is_ruled(event):
            return self
        if isinstance(event, ev.RoundReopened) and over is not None and over.draw in _PENALIZED:
            return self
        if isinstance(event, ev.RoundReopened):
            return replace(self, falls=False) if self.falls else _Found()
        lost = () if before.round is None else before.round.lost_right
        without = frozenset(seat for seat, gone in zip(SEATS, lost, strict=False) if gone)
        return _Found(event if isinstance(event, _RESULTS) else None, without=without)

    def shifted(self, event: _Shift) -> "_Found":
        """Return the successor once something was taken from a seat or given back to it."""
        if isinstance(event, ev.RightLost) and event.seat not in self.without:
            return replace(self, rights=self.rights | {event.seat})
        if isinstance(event, ev.RiichiCancelled | ev.RiichiAmended):
            return replace(self, riichi=self.riichi | {event.seat})
        return self


class RoundFacts:
    """The events of the round in play, with corrections applied."""

    def __init__(self, rulebook: Rulebook, same_time_s: float = SAME_TIME_S) -> None:
        """Start without a round; ``same_time_s``: setting of the venue."""
        self._rulebook, self._same_time_s = rulebook, same_time_s
        self._start: TableState = NOTHING_YET
        self._facts: list[ev.Event] = []
        self._found = _Found()
        self._undo: tuple[list[ev.Event], _Found] | None = None

    def take_up(self, start: TableState, facts: Iterable[ev.Event]) -> None:
        """Continue a round from ``start``, the state before the first of its facts."""
        for event in facts:
            self.take(start, event)

    def take(self, before: TableState, event: ev.Event) -> Rejudged | None:
        """Store an event that happened in state ``before``; return the effect if it is a correction, else None."""
        if isinstance(event, ev.RoundStarted):
            self._start, self._facts, self._found, self._undo = before, [event], _Found(), None
            return None
        if isinstance(event, ev.DecisionTaken):
            self._undo = list(self._facts), self._found
        elif isinstance(event, ev.DecisionUndone):
            self._facts, self._found = self._undo or (self._facts, self._found)
            self._undo = None
            return None
        if isinstance(event, _LATE) and event.round not in (0, before.rounds):
            return None
        if isinstance(event, ev.ResultAmended):
            event = event.won or event.drawn or event
        if isinstance(event, (*_RESULTS, ev.RoundReopened)):
            self._facts = [each for each in self._facts if not isinstance(each, _RESULTS)]
            self._found = self._found.after(before, event)
            aborts = event.kind.aborts if isinstance(event, ev.RoundDrawn) and event.by else None
            if aborts is not None:
                self._found = replace(self._found, said=not still_aborted(before, aborts, self._rulebook))
        settled = before.round is not None and was_paid(before.round)
        if isinstance(event, (*_TAKEN, *_GIVEN_BACK)) and self._found.result is not None and not settled:
            return self._shifted(event, self._found.result)
        right = _put_right(self._facts, event)
        if right is None:
            if not isinstance(event, (ev.RoundReopened, *_ASIDE)):
                self._facts.append(event)
            return None
        was, self._facts = self._facts, right
        return self._compared(was, again=False)

    def _shifted(self, event: _Shift, result: _Result) -> Rejudged:
        """Insert what was taken or given back before the result that was found first, and judge again."""
        self._found = self._found.shifted(event)
        was = self._facts
        ended = next((place for place, each in enumerate(was) if isinstance(each, _RESULTS)), len(was))
        rest = [each for each in was[ended:] if not isinstance(each, _RESULTS)]
        self._facts = [*was[:ended], event, result, *rest]
        return self._compared(was, again=True, fault=event.fault)

    def _compared(self, was: Sequence[ev.Event], again: bool, fault: str = "") -> Rejudged:
        """Compare the result and faults of the facts with those before; ``fault``: id of a ruling as the cause."""
        old, before = self._judged(was, lambda _, fact: fact)
        new, after = self._judged(self._facts, lambda state, fact: self._result(state, fact, again))
        had = next((each for each in before if isinstance(each, _RESULTS)), None)
        has = next((each for each in after if isinstance(each, _RESULTS)), None)
        if has is not None and has != self._found.result:
            has = replace(has, fault=had.fault if had is not None and had == replace(has, fault=had.fault) else fault)
        self._facts = [has if has is not None and isinstance(each, _RESULTS) else each for each in after]
        falls = had is not None and has is None
        self._found = replace(self._found, proposed=has if has != had else None, falls=falls)
        return Rejudged(
            frozenset(old.keys() - new.keys()),
            tuple(finding for key, finding in new.items() if key not in old),
            has if has != had else None,
            falls,
        )

    def _judged(
        self, facts: Sequence[ev.Event], result: Callable[[TableState, _Result], ev.Event | None]
    ) -> tuple[Mapping[Key, Finding], Sequence[ev.Event]]:
        """Return the faults that the facts show, and the facts, with the result replaced by that of ``result``."""
        state, found, kept = self._start, dict[Key, Finding](), list[ev.Event]()
        for fact in facts:
            event: ev.Event | None = result(state, fact) if isinstance(fact, _RESULTS) else fact
            if event is None:
                continue
            kept.append(event)
            after = reduce(state, event)
            case = Case(self._rulebook, state, event, after)
            for detector in DETECTORS:
                found |= {(finding.code, finding.subject): finding for finding in detector(case)}
            state = after
        return found, kept

    def _result(self, state: TableState, fact: _Result, again: bool) -> ev.Event | None:
        """Return the result by the record, or None if there is none.

        A person's entry stays, except (``again``) for a riichi or right that a seat has lost since.
        """
        round_ = state.round
        if round_ is None or (fact.by and (self._found.said or not again)):
            return fact
        if isinstance(fact, ev.RoundWon):
            if fact.by:
                wins = won_again(state, fact.wins, self._found.riichi, self._found.rights, self._rulebook)
                return replace(fact, wins=wins) if wins else None
            found = claimed_tile(state, self._rulebook, self._same_time_s)
            won = tuple(each for each in found.won if each.win.winner not in fact.seats)
            return replace(fact, wins=won, beside=found.beside) if won else None
        aborts = fact.kind.aborts
        if aborts is not None:
            return fact if still_aborted(state, aborts, self._rulebook) else None
        if fact.kind not in _PLAYED:
            return fact
        gone = [seat for seat in self._found.rights if lost_right(round_, seat, self._rulebook)]
        named = tuple(seat for seat in fact.tenpai if seat not in gone) if fact.by else None
        nagashi = fact.seats if fact.nagashi_said else None
        *_, drawn_again = drawn(state, round_, self._rulebook, fact.stamp, named, fact.by, nagashi)
        return drawn_again


def _put_right(facts: Sequence[ev.Event], event: ev.Event) -> list[ev.Event] | None:
    """Return the facts with the correction applied; None if the event corrects none of them."""
    place, right = next(_misread(facts, event), (None, None))
    if isinstance(event, ev.IndicatorCorrected) and event.ura and place is None:
        return _with_ura_shown(facts, event)
    if place is None or right is None:
        return None
    return [*facts[:place], right, *facts[place + 1 :]]


def _with_ura_shown(facts: Sequence[ev.Event], event: ev.IndicatorCorrected) -> list[ev.Event] | None:
    """Return the facts with an unseen ura indicator turned before the result; None without its dora indicator."""
    turned = [each for each in facts if isinstance(each, ev.DoraShown)][event.index : event.index + 1]
    ended = next((place for place, each in enumerate(facts) if isinstance(each, _RESULTS)), len(facts))
    shown = [ev.UraShown(**event.stamp, tile=event.tile, place=each.seen) for each in turned]
    return [*facts[:ended], *shown, *facts[ended:]] if shown else None


def _misread(facts: Sequence[ev.Event], event: ev.Event) -> Iterator[tuple[int, ev.Event]]:
    """Yield the place of each misread fact, and its corrected value."""
    if isinstance(event, ev.DiscardCorrected):
        discards = [(place, each) for place, each in enumerate(facts) if isinstance(each, ev.Discarded)]
        for place, discard in discards[event.index : event.index + 1]:
            yield place, replace(discard, tile=event.tile)
    elif isinstance(event, ev.IndicatorCorrected):
        turned = [each for each in facts if isinstance(each, ev.DoraShown)][event.index : event.index + 1]
        for place, each in enumerate(facts):
            if isinstance(each, ev.UraShown):
                meant = event.ura and bool(turned) and each.place == turned[0].seen
            else:
                meant = not event.ura and each in turned
            if meant and isinstance(each, ev.DoraShown | ev.UraShown):
                yield place, replace(each, tile=event.tile)
    elif isinstance(event, ev.HandRevealed):
        for place, each in enumerate(facts):
            if isinstance(each, ev.HandRevealed) and each.seat is event.seat:
                yield place, event
