"""Selection of tiles among the finder's candidates: by size, by neighbours, and by halves of a face."""

from dataclasses import replace
from typing import Final

import numpy as np
import pytest

from controller.riichi.notation import parse_tiles
from controller.riichi.tile import Tile
from vision.arrays import Image
from vision.photo.candidates import blanks_separated, chosen, parted_pairs
from vision.photo.looks import Looker
from vision.tiles.classifier import BACK, CLASSES, Faces
from vision.tiles.finder import BACK as BACK_SURFACE
from vision.tiles.finder import FACE, SURFACES, Boxes, Finder, Overview

Place = tuple[float, float, float, float]
"""Centre, width and height in px."""
_ROW: Final = parse_tiles("123456789m")


def _boxes(places: list[Place], score: float = 0.45) -> Boxes:
    count = len(places)
    x, y, wide, tall = np.array(places, np.float32).T
    none = np.zeros(count, np.float32)
    surface = np.zeros((count, SURFACES), np.float32)
    surface[:, FACE] = 1.0
    right, down = np.stack([wide, none], axis=1), np.stack([none, tall], axis=1)
    return Boxes(np.stack([x, y], axis=1), right, down, np.full(count, score, np.float32), surface, none, none)


def _faces(tiles: tuple[Tile, ...], confidence: float = 0.95) -> Faces:
    kinds = np.array([int(tile) for tile in tiles], np.int64)
    chances = np.full((len(kinds), CLASSES), (1 - confidence) / (CLASSES - 1), np.float32)
    chances[np.arange(len(kinds)), kinds] = confidence
    return Faces.likeliest(chances, np.eye(4, dtype=np.float32)[np.zeros(len(kinds), np.int64)])


def _row(count: int = 9) -> list[Place]:
    return [(100.0 + 60 * place, 300.0, 60.0, 80.0) for place in range(count)]


def test_faces_that_the_finder_is_half_sure_of_are_tiles() -> None:
    assert len(chosen(_boxes(_row()), _faces(_ROW))) == 9


def test_a_whole_table_that_looks_like_one_tile_is_none() -> None:
    rows = [(100.0 + 62 * x, 100.0 + 82 * y, 60.0, 80.0) for x in range(9) for y in range(6)]
    boxes = Boxes.join([_boxes(rows, 0.55), _boxes([(348.0, 305.0, 620.0, 520.0)], 0.8)])
    kept = chosen(boxes, _faces(_ROW * 6).joined(_faces((Tile.S2,), 0.99)))
    assert sorted(kept) == list(range(54))


def test_a_block_of_touching_tiles_is_no_giant_one() -> None:
    """Failed on twelve touching dragons, which were read as one with .996."""
    block = [(100.0 + 60 * x, 100.0 + 80 * y, 60.0, 80.0) for x in range(4) for y in range(3)]
    boxes = Boxes.join([_boxes(block), _boxes([(190.0, 180.0, 240.0, 240.0)], 0.9)])
    kept = chosen(boxes, _faces((Tile.GREEN,) * 12, 0.98).joined(_faces((Tile.GREEN,), 0.996)))
    assert sorted(kept) == list(range(12))


def test_nine_dots_that_look_like_ones_are_a_nine() -> None:
    dots = [(80.0 + 20 * x, 80.0 + 26 * y, 16.0, 20.0) for x in range(3) for y in range(3)]
    boxes = Boxes.join([_boxes(dots), _boxes([(100.0, 106.0, 60.0, 80.0)], 0.8)])
    assert chosen(boxes, _faces((Tile.P1,) * 9, 0.9).joined(_faces((Tile.P9,), 0.97))).tolist() == [9]


def test_tiles_may_grow_across_the_picture() -> None:
    places = [(100.0 + 90 * place, 100.0 + 40 * place, 40.0 + 4 * place, 54.0 + 5 * place) for place in range(9)]
    assert len(chosen(_boxes(places), _faces(_ROW))) == 9


@pytest.mark.parametrize(
    ("wide", "tall", "halves"), [(120.0, 80.0, [370.0, 430.0]), (80.0, 107.0, []), (60.0, 80.0, []), (160.0, 60.0, [])]
)
def test_what_is_as_large_as_two_tiles_of_a_row_is_tried_as_either_of_them(
    wide: float, tall: float, halves: list[float]
) -> None:
    """Regression: two touching 8s were read as one sideways; an equally large box near the lens is one tile."""
    row = [place for place in _row() if abs(place[0] - 400.0) > 35.0]
    boxes, faces = _boxes([*row, (400.0, 300.0, wide, tall)]), _faces((*_ROW[: len(row)], Tile.S8))
    tried = parted_pairs(boxes, faces, np.arange(len(boxes)))
    assert sorted(tried.centre[:, 0].tolist()) == halves
    assert (tried.size < 1.01 * np.sqrt(60.0 * 80.0)).all()


@pytest.mark.parametrize(("seen_as_back", "told"), [(0.98, BACK), (0.74, Tile.WHITE), (0.06, Tile.WHITE)])
def test_a_shining_back_is_no_white_dragon_where_the_finder_is_sure_of_it(seen_as_back: float, told: int) -> None:
    chances = np.full((2, CLASSES), 1e-4, np.float32)
    chances[0, [Tile.WHITE, BACK]] = 0.94, 0.03
    chances[1, Tile.P3] = 0.97
    faces = Faces.likeliest(chances, np.full((2, 4), 0.25, np.float32))
    boxes = _boxes(_row(2))
    surface = boxes.surface.copy()
    surface[:] = (1 - seen_as_back, seen_as_back, 0.0)
    asked = blanks_separated(replace(boxes, surface=surface), faces)
    assert asked.kinds.tolist() == [told, Tile.P3]
    assert asked.confidence[1] == faces.confidence[1]
    assert asked.probabilities.sum(axis=1) == pytest.approx(chances.sum(axis=1))


def test_a_tile_near_the_lens_is_one_however_much_larger_than_those_behind() -> None:
    """Regression: in a low photograph a part of it with the others' size took its place, and was no tile."""
    near, part = (340.0, 520.0, 130.0, 170.0), (350.0, 540.0, 70.0, 92.0)
    boxes = Boxes.join([_boxes(_row()), _boxes([near], 0.75), _boxes([part], 0.4)])
    kept = chosen(boxes, _faces(_ROW).joined(_faces((Tile.S3,), 0.99)).joined(_faces((Tile.S8,), 0.5)))
    assert sorted(kept) == list(range(10))


def test_what_is_hardly_found_is_told_where_it_looks_like_a_back_beside_one(monkeypatch: pytest.MonkeyPatch) -> None:
    boxes = _boxes([(x, y, 40.0, 50.0) for x, y in ((100.0, 100.0), (140.0, 100.0), (400.0, 100.0), (100.0, 150.0))])
    surface = np.eye(SURFACES, dtype=np.float32)[[BACK_SURFACE, BACK_SURFACE, BACK_SURFACE, FACE]]
    seen = replace(boxes, surface=surface, score=np.array([0.5, 0.25, 0.25, 0.25], np.float32))

    def look(_: Finder, image: Image, least: float) -> Overview:
        shown = seen.take((seen.score > least) & (len(image) == 640 + 2 * 32))
        return Overview(shown, np.zeros((176, 176, 3), np.float32))

    monkeypatch.setattr(Finder, "look", look)
    found = Looker(Finder.load(1, photo=True), np.zeros((640, 640, 3), np.uint8)).find()
    assert found.centre.tolist() == [[68.0, 68.0], [108.0, 68.0]], "less the rim around the look"
