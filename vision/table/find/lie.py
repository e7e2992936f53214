"""Which way nearly square boxes lie: a tile has room among its neighbours only one way round."""

from typing import Final

import numpy as np

from hardware.profiles.schema import TileSize
from vision.arrays import Floats
from vision.explain.found import FoundTile, Surface

_NEAR_MM: Final = 48.0
"""mm within which tiles are neighbours; chosen: two lengths of a tile, less half a gap."""
_OVERLAP_MM: Final = 1.2
"""mm by which neighbours may seem to overlap, as a standard deviation: what places are off."""
_GAP_MM: Final = 3.0
"""The same of the gap between neighbours; chosen: players leave some."""
_MOST: Final = 1.5
"""Log odds that one gap may speak for a way at most; chosen: the neighbour may be none."""
_BESIDE: Final = 0.6
"""Share of their half sizes by which neighbours may be out of line; chosen: rows sway."""
_TOUCHING_MM: Final = 9.0
"""mm of gap beyond which a tile is no neighbour; chosen: half a tile's width."""


def ways_round(tiles: list[FoundTile], doubts: Floats, size: TileSize) -> Floats:
    """Log odds [N] that tiles lie a quarter turn on from what was found; ``doubts`` [N]: that they do not."""
    turned = -np.array(doubts, np.float64)
    lying = np.array([each.surface is not Surface.TOP for each in tiles], np.bool_)
    asked = np.flatnonzero(np.isfinite(turned) & lying)
    if len(asked):
        places = np.array([(each.x, each.y, each.z, each.angle) for each in tiles])
        away = places[None] - places[asked, None]
        near = (np.hypot(away[..., 0], away[..., 1]) < _NEAR_MM) & (np.abs(away[..., 2]) < 1.0) & lying
        near[np.arange(len(asked)), asked] = False
        one, other = np.nonzero(near)
        angle = places[asked[one], 3]
        for quarter, sign in ((0.0, 1.0), (90.0, -1.0)):
            cost = _misfit(angle + quarter, places[other, 3], away[one, other], size)
            turned[asked] += sign * np.bincount(one, cost, minlength=len(asked))
    return turned


def _misfit(angle: Floats, other: Floats, away: Floats, size: TileSize) -> Floats:
    """How badly tiles turned by such angles fit beside others ``away`` [N, 2...] mm from them, as log odds [N]."""
    dx, dy = away[:, 0], away[:, 1]
    upright = (other - angle + 45.0) % 180.0 < 90.0
    wide = np.where(upright, size.width_mm, size.height_mm)
    tall = size.width_mm + size.height_mm - wide
    off, room = _turned(dx, dy, angle), ((size.width_mm + wide) / 2, (size.height_mm + tall) / 2)
    # Beside the other, not above or below it: rows have no gaps.
    in_row = np.greater(*_turned(dx, dy, other))
    cost = np.zeros(len(dx))
    for along, across in ((0, 1), (1, 0)):
        gap = off[along] - room[along]
        counts = (off[across] < _BESIDE * room[across]) & (gap < _TOUCHING_MM) & (in_row | (gap < 0))
        spread, most = np.where(gap > 0, _GAP_MM, _OVERLAP_MM), np.where(gap > 0, _MOST, 3 * _MOST)
        cost += counts * np.minimum((gap / spread) ** 2 / 2, most)
    return cost


def _turned(dx: Floats, dy: Floats, degrees: Floats) -> tuple[Floats, Floats]:
    """How far to the side and how far up or down others lie of tiles turned so."""
    turn = np.radians(degrees)
    return np.abs(dx * np.cos(turn) + dy * np.sin(turn)), np.abs(dy * np.cos(turn) - dx * np.sin(turn))
