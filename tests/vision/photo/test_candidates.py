"""Which of the finder's candidates are tiles: by size, by company, and where a face is seen in halves."""

from dataclasses import replace
from typing import Final

import numpy as np
import pytest

from controller.riichi.notation import parse_tiles
from controller.riichi.tile import Tile
from vision.arrays import Image
from vision.photo.belief import believed, of_one_set, with_backs_of_rows, without_blanks
from vision.photo.candidates import blanks_told, chosen, joined_halves, parted_pairs, whole_blanks, worth_of
from vision.photo.looks import find_tiles
from vision.tiles.classifier import BACK, CLASSES, Faces
from vision.tiles.finder import BACK as BACK_SURFACE
from vision.tiles.finder import FACE, SURFACES, Boxes, Finder

Place = tuple[float, float, float, float]
"""Middle, width and height, px."""
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


def test_print_far_smaller_than_the_tiles_is_none() -> None:
    """Characters on book backs behind a table vouch for each other."""
    books = [(100.0 + 25 * place, 180.0, 18.0, 24.0) for place in range(9)]
    behind = [(x + 20, 220.0, wide, tall) for x, _, wide, tall in _row()]
    kept = chosen(_boxes(_row() + behind + books), _faces(_ROW * 2).joined(_faces(_ROW, 0.6)))
    assert sorted(kept) == list(range(18))


def test_a_whole_table_that_looks_like_one_tile_is_none() -> None:
    rows = [(100.0 + 62 * x, 100.0 + 82 * y, 60.0, 80.0) for x in range(9) for y in range(6)]
    boxes = Boxes.join([_boxes(rows, 0.55), _boxes([(348.0, 305.0, 620.0, 520.0)], 0.8)])
    kept = chosen(boxes, _faces(_ROW * 6).joined(_faces((Tile.S2,), 0.99)))
    assert sorted(kept) == list(range(54))


def test_tiles_may_grow_across_the_picture() -> None:
    places = [(100.0 + 90 * place, 100.0 + 40 * place, 40.0 + 4 * place, 54.0 + 5 * place) for place in range(9)]
    assert len(chosen(_boxes(places), _faces(_ROW))) == 9


@pytest.mark.parametrize("gap", [0.0, 30.0])
def test_two_halves_that_touch_are_tried_as_one_face(gap: float) -> None:
    halves = _boxes([(100.0, 100.0, 60.0, 40.0), (101.0, 140.0 + gap, 60.0, 40.0)])
    whole = joined_halves(halves, _faces((Tile.P2, Tile.P2)), np.array([0, 1]))
    assert len(whole) == (not gap)
    if not gap:
        assert np.allclose(whole.down, [[0.0, 80.0]])
        assert np.allclose(whole.centre, [[100.5, 120.0]])


def test_names_that_are_no_halves_are_not_joined() -> None:
    alike = _boxes([(100.0, 100.0, 60.0, 40.0), (100.0, 140.0, 60.0, 40.0)])
    assert not len(joined_halves(alike, _faces((Tile.M1, Tile.M1)), np.array([0, 1])))


@pytest.mark.parametrize(("size", "tried"), [(0.8, True), (0.5, False), (0.95, False)])
def test_a_frame_on_a_white_dragon_is_tried_as_large_as_its_neighbours(size: float, tried: bool) -> None:
    *row, (x, y, wide, tall) = _row()
    boxes, faces = _boxes([*row, (x, y, size * wide, size * tall)]), _faces((*_ROW[:8], Tile.WHITE))
    whole = whole_blanks(boxes, faces, np.arange(8))
    assert len(whole) == tried
    if tried:
        assert np.allclose((whole.centre, whole.right, whole.down), ([[x, y]], [[wide, 0.0]], [[0.0, tall]]))


@pytest.mark.parametrize(
    ("wide", "tall", "halves"), [(120.0, 80.0, [370.0, 430.0]), (80.0, 107.0, []), (60.0, 80.0, []), (160.0, 60.0, [])]
)
def test_what_is_as_large_as_two_tiles_of_a_row_is_tried_as_either_of_them(
    wide: float, tall: float, halves: list[float]
) -> None:
    """Red where two 8s that touch were read as one, which lies across; what is as large near the lens is one tile."""
    row = [place for place in _row() if abs(place[0] - 400.0) > 35.0]
    boxes, faces = _boxes([*row, (400.0, 300.0, wide, tall)]), _faces((*_ROW[: len(row)], Tile.S8))
    tried = parted_pairs(boxes, faces, np.arange(len(boxes)))
    assert sorted(tried.centre[:, 0].tolist()) == halves
    assert (tried.size < 1.01 * np.sqrt(60.0 * 80.0)).all()


