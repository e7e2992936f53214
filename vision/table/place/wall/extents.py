"""Extents of boxes in a row, as a rectified view shows them: where they begin and end, seen and expected.

A box hides felt behind it the more, the higher it is and the lower the camera hangs: its extent tells both.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from vision.arrays import Floats, Image
from vision.camera.model import Camera
from vision.image import means
from vision.image.felt import Felt
from vision.image.view import PX_PER_MM, RectifiedView, seat_frame

HALF_BAND_MM: Final = 6.5
"""Half the width, mm, of the band in which a place is looked at; chosen within the 10.5 of half a tile."""
_LEAST_COVER_MM: Final = 8.0
"""Least extent, mm, of something that stands; chosen: half of a tile's thickness, less than any side of a tile."""
_NEAR_PX: Final = 6
"""Rows around the edge of what is covered in which the exact border is looked for; chosen: 3 mm."""
_INSIDE_PX: Final = (2, 5)
"""Rows inside a border, from and to, whose mean is the colour inside; chosen past the soft edge."""
_OUTSIDE_PX: Final = (3, 8)
"""Rows outside a border, from and to, whose mean is the felt beside it; chosen past the soft edge and shadow."""
_LEAST_APART: Final = 8.0
"""Grey levels by which the outermost trace of something differs from the felt beside it; chosen above the noise of a
mean of rows."""

Shape = tuple[float, float]
"""How deep a box is along the line of sight, and how high, mm."""


@dataclass(frozen=True, slots=True)
class Extents:
    """Boxes at some places: widths of their extents [N], or [N, sizes] as expected, mm; nan where unknown.

    ``edges`` across: right and left [N, 2], or [N, sizes, 2]; None: they show none. ``rare``: what each size costs
    beforehand, mm: the more, the rarer it is.
    """

    widths: Floats
    edges: Floats | None = None
    rare: tuple[float, ...] = (0.0, 0.0)


def seen_extent(
    view: RectifiedView, piece: Image, covered: Image, felt: Felt, across: float, middle: float
) -> tuple[float, float] | None:
    """Where what stands at (across, middle) begins and ends, mm, to a fraction of a pixel; None where it is bare."""
    columns = slice(max(view.column(across - HALF_BAND_MM), 0), view.column(across + HALF_BAND_MM))
    start, stop = _run(means.of_rows(covered[:, columns]), view.row(middle))
    if (stop - start) / PX_PER_MM < _LEAST_COVER_MM:
        return None
    return _borders(felt.row_differences(view, piece, columns), start, stop, view.distance.low)


def seen_extent_across(
    view: RectifiedView, piece: Image, covered: Image, felt: Felt, across: float, rows: slice
) -> tuple[float, float] | None:
    """As ``seen_extent``, where the row of what stands there begins and ends across, mm."""
    start, stop = _run(means.of_columns(covered[rows]), view.column(across))
    if (stop - start) / PX_PER_MM < _LEAST_COVER_MM:
        return None
    return _borders(felt.column_differences(view, piece, rows), start, stop, view.across.low)


def _borders(apart: Floats, start: int, stop: int, low: float) -> tuple[float, float]:
    """Both borders, mm, of what covers rows ``start`` to ``stop``; ``low``: where the first row begins, mm."""
    begin = _border(apart[::-1], len(apart) - 1 - start)
    end = _border(apart, stop - 1)
    return low + (len(apart) - begin) / PX_PER_MM, low + end / PX_PER_MM


def expected_extents(
    view: RectifiedView, camera: Camera, across: Sequence[float], middle: float, shapes: Sequence[Shape]
) -> Floats:
    """Where boxes of each shape at each place begin and end [places, shapes, 2] mm in a view, taken by that camera."""
    spots = [
        (spot.x, spot.y, level)
        for place in across
        for deep, high in shapes
        for end in (middle - deep / 2, middle + deep / 2)
        for spot in (view.layout.place(view.seat, place, end),)
        for level in (0.0, high)
    ]
    flat = view.camera.to_plane(camera.project(spots), view.z)
    corners = seat_frame(view.layout, view.seat, flat)[:, 1].reshape(len(across), len(shapes), 4)
    return np.stack([corners.min(axis=2), corners.max(axis=2)], axis=2)


def _run(profile: Floats, middle: int) -> tuple[int, int]:
    """Start and stop of the covered run round ``middle``; (middle, middle) when it is bare."""
    if profile[middle - 2 : middle + 3].mean() < 0.5:
        return middle, middle
    start, stop = middle, middle + 1
    while start > 0 and profile[start - 1] >= 0.5:
        start -= 1
    while stop < len(profile) and profile[stop] >= 0.5:
        stop += 1
    return start, stop


def _border(apart: Floats, last: int) -> float:
    """Where what differs from felt by ``apart`` [rows] ends, beyond about row ``last``; later rows lie outside.

    The outermost step counts: below a bright top its darker side comes first.
    """
    rows = len(apart)
    outside = float(np.mean(apart[np.clip(last + np.arange(*_OUTSIDE_PX), 0, rows - 1)]))
    first, stop = max(last - _NEAR_PX, 1), min(last + _NEAR_PX, rows - 1)
    above = np.flatnonzero(apart[first:stop] > outside + _LEAST_APART)
    if not len(above):
        return float(last + 1)
    edge = first + int(above[-1])
    inside = float(np.mean(apart[np.clip(edge - np.arange(*_INSIDE_PX), 0, rows - 1)]))
    half = (inside + outside) / 2
    while edge > first and apart[edge] < half:
        edge -= 1
    fall = float(apart[edge] - apart[edge + 1])
    # Row numbers name the middles of rows, borders the lines between them.
    return edge + 0.5 + (min(float(apart[edge] - half) / fall, 1.0) if fall > 0 else 0.5)
