"""A simulated table that plays by itself: ``controller.ports.table.TablePort`` without a machine to ask."""

from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from controller.machine.facts import BuildState, CentreState
from controller.ports.table import GoalReport, GoalRequest, GoalStep, MachineStand, TableSignal
from firmware_bridge.table import SerialTable


class ScriptedTable:
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

    def hold(self, seconds: float) -> None:
        """Keep the line alive for so long without taking what was given."""
        self._table.listen(seconds)

    def ask(self, goal: int, wish: GoalRequest) -> None:
        """Refused with the next poll."""
        self._asked.append(GoalReport(goal, wish, GoalStep.REFUSED, 0.0, reason="played"))

    def call_off(self) -> None:
        """Nothing is ever under way."""

    def stand(self) -> MachineStand:
        """Only the line is known."""
        return MachineStand(self._table.phase.value, CentreState.UNKNOWN.value, BuildState.UNKNOWN.value)

    def close(self) -> None:
        """Release the table."""
        self._table.close()
