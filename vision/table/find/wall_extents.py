"""Width of wall tiles across their row in the picture, from felt to felt: higher stacks look wider."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from vision.arrays import Floats, Image
from vision.camera.model import Camera
from vision.image import means
from vision.image.cached_answers import CachedAnswers
from vision.image.felt import Felt, differences, lighting_terms

_BAND_MM: Final = np.linspace(-6.0, 6.0, 5)
"""Offsets along the row, mm from a tile's centre, that are averaged; chosen within the 10.5 of half a tile."""
_STEP_MM: Final = 0.6
"""Distance, mm, of samples across the row; chosen below the .75 of a pixel of a frame of 1080 rows."""
_STEPS: Final = 161
"""Samples across the row: 48 mm to either side; chosen above half a tile and its side seen from 45 degrees."""
_NODES: Final = 9
"""Number of places across the row that are projected; over 12 mm perspective is as good as straight."""
_COVERED: Final = 15.0
"""Difference, in grey levels, from which a mean is not felt; as in ``vision.image.felt``."""
_LEAST_MM: Final = 8.0
"""Least extent, mm, of a lying thing; chosen: half of a tile's thickness, less than any side of a tile."""
_MIDDLE: Final = 2
"""Samples to either side of a tile's centre that decide whether its place is bare; chosen: 1.2 mm."""


class WallExtents:
    """Measures extents in the pictures of one camera; places are in each wall owner's frame."""

    def __init__(self, layout: Layout, camera: Camera, block: int, kept: CachedAnswers) -> None:
        """``block``: side of the blocks of change detection, px."""
        self._layout, self._camera, self._block, self._kept = layout, camera, block, kept
        self._image: Image = np.zeros((1, 1, 3), np.uint8)
        self._felt = Felt((0.0, 0.0, 0.0))

    def show(self, image: Image, felt: Felt) -> None:
        """Set the picture to measure in."""
        self._image, self._felt = image, felt

    def widths(self, seat: Seat, along: Floats, out: Floats, slope: float) -> Floats:
        """Extents [N], mm on the table's plane, across the row of tiles at places in its owner's frame.

        0: the place is bare, nan: unknown; ``slope``: by how much the row runs outwards to the owner's left.
        """
        apart, blocks = self._apart(seat, np.stack([along, out], axis=1), slope)
        widths, low, high = _widths(apart)
        # Nothing beyond either end of the covered middle was used.
        ends = np.stack([low, high], axis=1) * (_NODES - 1) / (_STEPS - 1)
        node = np.arange(_NODES)
        counts = (node > ends[:, :1] - 1) & (node < ends[:, 1:] + 1)
        self._kept.looked(*blocks[counts].reshape(-1, 2).T)
        return widths

    def _apart(self, seat: Seat, middles: Floats, slope: float) -> tuple[Floats, NDArray[np.int64]]:
        """Difference from felt [N, steps across] of means over bands along a row.

        Also the blocks of the picture at the nodes of either end of each band [N, nodes, 2, row and column].
        """
        turn = np.arctan(slope)
        row, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
        reach = _STEPS // 2 * _STEP_MM
        nodes = np.linspace(-reach, reach, _NODES)
        places = middles[:, None, None] + nodes[:, None, None] * across + _BAND_MM[[0, -1], None] * row
        axes = self._axes(seat)
        table = (places @ axes).reshape(-1, 2)
        px = np.nan_to_num(self._camera.project(np.column_stack([table, np.zeros(len(table))])))
        tall, wide = self._image.shape[:2]
        at = np.clip(px, 0, (wide - 1, tall - 1)).astype(np.int64) // self._block
        apart = self._differences(px.reshape(len(middles), _NODES, 4), middles @ axes)
        return apart, at[:, ::-1].reshape(len(middles), _NODES, 2, 2)

    def _axes(self, seat: Seat) -> Floats:
        """Vectors [2, 2] in the table frame of 1 mm to the owner's left and of 1 mm outwards."""
        left, out = self._layout.place(seat, -1.0, 0.0), self._layout.place(seat, 0.0, 1.0)
        return np.array([(left.x, left.y), (out.x, out.y)])

    def _differences(self, px: Floats, middles: Floats) -> Floats:
        """Difference from felt [N, steps across] of means over bands; ``px`` [N, nodes, 4]: the bands' two ends."""
        count = len(px)
        ends = np.maximum(0.0, 1.0 - np.abs(np.linspace(0, _NODES - 1, _STEPS)[:, None] - np.arange(_NODES))) @ px
        share = np.linspace(0.0, 1.0, len(_BAND_MM))
        column, row = (
            (ends[..., [axis]] * (1 - share) + ends[..., [axis + 2]] * share).astype(np.float32).reshape(-1, len(share))
            for axis in (0, 1)
        )
        seen = cv2.remap(self._image, column, row, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        mean = means.of_rows(np.asarray(seen, np.uint8)).reshape(count, _STEPS, 3)
        light = np.exp(lighting_terms(middles) @ np.array(self._felt.lighting))
        even = (mean / light[:, None, None]).reshape(-1, 3)
        return differences(even, np.array(self._felt.colour)).reshape(count, _STEPS)


def _widths(apart: Floats) -> tuple[Floats, NDArray[np.int64], NDArray[np.int64]]:
    """Extents [N], mm, of the covered middle of lines across; 0 if it is bare, nan if it extends to an end.

    Also the first steps [N] to either side that are not covered.
    """
    middle, covered, number = _STEPS // 2, apart > _COVERED, np.arange(_STEPS)
    bare = covered[:, middle - _MIDDLE : middle + _MIDDLE + 1].mean(axis=1) < 0.5
    low = np.where(covered, -1, number)[:, : middle - _MIDDLE].max(axis=1)
    high = np.where(covered, _STEPS, number)[:, middle + _MIDDLE + 1 :].min(axis=1)
    known = (low >= 0) & (high < _STEPS) & ((high - low) * _STEP_MM >= _LEAST_MM)
    wide = high - low - 2 + _part(apart, high - 1, high) + _part(apart, low + 1, low)
    return np.where(bare, 0.0, np.where(known, wide * _STEP_MM, np.nan)), low, high


def _part(apart: Floats, inside: NDArray[np.int64], outside: NDArray[np.int64]) -> Floats:
    """Shares [N] of the way from the last covered step to the first bare one at which the covered part ends."""
    lines = np.arange(len(apart))
    here, beyond = (apart[lines, np.clip(each, 0, _STEPS - 1)] for each in (inside, outside))
    return np.asarray((here - _COVERED) / np.maximum(here - beyond, 1e-9))
