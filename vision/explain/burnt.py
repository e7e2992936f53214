"""Blank tiles told by their company: backs that a lamp burns out, and which of those faces lie sideways."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from controller.riichi.tile import COPIES, Tile
from hardware.profiles.schema import TileSize
from vision.distances import distances
from vision.explain.found import FoundTile, Surface
from vision.explain.wall.conservation import HAND

_BESIDE: Final = (0.6, 1.5)
"""Widths of a tile between the middles of neighbours in a row; chosen: they overlap by places that are off, or leave
gaps of up to 7 mm."""
_IN_LINE: Final = 0.45
"""Lengths of a tile by which neighbours are out of line at most; chosen: less than a row in front of another."""
_RAIL_MM: Final = 215.0
"""Mm from the middle lines of the table beyond which one tile high no wall stands but hands and melds lie; as corners
begin."""
_KONG: Final = 4
"""Tiles of a kong, of which two show their faces."""
_STRAIGHT: Final = 0.5
"""Widths of a tile, twice those by which the second of three in a row is off the middle of the others; chosen."""
_PAIR: Final = 2
"""White dragons side by side among backs of a wall from which on they are backs; chosen: two indicators alike are 1 in
400."""
_BACKS: Final = 2
"""Backs beside them at least; chosen: one may be the end of a kong beside a meld of white dragons."""
_PLAIN: Final = 0.7
"""Score and confidence above which a white dragon is some tile that lies; chosen: sides of standing tiles are
fainter."""
_SURE: Final = 0.9
"""Confidence of such a back, and of the way of a tile that its neighbours tell; chosen: nearly sure."""
_IN_SET: Final = 1.2
"""Heights of a tile between neighbours of a set at most; chosen: 1 where both lie sideways, and gaps."""
_SET: Final = 3
"""Tiles of such a set at least."""
_EVEN: Final = 0.5
"""Chance from which a tile likelier lies on another, and below which it likelier lies a quarter turn on."""
_CORNER_MM: Final = 30.0
"""Mm from the diagonals of the table within which a tile may be of either player's river; chosen: a tile's length."""
_PARALLEL: Final = 45.0
"""Degrees by which tiles that lie one way up are turned against each other at most."""
_ALONE: Final = 1.6
"""Widths of a tile beyond the middle of its last one in which nothing lies beside a set that lies alone; chosen: as far
as a sideways neighbour."""
_GAP_MM: Final = 1.5
"""Standard deviation of gaps between tiles that were laid against each other, mm; chosen: as careful players lay."""
_PLAINLY: Final = 2.0
"""Log odds from which gaps tell the sideways tile; chosen: one in eight, and melds are doubted by much else."""


def unburnt(found: Sequence[FoundTile], size: TileSize) -> list[FoundTile]:
    """The tiles, those white dragons being backs that lie where only backs can."""
    tiles = list(found)
    blank = np.array([tile.tile is Tile.WHITE for tile in tiles], np.bool_)
    if not blank.any():
        return tiles
    lying = np.array([tile.surface is not Surface.TOP for tile in tiles], np.bool_)
    near: list[list[int]] = [[] for _ in tiles]
    for one, other in np.argwhere(_neighbours(tiles, lying, size)).tolist():
        near[one].append(other)
    back = np.array([tile.surface is Surface.BACK for tile in tiles], np.bool_)
    face = lying & ~blank & ~back
    burnt: set[int] = set()
    too_many = sum(min(tile.score, tile.confidence) > _PLAIN for tile in tiles if tile.tile is Tile.WHITE) > COPIES
    for row in _rows(near, blank | back):
        if _only_backs(row, tiles, blank, too_many=too_many):
            # Beside a face it is one itself: of a kong, or of a meld beside one.
            burnt.update(each for each in row if blank[each] and not face[near[each]].any())
    burnt.update(each for each in _ends_of_kongs(tiles, near, face, blank | back, size) if blank[each])
    for each in burnt:
        tile = tiles[each]
        tiles[each] = replace(
            tile, surface=Surface.BACK, tile=None, other=None, angle=tile.angle % 180.0, confidence=_SURE, way=1.0
        )
    return tiles


def _only_backs(row: list[int], tiles: Sequence[FoundTile], blank: NDArray[np.bool_], *, too_many: bool) -> bool:
    """Whether the white dragons of a row of such and of backs are backs."""
    white = [each for each in row if blank[each]]
    if not white:
        return False
    plain = min(min(tiles[each].score, tiles[each].confidence) for each in white) > _PLAIN
    if len(white) == len(row):
        return plain and len(row) > COPIES
    if len(row) == _KONG and len(white) == _PAIR:
        return False
    if len(row) - len(white) < _BACKS and not too_many:
        return False
    out = max(abs(float(np.mean([getattr(tiles[each], axis) for each in row]))) for axis in ("x", "y"))
    stacked = float(np.median([tiles[each].upper for each in row if not blank[each]])) > _EVEN
    if out > _RAIL_MM and not stacked:
        # Faint ones are sides of tiles that stand, but for one of a whole hand laid face down.
        return plain or len(row) in (HAND, HAND + 1)
    return too_many or len(white) >= _PAIR


def _ends_of_kongs(
    tiles: Sequence[FoundTile], near: list[list[int]], face: NDArray[np.bool_], end: NDArray[np.bool_], size: TileSize
) -> set[int]:
    """What lies at both ends of two faces alike, where it may be an ``end``: a kong shows its inner or its outer tiles
    and lies face down with the others, as far out as melds."""
    at = np.array([(tile.x, tile.y) for tile in tiles]).reshape(-1, 2)
    ends: set[int] = set()
    for one in np.flatnonzero(face & (np.abs(at).max(axis=1) > _RAIL_MM)).tolist():
        for other in near[one]:
            if one < other and face[other] and _alike(tiles[one], tiles[other]):
                both = [
                    [
                        each
                        for each in near[inner]
                        if end[each] and np.hypot(*(at[each] + at[next_to] - 2 * at[inner])) < _STRAIGHT * size.width_mm
                    ]
                    for inner, next_to in ((one, other), (other, one))
                ]
                if all(both):
                    ends.update(*both)
    return ends


def _alike(one: FoundTile, other: FoundTile) -> bool:
    """Whether two faces are of one kind, a red five of that of the other fives."""
    return one.tile is not None and other.tile is not None and one.tile.kind == other.tile.kind


def _neighbours(tiles: Sequence[FoundTile], lying: NDArray[np.bool_], size: TileSize) -> NDArray[np.bool_]:
    """Which tiles [N, N] that lie are side by side, as either of the two lies; blank ones may lie either way."""
    at = np.array([(tile.x, tile.y) for tile in tiles]).reshape(-1, 2)
    turn = np.radians([tile.angle for tile in tiles])
    dx, dy = (at[None, :, axis] - at[:, None, axis] for axis in (0, 1))
    along = np.abs(dx * np.cos(turn)[:, None] + dy * np.sin(turn)[:, None]) / size.width_mm
    off = np.abs(dy * np.cos(turn)[:, None] - dx * np.sin(turn)[:, None]) / size.height_mm
    near = (along > _BESIDE[0]) & (along < _BESIDE[1]) & (off < _IN_LINE) & lying[:, None] & lying[None, :]
    white = np.array([tile.tile is Tile.WHITE for tile in tiles], np.bool_)
    # A blank face does not tell which way it lies: its neighbour does.
    near[white] = False
    both = near | near.T
    pairs = np.hypot(dx, dy) / size.width_mm
    both |= (pairs > _BESIDE[0]) & (pairs < _BESIDE[1]) & white[:, None] & white[None, :]
    return np.asarray(both)


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
    """The tiles, of three or four alike that lie one way up where melds do the likeliest to lie sideways doing so.

    Elsewhere most tiles lie upright: what is open stays as it was found, as a tile of which it is doubted.
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
    """The tiles, those lying upright before their players that were found sideways and likelier do not lie so.

    What was found upright stays so: of a river one discard lies sideways at most.
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
