"""Which blocks of the picture changed since they were last read: shrunken pictures are compared, noise is ignored."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image

Blocks = NDArray[np.bool_]
"""A choice of blocks [rows, columns] of a picture."""
_SHRINK: Final = 4
"""Pixels to a side of a cell in a frame of ``_ROWS`` rows or fewer; larger frames have larger cells."""
_ROWS: Final = 1080
"""Rows of the usual frame, 1440 x 1080, on which ``_SHRINK`` and ``_LEAST_CELLS`` were chosen."""
CELLS: Final = 8
"""Cells to a side of a block: 32 pixels of the usual frame, about a tile."""
_NOISE: Final = 9
"""Grey levels by which a cell of the small picture may differ; noise of 6 a pixel is 1.5 a cell."""
_ALIKE: Final = ((0, 0, 0), (_NOISE,) * 3)
"""Lowest and highest difference, blue, green and red, of a cell that did not change."""
_LEAST_CELLS: Final = 3
"""Cells that differ in a block that changed; chosen: one or two flicker at edges, a tile covers about sixty."""
_RETRIES: Final = 2
"""How often what was read with doubts is read again unchanged; chosen: noise of another frame may settle the doubt."""


class ChangeDetector:
    """Remembers how each block of one camera's pictures looked when it was last read.

    ``block``: pixels to a side of a block; ``shape``: rows and columns of blocks.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        """``size``: width and height of the pictures, px."""
        self._shrink = _SHRINK * max(1, round(size[1] / _ROWS))
        self.block = self._shrink * CELLS
        self.shape = -(-size[1] // self.block), -(-size[0] // self.block)
        self._size = -(-size[0] // self._shrink), -(-size[1] // self._shrink)
        self._small: tuple[Image, Image] | None = None
        self._last = np.zeros((*(side * CELLS for side in self.shape), 3), np.uint8)
        self._known = np.zeros(self.shape, bool)
        self._retries = np.zeros(self.shape, int)

    def changed(self, image: Image) -> Blocks:
        """The blocks that look different from when they were last marked as read; all of them at first."""
        alike = cv2.inRange(cv2.absdiff(self.shrunk(image), self._last), _ALIKE[0], _ALIKE[1])
        rows, columns = self.shape
        same = (alike != 0).reshape(rows, CELLS, columns, CELLS).sum(axis=(1, 3))
        return np.asarray(~self._known | (same <= CELLS * CELLS - _LEAST_CELLS))

    def mark_read(self, image: Image, blocks: Blocks, doubtful: Blocks | None = None) -> None:
        """Note the blocks as read from this frame; ``doubtful`` ones count as changed a few times more."""
        wide = np.repeat(np.repeat(blocks, CELLS, axis=0), CELLS, axis=1)
        np.copyto(self._last, self.shrunk(image), where=wide[..., None])
        again = np.zeros(self.shape, bool) if doubtful is None else doubtful & blocks
        self._retries[blocks] = np.where(again, self._retries + 1, 0)[blocks]
        self._known[blocks] = ~(again & (self._retries <= _RETRIES))[blocks]

    def blocks_of(self, outline: Floats) -> Blocks:
        """The blocks that a convex outline [K,2] px touches."""
        touched = np.zeros(self.shape, np.uint8)
        cv2.fillConvexPoly(touched, np.floor(np.clip(outline, -1e6, 1e6) / self.block).astype(np.int32), 1)
        return touched.astype(bool)

    def shrunk(self, image: Image) -> Image:
        """The small picture, padded to whole blocks; the same array for the same frame."""
        if self._small is None or self._small[0] is not image:
            small = cv2.resize(image, self._size, interpolation=cv2.INTER_AREA)
            down, right = (have - want for have, want in zip(self._last.shape, small.shape[:2], strict=False))
            padded = cv2.copyMakeBorder(small, 0, down, 0, right, cv2.BORDER_CONSTANT)
            self._small = image, np.asarray(padded, np.uint8)
        return self._small[1]
