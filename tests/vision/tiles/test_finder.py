"""The tile finder: its geometry as arithmetic, and the tiles of the project's own tables."""

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from vision.camera.model import Camera
from vision.photo.looks import Looker
from vision.render.arrangement import random_arrangement
from vision.render.painter import Painter
from vision.render.scene import Pose, PosedScene
from vision.tiles.finder import (
    BACK,
    BEST_PX,
    CHANNELS,
    FACE,
    GEOMETRY,
    STRIDE,
    UPPER,
    Boxes,
    Finder,
    decode,
    edges,
    signature,
    suppress_overlaps,
)

PROFILE = load_profile()
lengths = st.floats(8, 90)
angles = st.floats(0, 2 * np.pi)


@given(lengths, lengths, angles, st.floats(0.5, np.pi - 0.5))
def test_edges_come_back_but_for_order_and_sign(wide: float, tall: float, turn: float, between: float) -> None:
    first, second = np.array([wide * np.exp(1j * turn)]), np.array([tall * np.exp(1j * (turn + between))])
    found = edges(*signature(first, second))
    ways = [max(min(abs(a - sign * b) for sign in (1, -1)) for a, b in ((first[0], x), (second[0], y)))
            for x, y in ((found[0][0], found[1][0]), (found[1][0], found[0][0]))]  # fmt: skip
    assert min(ways) < 1e-3 * (wide + tall)


@given(st.floats(-40, 40), st.floats(0.9, 1.6))
def test_a_peak_becomes_a_box(degrees: float, ratio: float) -> None:
    turn = np.exp(1j * np.radians(degrees))
    first, second = np.array([30 * turn]), np.array([30j * ratio * turn])
    s, p, size = signature(first, second)
    maps = np.full((CHANNELS, 16, 16), -6, np.float32)
    shape = [4, 0.25, -0.125, np.log(size[0] / BEST_PX), s[0].real, s[0].imag, p[0].real, p[0].imag]
    maps[:GEOMETRY, 5, 9], maps[GEOMETRY + BACK, 5, 9], maps[UPPER, 5, 9] = shape, 3.0, 3.0
    boxes = decode(maps, 0.5)
    assert len(boxes) == 1
    assert boxes.centre[0] == pytest.approx([(9.5 + 0.25) * STRIDE - 0.5, (5.5 - 0.125) * STRIDE - 0.5])
    assert boxes.right[0] == pytest.approx([first[0].real, first[0].imag], abs=0.01)
    assert boxes.down[0] == pytest.approx([second[0].real, second[0].imag], abs=0.01)
    assert boxes.size[0] == pytest.approx(30 * np.sqrt(ratio), rel=1e-3)
    assert boxes.kinds[0] == BACK
    assert boxes.surface[0].sum() == pytest.approx(1.0)
    assert boxes.upper[0] == pytest.approx(0.95, abs=0.01)
    assert boxes.standing[0] < 0.01


def test_the_better_of_two_in_one_place_stays_and_touching_ones_both() -> None:
    edge = np.array([[20, 0]] * 3, np.float32)
    boxes = Boxes(
        np.array([[50, 50], [53, 50], [70, 50]], np.float32),
        edge,
        edge[:, ::-1],
        np.array([0.6, 0.9, 0.7], "f"),
        np.eye(3, dtype=np.float32)[[FACE] * 3],
        np.zeros(3, np.float32),
        np.zeros(3, np.float32),
    )
    kept = boxes.take(suppress_overlaps(boxes, boxes.score))
    assert kept.score.tolist() == pytest.approx([0.9, 0.7])
    assert kept.corners.shape == (2, 4, 2)


def lying(scene: PosedScene, camera: Camera) -> np.ndarray:
    """Centres [N, 2] in px of the fully visible faces and backs."""
    thick = PROFILE.tile.thickness_mm
    top = [
        tile
        for tile in scene.tiles
        if tile.pose is not Pose.STANDING
        and not any(over.z > tile.z and np.hypot(over.x - tile.x, over.y - tile.y) < 10 for over in scene.tiles)
    ]
    return camera.project([[tile.x, tile.y, tile.z + thick] for tile in top])


@pytest.mark.parametrize("seed", [11, 12])
def test_the_tiles_of_a_table_are_found(seed: int) -> None:
    rng = np.random.default_rng(seed)
    camera = Camera.looking_down(tilt=3.0)
    scene = random_arrangement(rng).scene(Layout(PROFILE), rng)
    boxes = Finder.load(1).find(Painter(PROFILE, camera).paint(scene, rng))
    truth = lying(scene, camera)
    away = np.hypot(*(truth[:, None] - boxes.centre[None]).transpose(2, 0, 1))
    assert (away.min(axis=1) < 6).mean() > 0.98
    near = boxes.take(away.min(axis=0) < 6)
    assert near.size == pytest.approx(np.full(len(near), 32.5), rel=0.25)


def test_a_turned_picture_gives_turned_boxes() -> None:
    rng = np.random.default_rng(3)
    camera = Camera.looking_down((640, 480), field=360)
    picture = Painter(PROFILE, camera).paint(random_arrangement(rng).scene(Layout(PROFILE), rng), rng)
    finder = Finder.load(1)
    plain, turned = finder.find(picture), finder.find(np.ascontiguousarray(cv2.rotate(picture, cv2.ROTATE_180)))
    back = np.array([639, 479]) - turned.centre
    away = np.hypot(*(plain.centre[:, None] - back[None]).transpose(2, 0, 1))
    assert (away.min(axis=1) < 5).mean() > 0.9


@pytest.mark.parametrize("shape", [(1, 1), (17, 5), (40, 300)])
def test_any_size_of_picture_will_do(shape: tuple[int, int]) -> None:
    finder = Finder.load(1)
    grey = np.full((*shape, 3), 90, np.uint8)
    assert len(finder.find(grey)) == 0
    assert len(Looker(finder, grey).find()) == 0
    assert finder.look(grey).matter.shape == (-(-shape[0] // STRIDE), -(-shape[1] // STRIDE), 3)
