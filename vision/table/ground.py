"""What the picture shows where no tile was found: bare table, something foreign, or nothing as it is out of sight."""

from typing import Final

import cv2
import numpy as np

from vision.arrays import Floats, Floats32, Image
from vision.camera.model import Camera
from vision.image.change import Blocks
from vision.tiles.finder import BARE, FOREIGN, MATTERS, STRIDE

_FULL: Final = 255
"""What stands for a chance of 1 in a map of bytes."""
_MOST_CELLS: Final = 400
"""Cells to a side of the largest outline that is looked at; chosen: more than a whole table is out of sight."""
_FINE: Final = 4
"""Bits of the fixed point in which outlines are drawn on the map: sixteenths of a cell."""


class PictureGround:
    """Keeps what each cell of one camera's pictures shows; a Ground."""

    def __init__(self, camera: Camera, shape: tuple[int, ...], block: int) -> None:
        """``shape``, ``block``: rows and columns of blocks of the picture, and their side in pixels."""
        self._camera, self._block, self._cells = camera, block, block // STRIDE
        rows, columns = (side * self._cells for side in shape)
        self._inside = -(-camera.size[1] // STRIDE), -(-camera.size[0] // STRIDE)
        self._maps = np.zeros((MATTERS, rows, columns), np.uint8)

    def note(self, matter: Floats32, rows: slice, columns: slice, blocks: Blocks) -> None:
        """Take over chances [h,w,3] of a window of those rows and columns, px, where it shows one of the blocks."""
        size = (columns.stop - columns.start) // STRIDE, (rows.stop - rows.start) // STRIDE
        there = slice(rows.start // STRIDE, rows.start // STRIDE + size[1])
        across = slice(columns.start // STRIDE, columns.start // STRIDE + size[0])
        fitting = cv2.resize((matter * _FULL).astype(np.uint8), size, interpolation=cv2.INTER_LINEAR)
        read = np.repeat(np.repeat(blocks, self._cells, axis=0), self._cells, axis=1)[there, across]
        for place, part in enumerate(self._maps):
            np.copyto(part[there, across], fitting[..., place], where=read)

    def note_all(self, matter: Floats32) -> None:
        """Take over chances [rows, columns, 3] of a picture shrunk to four pixels a cell of a block of 8."""
        whole = (matter * _FULL).astype(np.uint8)
        rows, columns = self._maps.shape[1:]
        for place, part in enumerate(self._maps):
            part[:] = cv2.resize(whole[..., place], (columns, rows), interpolation=cv2.INTER_NEAREST)

    def unseen(self, outline: Floats, z: float = 0.0) -> float:
        """Share 0-1 of a convex outline [K,2] mm at height ``z`` that is out of the picture or covered by a hand."""
        return self._share(outline, z, FOREIGN, 1.0)

    def bare(self, outline: Floats, z: float = 0.0) -> float:
        """Share 0-1 of a convex outline [K,2] mm that plainly shows the table itself."""
        return self._share(outline, z, BARE, 0.0)

    def _share(self, outline: Floats, z: float, matter: int, outside: float) -> float:
        """Mean chance of a matter within an outline; ``outside``: what counts beyond the picture."""
        points = np.column_stack([outline, np.full(len(outline), z)])
        px = (self._camera.project(points) + 0.5) / STRIDE - 0.5
        if not np.isfinite(px).all():
            return outside
        low, high = np.floor(px.min(axis=0)).astype(int), np.ceil(px.max(axis=0)).astype(int) + 1
        if (high - low).max() > _MOST_CELLS:
            return outside
        mask: Image = np.zeros((high[1] - low[1], high[0] - low[0]), np.uint8)
        cv2.fillConvexPoly(mask, np.round((px - low) * 2**_FINE).astype(np.int32), 1, shift=_FINE)
        count = int(mask.sum())
        first, last = np.maximum(low, 0), np.minimum(high, self._inside[::-1])
        if count == 0 or (first >= last).any():
            return outside
        part = mask[first[1] - low[1] : last[1] - low[1], first[0] - low[0] : last[0] - low[0]]
        seen = self._maps[matter, first[1] : last[1], first[0] : last[0]]
        inside = int(part.sum())
        return (float((part * seen.astype(np.float64)).sum()) / _FULL + outside * (count - inside)) / count
