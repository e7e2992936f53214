"""Finds the centre of a table with known tile plane and axes, by the layout that all tables share.

Every tile votes for the centres that would put it in a river, a wall, a hand or melds of its owner. The top of a face
shows its owner; a back, or a face that looks the same upside down, leaves two possible owners.
"""

import math
from collections import defaultdict
from dataclasses import dataclass
from enum import Enum
from typing import Final

import cv2
import numpy as np

from controller.riichi.seat import SEATS
from hardware.profiles.layout import Layout
from hardware.profiles.schema import TableProfile
from vision.arrays import Floats

_STEP_MM: Final = 10.0
"""mm between the centres that are tried, and between the points of a map."""
_REACH_MM: Final = 460.0
"""mm that a map extends from the centre: half of the largest table."""
_FIELD: Final = 2 * _REACH_MM
"""Side, mm, of the squares in which tiles are counted; chosen: a table and its rim."""
_LOOSE_MM: Final = 18.0
"""Standard deviation, mm, of a zone's position from the profile; as on real photos (rows up to 25 mm)."""
_STRAY: Final = 0.05
"""Share of tiles at arbitrary positions; chosen."""


class Lie(Enum):
    """Pose of a tile: face up, back up, or standing."""

    FACE = "face"
    BACK = "back"
    STANDING = "standing"


@dataclass(frozen=True, slots=True)
class PlacedTile:
    """A tile on the plane: x, y mm, degrees clockwise of its top; ``halves``: that angle is known up to half a turn."""

    lie: Lie
    x: float
    y: float
    angle: float
    halves: bool
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class TableCentre:
    """The most probable centre, mm, and its standard deviation, mm."""

    x: float
    y: float
    spread: float


def find_centre(layout: Layout, tiles: list[PlacedTile]) -> TableCentre:
    """Return the centre of the table by tiles in a frame along its axes; without tiles the origin, with a large spread.

    Only tiles around the square that contains most of them vote: others belong to other tables, or to none.
    """
    tiles = _of_one_table(tiles)
    if not tiles:
        return TableCentre(0.0, 0.0, _REACH_MM)
    maps = _maps(layout)
    places = np.array([(tile.x, tile.y) for tile in tiles])
    low, high = places.min(axis=0) - _REACH_MM, places.max(axis=0) + _REACH_MM
    xs, ys = (np.arange(a, b + _STEP_MM, _STEP_MM) for a, b in zip(low, high, strict=True))
    score = np.zeros((len(ys), len(xs)))
    for tile in tiles:
        votes = maps[_key(tile)]
        column, row = ((np.array([tile.x, tile.y]) - low) / _STEP_MM).round().astype(int)
        half = len(votes) // 2
        # Relative to a centre at (x, y) the tile is at its position minus (x, y): the map is turned by half a turn.
        turned = (votes - votes.min())[::-1, ::-1]
        top, left = row - half, column - half
        y0, y1 = max(top, 0), min(top + len(votes), len(ys))
        x0, x1 = max(left, 0), min(left + len(votes), len(xs))
        score[y0:y1, x0:x1] += tile.weight * turned[y0 - top : y1 - top, x0 - left : x1 - left]
    chance = np.exp(score - score.max())
    chance /= chance.sum()
    row, column = np.unravel_index(int(score.argmax()), score.shape)
    near = np.hypot(*np.meshgrid(xs - xs[column], ys - ys[row])) < 4 * _LOOSE_MM
    local = np.where(near, chance, 0.0)
    x, y = (float((local * axis).sum() / local.sum()) for axis in (xs[None], ys[:, None]))
    spread = float(np.sqrt((chance * ((xs[None] - x) ** 2 + (ys[:, None] - y) ** 2)).sum()))
    return TableCentre(x, y, spread)


