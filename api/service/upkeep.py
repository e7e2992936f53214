"""State of a table's loops and its journal: what is down, why, how often it was restarted, and when next."""

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

# Between attempts to begin again, doubling: a fault of a moment costs little, one that stays does not fill the log.
FIRST_PAUSE_S: Final = 0.5
LONGEST_PAUSE_S: Final = 30.0
# Between attempts to write what the journal has refused.
AGAIN_S: Final = 0.5
# Longer than any look of a loop takes that goes round: the slowest reading measured took 4 s on two busy cores.
STUCK_S: Final = 10.0
# Pieces of evidence that wait for a journal that cannot be written; with as many the camera is not looked through.
# Five readings a second: more than half a minute, and some 20 MB.
MOST_WAITING: Final = 200
log: WordLog = structlog.get_logger()


class Upkeep:
    """``restarts``: of all loops together; ``failure``: the last error that ended a loop.

    ``refused``: why the journal took nothing last, None where it took it.
    """

    def __init__(
        self, table: str, changed: Callable[[], object], ticking: Callable[[], float] = time.monotonic
    ) -> None:
        """Start with everything well; ``changed`` is called, from any thread, when the state changes.

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
        """Whether no loop is down."""
        return not self._down

    @property
    def down(self) -> bool:
        """Whether a loop has ended with an error and has not been begun again."""
        return bool(self._down)

    def died(self, loop: str, error: BaseException) -> float:
        """A loop ended with an error; seconds to wait before it is begun again."""
        self.failure = error
        self._down.add(loop)
        pause = min(FIRST_PAUSE_S * 2.0 ** self._pauses[loop], LONGEST_PAUSE_S)
        self._pauses[loop] += 1
        log.error("table stopped", table=self._table, watch=loop, again_in_s=pause, trace=trace_of(error))
        self._changed()
        return pause

    def back(self, loop: str) -> None:
        """The loop runs again."""
        self.restarts += 1
        self._down.discard(loop)
        log.warning("table restarted from its journal", table=self._table, watch=loop, restarts=self.restarts)
        self._changed()

    def ran(self, loop: str) -> None:
        """The loop has gone round once without an error: the next pause is the shortest again."""
        self._pauses.pop(loop, None)
        self._round_at[loop] = self._ticking()

    def stuck(self, now: float) -> dict[str, float]:
        """Loops that have not gone round for long, and have not ended either: since when by the clock that says now."""
        return {loop: float(round(now - seconds)) for loop, seconds in self.quiet().items()}

    def quiet(self) -> dict[str, float]:
        """The same loops: seconds for which each has not gone round."""
        now = self._ticking()
        quiet = {loop: now - at for loop, at in tuple(self._round_at.items()) if loop not in self._down}
        return {loop: seconds for loop, seconds in quiet.items() if seconds > STUCK_S}

    def kept(self, error: StoreError | None) -> None:
        """The journal stored its input, or refused it."""
        if (self.refused is None) == (error is None):
            return
        self.refused = None if error is None else str(error)
        if error is None:
            log.warning("journal written again", table=self._table)
        else:
            log.error("journal not written", table=self._table, reason=str(error))
        self._changed()


class EdgeLine:
    """Evidence of table and camera in order of arrival, until it is stored; safe from any thread."""

    def __init__(self, table: str) -> None:
        """Nothing waits."""
        self._table = table
        self._line: deque[Evidence] = deque()
        self._lock = threading.Lock()
        self._failed: Evidence | None = None

    def __len__(self) -> int:
        """How many wait."""
        return len(self._line)

    def add(self, evidence: Iterable[Evidence]) -> None:
        """Put these at the end."""
        with self._lock:
            self._line.extend(evidence)

    def work_off(self, take: Callable[[Evidence], object]) -> None:
        """Hand each to ``take``, in order, until none waits; one caller at a time.

        What ``take`` raises ends it with that piece still the first; one that fails twice by other than a StoreError is
        set aside: it must not keep the rest of the evening from being recorded.
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
    """Faults of cameras and eyes from before the start end with the first look; a lasting one is reported again."""
    for each in state.open_faults():
        if each.fault.code in WATCHING:
            yield TableSignal(SignalKind.FAULT_CLEARED, at, each.fault.seat, code=each.fault.code)
