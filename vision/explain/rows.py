"""Rows of lying tiles side by side, each in the frame of its owner, with gaps for undetected tiles."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import repeat
from typing import Final

import numpy as np
from numpy.typing import NDArray

from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from vision.arrays import Floats
from vision.explain.found import FoundTile

TILE_MM: Final = 3.0
"""Standard deviation, mm, of a tile's place in its row, along each axis; as tiles lie on photographs of games."""
GAP_MM: Final = 5.0
"""Gap that players leave between neighbours, mm, as a standard deviation; chosen: photographs show up to 7 mm."""
_PAIR_MM: Final = TILE_MM * 2.0**0.5
_TILT: Final = 26.0
"""Largest angle, degrees, between neighbours; chosen: over 3 standard deviations of two tiles 4 degrees off."""
_FARTHEST: Final = 9.0
"""Squared standard deviations beyond which two tiles are no neighbours; chosen: 1 in 100 true pairs."""
_ALIKE: Final = 40.0
"""Largest offset from one line, in squared standard deviations, of two equal faces in the area of hands and melds, as
of a pung that sticks have pushed; chosen: two in games lay 17 and 25 mm out."""
_HOLES: Final = 2
"""Most tiles that may be missing between two neighbours of a row; chosen: 1 in 50 is undetected, and a row has six."""
_BETWEEN_MM: Final = 20.0
"""Distance, mm, off the line between two tiles within which a third one is between them; chosen: the next row is 29
off."""
HOLE_COST: Final = 8.0
"""Cost, in squared deviations, of a missing tile: twice the logarithm of 50 (1 in 50)."""
TURNED_COST: Final = 6.0
"""Cost, in squared deviations, of a sideways neighbour: twice the logarithm of 20 (1 in 20); half of the rivers have
one."""
_REGION_MM: Final = 20.0
"""Standard deviation, mm, of how far a row extends beyond the diagonals between its owner and the neighbours; chosen: a
row of eight that was shifted by 25 mm reaches 39 mm beyond."""

_SLOPED: Final = 4
"""Fewest tiles from which a row has a direction; chosen: with fewer, a tile 3 mm off turns it by 4 degrees."""
_SLOPE: Final = 0.15
"""Steepest slope of a row; chosen: 8 degrees, as rows are turned on photographs."""
CORNER_MM: Final = 195.0
"""Distance, mm, from both middle lines of the table beyond which only melds lie, of the player whose right corner it
is; chosen: hands shifted by 40 mm end at 190, and melds pushed in by 70 mm begin at 184."""
RAIL_MM: Final = 215.0
"""Distance, mm, from the centre beyond which tiles lie outside the walls; chosen: the fourth row of a river shifted by
25 mm is at 192, a hand pushed in by as much at 245."""
_BEFORE_MM: Final = 60.0
"""Distance, mm, before a corner up to which melds may extend: a fourth row behind three is 20-40 before it."""


@dataclass(frozen=True, slots=True)
class RowTile:
    """A tile in a row, in the frame of its owner, mm: its centre, and whether it lies sideways (``turned``).

    ``number``: index among the detected tiles, None for the gap of an undetected one; ``gap``: free space between it
    and the tile before it, 0 at the left end.
    """

    number: int | None
    across: float
    distance: float
    turned: bool
    gap: float = 0.0

    def half(self, layout: Layout) -> float:
        """Half of its width along the row, mm."""
        size = layout.profile.tile
        return (size.height_mm if self.turned else size.width_mm) / 2


@dataclass(frozen=True, eq=False)
class Row:
    """Neighbouring tiles from left to right as their owner sees them; ``parted``: a piece split off a linked row."""

    owner: Seat
    tiles: tuple[RowTile, ...]
    parted: bool = False

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """Indices of the detected tiles of the row."""
        return tuple(each.number for each in self.tiles if each.number is not None)

    @cached_property
    def distance(self) -> float:
        """Mean distance from the centre, mm."""
        return sum([each.distance for each in self.tiles]) / len(self.tiles)

    @cached_property
    def across(self) -> float:
        """Middle between its ends, mm."""
        return (self.tiles[0].across + self.tiles[-1].across) / 2

    def line(self, across: float) -> float:
        """Distance, mm, of the row's centre line at a place; a row too short to have a direction counts as straight."""
        slope, middle = self._slope
        return self.distance + slope * (across - middle)

    @cached_property
    def _slope(self) -> tuple[float, float]:
        """Slope of the centre line, and the place across, mm, about which it turns."""
        count = len(self.tiles)
        middle = sum([each.across for each in self.tiles]) / count
        if count < _SLOPED:
            return 0.0, middle
        spread = sum([(each.across - middle) ** 2 for each in self.tiles])
        slope = sum([(each.across - middle) * (each.distance - self.distance) for each in self.tiles]) / spread
        return max(-_SLOPE, min(_SLOPE, slope)), middle


