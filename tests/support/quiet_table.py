"""A service without traffic at its edges; a test feeds it the evidence of a table that it sets up."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
import pytest

from api.evidence.pictures import Pictures
from api.health.source_watch import ALL_OWN, Watched
from api.service.compose import TableConfig, open_director
from api.service.table_service import TableService
from api.stores.open import open_journal
from api.stores.sql_journal import SqlJournal
from controller.journal.events import Event
from controller.journal.state import TableState
from controller.ports.evidence import Evidence
from controller.ports.eyes import EyesPort, Sighting
from controller.ports.table import GoalReport, GoalRequest, MachineStatus, SignalKind, TablePort, TableSignal
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from tests.support.bench import Bench
from vision.arrays import Image
from vision.camera.model import Camera
from vision.capture.evidence_frames import EvidenceFrames, field_only
from vision.capture.frame import CameraFrame, jpeg

PROFILE = "wall-only"
UNDO_S: Final = 600.0
"""The longest time a venue may choose: on a busy machine a late entry can still undo its decision."""
SIZE = (1440, 1080)


class NoTable:
    """A table that sends nothing until it is closed."""

    def __init__(self) -> None:
        self._closed = threading.Event()

    def poll(self, timeout: float) -> Sequence[TableSignal | GoalReport]:
        self._closed.wait(timeout)
        return ()

    def hold(self, seconds: float) -> None:
        self._closed.wait(seconds)

    def ask(self, goal: int, wish: GoalRequest) -> None:
        raise AssertionError(f"asked for {wish} under {goal}")

    def call_off(self) -> None:
        """Do nothing: no goal is under way."""

    def accept(self, board: str) -> None:
        """Do nothing: there is no board."""

    def see(self, kind: SignalKind) -> None:
        """Do nothing: no goal is under way."""

    def stand(self) -> MachineStatus:
        return MachineStatus("offline", "unknown", "unknown")

    def close(self) -> None:
        self._closed.set()


class NoEyes:
    """A camera that shows nothing until it is closed; short timeouts let a service stop at once."""

    def __init__(self) -> None:
        self._closed = threading.Event()

    def look(self, timeout: float) -> Sighting | None:
        self._closed.wait(min(timeout, 0.05))
        return None

    def signals(self) -> Sequence[TableSignal]:
        return ()

    def close(self) -> None:
        self._closed.set()


def _grey(shade: int) -> Image:
    return np.full((SIZE[1], SIZE[0], 3), shade, np.uint8)


@cache
def _file(shade: int) -> bytes:
    """JPEG of a grey picture, made once for all tests."""
    return jpeg(_grey(shade))


class Film:
    """A frame source of grey pictures, each a little brighter than the one before."""

    def __init__(self) -> None:
        self.number = 0

    @property
    def trouble(self) -> str | None:
        return None

    def next(self, _timeout: float) -> CameraFrame | None:
        self.number += 1
        shade = self.number % 200
        return CameraFrame(_grey(shade), self.number, self.number / 5, file=_file(shade))

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


@dataclass
class Aimed:
    """A camera straight above the table."""

    camera: Camera


@dataclass
class QuietTable(Bench):
    """A table set up by a test whose evidence, with frames, passes through a service."""

    service: TableService | None = None
    frames: EvidenceFrames | None = None
    store: SqlJournal | None = None

    @property
    def state(self) -> TableState:
        """State of the service; the director's own state changes while a page previews an entry."""
        assert self.service is not None
        return self.service.state

    def give(self, evidence: Evidence) -> list[Event]:
        assert self.service is not None
        assert self.frames is not None
        if isinstance(evidence, Sighting):
            self.frames.next(0.0)
        before = self.service.number
        self.service.take(evidence)
        return [record.event for record in self.service.records(before)]


@contextmanager
def quiet_table(
    folder: Path,
    book: str = "npm-2008",
    clock: Callable[[], float] = time.time,
    edges: tuple[TablePort, EyesPort] | None = None,
    record: Callable[[Evidence], None] | None = None,
    name: str = "1",
    watched: Watched = ALL_OWN,
    wall: Callable[[], float] = time.time,
) -> Iterator[QuietTable]:
    """Open a new sitting; ``watched``: sources that the service watches; ``wall``: dates the records."""
    folder.mkdir(exist_ok=True)
    journal = folder / "journal.sqlite"
    config = TableConfig(name, PROFILE, book, "table", "camera", "calibration", journal, undo_s=UNDO_S)
    store = open_journal(config.journal)
    director = open_director(config, store)
    layout, camera = Layout(load_profile(PROFILE)), Camera.looking_down(SIZE)
    frames = EvidenceFrames(Film(), folder / "pictures", lambda image: field_only(image, layout, camera))
    pictures = Pictures(frames, layout, Aimed(camera))
    service = TableService(
        name, director, store, *(edges or (NoTable(), NoEyes())), clock, record, pictures, wall=wall, watched=watched
    )
    try:
        yield QuietTable(director, service=service, frames=frames, store=store)
    finally:
        store.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[QuietTable]:
    """A new sitting under the default book."""
    with quiet_table(tmp_path) as table:
        yield table
