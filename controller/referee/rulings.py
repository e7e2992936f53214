"""Effect of a decision on a fault on its round, at once or later: right, riichi, fine, and the end of the round.

A decision may be reviewed at any time. In a round in play, its effects are applied or reversed directly. A round that
is paid, or that another followed, ends as all rulings require, else as its play did with the riichi and rights that are
left. A different payment is amended, or proposed if it depends on a riichi or a right.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from controller.journal import events as ev
from controller.journal.books import FOUR_ZEROS, Books
from controller.journal.events import Decision, DrawKind
from controller.journal.ledger import books_of, is_paid_later, moved_by, pot_at, round_at, standing
from controller.journal.reduce import reduce
from controller.journal.reducers.ending import judged
from controller.journal.state import DecidedAs, FaultState, Outcome, PastRound, RiichiStand, RoundState, TableState
from controller.referee.amendments import Amendment, amended, fine_amended, result_amended, riichi_amended
from controller.referee.faults.kind import Upholding
from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.faults.remedies import field_of
from controller.referee.played_results import comes_to, due_result, is_agreed
from controller.referee.referee import beside_win_by, beside_win_due, penalty_now
from controller.referee.ruled_results import ENDING, ends_round, ruled_result
from controller.referee.undoing import (
    LateAct,
    WrongAct,
    bring_back,
    cancel_riichi,
    late_act,
    result_event,
    take_call_back,
    undo_act,
)
from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.penalties import AfterChombo, BesideWin, Penalty
from controller.scoring.game.flow import Last
from controller.scoring.game.placement import final_scores
from controller.scoring.payment_lines import four
from controller.scoring.penalties import fine_empty_call
from controller.scoring.score import Four


@dataclass(frozen=True, slots=True)
class Upheld:
    """A fault that is decided, upheld unless ``decision`` says otherwise: by whom, when and ``why``.

    ``ruled``, ``after`` and ``ruled_beside``: what the referee rules in place of the book, if anything; ``seat``: on
    whom the fault falls, if it was found without a seat or falls on another.
    """

    state: TableState
    book: Rulebook
    standing: FaultState
    by: str
    stamp: ev.Stamp
    ruled: Penalty | None = None
    after: AfterChombo | None = None
    decision: Decision = Decision.UPHELD
    seat: Seat | None = None
    why: str = ""
    ruled_beside: BesideWin | None = None

    @property
    def beside_win(self) -> BesideWin | None:
        """Combined effect of the penalty and another's valid win in the round; None unless both are known."""
        if self.penalty not in ENDING:
            return None
        due = beside_win_due(self._on_seat, self.state, self.book)
        return self.ruled_beside or due if due is not None else None

    @property
    def left_open(self) -> bool:
        """True if the book is silent on how the penalty and another's valid win combine, and nobody has ruled it."""
        if self.penalty not in ENDING or self.ruled_beside is not None:
            return False
        found = beside_win_by(self._on_seat, self.state, self.book)
        return found is not None and bool(field_of(self.book, found[1]).unstated)

    @property
    def _on_seat(self) -> FaultState:
        return self.standing if self.seat is None else replace(self.standing, seat=self.seat)

    @property
    def penalty(self) -> Penalty | None:
        """Penalty imposed: the ruling, or the book's penalty for the fault; None unless the fault is upheld."""
        if self.decision is not Decision.UPHELD:
            return None
        if self.ruled is not None:
            return self.ruled
        due = penalty_now(self.standing, self.state, self.book)
        return None if due is None else due.penalty

    @property
    def needs_seat(self) -> bool:
        """True if the decision affects a seat and no seat is known."""
        seat = self.standing.fault.seat if self.seat is None else self.seat
        if self.decision is not Decision.UPHELD or seat is not None:
            return False
        return self.penalty in _ON_A_SEAT or FAULT_KINDS[self.standing.fault.code].upheld in _OF_A_SEAT


