"""Windows of the picture that are searched for tiles, and the scale at which each is searched."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.profiles.layout import Layout
from vision.arrays import Floats
from vision.camera.model import Camera
from vision.image.change import Blocks, boxes_of
from vision.tiles.finder import FinderLook

FACE_PX: Final = 30.0
"""Size (square root of width times height), px, to which faces are scaled for the search; chosen: the finder sees 36
best."""
_BEYOND_MM: Final = 40.0
"""Distance, mm, beyond the table's field that is searched; chosen: a tile's length, lying or standing on the rail."""
_RANGE: Final = 1.9
"""Ratio of the largest to the smallest face searched at one scale; chosen: the finder sees sizes of 1 to 4."""
_AS_LARGE: Final = 0.2
"""Largest error, as a natural logarithm, of the scale of an earlier look that is used again; measured on eleven changes
of four photographs: with .2 as many rivers are reported as without such looks, with .3 on one of them two fewer."""
_LARGEST: Final = 6.0
"""Largest enlargement of the picture; chosen: faces of 5 px, which are as small near the horizon, show nothing."""


@dataclass(frozen=True, slots=True)
class Window:
    """A part of the picture: its rows and columns in pixels, and the scale at which it is searched."""

    rows: slice
    columns: slice
    scale: float


class TableWindows:
    """Divides the picture of one table into windows; ``shows_table``: mask of blocks that show it, ``block`` px."""

    def __init__(self, layout: Layout, camera: Camera, shape: tuple[int, ...], block: int) -> None:
        """``shape``, ``block``: rows and columns of blocks of the picture, and their side in pixels."""
        self.block, self._size, tile = block, camera.size, layout.profile.tile
        columns, rows = np.meshgrid((np.arange(shape[1]) + 0.5) * block, (np.arange(shape[0]) + 0.5) * block)
        middles = np.stack([columns, rows], axis=-1).reshape(-1, 2)
        step = block / 4
        places, right, down = (
            camera.to_plane(middles + shift, tile.thickness_mm) for shift in ((0, 0), (step, 0), (0, step))
        )
        (ax, ay), (bx, by) = (right - places).T, (down - places).T
        face = np.sqrt(tile.width_mm * tile.height_mm) * step / np.sqrt(np.abs(ax * by - ay * bx))
        half = layout.profile.table.field_mm / 2 + _BEYOND_MM
        with np.errstate(invalid="ignore"):
            shows = (np.abs(places) < half).all(axis=1) & np.isfinite(face) & (face > FACE_PX / _LARGEST)
        self.shows_table: Blocks = shows.reshape(shape)
        self._scales, self._scale_of = _scales(face.reshape(shape), self.shows_table)

    @property
    def usual_scale(self) -> float:
        """The scale that suits most of the table."""
        return self._scales[len(self._scales) // 2] if self._scales else 1.0

    def with_neighbours(self, blocks: Blocks) -> Blocks:
        """The blocks and all that touch them, as far as they show the table: tiles extend into the next block."""
        near = cv2.dilate(blocks.astype(np.uint8), np.ones((3, 3), np.uint8))
        return np.asarray((near > 0) & self.shows_table)

    def around(self, blocks: Blocks) -> Iterator[Window]:
        """Windows that show all of these blocks and a block around each, scale by scale."""
        for place, scale in enumerate(self._scales):
            wanted = (blocks & self.shows_table & (self._scale_of == place)).astype(np.uint8)
            if wanted.any():
                near = cv2.dilate(wanted, np.ones((3, 3), np.uint8))
                for left, top, wide, tall in boxes_of(np.asarray(near, np.uint8)):
                    yield Window(self._span(top, tall, self._size[1]), self._span(left, wide, self._size[0]), scale)

    def served(self, blocks: Blocks, looks: Sequence[FinderLook]) -> Iterator[tuple[FinderLook, Blocks]]:
        """Yield looks that show some of these blocks at about their scale, each with the blocks that it shows best."""
        off = np.full((len(looks) + 1, *blocks.shape), _AS_LARGE)
        wanted = np.log([*self._scales, 1.0])[self._scale_of]
        for each, look in zip(off, looks, strict=False):
            left, top, right, low = look.window
            rows, columns = self._inner(top, low, self._size[1]), self._inner(left, right, self._size[0])
            each[rows, columns] = np.abs(math.log(look.scale) - wanted[rows, columns])
        best = off.argmin(axis=0)
        for place, look in enumerate(looks):
            own = blocks & self.shows_table & (best == place) & (off[place] < _AS_LARGE)
            if own.any():
                yield look, own

    def _inner(self, start: int, stop: int, most: int) -> slice:
        """Blocks that a span contains together with their neighbours, or that end where the picture does."""
        first = -(-start // self.block) + 1 if start > 0 else 0
        last = stop // self.block - 1 if stop < most - 1 else -(-most // self.block)
        return slice(first, max(first, last))

    def _span(self, start: int, length: int, most: int) -> slice:
        return slice(start * self.block, min((start + length) * self.block, most))


def _scales(face: Floats, shows: Blocks) -> tuple[list[float], NDArray[np.int64]]:
    """Scales at which faces of sizes [rows, columns] px become ``FACE_PX``, and the index of each block's scale."""
    if not shows.any():
        return [], np.zeros(face.shape, np.int64)
    low, high = np.log(face[shows].min()), np.log(face[shows].max())
    count = max(1, int(np.ceil((high - low) / np.log(_RANGE))))
    step = max((high - low) / count, 1e-9)
    middles = low + step * (np.arange(count) + 0.5)
    which = np.clip((np.log(np.where(shows, face, face[shows].min())) - low) // step, 0, count - 1)
    return [float(FACE_PX / np.exp(middle)) for middle in middles], which.astype(np.int64)
