"""A set is learnt from faces that occur twice, from corrected tiles, and from pictures of a game."""

from dataclasses import replace

import numpy as np
import pytest

from controller.errors import EyesError, NotationError
from controller.riichi.notation import parse_tile, parse_tiles
from hardware.profiles.load import load_profile
from vision.arrays import Image
from vision.camera.model import Camera
from vision.photo.enrolment import enrol
from vision.photo.learning import GameWatch, corrected, parse_corrections, unsure_face
from vision.photo.reader import PhotoReader, PhotoReading, PhotoTile
from vision.render.painter import Painter
from vision.render.scene import PosedScene, PosedTile

PROFILE = load_profile()
SHOWN = parse_tiles("1123m4406p66s115z")


@pytest.fixture(scope="module")
def reader() -> PhotoReader:
    return PhotoReader.load(1)


@pytest.fixture(scope="module")
def seen(reader: PhotoReader) -> tuple[Image, PhotoReading]:
    scene = PosedScene(tuple(PosedTile(tile, -150 + 26.0 * i, 0, 0, 0) for i, tile in enumerate(SHOWN)))
    picture = Painter(PROFILE, Camera.looking_down((900, 675), tilt=3, field=440)).paint(
        scene, np.random.default_rng(5)
    )
    return picture, reader.reading(picture)


def test_faces_may_occur_twice(reader: PhotoReader, seen: tuple[Image, PhotoReading]) -> None:
    club = enrol(*seen, SHOWN, "club", reader.classifier)
    assert list(club.kinds) == sorted({int(tile) for tile in SHOWN})
    assert club.weight[list(club.kinds).index(int(parse_tile("1m")))] == 2 * club.weight.min()
    assert np.allclose(np.linalg.norm(club.looks, axis=2), 1, atol=1e-4)


def test_a_corrected_tile_is_learnt_as_what_it_is(reader: PhotoReader, seen: tuple[Image, PhotoReading]) -> None:
    club = corrected(*seen, {0: parse_tile("7s")}, "club", reader.classifier)
    assert int(parse_tile("7s")) in club.kinds
    with pytest.raises(EyesError, match=r"tile 40 is corrected, but \d+ tiles were read"):
        corrected(*seen, {39: parse_tile("7s")}, "club", reader.classifier)


def test_what_lies_still_in_a_game_is_learnt(reader: PhotoReader, seen: tuple[Image, PhotoReading]) -> None:
    watch = GameWatch("club", reader.classifier)
    for _ in range(2):
        watch.see(*seen)
    assert watch.learnt is None
    watch.see(*seen)
    assert watch.learnt is not None
    first = watch.learnt.weight.sum()
    watch.see(*seen)
    assert watch.learnt.weight.sum() == first


def test_two_sets_add_up_by_their_examples(reader: PhotoReader, seen: tuple[Image, PhotoReading]) -> None:
    club = enrol(*seen, SHOWN, "club", reader.classifier)
    again = club.joined(club)
    assert np.array_equal(again.kinds, club.kinds)
    assert np.allclose(again.looks, club.looks, atol=1e-4)
    assert np.allclose(again.weight, 2 * club.weight)


def test_corrections_are_read() -> None:
    assert parse_corrections("3=6s, 12=0m") == {2: parse_tile("6s"), 11: parse_tile("0m")}
    for wrong in ("", "6s", "0=6s", "3=6x"):
        with pytest.raises((EyesError, NotationError)):
            parse_corrections(wrong)


def test_a_face_that_stays_unsure_is_told() -> None:
    sure = PhotoTile(parse_tile("6s"), 0.0, 0.0, 0.0, 30.0, 40.0, 0.99, "up")
    doubtful = replace(sure, confidence=0.6)
    assert unsure_face([sure, sure, doubtful, doubtful]) is None
    assert unsure_face([sure, doubtful, doubtful, doubtful]) is parse_tile("6s")
    assert unsure_face([sure] * 4 + [doubtful] * 3) is None
