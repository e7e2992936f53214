"""Finds blocks of a picture that changed since they were last read, by comparing shrunken pictures without noise."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image

Blocks = NDArray[np.bool_]
"""Mask of blocks [rows, columns] of a picture."""
_SHRINK: Final = 4
"""Side of a cell, pixels, in a frame of ``_ROWS`` rows or fewer; larger frames have larger cells."""
_ROWS: Final = 1080
"""Rows of the usual frame, 1440 x 1080, on which ``_SHRINK`` and ``_LEAST_CELLS`` were chosen."""
CELLS: Final = 8
"""Side of a block in cells: 32 pixels of the usual frame, about a tile."""
_NOISE: Final = 9
"""Grey levels by which an unchanged cell of the small picture may differ; noise of 6 per pixel is 1.5 per cell."""
_ALIKE: Final = ((0, 0, 0), (_NOISE,) * 3)
"""Lowest and highest difference, blue, green and red, of a cell that did not change."""
_LEAST_CELLS: Final = 3
"""Least number of differing cells of a changed block; chosen: one or two flicker at edges, a tile has about sixty."""
_SAME: Final = 255 * (1 - (_LEAST_CELLS - 0.5) / CELLS**2)
"""Mean over a block, with 255 for each unchanged cell, below which the block changed."""
_ONE_WINDOW: Final = 0.6
"""Share that several windows cover of their bounding box, from which it replaces them; chosen: one run is faster."""
_FIRST_PAUSE_S: Final = 0.6
"""Seconds until an unchanged doubtful block is read again; chosen: three frames at five a second, so that moving
objects have moved on, and another frame's noise may settle the doubt before a player acts on it."""
_GROWTH: Final = 4.0
"""Factor by which each further pause is longer; chosen: 0.6, 2.4, 9.6 s, as a doubt that two more frames did not settle
is seldom settled by an unchanged picture."""
_LONGEST_PAUSE_S: Final = 40.0
"""Longest pause, seconds; chosen: lamps and daylight change over minutes."""


def boxes_of(wanted: Image) -> list[tuple[int, int, int, int]]:
    """Return boxes (left, top, width, height), in blocks, that together contain all ``wanted`` blocks (not 0)."""
    count, _, stats, _ = cv2.connectedComponentsWithStats(wanted, connectivity=8)
    boxes = [tuple(int(side) for side in stats[place][:4]) for place in range(1, count)]
    left, top, wide, tall = cv2.boundingRect(wanted)
    if sum(box[2] * box[3] for box in boxes) >= _ONE_WINDOW * wide * tall:
        return [(left, top, wide, tall)]
    return [(box[0], box[1], box[2], box[3]) for box in boxes]


def in_cells(blocks: Blocks) -> Image:
    """Return a mask of cells [rows, columns], 1 in the selected blocks."""
    size = blocks.shape[1] * CELLS, blocks.shape[0] * CELLS
    return np.asarray(cv2.resize(blocks.view(np.uint8), size, interpolation=cv2.INTER_NEAREST), np.uint8)


def of_cells(cells: Blocks) -> Blocks:
    """Return the blocks that contain any of the selected cells [rows, columns]."""
    columns = cells.reshape(len(cells), -1, CELLS).view(np.uint64)[..., 0] != 0
    return np.asarray(columns.reshape(-1, CELLS, columns.shape[1]).any(axis=1))


