"""Order of the calls for one tile as a person states it, and the result by that order."""

from collections.abc import Iterator
from typing import Final

from controller.journal import events as ev
from controller.journal.events import Decision
from controller.journal.reduce import reduce
from controller.journal.state import FaultState, Phase
from controller.referee.referee import BY_RECORD
from controller.referee.rules.winners import LATER, SECOND
from controller.riichi.seat import Seat
from controller.table.enter.entry import Answer, ClaimEntry, refused
from controller.table.enter.refusals import Why
from controller.table.infer.wins import claimed_tile

TOGETHER: Final = "together"


def state_voices(entry: ClaimEntry) -> Answer:
    """Record who called ron on the last tile, the earliest first; with subject ``together`` all at the same time."""
    state, seats = entry.state, entry.claim.seats or ()
    round_ = state.round
    if round_ is None or state.phase not in (Phase.PLAY, Phase.RESULT) or round_.last is None:
        return refused(Why.NO_RON_TILE)
    if not seats or len(set(seats)) != len(seats) or round_.last.seat in seats:
        return refused(Why.NO_VOICES)
    return tuple(_voice_facts(entry, seats, together=entry.claim.subject == TOGETHER)), ()


def counted_in_time(entry: ClaimEntry, standing: FaultState) -> Iterator[ev.Event]:
    """Count a ron as simultaneous with the result, once its fault of being called too late is dismissed."""
    round_, seat = entry.state.round, standing.fault.seat
    open_for_it = (
        standing.fault.code == LATER
        and round_ is not None
        and standing.round == entry.state.rounds
        and entry.state.phase is Phase.RESULT
    )
    if not open_for_it or round_ is None or round_.outcome is None or seat is None or not round_.outcome.wins:
        return
    if round_.revealed[seat] is not None:
        winners = tuple(each.win.winner for each in round_.outcome.wins if each.win.winner is not seat)
        yield from _voice_facts(entry, (*winners, seat), together=True)


def _voice_facts(entry: ClaimEntry, seats: tuple[Seat, ...], *, together: bool) -> Iterator[ev.Event]:
    stated = ev.VoicesStated(**entry.stamp, seats=seats, together=together, by=entry.claim.by)
    yield stated
    state = reduce(entry.state, stated)
    outcome = None if state.round is None else state.round.outcome
    if outcome is None or not outcome.wins or outcome.by or outcome.seats:
        return
    found = claimed_tile(state, entry.rulebook, entry.venue.same_time_s)
    if found.won and found.won != outcome.wins:
        for standing in state.open_faults():
            fault, here = standing.fault, standing.round == state.rounds
            if here and fault.code in (SECOND, LATER) and fault.seat in [won.win.winner for won in found.won]:
                yield ev.FaultDecided(**entry.stamp, fault=fault.id, decision=Decision.CLEARED, by=BY_RECORD)
        yield ev.RoundWon(**entry.stamp, wins=found.won, beside=found.beside)
