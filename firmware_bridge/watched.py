"""A table with somebody who watches its machine and reaches goals on it: ``controller.ports.table.TablePort``."""

import time
from collections import deque
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Final

from controller.machine.facts import Build, Centre, MachineFacts
from controller.ports.table import GoalReport, GoalRequest, GoalStep, MachineStand, TableSignal
from firmware_bridge.goal_keeper import GoalKeeper
from firmware_bridge.presses import PressLog
from firmware_bridge.table import SerialTable, code_name

# What a board calls the fault lamps 1-5 until it is configured otherwise (FAULT_1-5 in messages.toml). A lamp that says
# less on this family of tables is told as no more than it says.
AS_SHIPPED: Final = tuple(code_name(number) for number in range(1, 6))


class WatchedTable:
    """A ``SerialTable`` of a known family; ``wired``: inputs its board reads, ``log``: where each press is written."""

    def __init__(
        self,
        table: SerialTable,
        facts: MachineFacts,
        wired: Collection[str],
        log: PressLog,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take over a table whose signals carry the time of ``clock``."""
        self._table = table
        self._keeper = GoalKeeper(facts, wired, table, log, clock)
        self._meanings = dict(zip(AS_SHIPPED, facts.fault_lamps, strict=False))
        self._asked: deque[tuple[int, GoalRequest] | None] = deque()

    def poll(self, timeout: float) -> Sequence[TableSignal | GoalReport]:
        """Reports of table, watch and goals, waiting at most ``timeout`` seconds for the first of the table."""
        found: list[TableSignal | GoalReport] = []
        for told in self._table.poll(0.0 if self._asked else timeout):
            signal = replace(told, code=self._meanings.get(told.code, told.code))
            found.append(signal)
            self._keeper.hear(signal)
            found += self._keeper.told()
        if self._table.state is not None:
            self._keeper.sense(self._table.state)
        self._keeper.tick()
        # Last, so that a person's press that has come in is known.
        while self._asked:
            asked = self._asked.popleft()
            if asked is None:
                self._keeper.call_off()
            else:
                self._keeper.ask(*asked)
        return [*found, *self._keeper.told()]

    def ask(self, goal: int, wish: GoalRequest) -> None:
        """Begin a goal with the next poll, from any thread."""
        self._asked.append((goal, wish))

    def call_off(self) -> None:
        """End the goal under way, if any, and open all outputs with the next poll; from any thread."""
        self._asked.append(None)

    def stand(self) -> MachineStand:
        """How the machine stands now."""
        return self._keeper.stand()

    def close(self) -> None:
        """Release the table."""
        self._table.close()


class PlayedTable:
    """A simulated table that plays by itself and reports all that it does; it can be asked for nothing."""

    def __init__(self, table: SerialTable) -> None:
        """Take over a table whose signals carry its own time."""
        self._table = table
        self._asked: deque[GoalReport] = deque()
        self._now = 0.0

    def poll(self, timeout: float) -> Sequence[TableSignal | GoalReport]:
        """Reports that arrived, waiting at most ``timeout`` seconds for the first."""
        signals = self._table.poll(0.0 if self._asked else timeout)
        self._now = max((self._now, *(signal.at for signal in signals)))
        refused = [replace(self._asked.popleft(), at=self._now) for _ in range(len(self._asked))]
        return [*signals, *refused]

    def ask(self, goal: int, wish: GoalRequest) -> None:
        """Refused with the next poll."""
        self._asked.append(GoalReport(goal, wish, GoalStep.REFUSED, 0.0, reason="played"))

    def call_off(self) -> None:
        """Nothing is ever under way."""

    def stand(self) -> MachineStand:
        """Only the line is known."""
        return MachineStand(self._table.phase.value, Centre.UNKNOWN.value, Build.UNKNOWN.value)

    def close(self) -> None:
        """Release the table."""
        self._table.close()
