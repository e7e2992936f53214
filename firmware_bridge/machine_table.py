"""Table port with machine tracking and goals: implements ``controller.ports.table.TablePort``.

``GoalKeeper`` does this for the owner of the line, in one thread: the service, or a person at the command line.
"""

import time
from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Final

from controller.machine.facts import MachineFacts
from controller.machine.goals import CancelPress, GoalEffect, GoalEnded, Goals, PressOutputs
from controller.machine.regions import LinkState
from controller.machine.stopwatch import Stopwatch
from controller.machine.tracker import MachineWatch, levels_of
from controller.ports.table import GoalReport, GoalRequest, GoalStep, MachineStatus, SignalKind, TableSignal
from firmware_bridge.press_log import PressLog, PressRequest
from firmware_bridge.press_once import PressLine, named, press_once
from firmware_bridge.session.events import CommandOutcome, Done
from firmware_bridge.table import SerialTable, code_name
from firmware_bridge.wire.codes import INPUTS
from firmware_bridge.wire.messages import Cancel, State

# Default fault codes of the fault lamps 1-5 (FAULT_1-5 in messages.toml). If the profile gives a lamp a less specific
# meaning, that meaning is reported instead.
AS_SHIPPED: Final = tuple(code_name(number) for number in range(1, 6))
_MS: Final = 1000
_CARRIED_OUT: Final = {CommandOutcome.DONE: True, CommandOutcome.REFUSED: False, CommandOutcome.UNKNOWN: None}


class GoalKeeper:
    """Machine state and goals of one table. ``hand``: line to its board, ``wired``: inputs that the board reads."""

    def __init__(
        self, facts: MachineFacts, wired: Collection[str], hand: PressLine, log: PressLog, clock: Callable[[], float]
    ) -> None:
        """Start with unknown machine state and no goal."""
        self.watch = MachineWatch(facts)
        self._stopwatch = Stopwatch(wired, facts.work.built_ahead)
        self._goals = Goals(self.watch)
        self._wired, self._hand, self._log, self._clock = tuple(wired), hand, log, clock
        self._number = 0
        self._entry: tuple[str, Done] | None = None
        self._told: list[TableSignal | GoalReport] = []

    @property
    def due(self) -> float | None:
        """Time limit of the running goal; None without one."""
        return self._goals.deadline()

    def told(self) -> list[TableSignal | GoalReport]:
        """Return faults detected by the machine watch, timings, and steps of goals since the last call, in order."""
        told, self._told = self._told, []
        return told

    def stand(self) -> MachineStatus:
        """Return the state of the machine and the goals that it supports."""
        regions, plans = self.watch.regions, self.watch.facts.plans
        presses = tuple(verb for verb, plan in plans.items() if plan.press)
        clear = tuple(verb for verb, plan in plans.items() if plan.hands_clear)
        return MachineStatus(
            regions.link.value, regions.centre.value, regions.build.value, tuple(plans), presses, clear
        )

    def linked(self, link: LinkState) -> None:
        """Set the link state, for callers without link signals."""
        self.watch.linked(link, self._clock())

    def hear(self, signal: TableSignal) -> None:
        """Process a report of the board."""
        now = self._clock()
        if signal.kind is SignalKind.LINK_LOST:
            self._stopwatch.forget()
        self._told += self.watch.hear(signal, now)
        self._carry_out(self._goals.hear(signal, now))

    def sense(self, state: State) -> None:
        """Process the input levels of a STATE message."""
        now = self._clock()
        if self.watch.regions.link in (LinkState.ONLINE, LinkState.ARMED):
            self.watch.linked(LinkState.ARMED if state.armed else LinkState.ONLINE, now)
        on = named(state.inputs, INPUTS)
        for work, took in self._stopwatch.see(on, state.uptime_ms / _MS):
            self._told.append(TableSignal(SignalKind.TIMED, now, code=work.value, seconds=(round(took, 3),)))
        levels = levels_of(on, self._wired)
        self._told += self.watch.sense(levels, now)
        self._carry_out(self._goals.sense(levels, now))

    def see(self, kind: SignalKind) -> None:
        """Process an event proved by the camera."""
        self._carry_out(self._goals.see(kind, self._clock()))

    def tick(self) -> None:
        """End goals and raise faults whose time limit has passed."""
        now = self._clock()
        self._told += self.watch.tick(now)
        self._carry_out(self._goals.tick(now))

    def ask(self, goal: int, wish: GoalRequest) -> None:
        """Start a goal, reported under that number; it is refused while another is running."""
        running, self._number = self._number if self.due is not None else 0, goal
        self._carry_out(self._goals.ask(wish, self._clock()))
        if running:
            self._number = running

    def call_off(self) -> None:
        """Cancel the running goal for a person; the board opens its outputs even if there is none."""
        self._carry_out(self._goals.cancel() or (CancelPress(0),))

    def _carry_out(self, effects: tuple[GoalEffect, ...]) -> None:
        for effect in effects:
            match effect:
                case PressOutputs():
                    self._press(effect)
                case CancelPress():
                    self._hand.command(Cancel())
                case GoalEnded():
                    self._end(effect)

    def _press(self, press: PressOutputs) -> None:
        asked = PressRequest(press.wish.by, press.wish.why, press.outputs, press.ms)
        self._entry = press_once(asked, self._hand, self._log)
        done = self._entry[1]
        carried_out = _CARRIED_OUT[done.outcome]
        effects = self._goals.answered(press.goal, carried_out, self._clock(), done.detail)
        if carried_out is not False:
            self._tell(press.wish, GoalStep.PRESSED if carried_out else GoalStep.DOUBTFUL, True, done.detail)
        self._carry_out(effects)

    def _end(self, ended: GoalEnded) -> None:
        if self._entry is not None and ended.reason != "busy":
            entry, done = self._entry
            self._entry = None
            self._log.ended(entry, done.outcome.value, _detail(ended, done), ended.said)
        self._tell(ended.wish, ended.outcome, ended.pressed, ended.said, ended.reason)

    def _tell(self, wish: GoalRequest, step: GoalStep, pressed: bool, said: str, reason: str = "") -> None:
        self._told.append(GoalReport(self._number, wish, step, self._clock(), pressed, said, reason))