def uphold(case: Upheld) -> Iterator[ev.Event]:
    """Yield the decision, the first on a fault or a later one, and its consequences."""
    decided = _decided(case)
    yield decided
    ruled = reduce(case.state, decided)
    told = round_at(ruled, case.standing.round)
    now = next((each for each in ruled.faults if each.fault.id == case.standing.fault.id), None)
    if now is None:
        return
    change = _Change(case, case.standing, now, is_paid_later(case.state, now.round))
    follows = _Steps(ruled)
    for step in (_riichi, _right, _fine, _undo, _result) if told is not None else ():
        follows.add(step(change, follows.state))
    paid = _Steps(ruled)
    paid.add(amended(ruled, change.amendment, sorted(follows.events, key=_by_pot)))
    yield from paid.events
    yield from _rank(change, paid.state)


def _by_pot(event: ev.Event) -> int:
    """Return the sort key of an event: payments into the pot, then payments out of it, then all else in order."""
    if isinstance(event, ev.RiichiAmended | ev.FineAmended):
        return 0 if event.stands else 1
    return 0 if isinstance(event, ev.FinePaid) else 2


@dataclass(slots=True)
class _Steps:
    """Events in sequence, each computed on the state after those before it."""

    state: TableState
    events: list[ev.Event] = field(default_factory=list)

    def add(self, events: Iterable[ev.Event]) -> None:
        for event in events:
            self.events.append(event)
            self.state = reduce(self.state, event)


@dataclass(frozen=True, slots=True)
class _Change:
    """A fault before and after a decision; ``late``: its round is paid, or another followed."""

    case: Upheld
    was: FaultState
    now: FaultState
    late: bool

    @property
    def amendment(self) -> Amendment:
        case = self.case
        return Amendment(self.now.round, case.by, case.stamp, self.now.fault.id, case.why)

    def round(self, state: TableState) -> PastRound:
        """Return the fault's round as it is in that state."""
        told = round_at(state, self.now.round)
        assert told is not None
        return told

    @property
    def undone(self) -> LateAct | None:
        """The act of a finished round that the ruling undoes; None if it undoes none."""
        seat, round_ = self.seat(Penalty.UNDONE), self.round(self.case.state).round
        if not self.late or self.now.fault.id in round_.undone_by:
            return None
        return _late_act(round_, self.now, seat)

    def seat(self, penalty: Penalty) -> Seat | None:
        """Return the seat on which that penalty falls now; None if it does not apply."""
        upheld = self.now.decision is Decision.UPHELD and self.now.penalty is penalty
        return self.now.offender if upheld else None


def _late_act(round_: RoundState, fault: FaultState, seat: Seat | None) -> LateAct | None:
    """Return the act of a finished round that a ruling on the fault undoes; None if it can undo none."""
    kind = FAULT_KINDS[fault.fault.code].upheld
    if seat is None or kind is Upholding.TAKES_CALL_BACK:
        return None
    if (seat, fault.fault.id) in round_.cancelled_by:
        return LateAct.RIICHI
    return late_act(round_, "riichi" if kind is Upholding.CANCELS_RIICHI else fault.fault.subject, seat)


def _decided(case: Upheld) -> ev.Event:
    told: dict[str, Any] = {
        **case.stamp,
        "fault": case.standing.fault.id,
        "decision": case.decision,
        "by": case.by,
        "penalty": case.penalty,
        "after": case.after,
        "seat": case.seat,
        "why": case.why,
        "beside_win": case.beside_win,
    }
    vain = _in_vain(case)
    if case.standing.decision is None:
        return ev.FaultDecided(**told, without_effect=vain)
    return ev.FaultReviewed(**told, without_effect=vain)


def _in_vain(case: Upheld) -> bool:
    """True if the record cannot follow the decision: an act undone after its round, a call restored after more play."""
    was, told = case.standing, round_at(case.state, case.standing.round)
    if told is None:
        return False
    late = is_paid_later(case.state, was.round)
    if case.decision is Decision.UPHELD:
        undone = late and case.penalty is Penalty.UNDONE and was.fault.id not in told.round.undone_by
        return undone and _late_act(told.round, was, was.offender if case.seat is None else case.seat) is None
    if was.decision is not Decision.UPHELD or was.fault.id not in told.round.undone_by:
        return False
    kept = told.round.taken_back
    return kept is None or kept.fault != was.fault.id or late


