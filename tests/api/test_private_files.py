"""Files of a table are private to its user, and stored pictures show the table without the people around it."""

import os
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from api.evidence.recorder import EvidenceRecorder, SetUp
from api.paths import keep_private, made_private
from api.stores.open import open_journal
from controller.errors import EyesError
from firmware_bridge.press_log import PressLog, PressRequest
from firmware_bridge.wire.codes import OUTPUTS
from firmware_bridge.wire.limits import PULSE_MIN_MS
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from tests.support.quiet_table import PROFILE, SIZE, Film
from vision.camera.calibration import Calibration, PlanePoint
from vision.camera.model import Camera
from vision.capture.evidence_frames import EvidenceFrames, field_only

LAYOUT = Layout(load_profile(PROFILE))
ABOVE = Camera.looking_down(SIZE, field=1400.0)


@pytest.fixture
def usual_umask() -> Iterator[None]:
    """Set the usual umask of a shell, with which new files are readable for everyone."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def others_may(folder: Path) -> dict[str, str]:
    """Return the files that other users may read, with their modes."""
    found = {file: file.stat().st_mode & 0o777 for file in folder.rglob("*")}
    return {str(file.relative_to(folder)): oct(mode) for file, mode in found.items() if mode & 0o077}


@pytest.mark.usefixtures("usual_umask")
def test_journal_pictures_presses_and_evidence_are_for_their_owner_alone(tmp_path: Path) -> None:
    old = tmp_path / "old.sqlite"
    open_journal(old).close()
    open_journal(made_private(old)).close()
    journal = open_journal(made_private(tmp_path / "journal.sqlite"))
    frames = EvidenceFrames(Film(), tmp_path / "journal.pictures" / "begun", lambda image: image)
    frames.next(0.0)
    frames.keep("F1")
    frames.close()
    asked = PressRequest("referee", "a test", OUTPUTS[:1], PULSE_MIN_MS)
    PressLog(tmp_path / "state" / "presses.jsonl").asked(asked, "board")
    folder = tmp_path / "evidence"
    corners = [(x, y) for x in (-300.0, 300.0) for y in (-300.0, 300.0)]
    pixels = ABOVE.project([(*corner, 0.0) for corner in corners]).tolist()
    points = tuple(PlanePoint((px[0], px[1]), mm) for mm, px in zip(corners, pixels, strict=True))
    calibration = Calibration(SIZE, points)
    EvidenceRecorder.begin(folder, SetUp("p", "b", False, 0), calibration)
    inside = {name for name in others_may(tmp_path) if not name.startswith("evidence/")}
    assert inside == set()
    assert folder.stat().st_mode & 0o777 == 0o700, "nobody gets into the folder"
    journal.close()


@pytest.mark.usefixtures("usual_umask")
def test_a_service_makes_every_file_for_its_owner_alone(tmp_path: Path) -> None:
    keep_private()
    (tmp_path / "anything").write_text("a hand", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    assert others_may(tmp_path) == {}


def test_of_a_frame_the_tables_field_alone_is_kept(tmp_path: Path) -> None:
    frames = EvidenceFrames(Film(), tmp_path / "pictures", lambda image: field_only(image, LAYOUT, ABOVE))
    for _ in range(120):
        frames.next(0.0)
    frames.keep("F1")
    number = frames.numbers("F1")[-1]
    kept = cv2.imdecode(np.frombuffer(frames.picture("F1", number), np.uint8), cv2.IMREAD_GRAYSCALE)
    assert kept is not None
    assert kept.shape == SIZE[::-1], "what is cut out of it later is found by the calibration"
    middle, (x, y) = kept[SIZE[1] // 2, SIZE[0] // 2], SIZE
    assert middle > 100
    for row, column in ((5, 5), (5, x - 5), (y - 5, 5), (y - 5, x - 5), (5, x // 2), (y // 2, 5)):
        assert kept[row, column] < 8, "a face, a lap, a phone"
    half = LAYOUT.profile.table.field_mm / 2
    edges = ABOVE.project([(half, 0.0, 0.0), (-half, 0.0, 0.0), (0.0, half, 0.0), (0.0, -half, 0.0)])
    assert all(kept[round(row), round(column)] > 100 for column, row in edges.tolist())
    frames.close()


def test_a_frame_that_the_calibration_does_not_fit_is_not_kept(tmp_path: Path) -> None:
    small = Camera.looking_down((640, 480))
    frames = EvidenceFrames(Film(), tmp_path / "pictures", lambda image: field_only(image, LAYOUT, small))
    frames.next(0.0)
    frames.keep("F1")
    assert frames.numbers("F1") == ()
    frames.close()
    with pytest.raises(EyesError, match="calibration"):
        field_only(np.zeros((480, 640, 3), np.uint8), LAYOUT, ABOVE)
