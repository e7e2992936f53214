"""Delay from the last frame that an event needs to the event on the live feed, at five readings a second on one core.

Goal: 95 of 100 within 400 ms. Frames of 1440x1080 arrive as JPEG when due; a client follows over a WebSocket. Time is
the computing time of the process including the client; idle time between frames is skipped. The result is that of a
dedicated core, independent of other load.
"""

import json
import os
import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from api.access.roles import Role
from api.demo.web import WebServer
from api.service.compose import TableConfig, open_director
from api.service.table_service import TableService
from api.stores.sqlite_store import SqliteJournal
from controller.journal.chain import Record
from controller.journal.store import EvidenceRow
from controller.ports.evidence import Evidence
from controller.ports.eyes import Sighting
from controller.ports.table import SignalKind, TableSignal
from controller.riichi.seat import Seat
from controller.rulebooks.catalogue import rulebook
from controller.views.gate import Audience
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from hardware.simulator.camera.camera import SimulatedCamera, calibration, over_the_table
from hardware.simulator.camera.playback import Playback
from hardware.simulator.camera.scene_builder import SceneBuilder
from hardware.simulator.game.round import play_rounds
from hardware.simulator.machine.pace import EXPOSURE_S, FAST
from tests.support.quiet_table import PROFILE, NoTable
from vision.camera.calibration import Calibration, fit_camera
from vision.capture.frame import CameraFrame, decode
from vision.eyes import CameraEyes
from vision.render.appearance import LOOKS
from vision.render.painter import Painter
from vision.table.reader import TableReader
from vision.tiles.classifier import Classifier

BOOK = "npm-2008"
FRAMES = 200
GOAL_S = 0.4


@pytest.fixture
def one_core() -> Iterator[None]:
    cores, threads = os.sched_getaffinity(0), cv2.getNumThreads()
    os.sched_setaffinity(0, {min(cores)})
    cv2.setNumThreads(1)
    yield
    cv2.setNumThreads(threads)
    os.sched_setaffinity(0, cores)


@dataclass
class Film:
    """A played round: JPEG pictures, and the board's reports before each."""

    pictures: list[bytes] = field(default_factory=list)
    reports: list[list[TableSignal]] = field(default_factory=list)
    told: list[TableSignal] = field(default_factory=list)

    def report(self, kind: SignalKind, seat: Seat | None = None) -> None:
        self.told.append(TableSignal(kind, len(self.pictures) * EXPOSURE_S, seat, id=f"{len(self.pictures)} {kind}"))

    def shoot(self, frames: int) -> Calibration:
        """Take the first frames of a round; return the corners that a person would click."""
        profile, told = load_profile(PROFILE), 0
        playback = Playback(play_rounds(rulebook(BOOK), 1, 1), FAST, self)
        painter = Painter(profile, over_the_table(), LOOKS["parlour"])
        camera = SimulatedCamera(playback, SceneBuilder(Layout(profile), 1), painter, fast=True, seed=1)
        for _ in range(frames):
            self.pictures.append(camera.pull().jpeg)
            self.reports.append(self.told[told:])
            told = len(self.told)
        return Calibration.from_json(calibration(painter.camera, profile))


class OwnCore:
    """Time on a dedicated core: computing time of this process plus skipped idle time."""

    def __init__(self) -> None:
        self._skipped = 0.0

    def now(self) -> float:
        return time.process_time() + self._skipped

    def until(self, then: float) -> None:
        self._skipped += max(0.0, then - self.now())


class ReportingTable(NoTable):
    """A table that reports the signals put into it."""

    def __init__(self) -> None:
        super().__init__()
        self.reports: queue.Queue[TableSignal] = queue.Queue()

    def poll(self, timeout: float) -> Sequence[TableSignal]:
        try:
            return (self.reports.get(timeout=timeout),)
        except queue.Empty:
            return ()


