"""What corrections, open hands and questions do to the state: the part of ``reduce`` that puts readings right."""

from dataclasses import replace

from controller.journal import events as ev
from controller.journal.events import Asked
from controller.journal.state import Indicator, QuestionState, Revealed, RoundState, TableState


def discard(now: RoundState, event: ev.DiscardCorrected) -> RoundState:
    """The round with another tile in a river."""
    discards = tuple(
        replace(each, tile=event.tile) if place == event.index else each for place, each in enumerate(now.discards)
    )
    return _said(replace(now, discards=discards), Asked.DISCARD, event.index, event.by)


def indicator(now: RoundState, event: ev.IndicatorCorrected) -> RoundState:
    """The round with another indicator, or another ura under it."""
    dora = tuple(each if place != event.index else _turned(each, event) for place, each in enumerate(now.dora))
    return _said(replace(now, dora=dora), Asked.URA if event.ura else Asked.DORA, event.index, event.by)


def hand(now: RoundState, event: ev.HandRevealed) -> RoundState:
    """The round with a hand open."""
    shown = Revealed(event.tiles, event.apart)
    revealed = (*now.revealed[: event.seat], shown, *now.revealed[event.seat + 1 :])
    return _said(replace(now, revealed=revealed), Asked.HAND, event.seat, event.by)


def reopened(now: RoundState, _event: ev.RoundReopened) -> RoundState:
    """The round without its result."""
    return replace(now, outcome=None)


def stated(now: RoundState, event: ev.PointsStated) -> RoundState:
    """The result with a winner's own count; the round with what a player says to hold where there is none."""
    if now.outcome is None:
        return replace(now, declared=(*now.declared[: event.seat], event.points, *now.declared[event.seat + 1 :]))
    row = (*now.outcome.stated[: event.seat], event.points, *now.outcome.stated[event.seat + 1 :])
    return replace(now, outcome=replace(now.outcome, stated=row))


def asked(state: TableState, event: ev.QuestionAsked) -> TableState:
    """The state with one more question."""
    standing = QuestionState(event.question, event.at)
    return replace(state, questions=(*state.questions, standing), asked=state.asked + 1)


def answered(state: TableState, event: ev.QuestionAnswered) -> TableState:
    """The state with a question closed."""
    questions = tuple(
        replace(each, answer=event.answer, by=event.by) if each.question.id == event.question else each
        for each in state.questions
    )
    return replace(state, questions=questions)


def _turned(shown: Indicator, event: ev.IndicatorCorrected) -> Indicator:
    return replace(shown, ura=event.tile) if event.ura else replace(shown, tile=event.tile)


def _said(now: RoundState, what: Asked, index: int, by: str) -> RoundState:
    said = (what, index)
    return replace(now, said=(*now.said, said)) if by and said not in now.said else now
