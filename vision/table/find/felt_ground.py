"""What colour alone tells of the table: arms unlike those that the finder was trained on, and felt unlike its own."""

from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.profiles.layout import Layout
from vision.arrays import Floats32, Image
from vision.camera.model import Camera
from vision.explain.found import FoundTile, Surface
from vision.image.change import Blocks
from vision.image.felt import Felt, lighting_terms
from vision.image.view import face_quads

Cells = NDArray[np.int32]
"""Places by column and row of the shrunk picture."""
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
        field: Image = np.asarray(self._field, np.uint8)
        self._edge = (field - cv2.erode(field, np.ones((5, 5), np.uint8))) > 0
        self._least = _LEAST_MM2 * self._field.sum() / layout.profile.table.field_mm**2
        self._even: tuple[tuple[float, ...], Floats32] | None = None

    def covered(self, small: Image, felt: Felt, tiles: tuple[FoundTile, ...]) -> tuple[Blocks, Blocks]:
        """The cells [h,w] of a shrunk picture [h,w,3] that show something that reaches in and is no found tile, and
        those of the felt's colour."""
        even = cv2.multiply(small, self._factors(felt), dtype=cv2.CV_8U)
        other = (self._field & (felt.unlike(np.asarray(even, np.uint8)) > 0)).astype(np.uint8)
        felt_like = self._field & (other == 0)
        for outline in self._outlines(tiles):
            cv2.fillConvexPoly(other, outline, 0)
        return self._reaching_in(other), felt_like

    def _reaching_in(self, other: Image) -> Blocks:
        """What is no tile, large, and goes on to the edge of the field."""
        count, labels, stats, _ = cv2.connectedComponentsWithStats(other, connectivity=4)
        kept = np.zeros(count, bool)
        for place in range(1, count):
            kept[place] = stats[place, cv2.CC_STAT_AREA] > self._least and bool((labels[self._edge] == place).any())
        return np.asarray(kept[labels])

    def _factors(self, felt: Felt) -> Floats32:
        """What makes the light even, for each cell and channel; worked out once for each felt."""
        if self._even is None or self._even[0] != felt.lighting:
            light = np.exp(self._terms @ np.array(felt.lighting)).reshape(self._field.shape)
            self._even = felt.lighting, np.repeat((1 / light).astype(np.float32)[..., None], 3, axis=2)
        return self._even[1]

    def _outlines(self, tiles: tuple[FoundTile, ...]) -> Iterator[Cells]:
        """Round each tile, in cells [4,2]."""
        signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * _NEAR / 2
        by_height: dict[float, list[tuple[float, float, float]]] = {}
        for tile in tiles:
            z = tile.z if tile.surface is not Surface.TOP else self._layout.profile.tile.height_mm
            by_height.setdefault(z, []).append((tile.x, tile.y, tile.angle))
        for z, spots in by_height.items():
            quads = face_quads(self._layout, self._camera, np.array(spots), z)
            yield from np.round((quads[:, :1] + signs @ quads[:, 1:]) / self._cell).astype(np.int32)
