"""Tiles swept together while a result waits: a hand that disappears with other zones was not broken up alone."""

from collections.abc import Iterator
from typing import Final

from controller.journal import events as ev
from controller.journal.state import Phase, TableState
from controller.referee.referee import BY_RECORD
from controller.riichi.seat import SEATS, Seat
from controller.table.observe.observation import Observation

_BROKEN_UP: Final = "win-scrambled"
_HAND: Final = 13
# Tiles that a zone may lack: the winner may pick up the winning tile, and a hand may have been short by one before.
_ONE: Final = 1
# Number of zones that must lack tiles, because a single zone may be partly hidden or misread.
_SURE: Final = 2


def zones_swept(observation: Observation) -> int:
    """Return how many rivers, meld rows and hands, the winners' hands aside, lack at least two recorded tiles."""
    return sum(_lacks(observation, seat) for seat in SEATS)


def is_swept(observation: Observation) -> bool:
    """True if people are sweeping the table."""
    return zones_swept(observation) >= _SURE


def swept(observation: Observation) -> Iterator[ev.Event]:
    """Once the table is swept, clear the fault of a winner's hand that was broken up shortly before."""
    if observation.round.phase is not Phase.RESULT or not observation.state.open_faults():
        return
    if is_swept(observation):
        yield from withdrawn(observation.state, observation.stamp, observation.venue.sweep_s)


def withdrawn(state: TableState, stamp: ev.Stamp, within_s: float) -> Iterator[ev.FaultDecided]:
    """Clear the fault of a hand broken up at most ``within_s`` seconds before the table was swept or a new set began.

    Faults entered and decisions made by people stay.
    """
    for standing in state.open_faults():
        mine = standing.fault.code == _BROKEN_UP and standing.round == state.rounds and not standing.fault.by
        if mine and stamp["at"] - standing.at <= within_s:
            yield ev.FaultDecided(**stamp, fault=standing.fault.id, decision=ev.Decision.CLEARED, by=BY_RECORD)


def _lacks(observation: Observation, seat: Seat) -> int:
    round_, scene, dwell = observation.round, observation.scene, observation.dwell
    winners = () if round_.outcome is None else [won.win.winner for won in round_.outcome.wins]
    river, melds = scene.rivers[seat].length.held(dwell.river), scene.melds[seat].held(dwell.meld)
    hand = None if seat in winners else scene.hands[seat].held(dwell.hand)
    laid = None if melds is None else sum(len(each.tiles) for each in melds)
    held = None if hand is None else hand.standing + len(hand.shown) + (hand.apart is not None)
    zones = (
        (river, len(round_.river(seat))),
        (laid, sum(len(meld.tiles) for meld in round_.melds[seat])),
        (held, _HAND - 3 * len(round_.melds[seat])),
    )
    return sum(lies is not None and lies < due - _ONE for lies, due in zones)
