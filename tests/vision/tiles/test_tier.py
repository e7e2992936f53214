"""Whether a tile lies on another one, told by the side that is seen below it."""

import numpy as np
import pytest

from hardware.profiles.load import load_profile
from vision.camera.model import Camera
from vision.render.appearance import PARLOUR
from vision.render.painter import Painter
from vision.render.scene import Pose, PosedScene, PosedTile
from vision.tiles.finder import BACK, SURFACES, Boxes
from vision.tiles.tier import TierNetwork

pytestmark = pytest.mark.render
PROFILE = load_profile()
TILE = PROFILE.tile
HIGH = (False, True, True, False, True, False)


def boxes_of(camera: Camera, tops: list[list[tuple[float, float, float]]]) -> Boxes:
    a, b, c, d = (camera.project([corners[place] for corners in tops]) for place in range(4))
    parts = ((a + b + c + d) / 4, (b + c - a - d) / 2, (c + d - a - b) / 2)
    centre, right, down = (part.astype(np.float32) for part in parts)
    count = len(tops)
    surface = np.tile(np.eye(SURFACES, dtype=np.float32)[BACK], (count, 1))
    none, half = np.zeros(count, np.float32), np.full(count, 0.5, np.float32)
    return Boxes(centre, right, down, np.ones(count, np.float32), surface, half, none)


@pytest.mark.parametrize("tilt", [3.0, 25.0, 45.0])
def test_stacks_of_one_and_of_two_tiles_are_told_apart(tilt: float) -> None:
    camera = Camera.orbiting((1440, 1080), focal=1900, target=(0, 0, 0), distance_mm=1500, tilt=tilt, pan=20)
    thick, tiles, tops = TILE.thickness_mm, [], []
    for place, high in enumerate(HIGH):
        x, y = (place - 2.5) * 60.0, 200.0
        tiles += [PosedTile(None, x, y, tier * thick, 0.0, Pose.FACE_DOWN) for tier in range(1 + high)]
        half, deep, z = TILE.width_mm / 2, TILE.height_mm / 2, (1 + high) * thick
        tops.append(
            [(x - half, y - deep, z), (x + half, y - deep, z), (x + half, y + deep, z), (x - half, y + deep, z)]
        )
    picture = Painter(PROFILE, camera, PARLOUR).paint(PosedScene(tuple(tiles)), np.random.default_rng(1))
    boxes = boxes_of(camera, tops)
    told = TierNetwork.load().told(picture, camera, TILE, boxes)
    assert tuple(told.upper > 0.5) == HIGH
    assert len(TierNetwork.load().told(picture, camera, TILE, boxes.take(np.zeros(0, np.int64)))) == 0
