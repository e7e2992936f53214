"""Tiles that lie side by side, as one seat sees them: rows of neighbours, with the room of tiles not found."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from controller.ports.eyes import SeenTile
from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from hardware.profiles.schema import TileSize
from vision.arrays import Floats
from vision.explain.found import FoundTile, Surface

TILE_MM: Final = 3.0
"""Standard deviation, mm, of a tile's place in its row, to each axis; as tiles lie on photographs of games."""
TILE_TURN: Final = 4.0
"""Standard deviation, degrees, of a tile's angle in its row; likewise."""
GAP_MM: Final = 5.0
"""Gaps that players leave between neighbours, mm, as a standard deviation; chosen: photographs show up to 7 mm."""
_FARTHEST: Final = 3.0
"""Standard deviations beyond which two tiles are no neighbours; chosen: one pair in 400 of those that are."""
_HOLES: Final = 2
"""Most tiles that may be missing between two neighbours of a row; chosen: 1 in 50 is not found, and a row has six."""
_HOLE_COST: Final = 8.0
"""Squared standard deviations that a missing tile counts: twice the logarithm of 1 in 50."""


@dataclass(frozen=True, slots=True, eq=False)
class SeatTiles:
    """Lying tiles in the frame of one seat: ``number`` in the list of found ones, middle mm, degrees askew, which way.

    ``turned``: sideways for that seat; ``upset``: its top is towards that seat, or to the left where it is sideways.
    """

    seat: Seat
    number: NDArray[np.int64]
    across: Floats
    distance: Floats
    tilt: Floats
    turned: NDArray[np.bool_]
    upset: NDArray[np.bool_]

    def only(self, chosen: NDArray[np.bool_] | Sequence[int]) -> "SeatTiles":
        """Some of the tiles."""
        pick = np.asarray(chosen)
        return SeatTiles(
            self.seat,
            self.number[pick],
            self.across[pick],
            self.distance[pick],
            self.tilt[pick],
            self.turned[pick],
            self.upset[pick],
        )


@dataclass(frozen=True, slots=True)
class RowTile:
    """A tile in a row: its number among the found ones (None: room of one that was not found), middle, and how it lies.

    ``gap``: mm between it and the tile before, 0 at the left end.
    """

    number: int | None
    across: float
    distance: float
    turned: bool
    gap: float = 0.0


Row = tuple[RowTile, ...]
"""Neighbours from left to right as their owner sees them."""


def seat_tiles(found: Sequence[FoundTile], numbers: Sequence[int], layout: Layout, seat: Seat) -> SeatTiles:
    """Those of the found tiles in the frame of a seat."""
    places = [layout.local(seat, found[each].x, found[each].y) for each in numbers]
    across, distance = np.array(places, np.float64).reshape(-1, 2).T
    turn = np.array([found[each].angle for each in numbers], np.float64) + 90.0 * seat
    quarter = np.round(turn / 90.0).astype(np.int64)
    return SeatTiles(
        seat,
        np.array(numbers, np.int64),
        across,
        distance,
        turn - 90.0 * quarter,
        quarter % 2 == 1,
        quarter % 4 >= 2,
    )


def rows(tiles: SeatTiles, size: TileSize) -> list[Row]:
    """Rows along the seat's edge, the nearest to the centre first; every tile lies in one of them."""
    count = len(tiles.number)
    right, left = [-1] * count, [-1] * count
    gaps: dict[int, tuple[float, int]] = {}
    for i, j, gap, holes in _links(tiles, size):
        if right[i] < 0 and left[j] < 0 and not _reaches(right, j, i):
            right[i], left[j] = j, i
            gaps[j] = gap, holes
    found = []
    for start in range(count):
        if left[start] < 0:
            row = [_row_tile(tiles, start, 0.0)]
            place = start
            while right[place] >= 0:
                place = right[place]
                gap, holes = gaps[place]
                row += _room(row[-1], _row_tile(tiles, place, gap), holes)
                row.append(_row_tile(tiles, place, gap if not holes else 0.0))
            found.append(tuple(row))
    return sorted(found, key=middle)


def middle(row: Row) -> float:
    """Mean distance of a row from the centre, mm."""
    return sum(each.distance for each in row) / len(row)


def seen(tile: FoundTile) -> SeenTile:
    """A found tile as the controller takes it; a back is as sure as it is that a tile lies there."""
    sure = tile.confidence if tile.surface is Surface.FACE else tile.score
    return SeenTile(tile.tile, tile.x, tile.y, tile.angle % 360.0, sure, tile.other)


def _links(tiles: SeatTiles, size: TileSize) -> list[tuple[int, int, float, int]]:
    """Pairs of neighbours, the likeliest first: left one, right one, gap mm, tiles missing between them."""
    wide = np.where(tiles.turned, size.height_mm, size.width_mm) / 2
    deep = np.where(tiles.turned, size.width_mm, size.height_mm) / 2
    tilt = np.radians((tiles.tilt[:, None] + tiles.tilt[None]) / 2)
    right = tiles.across[None] - tiles.across[:, None]
    down = tiles.distance[None] - tiles.distance[:, None]
    along = right * np.cos(tilt) + down * np.sin(tilt)
    off = down * np.cos(tilt) - right * np.sin(tilt)
    # A sideways tile lies flush with the others' near edge, or anywhere up to their far edge.
    slack = deep[:, None] - deep[None]
    off = off - np.clip(off, np.minimum(slack, 0.0), np.maximum(slack, 0.0))
    gap = along - wide[:, None] - wide[None]
    pair = np.sqrt(2.0) * TILE_MM
    off_cost = (off / pair) ** 2
    found: list[tuple[float, int, int, float, int]] = []
    for holes in range(_HOLES + 1):
        # A missing tile may have lain sideways.
        room = gap - holes * size.width_mm
        over = np.maximum(room - (holes > 0) * (size.height_mm - size.width_mm), 0.0)
        cost = off_cost / (1 + holes) ** 2 + (np.minimum(room, 0.0) / pair) ** 2 + over**2 / (pair**2 + GAP_MM**2)
        for i, j in np.argwhere((cost < _FARTHEST**2) & (along > 0)).tolist():
            found.append((float(cost[i, j]) + holes * _HOLE_COST, i, j, float(gap[i, j]), holes))
    return [each[1:] for each in sorted(found)]


def _reaches(right: list[int], start: int, goal: int) -> bool:
    place = start
    while place >= 0:
        if place == goal:
            return True
        place = right[place]
    return False


def _row_tile(tiles: SeatTiles, place: int, gap: float) -> RowTile:
    return RowTile(
        int(tiles.number[place]),
        float(tiles.across[place]),
        float(tiles.distance[place]),
        bool(tiles.turned[place]),
        gap,
    )


def _room(before: RowTile, after: RowTile, holes: int) -> list[RowTile]:
    """Rooms of tiles that were not found between two that were."""
    shares = [(place + 1) / (holes + 1) for place in range(holes)]
    return [
        RowTile(
            None,
            before.across + share * (after.across - before.across),
            before.distance + share * (after.distance - before.distance),
            turned=False,
        )
        for share in shares
    ]