def _detail(ended: GoalEnded, done: Done) -> str:
    return "; ".join(filter(None, (f"goal {ended.wish.verb.value}: {ended.outcome.value}", done.detail)))


class MachineTable:
    """A ``SerialTable`` of a known table family; ``wired``: inputs its board reads, ``log``: log of presses."""

    def __init__(
        self,
        table: SerialTable,
        facts: MachineFacts,
        wired: Collection[str],
        log: PressLog,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Wrap a table whose signals carry the time of ``clock``."""
        self._table = table
        self._keeper = GoalKeeper(facts, wired, table, log, clock)
        self._meanings = dict(zip(AS_SHIPPED, facts.fault_lamps, strict=False))
        self._asked: deque[tuple[int, GoalRequest] | SignalKind | str | None] = deque()

    def poll(self, timeout: float) -> Sequence[TableSignal | GoalReport]:
        """Return reports of table, machine watch and goals; waits at most ``timeout`` seconds for the table's."""
        found: list[TableSignal | GoalReport] = []
        for told in self._table.poll(timeout, self._is_asked):
            signal = replace(told, code=self._meanings.get(told.code, told.code))
            found.append(signal)
            self._keeper.hear(signal)
            found += self._keeper.told()
        self._work()
        return [*found, *self._keeper.told()]

    def hold(self, seconds: float) -> None:
        """Keep the link alive for ``seconds`` without taking reports; goals continue and may be cancelled."""
        self._table.listen(seconds, self._is_asked)
        self._work()

    def _is_asked(self) -> bool:
        return bool(self._asked)

    def _work(self) -> None:
        if self._table.state is not None:
            self._keeper.sense(self._table.state)
        self._keeper.tick()
        # Handled last, so that a person's press received meanwhile is taken into account.
        while self._asked:
            asked = self._asked.popleft()
            if asked is None:
                self._keeper.call_off()
            elif isinstance(asked, SignalKind):
                self._keeper.see(asked)
            elif isinstance(asked, str):
                self._table.accept(asked)
            else:
                self._keeper.ask(*asked)

    def ask(self, goal: int, wish: GoalRequest) -> None:
        """Start a goal with the next poll, from any thread."""
        self._asked.append((goal, wish))

    def call_off(self) -> None:
        """Cancel the running goal, if any, and open all outputs with the next poll; from any thread."""
        self._asked.append(None)

    def accept(self, board: str) -> None:
        """Make the board of that uid the table's with the next poll; from any thread."""
        self._asked.append(board)

    def see(self, kind: SignalKind) -> None:
        """Report an event proved by the camera with the next poll; from any thread."""
        self._asked.append(kind)

    def stand(self) -> MachineStatus:
        """Return the present state of the machine."""
        return replace(self._keeper.stand(), board=self._table.own, other=self._table.other)

    def close(self) -> None:
        """Release the table."""
        self._table.close()
