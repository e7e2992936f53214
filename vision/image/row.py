"""Tiles side by side in one row: where each begins and which lie sideways, as best explains the covered columns.

Dynamic programming tile by tile over columns of half a millimetre: every column is felt, or belongs to an upright tile
(one width long) or to a sideways one (one height long, with felt showing beyond its shorter side).
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

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
"""What each column by which a tile is longer or shorter costs, in covered columns; chosen: half of what it gains."""
_RIM_WEIGHT: Final = 0.12
"""What a column of the rim counts beside one of the middle; chosen small: the rim tells how a tile lies, not where."""
_SEAM_DEPTH: Final = 24.0
"""Grey levels by which a seam is darker than both sides to count in full; chosen: four times the noise of a pixel."""
_SEAM_REACH: Final = 3
"""Columns to each side that a seam is compared with; chosen: 1.5 mm, more than a seam is wide, less than ink is off."""
_LEAST_COVERED: Final = 0.5
"""Share of a tile's width that must be covered on average; chosen: a tile half of which is bare explains nothing."""
_BLEED_PX: Final = 1
"""Columns by which a tile's colour spreads over the felt beside it: the picture's own softness, half a mm."""

Shape = tuple[int, int]
"""Number of tiles of a row, and how many of them lie sideways."""


@dataclass(frozen=True, slots=True)
class RowEvidence:
    """A row of the view, 0-1 per column: covered along its middle, covered along its rim, a seam between tiles.

    The rim is where an upright tile reaches and a sideways one does not.
    """

    core: Floats
    rim: Floats
    seam: Floats


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
    sideways: bool


def seams(view: Image, *bands: slice) -> Floats:
    """How much each column looks like the dark line between two tiles, 0-1: in the worst of some bands of rows."""
    return np.asarray(np.min([_seams(view, rows) for rows in bands], axis=0))


def _seams(view: Image, rows: slice) -> Floats:
    grey = means.brightest(view[rows]).astype(np.float32)
    padded = np.pad(grey, ((0, 0), (_SEAM_REACH, _SEAM_REACH)), mode="edge")
    columns = grey.shape[1]
    sides = np.minimum(padded[:, :columns], padded[:, 2 * _SEAM_REACH :])
    dip = np.clip((sides - grey) / _SEAM_DEPTH, 0.0, 1.0)
    # A tile turned by a degree or two has a slanting seam: take the best of the neighbouring columns in each row.
    near = np.pad(dip, ((0, 0), (1, 1)))
    return np.asarray(np.maximum(np.maximum(near[:, :-2], near[:, 1:-1]), near[:, 2:]).mean(axis=0))


def segments(evidence: RowEvidence, size: TileSize, shapes: Collection[Shape]) -> tuple[Segment, ...]:
    """The tiles that explain a row best, left to right; ``shapes``: allowed numbers of tiles and of sideways ones."""
    # A tile half of which is bare explains nothing.
    room = int(evidence.core.sum() / (_LEAST_COVERED * size.width_mm * PX_PER_MM))
    shapes = [shape for shape in shapes if shape[0] <= room]
    most, most_turned = (max((shape[place] for shape in shapes), default=0) for place in (0, 1))
    covered = np.concatenate([[0.0], np.cumsum(2.0 * evidence.core - 1.0)])
    steps = _steps(evidence, covered, size, most_turned > 0)
    nothing = np.full(len(covered), -np.inf)
    # reach[t][j]: the best score of the columns up to j with so many tiles, t of them sideways.
    reach = [-covered, *([nothing] * most_turned)]
    trail: list[list[_Layer | None]] = []
    best, best_shape = (reach[0][-1], (0, 0)) if (0, 0) in shapes else (-np.inf, (0, 0))
    for count in range(1, most + 1):
        layers = [_layer(reach, turned, steps, covered) for turned in range(most_turned + 1)]
        trail.append(layers)
        reach = [nothing if layer is None else layer.reach for layer in layers]
        for turned in range(most_turned + 1):
            if (count, turned) in shapes and reach[turned][-1] > best:
                best, best_shape = reach[turned][-1], (count, turned)
    return _traced(trail, best_shape, len(covered) - 1)


@dataclass(frozen=True, slots=True)
class _Step:
    """One way to lay a tile: its length in columns, whether sideways, and what it gains ending before each column."""

    length: int
    sideways: bool
    gain: Floats


@dataclass(frozen=True, slots=True)
class _Layer:
    """The best score before each column with so many tiles: where the last of them ends, and by which step."""

    reach: Floats
    ends: NDArray[np.int64]
    steps: tuple[_Step, ...]
    taken: NDArray[np.int64]


def _steps(evidence: RowEvidence, covered: Floats, size: TileSize, sideways: bool) -> tuple[_Step, ...]:
    slack = round(_SLACK_MM * PX_PER_MM)
    rims = np.concatenate([[0.0], np.cumsum(_RIM_WEIGHT * (2.0 * evidence.rim - 1.0))])
    seam = _SEAM_GAIN * np.concatenate([evidence.seam, [0.0]])
    steps = []
    for edge, turned in ((size.width_mm, False), *(((size.height_mm, True),) if sideways else ())):
        exact = round(edge * PX_PER_MM)
        for length in range(exact - slack, exact + slack + 1):
            rim = rims[length:] - rims[:-length]
            gain = covered[length:] - covered[:-length] + (-rim if turned else rim) + seam[length:] + seam[:-length]
            steps.append(_Step(length, turned, gain - _SLACK_COST * abs(length - exact)))
    return tuple(steps)


def _layer(reach: list[Floats], turned: int, steps: tuple[_Step, ...], covered: Floats) -> _Layer | None:
    """The best scores with one tile more, ``turned`` of all sideways; None when that cannot be."""
    options = tuple(step for step in steps if turned or not step.sideways)
    rising, taken = np.full(len(covered), -np.inf), np.zeros(len(covered), np.int64)
    for place, step in enumerate(options):
        score, best = reach[turned - step.sideways][: -step.length] + step.gain, rising[step.length :]
        taken[step.length :][score > best] = place
        np.maximum(best, score, out=best)
    # After a tile the felt may show for a while.
    rising += covered
    highest = np.maximum.accumulate(rising)
    ends = np.maximum.accumulate(np.where(rising >= highest, np.arange(len(covered)), 0))
    return _Layer(highest - covered, ends, options, taken) if np.isfinite(highest[-1]) else None


def _traced(trail: list[list[_Layer | None]], shape: Shape, columns: int) -> tuple[Segment, ...]:
    found: list[Segment] = []
    (count, turned), stop = shape, columns
    for layers in reversed(trail[:count]):
        layer = layers[turned]
        assert layer is not None
        stop = int(layer.ends[stop])
        step = layer.steps[layer.taken[stop]]
        found.append(Segment(stop - step.length, stop, step.sideways))
        stop -= step.length
        turned -= step.sideways
    return tuple(reversed(found))


def unexplained_mm(evidence: RowEvidence, found: tuple[Segment, ...]) -> float:
    """Covered columns outside all segments and bare columns inside them, mm."""
    inside = np.zeros(len(evidence.core), dtype=bool)
    for piece in found:
        inside[piece.start : piece.stop] = True
    wrong = np.where(inside, 1.0 - evidence.core, evidence.core)
    return float(wrong.sum()) / PX_PER_MM
