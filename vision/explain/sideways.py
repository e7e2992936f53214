"""Orientation of faces whose boxes leave it open, by their neighbours and their places."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from controller.riichi.tile import Tile
from hardware.profiles.schema import TileSize
from vision.distances import distances
from vision.explain.found import FoundTile, Surface

_IN_LINE: Final = 0.45
"""Lengths of a tile by which neighbours are out of line at most; chosen: less than a row in front of another."""
_RAIL_MM: Final = 215.0
"""mm from the middle lines of the table beyond which a row one tile high is a hand or meld; as corners begin."""
_KONG: Final = 4
"""Tiles of a kong."""
_SURE: Final = 0.9
"""Confidence of the way of a tile that its neighbours tell; chosen: nearly sure."""
_IN_SET: Final = 1.2
"""Heights of a tile between neighbours of a set at most; chosen: 1 where both lie sideways, and gaps."""
_SET: Final = 3
"""Tiles of such a set at least."""
_EVEN: Final = 0.5
"""Probability threshold below which a tile is turned by 90 degrees."""
_CORNER_MM: Final = 30.0
"""Mm from the diagonals of the table within which a tile may be of either player's river; chosen: a tile's length."""
_PARALLEL: Final = 45.0
"""Degrees by which tiles that lie one way up are turned against each other at most."""
_ALONE: Final = 1.6
"""Widths of a tile beyond the last one that must be empty beside a separate set; chosen: as far as a sideways
neighbour."""
_GAP_MM: Final = 1.5
"""Standard deviation of gaps between touching tiles, mm; chosen: as careful players lay."""
_PLAINLY: Final = 2.0
"""Log odds from which gaps tell the sideways tile; chosen: one in eight, and melds are doubted by much else."""


def _rows(near: list[list[int]], among: NDArray[np.bool_]) -> list[list[int]]:
    """Groups of tiles of a mask that are neighbours of one another."""
    left, rows = set(np.flatnonzero(among).tolist()), []
    while left:
        row, edge = [], [left.pop()]
        while edge:
            one = edge.pop()
            row.append(one)
            new = [each for each in near[one] if each in left]
            left.difference_update(new)
            edge += new
        rows.append(row)
    return rows


def with_one_sideways(found: Sequence[FoundTile], size: TileSize) -> list[FoundTile]:
    """In a pung or kong in a meld's place without a sideways tile, turn the least certain one.

    Elsewhere most tiles are upright: an open orientation stays as found, with its doubt.
    """
    tiles = list(found)
    for group in _called(found, size):
        place = min(group, key=lambda each: found[each].way)
        way = 1.0 - found[place].way
        if found[place].way >= _EVEN:
            apart = _by_gaps(group, found, size) if found[place].tile is Tile.WHITE else None
            if apart is None:
                continue
            place, way = apart, _SURE
        tiles[place] = replace(found[place], angle=(found[place].angle + 90.0) % 360.0, way=way)
    return tiles


def with_upright_discards(found: Sequence[FoundTile]) -> list[FoundTile]:
    """Turn tiles found sideways before their players that are more likely upright.

    Tiles found upright stay so: a river has at most one sideways discard.
    """
    tiles = list(found)
    for place, tile in enumerate(found):
        across, out = sorted((abs(tile.x), abs(tile.y)))
        before_a_player = tile.surface is Surface.FACE and out < _RAIL_MM and out - across > _CORNER_MM
        along_x = abs((tile.angle + 90.0) % 180.0 - 90.0) < _PARALLEL
        if before_a_player and tile.way < _EVEN and along_x is not (abs(tile.y) > abs(tile.x)):
            tiles[place] = replace(tile, angle=(tile.angle + 90.0) % 360.0, way=1.0 - tile.way)
    return tiles


def _called(found: Sequence[FoundTile], size: TileSize) -> list[list[int]]:
    """Three or four faces alike side by side where melds lie, all of them one way up."""
    asked = [
        number
        for number, tile in enumerate(found)
        if tile.surface is Surface.FACE and max(abs(tile.x), abs(tile.y)) >= _RAIL_MM
    ]
    groups: list[list[int]] = []
    for name in {found[number].tile for number in asked}:
        like = [number for number in asked if found[number].tile is name]
        if len(like) < _SET:
            continue
        spots = np.array([(found[number].x, found[number].y) for number in like])
        near = distances(spots, spots) < _IN_SET * size.height_mm
        for row in _rows([np.flatnonzero(each).tolist() for each in near], np.ones(len(like), np.bool_)):
            own = sorted(like[place] for place in row)
            turns = [abs((found[each].angle - found[own[0]].angle + 90.0) % 180.0 - 90.0) for each in own]
            if _SET <= len(own) <= _KONG and max(turns) < _PARALLEL:
                groups.append(own)
    return groups


def _by_gaps(group: list[int], found: Sequence[FoundTile], size: TileSize) -> int | None:
    """Which of three white dragons that lie alone is the sideways one, as it keeps the others farther off."""
    turn = math.radians(found[group[0]].angle)
    at = np.array([(tile.x - found[group[0]].x, tile.y - found[group[0]].y) for tile in found])
    along, off = at @ (math.cos(turn), math.sin(turn)), at @ (-math.sin(turn), math.cos(turn))
    row = sorted(group, key=lambda each: float(along[each]))
    reach = _ALONE * size.width_mm
    near = (along > along[row[0]] - reach) & (along < along[row[-1]] + reach)
    in_line = np.flatnonzero(near & (np.abs(off) < _IN_LINE * size.height_mm))
    if len(row) != _SET or {*in_line.tolist()} != {*group}:
        return None
    gaps = np.diff(along[row]) - size.width_mm
    wide = (size.height_mm - size.width_mm) / 2
    due = np.array([(0.0, 0.0), (wide, 0.0), (wide, wide), (0.0, wide)])
    cost = ((gaps - due) ** 2).sum(axis=1) / (2 * _GAP_MM**2)
    best, second = np.argsort(cost)[:2].tolist()
    return row[best - 1] if best and cost[second] - cost[best] > _PLAINLY else None
