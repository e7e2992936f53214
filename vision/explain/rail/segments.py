"""Ways to split a row of tiles before a player into melds and pieces of a hand, with the cost of each.

Costs are negative natural logarithms of probabilities.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from controller.riichi.meld_layout import is_set
from controller.riichi.tile import Tile
from vision.explain.chances import unlikely
from vision.explain.found import FoundTile, Surface
from vision.explain.rows import GAP_MM, RowTile, name_of

HAND: Final = "hand"
MELD: Final = "meld"
LOOSE: Final = "loose"
KEPT: Final = 6
"""Beam width of a row; chosen: other ways are far less likely."""
KONG: Final = 1.4
"""Cost of a called kong: one called meld in four; chosen."""
_FACES_UP: Final = 5.0
"""Cost of a meld without a sideways or face-down tile, laid so by mistake; chosen: 1 in 150."""
_INNER_BACKS: Final = 1.5
"""Cost of a concealed kong with its inner tiles face down: one in five; chosen: most rules turn the outer ones down."""
_TWICE: Final = 6.0
"""Cost of a second sideways tile in a row of a meld, or of a missing tile in it; chosen: as rare as a missed tile."""
_MISSING: Final = 4.0
"""Cost of an undetected tile: 1 in 50."""
_SET: Final = 1.5
"""Weight of whether the faces make a set; chosen low: faces are misnamed, and the table is to be read as it is."""
_STRAY: Final = 6.0
"""Cost of a tile that belongs to nothing: 1 in 400; false detections are 1 in 200 and lie anywhere."""
_STRAY_BACK: Final = 3.0
"""Cost of a back that belongs to nothing, as it may be of an unrecognised wall: 1 in 20; chosen."""
_PLAIN_SCORE: Final = 0.7
"""Score from which a tile counts as plainly detected; chosen: nearly all false ones are fainter."""
_WON: Final = 1.0
"""Cost of a sideways last tile of a hand, as players mark the winning tile: 1 in 3; chosen."""
_LONG: Final = 5
"""Fewest tiles of a piece of a hand in which one may lie sideways; chosen: shorter pieces may be melds or parts of
melds."""
_HAND_PIECE: Final = 1.0
"""Cost of a face-up hand here, or of one more break in it: about 1 in 3; chosen."""
_FOURTH: Final = math.log(34.0)
"""Cost of the tile beside three equal ones being the fourth of its kind but not of a kong: by chance, one kind of 34.
"""


@dataclass(frozen=True, slots=True)
class RowPart:
    """Neighbours of one row that make a meld, a piece of a hand, or nothing; ``down``: some show their backs."""

    kind: str
    tiles: tuple[RowTile, ...]
    down: bool = False

    @property
    def turned(self) -> int | None:
        """Index of the first sideways tile, None if there is none."""
        return next((place for place, each in enumerate(self.tiles) if each.turned), None)


Way = tuple[float, tuple[RowPart, ...]]
"""Cost of a row's split, and its segments from left to right."""


def ways(tiles: Sequence[RowTile], found: Sequence[FoundTile]) -> list[Way]:
    """Most likely ways to split a row into segments, the most likely first."""
    marks = [_mark(each, found) for each in tiles]
    faces = [name_of(each, found) for each in tiles]
    gap_costs = [each.gap**2 / (2.0 * GAP_MM**2) if each.gap > 0 else 0.0 for each in tiles]
    best: list[list[Way]] = [[(0.0, ())]]
    for end in range(1, len(tiles) + 1):
        here: list[Way] = []
        for start in range(end - 1, -1, -1):
            part = marks[start:end]
            costs = {}
            if len(part) == 1:
                costs[LOOSE] = stray_cost(tiles[start], found)
            if 2 <= len(part) <= 4:
                cost = _meld_cost("".join(part), faces[start:end])
                if cost is not None:
                    costs[MELD] = cost
            if not ("f" in part and "b" in part):
                lain = _lain_cost(tiles[start:end], found, faces[start:end])
                if lain < _STRAY:
                    costs[HAND] = _HAND_PIECE + _MISSING * part.count("?") + lain
            inside = sum(gap_costs[start + 1 : end])
            for kind, cost in costs.items():
                segment = RowPart(kind, tuple(tiles[start:end]), "b" in part)
                here += [
                    (before + cost + inside + _FOURTH * _parts_kong(segments, segment, found), (*segments, segment))
                    for before, segments in best[start]
                    if kind != HAND or _may_go_on(segments, segment, tiles[start].gap)
                ]
        best.append(sorted(here, key=lambda way: way[0])[:KEPT])
    return best[-1]


