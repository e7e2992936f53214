"""Entries about the game's clock: start, stop, set, add time, call time, take the call back."""

from collections.abc import Iterator
from typing import Final

from controller.journal import events as ev
from controller.journal.game_clock import GameClock
from controller.journal.state import FaultState
from controller.scoring.game.flow import Last
from controller.table.enter.entry import Answer, ClaimEntry, refused
from controller.table.enter.refusals import Why
from controller.table.watch.clock import MINUTE_S, time_up

_LATE: Final = "clock-over"
_MOST_MINUTES: Final = 600


def start(entry: ClaimEntry) -> Answer:
    """Start the clock, with the book's minutes or with the time left when it was stopped."""
    clock, limit = entry.state.clock, entry.rulebook.flow.clock_minutes.value
    if limit is None:
        return refused(Why.NO_CLOCK)
    if clock is not None and clock.running:
        return refused(Why.RUNNING)
    left = limit * MINUTE_S if clock is None else clock.left_at(entry.at)
    if left <= 0:
        return refused(Why.NO_TIME)
    return (_moved(entry, left, running=True),), ()


def stop(entry: ClaimEntry) -> Answer:
    """Stop the clock until it is started again."""
    clock = entry.state.clock
    if clock is None or not clock.running:
        return refused(Why.STOPPED)
    return (_moved(entry, clock.left_at(entry.at), running=False),), ()


def put(entry: ClaimEntry) -> Answer:
    """Set the minutes left; a stopped clock stays stopped."""
    minutes = entry.claim.minutes
    if entry.rulebook.flow.clock_minutes.value is None:
        return refused(Why.NO_CLOCK)
    if minutes is None or not 0 <= minutes <= _MOST_MINUTES:
        return refused(Why.MINUTES)
    return tuple(_set(entry, minutes * MINUTE_S)), ()


def add(entry: ClaimEntry) -> Answer:
    """Add or subtract minutes; a call of time is taken back if time is left then."""
    clock, minutes = entry.state.clock, entry.claim.minutes
    if clock is None:
        return refused(Why.STOPPED)
    if minutes is None or not -_MOST_MINUTES <= minutes <= _MOST_MINUTES:
        return refused(Why.MINUTES)
    return tuple(_set(entry, max(0.0, clock.left_at(entry.at) + minutes * MINUTE_S))), ()


def call(entry: ClaimEntry) -> Answer:
    """Call time: time is up."""
    return time_up(entry.state, entry.rulebook, entry.stamp), ()


def take_back(entry: ClaimEntry) -> Answer:
    """Take the call of time back: the game continues with its clock stopped until a person sets or starts it."""
    if entry.state.last is not Last.CLOCK:
        return refused(Why.NOT_UP)
    clock = entry.state.clock
    left = 0.0 if clock is None else clock.left_at(entry.at)
    return (_taken_back(entry), *([] if clock is None else [_moved(entry, left, running=False)])), ()


def counted(entry: ClaimEntry, standing: FaultState) -> Iterator[ev.Event]:
    """Count a round that was begun after time as the last one, once its fault is dismissed."""
    state = entry.state
    if standing.fault.code != _LATE or standing.round != state.rounds or state.last is not Last.CLOCK:
        return
    if state.game_over:
        yield _taken_back(entry)
    yield ev.LastRoundCalled(**entry.stamp, reason=Last.CLOCK, begun=True)


def _set(entry: ClaimEntry, left_s: float) -> Iterator[ev.Event]:
    clock: GameClock | None = entry.state.clock
    goes = clock is None or clock.running
    if entry.state.last is Last.CLOCK and left_s > 0:
        yield _taken_back(entry)
        goes = True
    yield _moved(entry, left_s, running=goes)


def _taken_back(entry: ClaimEntry) -> ev.TimeTakenBack:
    return ev.TimeTakenBack(**entry.stamp, by=entry.claim.by)


def _moved(entry: ClaimEntry, left_s: float, *, running: bool) -> ev.ClockMoved:
    return ev.ClockMoved(**entry.stamp, left_s=left_s, running=running, by=entry.claim.by)
