"""Signs against the reported height of each stack of a wall."""

import numpy as np

from hardware.profiles.layout import Layout
from vision.arrays import Floats
from vision.explain.wall.seat_wall import SeatWall
from vision.explain.wall.stacks import BEYOND
from vision.explain.wall.widths import Eye

_SURE = 12.0
"""Log odds from which on nothing is surer; chosen."""
_FEWEST = 3
"""Tiles from which their line says something; chosen: a line goes through any two."""


def stack_signs(part: SeatWall, heights: Floats, matched: Floats, layout: Layout, eye: Eye | None) -> dict[str, Floats]:
    """Signs [stacks] of the likeliest of its ``heights``; ``matched`` [M]: how likely each match of its tiles is."""
    count = len(heights)
    best, likely = heights.argmax(axis=1), heights.max(axis=1)
    likely = np.clip(likely, 1e-9, 1 - 1e-9)
    match = int(matched.argmax())
    stacks = part.matches.stack[match]
    lies = np.flatnonzero(stacks >= 0)
    at = stacks[lies]
    high = (best[at] > 1).astype(int)
    places = part.matches.places[match][BEYOND:-BEYOND]
    around = np.concatenate([best[:1], best, best[-1:]])
    differs = around[1:] != around[:-1]
    lone = differs[:-1] & differs[1:]

    def on_stacks(values: Floats, otherwise: float = 0.0) -> Floats:
        each = np.full(count, otherwise)
        each[at] = values
        return each

    widths = layout.profile.tile.width_mm
    # A wall is at its confirmed place, however far it had slid.
    known = part.tiles.known[lies]
    slid = 0.0 if (known == at).any() else abs(float(places.mean())) / widths
    side = 2.0 * high - 1.0
    share = float(matched.max() / matched.sum())
    tilt = 0.0 if eye is None else float(np.hypot(eye[0], eye[1]) / eye[2])
    return {
        "height": best.astype(np.float64),
        "other height": np.maximum(np.log((1 - likely) / likely), -_SURE),
        "empty": np.asarray(best == 0, np.float64),
        "single": np.asarray(best == 1, np.float64),
        "lone": np.asarray(lone & (best != 2), np.float64),
        "step": np.asarray(differs[:-1] | differs[1:], np.float64),
        "not found": np.asarray((on_stacks(np.ones(len(at))) == 0) & (best > 0), np.float64),
        "seen otherwise": on_stacks(np.clip(-side * part.lead[lies], -_SURE, _SURE), -_SURE),
        "off place": on_stacks(np.abs(part.tiles.along[lies, high] - places[at]) / widths),
        "laid before": on_stacks(np.isin(lies, list(part.before)) * (best[at] == 1.0)),
        "face": on_stacks(np.asarray(~part.tiles.back[lies], np.float64)),
        "other match": np.full(count, np.log((1 - share + 1e-6) / share)),
        "uneven": np.full(count, _uneven(part.tiles.along[lies, high], part.tiles.out[lies, high])),
        "shift": np.full(count, slid),
        "ends": np.full(count, float(best[0] == 0) + float(best[-1] == 0)),
        "tiles": np.full(count, len(at) / count),
        "aslant": np.full(count, tilt),
        "doubtful": np.full(count, float((1 - likely).sum())),
    }


def _uneven(along: Floats, out: Floats) -> float:
    """Standard deviation, mm, of tiles across the line that they lie in."""
    if len(along) <= _FEWEST:
        return 0.0
    across, off = along - along.mean(), out - out.mean()
    off = off - across * (across @ off) / max(float(across @ across), 1e-9)
    return float(np.sqrt(off @ off / len(off)))
