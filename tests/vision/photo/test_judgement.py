"""Decision between tile, back and neither: by itself and by its neighbours, in bounded memory."""

import tracemalloc
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
import pytest

from controller.riichi.tile import Tile
from vision.arrays import Floats32, Image
from vision.photo.judgement import IS_BACK, IS_FACE, IS_NONE, agreed, judged, named
from vision.photo.looks import FIRST_PX
from vision.photo.reader import PhotoReader
from vision.tiles.classifier import BACK, CLASSES, NOTHING, Faces
from vision.tiles.finder import MOST_BOXES, SURFACES, Boxes, Finder
from vision.tiles.network import Network

MEGABYTE: Final = 1 << 20


@pytest.fixture(scope="module")
def reader() -> PhotoReader:
    return PhotoReader.load(1)


def _crowd(count: int) -> tuple[Image, Boxes, Faces]:
    rng = np.random.default_rng(1)
    edges = rng.normal(0, 20, (2, count, 2)).astype(np.float32)
    centre = rng.uniform(-50, 900, (count, 2)).astype(np.float32)
    ones = rng.random((4, count)).astype(np.float32)
    boxes = Boxes(centre, edges[0], edges[1], ones[0], rng.random((count, SURFACES)).astype(np.float32), *ones[1:3])
    chances = rng.dirichlet(np.ones(CLASSES), count).astype(np.float32)
    picture: Image = rng.integers(0, 256, (700, 800, 3)).astype(np.uint8)
    return picture, boxes, Faces.likeliest(chances, rng.random((count, 4)).astype(np.float32))


def test_as_many_things_as_there_may_be_are_judged_in_bounded_memory() -> None:
    picture, boxes, faces = _crowd(MOST_BOXES)
    tracemalloc.start()
    chances, dark = judged(picture, boxes, faces)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert (chances.shape, dark.shape) == ((MOST_BOXES, 3), (MOST_BOXES,))
    assert chances.sum(axis=1) == pytest.approx(1.0)
    assert peak < 250 * MEGABYTE


def counting(reader: PhotoReader) -> tuple[PhotoReader, list[int]]:
    """The reader with a finder that records the pixels of each of its passes, and that record."""
    looked: list[int] = []

    class Counted(Network):
        def __init__(self) -> None:
            pass

        def run(self, pictures: Image) -> list[Floats32]:
            looked.append(pictures.shape[1] * pictures.shape[2])
            return reader.finder.session.run(pictures)

    return replace(reader, finder=Finder(Counted())), looked


def test_nothing_is_judged_as_nothing() -> None:
    picture, boxes, faces = _crowd(0)
    assert judged(picture, boxes, faces)[0].shape == (0, 3)


@pytest.mark.parametrize("level", [40, 90, 200])
def test_a_picture_in_which_nothing_lies_is_looked_at_once(reader: PhotoReader, level: int) -> None:
    """Regression: a picture without tiles was read again inverted."""
    counted, looked = counting(reader)
    cloth = np.random.default_rng(level).normal(level, 5, (600, 640, 1)).clip(0, 255).astype(np.uint8).repeat(3, axis=2)
    assert counted.read(cloth) == ()
    assert sum(looked) < 2 * cloth.shape[0] * cloth.shape[1]


@pytest.mark.parametrize(("width", "height", "looks"), [(1280, 960, 3.8), (4000, 3000, 5.2)])
def test_keys_cost_no_more_than_three_looks_and_a_small_one(
    reader: PhotoReader, width: int, height: int, looks: float
) -> None:
    """Regression: dark objects were examined equally closely in the inverted picture, and the whole of a large one."""
    counted, looked = counting(reader)
    keys: Image = np.full((height, width, 3), 25, np.uint8)
    for place, (y, x) in enumerate(np.ndindex(height // 50, width // 50)):
        at = 50 * x + 6, 50 * y + 6
        cv2.rectangle(keys, at, (at[0] + 38, at[1] + 38), (60, 60, 60), -1)
        cv2.putText(keys, chr(65 + place % 26), (at[0] + 8, at[1] + 30), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (230,) * 3, 2)
    assert counted.read(keys) == ()
    assert sum(looked) < looks * FIRST_PX**2
    assert max(looked) < 1_300_000


def test_a_sheet_full_of_circles_costs_no_more_than_the_places_that_are_looked_at(reader: PhotoReader) -> None:
    """Regression: each of hundreds of objects was classified at four rotations, and the whole picture magnified."""
    named_at: list[int] = []

    class Counted(Network):
        def __init__(self) -> None:
            pass

        def run(self, pictures: Image) -> list[Floats32]:
            named_at.append(len(pictures))
            return reader.classifier.session.run(pictures)

    sheet = np.full((960, 1280, 3), 235, np.uint8)
    for x in range(14, 1280, 24):
        for y in range(14, 960, 24):
            cv2.circle(sheet, (x, y), 6, (60, 60, 60), 2)
    reading = replace(reader, classifier=replace(reader.classifier, session=Counted())).reading(sheet)
    assert reading.tiles == ()
    assert sum(named_at) < 600


def test_rounds_that_disagree_are_not_sure() -> None:
    alone, beside = np.array([[0.6, 0.1, 0.3]]), np.array([[0.98, 0.01, 0.01]])
    ((face, _, none),) = agreed([alone, beside])
    assert 0.6 < face < 0.95
    assert none > 0.04


@pytest.mark.parametrize(
    ("chances", "kind", "confidence"),
    [((0.9, 0.02, 0.08), Tile.M1, 0.675), ((0.3, 0.6, 0.1), BACK, 0.6), ((0.3, 0.1, 0.6), Tile.M1, 0.225)],
)
def test_a_name_is_no_surer_than_that_there_is_a_face(
    chances: tuple[float, float, float], kind: int, confidence: float
) -> None:
    said = np.zeros((1, CLASSES), np.float32)
    said[0, [Tile.M1, Tile.M2, BACK, NOTHING]] = 0.3, 0.1, 0.2, 0.4
    told = named(Faces.likeliest(said, np.full((1, 4), 0.25, np.float32)), np.array([chances]))
    assert told.kinds.tolist() == [kind]
    assert told.confidence == pytest.approx([confidence])
    assert told.probabilities[0, [BACK, NOTHING]] == pytest.approx([chances[IS_BACK], chances[IS_NONE]])
    assert told.probabilities[0, :BACK].sum() == pytest.approx(chances[IS_FACE])
