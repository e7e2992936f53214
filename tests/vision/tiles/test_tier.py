"""Detection of a tile on another one by the visible side below it."""

import numpy as np
import pytest

from controller.riichi.tile import Tile
from hardware.profiles.load import load_profile
from vision.camera.model import Camera
from vision.render.appearance import PARLOUR
from vision.render.painter import Painter
from vision.render.scene import Pose, PosedScene, PosedTile
from vision.tiles.finder import BACK, FACE, SURFACES, Boxes
from vision.tiles.tier import TierNetwork

pytestmark = pytest.mark.render
PROFILE = load_profile()
TILE = PROFILE.tile
HIGH = (False, True, True, False, True, False)


def boxes_of(camera: Camera, tops: list[list[tuple[float, float, float]]], faces: tuple[int, ...] = ()) -> Boxes:
    a, b, c, d = (camera.project([corners[place] for corners in tops]) for place in range(4))
    parts = ((a + b + c + d) / 4, (b + c - a - d) / 2, (c + d - a - b) / 2)
    centre, right, down = (part.astype(np.float32) for part in parts)
    count = len(tops)
    surface = np.tile(np.eye(SURFACES, dtype=np.float32)[BACK], (count, 1))
    surface[list(faces)] = np.eye(SURFACES, dtype=np.float32)[FACE]
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
    told = TierNetwork.load().read(picture, camera, TILE, boxes)
    assert tuple(told.upper > 0.5) == HIGH
    assert len(TierNetwork.load().read(picture, camera, TILE, boxes.take(np.zeros(0, np.int64)))) == 0


@pytest.mark.parametrize(("tilt", "y"), [(3.0, -170.0), (8.0, -170.0), (8.0, 60.0), (20.0, 170.0), (20.0, 260.0)])
def test_a_face_between_whole_stacks_is_a_lower_one_where_its_indicator_was_lifted(tilt: float, y: float) -> None:
    camera = Camera.orbiting((1280, 960), focal=1500, target=(0, 0, 0), distance_mm=1500, tilt=tilt, pan=8)
    thick, wide, deep = TILE.thickness_mm, TILE.width_mm, TILE.height_mm
    tiles, tops, stacks = [], [], [(2, None), (2, None), (1, Tile.M5), (2, None), (2, Tile.P7), (2, None)]
    for place, (height, face) in enumerate(stacks):
        x = (place - 2.5) * (wide + 0.5)
        tiles += [
            PosedTile(None, x, y, tier * thick, 0.0, Pose.FACE_DOWN) for tier in range(height - (face is not None))
        ]
        if face is not None:
            tiles.append(PosedTile(face, x, y, (height - 1) * thick, 0.0, Pose.FACE_UP))
        z, left, right = height * thick, x - wide / 2, x + wide / 2
        tops.append(
            [(left, y - deep / 2, z), (right, y - deep / 2, z), (right, y + deep / 2, z), (left, y + deep / 2, z)]
        )
    picture = Painter(PROFILE, camera, PARLOUR).paint(PosedScene(tuple(tiles)), np.random.default_rng(1))
    told = TierNetwork.load().read(picture, camera, TILE, boxes_of(camera, tops, (2, 4)))
    assert tuple(told.upper > 0.5) == tuple(height == 2 for height, _ in stacks)