@pytest.mark.parametrize(("light", "stays"), [(230, True), (180, False)])
def test_a_white_dragon_below_a_row_is_told_from_a_side_wall_by_its_light(light: int, stays: bool) -> None:
    picture: Image = np.full((400, 800, 3), 230, np.uint8)
    places = [(100.0, 100.0, 60.0, 60.0), (100.0, 160.0, 60.0, 60.0), (160.0, 160.0, 60.0, 60.0)]
    picture[131:190, 70:130] = light
    kept = without_blanks(picture, _boxes(places), _faces((Tile.M1, Tile.WHITE, Tile.M2)), np.arange(3))
    assert (1 in kept) is stays


@pytest.mark.parametrize(("seen_as_back", "told"), [(0.98, BACK), (0.74, Tile.WHITE), (0.06, Tile.WHITE)])
def test_a_shining_back_is_no_white_dragon_where_the_finder_is_sure_of_it(seen_as_back: float, told: int) -> None:
    chances = np.full((2, CLASSES), 1e-4, np.float32)
    chances[0, [Tile.WHITE, BACK]] = 0.94, 0.03
    chances[1, Tile.P3] = 0.97
    faces = Faces.likeliest(chances, np.full((2, 4), 0.25, np.float32))
    boxes = _boxes(_row(2))
    surface = boxes.surface.copy()
    surface[:] = (1 - seen_as_back, seen_as_back, 0.0)
    asked = blanks_told(replace(boxes, surface=surface), faces)
    assert asked.kinds.tolist() == [told, Tile.P3]
    assert asked.confidence[1] == faces.confidence[1]
    assert asked.probabilities.sum(axis=1) == pytest.approx(chances.sum(axis=1))


def test_text_of_which_a_third_looks_like_tiles_is_none() -> None:
    boxes = _boxes(_row())
    unsure = _faces(_ROW, 0.5)
    sure = np.zeros(9, np.bool_)
    sure[:3] = True
    assert not believed(boxes, unsure.replaced(sure, _faces(_ROW[:3])), np.arange(9), 600.0)
    some = unsure.replaced(sure, _faces(_ROW[:3]))
    assert not believed(boxes, some, np.arange(1, 5), 600.0), "two of four may be chance"
    sure[:5] = True
    assert believed(boxes, unsure.replaced(sure, _faces(_ROW[:5])), np.arange(9), 600.0)


def test_cards_with_shapes_are_no_black_tiles() -> None:
    boxes, faces = _boxes(_row(4)), _faces((Tile.P8, Tile.P8, Tile.P8, Tile.S8))
    assert not believed(boxes, faces, np.arange(4), 600.0, dark=True)
    assert believed(boxes, _faces(_ROW[:4]), np.arange(4), 600.0, dark=True)


@pytest.mark.parametrize("light", [(230, 230, 225), (60, 64, 70), (140, 190, 225)])
def test_faces_on_grounds_of_many_tints_are_no_tiles_of_a_set_in_whatever_light(light: tuple[int, int, int]) -> None:
    picture: Image = np.full((400, 800, 3), light, np.uint8)
    assert of_one_set(picture, _boxes(_row()))
    for place, tint in enumerate([(200, 60, 60), (60, 200, 60), (60, 60, 200), (200, 200, 60), (200, 60, 200)]):
        picture[240:360, 70 + 60 * place : 130 + 60 * place] = tint
    assert not of_one_set(picture, _boxes(_row()))
    assert of_one_set(picture, _boxes(_row(1)))


@pytest.mark.parametrize(("kinds", "shown"), [(4, False), (34, True)])
def test_a_fifth_face_of_a_kind_is_a_misnamed_one_among_many_and_no_tile_among_few(kinds: int, shown: bool) -> None:
    tiles = (Tile.M1, *(Tile(kind) for kind in range(kinds)), Tile.M1, Tile.M1, Tile.M1)
    assert believed(_boxes(_row(len(tiles))), _faces(tiles), np.arange(len(tiles)), 600.0) is shown


def test_a_tile_near_the_lens_is_one_however_much_larger_than_those_behind() -> None:
    """Red in a low photograph of a table: a part of it that was of their size took its place, and was no tile."""
    near, part = (340.0, 520.0, 130.0, 170.0), (350.0, 540.0, 70.0, 92.0)
    boxes = Boxes.join([_boxes(_row()), _boxes([near], 0.75), _boxes([part], 0.4)])
    kept = chosen(boxes, _faces(_ROW).joined(_faces((Tile.S3,), 0.99)).joined(_faces((Tile.S8,), 0.5)))
    assert sorted(kept) == list(range(10))


_ORANGE: Final = (60, 150, 240)


