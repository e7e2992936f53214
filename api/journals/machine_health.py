"""Health of a running table's machine: its history in the journal, and reports of maintenance that is due."""

import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import UTC, date, datetime
from typing import Final, TypedDict

from api.journals.machine_past import MACHINE_FACTS, MachinePast, standing_words
from controller.errors import StoreError
from controller.journal.chain import Record
from controller.journal.state import TableState
from controller.machine.labels import WORKS
from controller.machine.wear import WearKind
from controller.ports.table import SignalKind, TableSignal
from controller.referee.faults.devices import MAINTENANCE
from controller.text import TextJson
from controller.views.board import WorkView

_DAY_S: Final = 86_400


class WorkDayJson(TypedDict):
    """Durations of one machine operation on one day: their number and median."""

    day: str
    times: int
    middle_s: float


class WorkPastJson(TypedDict):
    """History of one machine operation, with its usual and present duration in seconds."""

    work: str
    name: TextJson
    usual_s: float
    now_s: float
    change: float
    due: str
    standing: TextJson
    days: list[WorkDayJson]


class DayCountJson(TypedDict):
    """A count on one day."""

    day: str
    times: int


class JamsJson(DayCountJson):
    """Occurrences of a fault on one day."""

    code: str


class MachinePastJson(TypedDict):
    """History of the machine, for maintenance."""

    works: list[WorkPastJson]
    jams: list[JamsJson]
    presses: list[DayCountJson]


class MachineHealth:
    """Machine history of one journal, kept up to date. Safe from any thread."""

    def __init__(
        self, read: Callable[[int, Collection[str]], Iterator[Record]], clock: Callable[[], float] = time.time
    ) -> None:
        """``read``: yields records above a sequence, of some kinds; nothing is read before the first request."""
        self._read, self._clock = read, clock
        self._past = MachinePast()
        self._last = 0
        self._stale = True
        self._judged = -1
        self._loading: threading.Thread | None = None
        self._works: tuple[WorkView, ...] = ()
        self._lock = threading.Lock()

    def note(self, records: Iterable[Record]) -> None:
        """Take facts that were just stored."""
        if any(type(record.event).__name__ in MACHINE_FACTS for record in records):
            self._stale = True

    def past(self) -> MachinePast:
        """Return the history up to the newest fact; raises StoreError."""
        with self._lock:
            return self._followed()

    def known(self) -> MachinePast | None:
        """Return the same, or None if the journal is being read, or cannot be read now."""
        if not self._lock.acquire(blocking=False):
            return None
        try:
            return self._followed()
        except StoreError:
            return None
        finally:
            self._lock.release()

    def news(self, state: TableState) -> tuple[TableSignal, ...]:
        """Yield signals for operations whose maintenance has become due, or no longer is; never waits."""
        if self._loading is None:
            # Reading a year of facts takes some ten seconds, so it runs in a thread.
            self._loading = threading.Thread(target=self.known, name="machine-past", daemon=True)
            self._loading.start()
        if self._loading.is_alive() or not (self._stale or self._judged != self._last):
            return ()
        past = self.known()
        if past is None:
            return ()
        self._judged = self._last
        self._works = tuple(_work_views(past))
        at, worn = self._clock(), {work.value: wear for work, wear in past.worn().items()}
        told = {each.fault.subject for each in state.open_faults() if each.fault.code == MAINTENANCE}
        return (
            *(
                TableSignal(SignalKind.WORN, at, code=work, seconds=(round(wear.now_s, 2), round(wear.usual_s, 2)))
                for work, wear in worn.items()
                if work not in told
            ),
            *(TableSignal(SignalKind.WORN, at, code=work) for work in sorted(told - set(worn))),
        )

    def works(self) -> tuple[WorkView, ...]:
        """Return the state of each operation for the venue's board, as last computed; never waits."""
        return self._works

    def _followed(self) -> MachinePast:
        """Return the history up to the newest fact; the lock is held."""
        if self._stale:
            self._stale = False
            try:
                for record in self._read(self._last, MACHINE_FACTS):
                    self._past.take(record.event, record.time)
                    self._last = record.sequence
            except BaseException:
                self._stale = True
                raise
        return self._past

    def rows(self) -> MachinePastJson:
        """Return the machine's history as JSON values."""
        return past_rows(self.past())


def _work_views(past: MachinePast) -> Iterator[WorkView]:
    for work, each in past.works().items():
        wear, times = each.wear, sum(day.times for day in each.days)
        now_s = wear.now_s or each.days[-1].middle_s
        due = wear.kind is not WearKind.NONE
        rounded = round(now_s, 1), round(wear.usual_s, 1)
        yield WorkView(work.value, WORKS[work], *rounded, times, due, standing_words(wear))


def past_rows(past: MachinePast) -> MachinePastJson:
    """Return operations with their days and state, jams and presses by day, as JSON values."""
    return {
        "works": [
            {
                "work": work.value,
                "name": WORKS[work].to_json(),
                "usual_s": round(each.wear.usual_s, 3),
                "now_s": round(each.wear.now_s, 3),
                "change": round(each.wear.change, 4),
                "due": each.wear.kind.value,
                "standing": standing_words(each.wear).to_json(),
                "days": [
                    {"day": day_name(day.day), "times": day.times, "middle_s": round(day.middle_s, 3)}
                    for day in each.days
                ],
            }
            for work, each in sorted(past.works().items(), key=lambda item: item[0].value)
        ],
        "jams": [
            {"day": day_name(day), "code": code, "times": count}
            for day, codes in sorted(past.jams.items())
            for code, count in sorted(codes.items())
        ],
        "presses": [{"day": day_name(day), "times": count} for day, count in sorted(past.presses.items())],
    }


def day_name(day: int) -> str:
    """Return the ISO date (UTC) of a day numbered since the epoch."""
    found: date = datetime.fromtimestamp(day * _DAY_S, UTC).date()
    return found.isoformat()