def _parts_kong(before: Sequence[RowPart], right: RowPart, found: Sequence[FoundTile]) -> bool:
    """True if one of two adjacent segments is a meld of three equal faces and the next tile of the other the fourth."""
    if not before:
        return False
    left = before[-1]
    if (left.kind == MELD) == (right.kind == MELD) or right.tiles[0].gap > GAP_MM:
        return False
    meld, beside = (left, right.tiles[0]) if left.kind == MELD else (right, left.tiles[-1])
    tiles = [name_of(each, found) for each in (*meld.tiles, beside)]
    return len(tiles) == 4 and tiles[0] is not None and is_set(tiles)


def _lain_cost(tiles: Sequence[RowTile], found: Sequence[FoundTile], faces: Sequence[Tile | None]) -> float:
    """Cost of sideways tiles in a piece of a hand: a winning last tile, or one of doubtful orientation."""
    if len(tiles) < _LONG and any(each.turned for each in tiles):
        return math.inf
    cost = 0.0
    for place, each in enumerate(tiles):
        if each.turned and each.number is not None:
            won = 0 < place == len(tiles) - 1 and not is_set(faces[-3:])
            cost += min(_WON if won else math.inf, unlikely(1.0 - found[each.number].way))
    return cost


def _may_go_on(before: Sequence[RowPart], piece: RowPart, gap: float) -> bool:
    """True if a piece of a hand may follow in a row: all pieces of a hand show the same side, and have gaps between."""
    hands = [each for each in before if each.kind == HAND]
    apart = gap >= GAP_MM or not before or before[-1].kind != HAND
    return apart and all(each.down == piece.down for each in hands)


def stray_cost(tile: RowTile, found: Sequence[FoundTile]) -> float:
    """Cost of a tile that belongs to nothing; lower for a faint one."""
    if tile.number is None:
        return 0.0
    score = found[tile.number].there
    whole = _STRAY_BACK if found[tile.number].surface is Surface.BACK else _STRAY
    return whole if score >= _PLAIN_SCORE else min(whole, 1.0 - math.log(1.0 - score))


def _mark(tile: RowTile, found: Sequence[FoundTile]) -> str:
    """Letter for how a tile lies: b face down (never sideways), s sideways, f face up, ? undetected."""
    if tile.number is None:
        return "?"
    if found[tile.number].surface is Surface.BACK:
        return "b"
    return "s" if tile.turned else "f"


def _meld_cost(marks: str, faces: Sequence[Tile | None]) -> float | None:
    """Cost of tiles with such marks and faces as a meld; None if they cannot be one."""
    if marks == "bffb":
        return _of_faces(faces[1:3])
    if marks == "fbbf":
        return _INNER_BACKS + _of_faces((faces[0], faces[3]))
    sideways, missing = marks.count("s"), marks.count("?")
    if "b" in marks or missing > 1:
        return None
    if len(marks) == 2:
        return _TWICE + _STRAY if sideways == 1 and not missing else None
    cost = _MISSING * missing + (KONG if len(marks) == 4 else 0.0)
    if sideways == 0:
        cost += _FACES_UP
    elif sideways > 1:
        cost += _TWICE * (sideways - 1)
    if missing:
        return cost
    return cost + (-_SET if is_set(faces) else _SET)


def _of_faces(pair: Sequence[Tile | None]) -> float:
    """Cost of the two visible faces of a concealed kong, negative if they are equal."""
    one, other = pair
    return -_SET if one is not None and other is not None and one.kind == other.kind else _SET
