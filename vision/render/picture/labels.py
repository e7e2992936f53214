"""Labels of a rendered picture: pixels of tiles and foreign objects, and every tile's upper surface."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.profiles.schema import TableProfile
from vision.arrays import Floats
from vision.explain.found import Surface
from vision.render.faces.artwork import Picture
from vision.render.objects import face_corners, tile_footprint
from vision.render.painter import Painter
from vision.render.scene import Pose, PosedScene, PosedTile

_SURFACES: Final = {Pose.FACE_UP: Surface.FACE, Pose.FACE_DOWN: Surface.BACK, Pose.STANDING: Surface.TOP}
_NOBODY: Final = -1
"""Owner of a pixel without a tile."""
_OPAQUE: Final = 128
"""Coverage of a pixel (of 255) from which an object owns it; half."""


class PictureRegion(IntEnum):
    """Class of a pixel. BARE is all except tiles and foreign objects: felt, rail, floor, dice, sticks, plates."""

    BARE = 0
    TILE = 1
    FOREIGN = 2


@dataclass(frozen=True, eq=False, slots=True)
class TileLabel:
    """A tile, its surface facing up and its corners [4,2] px; ``visible``: its share 0-1 in view.

    Corners run clockwise from the top left as its owner reads it, also for backs and tops of standing tiles. Parts
    outside the picture or under another object are not in view. ``upper``: it lies on another tile.
    """

    posed: PosedTile
    surface: Surface
    corners: NDArray[np.float32]
    visible: float
    upper: bool


@dataclass(frozen=True, eq=False, slots=True)
class PictureTruth:
    """Labels of a picture: regions uint8 [h,w] (``PictureRegion``) and tiles, in the order of the scene."""

    regions: Picture
    tiles: tuple[TileLabel, ...]


def picture_truth(painter: Painter, scene: PosedScene, covered: Picture | None = None) -> PictureTruth:
    """Return the labels of a scene's rendered picture; corners of tiles behind the lens are nan.

    ``covered``: coverage of each pixel [h,w], of 255, by foreign objects; by default the scene's.
    """
    covered = painter.foreign_cover(scene) if covered is None else covered
    painter.still(scene)
    width, height = painter.camera.size
    owner = np.full((height, width), _NOBODY, np.int16)
    numbers = {posed: number for number, posed in enumerate(scene.tiles)}
    for posed, patch in painter.layers():
        x0, y0, x1, y1 = patch.bounds
        left, top, right, bottom = max(x0, 0), max(y0, 0), min(x1, width), min(y1, height)
        opaque = patch.keep[top - y0 : bottom - y0, left - x0 : right - x0, 0] < _OPAQUE
        number = numbers.get(posed, _NOBODY) if isinstance(posed, PosedTile) else _NOBODY
        owner[top:bottom, left:right][opaque] = number
    regions = np.where(owner > _NOBODY, np.uint8(PictureRegion.TILE), np.uint8(PictureRegion.BARE))
    if covered is not None:
        hidden = covered >= _OPAQUE
        regions[hidden] = PictureRegion.FOREIGN
        owner[hidden] = _NOBODY
    tiles = tuple(_label(painter, owner, number, tile) for number, tile in enumerate(scene.tiles))
    return PictureTruth(np.asarray(regions, np.uint8), tiles)


def upper_surface(tile: PosedTile, profile: TableProfile) -> Floats:
    """Return the corners [4,3] mm of the surface facing up: top left, top right, bottom right, bottom left.

    Left and top are as the owner of the tile sees them.
    """
    if tile.pose is not Pose.STANDING:
        return face_corners(tile, profile, back=tile.pose is Pose.FACE_DOWN)
    high = np.full(4, tile.z + profile.tile.height_mm)
    return np.column_stack([tile_footprint(tile, profile.tile), high])


def _label(painter: Painter, owner: NDArray[np.int16], number: int, tile: PosedTile) -> TileLabel:
    corners = painter.camera.project(upper_surface(tile, painter.profile)).astype(np.float32)
    return TileLabel(tile, _SURFACES[tile.pose], corners, _share(owner, number, corners), tile.z > 0)


def _share(owner: NDArray[np.int16], number: int, corners: NDArray[np.float32]) -> float:
    """Return the share of an outline whose pixels belong to tile ``number``; pixels outside the picture do not."""
    if not np.isfinite(corners).all():
        return 0.0
    height, width = owner.shape
    x0, y0 = np.floor(corners.min(axis=0)).astype(int)
    x1, y1 = np.ceil(corners.max(axis=0)).astype(int) + 1
    left, top, right, bottom = max(x0, 0), max(y0, 0), min(x1, width), min(y1, height)
    if left >= right or top >= bottom or max(x1 - x0, y1 - y0) > max(width, height):
        return 0.0
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillConvexPoly(mask, np.round((corners - (x0, y0)) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    inside = mask[top - y0 : bottom - y0, left - x0 : right - x0].astype(bool)
    return float((owner[top:bottom, left:right][inside] == number).sum() / max(int(mask.sum()), 1))
