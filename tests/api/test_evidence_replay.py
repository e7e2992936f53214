"""Replay of stored evidence: the same vision code reads the same, and frames that read differently are listed."""

import json
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from api.cli.kept import replay as command
from api.evidence.recorder import EvidenceRecorder, RecordedEvidence, SetUp
from api.evidence.replay import replay_evidence
from api.stores.sqlite_store import SqliteJournal
from controller.errors import EyesError, JournalError
from controller.journal.chain import seal
from controller.journal.events import Event
from controller.ports.evidence import Evidence
from controller.ports.eyes import Sighting
from controller.ports.table import SignalKind, TableSignal
from controller.riichi.seat import Seat
from controller.rulebooks.catalogue import rulebook
from controller.table.director import Director
from controller.table.venue import Venue
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from hardware.simulator.camera.camera import SimulatedCamera, calibration, over_the_table
from hardware.simulator.camera.playback import Playback
from hardware.simulator.camera.scene_builder import SceneBuilder
from hardware.simulator.game.round import play_rounds
from hardware.simulator.machine.pace import FAST
from vision.camera.calibration import Calibration, fit_camera
from vision.capture.frame import CameraFrame, decode
from vision.capture.recorder import RecordingSource, read_frame
from vision.eyes import CameraEyes
from vision.render.painter import Painter
from vision.table.reader import TableReader
from vision.tiles.classifier import Classifier

BOOK = "npm-2008"
PROFILE = load_profile()
FRAMES = 8
APART_S = 5.1


class Table:
    """A simulated table with a camera, one frame per ``APART_S``; its machine's signals go to ``take``."""

    trouble = None

    def __init__(self, take: Callable[[Evidence], None]) -> None:
        self._take = take
        self._now = 0.0
        self._playback = Playback(play_rounds(rulebook(BOOK), 7, 1), FAST, self)
        camera = over_the_table()
        self.calibration = Calibration.from_json(calibration(camera, PROFILE))
        painter = Painter(PROFILE, camera)
        stage = SceneBuilder(Layout(PROFILE), 7)
        self._camera = SimulatedCamera(self._playback, stage, painter, fast=False, seed=7, clock=lambda: self._now)

    def report(self, kind: SignalKind, seat: Seat | None = None) -> None:
        self._take(TableSignal(kind, self._playback.now, seat))

    def next(self, timeout: float) -> CameraFrame | None:
        del timeout
        exposure = self._camera.pull()
        self._now += APART_S
        return CameraFrame(decode(exposure.jpeg, "exposure"), exposure.number, exposure.at, exposure.jpeg)

    def close(self) -> None:
        """Nothing to release."""


@pytest.fixture(scope="module")
def sitting(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a journal and its evidence."""
    folder = tmp_path_factory.mktemp("sitting")
    store = SqliteJournal(folder / "journal.sqlite")
    director, opening = Director.open(Venue(BOOK, auto_settle=True), time.time())

    def write(events: tuple[Event, ...]) -> None:
        for event in events:
            store.append([seal(event, event.at, store.last())])

    def take(evidence: Evidence) -> None:
        recorder.keep(evidence)
        write(tuple(director.handle(evidence).events))

    write(tuple(opening.events))
    last = store.last()
    assert last is not None
    table = Table(take)
    recorder = EvidenceRecorder.begin(
        folder / "evidence", SetUp("wall-only", BOOK, True, last.sequence), table.calibration
    )
    reader = TableReader(PROFILE, fit_camera(table.calibration).camera, Classifier.load(2))
    eyes = CameraEyes(RecordingSource(table, recorder.pictures), reader)
    for _ in range(FRAMES):
        sighting = eyes.look(1.0)
        assert sighting is not None
        take(sighting)
    store.close()
    return folder


@pytest.mark.long
def test_the_same_eyes_tell_the_same(sitting: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.replay_evidence(sitting / "journal.sqlite", sitting / "evidence", as_json=True) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["frames"], told["zones"], told["facts_gone"], told["facts_new"]) == (FRAMES, 0, 0, 0)
    assert told["others"] > 3
    # The journal contains facts, so that the comparison is not empty.
    assert len(list(SqliteJournal(sitting / "journal.sqlite").read())) > 5


def test_what_changed_and_where_is_told(sitting: Path, capsys: pytest.CaptureFixture[str]) -> None:
    numbers = [each.frame for each in RecordedEvidence.open(sitting / "evidence") if isinstance(each, Sighting)]
    pictures = sitting / "evidence/frames"
    late, early = (pictures / f"{number:08d}" for number in (numbers[-1], numbers[-4]))
    right = late.read_bytes()
    # Noise makes it a new exposure: an identical picture would be refused as an old one.
    seen = decode(early.read_bytes(), "early")
    noise = np.random.default_rng(1).integers(0, 6, seen.shape, np.uint8)
    late.write_bytes(cv2.imencode(".jpg", cv2.add(seen, noise))[1].tobytes())
    try:
        assert command.replay_evidence(sitting / "journal.sqlite", sitting / "evidence", as_json=False) == 1
    finally:
        late.write_bytes(right)
    lines = capsys.readouterr().out.splitlines()
    assert any(line.startswith(f"frame {numbers[-1]} ") and ", river " in line for line in lines)
    assert not any(line.startswith(f"frame {numbers[-2]} ") for line in lines)


def test_evidence_that_is_not_there_is_said_in_one_line(sitting: Path, tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="no kept evidence"):
        replay_evidence([], tmp_path)
    with pytest.raises(EyesError, match="no frame kept"):
        read_frame(tmp_path, 3, 0.0)
    calibrated = RecordedEvidence.open(sitting / "evidence").calibration
    with pytest.raises(JournalError, match="expected an empty folder"):
        EvidenceRecorder.begin(sitting, SetUp("wall-only", BOOK, True, 1), calibrated)


def test_a_last_line_cut_short_is_left_out(sitting: Path, tmp_path: Path) -> None:
    whole = RecordedEvidence.open(sitting / "evidence")
    recorder = EvidenceRecorder.begin(tmp_path / "cut", whole.set_up, whole.calibration)
    pieces = list(whole)
    for each in pieces:
        recorder.keep(each)
    index = tmp_path / "cut/evidence.jsonl"
    index.write_bytes(index.read_bytes()[:-5])
    assert list(RecordedEvidence.open(tmp_path / "cut")) == pieces[:-1]