def joined(one: Row, other: Row, layout: Layout) -> Row:
    """Join two pieces of a row into one, without gaps that a detected tile fills."""
    tiles: list[RowTile] = []
    real = [each for each in (*one.tiles, *other.tiles) if each.number is not None]
    for each in sorted((*one.tiles, *other.tiles), key=lambda tile: tile.across):
        taken = each.number is None and any(abs(each.across - it.across) < each.half(layout) for it in real)
        if not taken:
            _append(tiles, each, 0, layout)
    return Row(one.owner, tuple(tiles))


def name_of(each: RowTile, found: Sequence[FoundTile]) -> Tile | None:
    """Classified face of a tile in a row; None for a back or an undetected tile."""
    return None if each.number is None else found[each.number].tile


def without_room(tiles: Sequence[RowTile]) -> tuple[RowTile, ...]:
    """Return a piece of a row without gaps of undetected tiles at its ends; the first tile's ``gap`` becomes 0."""
    found = [place for place, each in enumerate(tiles) if each.number is not None]
    piece = tiles[found[0] : found[-1] + 1] if found else ()
    return (replace(piece[0], gap=0.0), *piece[1:]) if piece else ()


def table_rows(found: Sequence[FoundTile], lying: Sequence[int], layout: Layout) -> list[Row]:
    """Link lying tiles into rows along the four edges; each tile is in one row. ``lying``: indices into ``found``."""
    count = len(lying)
    x, y, turn = np.array([(found[each].x, found[each].y, found[each].angle) for each in lying]).reshape(-1, 3).T
    quarter = np.round(turn / 90.0)
    tilt, odd = turn - 90.0 * quarter, quarter.astype(np.int64) % 2 == 1
    alone = np.array([_region_cost(x, y, axis) + (odd != bool(axis)) * TURNED_COST for axis in (0, 1)])
    after: list[int] = [-1] * count
    holes: list[int] = [0] * count
    before: list[int] = [-1] * count
    axes: list[int] = [-1] * count
    names = np.array([-1 if tile is None else tile.kind for tile in (found[each].tile for each in lying)], np.int64)
    links = _links(x, y, tilt, odd, names, layout)
    links.sort()
    for _, axis, i, j, missing in links:
        if after[i] < 0 and before[j] < 0 and axes[i] in (-1, axis) and axes[j] in (-1, axis):
            after[i], before[j], holes[i] = j, i, missing
            axes[i] = axes[j] = axis
    found_rows = []
    for start in range(count):
        if before[start] < 0:
            members = [start]
            while after[members[-1]] >= 0:
                members.append(after[members[-1]])
            axis = axes[start] if axes[start] >= 0 else int(alone[:, start].argmin())
            side = float(sum((y if axis == 0 else x)[each] for each in members))
            owner = (Seat.A if side > 0 else Seat.C) if axis == 0 else (Seat.B if side > 0 else Seat.D)
            room = [holes[each] for each in members[:-1]]
            if owner in (Seat.B, Seat.C):
                members.reverse()
                room.reverse()
            tiles: list[RowTile] = []
            for each, missing in zip(members, (0, *room), strict=True):
                across, distance = layout.local(owner, float(x[each]), float(y[each]))
                _append(
                    tiles, RowTile(int(lying[each]), across, distance, bool(odd[each]) != bool(axis)), missing, layout
                )
            found_rows.append(Row(owner, tuple(tiles)))
    return found_rows


def _append(row: list[RowTile], tile: RowTile, missing: int, layout: Layout) -> None:
    """Append a tile at the right end of a row, after placeholders for ``missing`` undetected tiles."""
    if not row:
        row.append(tile)
        return
    last = row[-1]
    right, down = tile.across - last.across, tile.distance - last.distance
    for place in range(1, missing + 1):
        share = place / (missing + 1)
        row.append(RowTile(None, last.across + share * right, last.distance + share * down, turned=False))
    wide = last.half(layout) + tile.half(layout)
    gap = 0.0 if missing else math.hypot(right, down) - wide
    row.append(RowTile(tile.number, tile.across, tile.distance, tile.turned, gap))