def _riichi(change: _Change, state: TableState) -> Iterator[ev.Event]:
    """Cancel an invalid riichi; pay again for one that is reinstated."""
    if FAULT_KINDS[change.now.fault.code].upheld is not Upholding.CANCELS_RIICHI:
        return
    case, round_ = change.case, change.round(state).round
    cancels = change.now.offender if change.now.decision is Decision.UPHELD else None
    restores = change.was.offender if change.was.decision is Decision.UPHELD else None
    gone = restores is not None and restores is not cancels and round_.cancelled[restores] is not None
    if gone and restores is not None and not any(_cancels(each, change.now, restores) for each in state.faults):
        yield riichi_amended(change.amendment, restores, True)
    if cancels is None:
        return
    # A ruling that found no riichi to cancel cancels none when it is upheld again: later riichi are unrelated to it.
    again = any(each.decision is Decision.UPHELD for each in change.now.rulings[:-1])
    if again and restores is None and (cancels, change.now.fault.id) not in round_.cancelled_by:
        return
    if not change.late:
        yield from cancel_riichi(round_, cancels, case.stamp, change.now.fault.id)
    elif round_.riichi[cancels].stand is not RiichiStand.NONE:
        yield riichi_amended(change.amendment, cancels, False)


def _cancels(each: FaultState, but: FaultState, seat: Seat) -> bool:
    """True if another fault of the round cancels the riichi of a seat."""
    kind = FAULT_KINDS[each.fault.code].upheld
    upheld = each.decision is Decision.UPHELD and each.round == but.round and each.fault.id != but.fault.id
    return upheld and kind is Upholding.CANCELS_RIICHI and each.offender is seat


def _right(change: _Change, state: TableState) -> Iterator[ev.Event]:
    """Yield the loss or return of the right to win."""
    case, fault, seat, told = change.case, change.now.fault.id, change.seat(Penalty.LOSES_RIGHT), change.round(state)
    ordinal = told.ordinal if change.late else 0
    lost = told.round.lost_by
    if change.undone is LateAct.WIN:
        # The seat wins nothing in a round that is over.
        seat = change.seat(Penalty.UNDONE)
    for loser in [loser for loser, by in lost if by == fault and loser is not seat]:
        yield ev.RightRestored(**case.stamp, seat=loser, fault=fault, round=ordinal)
        if not ordinal and change.was.penalty is Penalty.PAYS_POT and state.last is Last.POT_FINE_UNPAID:
            yield ev.TimeTakenBack(**case.stamp, by=case.by)
    if seat is not None and (seat, fault) not in lost:
        yield ev.RightLost(**case.stamp, seat=seat, fault=fault, round=ordinal)


def _fine(change: _Change, state: TableState) -> Iterator[ev.Event]:
    """Yield the fine into the pot: paid, given back or paid again."""
    case, fault, seat = change.case, change.now.fault.id, change.seat(Penalty.PAYS_POT)
    told = change.round(state)
    turned = [fine for fine in told.round.fines if fine.fault == fault and fine.stands is not (fine.seat is seat)]
    for fine in turned:
        yield fine_amended(change.amendment, fine, fine.seat is seat)
    if seat is None or any((fine.fault, fine.seat) == (fault, seat) for fine in told.round.fines):
        return
    # A player who could not pay at the first ruling owes the same when it is ruled again.
    unpaid = any(_fines(each, change.now, seat) for each in change.now.rulings[:-1])
    due = fine_empty_call(seat, FOUR_ZEROS if unpaid else standing(state).scores, case.book)
    if due is None:
        return
    if due.lines:
        yield ev.FinePaid(
            **case.stamp,
            seat=seat,
            points=-due.lines[0].amounts[seat],
            riichi_sticks=due.riichi_sticks,
            fault=fault,
            round=told.ordinal if change.late else 0,
        )
    elif not change.late:
        yield ev.RightLost(**case.stamp, seat=seat, fault=fault)
        yield ev.LastRoundCalled(**case.stamp, reason=Last.POT_FINE_UNPAID, begun=True)


