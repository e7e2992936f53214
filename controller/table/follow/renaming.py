"""A round's result under another name of the round: other counters, dealer or wind."""

from dataclasses import replace

from controller.journal import events as ev
from controller.journal.ledger import moved_by, with_round
from controller.journal.reducers.ending import judged
from controller.journal.state import Outcome, PastRound, RoundState, TableState
from controller.referee.played_results import due_result
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.game.flow import Round


def result_as(
    state: TableState, told: PastRound, name: Round, rulebook: Rulebook
) -> ev.RoundWon | ev.RoundDrawn | None:
    """Return the result of a round under that name, with the present pot; None if no such result is possible.

    ``name`` by seats of the table.
    """
    if told.round.outcome is None:
        return None
    renamed = with_name(told.round, name)
    there, row = with_round(state, told.ordinal, lambda _: renamed), replace(told, round=renamed)
    return due_result(there, row, rulebook)


def pays_the_same(state: TableState, told: PastRound, name: Round, rulebook: Rulebook) -> bool:
    """True if its result pays the same under that name, sticks in the pot aside."""
    result, outcome = result_as(state, told, name, rulebook), told.round.outcome
    if result is None or outcome is None:
        return False
    renamed = judged(state, told.ordinal, result)
    return _of_the_hand(state, outcome) == _of_the_hand(state, renamed)


def _of_the_hand(state: TableState, outcome: Outcome) -> tuple[object, ...]:
    """Return what a result pays, without the sticks that a player takes."""
    paid = moved_by(outcome, 0, state.riichi_stick)
    return (paid.deltas, paid.column, paid.off_total, outcome.taker)


def with_name(round_: RoundState, name: Round) -> RoundState:
    """Return the round under that name."""
    return replace(round_, prevailing_wind=name.prevailing_wind, dealer=name.dealer, counters=name.counters)
