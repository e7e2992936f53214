"""Reducers of faults, corrections, questions and decisions."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from controller.journal import events as ev
from controller.journal.books import NO_PAYMENT, Fine
from controller.journal.events import QuestionKind
from controller.journal.ledger import books_of, move, round_at, with_books, with_round
from controller.journal.reducers.regrouped import grouped_as_before, is_regrouped
from controller.journal.reducers.rows import put
from controller.journal.state import DecidedAs, FaultState, Indicator, QuestionState, RoundState, TableState, Undo

_SEATED: Final = "seat_players"


def fault_raised(state: TableState, event: ev.FaultRaised) -> TableState:
    """Return the state with one more fault."""
    discards = 0 if state.round is None or event.round else len(state.round.discards)
    standing = FaultState(event.fault, event.round or state.rounds, event.at, event.evidence, discards=discards)
    return replace(state, faults=(*state.faults, standing))


def fault_remedy_changed(state: TableState, event: ev.FaultRemedyChanged) -> TableState:
    """Return the state with another remedy for a fault."""

    def changed(standing: FaultState) -> FaultState:
        penalty = standing.fault.penalty if event.penalty is None else event.penalty
        fault = replace(standing.fault, remedy=event.remedy, penalty=penalty)
        return replace(standing, fault=fault, acted=standing.acted or event.acted)

    return _each_fault(state, event.fault, changed)


def fault_decided(state: TableState, event: ev.FaultDecided | ev.FaultReviewed) -> TableState:
    """Return the state with a decision, first or later, on a fault."""
    ruling = DecidedAs(
        *(event.decision, event.by, event.at, event.why, event.penalty, event.after, event.seat),
        without_effect=event.without_effect,
        maker=event.maker,
        beside_win=event.beside_win,
    )

    def decided(standing: FaultState) -> FaultState:
        return replace(
            standing,
            decision=ruling.decision,
            by=ruling.by,
            decided_at=ruling.at,
            penalty=ruling.penalty,
            after=ruling.after,
            seat=ruling.seat,
            rulings=(*standing.rulings, ruling),
            beside_win=ruling.beside_win,
        )

    return _each_fault(state, event.fault, decided)


def right_lost(state: TableState, event: ev.RightLost) -> TableState:
    """Return the state with the seat's right to win lost for the round."""
    lost = (event.seat, event.fault)

    def changed(round_: RoundState) -> RoundState:
        return replace(
            round_,
            lost_right=put(round_.lost_right, event.seat, True),
            lost_by=round_.lost_by if lost in round_.lost_by else (*round_.lost_by, lost),
        )

    return with_round(state, event.round or state.rounds, changed)


def right_restored(state: TableState, event: ev.RightRestored) -> TableState:
    """Return the state with the seat's right to win restored, unless another fault takes it too."""

    def changed(round_: RoundState) -> RoundState:
        left = tuple(lost for lost in round_.lost_by if lost != (event.seat, event.fault))
        lost = any(seat is event.seat for seat, _ in left)
        return replace(round_, lost_right=put(round_.lost_right, event.seat, lost), lost_by=left)

    return with_round(state, event.round or state.rounds, changed)


def declared_wrong(state: TableState, event: ev.DeclaredWrong) -> TableState:
    """Return the state with a seat ranked below those that stated their points correctly, or no longer so."""
    return replace(state, wrong_declared=put(state.wrong_declared, event.seat, event.stands))


def fine_paid(state: TableState, event: ev.FinePaid) -> TableState:
    """Return the state with a fine moved from a seat into the pot."""
    fine, ordinal = Fine(event.fault, event.seat, event.points, event.riichi_sticks), event.round or state.rounds
    told = round_at(state, ordinal)
    paid = move(state, state.game if told is None else told.game, fine.booked)
    return with_round(paid, ordinal, lambda round_: replace(round_, fines=(*round_.fines, fine)))


def discard_corrected(round_: RoundState, event: ev.DiscardCorrected) -> RoundState:
    """Return the round with the face of a discard corrected."""
    discards = tuple(
        replace(each, tile=event.tile) if place == event.index else each for place, each in enumerate(round_.discards)
    )
    return said_by(replace(round_, discards=discards), QuestionKind.DISCARD, event.index, event.by)


