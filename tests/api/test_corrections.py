"""Tiles that people named are exported with their frames, so that a refit learns from them and is measured on them."""

import json
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from api.cli.kept.copies import corrections
from api.stores.open import pictures_of
from api.stores.sqlite_store import SqliteJournal
from controller.errors import EyesError, JournalError
from controller.journal import events as ev
from controller.journal.chain import seal
from controller.riichi.notation import parse_tile
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from hardware.profiles.load import load_profile
from hardware.simulator.camera.camera import calibration, over_the_table
from vision.capture.frame import jpeg
from vision.render.painter import Painter
from vision.render.scene import PosedScene, PosedTile
from vision.stored_frames import file_name
from vision.tiles.classifier import Classifier
from vision.training.evaluate.corrected import names
from vision.training.samples.face_samples import from_photos
from vision.training.samples.labelled_photos import load_corrected

SHOWN, ANGLE = parse_tile("6s"), 275.0
ASKED = ev.Question("q1", ev.QuestionKind.DISCARD, 0, Seat.B, (parse_tile("2z"),), 7, 110.0, -40.0, ANGLE)


def _told(question: str, tile: Tile, by: str) -> ev.Event:
    return ev.QuestionAnswered(at=3.0, question=question, answer=tile, by=by)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a calibration, and a journal of two questions: a person and the camera answered one each."""
    folder = tmp_path_factory.mktemp("evening")
    camera, profile = over_the_table(), load_profile()
    (folder / "camera.json").write_text(json.dumps(calibration(camera, profile)))
    store = SqliteJournal(folder / "journal.sqlite")
    for event in (
        ev.QuestionAsked(at=1.0, question=ASKED),
        ev.QuestionAsked(at=2.0, question=replace(ASKED, id="q2")),
        _told("q1", SHOWN, "referee"),
        _told("q2", SHOWN, "camera"),
    ):
        store.append([seal(event, time.time(), store.last())])
    first = next(iter(store.read())).hash
    store.close()
    scene = PosedScene((PosedTile(SHOWN, ASKED.x, ASKED.y, 0.0, ANGLE),))
    picture = jpeg(Painter(profile, camera).paint(scene, np.random.default_rng(1)))
    for question in ("q1", "q2"):
        frames = pictures_of(folder / "journal.sqlite", first) / question
        frames.mkdir(parents=True)
        (frames / file_name(ASKED.frame)).write_bytes(picture)
    return folder


def _export(evening: Path, out: Path) -> int:
    return corrections(str(evening / "journal.sqlite"), calibration=evening / "camera.json", out=out, as_json=True)


def test_a_tile_that_a_person_named_teaches_and_measures(
    evening: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _export(evening, tmp_path / "corrected") == 0
    assert json.loads(capsys.readouterr().out)["tiles"] == 1
    photos = load_corrected(tmp_path / "corrected")
    assert from_photos(photos).kind.tolist() == [int(SHOWN)]
    assert names(photos, Classifier.load(1)) == {"faces": 1, "right": 1, "wrong at .9 and more": 0}


def test_a_used_folder_and_a_camera_of_another_size_are_refused(evening: Path, tmp_path: Path) -> None:
    (tmp_path / "old").write_text("")
    with pytest.raises(JournalError, match="expected an empty folder"):
        _export(evening, tmp_path)
    told = json.loads((evening / "camera.json").read_text())
    told["size"] = [told["size"][0] * 2, told["size"][1] * 2]
    (tmp_path / "other.json").write_text(json.dumps(told))
    with pytest.raises(EyesError, match="the calibration is for"):
        corrections(str(evening / "journal.sqlite"), calibration=tmp_path / "other.json", out=tmp_path / "out")
