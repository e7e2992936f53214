"""A table whose drawers are counted by a second input: a ``TablePort`` that tells the points of seats A-D as well."""

import threading
import time
from collections.abc import Callable, Sequence
from typing import Final

from controller.errors import LinkError
from controller.ports.table import GoalReport, GoalRequest, MachineStand, SignalKind, TablePort, TableSignal
from firmware_bridge.drawers.bus import open_bus
from firmware_bridge.drawers.meter import DrawerMeter, drawer_points
from hardware.profiles.sticks import StickMake, stick_make

EVERY_S: Final = 1.0
"""How often the drawers are counted; chosen: hands move sticks slower."""
STILL: Final = 10
"""Counts in a row that agree before they are told; chosen: ten seconds, longer than a stick is in a hand while people
pay each other."""


class CountedTable:
    """Another table and its drawers, counted in a thread of their own: a bus that hangs keeps nobody from the board."""

    def __init__(
        self,
        table: TablePort,
        meter: DrawerMeter,
        make: StickMake,
        stray: Sequence[float] = (),
        clock: Callable[[], float] = time.time,
        release: Callable[[], None] = lambda: None,
    ) -> None:
        """``stray``: ratios of an empty drawer; ``release``: gives the bus back."""
        self._table, self._meter, self._make, self._stray = table, meter, make, tuple(stray)
        self._clock, self._release = clock, release
        self._before: tuple[int, ...] = ()
        self._times = 0
        self._counted: tuple[int, ...] = ()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._count_on, name="drawers", daemon=True)

    def start(self) -> None:
        """Begin to count."""
        self._thread.start()

    def poll(self, timeout: float) -> Sequence[TableSignal | GoalReport]:
        """What the table tells, and the points in the drawers each time that they were counted."""
        told = list(self._table.poll(timeout))
        points, self._counted = self._counted, ()
        if points:
            told.append(TableSignal(SignalKind.POINTS, self._clock(), points=points))
        return told

    def hold(self, seconds: float) -> None:
        """Keep the line alive."""
        self._table.hold(seconds)

    def ask(self, goal: int, wish: GoalRequest) -> None:
        """Begin a goal."""
        self._table.ask(goal, wish)

    def call_off(self) -> None:
        """End the goal under way."""
        self._table.call_off()

    def accept(self, board: str) -> None:
        """The board of that uid is the table's."""
        self._table.accept(board)

    def see(self, kind: SignalKind) -> None:
        """What the camera proves."""
        self._table.see(kind)

    def stand(self) -> MachineStand:
        """How the machine stands."""
        return self._table.stand()

    def close(self) -> None:
        """Release the table and the bus."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(EVERY_S)
        self._table.close()
        if not self._thread.is_alive():
            self._release()

    def count(self) -> None:
        """Count once; what enough counts in a row agree on is told with the next poll."""
        try:
            found = [drawer_points(row, self._make, self._stray) for row in self._meter.ratios()]
        except LinkError:
            # A wire that came off is no count; the doctor names it.
            found = [None]
        points = tuple(each for each in found if each is not None)
        now = points if len(points) == len(found) else ()
        self._times = self._times + 1 if now == self._before else 1
        self._before = now
        self._counted = now if self._times >= STILL else ()

    def _count_on(self) -> None:
        while not self._stop.is_set():
            self.count()
            self._stop.wait(EVERY_S)


def counted(
    table: TablePort, address: str, make: str, stray: Sequence[float], clock: Callable[[], float]
) -> CountedTable:
    """The table with its drawers counted at the bus of that address; raises LinkError, ProfileError."""
    known, bus = stick_make(make), open_bus(address)
    found = CountedTable(table, DrawerMeter(bus, known), known, stray, clock, bus.close)
    found.start()
    return found
