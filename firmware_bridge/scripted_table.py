"""Table ports without a controllable machine (``controller.ports.table.TablePort``): simulated table, no board."""

import threading
from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from controller.machine.facts import BuildState, CentreState
from controller.machine.labels import NO_BOARD
from controller.ports.table import GoalReport, GoalRequest, GoalStep, MachineStatus, SignalKind, TableSignal
from firmware_bridge.table import SerialTable


class ScriptedTable:
    """A simulated table that plays by itself and reports all its actions; every goal is refused."""

    def __init__(self, table: SerialTable) -> None:
        """Wrap a table whose signals carry the simulation's own time."""
        self._table = table
        self._asked: deque[GoalReport] = deque()
        self._now = 0.0

    def poll(self, timeout: float) -> Sequence[TableSignal | GoalReport]:
        """Return reports received, waiting at most ``timeout`` seconds for the first, and refused goals."""
        signals = self._table.poll(0.0 if self._asked else timeout)
        self._now = max((self._now, *(signal.at for signal in signals)))
        refused = [replace(self._asked.popleft(), at=self._now) for _ in range(len(self._asked))]
        return [*signals, *refused]

    def hold(self, seconds: float) -> None:
        """Keep the link alive for ``seconds`` without taking reports."""
        self._table.listen(seconds)

    def ask(self, goal: int, wish: GoalRequest) -> None:
        """Refuse the goal with the next poll."""
        self._asked.append(GoalReport(goal, wish, GoalStep.REFUSED, 0.0, reason="played"))

    def call_off(self) -> None:
        """Do nothing: no goal is ever running."""

    def accept(self, board: str) -> None:
        """Make the board of that uid the table's."""
        self._table.accept(board)

    def see(self, kind: SignalKind) -> None:
        """Do nothing: no goal is ever running."""

    def stand(self) -> MachineStatus:
        """Return the machine state, in which only the link is known."""
        return MachineStatus(
            *(self._table.phase.value, CentreState.UNKNOWN.value, BuildState.UNKNOWN.value),
            board=self._table.own,
            other=self._table.other,
        )

    def close(self) -> None:
        """Release the table."""
        self._table.close()


class MissingBoard:
    """Board of a table that is not wired (``TablePort``): no reports, and every goal is refused."""

    def __init__(self) -> None:
        self._asked: deque[GoalReport] = deque()
        self._news = threading.Event()

    def poll(self, timeout: float) -> Sequence[TableSignal | GoalReport]:
        """Return the goals requested meanwhile, refused, after waiting at most ``timeout`` seconds."""
        self._news.wait(timeout)
        self._news.clear()
        return [self._asked.popleft() for _ in range(len(self._asked))]

    def hold(self, seconds: float) -> None:
        """Wait for ``seconds``."""
        self._news.wait(seconds)

    def ask(self, goal: int, wish: GoalRequest) -> None:
        """Refuse the goal with the next poll."""
        self._asked.append(GoalReport(goal, wish, GoalStep.REFUSED, 0.0, reason="no-board"))
        self._news.set()

    def call_off(self) -> None:
        """Do nothing: no goal is ever running."""

    def accept(self, board: str) -> None:
        """Do nothing: there is no line for a board."""

    def see(self, kind: SignalKind) -> None:
        """Do nothing: no goal is ever running."""

    def stand(self) -> MachineStatus:
        """Return a machine state without link, in which nothing is known."""
        return MachineStatus(NO_BOARD, CentreState.UNKNOWN.value, BuildState.UNKNOWN.value)

    def close(self) -> None:
        """Wake up all waiting calls."""
        self._news.set()
