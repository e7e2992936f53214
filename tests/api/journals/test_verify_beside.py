"""Pictures and recorded evidence are outside the journal; changes of them are detected as well."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from api.cli.app import app
from api.evidence.recorder import EvidenceRecorder, SetUp
from api.evidence.vouching import PICTURES_LIST, Vouching, recorded_names
from api.service.compose import TableConfig, open_director
from api.service.table_service import TableService
from api.stores.open import open_journal, pictures_of
from controller.ports.table import SignalKind, TableSignal
from tests.support.quiet_table import PROFILE, NoEyes, NoTable
from tests.vision.test_retention import OldFilm
from vision.camera.calibration import Calibration, PlanePoint
from vision.capture.evidence_frames import EvidenceFrames
from vision.capture.recorder import RecordingSource
from vision.stored_frames import LIST_NAME, Retention, note_gone

CALIBRATION = Calibration((80, 60), tuple(PlanePoint((x, y), (x, y)) for x in (0.0, 80.0) for y in (0.0, 60.0)))


def vouched_for(journal: Path, vouching: Callable[[Path], Vouching], meanwhile: Callable[[Path], None]) -> None:
    """Run a table, call ``meanwhile``, and stop it; both functions get the folder of its pictures."""
    config = TableConfig("t", PROFILE, "npm-2008", "table", "camera", "calibration", journal)
    store = open_journal(journal)
    director = open_director(config, store)
    pictures = pictures_of(journal, next(iter(store.read())).hash)
    service = TableService("t", director, store, NoTable(), NoEyes(), vouching=vouching(pictures))
    service.start()
    meanwhile(pictures)
    service.stop()


class Kept:
    """A journal with pictures of two faults, and a folder of every frame, all covered by hashes."""

    def __init__(self, folder: Path) -> None:
        self.journal, self.evidence = folder / "t.sqlite", folder / "evidence"

        def film(pictures: Path) -> None:
            self.pictures = pictures
            recorder = EvidenceRecorder.begin(self.evidence, SetUp(PROFILE, "npm-2008", False, 4), CALIBRATION)
            recorder.keep(TableSignal(SignalKind.MIXING, 2.0))
            recording = RecordingSource(OldFilm(), recorder.pictures)
            frames = EvidenceFrames(recording, pictures, lambda image: image, Retention())
            for name in ("F1", "F2"):
                frames.next(0.0)
                frames.keep(name)
            frames.next(0.0)
            frames.close()

        names = recorded_names(self.evidence, 4)
        vouched_for(self.journal, lambda pictures: Vouching({PICTURES_LIST: pictures / LIST_NAME} | names), film)

    def verify(self, *options: str) -> tuple[int, dict[str, object]]:
        """Exit code and answer of the command."""
        done = CliRunner().invoke(app, ["verify", str(self.journal), "--json", *options])
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        return done.exit_code, json.loads(done.stdout.splitlines()[-1])


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kept:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return Kept(tmp_path)


def test_what_is_sound_is_told_so(kept: Kept) -> None:
    code, told = kept.verify("--evidence", str(kept.evidence))
    assert (code, told["ok"]) == (0, True)
    assert told["files"] == 3 + 3 + 3
    assert "name it with --evidence" in str(kept.verify()[1]["notes"])


def cut_list(kept: Kept) -> None:
    (kept.pictures / "F2" / "00000003").unlink()
    lines = (kept.pictures / LIST_NAME).read_text().splitlines(keepends=True)
    (kept.pictures / LIST_NAME).write_text("".join(lines[:-1]))


def as_if_for_room(kept: Kept) -> None:
    note_gone(kept.pictures, ["F1/00000001"])
    (kept.pictures / "F1" / "00000001").unlink()


DAMAGE: dict[str, Callable[[Kept], object]] = {
    "a picture gone": lambda kept: os.remove(kept.pictures / "F1" / "00000001"),
    "a picture changed": lambda kept: (kept.pictures / "F2" / "00000003").write_bytes(b"other"),
    "all pictures gone": lambda kept: shutil.rmtree(kept.pictures),
    "pictures and their lines gone": cut_list,
    "taken away as if for room": as_if_for_room,
    "a frame gone": lambda kept: os.remove(kept.evidence / "frames" / "00000002"),
    "a signal changed": lambda kept: (kept.evidence / "evidence.jsonl").write_text("{}\n"),
    "all signals gone": lambda kept: os.remove(kept.evidence / "evidence.jsonl"),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_every_kind_of_damage_beside_the_journal_is_found(kept: Kept, what: str) -> None:
    DAMAGE[what](kept)
    code, told = kept.verify("--evidence", str(kept.evidence))
    assert (code, told["ok"]) == (1, False)


def test_pictures_that_went_for_room_are_not_missed(kept: Kept) -> None:

    def make_room(pictures: Path) -> None:
        note_gone(pictures, ["F1/00000001"])
        (pictures / "F1" / "00000001").unlink()

    vouched_for(kept.journal, lambda pictures: Vouching({PICTURES_LIST: pictures / LIST_NAME}), make_room)
    code, told = kept.verify()
    assert (code, told["files"]) == (0, 5)
