"""A table with somebody who watches its machine: troubles that only time shows are reported as the table's own."""

import time
from collections.abc import Callable, Collection, Sequence

from controller.ports import TableSignal
from controller.table.machine_facts import MachineFacts
from controller.table.machine_watch import MachineWatch, levels_of
from firmware_bridge.codes import INPUTS
from firmware_bridge.table import SerialTable


class WatchedTable:
    """``controller.ports.TablePort`` over a ``SerialTable`` of a known family; ``wired``: inputs its board reads."""

    def __init__(
        self,
        table: SerialTable,
        facts: MachineFacts,
        wired: Collection[str],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Take over a table whose signals carry the time of ``clock``."""
        self.watch = MachineWatch(facts)
        self._table, self._wired, self._clock = table, tuple(wired), clock

    def poll(self, timeout: float) -> Sequence[TableSignal]:
        """Signals of the table and of its watch, waiting at most ``timeout`` seconds for the first."""
        found: list[TableSignal] = []
        for signal in self._table.poll(timeout):
            found.append(signal)
            found += self.watch.hear(signal, self._clock())
        state = self._table.state
        if state is not None:
            on = {name for bit, name in enumerate(INPUTS) if state.inputs & 1 << bit}
            found += self.watch.sense(levels_of(on, self._wired), self._clock())
        found += self.watch.tick(self._clock())
        return found

    def close(self) -> None:
        """Release the table."""
        self._table.close()