class ChangeDetector:
    """Stores how each block of one camera's pictures looked when it was last read.

    ``block``: side of a block in pixels; ``shape``: rows and columns of blocks.
    """

    def __init__(self, size: tuple[int, int]) -> None:
        """``size``: width and height of the pictures, px."""
        self._shrink = _SHRINK * max(1, round(size[1] / _ROWS))
        self.block = self._shrink * CELLS
        self.shape = -(-size[1] // self.block), -(-size[0] // self.block)
        self._size = -(-size[0] // self._shrink), -(-size[1] // self._shrink)
        self._small: tuple[Image, Image] | None = None
        self._other: Image = np.zeros((0, 0), np.uint8)
        self._last = np.zeros((*(side * CELLS for side in self.shape), 3), np.uint8)
        self._known = np.zeros(self.shape, bool)

    def changed(self, image: Image) -> Blocks:
        """Return the blocks that differ from when they were last marked as read; all of them at first."""
        alike = cv2.inRange(cv2.absdiff(self.shrunk(image), self._last), _ALIKE[0], _ALIKE[1])
        same = cv2.resize(alike, self.shape[::-1], interpolation=cv2.INTER_AREA)
        self._other = np.asarray(cv2.bitwise_not(alike), np.uint8)
        return np.asarray(~self._known | (same < _SAME))

    def changed_within(self, outline: Floats) -> bool:
        """True if the inside of a convex outline [K,2] px differs, by the mask of the last ``changed``."""
        return self.each_changed(outline[None])[0]

    def each_changed(self, outlines: Floats) -> list[bool]:
        """As ``changed_within``, for each of several outlines [N,K,2] px."""
        cells = np.floor(np.clip(outlines / self._shrink, -1e6, 1e6)).astype(np.int32)
        low, high = np.maximum(cells.min(axis=1), 0), np.maximum(cells.max(axis=1) + 1, 0)
        boxes = np.concatenate([low, high], axis=1).tolist()
        parts = [self._other[top:bottom, left:right] for left, top, right, bottom in boxes]
        return [
            cv2.countNonZero(part) >= _LEAST_CELLS
            and cv2.countNonZero(cv2.bitwise_and(part, _filled(own, part.shape))) >= _LEAST_CELLS
            for part, own in zip(parts, cells - low[:, None], strict=True)
        ]

    def mark_read(self, image: Image, blocks: Blocks) -> None:
        """Mark the blocks as read from this frame."""
        cv2.copyTo(self.shrunk(image), in_cells(blocks), self._last)
        self._known |= blocks

    def blocks_of(self, outline: Floats) -> Blocks:
        """Return the blocks that a convex outline [K,2] px touches."""
        touched = np.zeros(self.shape, np.uint8)
        cv2.fillConvexPoly(touched, np.floor(np.clip(outline, -1e6, 1e6) / self.block).astype(np.int32), 1)
        return touched.astype(bool)

    def shrunk(self, image: Image) -> Image:
        """Return the small picture, padded to whole blocks; the same array for the same frame."""
        if self._small is None or self._small[0] is not image:
            small = _halved(image, self._size)
            down, right = (have - want for have, want in zip(self._last.shape, small.shape[:2], strict=False))
            padded = cv2.copyMakeBorder(small, 0, down, 0, right, cv2.BORDER_CONSTANT)
            self._small = image, np.asarray(padded, np.uint8)
        return self._small[1]


def _filled(outline: NDArray[np.int32], shape: tuple[int, ...]) -> Image:
    """Return a mask of that shape, 1 inside a convex outline [K,2]."""
    inside = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(inside, outline, 1)
    return inside


def _halved(image: Image, size: tuple[int, int]) -> Image:
    """Return the picture shrunk to ``size`` (w, h), by halving as often as possible: four times as fast as at once."""
    height, width = image.shape[:2]
    if width % 2 == height % 2 == 0 and width >= 4 * size[0] and height >= 4 * size[1]:
        half = cv2.resize(image, (width // 2, height // 2), interpolation=cv2.INTER_AREA)
        return _halved(np.asarray(half, np.uint8), size)
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)


class Doubts:
    """Schedules another reading of unchanged blocks that were read with doubts; times in seconds."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        """``shape``: rows and columns of blocks."""
        self._due = np.full(shape, np.inf)
        self._pause = np.zeros(shape)

    def due(self, at: float) -> Blocks:
        """Return the doubtful blocks whose pause is over."""
        return np.asarray(self._due <= at)

    def note(self, read: Blocks, doubtful: Blocks, changed: Blocks, at: float) -> None:
        """Note which of the blocks ``read`` are still doubtful; the pause of those that had not ``changed`` grows."""
        grown = np.clip(self._pause * _GROWTH, _FIRST_PAUSE_S, _LONGEST_PAUSE_S)
        self._pause[read] = np.where(changed, _FIRST_PAUSE_S, grown)[read]
        self._due[read] = np.where(doubtful, at + self._pause, np.inf)[read]

    def also(self, blocks: Blocks, at: float) -> None:
        """Schedule another reading of further blocks, which were read without doubts."""
        more = blocks & np.isinf(self._due)
        self._due[more] = at + np.maximum(self._pause, _FIRST_PAUSE_S)[more]