def indicator_corrected(round_: RoundState, event: ev.IndicatorCorrected) -> RoundState:
    """Return the round with the face of an indicator, or of the ura-dora under it, corrected."""
    dora = tuple(each if place != event.index else _turned(each, event) for place, each in enumerate(round_.dora))
    return said_by(
        replace(round_, dora=dora), QuestionKind.URA if event.ura else QuestionKind.DORA, event.index, event.by
    )


def question_asked(state: TableState, event: ev.QuestionAsked) -> TableState:
    """Return the state with one more question."""
    standing = QuestionState(event.question, event.at)
    return replace(state, questions=(*state.questions, standing), asked=state.asked + 1)


def question_answered(state: TableState, event: ev.QuestionAnswered) -> TableState:
    """Return the state with a question closed."""
    questions = tuple(
        replace(each, answer=event.answer, by=event.by, maker=event.maker)
        if each.question.id == event.question
        else each
        for each in state.questions
    )
    return replace(state, questions=questions)


def decision_taken(state: TableState, event: ev.DecisionTaken) -> TableState:
    """Return the state with the state before it stored for undoing the decision."""
    before = replace(state, undo=None)
    undo = Undo(
        *(before, event.at, event.by, event.what, event.subject, event.round), place=event.place, maker=event.maker
    )
    return replace(state, undo=undo)


def decision_undone(state: TableState, _event: ev.DecisionUndone) -> TableState:
    """Return the state before the last decision with the present goal, release policy, names, faults, questions.

    If the decision was about an earlier round, play since then stays: only books, rulings and that round are restored.
    """
    undo = state.undo
    if undo is None:
        return state
    seatings = undo.before.seatings if undo.what == _SEATED else state.seatings
    before = replace(undo.before, goal=state.goal, release=state.release, seatings=seatings)
    known = {standing.fault.id for standing in before.faults}
    since = tuple(standing for standing in state.faults if standing.fault.id not in known)
    faults = (*before.faults, *since)
    if undo.round and is_regrouped(undo.before, state):
        return replace(grouped_as_before(state, before), faults=faults)
    if undo.round:
        return _undone_late(state, undo, faults)
    asked = state.questions[len(before.questions) :]
    return replace(before, faults=faults, questions=(*before.questions, *asked), asked=state.asked)


def _undone_late(state: TableState, undo: Undo, faults: tuple[FaultState, ...]) -> TableState:
    before, round_ = undo.before, state.round
    if undo.round == state.rounds:
        round_ = before.round
    elif round_ is not None and before.round is not None and before.round.outcome is not None:
        # In a round that had its result already, only effects of the decision and the payment can have been recorded
        # since.
        outcome = before.round.outcome
        paid = round_.outcome is not None and round_.outcome.confirmed
        round_ = replace(before.round, outcome=replace(outcome, confirmed=outcome.confirmed or paid))
    elif round_ is not None and before.round is not None:
        old = before.round
        round_ = replace(
            round_,
            prevailing_wind=old.prevailing_wind,
            number=old.number,
            dealer=old.dealer,
            counters=old.counters,
            turn=old.turn if round_.last is None else round_.turn,
        )
    back = state
    for game, booked in undo.booked or ((state.game, NO_PAYMENT),):
        books = books_of(state, game).reopened().plus(booked, -1)
        over = books_of(before, game)
        back = with_books(back, books.ended(over.scores) if over.game_over else books)
    wrong = before.wrong_declared
    return replace(back, past=before.past, round=round_, faults=faults, undo=None, wrong_declared=wrong)


def said_by(round_: RoundState, what: QuestionKind, index: int, by: str) -> RoundState:
    """Return the round with a note that a person stated this reading, if ``by``: later readings do not change it."""
    said = (what, index)
    return replace(round_, said=(*round_.said, said)) if by and said not in round_.said else round_


def _each_fault(state: TableState, fault: str, change: Callable[[FaultState], FaultState]) -> TableState:
    return replace(
        state, faults=tuple(change(standing) if standing.fault.id == fault else standing for standing in state.faults)
    )


def _turned(shown: Indicator, event: ev.IndicatorCorrected) -> Indicator:
    return replace(shown, ura=event.tile) if event.ura else replace(shown, tile=event.tile)
