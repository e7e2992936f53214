"""The discards of one seat: rows from the centre outwards, left to right as their owner sees them."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from controller.ports.eyes import SeenRiverTile, SeenTile
from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from vision.arrays import Floats
from vision.explain.found import FoundTile, TableGround, ZoneReading
from vision.explain.rows import Row, RowTile, seen

River = tuple[SeenRiverTile, ...]


def explain_river(
    seat: Seat, lying: Sequence[Row], found: Sequence[FoundTile], ground: TableGround, layout: Layout
) -> tuple[ZoneReading[River] | None, frozenset[int]]:
    """The river that rows within the walls make, and the numbers of the tiles that lie in it."""
    size = layout.profile.tile
    taken: list[Row] = []
    chance = 1.0
    for row in sorted(lying, key=lambda row: -_weight(row, found)):
        if all(abs(row.distance - other.distance) > size.height_mm * 0.6 for other in taken):
            taken.append(row)
        else:
            chance *= 1.0 - 0.7 * max(found[number].score for number in row.numbers)
    taken.sort(key=lambda row: row.distance)
    chance *= _shape_chance(taken, layout)
    chance *= _end_chance(seat, taken, ground, layout)
    content = tuple(SeenRiverTile(_seen(each, found), each.turned) for row in taken for each in row.tiles)
    return ZoneReading(content, chance), frozenset(number for row in taken for number in row.numbers)


def _weight(row: Row, found: Sequence[FoundTile]) -> float:
    return sum(found[number].score for number in row.numbers)


def _seen(tile: RowTile, found: Sequence[FoundTile]) -> SeenTile:
    if tile.number is None:
        return SeenTile(None, 0.0, 0.0, 0.0, 0.0)
    return seen(found[tile.number])


def _shape_chance(taken: list[Row], layout: Layout) -> float:
    river = layout.profile.river
    chance = 0.3 ** max(0, sum(each.turned for row in taken for each in row.tiles) - 1)
    for row in taken[:-1]:
        if len(row.tiles) < river.columns - 1:
            chance *= 0.3
    for row in taken:
        chance *= 0.5 ** (len(row.tiles) - len(row.numbers))
    if taken and taken[0].distance > river.distance_mm + layout.profile.tile.height_mm / 2 + 0.75 * river.row_pitch_mm:
        chance *= 0.3
    for one, other in pairwise(taken):
        if other.distance - one.distance > 1.5 * river.row_pitch_mm:
            chance *= 0.1
    return chance


def _end_chance(seat: Seat, taken: list[Row], ground: TableGround, layout: Layout) -> float:
    """How sure it is that no tile was missed at the ends of rows."""
    river, size = layout.profile.river, layout.profile.tile
    slots = []
    if not taken:
        slots.append((river.across_mm + size.width_mm / 2, river.distance_mm + size.height_mm / 2))
    for row in taken:
        for end, side in ((row.tiles[0], -1.0), (row.tiles[-1], 1.0)):
            wide = size.width_mm + (size.height_mm - size.width_mm) / 2 * end.turned
            slots.append((end.across + side * wide, end.distance))
    if taken and len(taken[-1].tiles) >= river.columns - 1:
        slots.append((taken[-1].tiles[0].across, taken[-1].tiles[0].distance + river.row_pitch_mm))
    chance = 1.0
    for across, distance in slots:
        outline = slot_outline(layout, seat, across, distance)
        if ground.bare(outline) < 0.5:
            chance *= 0.5
    return chance


def slot_outline(layout: Layout, seat: Seat, across: float, distance: float) -> Floats:
    """The middle of a tile's place, in the table frame [4,2] mm."""
    size = layout.profile.tile
    spots = [
        layout.place(seat, across + dx * size.width_mm * 0.3, distance + dy * size.height_mm * 0.3)
        for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    return np.array([(spot.x, spot.y) for spot in spots])
