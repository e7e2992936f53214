"""Stored pictures stay within their quota: the oldest are deleted first; a picture with two names is stored once."""

import os
from pathlib import Path

import numpy as np

from vision.capture.evidence_frames import EvidenceFrames
from vision.capture.frame import CameraFrame, jpeg
from vision.capture.recorder import FrameQuota, RecordingSource
from vision.stored_frames import Retention

PICTURE = jpeg(np.random.default_rng(1).integers(0, 255, (60, 80, 3), np.uint8))


class OldFilm:
    """An endless source of frames."""

    trouble = None

    def __init__(self) -> None:
        self.number = 0

    def next(self, timeout: float) -> CameraFrame | None:
        del timeout
        self.number += 1
        return CameraFrame(np.zeros((60, 80, 3), np.uint8), self.number, float(self.number), PICTURE)

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


def on_disk(folder: Path) -> int:
    """Bytes of the pictures below a folder, each counted once."""
    return sum(
        {told.st_ino: told.st_size for file in folder.rglob("0*") if file.is_file() and (told := file.stat())}.values()
    )


def frames_of(folder: Path, kept: Retention, faults: int) -> EvidenceFrames:
    """Frames of a table with ``faults`` faults, one at every frame."""
    frames = EvidenceFrames(OldFilm(), folder, lambda image: image, kept)
    for number in range(faults):
        frames.next(0.0)
        frames.keep(f"F{number}")
    for _ in range(6):
        frames.next(0.0)
    frames.close()
    return frames


def test_requests_beside_each_other_share_their_pictures(tmp_path: Path) -> None:
    frames = frames_of(tmp_path / "pictures" / "begun", Retention(), 20)
    size = (tmp_path / "pictures" / "begun" / "F0" / "00000001").stat().st_size
    # Twenty names, of up to eighteen pictures each, of twenty-six frames.
    assert sum(len(frames.numbers(f"F{number}")) for number in range(20)) > 250
    assert on_disk(tmp_path) == 26 * size


def test_the_oldest_pictures_go_and_nothing_else(tmp_path: Path) -> None:
    folder = tmp_path / "pictures" / "begun"
    frames_of(folder, Retention(), 1)
    size = (folder / "F0" / "00000001").stat().st_size
    for file in folder.rglob("0*"):
        os.utime(file, (1.0, 1.0))
    (folder / "notes.txt").write_text("mine")
    frames = frames_of(folder.with_name("later"), Retention(10 * size), 4)
    assert not (folder / "F0").exists()
    assert (folder / "notes.txt").read_text() == "mine"
    assert on_disk(tmp_path / "pictures") <= 10 * size + 4
    assert frames.numbers("F3")


def test_what_is_too_old_goes_though_there_is_room(tmp_path: Path) -> None:
    (tmp_path / "00000001").write_bytes(PICTURE)
    os.utime(tmp_path / "00000001", (0.0, 0.0))
    (tmp_path / "00000002").write_bytes(PICTURE)
    going: list[Path] = []
    FrameQuota(tmp_path, Retention(days=30), lambda _, files: going.extend(files)).added(len(PICTURE))
    assert going == [tmp_path / "00000001"]
    assert [file.name for file in tmp_path.iterdir()] == ["00000002"]


def test_recorded_frames_have_their_quota(tmp_path: Path) -> None:
    source = RecordingSource(OldFilm(), tmp_path, Retention(5 * len(PICTURE)))
    for _ in range(30):
        assert source.next(0.0) is not None
    assert on_disk(tmp_path) <= 5 * len(PICTURE)
    assert (tmp_path / "00000030").exists()
    assert source.trouble is None
