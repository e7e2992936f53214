"""A round's result as it would be, had the round another name: other counters, dealer or wind."""

from dataclasses import replace

from controller.journal import events as ev
from controller.journal.events import DrawKind
from controller.journal.ledger import pot_at, with_round
from controller.journal.reducers.ending import judged
from controller.journal.state import Outcome, PastRound, RoundState, TableState
from controller.referee.rescored import rescored
from controller.referee.ruled_results import ruled_result
from controller.referee.undoing import result_event
from controller.riichi.seat import SEATS
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.game.flow import Round
from controller.scoring.settlement import settle_draw

_RULED = (DrawKind.CHOMBO, DrawKind.NOTEN_RIICHI)


def result_as(
    state: TableState, told: PastRound, name: Round, rulebook: Rulebook
) -> ev.RoundWon | ev.RoundDrawn | None:
    """The result of a round under that name, with the pot that it finds now; None where there could be none such.

    ``name`` by seats of the table.
    """
    outcome = told.round.outcome
    if outcome is None:
        return None
    named = replace(name, riichi_sticks=pot_at(state, told.ordinal)[0])
    if outcome.wins and not outcome.seats:
        wins = rescored(outcome.wins, named, rulebook)
        return None if wins is None else ev.RoundWon(at=0.0, wins=wins, by=outcome.by)
    if outcome.wins or outcome.draw in _RULED:
        renamed = with_name(told.round, name)
        there = with_round(state, told.ordinal, lambda _: renamed)
        return ruled_result(there, replace(told, round=renamed), rulebook, 0.0, ())
    as_it_was = result_event(outcome, 0.0, ())
    assert isinstance(as_it_was, ev.RoundDrawn)
    if outcome.draw not in (DrawKind.EXHAUSTIVE, DrawKind.NAGASHI_MANGAN):
        left = None if outcome.riichi_sticks is None else max(0, named.riichi_sticks + outcome.pot)
        return replace(as_it_was, riichi_sticks=left)
    nagashi = outcome.seats if outcome.draw is DrawKind.NAGASHI_MANGAN else ()
    settled = settle_draw(named, [seat in outcome.tenpai for seat in SEATS], rulebook, nagashi=nagashi)
    left = settled.riichi_sticks if nagashi else None
    return replace(as_it_was, payments=settled.deltas, lines=settled.lines, riichi_sticks=left)


def pays_the_same(state: TableState, told: PastRound, name: Round, rulebook: Rulebook) -> bool:
    """Whether its result would pay under that name what it pays, whatever lies in the pot."""
    result, outcome = result_as(state, told, name, rulebook), told.round.outcome
    if result is None or outcome is None:
        return False
    renamed = judged(state, told.ordinal, result)
    return _of_the_hand(state, outcome) == _of_the_hand(state, renamed)


def _of_the_hand(state: TableState, outcome: Outcome) -> tuple[object, ...]:
    """What a result moves without the sticks that somebody takes."""
    taken = outcome.pot if outcome.taker is not None else 0
    paid = (
        each + state.riichi_stick * taken * (seat is outcome.taker)
        for seat, each in zip(SEATS, outcome.payments, strict=True)
    )
    return (*paid, outcome.column, outcome.off_total, outcome.taker)


def with_name(round_: RoundState, name: Round) -> RoundState:
    """The round under that name."""
    return replace(round_, prevailing_wind=name.prevailing_wind, dealer=name.dealer, counters=name.counters)
