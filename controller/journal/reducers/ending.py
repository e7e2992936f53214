"""What open hands, results and payments do to a round."""

from dataclasses import replace

from controller.journal import events as ev
from controller.journal.events import QuestionKind
from controller.journal.reducers.referee import said_by
from controller.journal.reducers.rows import add, put
from controller.journal.state import Outcome, Revealed, RoundState, TableState
from controller.riichi.seat import SEATS
from controller.scoring.payment_lines import four


def hand_revealed(round_: RoundState, event: ev.HandRevealed) -> RoundState:
    """The round with a hand open."""
    before = round_.revealed[event.seat]
    # A face read anew does not make the hand a later one.
    first = event.at if before is None or not before.tiles else before.at
    shown = Revealed(event.tiles, event.apart, first)
    revealed = put(round_.revealed, event.seat, shown)
    return said_by(replace(round_, revealed=revealed), QuestionKind.HAND, event.seat, event.by)


def voices_stated(round_: RoundState, event: ev.VoicesStated) -> RoundState:
    """The round with the order of the voices for its last tile."""
    order = tuple((seat, 0 if event.together else place) for place, seat in enumerate(event.seats))
    return replace(round_, voices=order)


def round_won(round_: RoundState, event: ev.RoundWon) -> RoundState:
    """The round with winners, and what they are paid in all."""
    payments = four(sum(won.score.payments[seat] for won in event.wins) for seat in SEATS)
    return replace(round_, outcome=Outcome(event.wins, None, (), payments, by=event.by))


def round_drawn(round_: RoundState, event: ev.RoundDrawn) -> RoundState:
    """The round with its end without a win."""
    outcome = Outcome(
        (),
        event.kind,
        event.tenpai,
        event.payments,
        seats=event.seats,
        riichi_sticks=event.riichi_sticks,
        column=event.column,
        off_total=event.off_total,
        after=event.after,
        by=event.by,
    )
    return replace(round_, outcome=outcome)


def round_reopened(round_: RoundState, _event: ev.RoundReopened) -> RoundState:
    """The round without its result."""
    return replace(round_, outcome=None)


def points_stated(state: TableState, event: ev.PointsStated) -> TableState:
    """The result with a winner's own count; the round with what a player says to hold where there is none."""
    round_ = state.round
    if round_ is None:
        return state
    if round_.outcome is None or event.held:
        told = put(state.points_told, event.seat, True)
        declared = put(round_.declared, event.seat, event.points)
        return replace(state, round=replace(round_, declared=declared), points_told=told)
    row = put(round_.outcome.stated, event.seat, event.points)
    return replace(state, round=replace(round_, outcome=replace(round_.outcome, stated=row)))


def settlement_confirmed(state: TableState, event: ev.SettlementConfirmed) -> TableState:
    """The points paid as confirmed."""
    round_ = state.round
    if round_ is not None and round_.outcome is not None:
        round_ = replace(round_, outcome=replace(round_.outcome, confirmed=True, payments=event.deltas))
    return replace(
        state,
        scores=add(state.scores, event.deltas),
        riichi_sticks=event.riichi_sticks,
        round=round_,
        column=add(state.column, event.column),
        off_total=add(state.off_total, event.off_total),
    )
