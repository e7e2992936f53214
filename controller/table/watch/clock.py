"""The game's clock: the first act starts it; later it requests the points and ends the game automatically."""

from collections.abc import Iterator
from typing import Final

from controller.journal import events as ev
from controller.journal.state import Phase, RoundState, TableState
from controller.referee.rules.duties import has_begun
from controller.riichi.seat import Wind
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.game.flow import Last, read_clock
from controller.table import flow

MINUTE_S: Final = 60.0
_OVER: Final = (Phase.RESULT, Phase.SETTLEMENT)


def started(state: TableState, book: Rulebook, stamp: ev.Stamp) -> Iterator[ev.ClockMoved]:
    """Start the clock at the first act of a game's first round; no text says when a game's time begins."""
    limit, round_ = book.flow.clock_minutes.value, state.round
    if limit is None or state.clock is not None or state.game_over or round_ is None:
        return
    first = (round_.prevailing_wind, round_.number) == (Wind.EAST, 1)
    if first and state.phase is not Phase.WAITING_FOR_SET:
        yield ev.ClockMoved(**stamp, left_s=limit * MINUTE_S, running=True)


def due(state: TableState, book: Rulebook, stamp: ev.Stamp) -> Iterator[ev.Event]:
    """Yield the clock's events by the stamp's time: the call for the points, or the round in play becomes the last."""
    limit, clock = book.flow.clock_minutes.value, state.clock
    if limit is None or clock is None or not clock.running or state.game_over:
        return
    left = clock.left_at(stamp["at"])
    told = read_clock(book, limit - left / MINUTE_S)
    if told.last:
        if state.last is None:
            yield from time_up(state, book, stamp)
    elif told.announce and not state.points_called:
        yield ev.PointsCalled(**stamp, left_s=left)


def time_up(state: TableState, book: Rulebook, stamp: ev.Stamp) -> Iterator[ev.Event]:
    """Declare the round in play the last (kenko art. 1, wakashachi art. 7); end the game if no round is in play."""
    begun = _in_play(state, state.round, book)
    yield ev.LastRoundCalled(**stamp, reason=Last.CLOCK, begun=begun)
    paid = state.phase is Phase.SETTLEMENT and not flow.awaits_replay(state, book)
    if paid or not begun:
        yield from flow.end_game(state, book, stamp)


def _in_play(state: TableState, round_: RoundState | None, book: Rulebook) -> bool:
    return has_begun(round_, book) or state.phase in _OVER