def _wall(beside: tuple[int, int, int]) -> tuple[Image, Boxes, Faces]:
    """Faces far from a wall of orange backs, the first of these sure, with sides of the colour ``beside`` below."""
    wall = [(100.0 + 60 * place, 100.0, 60.0, 50.0) for place in range(6)]
    below = [(x, 150.0, wide, tall) for x, _, wide, tall in wall]
    boxes = Boxes.join([_boxes([(x, 500.0, wide, tall) for x, _, wide, tall in _row()]), _boxes([*wall, *below], 0.4)])
    surface, score = boxes.surface.copy(), boxes.score.copy()
    surface[9:] = np.eye(SURFACES, dtype=np.float32)[BACK_SURFACE]
    score[9] = 0.9
    chances = np.zeros((12, CLASSES), np.float32)
    chances[:, BACK], chances[:, Tile.WHITE] = 0.7, 0.3
    chances[0, [BACK, Tile.WHITE]] = 1.0, 0.0
    picture: Image = np.full((700, 800, 3), 225, np.uint8)
    picture[75:125, 70:430], picture[125:175, 70:430] = _ORANGE, beside
    backs = Faces.likeliest(chances, np.full((12, 4), 0.25, np.float32))
    return picture, replace(boxes, surface=surface, score=score), _faces(_ROW).joined(backs)


@pytest.mark.parametrize("found", [9, 10])
def test_a_faint_back_beside_a_sure_one_of_its_colour_is_one_and_so_are_those_beside_it(found: int) -> None:
    picture, boxes, faces = _wall((225, 225, 225))
    said, kept = with_backs_of_rows(picture, boxes, faces, worth_of(boxes, faces), np.arange(found))
    assert sorted(kept) == list(range(15)), "the white sides below are none"
    assert (said.kinds[9:15] == BACK).all()


def test_what_lies_beside_a_back_in_another_colour_is_none() -> None:
    picture, boxes, faces = _wall((200, 90, 40))
    _, kept = with_backs_of_rows(picture, boxes, faces, worth_of(boxes, faces), np.arange(10))
    assert sorted(kept) == list(range(15))


def test_backs_that_are_hardly_found_are_some_in_line_with_two_and_their_sides_are_none() -> None:
    """Red in a photograph of a wall from the height of a seat: of nine backs six were not seen."""
    picture, boxes, faces = _wall(_ORANGE)
    faint = np.arange(len(boxes)) > 10
    fainter = replace(boxes, score=np.where(faint, np.float32(0.22), boxes.score))
    faces = faces.replaced(faint, _faces((Tile.WHITE,) * int(faint.sum()), 0.4))
    _, kept = with_backs_of_rows(picture, fainter, faces, worth_of(fainter, faces), np.arange(11))
    assert sorted(kept) == list(range(15)), "the sides below have the colour of the backs"


def test_a_row_of_faint_backs_none_of_which_is_sure_is_left() -> None:
    picture, boxes, faces = _wall((225, 225, 225))
    fainter = replace(boxes, score=np.minimum(boxes.score, np.float32(0.3)))
    _, kept = with_backs_of_rows(picture, fainter, faces, worth_of(fainter, faces), np.arange(9))
    assert sorted(kept) == list(range(9))


@pytest.mark.parametrize(
    ("light", "told"),
    [((150, 140, 130), 15), ((170, 150, 120), 15), ((228, 218, 176), 21)],
    ids=["shade", "sky", "glare"],
)
def test_what_is_taken_for_a_back_and_has_the_colour_of_a_face_in_the_shade_is_a_side(
    light: tuple[int, int, int], told: int
) -> None:
    """Red in low photographs: of 57 and 33 backs thirteen and eleven were sides of a wall, as sure as backs."""
    picture, boxes, faces = _wall(light)
    score = np.where(np.arange(len(boxes)) < 9, boxes.score, np.float32(0.9))
    sure = np.eye(CLASSES, dtype=np.float32)[np.full(12, BACK)]
    faces = _faces(_ROW).joined(Faces.likeliest(sure, np.full((12, 4), 0.25, np.float32)))
    found = replace(boxes, score=score.astype(np.float32))
    _, kept = with_backs_of_rows(picture, found, faces, worth_of(found, faces), np.arange(21))
    assert sorted(kept) == list(range(told))


def test_what_is_hardly_found_is_told_where_it_looks_like_a_back_beside_one(monkeypatch: pytest.MonkeyPatch) -> None:
    boxes = _boxes([(x, y, 40.0, 50.0) for x, y in ((100.0, 100.0), (140.0, 100.0), (400.0, 100.0), (100.0, 150.0))])
    surface = np.eye(SURFACES, dtype=np.float32)[[BACK_SURFACE, BACK_SURFACE, BACK_SURFACE, FACE]]
    seen = replace(boxes, surface=surface, score=np.array([0.5, 0.25, 0.25, 0.25], np.float32))
    monkeypatch.setattr(Finder, "find", lambda _, image, least: seen.take((seen.score > least) & (len(image) == 640)))
    found = find_tiles(Finder.load(1, photo=True), np.zeros((640, 640, 3), np.uint8))
    assert found.centre.tolist() == [[100.0, 100.0], [140.0, 100.0]]
