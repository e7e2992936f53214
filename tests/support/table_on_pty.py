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
from hardware.simulator.machine.wiring import WiredTable


class LiveTable(WiredTable):
    """A wired table with the faces that a pseudo-terminal needs of its board."""

    _said = b""

    def tick(self, now: float) -> None:
        """Let time pass; a board stops at each thing that it says."""
        reached = self.advance(now)
        while reached < now:
            self._said += super().outgoing()
            reached = self.advance(now)

    def outgoing(self) -> bytes:
        """All bytes to the host since the last call."""
        said, self._said = self._said + super().outgoing(), b""
        return said

    @property
    def pending(self) -> int:
        """Events that wait for an acknowledgement."""
        return cast(Board, self.board).pending


@contextmanager
def table_on_pty(link: Path, profile: str = "four-button") -> Iterator[tuple[LiveTable, BoardOnPty]]:
    """The table and its cable, plugged in under ``link``."""
    now = time.monotonic()
    table = LiveTable(Board(now), Machine(load_profile(profile), now), now)
    with BoardOnPty(link, cast(Board, table)) as cable:
        yield table, cable
