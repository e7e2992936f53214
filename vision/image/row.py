"""Upright tiles side by side in one row: where each begins, as best explains the covered columns.

Dynamic programming tile by tile over columns of half a millimetre: every column is felt, or belongs to a tile.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.profiles.schema import TileSize
from vision.arrays import Floats, Image
from vision.image import means
from vision.image.view import PX_PER_MM

_SLACK_MM: Final = 0.5
"""How much shorter or longer than its size, mm, a tile may seem; chosen: one column of the view."""
_SEAM_GAIN: Final = 4.0
"""What a clear seam at an end of a tile counts, in covered columns; chosen: more than ``_SLACK_MM`` can gain."""
_SLACK_COST: Final = 0.5
"""Cost of each column by which a tile is longer or shorter, in covered columns; chosen: half of what it gains."""
_SEAM_DEPTH: Final = 24.0
"""Grey levels by which a seam is darker than both sides to count in full; chosen: four times the noise of a pixel."""
_SEAM_REACH: Final = 3
"""Columns to each side that a seam is compared with; chosen: 1.5 mm, more than a seam is wide, less than ink is off."""
_LEAST_COVERED: Final = 0.5
"""Share of a tile's width that must be covered on average; chosen: a tile half of which is bare explains nothing."""
_BLEED_PX: Final = 1
"""Columns by which a tile's colour bleeds over the felt: the picture's softness, half a mm."""


def without_sides(core: Floats, lean: Floats) -> Floats:
    """A row's ``core`` less soft edges and tiles' sides at the ends of its runs; ``lean`` as from ``RectifiedView``."""
    bare, kept = core < 0.5, core.copy()
    for start in np.flatnonzero(bare[:-1] & ~bare[1:]) + 1:
        kept[start : start + _BLEED_PX + max(0, round(float(lean[start])))] = 0.0
    for stop in np.flatnonzero(~bare[:-1] & bare[1:]) + 1:
        kept[max(0, stop - _BLEED_PX + min(0, round(float(lean[stop])))) : stop] = 0.0
    return kept


@dataclass(frozen=True, slots=True)
class Segment:
    """A tile of a row: first column and one past the last, in pixels of the view."""

    start: int
    stop: int


def seams(view: Image, *bands: slice) -> Floats:
    """How much each column looks like the dark line between two tiles, 0-1: in the worst of some bands of rows."""
    return np.asarray(np.min([_seams(view, rows) for rows in bands], axis=0))


def _seams(view: Image, rows: slice) -> Floats:
    grey = means.brightest(view[rows]).astype(np.float32)
    padded = cv2.copyMakeBorder(grey, 0, 0, _SEAM_REACH, _SEAM_REACH, cv2.BORDER_REPLICATE)
    columns = grey.shape[1]
    sides = np.minimum(padded[:, :columns], padded[:, 2 * _SEAM_REACH :])
    dip = np.clip((sides - grey) / _SEAM_DEPTH, 0.0, 1.0)
    # A tile turned by a degree or two has a slanting seam: take the best of the neighbouring columns in each row.
    return np.asarray(cv2.dilate(dip, np.ones((1, 3), np.uint8)).mean(axis=0))


def segments(core: Floats, seam: Floats, size: TileSize, most: int) -> tuple[Segment, ...]:
    """The tiles, at most ``most``, that explain a row best, left to right.

    0-1 for each column: whether it is covered along the row's middle, and whether it shows a seam between tiles.
    """
    # A tile half of which is bare explains nothing.
    most = min(most, int(core.sum() / (_LEAST_COVERED * size.width_mm * PX_PER_MM)))
    covered = np.concatenate([[0.0], np.cumsum(2.0 * core - 1.0)])
    steps, trail = _steps(seam, covered, size), list[_Layer]()
    # Best score of the columns up to each, by number of tiles.
    reach = -covered
    best, tiles = reach[-1], 0
    for count in range(1, most + 1):
        layer = _layer(reach, steps, covered)
        if layer is None:
            break
        trail.append(layer)
        reach = layer.reach
        if reach[-1] > best:
            best, tiles = reach[-1], count
    return _traced(trail[:tiles], len(core))


@dataclass(frozen=True, slots=True)
class _Step:
    """One orientation of a tile: its length in columns, and its gain for each column where it ends."""

    length: int
    gain: Floats


@dataclass(frozen=True, slots=True)
class _Layer:
    """Best score before each column by number of tiles, with the end and the length of the last one."""

    reach: Floats
    ends: NDArray[np.int64]
    lengths: NDArray[np.int64]


def _steps(seam: Floats, covered: Floats, size: TileSize) -> list[_Step]:
    slack, exact = round(_SLACK_MM * PX_PER_MM), round(size.width_mm * PX_PER_MM)
    ends = covered + _SEAM_GAIN * np.append(seam, 0.0), covered - _SEAM_GAIN * np.append(seam, 0.0)
    return [
        _Step(length, ends[0][length:] - ends[1][:-length] - _SLACK_COST * abs(length - exact))
        for length in range(exact - slack, exact + slack + 1)
    ]


def _layer(reach: Floats, steps: list[_Step], covered: Floats) -> _Layer | None:
    """The best scores with one tile more; None when that cannot be."""
    rising, lengths = np.full(len(covered), -np.inf), np.zeros(len(covered), np.int64)
    for step in steps:
        score, best = reach[: -step.length] + step.gain, rising[step.length :]
        lengths[step.length :][score > best] = step.length
        np.maximum(best, score, out=best)
    # After a tile the felt may show for a while.
    rising += covered
    highest = np.maximum.accumulate(rising)
    ends = np.maximum.accumulate(np.where(rising >= highest, np.arange(len(covered)), 0))
    return _Layer(highest - covered, ends, lengths) if np.isfinite(highest[-1]) else None


def _traced(trail: list[_Layer], stop: int) -> tuple[Segment, ...]:
    found: list[Segment] = []
    for layer in reversed(trail):
        stop = int(layer.ends[stop])
        found.append(Segment(stop - int(layer.lengths[stop]), stop))
        stop = found[-1].start
    return tuple(reversed(found))


def unexplained_mm(core: Floats, found: tuple[Segment, ...]) -> float:
    """Covered columns outside all segments and bare columns inside them, mm."""
    inside = np.zeros(len(core), dtype=bool)
    for piece in found:
        inside[piece.start : piece.stop] = True
    return float(np.where(inside, 1.0 - core, core).sum()) / PX_PER_MM
