"""Tables of a venue that the simulator plays: one simulator process per table, started and ended with it."""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Final

from api.demo.table import DemoSetup, SimulatedTable
from api.service.compose import TableConfig
from api.service.table_service import TableService
from api.venue.plan import SIMULATOR
from api.venue.supervised_table import Opening

SEED: Final = 105
"""Seed of shuffles and players; chosen among 1 to 500: its first round ends with a win after 53 s of simulated time."""


class SimulatedTables:
    """Opens real and simulated tables; a simulated table keeps no data after it is closed."""

    def __init__(self, opening: Opening) -> None:
        """``opening``: opens a table whose board and camera are available."""
        self._opening, self._lock = opening, Lock()
        self._playing: dict[str, tuple[SimulatedTable, TemporaryDirectory[str]]] = {}

    def open(self, config: TableConfig) -> TableService:
        """Open the table of a configuration; raises JantakuError."""
        if not config.serial.startswith(SIMULATOR):
            with self._lock:
                self._end(config.name)
            return self._opening(config)
        setup = DemoSetup(0, False, SEED, config.rulebook, wrong_break="", profile=config.profile)
        with self._lock:
            self._end(config.name)
            folder = TemporaryDirectory(prefix="jantaku-")
            try:
                table = SimulatedTable(setup, Path(folder.name), in_step=True)
            except BaseException:
                folder.cleanup()
                raise
            self._playing[config.name] = table, folder
        return self._opening(
            replace(
                config,
                serial=str(table.serial),
                camera=f"{table.camera}/frame.jpg",
                calibration=f"{table.camera}/calibration.json",
                # The simulator starts a new game on each start, so the journal starts empty too.
                journal=Path(folder.name) / "journal.sqlite",
                shared_time=True,
                in_step=f"{table.camera}/taken",
            )
        )

    def close(self) -> None:
        """Stop every simulator."""
        with self._lock:
            for name in tuple(self._playing):
                self._end(name)

    def _end(self, name: str) -> None:
        if name in self._playing:
            table, folder = self._playing.pop(name)
            table.stop()
            folder.cleanup()
