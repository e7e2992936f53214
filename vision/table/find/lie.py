"""Which way nearly square boxes lie: a tile has room among its neighbours only one way round."""

import math
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
    lying = [each.surface is not Surface.TOP for each in tiles]
    places = np.array([(each.x, each.y) for each in tiles]).reshape(-1, 2)
    turned = -np.array(doubts, np.float64)
    for i in np.flatnonzero(np.isfinite(doubts)).tolist():
        if not lying[i]:
            continue
        away = np.linalg.norm(places - places[i], axis=1)
        near = [
            j
            for j in np.flatnonzero(away < _NEAR_MM).tolist()
            if j != i and lying[j] and abs(tiles[j].z - tiles[i].z) < 1.0
        ]
        stay, turn = (_misfit(tiles[i], quarter, [tiles[j] for j in near], size) for quarter in (0.0, 90.0))
        turned[i] += stay - turn
    return turned


def _misfit(tile: FoundTile, quarter: float, near: list[FoundTile], size: TileSize) -> float:
    """How badly a tile turned so far fits between its neighbours, as log odds."""
    turn, cost = math.radians(tile.angle + quarter), 0.0
    for other in near:
        askew = (other.angle - tile.angle - quarter + 45.0) % 180.0
        wide, tall = (size.width_mm, size.height_mm) if askew < 90.0 else (size.height_mm, size.width_mm)
        dx, dy = other.x - tile.x, other.y - tile.y
        off = abs(dx * math.cos(turn) + dy * math.sin(turn)), abs(dy * math.cos(turn) - dx * math.sin(turn))
        room = (size.width_mm + wide) / 2, (size.height_mm + tall) / 2
        in_row = _beside(other, dx, dy)
        for along, across in ((0, 1), (1, 0)):
            gap = off[along] - room[along]
            if off[across] < _BESIDE * room[across] and gap < _TOUCHING_MM and (in_row or gap < 0):
                spread = _GAP_MM if gap > 0 else _OVERLAP_MM
                cost += min((gap / spread) ** 2 / 2, _MOST if gap > 0 else 3 * _MOST)
    return cost


def _beside(other: FoundTile, dx: float, dy: float) -> bool:
    """Whether a tile lies that far to the left or right of another, and not above or below it: rows have no gaps."""
    turn = math.radians(other.angle)
    across, along = dx * math.cos(turn) + dy * math.sin(turn), dy * math.cos(turn) - dx * math.sin(turn)
    return abs(across) > abs(along)