def _of_one_table(tiles: list[PlacedTile]) -> list[PlacedTile]:
    """Return the tiles in the table-sized square that contains most of them, and in the eight squares around it."""
    known = [tile for tile in tiles if math.isfinite(tile.x) and math.isfinite(tile.y)]
    squares = [(tile.x // _FIELD, tile.y // _FIELD) for tile in known]
    held: dict[tuple[float, float], float] = defaultdict(float)
    for tile, square in zip(known, squares, strict=True):
        held[square] += tile.weight
    if not held:
        return []
    across, down = max(held, key=lambda square: held[square])
    return [tile for tile, (x, y) in zip(known, squares, strict=True) if abs(x - across) <= 1 and abs(y - down) <= 1]


def _key(tile: PlacedTile) -> tuple[Lie, int, bool]:
    quarter = round(tile.angle / 90.0) % 4
    return tile.lie, quarter % 2 if tile.halves else quarter, tile.halves


def _maps(layout: Layout) -> dict[tuple[Lie, int, bool], Floats]:
    """Return the log likelihood of a tile at each point around the centre, by pose and direction of its top."""
    found = {}
    for lie in Lie:
        own = np.sum([_painted(zone) for zone in _zones(layout.profile, lie)], axis=0)
        whole = [np.zeros_like(own) for _ in range(4)]
        for seat in SEATS:
            for turn, share in ((0, 1.0), (1, _SIDEWAYS), (3, _SIDEWAYS)):
                # Seat B is at the table's right as seen by seat A: a quarter turn of the map puts its zones there.
                whole[(turn - seat) % 4] += share * np.rot90(own, seat)
        everywhere = float(own.mean())
        for quarter in range(4):
            alike = (whole[quarter] + whole[(quarter + 2) % 4]) / 2
            for halves, chances in ((False, whole[quarter]), (True, alike)):
                found[lie, quarter, halves] = np.log((1 - _STRAY) * chances / everywhere + _STRAY)
    return found


_SIDEWAYS: Final = 0.06
"""Share of tiles that lie sideways: one discard of riichi in a river, one of three in a meld; chosen."""


@dataclass(frozen=True, slots=True)
class _Area:
    """A rectangle of the seat frame, mm, and the usual number of tiles of one pose in it."""

    across: tuple[float, float]
    distance: tuple[float, float]
    tiles: float


def _zones(profile: TableProfile, lie: Lie) -> list[_Area]:
    """Return the areas of tiles in a pose by the profile, with their number of tiles in the middle of a round."""
    river, wall, hand, meld, tile = profile.river, profile.wall, profile.hand, profile.meld, profile.tile
    row = river.columns * tile.width_mm
    half_wall = max(wall.stacks) * tile.width_mm / 2
    half = tile.height_mm / 2
    walls = (wall.distance_mm - half, wall.distance_mm + half)
    hands = (hand.distance_mm - half, hand.distance_mm + half)
    corner = (meld.right_mm - 6 * tile.width_mm, meld.right_mm)
    melds = (meld.distance_mm - 3 * meld.row_pitch_mm, meld.distance_mm)
    if lie is Lie.STANDING:
        return [_Area((-hand.across_mm, hand.across_mm), hands, 10.0)]
    if lie is Lie.BACK:
        return [_Area((-half_wall, half_wall), walls, 12.0), _Area(corner, melds, 0.3)]
    first = (river.distance_mm, river.distance_mm + river.row_pitch_mm)
    second, third = (
        (low + n * river.row_pitch_mm, high + n * river.row_pitch_mm) for n, (low, high) in ((1, first), (2, first))
    )
    across = (river.across_mm, river.across_mm + row)
    return [
        _Area(across, first, 6.0),
        _Area(across, second, 4.0),
        _Area(across, third, 2.0),
        _Area(corner, melds, 2.0),
        _Area((-hand.across_mm, hand.across_mm), hands, 2.0),
        _Area((-half_wall, half_wall), walls, 0.3),
    ]


def _grid() -> Floats:
    """Return the points of a map [K,K,2], mm."""
    line = np.arange(-_REACH_MM, _REACH_MM + _STEP_MM, _STEP_MM)
    return np.stack(np.meshgrid(line, line), axis=2)


def _painted(area: _Area) -> Floats:
    """Return the expected number of tiles of an area of seat A at each point of a map."""
    across, distance = _grid()[..., 0], _grid()[..., 1]
    inside = (across >= area.across[0]) & (across <= area.across[1])
    inside &= (distance >= area.distance[0]) & (distance <= area.distance[1])
    blurred = cv2.GaussianBlur(inside.astype(np.float64), (0, 0), _LOOSE_MM / _STEP_MM)
    return np.asarray(blurred * area.tiles / max(float(inside.sum()), 1.0))