class PacedSource:
    """Returns the newest due frame of a film, as a camera does; ``due``: due time of each returned frame.

    ``rested`` returns once no work is left, so that idle time is skipped only then.
    """

    trouble: str | None = None

    def __init__(self, film: Film, table: ReportingTable, core: OwnCore) -> None:
        self._film, self._table, self._core = film, table, core
        self._began: float | None = None
        self._next = 0
        self.due: dict[int, float] = {}
        self.rested: Callable[[], None] = lambda: None
        self.ended = threading.Event()

    def next(self, timeout: float) -> CameraFrame | None:
        if self._began is None:
            self._began = self._core.now()
        self.rested()
        number = max(self._next, int((self._core.now() - self._began) / EXPOSURE_S))
        if number >= len(self._film.pictures):
            self.ended.set()
            time.sleep(min(timeout, 0.05))
            return None
        self._core.until(self._began + number * EXPOSURE_S)
        for reports in self._film.reports[self._next : number + 1]:
            for report in reports:
                self._table.reports.put(report)
        self._next = number + 1
        self.due[number] = self._began + number * EXPOSURE_S
        return CameraFrame(decode(self._film.pictures[number], "film"), number, number * EXPOSURE_S)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


class NotedJournal(SqliteJournal):
    """A journal that records which frame was being judged when each event was found, by its number on the feed."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.judged: int | None = None
        self.found: dict[int, int] = {}
        self.shown: Callable[[], int] = lambda: 0

    def keep_evidence(self, evidence: Evidence) -> None:
        self.judged = evidence.frame if isinstance(evidence, Sighting) else None

    def append(self, records: Sequence[Record], evidence: Sequence[EvidenceRow] = ()) -> None:
        super().append(records, evidence)
        if self.judged is not None:
            # An event becomes visible on the feed under the next number.
            self.found.update((self.shown() + place, self.judged) for place, _ in enumerate(records, 1))


class Follower:
    """A client of the feed; ``came``: arrival time of each event."""

    def __init__(self, address: str, token: str, core: OwnCore) -> None:
        self.came: dict[int, float] = {}
        self._address, self._token, self._core = address.replace("http", "ws", 1), token, core
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._follow, daemon=True)
        self._thread.start()
        self.wait_for(0)

    def wait_for(self, number: int) -> None:
        """Wait until that event, or a snapshot with it, has arrived."""
        with self._news:
            self._news.wait_for(lambda: max(self.came, default=-1) >= number, 30.0)

    def _follow(self) -> None:
        feed, known = (
            f"{self._address}/api/v1/tables/demo/feed?audience=staff",
            {"authorization": f"Bearer {self._token}"},
        )
        with suppress(ConnectionClosed), connect(feed, additional_headers=known) as link:
            for message in link:
                with self._news:
                    self.came[json.loads(message)["number"]] = self._core.now()
                    self._news.notify_all()


@pytest.mark.usefixtures("one_core")
@pytest.mark.benchmark(group="eyes: from a frame to the feed")
def test_from_the_last_frame_that_shows_it_to_the_feed(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    film = Film()
    fit = fit_camera(film.shoot(FRAMES))
    profile = load_profile(PROFILE)
    reader = TableReader(profile, fit.camera, Classifier.load(1))
    config = TableConfig("demo", PROFILE, BOOK, "t", "c", "k", tmp_path / "journal.sqlite", auto_settle=True)
    core, table, journal = OwnCore(), ReportingTable(), NotedJournal(Path(config.journal))
    source = PacedSource(film, table, core)
    director = open_director(config, journal)
    service = TableService("demo", director, journal, table, CameraEyes(source, reader), record=journal.keep_evidence)
    web = WebServer({"demo": service})
    web.start()
    follower = Follower(web.address, web.access.tokens.make("follower", Role.REFEREE), core)
    feed = service.feed(Audience.STAFF)
    journal.shown = lambda: feed.number
    source.rested = lambda: follower.wait_for(feed.number)

    def play() -> None:
        service.start()
        source.ended.wait()

    benchmark.pedantic(play, rounds=1)
    web.stop()
    service.stop()
    shown = {number: frame for number, frame in journal.found.items() if number in follower.came}
    took = [follower.came[number] - source.due[frame] for number, frame in shown.items()]
    median, most = (float(np.percentile(took, share)) for share in (50, 95))
    benchmark.extra_info.update(
        peer="five frames a second", ours=True, items=FRAMES, facts=len(took), frames_read=len(source.due)
    )
    benchmark.extra_info.update({"median": f"{1000 * median:.0f} ms", "p95": f"{1000 * most:.0f} ms"})
    assert len(took) > 30
    assert most <= GOAL_S