def _fines(ruling: DecidedAs, fault: FaultState, seat: Seat) -> bool:
    """True if a ruling fined that seat."""
    fined = seat if ruling.seat is None and fault.fault.seat is seat else ruling.seat
    return ruling.decision is Decision.UPHELD and ruling.penalty is Penalty.PAYS_POT and fined is seat


def _undo(change: _Change, state: TableState) -> Iterator[ev.Event]:
    """Undo an act while its round is in play if the book says so, or restore it if it is valid."""
    case, seat, told, fault = change.case, change.seat(Penalty.UNDONE), change.round(state), change.now.fault.id
    was = change.was.offender if change.was.decision is Decision.UPHELD else None
    if was is not None and was is not seat and change.was.penalty is Penalty.UNDONE:
        yield from _riichi_back(change, told.round, was)
    upheld = change.now.decision is Decision.UPHELD and not change.late
    kept = told.round.taken_back
    # A ruling that ends the round undoes nothing: what it undid before counts as played.
    undoes = change.now.decision is Decision.UPHELD and not ends_round(change.now)
    if not undoes and not change.late and kept is not None and kept.fault == fault:
        yield from bring_back(kept, case.stamp, pot_at(state, told.ordinal))
    # A ruling that found nothing to undo undoes nothing when it is upheld again: later acts are unrelated to it.
    again = any(each.decision is Decision.UPHELD for each in change.now.rulings[:-1])
    if upheld and again and fault not in told.round.undone_by and (seat, fault) not in told.round.cancelled_by:
        return
    if upheld and again and seat is not None and (seat, fault) in told.round.cancelled_by:
        yield from cancel_riichi(told.round, seat, case.stamp, fault)
        return
    if seat is not None and change.undone is LateAct.RIICHI and told.round.riichi[seat].stand is not RiichiStand.NONE:
        yield riichi_amended(change.amendment, seat, False)
        return
    if seat is not None and not change.late:
        yield from undo_act(WrongAct(state, told.round, case.book, change.now, seat, case.stamp))
        return
    takes_back = FAULT_KINDS[change.now.fault.code].upheld is Upholding.TAKES_CALL_BACK
    if upheld and takes_back and change.now.penalty not in _ON_A_SEAT and told.round.made:
        yield from take_call_back(told.round, told.round.made[-1].seat, case.stamp, fault)


def _riichi_back(change: _Change, round_: RoundState, seat: Seat) -> Iterator[ev.Event]:
    """Reinstate a riichi that was undone."""
    if round_.cancelled[seat] is not None and (seat, change.now.fault.id) in round_.cancelled_by:
        yield riichi_amended(change.amendment, seat, True)


def _result(change: _Change, state: TableState) -> Iterator[ev.Event]:
    """Yield the end of the round by all valid rulings on it, else by its play; without either the round goes on."""
    case, told, before = change.case, change.round(state), change.round(change.case.state)
    outcome, played = told.round.outcome, told.round.played
    shifted = (told.round.riichi, told.round.lost_right) != (before.round.riichi, before.round.lost_right)
    if not (ends_round(change.was) or ends_round(change.now) or (change.late and shifted and outcome is not None)):
        return
    ruled = ruled_result(state, told, case.book, case.stamp)
    if ruled is not None:
        if outcome is None or not _same(outcome, judged(state, told.ordinal, ruled), state):
            yield result_amended(change.amendment, ruled) if change.late else ruled
        return
    if outcome is None or outcome.draw is DrawKind.UNSEEN:
        return
    if not change.late:
        if played is None:
            yield ev.RoundReopened(**case.stamp, back_to=_without_result(told.round))
        elif not _same(outcome, played, state):
            back = result_event(played, case.stamp, pot_at(state, told.ordinal))
            yield result_amended(change.amendment, back, restored=True)
        return
    due = due_result(state, told, case.book)
    told_so = played is not None and due is not None and due.by == outcome.by
    if due is None or (told_so and comes_to(state, told, outcome, case.book)):
        return
    restored = played is not None and comes_to(state, told, played, case.book)
    # A result that was confirmed once needs no second confirmation.
    proposed = played is not None and not is_agreed(state, told, case.book, shifted=shifted)
    pot = pot_at(state, told.ordinal)
    back = result_event(played, case.stamp, pot) if restored and played is not None else due
    amends = result_amended(change.amendment, back, restored, reworked=not restored, proposed=proposed)
    yield _of_phase(state, amends)


