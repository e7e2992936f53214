"""What an upheld fault does to the round: a lost right, a chombo, a fine, a void round, no riichi."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from controller.journal import events as ev
from controller.journal.events import Decision, DrawKind
from controller.journal.reduce import reduce
from controller.journal.state import FaultState, RiichiStand, RoundState, TableState
from controller.referee.faults.kind import Upholding
from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.referee import due_now, penalty_now, won_beside
from controller.referee.undoing import WrongAct, cancel_riichi, take_call_back, undo_act
from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.penalties import AfterChombo, ChomboCost, Penalty
from controller.rulebooks.schema.table import RemedyKind
from controller.scoring.game.flow import Last, Round
from controller.scoring.game.placement import final_scores
from controller.scoring.payment_lines import four
from controller.scoring.penalties import Ruling, fine_empty_call, settle_chombo, settle_noten_riichi
from controller.scoring.score import Four
from controller.scoring.settlement import Settlement


@dataclass(frozen=True, slots=True)
class Upheld:
    """A fault that is upheld: by whom and when, and what the referee rules in place of the book, if anything."""

    state: TableState
    book: Rulebook
    standing: FaultState
    by: str
    at: float
    evidence: tuple[int, ...]
    ruled: Penalty | None = None
    after: AfterChombo | None = None

    @property
    def round_(self) -> RoundState | None:
        """The fault's round while its result is not paid; None afterwards, when only the decision is recorded."""
        round_ = self.state.round
        if round_ is None or self.standing.round != self.state.rounds:
            return None
        return None if round_.outcome is not None and round_.outcome.confirmed else round_

    @property
    def penalty(self) -> Penalty | None:
        """What is imposed: the ruling, or what the book has for the fault."""
        if self.ruled is not None:
            return self.ruled
        due = penalty_now(self.standing, self.state, self.book)
        return None if due is None else due.penalty


def uphold(case: Upheld) -> Iterator[ev.Event]:
    """The decision and what follows from it."""
    fault, penalty = case.standing.fault, case.penalty
    yield ev.FaultDecided(
        at=case.at,
        evidence=case.evidence,
        fault=fault.id,
        decision=Decision.UPHELD,
        by=case.by,
        penalty=penalty,
    )
    if FAULT_KINDS[fault.code].upheld is Upholding.RANKS_BELOW:
        yield from _rank_below(case)
    round_ = case.round_
    if round_ is None:
        return
    upheld = FAULT_KINDS[fault.code].upheld
    if upheld is Upholding.CANCELS_RIICHI and fault.seat is not None:
        for cancelled in cancel_riichi(round_, fault.seat, case.at, case.evidence):
            yield cancelled
            # What a penalty does is worked out with the stick back.
            case = replace(case, state=reduce(case.state, cancelled))
            round_ = case.round_ or round_
    if penalty in _EFFECTS and fault.seat is not None:
        yield from _EFFECTS[penalty](case, round_, fault.seat)
    elif upheld is Upholding.VOIDS_ROUND and due_now(case.standing, case.state, case.book).kind is RemedyKind.VOID:
        yield void_round(case.state, round_, case.at, case.evidence)
    elif upheld is Upholding.TAKES_CALL_BACK and round_.made:
        yield from take_call_back(round_, round_.made[-1].seat, case.at, case.evidence)


def _rank_below(case: Upheld) -> Iterator[ev.Event]:
    """A seat that declared wrongly, in this game; the left sticks of a game that is over go to another then."""
    seat, state = case.standing.fault.seat, case.state
    if seat is None or case.standing.round <= state.game_from:
        return
    yield ev.DeclaredWrong(at=case.at, evidence=case.evidence, seat=seat, fault=case.standing.fault.id)
    if state.game_over:
        took, wrong = state.end_took, wrong_declarers(state) | {seat}
        held = four(has + taken for has, taken in zip(state.scores, took.scores, strict=True))
        final = scores_at_the_end(state, held, took.riichi_sticks, case.book, wrong)
        yield ev.GameEnded(at=case.at, evidence=case.evidence, scores=final)


def scores_at_the_end(state: TableState, scores: Four, left: int, rulebook: Rulebook, wrong: frozenset[Seat]) -> Four:
    """The points as the game ends; equal tops are told apart from its first dealer on. ``wrong``: declared so."""
    first = state.first_dealer
    turned = four(scores[seat.turn(first)] for seat in SEATS)
    final = final_scores(turned, left, rulebook, frozenset(seat.turn(-first) for seat in wrong))
    return four(final[seat.turn(-first)] for seat in SEATS)


def wrong_declarers(state: TableState) -> frozenset[Seat]:
    """Seats that told wrong points before the last round of this game."""
    return frozenset(seat for seat in SEATS if state.wrong_declared[seat])


def void_round(state: TableState, round_: RoundState, at: float, evidence: tuple[int, ...]) -> ev.RoundDrawn:
    """The round does not count: it is played again, and the sticks laid in it go back (npm art. 14)."""
    laid = laid_sticks(round_)
    return ev.RoundDrawn(
        at=at,
        evidence=evidence,
        kind=DrawKind.VOID,
        tenpai=(),
        payments=four(state.riichi_stick * (seat in laid) for seat in SEATS),
        riichi_sticks=state.riichi_sticks - len(laid),
    )


