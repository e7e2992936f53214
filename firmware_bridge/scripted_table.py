"""Tables without a machine to ask (``controller.ports.table.TablePort``): a simulated one, and one without a board."""

import threading
from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from controller.machine.facts import BuildState, CentreState
from controller.machine.labels import NO_BOARD
from controller.ports.table import GoalReport, GoalRequest, GoalStep, MachineStand, SignalKind, TableSignal
from firmware_bridge.table import SerialTable


class ScriptedTable:
    """A simulated table that plays by itself and reports all that it does; it can be asked for nothing."""

    def __init__(self, table: SerialTable) -> None:
        """Wrap a table whose signals carry its own time."""
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

    def accept(self, board: str) -> None:
        """From now on the board of that uid is the table's."""
        self._table.accept(board)

    def see(self, kind: SignalKind) -> None:
        """A goal is never under way."""

    def stand(self) -> MachineStand:
        """Only the line is known."""
        return MachineStand(
            *(self._table.phase.value, CentreState.UNKNOWN.value, BuildState.UNKNOWN.value),
            board=self._table.own,
            other=self._table.other,
        )

    def close(self) -> None:
        """Release the table."""
        self._table.close()


class MissingBoard:
    """The board of a table that is not wired (``TablePort``): it reports nothing and can be asked for nothing."""

    def __init__(self) -> None:
        self._asked: deque[GoalReport] = deque()
        self._news = threading.Event()

    def poll(self, timeout: float) -> Sequence[TableSignal | GoalReport]:
        """What was asked meanwhile, refused."""
        self._news.wait(timeout)
        self._news.clear()
        return [self._asked.popleft() for _ in range(len(self._asked))]

    def hold(self, seconds: float) -> None:
        """Let time pass."""
        self._news.wait(seconds)

    def ask(self, goal: int, wish: GoalRequest) -> None:
        """Refused with the next poll."""
        self._asked.append(GoalReport(goal, wish, GoalStep.REFUSED, 0.0, reason="no-board"))
        self._news.set()

    def call_off(self) -> None:
        """Nothing is ever under way."""

    def accept(self, board: str) -> None:
        """There is no line that one could be on."""

    def see(self, kind: SignalKind) -> None:
        """Nothing is under way that it could prove."""

    def stand(self) -> MachineStand:
        """Nothing is known, and nothing is missing."""
        return MachineStand(NO_BOARD, CentreState.UNKNOWN.value, BuildState.UNKNOWN.value)

    def close(self) -> None:
        """Whoever waits goes on."""
        self._news.set()