def _links(
    x: Floats,
    y: Floats,
    tilt: Floats,
    odd: NDArray[np.bool_],
    names: NDArray[np.int64],
    layout: Layout,
) -> list[tuple[float, int, int, int, int]]:
    """Pairs that may be neighbours: cost, axis (0: along the edges of A and C, 1: of B and D), left, right, missing."""
    size = layout.profile.tile
    reach = size.height_mm + _HOLES * size.width_mm + 3.0 * (_PAIR_MM + GAP_MM)
    east, south = x[None] - x[:, None], y[None] - y[:, None]
    near = (np.abs(east) < reach) & (np.abs(south) < reach) & (np.abs(tilt[None] - tilt[:, None]) < _TILT)
    one, two = np.nonzero(np.triu(near, 1))
    mean = np.radians((tilt[one] + tilt[two]) / 2)
    cos, sin = np.cos(mean), np.sin(mean)
    right, down = east[one, two], south[one, two]
    first, second = right * cos + down * sin, down * cos - right * sin
    outside = np.maximum(np.abs(x), np.abs(y)) > RAIL_MM
    alike = (names[one] == names[two]) & (names[one] >= 0) & outside[one] & outside[two]
    found: list[tuple[float, int, int, int, int]] = []
    for axis, along, off in ((0, first, second), (1, second, -first)):
        turned = odd != bool(axis)
        wide = np.where(turned, size.height_mm, size.width_mm) / 2
        mixed = turned[one] != turned[two]
        # A sideways tile lies flush with the others' near edge, with their far edge, or anywhere between.
        slack = mixed * (size.height_mm - size.width_mm) / 2
        gap = np.abs(along) - wide[one] - wide[two]
        own = _region_cost(x, y, axis)
        aside = np.maximum(np.abs(off) - slack, 0.0) ** 2 / _PAIR_MM**2
        base = aside + (own[one] + own[two]) / 2 + mixed * TURNED_COST
        most = np.where(alike & (aside < _ALIKE), _FARTHEST + aside, _FARTHEST)
        # Two sideways tiles end to end are upright tiles of another row.
        base[turned[one] & turned[two]] = np.inf
        for holes in range(_HOLES + 1):
            room = gap - holes * size.width_mm
            # A missing tile may have lain sideways.
            over = np.maximum(room - (holes > 0) * (size.height_mm - size.width_mm), 0.0)
            cost = base + np.minimum(room, 0.0) ** 2 / _PAIR_MM**2 + over**2 / (_PAIR_MM**2 + GAP_MM**2)
            close = np.flatnonzero(cost < most + mixed * TURNED_COST)
            if holes:
                close = close[~_taken(x, y, one[close], two[close])]
            left = along[close] > 0
            first_ones = np.where(left, one[close], two[close]).tolist()
            second_ones = np.where(left, two[close], one[close]).tolist()
            costs = (cost[close] + holes * HOLE_COST).tolist()
            found += zip(costs, repeat(axis), first_ones, second_ones, repeat(holes), strict=False)
    return found


def _taken(x: Floats, y: Floats, one: NDArray[np.int64], two: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Mask [N]: a found tile is between the two tiles, so that none is missing there."""
    right, down = (at[two] - at[one] for at in (x, y))
    long = np.maximum(np.sqrt(right**2 + down**2), 1e-9)
    right, down, long = (each[:, None] for each in (right / long, down / long, long))
    east, south = (at - at[one][:, None] for at in (x, y))
    along, off = east * right + south * down, np.abs(east * down - south * right)
    return np.asarray(((along > TILE_MM) & (along < long - TILE_MM) & (off < _BETWEEN_MM)).any(axis=1))


def _region_cost(x: Floats, y: Floats, axis: int) -> Floats:
    """Cost [N] of tiles lying in rows of an axis: beyond the diagonals, or in the meld corner of another seat."""
    beyond = np.abs(x) - np.abs(y) if axis == 0 else np.abs(y) - np.abs(x)
    own = (x * y > 0) == (axis == 0)
    before = 3.0 * _REGION_MM * (CORNER_MM - np.minimum(np.abs(x), np.abs(y))) / _BEFORE_MM
    beyond = np.where(own & (np.maximum(np.abs(x), np.abs(y)) > RAIL_MM), np.minimum(beyond, before), beyond)
    in_corner = np.minimum(np.abs(x), np.abs(y)) > CORNER_MM
    beyond = np.where(in_corner, 3.0 * _REGION_MM * ~own, beyond)
    return np.asarray(np.minimum(np.maximum(beyond, 0.0) / _REGION_MM, 3.0) ** 2)
