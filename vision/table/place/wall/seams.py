"""Where the tiles of a wall meet, across: tops seem the wider spread, the higher they are and the lower the camera."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from vision.arrays import Floats, Image
from vision.camera.model import Camera
from vision.image import means
from vision.image.view import PX_PER_MM, RectifiedView, seat_frame

_FLANK_PX: Final = 3
"""Columns to each side that a seam is compared with; chosen: 1.5 mm, more than a seam is wide."""
_REACH_MM: Final = 4.5
"""How far, mm, from its place a seam is looked for; chosen: more than both heights and a shift, under half a tile."""
_LEAST_STEP: Final = 2.5
"""Grey levels by which a seam differs from its flanks; chosen above the noise of a mean of rows."""
_CAP_MM: Final = 1.0
"""Most mm that a seam counts as off its place; chosen: what is farther off is something else."""
_ALIKE: Final = 20.0
"""Grey levels within which both sides of a seam are of one colour; chosen: light differs by less, faces by more."""
_LEAST_PLACES: Final = 4
"""Seams from which a shift of the row is measured; chosen: the median of fewer is unsteady."""
_CLEAR: Final = 2.5
"""How many times the usual difference a seam has; chosen: prints and shades repeat, seams stand out."""


def seen_edges(view: RectifiedView, piece: Image, rows: slice, edges: Floats) -> Floats:
    """Where each of some ``edges`` [N] mm across is seen in those rows of a view's piece; nan where nothing shows."""
    line = means.of_columns(piece[rows])
    around = np.pad(line, ((_FLANK_PX, _FLANK_PX), (0, 0)), mode="edge")
    step = np.abs(line - (around[: -2 * _FLANK_PX] + around[2 * _FLANK_PX :]) / 2).max(axis=1)
    least = max(_LEAST_STEP, _CLEAR * float(np.median(step)))
    reach = round(_REACH_MM * PX_PER_MM)
    found = np.full(len(edges), np.nan)
    for place, edge in enumerate(edges):
        start = max(view.column(float(edge)) - reach, 0)
        part = step[start : start + 2 * reach + 1]
        peak = int(part.argmax()) if len(part) else 0
        if len(part) and part[peak] >= least and _alike(line, start + peak):
            near = slice(max(peak - _FLANK_PX, 0), peak + _FLANK_PX + 1)
            weight = np.maximum(part[near] - part.max() / 2, 0.0)
            column = start + near.start + float(weight @ np.arange(len(weight))) / float(weight.sum())
            found[place] = view.across.low + (column + 0.5) / PX_PER_MM
    return found


def _alike(line: Floats, column: int) -> bool:
    """Whether both sides of a seam have one colour: next to a face the seam is not where the colour changes."""
    left, right = line[max(column - 2 * _FLANK_PX, 0)], line[min(column + 2 * _FLANK_PX, len(line) - 1)]
    return float(np.abs(left - right).max()) < _ALIKE


def expected_edges(
    view: RectifiedView, camera: Camera, edges: Floats, middle: float, levels: Sequence[float]
) -> Floats:
    """Where edges of tops at each of some heights would seem [N, levels] mm across in a view, taken by that camera."""
    spots = [
        (spot.x, spot.y, level)
        for edge in edges
        for spot in (view.layout.place(view.seat, float(edge), middle),)
        for level in levels
    ]
    flat = view.camera.to_plane(camera.project(spots), view.z)
    return seat_frame(view.layout, view.seat, flat)[:, 0].reshape(len(edges), len(levels))


def off_edges(seen: Floats, expected: Floats) -> Floats:
    """How far ``seen`` edges [N] are from those of each height [..., N, heights], mm, 0 where unseen.

    The row may have slid along its place: by as much as suits one of the heights best.
    """
    off, known = seen[:, None] - expected, np.isfinite(seen)
    if known.sum() < _LEAST_PLACES:
        return np.zeros(off.shape)
    slid = np.moveaxis(np.median(off[..., known, :], axis=-2), -1, 0)
    apart = np.minimum(np.abs(off - slid[..., None, None]), _CAP_MM)
    apart[..., ~known, :] = 0.0
    best = apart.min(axis=-1).sum(axis=-1).argmin(axis=0)
    return np.asarray(np.take_along_axis(apart, best[None, ..., None, None], axis=0)[0])
