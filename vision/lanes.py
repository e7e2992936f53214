"""Tiles side by side in one row: where each begins and which lie sideways, as best explains the covered columns.

Dynamic programming over half millimetres: every column is felt, or belongs to an upright tile (one width) or a sideways
tile (one height long, with felt showing beyond its shorter side).
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from hardware.profiles.table import TileSize
from vision.camera import Floats
from vision.faces import Image
from vision.zones import PX_PER_MM, View

_SLACK_MM: Final = 0.5
"""How much shorter or longer than its size a tile may seem."""
_SEAM_GAIN: Final = 6.0
_SLACK_COST: Final = 0.5
_WING_WEIGHT: Final = 0.8
_SEAM_DEPTH: Final = 24.0
_SEAM_REACH: Final = 3


@dataclass(frozen=True, slots=True)
class Lane:
    """Evidence of a row, 0-1 per column: covered along its middle, covered along the rim, seam between tiles."""

    core: Floats
    wings: Floats
    seam: Floats


@dataclass(frozen=True, slots=True)
class Lying:
    """A tile that lies flat: centre in mm of the seat frame, and whether it is sideways for its owner."""

    across: float
    distance: float
    sideways: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """A tile of a row: first column and one past the last, in pixels of the view."""

    start: int
    stop: int
    sideways: bool

    def lying(self, view: View, distance: float) -> Lying:
        """The tile in mm of the seat frame, its middle at that distance."""
        across = view.across.low + (self.start + self.stop) / 2 / PX_PER_MM
        return Lying(across, distance, self.sideways)


def seams(view: Image, rows: slice) -> Floats:
    """How much each column looks like the dark line between two tiles, 0-1, over the rows of a BGR view."""
    grey = view[rows].max(axis=2).astype(np.float64)
    padded = np.pad(grey, ((0, 0), (_SEAM_REACH, _SEAM_REACH)), mode="edge")
    columns = grey.shape[1]
    sides = np.minimum(padded[:, :columns], padded[:, 2 * _SEAM_REACH :])
    dip = np.clip((sides - grey) / _SEAM_DEPTH, 0.0, 1.0)
    # A tile turned by a degree or two has a slanting seam: take the best of the neighbouring columns in each row.
    near = np.pad(dip, ((0, 0), (1, 1)))
    return np.asarray(np.maximum(np.maximum(near[:, :-2], near[:, 1:-1]), near[:, 2:]).mean(axis=0))


def pieces(lane: Lane, size: TileSize, sideways: bool = True) -> tuple[Piece, ...]:
    """The tiles that explain a row best, left to right; ``sideways`` allows for tiles that lie on their side."""
    columns = len(lane.core)
    slack = round(_SLACK_MM * PX_PER_MM)
    # Plain lists: the loop below touches single numbers, which arrays are slow at.
    covered = np.concatenate([[0.0], np.cumsum(2.0 * lane.core - 1.0)]).tolist()
    wings = np.concatenate([[0.0], np.cumsum(_WING_WEIGHT * (2.0 * lane.wings - 1.0))]).tolist()
    seam = (_SEAM_GAIN * np.concatenate([lane.seam, [0.0]])).tolist()
    options: list[tuple[int, bool, float]] = []
    for edge, turned in ((size.width_mm, False), (size.height_mm, True)):
        if turned and not sideways:
            continue
        exact = round(edge * PX_PER_MM)
        options += [(exact + off, turned, _SLACK_COST * abs(off)) for off in range(-slack, slack + 1)]
    best = [0.0]
    taken: list[tuple[int, bool] | None] = [None]
    for stop in range(1, columns + 1):
        top, step = best[-1] - (covered[stop] - covered[stop - 1]), None
        for length, turned, cost in options:
            start = stop - length
            if start < 0:
                continue
            rim = wings[stop] - wings[start]
            gain = covered[stop] - covered[start] + (-rim if turned else rim) + seam[start] + seam[stop] - cost
            if best[start] + gain > top:
                top, step = best[start] + gain, (length, turned)
        best.append(top)
        taken.append(step)
    found: list[Piece] = []
    stop = columns
    while stop > 0:
        step = taken[stop]
        if step is not None:
            found.append(Piece(stop - step[0], stop, step[1]))
        stop -= 1 if step is None else step[0]
    return tuple(reversed(found))


def unexplained(lane: Lane, found: tuple[Piece, ...]) -> float:
    """Covered columns outside all pieces and bare columns inside them, mm."""
    inside = np.zeros(len(lane.core), dtype=bool)
    for piece in found:
        inside[piece.start : piece.stop] = True
    wrong = np.where(inside, 1.0 - lane.core, lane.core)
    return float(wrong.sum()) / PX_PER_MM
