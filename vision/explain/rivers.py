"""The discards of four seats: rows from the centre outwards, left to right as their owner sees them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from controller.ports.eyes import SeenRiverTile
from controller.riichi.seat import SEATS, Seat
from hardware.profiles.layout import Layout
from vision.explain.found import FoundTile, ZoneReading
from vision.explain.rows import TILE_MM, TURNED_COST, Row, RowTile, joined
from vision.explain.vacant import Vacancy

River = tuple[SeenRiverTile, ...]
_OFF_MM: Final = 6.0
"""Standard deviation, mm, of a tile from the line of its row; chosen: twice a tile's own, for rows that were pushed."""
_PUSHED: Final = 2.2
"""How many of them two pieces of one row lie off each other at most; chosen: under half of the 29 mm between rows."""
_FIRST_MM: Final = 15.0
"""Standard deviation, mm, of a river's first tile, and of where rows begin; rows are off by up to 25 mm."""
_OVERLAP_MM: Final = 8.0
"""Mm by which two pieces of one row may seem to overlap; chosen: some deviations of two tiles."""
_LONGEST: Final = 8
"""Most tiles of a row; on photographs rows have five to eight."""
_SHORTEST: Final = 5
"""Fewest tiles of a row that another one follows; likewise."""
_SHORT: Final = 0.3
"""Chance that a row is right which is shorter than that, or that follows after the room of a whole row; chosen."""
_SECOND_RIICHI: Final = 0.3
"""Chance that a second sideways tile in a river is right; chosen: the first one may have been called."""


@dataclass(slots=True)
class _SeatRiver:
    seat: Seat
    rows: list[Row]
    chance: float = 1.0


def explain_rivers(
    lying: Sequence[Row], found: Sequence[FoundTile], vacancy: Vacancy, layout: Layout
) -> tuple[tuple[ZoneReading[River], ...], frozenset[int]]:
    """The rivers that the rows within the walls make, and the numbers of the tiles that lie in them."""
    rivers = [_SeatRiver(seat, []) for seat in SEATS]
    singles: list[RowTile] = []
    whole = [vacancy.without_gaps(row) for row in lying]
    for row in sorted(whole, key=lambda row: -len(row.numbers)):
        if len(row.tiles) > 1:
            _put(rivers[row.owner], row, layout)
        else:
            singles += row.tiles
    for tile in singles:
        _place_single(rivers, tile, found, layout)
    readings, used = [], set[int]()
    for river in rivers:
        river.rows.sort(key=lambda row: row.distance)
        chance = river.chance * _shape_chance(river.rows, layout) * _ends_chance(river, vacancy, layout)
        tiles = [each for row in river.rows for each in row.tiles]
        readings.append(
            ZoneReading(tuple(SeenRiverTile(vacancy.seen(each, river.seat), each.turned) for each in tiles), chance)
        )
        used.update(each.number for each in tiles if each.number is not None)
    return tuple(readings), frozenset(used)


def _put(river: _SeatRiver, row: Row, layout: Layout) -> None:
    """Add a row, or the piece of one that lies there already."""
    for place, other in enumerate(river.rows):
        if _off(other, row) < _PUSHED * _OFF_MM and _apart(other, row, layout) > -_OVERLAP_MM:
            river.rows[place] = joined(other, row, layout)
            return
    river.rows.append(row)


def _off(one: Row, other: Row) -> float:
    """How far mm the lines of two pieces lie off each other, where they come nearest."""
    if one.across > other.across:
        one, other = other, one
    middle = (one.tiles[-1].across + other.tiles[0].across) / 2
    return abs(one.line(middle) - other.line(middle))


def _apart(one: Row, other: Row, layout: Layout) -> float:
    """Mm between the ends of two pieces; negative where they overlap."""
    if one.across > other.across:
        one, other = other, one
    right, left = one.tiles[-1], other.tiles[0]
    return left.across - right.across - right.half(layout) - left.half(layout)


