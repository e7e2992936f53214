"""Reducers of open hands, results and payments."""

from dataclasses import replace

from controller.journal import events as ev
from controller.journal.books import Booked
from controller.journal.events import DrawKind, QuestionKind
from controller.journal.ledger import books_of, move, pot_at, round_at, with_books
from controller.journal.reducers.referee import said_by
from controller.journal.reducers.rows import put
from controller.journal.state import Outcome, Revealed, RoundState, TableState, TakenBack
from controller.riichi.seat import SEATS, Seat
from controller.scoring.payment_lines import four


def hand_revealed(round_: RoundState, event: ev.HandRevealed) -> RoundState:
    """Return the round with the hand open."""
    before = round_.revealed[event.seat]
    # A corrected reading keeps the time at which the hand was opened first.
    first = event.at if before is None or not before.tiles else before.at
    shown = Revealed(event.tiles, event.apart, first)
    revealed = put(round_.revealed, event.seat, shown)
    return said_by(replace(round_, revealed=revealed), QuestionKind.HAND, event.seat, event.by)


def voices_stated(round_: RoundState, event: ev.VoicesStated) -> RoundState:
    """Return the round with the order of ron calls on its last tile."""
    order = tuple((seat, 0 if event.together else place) for place, seat in enumerate(event.seats))
    return replace(round_, voices=order)


def round_ended(state: TableState, event: ev.RoundWon | ev.RoundDrawn) -> TableState:
    """Return the state with the round's result: winners and their total payments, or a draw."""
    round_ = state.round
    if round_ is None:
        return state
    outcome = judged(state, state.rounds, event)
    played = round_.played if is_ruled(event) else outcome
    return replace(state, round=replace(round_, outcome=outcome, played=played, taken_back=None))


def judged(state: TableState, ordinal: int, event: ev.RoundWon | ev.RoundDrawn) -> Outcome:
    """Return the result of a round, given the pot it finds; the first winner takes the pot."""
    if isinstance(event, ev.RoundWon):
        return Outcome(
            event.wins,
            None,
            (),
            four(sum(won.score.payments[seat] for won in event.wins) + event.payments[seat] for seat in SEATS),
            seats=event.seats,
            column=event.column,
            off_total=event.off_total,
            after=event.after,
            by=event.by,
            pot=-sum(won.score.riichi_sticks_taken for won in event.wins),
            taker=event.wins[0].win.winner if event.wins else None,
        )
    change = 0 if event.riichi_sticks is None else event.riichi_sticks - pot_at(state, ordinal)
    told = round_at(state, ordinal)
    dealer = Seat.A if told is None else told.round.dealer
    takers = sorted(event.seats, key=lambda seat: (seat - dealer) % len(SEATS))
    took = event.kind is DrawKind.NAGASHI_MANGAN and change < 0
    return Outcome(
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
        pot=change,
        taker=takers[0] if took and takers else None,
        nagashi_said=event.nagashi_said,
    )


def is_ruled(event: ev.RoundWon | ev.RoundDrawn) -> bool:
    """True if the result comes from a ruling on a fault instead of from play."""
    if isinstance(event, ev.RoundWon):
        return bool(event.seats or event.fault)
    return bool(event.fault) or event.kind in (DrawKind.CHOMBO, DrawKind.NOTEN_RIICHI)


def round_reopened(round_: RoundState, event: ev.RoundReopened) -> RoundState:
    """Return the round without its result."""
    kept = TakenBack(event.fault, round_.outcome) if event.fault else None
    by = (*round_.undone_by, event.fault) if event.fault else round_.undone_by
    return replace(round_, outcome=None, played=None, taken_back=kept, undone_by=by)


def points_stated(state: TableState, event: ev.PointsStated) -> TableState:
    """Return the state with a winner's stated count, or before a result with a player's stated total."""
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
    """Return the state with the result paid."""
    paid = Booked(event.deltas, event.riichi_sticks - state.riichi_sticks, event.column, event.off_total)
    # A payment made after undoing a decision on an earlier round must survive that undo, so it is not noted there.
    proposed = state.undo is not None and state.undo.round == state.rounds
    after = move(state, state.game, paid) if proposed else with_books(state, books_of(state, state.game).plus(paid))
    return after if after.round is None else replace(after, round=confirmed(after.round))


def confirmed(round_: RoundState) -> RoundState:
    """Return the round with its result confirmed."""
    if round_.outcome is None:
        return round_
    outcome = replace(round_.outcome, confirmed=True, replaces=None)
    return replace(round_, outcome=outcome, agreed=(*round_.agreed, outcome))
