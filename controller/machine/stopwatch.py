"""Durations of the machine's operations by its lamps and limit switches. Time is passed in as ``now``.

Timed operations: opening and closing the centre, building a set, raising the walls, rolling the dice. An operation
interrupted by a fault, an emergency lift, a power cut or a lost link is not timed: an end shown by a lamp going out
counts only if another lamp is still lit a moment later.
"""

from collections.abc import Collection, Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final, NamedTuple


class MachineWork(Enum):
    """Operation of the machine; the value is its name in journals."""

    OPEN = "open"
    CLOSE = "close"
    BUILD = "build"
    WALLS = "walls"
    DICE = "dice"


WORK_NAMES: Final = frozenset(work.value for work in MachineWork)


class TimedWork(NamedTuple):
    """Operation that has ended, and its duration in seconds."""

    work: MachineWork
    seconds: float


class _Edges(NamedTuple):
    """Start and end of an operation, each as an input and its new level."""

    begins: tuple[str, bool]
    ends: tuple[str, bool]


_CENTRE: Final[Mapping[MachineWork, _Edges]] = MappingProxyType(
    {
        MachineWork.OPEN: _Edges(("HATCH_CLOSED", False), ("HATCH_OPEN", True)),
        MachineWork.CLOSE: _Edges(("HATCH_OPEN", False), ("HATCH_CLOSED", True)),
        MachineWork.BUILD: _Edges(("MIXING", True), ("MIXING", False)),
        MachineWork.DICE: _Edges(("DICE_ROLLING", True), ("DICE_ROLLING", False)),
    }
)
# A set built ahead is raised when the centre closes; a set built on demand is raised once it is mixed.
_RISES_AHEAD: Final = _Edges(("HATCH_CLOSED", True), ("WALLS_UP", True))
_RISES_MIXED: Final = _Edges(("MIXING", False), ("WALLS_UP", True))
SETTLED_S: Final = 0.5
"""Seconds after a lamp went out at which another must still be lit; chosen: in a power cut all lamps go
dark together."""
# Inputs (by prefix) that interrupt every operation.
_CUT: Final = ("LIFTED", "FAULT_")


class Stopwatch:
    """Times the operations of one table. ``wired``: inputs that its board reads; ``ahead``: it builds a set ahead."""

    def __init__(self, wired: Collection[str], ahead: bool) -> None:
        """Start without a running operation."""
        rises = _RISES_AHEAD if ahead else _RISES_MIXED
        edges = {**_CENTRE, MachineWork.WALLS: rises}
        self._edges = {work: each for work, each in edges.items() if {each.begins[0], each.ends[0]} <= set(wired)}
        self._ahead = ahead
        self._wired = frozenset(wired)
        self._on: frozenset[str] | None = None
        self._since: dict[MachineWork, float] = {}
        self._doubtful: list[tuple[TimedWork, float]] = []

    @property
    def works(self) -> tuple[MachineWork, ...]:
        """Operations that can be timed on this table."""
        return tuple(self._edges)

    def see(self, on: Collection[str], now: float) -> tuple[TimedWork, ...]:
        """Process the inputs that are on at ``now`` and return the operations that have ended."""
        before, self._on = self._on, self._wired & set(on)
        if before is None:
            return ()
        moved = {(name, name in self._on) for name in before ^ self._on}
        if any(name.startswith(_CUT) for name in self._on):
            self._since.clear()
            self._doubtful.clear()
            return ()
        ended = self._settled(now)
        for work, edges in self._edges.items():
            if edges.ends not in moved or work not in self._since:
                continue
            timed = TimedWork(work, now - self._since.pop(work))
            if edges.ends[1]:
                ended.append(timed)
            else:
                self._doubtful.append((timed, now))
        for work, edges in self._edges.items():
            if edges.begins in moved and self._may_begin(work, before):
                self._since[work] = now
        return tuple(ended)

    def forget(self) -> None:
        """Drop all running operations, because the link was lost."""
        self._on = None
        self._since.clear()
        self._doubtful.clear()

    def _settled(self, now: float) -> list[TimedWork]:
        """Return operations whose lamp went out SETTLED_S ago; drop all of them if every input is off."""
        if not self._on:
            self._doubtful.clear()
        told = [timed for timed, at in self._doubtful if now >= at + SETTLED_S]
        self._doubtful = [each for each in self._doubtful if now < each[1] + SETTLED_S]
        return told

    def _may_begin(self, work: MachineWork, before: frozenset[str]) -> bool:
        """True unless the walls wait for a set that is still being built: that would not be their rising time."""
        if work is not MachineWork.WALLS or not self._ahead:
            return True
        built = "READY" in before if "READY" in self._wired else "MIXING" not in before
        return built and "WALLS_UP" not in before
