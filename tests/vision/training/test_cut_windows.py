"""Windows cut out of pictures match their labels."""

from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from controller.riichi.tile import Tile
from tests.support.longer import others_long
from vision.tiles.classifier import BONUS
from vision.tiles.finder import BARE, TILE, Boxes
from vision.training.faces import layers
from vision.training.faces.tile_sets import FaceLibrary
from vision.training.pictures.window import SIDE, UNKNOWN, FaceLabel, cut_windows
from vision.training.samples.face_samples import from_photos, with_outlines
from vision.training.samples.labelled_photos import Photo, plain_windows, windows
from vision.training.samples.scene_pool import SceneSource

FELT, BODY = (60, 110, 40), (220, 225, 230)


def _quad(x: float, y: float, wide: float, tall: float, degrees: float = 0.0) -> np.ndarray:
    return cv2.boxPoints(((x, y), (wide, tall), degrees)).astype(np.float32)


def _table() -> tuple[np.ndarray, list[FaceLabel], np.ndarray]:
    """Picture of tiles of three sizes on felt, as seen by a person at a table."""
    picture, matter = np.full((900, 1200, 3), FELT, np.uint8), np.full((900, 1200), BARE, np.uint8)
    labels = []
    for row, size in enumerate((16.0, 40.0, 110.0)):
        for place in range(4):
            quad = _quad(150 + 260 * place, 120 + 270 * row, size * 0.75, size, 20.0 * place)
            cv2.fillConvexPoly(picture, quad.round().astype(np.int32), BODY)
            cv2.fillConvexPoly(matter, quad.round().astype(np.int32), TILE)
            labels.append(FaceLabel(quad, int(Tile.M1), 1.0))
    return picture, labels, matter


@pytest.mark.parametrize("steep", [False, True])
def test_labels_lie_on_their_tiles_wherever_a_window_is_cut(steep: bool) -> None:
    picture, labels, matter = _table()
    checked = 0
    for window in cut_windows(picture, labels, matter, 60, Random(4), steep=steep):
        for label in window.labels:
            column, row = np.round(label.corners.mean(axis=0)).astype(int)
            if min(row, column) >= 0 and max(row, column) < SIDE:
                checked += 1
                assert window.matter[row, column] == TILE
                assert np.abs(window.picture[row, column].astype(int) - BODY).max() < 70
    assert checked > 60


def test_near_and_far_tiles_of_a_steep_view_are_shown_at_like_sizes() -> None:
    picture, labels, matter = _table()
    sizes = [
        np.sqrt(cv2.contourArea(label.corners))
        for window in cut_windows(picture, labels, matter, 120, Random(7), steep=True)
        for label in window.labels
        if np.linalg.norm(label.corners.mean(axis=0) - SIDE / 2) < 40
    ]
    assert min(sizes) < 16
    assert max(sizes) < 130


def test_nothing_is_cut_where_there_are_no_tiles() -> None:
    picture, _, matter = _table()
    assert not list(cut_windows(picture, [], matter, 3, Random(1)))


def test_windows_of_plain_photos_claim_nothing() -> None:
    photo = np.random.default_rng(3).integers(0, 255, (300, 400, 3), np.uint8)
    made = list(plain_windows([photo], 5, 6))
    assert len(made) == 6
    for window in made:
        assert window.picture.shape == (SIDE, SIDE, 3)
        assert not window.labels
        assert (window.matter == UNKNOWN).all()


@pytest.mark.parametrize("chunks", others_long([range(8, 11), range(12)], range(8, 11)))
def test_plain_photos_take_their_turn_among_scenes(chunks: range) -> None:
    face = np.full((layers.HEIGHT, layers.WIDTH, 3), 0.5, np.float32)
    library = FaceLibrary(((1.0, {number: [face] for number in (*map(int, Tile), BONUS, layers.BONUS)}),))
    photo = np.full((300, 300, 3), 90, np.uint8)
    without = SceneSource(library, [], [], [], 1)
    plain = [chunk for chunk in chunks if not len(replace(without, plain=[photo]).scenes(chunk, 1).number)]
    assert plain
    assert all(len(without.scenes(chunk, 4).number) for chunk in plain)


def _photo() -> Photo:
    """A rotated tile with the box that people draw: upright, around it."""
    image = np.full((640, 640, 3), FELT, np.uint8)
    quad = _quad(300, 320, 60, 80, 30)
    cv2.fillConvexPoly(image, quad.round().astype(np.int32), BODY)
    low, high = quad.min(axis=0), quad.max(axis=0)
    unknown, unclean = np.full((1, 4, 2), np.nan, np.float32), np.zeros(1, np.bool_)
    return Photo("askew", image, np.array([3]), (low + high)[None] / 2, (high - low)[None], unclean, unknown)


def test_a_box_around_a_tile_askew_takes_the_outline_that_a_finder_gives() -> None:
    photo, turn = _photo(), np.radians(30)
    right, down = np.array([[np.cos(turn), np.sin(turn)]]) * 60, np.array([[-np.sin(turn), np.cos(turn)]]) * 80
    one, flat = np.ones(1, np.float32), np.zeros(1, np.float32)
    boxes = Boxes(
        photo.centre,
        right.astype(np.float32),
        down.astype(np.float32),
        one,
        np.eye(3, dtype=np.float32)[:1],
        flat,
        flat,
    )
    (outlined,) = with_outlines([photo], lambda _: boxes)
    assert not len(from_photos([photo]).kind)
    assert np.allclose(from_photos([outlined]).corners, boxes.corners)
    doubtful = [label.visible for window in windows([photo], 2, 20) for label in window.labels]
    known = [label for window in windows([outlined], 2, 20) for label in window.labels]
    assert doubtful
    assert max(doubtful) < 0.6
    assert min(label.visible for label in known) == 1.0
    shape = [np.linalg.norm(label.corners[1] - label.corners[0]) for label in known]
    assert len({round(float(each)) for each in shape}) > 1
