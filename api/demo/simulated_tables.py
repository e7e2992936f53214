"""Tables of a venue that the simulator plays: a process each, begun with the table and ended with it."""

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Final

from api.demo.table import DemoSetup, SimulatedTable
from api.service.compose import TableConfig
from api.service.table_service import TableService
from api.venue.kept_table import Opening
from api.venue.plan import SIMULATOR

SEED: Final = 105
"""Of shuffles and players; chosen among 1 to 500: its first round ends with a win after 53 s of simulated time."""


class SimulatedTables:
    """Opens tables, including those whose port is the simulator; a simulated table stores nothing once it is closed."""

    def __init__(self, opening: Opening) -> None:
        """``opening``: of a table whose board and camera are there."""
        self._opening, self._lock = opening, Lock()
        self._playing: dict[str, tuple[SimulatedTable, TemporaryDirectory[str]]] = {}

    def open(self, config: TableConfig) -> TableService:
        """The table of a configuration; raises JantakuError."""
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
                # What the simulator plays starts over with each start: so does its journal.
                journal=Path(folder.name) / "journal.sqlite",
                shared_time=True,
                in_step=f"{table.camera}/taken",
            )
        )

    def close(self) -> None:
        """End every simulator."""
        with self._lock:
            for name in tuple(self._playing):
                self._end(name)

    def _end(self, name: str) -> None:
        if name in self._playing:
            table, folder = self._playing.pop(name)
            table.stop()
            folder.cleanup()
