"""What faults, corrections, questions and decisions do to the state."""

from collections.abc import Callable
from dataclasses import replace

from controller.journal import events as ev
from controller.journal.events import QuestionKind
from controller.journal.reducers.rows import add, put
from controller.journal.state import FaultState, Indicator, QuestionState, RoundState, TableState, Undo
from controller.riichi.seat import SEATS
from controller.scoring.payment_lines import four


def fault_raised(state: TableState, event: ev.FaultRaised) -> TableState:
    """The state with one more fault."""
    discards = 0 if state.round is None else len(state.round.discards)
    standing = FaultState(event.fault, state.rounds, event.at, event.evidence, discards=discards)
    return replace(state, faults=(*state.faults, standing))


def fault_remedy_changed(state: TableState, event: ev.FaultRemedyChanged) -> TableState:
    """A fault with another remedy."""

    def changed(standing: FaultState) -> FaultState:
        penalty = standing.fault.penalty if event.penalty is None else event.penalty
        return replace(standing, fault=replace(standing.fault, remedy=event.remedy, penalty=penalty))

    return _each_fault(state, event.fault, changed)


def fault_decided(state: TableState, event: ev.FaultDecided) -> TableState:
    """A fault with its decision."""

    def decided(standing: FaultState) -> FaultState:
        return replace(standing, decision=event.decision, by=event.by, decided_at=event.at, penalty=event.penalty)

    return _each_fault(state, event.fault, decided)


def right_lost(round_: RoundState, event: ev.RightLost) -> RoundState:
    """The round without a seat's right to win."""
    return replace(round_, lost_right=put(round_.lost_right, event.seat, True))


def declared_wrong(state: TableState, event: ev.DeclaredWrong) -> TableState:
    """The state with a seat that ranks below those who told their points right."""
    return replace(state, wrong_declared=put(state.wrong_declared, event.seat, True))


def fine_paid(state: TableState, event: ev.FinePaid) -> TableState:
    """The fine moved from a seat to the sticks on the table."""
    fine = tuple(-event.points * (seat is event.seat) for seat in SEATS)
    return replace(state, scores=add(state.scores, four(fine)), riichi_sticks=state.riichi_sticks + event.riichi_sticks)


def discard_corrected(round_: RoundState, event: ev.DiscardCorrected) -> RoundState:
    """The round with another tile in a river."""
    discards = tuple(
        replace(each, tile=event.tile) if place == event.index else each for place, each in enumerate(round_.discards)
    )
    return said_by(replace(round_, discards=discards), QuestionKind.DISCARD, event.index, event.by)


def indicator_corrected(round_: RoundState, event: ev.IndicatorCorrected) -> RoundState:
    """The round with another indicator, or another ura under it."""
    dora = tuple(each if place != event.index else _turned(each, event) for place, each in enumerate(round_.dora))
    return said_by(
        replace(round_, dora=dora), QuestionKind.URA if event.ura else QuestionKind.DORA, event.index, event.by
    )


def question_asked(state: TableState, event: ev.QuestionAsked) -> TableState:
    """The state with one more question."""
    standing = QuestionState(event.question, event.at)
    return replace(state, questions=(*state.questions, standing), asked=state.asked + 1)


def question_answered(state: TableState, event: ev.QuestionAnswered) -> TableState:
    """The state with a question closed."""
    questions = tuple(
        replace(each, answer=event.answer, by=event.by) if each.question.id == event.question else each
        for each in state.questions
    )
    return replace(state, questions=questions)


def decision_taken(state: TableState, event: ev.DecisionTaken) -> TableState:
    """The state, from which the one before can be had back."""
    return replace(state, undo=Undo(replace(state, undo=None), event.at, event.by, event.what, event.subject))


def decision_undone(state: TableState, _event: ev.DecisionUndone) -> TableState:
    """The state before the last decision; goals, and faults and questions found since, stay."""
    if state.undo is None:
        return state
    before = replace(state.undo.before, goal=state.goal)
    known = {standing.fault.id for standing in before.faults}
    since = tuple(standing for standing in state.faults if standing.fault.id not in known)
    asked = state.questions[len(before.questions) :]
    return replace(before, faults=(*before.faults, *since), questions=(*before.questions, *asked), asked=state.asked)


def said_by(round_: RoundState, what: QuestionKind, index: int, by: str) -> RoundState:
    """The round, keeping that a person has said so, if ``by`` names one: no later reading changes it."""
    said = (what, index)
    return replace(round_, said=(*round_.said, said)) if by and said not in round_.said else round_


def _each_fault(state: TableState, fault: str, change: Callable[[FaultState], FaultState]) -> TableState:
    return replace(
        state, faults=tuple(change(standing) if standing.fault.id == fault else standing for standing in state.faults)
    )


def _turned(shown: Indicator, event: ev.IndicatorCorrected) -> Indicator:
    return replace(shown, ura=event.tile) if event.ura else replace(shown, tile=event.tile)
