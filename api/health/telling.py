"""Reports troubles in the log and on pages as they occur, and runs the probes of sources."""

import threading
from collections.abc import Callable, Sequence
from typing import Final

import structlog

from api.discretion import trace_of
from api.health.source_watch import SourceWatch
from api.health.troubles import TableTrouble
from controller.ports.log import WordLog
from controller.text import Text

LOOK_S: Final = 0.5
"""Interval of the checks for the log, s; requests compute troubles at once."""
PROBE_S: Final = 10.0
"""Interval of automatic probes of disk and database, s; chosen: reported before the next round is over."""
log: WordLog = structlog.get_logger()


class HealthTeller:
    """Two threads that report troubles of a table, also when the table's own threads hang."""

    def __init__(
        self,
        table: str,
        watch: SourceWatch,
        troubles: Callable[[], Sequence[TableTrouble]],
        clock: Callable[[], float],
        changed: Callable[[], bool],
    ) -> None:
        """``troubles``: returns the current troubles. ``changed``: called when the banner changes, repeatedly until it
        returns True.
        """
        self._table, self._watch, self._troubles = table, watch, troubles
        self._clock, self._changed = clock, changed
        self._told: list[TableTrouble] = []
        self._banner: Text | None = None
        self._stop = threading.Event()
        self._threads = [
            threading.Thread(target=self._again, args=(do, pause_s), name=f"{table}-{name}", daemon=True)
            for name, do, pause_s in (("health", self.look, LOOK_S), ("probe", watch.probe, PROBE_S))
        ]

    def start(self) -> None:
        """Start both threads."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Stop both threads, without waiting for a running probe."""
        self._stop.set()
        self._threads[0].join(timeout=2 * LOOK_S)

    def look(self) -> None:
        """Log troubles that have begun or ended, and publish a changed banner."""
        wrong, at = self._troubles(), self._clock()
        now = [each for each in wrong if at - each.since >= each.kind.told_after_s]
        known, holds = {each.key: each for each in self._told}, {each.key for each in now}
        self._told = now
        for trouble in now:
            if trouble.key not in known:
                log.warning("trouble", **trouble.logged())
        for key in known.keys() - holds:
            log.info("trouble over", **known[key].logged(), lasted_s=round(at - known[key].since, 1))
        banner = self._watch.banner()
        if banner != self._banner and self._changed():
            self._banner = banner

    def _again(self, do: Callable[[], None], pause_s: float) -> None:
        """Call ``do`` repeatedly until the stop; an error is a bug, is logged and does not stop the loop."""
        while not self._stop.is_set():
            try:
                do()
            except Exception as error:
                log.error("health not told", table=self._table, trace=trace_of(error))
            self._stop.wait(pause_s)
