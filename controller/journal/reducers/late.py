"""Reducers of corrections to earlier rounds and to the books of their games."""

from dataclasses import replace

from controller.journal import events as ev
from controller.journal.books import Booked
from controller.journal.ledger import books_of, move, round_at, with_round
from controller.journal.reducers.ending import confirmed, is_ruled, judged
from controller.journal.reducers.rows import put
from controller.journal.state import RiichiStand, RiichiState, RoundState, TableState
from controller.riichi.seat import SEATS
from controller.scoring.payment_lines import four


def result_amended(state: TableState, event: ev.ResultAmended) -> TableState:
    """Return the state with another result of a round, paid if the old one was; a proposed result is unconfirmed."""
    told, result = round_at(state, event.round), event.won or event.drawn
    if told is None or result is None:
        return state
    before, played = told.round.outcome, told.round.played
    outcome = played if event.restored and played is not None else judged(state, event.round, result)
    paid = before is not None and (before.confirmed or before.replaces is not None)
    stays = is_ruled(result) or event.reworked
    if event.proposed and before is not None:
        outcome = replace(outcome, confirmed=False, replaces=(before.replaces or before) if paid else None)
    else:
        outcome = replace(outcome, confirmed=paid, replaces=None)

    def changed(round_: RoundState) -> RoundState:
        agreed = (*round_.agreed, outcome) if outcome.confirmed and outcome not in round_.agreed else round_.agreed
        return replace(round_, outcome=outcome, played=played if stays else outcome, agreed=agreed)

    return with_round(state, event.round, changed)


def result_confirmed(state: TableState, event: ev.ResultConfirmed) -> TableState:
    """Return the state with an earlier round's result paid."""
    told = round_at(state, event.round)
    if told is None:
        return state
    due = Booked(
        event.deltas,
        event.riichi_sticks - books_of(state, told.game).reopened().riichi_sticks,
        event.column,
        event.off_total,
    )
    return with_round(move(state, told.game, due), event.round, confirmed)


def payments_amended(state: TableState, event: ev.PaymentsAmended) -> TableState:
    """Return the state with a correction of a round's payment booked in the present books of its game."""
    paid = Booked(event.deltas, event.riichi_sticks, event.column, event.off_total)
    told = round_at(state, event.round)
    return state if told is None else move(state, told.game, paid)


def fine_amended(state: TableState, event: ev.FineAmended) -> TableState:
    """Return the state with a fine charged again or refunded."""
    told = round_at(state, event.round)
    if told is None:
        return state
    fines = tuple(
        replace(fine, stands=event.stands) if (fine.fault, fine.seat) == (event.fault, event.seat) else fine
        for fine in told.round.fines
    )
    paid = Booked()
    for was, now in zip(told.round.fines, fines, strict=True):
        paid = paid.plus(was.booked, now.stands - was.stands)
    changed = with_round(state, event.round, lambda round_: replace(round_, fines=fines))
    return move(changed, told.game, paid)


def riichi_amended(state: TableState, event: ev.RiichiAmended) -> TableState:
    """Return the state with a riichi reinstated or voided, and its stick paid or returned."""
    told = round_at(state, event.round)
    if told is None:
        return state
    round_, seat = told.round, event.seat
    was = round_.riichi[seat]
    now = RiichiState()
    if event.stands:
        now = round_.cancelled[seat] or RiichiState(RiichiStand.ACCEPTED)
    kept = None if event.stands else was
    matter = (seat, event.fault)

    def changed(each: RoundState) -> RoundState:
        return replace(
            each,
            riichi=put(each.riichi, seat, now),
            cancelled=put(each.cancelled, seat, kept),
            cancelled_by=each.cancelled_by if matter in each.cancelled_by else (*each.cancelled_by, matter),
        )

    sticks = (now.stand is RiichiStand.ACCEPTED) - (was.stand is RiichiStand.ACCEPTED)
    deltas = four(-state.riichi_stick * sticks * (each is seat) for each in SEATS)
    return move(with_round(state, event.round, changed), told.game, Booked(deltas, sticks))


def round_renamed(state: TableState, event: ev.RoundRenamed) -> TableState:
    """Return the state with the round under its corrected name."""

    def renamed(round_: RoundState) -> RoundState:
        return replace(
            round_,
            prevailing_wind=event.prevailing_wind,
            number=event.number,
            dealer=event.dealer,
            counters=event.counters,
            turn=event.dealer if round_.last is None else round_.turn,
            counters_seen=round_.counters_seen or event.counters_seen,
            wind_seen=round_.wind_seen or event.wind_seen,
            sticks_seen=round_.sticks_seen if event.sticks_seen is None else event.sticks_seen,
        )

    return with_round(state, event.round or state.rounds, renamed)