def _of_phase(state: TableState, event: ev.ResultAmended) -> ev.ResultAmended:
    """Return the event with the phase of the round in play after it."""
    phase = reduce(state, event).phase
    return event if phase is state.phase else replace(event, back_to=phase.value)


def _rank(change: _Change, state: TableState) -> Iterator[ev.Event]:
    """Rank wrong declarers lower in this game; a finished game ends again, as its leftover sticks may move."""
    if FAULT_KINDS[change.now.fault.code].upheld is not Upholding.RANKS_BELOW or change.now.round <= state.game_from:
        return
    case = change.case
    wrong = {each.offender for each in state.faults if _ranks_below(each, state)}
    for seat in SEATS:
        if (seat in wrong) is not state.wrong_declared[seat]:
            yield ev.DeclaredWrong(**case.stamp, seat=seat, fault=change.now.fault.id, stands=seat in wrong)
    if state.game_over:
        books = books_of(state, state.game).reopened()
        final = final_scores(
            books.scores, books.riichi_sticks, case.book, frozenset(seat for seat in SEATS if seat in wrong)
        )
        yield ev.GameEnded(**case.stamp, scores=final)


def _ranks_below(each: FaultState, state: TableState) -> bool:
    upheld = each.decision is Decision.UPHELD and each.round > state.game_from
    return upheld and FAULT_KINDS[each.fault.code].upheld is Upholding.RANKS_BELOW


def scores_at_the_end(books: Books, rulebook: Rulebook, wrong: frozenset[Seat]) -> Four:
    """Return the points at the end of a game; ties are broken from its first dealer on. ``wrong``: wrong declarers."""
    first = books.first_dealer
    turned = four(books.scores[seat.turn(first)] for seat in SEATS)
    final = final_scores(turned, books.riichi_sticks, rulebook, frozenset(seat.turn(-first) for seat in wrong))
    return four(final[seat.turn(-first)] for seat in SEATS)


def wrong_declarers(books: Books) -> frozenset[Seat]:
    """Return the seats that stated wrong points before the last round of a game."""
    return frozenset(seat for seat in SEATS if books.wrong_declared[seat])


def _same(one: Outcome, other: Outcome, state: TableState) -> bool:
    """True if two results have the same content, person and payments, sticks in the pot aside."""
    return _comparable(one, state.riichi_stick) == _comparable(other, state.riichi_stick)


def _comparable(outcome: Outcome, stick: int) -> tuple[object, ...]:
    wins = tuple((replace(each.win, riichi_sticks=0), each.score.points, each.furiten) for each in outcome.wins)
    return (moved_by(outcome, 0, stick), wins, outcome.draw, outcome.tenpai, outcome.seats, outcome.after, outcome.by)


def _without_result(round_: RoundState) -> str:
    return replace(round_, outcome=None).phase.value


_ON_A_SEAT = (Penalty.CHOMBO, Penalty.PAYS_EACH, Penalty.LOSES_RIGHT, Penalty.PAYS_POT, Penalty.UNDONE)
_OF_A_SEAT = (Upholding.CANCELS_RIICHI, Upholding.RANKS_BELOW)
