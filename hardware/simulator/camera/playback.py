"""Plays the scripts of consecutive rounds in simulated time and sends the machine's reports when they are due."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from math import inf
from typing import Final, Protocol

from controller.ports.table import SignalKind
from controller.riichi.seat import Seat
from hardware.simulator.game.round import SimulatedRound
from hardware.simulator.game.setting import Setting
from hardware.simulator.game.table_state import TilesOnTable
from hardware.simulator.game.timeline import Cue, MachineReport, Scenery, TimelineStep, script
from hardware.simulator.machine.pace import Pace

# Tolerance in seconds: far below a step, far above the rounding error of summed steps.
_TICK = 1e-6
# Reports after which the centre of the table is raised (to take tiles in) or lowered.
_RAISED: Final = {SignalKind.HATCH_OPENED: True, SignalKind.HATCH_CLOSED: False}


class Reporter(Protocol):
    """The part of a table's board that the mechanism uses."""

    def report(self, kind: SignalKind, seat: Seat | None = None) -> None:
        """Send one event of the machine."""
        ...


class Unheard:
    """A board without a connected host: reports are dropped."""

    def report(self, kind: SignalKind, seat: Seat | None = None) -> None:
        """Drop the report."""


class Playback:
    """The table at simulated time ``now``; ``setting`` contains the objects on it.

    ``steps`` counts executed steps, ``reports`` the machine's reports to ``board``, ``over_rounds`` finished rounds.
    The next set begins only when ``settled`` has reached ``over_rounds``; by default it is infinite, so nothing waits.
    """

    def __init__(
        self,
        rounds: Iterable[SimulatedRound],
        pace: Pace,
        board: Reporter,
        on_over: Callable[[SimulatedRound], None] = lambda _: None,
    ) -> None:
        """``on_over`` is called with each round at its end; ``rounds`` may be lazy but must contain at least one."""
        self._pace, self.board, self._on_over = pace, board, on_over
        self._rounds = iter(rounds)
        self._round = next(self._rounds)
        self._script = script(self._round, pace)
        # The final result stays visible for longer because no next set clears the table.
        self._last = iter((TimelineStep((), 2 * pace.result),))
        self._step: TimelineStep | None = next(self._script)
        self._due = pace.lead
        self._felt = TilesOnTable(self._round.deal.faces)
        self.setting = Setting(self._round.deal, None)
        self._rolled = 0
        self.now = 0.0
        self.steps = self.reports = self.over_rounds = 0
        self.settled = inf
        self._between = False

    @property
    def over(self) -> bool:
        """True if the last step of the last round has been executed and its time has passed."""
        return self._step is None and self._due <= self.now + _TICK

    def advance(self, now: float) -> None:
        """Execute every step that is due at ``now`` (seconds of simulated time)."""
        while self._step is not None and self._due <= now + _TICK:
            if self._between and self.over_rounds > self.settled:
                self._due = now
                break
            self.now = max(self.now, self._due)
            for cue in self._step.cues:
                self._carry_out(cue)
            self.steps += 1
            self._due += self._step.hold
            self._step = self._next_step()
        self.now = max(self.now, now)

    def _next_step(self) -> TimelineStep | None:
        step = next(self._script, None)
        self._between = step is None
        if step is None and (following := next(self._rounds, None)) is not None:
            self._round = following
            self._script = script(following, self._pace)
            step = next(self._script)
        return next(self._last, None) if step is None else step

    def _carry_out(self, cue: Cue) -> None:
        deal = self._round.deal
        match cue:
            case MachineReport(kind, seat):
                self.board.report(kind, seat)
                self.reports += 1
                self.setting = replace(self.setting, raised=_RAISED.get(kind, self.setting.raised))
            case Scenery.TILES_IN:
                self._felt = TilesOnTable(deal.faces)
                self.setting = Setting(deal, None, raised=self.setting.raised)
                self._rolled = 0
            case Scenery.WALLS_RISE:
                self.setting = Setting(deal, self._felt)
            case Scenery.DICE_REST:
                self.setting = Setting(deal, self._felt, deal.rolls[self._rolled])
                self._rolled += 1
            case Scenery.DICE_TAKEN:
                self.setting = Setting(deal, self._felt)
            case Scenery.ROUND_OVER:
                self.over_rounds += 1
                self._on_over(self._round)
            case _:
                self._felt.apply(cue)
