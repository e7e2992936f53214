"""The clock of a game, as everybody sees it."""

from dataclasses import dataclass
from typing import Final

from controller.journal.state import TableState
from controller.rulebooks.rulebook import Rulebook
from controller.text import Text
from controller.views.gate import Public, View

_WARN_S: Final = 300.0
"""Seconds left at which people are warned where the book has a clock and no announcement (kenko art. 1); chosen: two
or three rounds."""


@dataclass(frozen=True, slots=True)
class ClockView(View):
    """A game's clock: ``left_s`` seconds of play were left at ``at``, and fewer since if it is ``running``.

    ``at`` in seconds since the epoch, None before it starts. ``last``: why the current round is the last one, if it is.
    ``warn_s``: remaining seconds at which people are warned, by ``warn_clause``, "" if the book names no time for that.
    """

    minutes: Public[int]
    clause: Public[str]
    cited: Public[Text]
    left_s: Public[float]
    running: Public[bool]
    at: Public[float | None]
    points_called: Public[bool]
    last: Public[str | None]
    warn_s: Public[float]
    warn_clause: Public[str]


def clock_view(state: TableState, rulebook: Rulebook) -> ClockView | None:
    """The clock of the game; None in a book without one."""
    rule, clock = rulebook.flow.clock_minutes, state.clock
    if rule.value is None:
        return None
    last = None if state.last is None else state.last.value
    called = state.points_called > 0
    told = rulebook.flow.clock_announced_at
    warn = (_WARN_S, "") if told.value is None else (60.0 * told.value, told.cite)
    if clock is None:
        return ClockView(rule.value, rule.cite, rule.cited, 60.0 * rule.value, False, None, called, last, *warn)
    running = clock.running and not state.game_over
    return ClockView(rule.value, rule.cite, rule.cited, clock.left_s, running, clock.at, called, last, *warn)
