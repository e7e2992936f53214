"""What reaches in from the rail, by colour alone: arms unlike those that the finder was trained on."""

from typing import Final

import cv2
import numpy as np

from hardware.profiles.layout import Layout
from vision.arrays import Floats, Image
from vision.camera.model import Camera
from vision.explain.found import FoundTile, Surface
from vision.image.change import Blocks
from vision.image.felt import Felt, lighting_terms
from vision.image.view import face_quads

_NEAR: Final = 1.9
"""Side of the square round a found tile that counts as tile, in its own; chosen: sides and shadow show beside it."""
_LEAST_MM2: Final = 1500.0
"""Area of what reaches in from the rail at least; chosen: two tiles and a half."""


class FeltGround:
    """Tells arms in the pictures of one camera over one table; ``cell``: pixels to a cell."""

    def __init__(self, layout: Layout, camera: Camera, shape: tuple[int, ...], cell: int) -> None:
        self._layout, self._camera, self._cell = layout, camera, cell
        rows, columns = shape
        across, down = np.meshgrid((np.arange(columns) + 0.5) * cell, (np.arange(rows) + 0.5) * cell)
        mm = camera.to_plane(np.stack([across, down], axis=-1).reshape(-1, 2))
        half = layout.profile.table.field_mm / 2
        with np.errstate(invalid="ignore"):
            self._field = (np.abs(mm) < half).all(axis=1).reshape(shape)
        self._terms = lighting_terms(np.nan_to_num(np.clip(mm, -2 * half, 2 * half)))

    def covered(self, small: Image, felt: Felt, tiles: tuple[FoundTile, ...]) -> Blocks:
        """The cells [h,w] of a shrunk picture [h,w,3] that show something that reaches in and is no found tile."""
        light = np.exp(self._terms @ np.array(felt.lighting)).reshape(small.shape[:2])
        even = np.clip(small / light[..., None], 0, 255).astype(np.uint8)
        other = (self._field & (felt.unlike(even) > 0)).astype(np.uint8)
        for tile in tiles:
            cv2.fillConvexPoly(other, np.round(self._outline(tile) / self._cell).astype(np.int32), 0)
        return self._reaching_in(other)

    def _reaching_in(self, other: Image) -> Blocks:
        """What is no tile, large, and goes on to the edge of the field."""
        field: Image = np.asarray(self._field, np.uint8)
        edge = field - cv2.erode(field, np.ones((5, 5), np.uint8))
        count, labels, stats, _ = cv2.connectedComponentsWithStats(other, connectivity=4)
        least = _LEAST_MM2 * self._field.sum() / self._layout.profile.table.field_mm**2
        kept = np.zeros(count, bool)
        for place in range(1, count):
            kept[place] = stats[place, cv2.CC_STAT_AREA] > least and bool(edge[labels == place].any())
        return np.asarray(kept[labels])

    def _outline(self, tile: FoundTile) -> Floats:
        z = tile.z if tile.surface is not Surface.TOP else self._layout.profile.tile.height_mm
        ((centre, right, down),) = face_quads(self._layout, self._camera, np.array([(tile.x, tile.y, tile.angle)]), z)
        signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * _NEAR / 2
        return np.asarray(centre + signs @ np.stack([right, down]))
