"""Splits a row of adjacent upright tiles so that the tiles best explain the covered columns.

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
"""Largest error of a tile's apparent length, mm; chosen: one column of the view."""
_SEAM_GAIN: Final = 4.0
"""Gain of a clear seam at an end of a tile, in covered columns; chosen: more than ``_SLACK_MM`` can gain."""
_SLACK_COST: Final = 0.5
"""Cost of each column by which a tile is longer or shorter, in covered columns; chosen: half of the column's gain."""
_SEAM_DEPTH: Final = 24.0
"""Grey levels by which a seam is darker than both sides to count in full; chosen: four times the noise of a pixel."""
_SEAM_REACH: Final = 3
"""Distance in columns of the columns a seam is compared with; chosen: 1.5 mm, wider than a seam, less than the distance
of ink from it."""
_LEAST_COVERED: Final = 0.5
"""Least average share of a tile's width that must be covered; chosen: a tile that is half bare explains nothing."""
_BLEED_PX: Final = 1
"""Columns by which a tile's colour bleeds over the felt: the picture's softness, half a mm."""


def without_sides(core: Floats, lean: Floats) -> Floats:
    """Return a row's ``core`` without soft edges and sides of tiles at the ends of its runs.

    ``lean``: width in columns of the side that a tile at each column would show, positive at its left end.
    """
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
    """Return how much each column looks like the dark line between two tiles, 0-1: the least over bands of rows."""
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
    """Return the tiles, at most ``most``, that explain a row best, left to right.

    ``core``, ``seam``: for each column 0-1, whether it is covered along the row's middle, and whether it shows a seam
    between tiles.
    """
    # A tile that is half bare explains nothing.
    most = min(most, int(core.sum() / (_LEAST_COVERED * size.width_mm * PX_PER_MM)))
    covered = np.concatenate([[0.0], np.cumsum(2.0 * core - 1.0)])
    steps, trail = _steps(seam, covered, size), list[_Layer]()
    # Best score of all columns up to each one, for the current number of tiles.
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
    """One possible length of a tile, in columns, and its gain for each column at which the tile may end."""

    length: int
    gain: Floats


@dataclass(frozen=True, slots=True)
class _Layer:
    """Best score before each column for one number of tiles, with the end and the length of the last tile."""

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
    """Return the best scores with one more tile; None if it does not fit."""
    rising, lengths = np.full(len(covered), -np.inf), np.zeros(len(covered), np.int64)
    for step in steps:
        score, best = reach[: -step.length] + step.gain, rising[step.length :]
        lengths[step.length :][score > best] = step.length
        np.maximum(best, score, out=best)
    # Bare felt may follow a tile.
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
    """Return the length of covered columns outside all segments and of bare columns inside them, mm."""
    inside = np.zeros(len(core), dtype=bool)
    for piece in found:
        inside[piece.start : piece.stop] = True
    return float(np.where(inside, 1.0 - core, core).sum()) / PX_PER_MM
