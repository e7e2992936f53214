"""Rounds of a table without a camera: an entry about a round proves that the round was dealt and played."""

from dataclasses import replace
from typing import Final

from controller.journal import events as ev
from controller.journal.reduce import reduce
from controller.journal.state import Phase, RiichiStand, RoundState, TableState
from controller.ports.referee import ClaimKind
from controller.referee.amendments import amended, riichi_amended
from controller.riichi.seat import Seat
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.flow import AbortiveDraw
from controller.table import flow
from controller.table.enter.entry import Answer, ClaimEntry, refused
from controller.table.enter.late import amendment, is_late, target
from controller.table.enter.refusals import Why
from controller.table.venue import Venue

_OF_PLAY: Final = (
    *(ClaimKind.ENTER_RESULT, ClaimKind.CONFIRM_DRAW, ClaimKind.STATE_RIICHI),
    ClaimKind.VOID_ROUND,
)
_RONS: Final = 3
_NO_WALLS: Final = (Phase.WAITING_FOR_SET, Phase.MIXING)
_BEFORE_PLAY: Final = (*_NO_WALLS, Phase.WALLS_UP, Phase.DICE, Phase.BROKEN)


def dealt(entry: ClaimEntry, *, played: bool = False) -> tuple[tuple[ev.Event, ...], ClaimEntry]:
    """Return the unseen start of a round that an entry implies, and the entry with the state after that start.

    ``played``: the entry acts on a round in play, although its kind does not say so.
    """
    state, claim = entry.state, entry.claim
    if entry.venue.seen or not (played or claim.kind in _OF_PLAY) or claim.round is not None:
        return (), entry
    if state.round is None or state.game_over or state.phase not in _BEFORE_PLAY:
        return (), entry
    hands = ev.HandsDealt(**entry.stamp)
    walls = ev.WallsRaised(**entry.stamp)
    events: tuple[ev.Event, ...] = (walls, hands) if state.phase in _NO_WALLS else (hands,)
    for event in events:
        state = reduce(state, event)
    return events, replace(entry, state=state)


def by_hand(state: TableState, rulebook: Rulebook, venue: Venue) -> tuple[str, ...]:
    """Return the names of claims by which people now report what neither camera nor board of this table can."""
    round_, found = state.round, []
    if venue.seen:
        return ()
    if not venue.work.reported and any(flow.next_round(state, rulebook, ev.UNSTAMPED)):
        found.append(ClaimKind.NEXT_ROUND.value)
    if round_ is not None and round_.outcome is None and not state.game_over:
        found.append(ClaimKind.STATE_RIICHI.value)
    return tuple(found)


def draw_barred(entry: ClaimEntry, round_: RoundState, kind: AbortiveDraw | None) -> Why | None:
    """Return why a stated draw is impossible, else None; ``kind``: of an abortive draw, None for an exhaustive one."""
    claim, stands = entry.claim, [each.stand is not RiichiStand.NONE for each in round_.riichi]
    if claim.nagashi and not entry.rulebook.scoring.nagashi_mangan.value:
        return Why.NO_NAGASHI
    if any(round_.lost_right[seat] for seat in claim.nagashi or ()):
        return Why.DEAD_NAGASHI
    seats = set(claim.seats or ())
    wrong = {
        # With a camera, the fourth declaration may be one that it missed.
        AbortiveDraw.FOUR_RIICHI: not entry.venue.seen and not all(stands),
        AbortiveDraw.NINE_TERMINALS: len(seats) > 1 or any(stands[seat] for seat in seats),
        AbortiveDraw.TRIPLE_RON: len(seats) not in (0, _RONS),
    }
    return Why.OTHER_DRAW if kind is not None and (claim.nagashi or wrong.get(kind, False)) else None


def next_round(entry: ClaimEntry) -> Answer:
    """Begin the next round or game by a person's entry, where neither camera nor board can report it."""
    if entry.venue.seen or entry.venue.work.reported:
        return refused(Why.TOLD_BY_TABLE)
    events = tuple(flow.next_round(entry.state, entry.rulebook, entry.stamp))
    return (events, ()) if events else refused(Why.ROUND_RUNS)


def state_riichi(entry: ClaimEntry) -> Answer:
    """Record a valid riichi of a seat whose stick was not seen, in the current or the named round."""
    seat, round_ = entry.claim.seat, entry.state.round
    if entry.claim.round is not None:
        return _state_late(entry, seat)
    if entry.venue.seen:
        return refused(Why.RIICHI_SEEN)
    if seat is None:
        return refused(Why.ONE_SEAT)
    if round_ is None or round_.outcome is not None or round_.phase not in (Phase.DEALT, Phase.PLAY):
        return refused(Why.NOT_NOW_RIICHI)
    if round_.riichi[seat].stand is not RiichiStand.NONE:
        return refused(Why.RIICHI_STANDS)
    return (ev.RiichiAccepted(**entry.stamp, seat=seat),), ()


def _state_late(entry: ClaimEntry, seat: Seat | None) -> Answer:
    """Record a riichi of an earlier round whose result still waits, such as one whose end was not seen."""
    told = target(entry, ())
    if seat is None or told is None:
        return refused(Why.ONE_SEAT if seat is None else Why.NO_ROUND)
    if not told.round.pending or not is_late(entry, told):
        return refused(Why.NOT_NOW_RIICHI)
    if told.round.riichi[seat].stand is RiichiStand.ACCEPTED:
        return refused(Why.RIICHI_STANDS)
    case = amendment(entry, told)
    return amended(entry.state, case, [riichi_amended(case, seat, stands=True)]), ()
