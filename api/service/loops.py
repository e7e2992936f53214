"""The two loops of a running table: they poll its board and look through its cameras, and hand on what they get."""

import threading
from collections.abc import Callable
from typing import Final

import structlog

from api.evidence.vouching import Vouching
from api.health.upkeep import AGAIN_S, MOST_WAITING, cameras_clear
from api.service.intake import Intake
from api.service.meters import TableMeters
from controller.errors import JantakuError
from controller.machine.seen import SeenMachine, SeenPoints
from controller.ports.evidence import Evidence
from controller.ports.eyes import EyesPort
from controller.ports.log import WordLog
from controller.ports.table import TablePort

SIGNAL_WAIT_S: Final = 0.2
"""Longest wait for a report of the board, seconds: a waiting poll blocks other users of the board."""
FRAME_WAIT_S: Final = 0.25
"""Longest wait for a frame, seconds: camera trouble is reported between looks."""
log: WordLog = structlog.get_logger()


class TableLoops:
    """Two threads that bring the evidence of board and cameras to a table's intake; a failed loop starts again."""

    def __init__(
        self,
        name: str,
        intake: Intake,
        table: TablePort,
        eyes: EyesPort,
        stopped: threading.Event,
        clock: Callable[[], float],
        meters: TableMeters,
        vouching: Vouching | None = None,
    ) -> None:
        """``stopped``: ends both loops. ``vouching``: files outside the journal whose contents it vouches for.

        ``clock``: dates what is vouched for. ``meters``: counts the evidence.
        """
        self._name, self._intake, self._table, self._eyes = name, intake, table, eyes
        self._stopped, self._clock, self._meters, self._vouching = stopped, clock, meters, vouching
        self._looked = False
        self._machine, self._displays = SeenMachine(), SeenPoints()
        self._threads = [
            threading.Thread(target=self._guarded, args=(look, watch), name=f"{name}-{watch}", daemon=True)
            for watch, look in (("table", self._look_at_table), ("camera", self._look_through_camera))
        ]

    @property
    def running(self) -> bool:
        """True if both loops are running."""
        return self._intake.upkeep.running and all(thread.is_alive() for thread in self._threads)

    def start(self) -> None:
        """Start both loops."""
        for thread in self._threads:
            thread.start()

    def join(self) -> None:
        """Wait until both loops have ended."""
        for thread in self._threads:
            thread.join(timeout=10.0)

    def vouch(self, closing: bool = False) -> None:
        """Record hashes of files outside the journal; errors are logged only."""
        if self._vouching is None:
            return
        try:
            self._intake.bring(tuple(self._vouching.news(self._clock(), closing)))
        except (OSError, JantakuError) as error:
            log.error("files not vouched for", table=self._name, reason=str(error))

    def _look_at_table(self) -> None:
        """Process the table's reports; the timeouts keep a blocked journal from delaying a cancellation."""
        if self._intake.waiting and not self._intake.bring((), SIGNAL_WAIT_S):
            self._table.hold(AGAIN_S if self._intake.blocked else SIGNAL_WAIT_S)
        else:
            worn = self._intake.health.news(self._intake.state)
            told = self._intake.sources.heard(self._meters.counted(self._table.poll(SIGNAL_WAIT_S)))
            self._intake.bring((*worn, *told), SIGNAL_WAIT_S)

    def _look_through_camera(self) -> None:
        sighting = self._eyes.look(FRAME_WAIT_S)
        shown: tuple[Evidence, ...] = () if sighting is None else (sighting, *self._displays.see(sighting))
        seen: tuple[Evidence, ...] = (*self._eyes.signals(), *shown)
        for kind in self._machine.see(sighting) if sighting is not None else ():
            self._table.see(kind)
        if sighting is not None and not self._looked:
            self._looked = True
            seen = (*cameras_clear(self._intake.state, sighting.at), *seen)
        kept = self._intake.bring(self._intake.sources.heard(self._meters.counted(seen)))
        self.vouch()
        while not kept and self._intake.waiting > MOST_WAITING and not self._stopped.wait(AGAIN_S):
            kept = self._intake.bring(())

    def _guarded(self, look: Callable[[], None], watch: str) -> None:
        """Call ``look`` repeatedly; after an error, restart from the journal with growing pauses."""
        while not self._stopped.is_set():
            try:
                look()
                self._intake.upkeep.ran(watch)
            except Exception as error:
                while not self._stopped.wait(self._intake.upkeep.died(watch, error)):
                    try:
                        with self._intake.lock:
                            self._intake.begin_again()
                        self._intake.upkeep.back(watch)
                        break
                    except Exception as again:
                        error = again
