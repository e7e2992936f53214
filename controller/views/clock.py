"""The clock of a game, visible to everybody."""

from dataclasses import dataclass
from typing import Final

from controller.journal.state import TableState
from controller.rulebooks.rulebook import Rulebook
from controller.text import Text
from controller.views.gate import Public, View

_WARN_S: Final = 300.0
"""Seconds left at which people are warned if the rulebook has a clock but no announcement (kenko art. 1); chosen: two
or three rounds."""


@dataclass(frozen=True, slots=True)
class ClockView(View):
    """A game's clock: ``left_s`` seconds of play were left at ``at``; it counts down since then if ``running``.

    ``at`` in seconds since the epoch, None before the start. ``last``: why the current round is the last, None if it is
    not. ``warn_s``: remaining seconds at which people are warned; ``warn_clause``: its clause, "" if the rulebook has
    none.
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
    """Return the view of the game's clock; None if the rulebook has no clock."""
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
