"""Ground map by colour alone, for arms and felt that are unlike those of the finder's training set."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.profiles.layout import Layout
from vision.arrays import Floats32, Image
from vision.camera.model import Camera
from vision.explain.found import FoundTile, Surface, outlines
from vision.image.change import CELLS, Blocks, boxes_of
from vision.image.felt import Felt, lighting_terms

Cells = NDArray[np.int32]
"""Columns and rows in the shrunk picture."""
_NEAR: Final = 1.9
"""Side of the square around a found tile that counts as tile, in tile sizes; chosen: sides and shadow show beside it.
"""
_LEAST_MM2: Final = 1500.0
"""Least area, mm², of something that reaches in from the rail; chosen: two tiles and a half."""


class FeltGround:
    """Detects arms in the pictures of one camera over one table; ``cell``: pixels per cell."""

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
        self._felt: Felt | None = None
        self._even: Floats32 = np.zeros((0, 0, 3), np.float32)
        self._other: Image = np.zeros(shape, np.uint8)

    def covered(self, small: Image, felt: Felt, tiles: tuple[FoundTile, ...], blocks: Blocks) -> tuple[Blocks, Blocks]:
        """Masks [h,w] of a shrunk picture [h,w,3]: cells covered by something foreign, and cells of felt colour.

        ``blocks``: mask of the blocks that changed since the last picture.
        """
        if felt is not self._felt:
            light = np.exp(self._terms @ np.array(felt.lighting)).reshape(self._field.shape)
            self._felt, self._even = felt, np.repeat((1 / light).astype(np.float32)[..., None], 3, axis=2)
            blocks = np.ones_like(blocks)
        for left, top, wide, tall in boxes_of(blocks.astype(np.uint8)):
            # One more cell around each part: single cells are judged by their neighbours.
            rows, columns = (
                slice(max(start * CELLS - 1, 0), (start + length) * CELLS + 1)
                for start, length in ((top, tall), (left, wide))
            )
            even = cv2.multiply(small[rows, columns], self._even[rows, columns], dtype=cv2.CV_8U)
            inner = slice(top * CELLS - rows.start, None), slice(left * CELLS - columns.start, None)
            changed = slice(top * CELLS, (top + tall) * CELLS), slice(left * CELLS, (left + wide) * CELLS)
            seen = felt.unlike(np.asarray(even, np.uint8))[inner]
            self._other[changed] = seen[: tall * CELLS, : wide * CELLS]
        other = np.asarray(self._field & (self._other > 0))
        felt_like, left_over = self._field & ~other, other.astype(np.uint8)
        for outline in self._outlines(tiles) if tiles else ():
            cv2.fillConvexPoly(left_over, outline, 0)
        return self._reaching_in(left_over), felt_like

    def _reaching_in(self, other: Image) -> Blocks:
        """Mask of large areas of ``other`` cells that extend to the edge of the field."""
        if not other[self._edge].any():
            return np.zeros(other.shape, bool)
        count, labels, stats, _ = cv2.connectedComponentsWithStats(other, connectivity=4)
        kept = stats[:, cv2.CC_STAT_AREA] > self._least
        kept[0] = False
        kept &= np.bincount(labels[self._edge], minlength=count) > 0
        return np.asarray(kept[labels])

    def _outlines(self, tiles: tuple[FoundTile, ...]) -> Cells:
        """Outlines around the tiles, in cells [N,4,2]."""
        size = self._layout.profile.tile
        z = [each.z if each.surface is not Surface.TOP else size.height_mm for each in tiles]
        corners = outlines(tiles, size, _NEAR)
        px = self._camera.project(np.column_stack([corners.reshape(-1, 2), np.repeat(z, 4)]))
        return np.round(px / self._cell).astype(np.int32).reshape(corners.shape)
