"""State of a table's loops and journal: what is down, why, number of restarts, and the next attempt."""

import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from typing import Final

import structlog

from api.discretion import trace_of
from controller.errors import StoreError
from controller.journal.state import TableState
from controller.ports.evidence import Evidence
from controller.ports.log import WordLog
from controller.ports.table import SignalKind, TableSignal
from controller.referee.faults.devices import WATCHING

# Doubling pauses between restarts: a brief fault costs little time, a lasting one does not flood the log.
FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 30.0
# Seconds between attempts to write after a failure of the journal.
AGAIN_S: Final = 0.5
# Longer than any iteration of a working loop: the slowest reading measured took 4 s on two busy cores.
STUCK_S: Final = 10.0
# Maximum queue of evidence while the journal cannot be written; beyond it the camera loop waits.
# At five readings per second, more than half a minute and about 20 MB.
MOST_WAITING: Final = 200
log: WordLog = structlog.get_logger()


class Upkeep:
    """State of a table's loops and of its journal.

    ``restarts``: of all loops together. ``failure``: the last error that ended a loop. ``refused``: reason of the
    journal's last write failure, None once a write succeeds.
    """

    def __init__(
        self, table: str, changed: Callable[[], object], ticking: Callable[[], float] = time.monotonic
    ) -> None:
        """Start without failures; ``changed`` is called, from any thread, when the state changes.

        ``ticking``: monotonic clock of the loops, neither set nor paced.
        """
        self.restarts = 0
        self.failure: BaseException | None = None
        self.refused: str | None = None
        self._table, self._changed, self._ticking = table, changed, ticking
        self._down: set[str] = set()
        self._pauses = Counter[str]()
        self._round_at = dict[str, float]()

    @property
    def running(self) -> bool:
        """True if no loop is down."""
        return not self._down

    @property
    def down(self) -> bool:
        """True if a loop has ended with an error and was not restarted yet."""
        return bool(self._down)

    def died(self, loop: str, error: BaseException) -> float:
        """Note that a loop ended with an error; return the seconds to wait before its restart."""
        self.failure = error
        self._down.add(loop)
        pause = min(FIRST_PAUSE_S * 2.0 ** self._pauses[loop], LONGEST_PAUSE_S)
        self._pauses[loop] += 1
        log.error("table stopped", table=self._table, watch=loop, again_in_s=pause, trace=trace_of(error))
        self._changed()
        return pause

    def back(self, loop: str) -> None:
        """Note that the loop runs again."""
        self.restarts += 1
        self._down.discard(loop)
        log.warning("table restarted from its journal", table=self._table, watch=loop, restarts=self.restarts)
        self._changed()

    def ran(self, loop: str) -> None:
        """Note an iteration without error, which resets the pause to the shortest."""
        self._pauses.pop(loop, None)
        self._round_at[loop] = self._ticking()

    def stuck(self, now: float) -> dict[str, float]:
        """Return the loops that hang without having ended, with the time since; ``now``: present time of that clock."""
        return {loop: float(round(now - seconds)) for loop, seconds in self.quiet().items()}

    def quiet(self) -> dict[str, float]:
        """Return the same loops with the seconds since their last iteration."""
        now = self._ticking()
        quiet = {loop: now - at for loop, at in tuple(self._round_at.items()) if loop not in self._down}
        return {loop: seconds for loop, seconds in quiet.items() if seconds > STUCK_S}

    def stored(self, error: StoreError | None) -> None:
        """Note that the journal was written, or the error if it could not be."""
        if (self.refused is None) == (error is None):
            return
        self.refused = None if error is None else str(error)
        if error is None:
            log.warning("journal written again", table=self._table)
        else:
            log.error("journal not written", table=self._table, reason=str(error))
        self._changed()


class EdgeLine:
    """Queue of evidence from board and camera, in order of arrival, until it is stored; safe from any thread."""

    def __init__(self, table: str) -> None:
        """Start with an empty queue."""
        self._table = table
        self._line: deque[Evidence] = deque()
        self._lock = threading.Lock()
        self._failed: Evidence | None = None

    def __len__(self) -> int:
        """Return the length of the queue."""
        return len(self._line)

    def add(self, evidence: Iterable[Evidence]) -> None:
        """Append evidence."""
        with self._lock:
            self._line.extend(evidence)

    def work_off(self, take: Callable[[Evidence], object]) -> None:
        """Pass each piece of evidence to ``take``, in order, until the queue is empty; one caller at a time.

        An error raised by ``take`` is raised here, and the piece stays first. A piece that fails twice, other than by
        StoreError, is logged and dropped, so that it does not block all later evidence.
        """
        for first in self._in_order():
            try:
                take(first)
            except StoreError:
                raise
            except Exception as error:
                if first is not self._failed:
                    self._failed = first
                    raise
                log.error("evidence set aside", table=self._table, kind=type(first).__name__, trace=trace_of(error))
            self._failed = None
            with self._lock:
                self._line.popleft()

    def _in_order(self) -> Iterator[Evidence]:
        while self._line:
            yield self._line[0]


def cameras_clear(state: TableState, at: float) -> Iterator[TableSignal]:
    """Yield signals that end camera and reader faults from before the start; a lasting fault is reported again."""
    for each in state.open_faults():
        if each.fault.code in WATCHING:
            yield TableSignal(SignalKind.FAULT_CLEARED, at, each.fault.seat, code=each.fault.code)
