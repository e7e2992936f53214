"""The discards of one seat: rows from the centre outwards, left to right as their owner sees them."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import numpy as np

from controller.ports.eyes import SeenRiverTile, SeenTile
from hardware.profiles.layout import Layout
from vision.arrays import Floats
from vision.explain.found import FoundTile, TableGround, ZoneReading
from vision.explain.rows import Row, RowTile, SeatTiles, middle, rows, seen

River = tuple[SeenRiverTile, ...]
_NEAREST_MM: Final = 30.0
"""Mm by which a river may lie nearer to the centre; chosen: on photographs rows are off by up to 25 mm."""
_SHIFT_MM: Final = 60.0
"""Mm by which it may reach out to the left, and twice that to the right, where rows of eight end; chosen likewise."""


def river_tiles(tiles: SeatTiles, layout: Layout) -> SeatTiles:
    """Those of a seat's tiles that may lie in its river."""
    river = layout.profile.river
    far = layout.profile.wall.distance_mm
    inside = (tiles.distance > river.distance_mm - _NEAREST_MM) & (tiles.distance < far)
    beside = (tiles.across > river.across_mm - _SHIFT_MM) & (tiles.across < -river.across_mm + 2 * _SHIFT_MM)
    own = ~tiles.turned | (np.abs(tiles.across) < tiles.distance)
    return tiles.only(inside & beside & own)


def explain_river(
    tiles: SeatTiles, found: Sequence[FoundTile], ground: TableGround, layout: Layout
) -> tuple[ZoneReading[River] | None, frozenset[int]]:
    """The river that such tiles make, and the numbers of those that lie in it."""
    size = layout.profile.tile
    taken: list[Row] = []
    chance = 1.0
    for row in sorted(rows(tiles, size), key=lambda row: -_weight(row, found)):
        if all(abs(middle(row) - middle(other)) > size.height_mm * 0.7 for other in taken):
            taken.append(row)
        else:
            chance *= 1.0 - 0.7 * max(found[each.number].score for each in row if each.number is not None)
    taken.sort(key=middle)
    chance *= _shape_chance(taken, layout)
    chance *= _end_chance(taken, tiles, ground, layout)
    content = tuple(SeenRiverTile(_seen(each, found), each.turned) for row in taken for each in row)
    used = frozenset(each.number for row in taken for each in row if each.number is not None)
    return ZoneReading(content, chance), used


def _weight(row: Row, found: Sequence[FoundTile]) -> float:
    return sum(found[each.number].score for each in row if each.number is not None)


def _seen(tile: RowTile, found: Sequence[FoundTile]) -> SeenTile:
    if tile.number is None:
        return SeenTile(None, 0.0, 0.0, 0.0, 0.0)
    return seen(found[tile.number])


def _shape_chance(taken: list[Row], layout: Layout) -> float:
    river = layout.profile.river
    chance = 0.3 ** max(0, sum(each.turned for row in taken for each in row) - 1)
    for row in taken[:-1]:
        if len(row) < river.columns - 1:
            chance *= 0.3
        elif len(row) < river.columns:
            chance *= 0.6
    for row in taken:
        chance *= 0.5 ** sum(each.number is None for each in row)
    for one, other in pairwise(taken):
        if middle(other) - middle(one) > 1.5 * river.row_pitch_mm:
            chance *= 0.1
    return chance


def _end_chance(taken: list[Row], tiles: SeatTiles, ground: TableGround, layout: Layout) -> float:
    """How sure it is that no tile follows the last one that was found."""
    river, size = layout.profile.river, layout.profile.tile
    if not taken:
        across, distance = river.across_mm + size.width_mm / 2, river.distance_mm + size.height_mm / 2
    else:
        last = taken[-1][-1]
        across, distance = (
            last.across + size.width_mm + (size.height_mm - size.width_mm) / 2 * last.turned,
            last.distance,
        )
        if len(taken[-1]) >= river.columns:
            across, distance = taken[-1][0].across, distance + river.row_pitch_mm
    outline = slot_outline(layout, tiles, across, distance)
    if ground.unseen(outline) > 0.3:
        return 0.5
    return 0.99 if ground.bare(outline) > 0.5 else 0.5


def slot_outline(layout: Layout, tiles: SeatTiles, across: float, distance: float) -> Floats:
    """The middle of a tile's place, in the table frame [4,2] mm."""
    size = layout.profile.tile
    spots = [
        layout.place(tiles.seat, across + dx * size.width_mm * 0.3, distance + dy * size.height_mm * 0.3)
        for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    return np.array([(spot.x, spot.y) for spot in spots])
