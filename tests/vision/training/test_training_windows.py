"""Training pictures: covers hide a face, and the map of matter agrees with the labels."""

from random import Random

import numpy as np
import pytest

from controller.riichi.tile import Tile
from vision.tiles.classifier import BONUS
from vision.tiles.finder import FOREIGN, TILE
from vision.training.faces import layers
from vision.training.faces.tile_sets import FaceLibrary
from vision.training.pictures.finishing import filmed, with_foreign_things
from vision.training.pictures.free_scenes import make_scene
from vision.training.pictures.window import SIDE, SIGN, TOP, FaceLabel, TrainingWindow, hidden_by
from vision.training.samples.augmentation import turned_over


@pytest.fixture(scope="module")
def scenes() -> list[TrainingWindow]:
    """Scenes with plain grey faces, which are quick to make."""
    face = np.full((layers.HEIGHT, layers.WIDTH, 3), 0.5, np.float32)
    library = FaceLibrary(((1.0, {number: [face] for number in (*map(int, Tile), BONUS, layers.BONUS)}),))
    return [make_scene(library, Random(seed)) for seed in range(6)]


def test_a_face_in_full_sight_is_tile_matter(scenes: list[TrainingWindow]) -> None:
    checked = 0
    for scene in scenes:
        for label in scene.labels:
            column, row = np.round(label.corners.mean(axis=0)).astype(int)
            if label.number != SIGN and label.visible > 0.95 and min(row, column) >= 0 and max(row, column) < SIDE:
                checked += 1
                assert scene.matter[row, column] == TILE
    assert checked > 20


def test_tops_stand_and_nothing_that_stands_lies_on_a_tile(scenes: list[TrainingWindow]) -> None:
    labels = [label for scene in scenes for label in scene.labels]
    assert any(label.number == TOP for label in labels)
    assert all(label.standing for label in labels if label.number == TOP)
    assert any(label.upper for label in labels)
    assert not any(label.upper and label.standing for label in labels)


def test_what_is_covered_is_hidden_by_that_share() -> None:
    corners = np.array([[20, 20], [60, 20], [60, 80], [20, 80]], np.float32)
    mask = np.zeros((SIDE, SIDE), np.bool_)
    mask[:, :40] = True
    whole, half = hidden_by([FaceLabel(corners + 100, 0, 1.0), FaceLabel(corners, 0, 0.8)], mask)
    assert whole.visible == 1.0
    assert half.visible == pytest.approx(0.4, abs=0.03)


def test_foreign_things_are_marked_where_they_are_drawn() -> None:
    grey = np.full((SIDE, SIDE, 3), 127, np.uint8)
    empty = TrainingWindow(grey, [], np.zeros((SIDE, SIDE), np.uint8))
    for seed in range(8):
        seen = with_foreign_things(empty, Random(seed))
        again = with_foreign_things(empty, Random(seed))
        assert np.array_equal(seen.picture, again.picture)
        there = seen.matter == FOREIGN
        changed = np.abs(seen.picture.astype(int) - 127).max(axis=2) > 8
        assert there.any()
        assert changed[there].mean() > 0.8


def test_a_filmed_picture_keeps_its_shape() -> None:
    picture = np.random.default_rng(1).integers(0, 255, (SIDE, SIDE, 3), np.uint8)
    assert filmed(picture, Random(2)).shape == picture.shape


def test_a_black_set_has_the_hues_of_a_white_one() -> None:
    white, black, red = [255, 255, 255], [0, 0, 0], [30, 20, 160]
    turned = turned_over(np.array([[white, black, red]], np.uint8))[0].tolist()
    assert turned[:2] == [black, white]
    assert turned[2][2] > max(turned[2][:2]) + 100
