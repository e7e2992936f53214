"""Outlines of a scene's lying tiles as a tile finder detects them, with noise, misses and false detections."""

from dataclasses import dataclass

import numpy as np

from hardware.profiles.schema import TileSize
from vision.arrays import Floats
from vision.camera.model import Camera
from vision.camera.tile_plane import Outlines
from vision.render.scene import Pose, PosedScene, PosedTile
from vision.tiles.classifier import HALF_TURN

NEAR_MM = 8.0
"""A tile this near (mm) to an upper tile lies below it."""
LEAST_PX = 12.0
"""Smallest tile size in pixels at which faces are found."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Quality of detection: edge noise as a share of the edges, shares of missed and false tiles."""

    noise: float = 0.04
    missed: float = 0.05
    false: float = 0.05


def outlines(
    camera: Camera, scene: PosedScene, size: TileSize, rng: np.random.Generator, finding: Finding | None = None
) -> Outlines:
    """Outlines of the scene's uncovered tiles in the camera's picture."""
    how = finding or Finding()
    rows = [
        row
        for tile in _open(scene)
        if rng.random() >= how.missed and (row := _row(camera, tile, size, rng, how.noise)) is not None
    ]
    rows += [_false(camera, rng) for _ in range(int(how.false * len(rows)))]
    centre, right, down, turn, halves, back = (np.array(column) for column in zip(*rows, strict=True))
    return Outlines(centre, right, down, np.full(len(rows), 0.9), turn, halves, back, np.zeros(len(rows)))


def _open(scene: PosedScene) -> list[PosedTile]:
    upper = np.array([(tile.x, tile.y) for tile in scene.tiles if tile.z > 0]).reshape(-1, 2)
    return [
        tile
        for tile in scene.tiles
        if tile.pose is not Pose.STANDING
        and (tile.z > 0 or not (np.hypot(upper[:, 0] - tile.x, upper[:, 1] - tile.y) < NEAR_MM).any())
    ]


Row = tuple[Floats, Floats, Floats, int, bool, bool]


def _row(camera: Camera, tile: PosedTile, size: TileSize, rng: np.random.Generator, noise: float) -> Row | None:
    turn = np.radians(tile.angle)
    right = np.array([np.cos(turn), np.sin(turn)]) * size.width_mm
    down = np.array([-np.sin(turn), np.cos(turn)]) * size.height_mm
    ends = [np.array([tile.x, tile.y]) + end for end in (0 * right, right / 2, -right / 2, down / 2, -down / 2)]
    px = camera.project([(*end, tile.z + size.thickness_mm) for end in ends])
    if not np.isfinite(px).all() or (px[0] < 0).any() or (px[0] > np.array(camera.size)).any():
        return None
    across, along = px[1] - px[2], px[3] - px[4]
    if abs(across[0] * along[1] - across[1] * along[0]) < LEAST_PX**2:
        return None
    loose = [edge + rng.normal(size=2) * noise * np.linalg.norm(edge) for edge in (across, along)]
    ways = [loose[0], loose[1], -loose[0], -loose[1]]
    first = int(np.argmax([way[0] / np.linalg.norm(way) for way in ways]))
    row, column = ways[first], ways[(first + 1) % 4]
    top = -loose[1]
    tops = [-column, row, column, -row]
    turned = int(np.argmax([top @ way / np.linalg.norm(way) for way in tops]))
    back = tile.pose is Pose.FACE_DOWN or tile.tile is None
    middle = px[0] + rng.normal(size=2) * noise * np.linalg.norm(row) / 2
    return middle, row, column, -1 if back else turned, tile.tile is None or int(tile.tile) in HALF_TURN, back


def _false(camera: Camera, rng: np.random.Generator) -> Row:
    turn, wide, tall = rng.uniform(-0.7, 0.7), *rng.uniform(15.0, 60.0, 2)
    right = np.array([np.cos(turn), np.sin(turn)]) * wide
    down = np.array([-np.sin(turn), np.cos(turn)]) * tall
    return rng.uniform((0, 0), camera.size), right, down, int(rng.integers(-1, 4)), False, False
