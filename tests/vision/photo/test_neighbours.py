"""A tile missed by all passes over a photograph is searched for beside a detected one."""

import math
from collections.abc import Sequence
from functools import partial

import pytest

from controller.riichi.tile import Tile
from hardware.profiles.load import load_profile
from tests.support.found_tables import SceneGround
from vision.explain.found import FoundTile, Surface
from vision.photo.neighbours import with_neighbours
from vision.render.scene import PosedScene, PosedTile
from vision.tiles.recogniser import FacePose, Recognised

SIZE = load_profile().tile
EYE = (0.0, 600.0, 600.0)


def _named(tiles: Sequence[tuple[Tile, float, float]], pose: FacePose) -> Recognised:
    """Classify as the nearest tile, with a confidence that falls with the distance."""
    off, tile = min((math.hypot(pose.x - x, pose.y - y), tile) for tile, x, y in tiles)
    return Recognised(pose, tile, max(0.0, 0.99 - off / 40.0) * (pose.angle == 0.0), 0)


@pytest.mark.parametrize(("tile", "found"), [(Tile.P1, [Tile.M1, Tile.P1, Tile.S3]), (Tile.WHITE, [Tile.M1])])
def test_a_row_is_followed_by_faces_and_not_by_what_is_blank(tile: Tile, found: list[Tile]) -> None:
    row = [(Tile.M1, 0.0, 85.0), (tile, 22.5, 86.0), (Tile.S3, 44.0, 85.0)]
    scene = PosedScene(tuple(PosedTile(each, x, y, 0.0, 0.0) for each, x, y in row))
    seen = FoundTile(Surface.FACE, 0.0, 85.0, SIZE.thickness_mm, 0.0, 0.9, 0.0, Tile.M1)
    named = partial(map, partial(_named, row))
    joined = with_neighbours([seen], SceneGround(scene), lambda poses, _: list(named(poses)), SIZE, EYE)
    assert [each.tile for each in joined] == found