def laid_sticks(round_: RoundState) -> tuple[Seat, ...]:
    """Seats whose riichi stick was paid in the round."""
    return tuple(seat for seat in SEATS if round_.riichi[seat].stand is RiichiStand.ACCEPTED)


def _lose_right(case: Upheld, round_: RoundState, seat: Seat) -> Iterator[ev.Event]:
    if not round_.lost_right[seat]:
        yield ev.RightLost(at=case.at, evidence=case.evidence, seat=seat, fault=case.standing.fault.id)


def _fine(case: Upheld, round_: RoundState, seat: Seat) -> Iterator[ev.Event]:
    fine = fine_empty_call(seat, case.state.scores, case.book)
    if fine is None:
        return
    if fine.lines:
        yield ev.FinePaid(
            at=case.at,
            evidence=case.evidence,
            seat=seat,
            points=-fine.lines[0].amounts[seat],
            riichi_sticks=fine.riichi_sticks,
            fault=case.standing.fault.id,
        )
        return
    yield from _lose_right(case, round_, seat)
    yield ev.LastRoundCalled(at=case.at, evidence=case.evidence, reason=Last.POT_FINE_UNPAID, begun=True)


def _chombo(case: Upheld, round_: RoundState, seat: Seat) -> Iterator[ev.Event]:
    offenders = _offenders(round_, DrawKind.CHOMBO, seat)
    won = won_beside(case.standing, case.state)
    rules = case.book.penalties
    ruling = None
    if case.after is not None:
        cost = ChomboCost.REFEREE if rules.chombo_cost.value is ChomboCost.REFEREE else rules.chombo_cost.value
        ruling = Ruling(cost, rules.chombo_points.value, case.after, rules.chombo_sticks.value)
    settled = settle_chombo(
        _round(case.state, round_),
        offenders,
        case.book,
        laid=laid_sticks(round_),
        with_win=won,
        dealer_tenpai=_dealer_tenpai(round_),
        ruling=ruling,
        scores=case.state.scores,
    )
    if settled is not None:
        yield _ended(case, DrawKind.CHOMBO, offenders, settled)


def _pay_each(case: Upheld, round_: RoundState, seat: Seat) -> Iterator[ev.Event]:
    offenders = _offenders(round_, DrawKind.NOTEN_RIICHI, seat)
    won = round_.outcome is not None and bool(round_.outcome.wins)
    settled = settle_noten_riichi(
        _round(case.state, round_),
        offenders,
        case.book,
        laid=laid_sticks(round_),
        round_won=won,
        scores=case.state.scores,
    )
    if settled is not None:
        yield _ended(case, DrawKind.NOTEN_RIICHI, offenders, settled)


def _ended(case: Upheld, kind: DrawKind, offenders: tuple[Seat, ...], settled: Settlement) -> ev.RoundDrawn:
    passes = settled.following is not None and not settled.following.stays
    after = AfterChombo.DEALER_PASSES if passes else AfterChombo.REPLAY
    return ev.RoundDrawn(
        at=case.at,
        evidence=case.evidence,
        kind=kind,
        tenpai=(),
        payments=settled.deltas,
        seats=offenders,
        lines=(*settled.lines, *settled.off_total),
        riichi_sticks=settled.riichi_sticks,
        column=settled.column,
        off_total=four(
            sum(each) for each in zip((0, 0, 0, 0), *(one.amounts for one in settled.off_total), strict=True)
        ),
        after=AfterChombo.REFEREE if settled.following is None else after,
    )


def _offenders(round_: RoundState, kind: DrawKind, seat: Seat) -> tuple[Seat, ...]:
    """Those penalized so far in this round and this one."""
    before = round_.outcome.seats if round_.outcome is not None and round_.outcome.draw is kind else ()
    return before if seat in before else (*before, seat)


def _dealer_tenpai(round_: RoundState) -> bool:
    outcome = round_.outcome
    return outcome is not None and outcome.draw is DrawKind.EXHAUSTIVE and round_.dealer in outcome.tenpai


def _round(state: TableState, round_: RoundState) -> Round:
    return Round(round_.prevailing_wind, round_.dealer, round_.counters, state.riichi_sticks)


def _undo(case: Upheld, round_: RoundState, seat: Seat) -> Iterator[ev.Event]:
    return undo_act(WrongAct(case.state, round_, case.book, case.standing, seat, case.at, case.evidence))


_EFFECTS: Final[Mapping[Penalty | None, Callable[[Upheld, RoundState, Seat], Iterator[ev.Event]]]] = MappingProxyType(
    {
        Penalty.LOSES_RIGHT: _lose_right,
        Penalty.CHOMBO: _chombo,
        Penalty.PAYS_EACH: _pay_each,
        Penalty.PAYS_POT: _fine,
        Penalty.UNDONE: _undo,
    }
)
