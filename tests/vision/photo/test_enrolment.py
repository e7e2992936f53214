"""A venue's set learnt from one photo: only the enrolled faces change, impossible orders are refused."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from api.cli.pictures import read as read_command
from controller.errors import EyesError, NotationError
from controller.riichi.notation import parse_tiles
from hardware.profiles.load import load_profile
from vision.arrays import Image
from vision.camera.model import Camera
from vision.photo.enrolment import TileSet, enrol, parse_faces
from vision.photo.reader import PhotoReader, PhotoReading
from vision.render.painter import Painter
from vision.render.scene import PosedScene, PosedTile
from vision.tiles.classifier import CLASSES, FEATURES

PROFILE = load_profile()
ORDER = "1-9m0m1-9p0p1-9s0s1-7z"
FACES = parse_tiles("1234567890m1234567890p1234567890s1234567z")


def photo(width: int, seed: int) -> Image:
    """The faces in rows of ten, from above."""
    scene = PosedScene(
        tuple(PosedTile(t, -140 + 26.0 * (i % 10), -60 + 40.0 * (i // 10), 0, 0) for i, t in enumerate(FACES))
    )
    camera = Camera.looking_down((width, width * 3 // 4), tilt=3, field=440)
    return Painter(PROFILE, camera).paint(scene, np.random.default_rng(seed))


@pytest.fixture(scope="module")
def reader() -> PhotoReader:
    return PhotoReader.load(1)


@pytest.fixture(scope="module")
def shown(reader: PhotoReader) -> tuple[Image, PhotoReading]:
    picture = photo(1200, 1)
    return picture, reader.reading(picture)


@pytest.fixture(scope="module")
def club(reader: PhotoReader, shown: tuple[Image, PhotoReading]) -> TileSet:
    return enrol(*shown, FACES, "club", reader.classifier)


def test_ranges_of_faces_are_spelt_out() -> None:
    assert parse_faces(ORDER) == FACES
    assert parse_faces("5-7z 123p") == parse_tiles("567z123p")
    assert parse_faces("1-3m2m") == parse_tiles("1232m")


@pytest.mark.parametrize(("text", "error"), [("", EyesError), ("1-9x", NotationError)])
def test_faces_that_cannot_be_are_refused(text: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        parse_faces(text)


def test_an_enrolled_set_is_read_right(club: TileSet) -> None:
    known = PhotoReader.load(1, club)
    assert [tile.tile for tile in known.read(photo(1200, 2))] == list(FACES)


def test_a_set_is_kept_and_found_again(club: TileSet, tmp_path: Path) -> None:
    club.save(tmp_path)
    again = TileSet.load(tmp_path, "club")
    assert np.array_equal(again.kinds, club.kinds)
    assert np.array_equal(again.looks, club.looks)
    with pytest.raises(EyesError, match=r"no tile set 'nowhere'.*there: club"):
        TileSet.load(tmp_path, "nowhere")
    with pytest.raises(EyesError, match="expected a name"):
        TileSet.load(tmp_path, "../club")
    (tmp_path / "broken.npz").write_bytes(b"no")
    with pytest.raises(EyesError, match="enrol it again"):
        TileSet.load(tmp_path, "broken")


def test_the_wrong_order_is_refused(reader: PhotoReader, shown: tuple[Image, PhotoReading]) -> None:
    with pytest.raises(EyesError, match="check the order"):
        enrol(*shown, FACES[::-1], "club", reader.classifier)


def test_too_few_faces_are_refused(reader: PhotoReader, shown: tuple[Image, PhotoReading]) -> None:
    picture, reading = shown
    few = np.arange(12)
    part = PhotoReading(reading.tiles[:12], reading.boxes.take(few), reading.chances[few], reading.looked)
    with pytest.raises(EyesError, match="12 faces found in the photo: expected the 37 named"):
        enrol(picture, part, FACES, "club", reader.classifier)


@given(
    arrays(np.float32, (5, CLASSES), elements=st.floats(0, 1, width=32)),
    arrays(np.float32, (5, FEATURES), elements=st.floats(0, 9, width=32)),
)
def test_faces_that_were_not_enrolled_are_left_alone(chances: np.ndarray, features: np.ndarray) -> None:
    rng = np.random.default_rng(0)
    looks = rng.random((3, 4, FEATURES), np.float32)
    looks /= np.linalg.norm(looks, axis=-1, keepdims=True)
    some = TileSet("some", np.array([0, 5, 30]), looks, np.ones(3, np.float32))
    rescored = some.rescore(chances, features)
    others = np.setdiff1d(np.arange(CLASSES), some.kinds)
    assert np.array_equal(rescored[:, others], chances[:, others])
    assert rescored.sum(axis=1) == pytest.approx(chances.sum(axis=1), abs=1e-3)


def test_the_commands_enrol_and_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("JANTAKU_DATA", str(tmp_path))
    file = tmp_path / "faces.png"
    cv2.imwrite(str(file), photo(1200, 3))
    assert read_command.enrol([file], tile_set="club", faces=ORDER, as_json=True) == 0
    assert json.loads(capsys.readouterr().out)["faces"] == 37
    assert (tmp_path / "sets" / "club.npz").exists()
    assert read_command.run([file], True, read_command.PhotoEyes("club")) == 0
    tiles = json.loads(capsys.readouterr().out)["tiles"]
    assert [tile["tile"] for tile in tiles] == [str(tile) for tile in FACES]