def _place_single(rivers: list[_SeatRiver], tile: RowTile, found: Sequence[FoundTile], layout: Layout) -> None:
    """Give a tile that has no neighbour to the river in which it lies best, or to none."""
    if tile.number is None:
        return
    it = found[tile.number]
    options: list[tuple[float, int, int, Row]] = []
    for river in rivers:
        across, distance = layout.local(river.seat, it.x, it.y)
        if distance > abs(across) / 2:
            turned = round((it.angle + 90.0 * river.seat) / 90.0) % 2 == 1
            row = Row(river.seat, (RowTile(tile.number, across, distance, turned),))
            for cost, place in _fits(river, row, layout):
                options.append((cost + turned * TURNED_COST, int(river.seat), place, row))
    options.sort(key=lambda option: option[:3])
    if not options:
        return
    best = options[0]
    stray = 2.0 * math.log(max(it.score, 1e-3) / (1.0 - min(it.score, 0.999))) + 10.0
    sure = 1.0 / (1.0 + math.exp((best[0] - stray) / 2.0))
    for other in options[1:]:
        if other[1:3] != best[1:3]:
            sure = min(sure, 1.0 / (1.0 + math.exp((best[0] - other[0]) / 2.0)))
            rivers[other[1]].chance *= 1.0 / (1.0 + math.exp((best[0] - other[0]) / 2.0))
            break
    rivers[best[1]].chance *= max(sure, 1.0 - sure)
    if best[0] < stray:
        _, seat, place, row = best
        if place < 0:
            rivers[seat].rows.append(row)
        else:
            rivers[seat].rows[place] = joined(rivers[seat].rows[place], row, layout)


def _fits(river: _SeatRiver, row: Row, layout: Layout) -> list[tuple[float, int]]:
    """Squared deviations of a single tile at the end of each row, and (-1) as the first one of a row."""
    place, size, tile = layout.profile.river, layout.profile.tile, row.tiles[0]
    if not river.rows:
        due = place.across_mm + tile.half(layout), place.distance_mm + size.height_mm / 2
        return [(((tile.across - due[0]) ** 2 + (tile.distance - due[1]) ** 2) / _FIRST_MM**2, -1)]
    fits = []
    for number, other in enumerate(river.rows):
        apart = _apart(other, row, layout)
        if apart > -_OVERLAP_MM:
            long = max(0, len(other.tiles) + 1 - _LONGEST)
            fits.append(((_off(other, row) / _OFF_MM) ** 2 + (max(0.0, apart) / _OFF_MM) ** 2 + 9.0 * long, number))
    last = max(river.rows, key=lambda each: each.distance)
    below = tile.distance - last.line(tile.across) - place.row_pitch_mm
    left = tile.across - tile.half(layout) - (last.tiles[0].across - last.tiles[0].half(layout))
    short = 3.0 * max(0, _SHORTEST - len(last.tiles))
    fits.append(((below / _OFF_MM) ** 2 + (left / _FIRST_MM) ** 2 + short, -1))
    return fits


def _shape_chance(rows: list[Row], layout: Layout) -> float:
    """How likely rows of these lengths and distances are all of a river."""
    place, size = layout.profile.river, layout.profile.tile
    chance = _SECOND_RIICHI ** max(0, sum(each.turned for row in rows for each in row.tiles) - 1)
    for row in rows[:-1]:
        chance *= _SHORT ** max(0, _SHORTEST - len(row.tiles))
    before = place.distance_mm + size.height_mm / 2 - place.row_pitch_mm
    for row in rows:
        pitch = row.distance - before
        chance *= _SHORT if pitch > 1.75 * place.row_pitch_mm or pitch < place.row_pitch_mm / 3 else 1.0
        before = row.distance
    for row in rows:
        # Tiles that overlap are not two.
        chance *= _SHORT ** sum(
            two.across - one.across < (one.half(layout) + two.half(layout)) / 2 for one, two in pairwise(row.tiles)
        )
    return chance


def _ends_chance(river: _SeatRiver, vacancy: Vacancy, layout: Layout) -> float:
    """How sure it is that no tile was missed at the ends of rows and after the last one."""
    place, size = layout.profile.river, layout.profile.tile
    if not river.rows:
        first = place.across_mm + size.width_mm / 2, place.distance_mm + size.height_mm / 2
        return vacancy.chance(river.seat, *first)
    chance = 1.0
    for row in river.rows:
        for end, side in ((row.tiles[0], -1.0), (row.tiles[-1], 1.0)):
            across = end.across + side * (end.half(layout) + size.width_mm / 2 + TILE_MM / 2)
            chance *= vacancy.chance(river.seat, across, row.line(across))
    last = river.rows[-1]
    if len(last.tiles) >= _SHORTEST:
        across = last.tiles[0].across
        chance *= vacancy.chance(river.seat, across, last.line(across) + place.row_pitch_mm)
    return chance
