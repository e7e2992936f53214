"""Ground truth of a rendered scene: visible faces, backs and tops of its tiles, and the owner of each pixel."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.riichi.tile import Tile
from hardware.profiles.schema import TableProfile
from vision.camera.model import Camera
from vision.render.objects import face_corners, tile_footprint
from vision.render.painter import Painter
from vision.render.scene import Pose, PosedScene, PosedTile
from vision.tiles.finder import BARE, TILE
from vision.training.pictures.window import BACK, TOP, FaceLabel

_GRAZING: Final = 0.16
"""Smallest cosine between a face's normal and the line of sight; chosen: beyond 81 degrees nothing can be read."""
_GROUND, _PIECE = -1, -2
"""Owners of pixels without a tile: the table, another game piece."""
_RAISED_MM: Final = 3.0
"""Smallest height of an upper tile's underside, mm; chosen: a fifth of a tile's thickness."""


@dataclass(frozen=True, slots=True)
class FaceTruth:
    """A visible face, back or ``top`` (``tile`` is None for both): corners [4,2] px clockwise from the top left.

    ``visible``: share 0-1; ``upper``: the tile lies on another; ``standing``: it stands.
    """

    tile: Tile | None
    quad: NDArray[np.float64]
    visible: float
    top: bool = False
    upper: bool = False
    standing: bool = False

    @property
    def label(self) -> FaceLabel:
        """The same surface as label of a training picture."""
        number = TOP if self.top else BACK if self.tile is None else int(self.tile)
        return FaceLabel(self.quad.astype(np.float32), number, self.visible, True, self.upper, self.standing)

    @property
    def centre(self) -> tuple[float, float]:
        """Centre of the face, px: the intersection of its diagonals."""
        a, b, c, d = self.quad
        along, _ = np.linalg.solve(np.column_stack([c - a, b - d]), b - a)
        x, y = (float(part) for part in a + along * (c - a))
        return x, y


def owners(painter: Painter, scene: PosedScene, shape: tuple[int, int]) -> NDArray[np.int32]:
    """Return the tile index [h,w] of each pixel of the painter's last picture; negative if no tile."""
    owned = np.full(shape, _GROUND, np.int32)
    numbers = {posed: number for number, posed in enumerate(scene.tiles)}
    height, width = shape
    for posed, patch in painter.layers():
        x0, y0, x1, y1 = patch.bounds
        left, top, right, bottom = max(0, x0), max(0, y0), min(width, x1), min(height, y1)
        solid = patch.keep[top - y0 : bottom - y0, left - x0 : right - x0, 0] < 128
        owned[top:bottom, left:right][solid] = numbers[posed] if isinstance(posed, PosedTile) else _PIECE
    return owned


def matter_of(owned: NDArray[np.int32]) -> NDArray[np.uint8]:
    """Return the matter uint8 [h,w] (see vision.tiles.finder) of a picture from the owners of its pixels."""
    return np.where(owned == _GROUND, BARE, TILE).astype(np.uint8)


def truths(scene: PosedScene, profile: TableProfile, camera: Camera, owned: NDArray[np.int32]) -> list[FaceTruth]:
    """Return the visible faces, backs and tops."""
    found = []
    eye = np.array(camera.position)
    for number, posed in enumerate(scene.tiles):
        standing = posed.pose is Pose.STANDING
        upper = not standing and posed.z > _RAISED_MM
        sides = [
            (face_corners(posed, profile), posed.tile, False),
            (face_corners(posed, profile, back=True), None, False),
        ]
        if standing:
            high = np.full(4, posed.z + profile.tile.height_mm)
            sides.append((np.column_stack([tile_footprint(posed, profile.tile), high]), None, True))
        for corners, tile, top in sides:
            middle = corners.mean(axis=0)
            out = np.cross(corners[1] - corners[0], corners[3] - corners[0])
            view = eye - middle
            quad = camera.project(corners)
            if out @ view < _GRAZING * np.linalg.norm(out) * np.linalg.norm(view) or not np.isfinite(quad).all():
                continue
            if visible := _visible(quad, owned, number):
                found.append(FaceTruth(tile, quad, visible, top, upper, standing))
    return found


def _visible(quad: NDArray[np.float64], owners: NDArray[np.int32], number: int) -> float:
    """Return the share 0-1 of the quad that shows tile ``number``; parts outside the picture count as hidden."""
    height, width = owners.shape
    x0, y0 = np.maximum(np.floor(quad.min(axis=0)).astype(int), 0)
    x1, y1 = np.minimum(np.ceil(quad.max(axis=0)).astype(int) + 1, (width, height))
    if x0 >= x1 or y0 >= y1:
        return 0.0
    mask = np.zeros((y1 - y0, x1 - x0), np.uint8)
    cv2.fillConvexPoly(mask, np.round((quad - (x0, y0)) * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    area = float(cv2.contourArea(quad.astype(np.float32)))
    seen = int(((owners[y0:y1, x0:x1] == number) & (mask > 0)).sum())
    return min(1.0, seen / max(area, 1.0))
