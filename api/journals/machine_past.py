"""History of a table's machine, folded from journal facts: durations, jams and presses by day."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import median
from typing import Final

from controller.journal import events as ev
from controller.machine.stopwatch import MachineWork
from controller.machine.wear import UNKNOWN_WEAR, WearDay, WearKind, WorkWear, work_wear
from controller.ports.table import GoalStep
from controller.referee.faults.devices import MAINTENANCE
from controller.text import Text

MACHINE_FACTS: Final = ("MachineTimed", "FaultRaised", "FaultDecided", "SetPressed", "DicePressed", "GoalMoved")
"""Kinds of facts that the history uses."""
JAMS: Final = frozenset(
    (
        "tile-missing",
        "table-jam",
        "table-hatch-open",
        "table-timeout",
        "table-motor-hot",
        "table-count-wrong",
        "table-fault",
    )
)
"""Faults in which the machine itself stops; a lost connection or power failure is not counted."""
DAYS_KEPT: Final = 400
"""Days of history; chosen: a year and a month, to include all seasons."""
_DAY_S: Final = 86_400
_BY_ITSELF: Final = "table"


@dataclass(frozen=True, slots=True)
class WorkPast:
    """History of one machine operation: its days, oldest first, and its wear."""

    days: tuple[WearDay, ...]
    wear: WorkWear


class MachinePast:
    """Machine history from a table's facts so far; days have 24 hours, by UTC."""

    def __init__(self) -> None:
        """Start empty."""
        self.jams: dict[int, Counter[str]] = {}
        self.presses: Counter[int] = Counter()
        self._times: dict[MachineWork, dict[int, list[float]]] = {}
        self._due: dict[str, str] = {}

    def take(self, event: ev.Event, written: float) -> None:
        """Add a fact; ``written``: its time in seconds since the epoch."""
        day = int(written // _DAY_S)
        match event:
            case ev.MachineTimed(work=work, seconds=seconds):
                days = self._times.setdefault(work, {})
                days.setdefault(day, []).append(seconds)
                while min(days) <= day - DAYS_KEPT:
                    del days[min(days)]
            case ev.FaultRaised(fault=fault) if fault.code == MAINTENANCE:
                self._due[fault.id] = fault.subject
            case ev.FaultRaised(fault=fault) if fault.code in JAMS:
                self.jams.setdefault(day, Counter())[fault.code] += 1
            case ev.FaultDecided(fault=name, by=by) if name in self._due:
                subject = self._due.pop(name)
                if by != _BY_ITSELF:
                    # Maintenance was done: the usual duration is learnt from the beginning.
                    self._times.pop(MachineWork(subject), None)
            case ev.SetPressed() | ev.DicePressed() | ev.GoalMoved(step=GoalStep.PRESSED):
                self.presses[day] += 1

    def works(self) -> dict[MachineWork, WorkPast]:
        """Return every operation that was ever timed."""
        found = {}
        for work, times in self._times.items():
            days = tuple(WearDay(day, len(row), median(row)) for day, row in sorted(times.items()))
            found[work] = WorkPast(days, work_wear(days))
        return found

    def worn(self) -> Mapping[MachineWork, WorkWear]:
        """Return the operations whose maintenance is due."""
        return {work: past.wear for work, past in self.works().items() if past.wear.kind is not WearKind.NONE}


KIND_WORDS: Final[Mapping[WearKind, Text]] = {
    WearKind.NONE: Text("変わりなし", "as usual"),
    WearKind.DRIFT: Text("通常より長い", "longer than usual"),
    WearKind.RISING: Text("日ごとに長くなる", "longer each day"),
}


def standing_words(wear: WorkWear) -> Text:
    """Return the state of an operation in words."""
    return Text("データ不足", "too little known yet") if wear == UNKNOWN_WEAR else KIND_WORDS[wear.kind]
