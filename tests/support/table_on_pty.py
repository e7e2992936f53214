"""A whole table behind a pseudo-terminal in real time: machine, wires, board."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

from hardware.profiles.load import load_profile
from hardware.simulator.board.board import Board
from hardware.simulator.board.pty import BoardOnPty
from hardware.simulator.machine.machine import Machine
from hardware.simulator.machine.wiring import LiveTable


class ModelTable(LiveTable):
    """A live table whose board is the model in Python."""

    @property
    def pending(self) -> int:
        """Number of events that wait for an acknowledgement."""
        return cast(Board, self.board).pending


@contextmanager
def table_on_pty(link: Path, profile: str = "four-button") -> Iterator[tuple[ModelTable, BoardOnPty]]:
    """Yield the table and its cable, plugged in as ``link``."""
    now = time.monotonic()
    table = ModelTable(Board(now), Machine(load_profile(profile), now), now)
    with BoardOnPty(link, cast(Board, table)) as cable:
        yield table, cable
