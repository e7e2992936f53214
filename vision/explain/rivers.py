"""The discards of four seats: rows from the centre outwards, left to right as their owner sees them."""

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from controller.ports.eyes import SeenRiverTile
from controller.riichi.seat import SEATS, Seat
from hardware.profiles.layout import Layout
from vision.explain.chances import UNWEIGHED, unlikely
from vision.explain.found import FoundTile, Surface, ZoneReading
from vision.explain.rows import TILE_MM, Row, RowTile, joined, way_cost
from vision.explain.vacant import Vacancy

River = tuple[SeenRiverTile, ...]
Signs = defaultdict[str, float]
_OFF_MM: Final = 6.0
"""Standard deviation, mm, of a tile from the line of its row; chosen: twice a tile's own, for rows that were pushed."""
_PUSHED: Final = 2.2
"""How many of them two pieces of one row lie off each other at most; chosen: under half of the 29 mm between rows."""
_FIRST_MM: Final = 15.0
"""Standard deviation, mm, of a river's first tile, and of where rows begin; rows are off by up to 25 mm."""
_GAP_MM: Final = 60.0
"""Mm between two pieces of one row at most; chosen: beyond, it is a neighbour's row."""
_OVERLAP_MM: Final = 8.0
"""Mm by which two pieces of one row may seem to overlap; chosen: some deviations of two tiles."""
_PUSHED_MM: Final = 10.0
"""Mm farther out than its row at which the first tile may as well begin the next one, pushed up to it; chosen: over
three deviations of a tile, a third of the way to where it is due."""
_LONGEST: Final = 8
"""Most tiles of a row; on photographs rows have five to eight."""
_SHORTEST: Final = 5
"""Fewest tiles of a row that another one follows; likewise."""
_ROWS: Final = 2
"""Rows that another one follows when they are full; the third one goes on."""
_STRAY: Final = 10.0
"""Squared deviations by which a sure tile within the walls is none of a river; chosen: twice the logarithm of 1 in 150.
"""
_FAR: Final = 60.0
"""Squared deviations from which on a stray tile says nothing of a river; chosen: 46 mm or more from a row's end."""
_SPREAD_COST: Final = 2.0 * math.log(_FIRST_MM / _OFF_MM)
"""Squared deviations that count for a place, along one axis, that is spread over rows' beginnings and not over ends."""
_SHARED_MM: Final = 55.0
"""Mm from a diagonal of the table within which a tile may be of either neighbour's river; chosen: a row of eight that
was shifted by 25 mm reaches 39 mm beyond, and rows are pushed."""
_CLEAR: Final = 8.0
"""Logarithm of the odds from which on nothing is left to decide; chosen: 1 in 3000."""


@dataclass(slots=True)
class _SeatRiver:
    """``signs``: what speaks against it, see ``vision.explain.chances``."""

    seat: Seat
    rows: list[Row]
    signs: Signs = field(default_factory=lambda: defaultdict(float))


def explain_rivers(
    lying: Sequence[Row], found: Sequence[FoundTile], vacancy: Vacancy, layout: Layout
) -> tuple[tuple[ZoneReading[River], ...], frozenset[int]]:
    """The rivers that the rows within the walls make, and the numbers of the tiles that lie in them."""
    rivers = [_SeatRiver(seat, []) for seat in SEATS]
    singles: list[RowTile] = []
    faces = (each for row in lying if (each := _without_backs(row, found)) is not None)
    for row in sorted(faces, key=lambda row: -len(row.numbers)):
        if len(row.tiles) > 1:
            _put(rivers[row.owner], row, layout)
        else:
            singles += row.tiles
    for tile in singles:
        _place_single(rivers, tile, found, vacancy, layout)
    for river in rivers:
        _settle_ends(rivers, river, found, vacancy, layout)
    readings, used = [], set[int]()
    for river in rivers:
        river.rows.sort(key=lambda row: row.distance)
        if _far_out(river, vacancy, layout):
            river.rows.clear()
            river.signs["far out"] = 1
        signs = {**river.signs, **_shape_signs(river.rows, layout), **_ends_signs(river, vacancy, layout)}
        tiles = [each for row in river.rows for each in row.tiles]
        content = tuple(SeenRiverTile(vacancy.seen(each, river.seat), each.turned) for each in tiles)
        readings.append(ZoneReading(content, UNWEIGHED, signs=signs))
        used.update(each.number for each in tiles if each.number is not None)
    return tuple(readings), frozenset(used)


def _without_backs(row: Row, found: Sequence[FoundTile]) -> Row | None:
    """A row without the backs at its ends, of walls or shadows, as discards lie face up; None if none is left."""
    shown = [
        place
        for place, each in enumerate(row.tiles)
        if each.number is not None and found[each.number].surface is Surface.FACE
    ]
    return replace(row, tiles=row.tiles[shown[0] : shown[-1] + 1]) if shown else None


def _put(river: _SeatRiver, row: Row, layout: Layout) -> None:
    """Add a row, or the piece of one that lies there already."""
    for place, other in enumerate(river.rows):
        apart = _apart(other, row, layout)
        if _off(other, row) < _PUSHED * _OFF_MM and -_OVERLAP_MM < apart < _GAP_MM:
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


def _place_single(
    rivers: list[_SeatRiver], tile: RowTile, found: Sequence[FoundTile], vacancy: Vacancy, layout: Layout
) -> None:
    """Give a tile that has no neighbour to the river in which it lies best, or to none."""
    if tile.number is None:
        return
    options = sorted(_options(rivers, tile.number, found, vacancy, layout), key=lambda option: option[:3])
    score = min(max(found[tile.number].score, 1e-3), 1.0 - 1e-3)
    stray = 2.0 * math.log(score / (1.0 - score)) + _STRAY
    if not options or options[0][0] > stray:
        # It is in no river and yet a tile: what it belongs to is not right.
        for cost, seat, *_ in options[:1]:
            rivers[seat].signs["stray"] += unlikely(1.0 - score) if cost < _FAR else 0.0
        return
    cost, seat, place, row = options[0]
    rivers[seat].signs["stray"] += unlikely(_surer(cost, stray))
    for rival in options[1:2]:
        for each in {seat, rival[1]}:
            rivers[each].signs["rival"] += unlikely(_surer(cost, rival[0]))
    if place < 0:
        rivers[seat].rows.append(row)
    else:
        rivers[seat].rows[place] = joined(rivers[seat].rows[place], row, layout)


def _settle_ends(
    rivers: list[_SeatRiver], river: _SeatRiver, found: Sequence[FoundTile], vacancy: Vacancy, layout: Layout
) -> None:
    """Look again at the ends of rows that reach a neighbour's river: whose tile it is that lies there."""
    for each_row in list(river.rows):
        row = each_row
        for end in (row.tiles[0], row.tiles[-1]):
            near = abs(abs(end.across) - end.distance) < _SHARED_MM
            if end.number is None or len(row.tiles) < 2 or not near:
                continue
            place = river.rows.index(row) if row in river.rows else -1
            if place < 0:
                break
            rest = tuple(each for each in row.tiles if each is not end)
            river.rows[place] = replace(row, tiles=rest)
            options = sorted(_options(rivers, end.number, found, vacancy, layout), key=lambda option: option[:3])
            river.rows[place] = row
            own = min((cost for cost, seat, *_ in options if seat == river.seat), default=math.inf)
            others = [option for option in options if option[1] != river.seat]
            if not others or others[0][0] > own + 2.0 * _CLEAR:
                continue
            cost, seat, where, single = others[0]
            for each in (river, rivers[seat]):
                each.signs["rival"] += unlikely(_surer(min(cost, own), max(cost, own)))
            if cost < own:
                river.rows[place] = row = replace(row, tiles=rest)
                if where < 0:
                    rivers[seat].rows.append(single)
                else:
                    rivers[seat].rows[where] = joined(rivers[seat].rows[where], single, layout)


def _surer(cost: float, rival: float) -> float:
    """How sure the first of two is, by their squared deviations."""
    return 1.0 / (1.0 + math.exp(max(-30.0, min(30.0, (cost - rival) / 2.0))))


def _options(
    rivers: list[_SeatRiver], number: int, found: Sequence[FoundTile], vacancy: Vacancy, layout: Layout
) -> list[tuple[float, int, int, Row]]:
    """Where a tile may lie: cost, seat, which of its rows (-1: a new one), and the tile as that seat sees it."""
    it, options = found[number], []
    for river in rivers:
        across, distance = layout.local(river.seat, it.x, it.y)
        if distance > abs(across) / 2:
            turned = round((it.angle + 90.0 * river.seat) / 90.0) % 2 == 1
            row = Row(river.seat, (RowTile(number, across, distance, turned),))
            way = way_cost(it, river.seat)
            options += [(cost + way, int(river.seat), place, row) for cost, place in _fits(river, row, vacancy, layout)]
    return options


def _fits(river: _SeatRiver, row: Row, vacancy: Vacancy, layout: Layout) -> list[tuple[float, int]]:
    """Squared deviations of a single tile at the end of each row, and (-1) as the first one of a row."""
    place, size, tile = layout.profile.river, layout.profile.tile, row.tiles[0]
    if not river.rows:
        due = place.across_mm + tile.half(layout), place.distance_mm + size.height_mm / 2
        return [(((tile.across - due[0]) ** 2 + (tile.distance - due[1]) ** 2) / _FIRST_MM**2 + 2.0 * _SPREAD_COST, -1)]
    fits = []
    for number, other in enumerate(river.rows):
        room = _room(other, tile, layout)
        if room is not None:
            fits.append(((abs(other.line(tile.across) - tile.distance) / _OFF_MM) ** 2 + (room / _OFF_MM) ** 2, number))
        apart = _apart(other, row, layout)
        if apart > -_OVERLAP_MM:
            long = max(0, len(other.tiles) + 1 - _LONGEST)
            middle = (max(other.tiles[0].across, tile.across) + min(other.tiles[-1].across, tile.across)) / 2
            if apart > size.width_mm / 2 and vacancy.hidden(river.seat, middle, other.line(middle)):
                # What lies between may be under an arm.
                apart = 0.0
            fits.append(((_off(other, row) / _OFF_MM) ** 2 + (max(0.0, apart) / _OFF_MM) ** 2 + 9.0 * long, number))
    last = max(river.rows, key=lambda each: each.distance)
    below = tile.distance - last.line(tile.across) - place.row_pitch_mm
    left = tile.across - tile.half(layout) - (last.tiles[0].across - last.tiles[0].half(layout))
    short = 3.0 * max(0, _SHORTEST - len(last.tiles))
    fits.append(((below / _OFF_MM) ** 2 + (left / _FIRST_MM) ** 2 + _SPREAD_COST + short, -1))
    return fits


def _room(row: Row, tile: RowTile, layout: Layout) -> float | None:
    """By how many mm the room between two tiles of a row is too narrow for the tile between them; None at its ends."""
    for one, two in pairwise(each for each in row.tiles if each.number is not None):
        if one.across < tile.across < two.across:
            apart = two.across - one.across - one.half(layout) - two.half(layout)
            return max(0.0, 2.0 * tile.half(layout) - apart)
    return None


def _shape_signs(rows: list[Row], layout: Layout) -> Signs:
    """What speaks against rows of these lengths and distances being all of a river."""
    place, size = layout.profile.river, layout.profile.tile
    signs: Signs = defaultdict(float, tiles=sum(len(row.tiles) for row in rows), rows=len(rows))
    signs["riichi"] = max(0, sum(each.turned for row in rows for each in row.tiles) - 1)
    signs["short row"] = sum(max(0, _SHORTEST - len(row.tiles)) for row in rows[:-1])
    signs["long row"] = sum(max(0, len(row.tiles) - place.columns) for row in rows[:_ROWS])
    before = place.distance_mm + size.height_mm / 2 - place.row_pitch_mm
    for row in rows:
        pitch = row.distance - before
        signs["pitch"] += pitch > 1.75 * place.row_pitch_mm or pitch < place.row_pitch_mm / 3
        before = row.distance
    for one, two in pairwise(rows):
        signs["touching rows"] += _nearest(one, two) < place.row_pitch_mm / 2
        signs["shifted rows"] += abs(one.tiles[0].across - two.tiles[0].across) > size.width_mm / 2
    if rows and len(rows[-1].tiles) > _SHORTEST:
        first, rest = rows[-1].tiles[0], replace(rows[-1], tiles=rows[-1].tiles[1:])
        signs["begins another"] = first.distance - rest.line(first.across) > _PUSHED_MM
    for row in rows:
        off = [abs(each.distance - row.line(each.across)) / _OFF_MM for each in row.tiles]
        signs["off line"] += sum(each > _PUSHED for each in off)
        signs["uneven"] = max([signs["uneven"], *off])
        signs["hole"] += len(row.tiles) - len(row.numbers)
        for left, right in pairwise(row.tiles):
            apart = right.across - left.across - left.half(layout) - right.half(layout)
            # Tiles that overlap are not two.
            signs["overlap"] += right.across - left.across < (left.half(layout) + right.half(layout)) / 2
            signs["gap"] = max(signs["gap"], apart / size.width_mm)
    return signs


def _nearest(row: Row, other: Row) -> float:
    """How far mm the next row lies behind a row at least, where both have tiles."""
    left = max(row.tiles[0].across, other.tiles[0].across)
    right = min(row.tiles[-1].across, other.tiles[-1].across)
    if left > right:
        return abs(other.distance - row.distance)
    return min(other.line(left) - row.line(left), other.line(right) - row.line(right))


def _far_out(river: _SeatRiver, vacancy: Vacancy, layout: Layout) -> bool:
    """Whether all of a river lies where its third row would, and the table shows where its first one would."""
    place, size = layout.profile.river, layout.profile.tile
    first = place.distance_mm + size.height_mm / 2
    nearer = any(row.distance < first + 1.5 * place.row_pitch_mm for row in river.rows)
    bare = vacancy.sight(river.seat, place.across_mm + size.width_mm / 2, first) is None
    return bool(river.rows) and not nearer and bare


def _ends_signs(river: _SeatRiver, vacancy: Vacancy, layout: Layout) -> Counter[str]:
    """At how many ends of rows, and after the last one, a tile may have been missed: covered, or out of sight."""
    place, size = layout.profile.river, layout.profile.tile
    if not river.rows:
        first = place.across_mm + size.width_mm / 2, place.distance_mm + size.height_mm / 2
        beside = ((first[0] + step * size.width_mm, first[1]) for step in range(place.columns))
        return Counter(f"none, {why}" for spot in beside if (why := vacancy.sight(river.seat, *spot)))
    spots = []
    for row in river.rows:
        for one, two in pairwise(row.tiles):
            if two.across - one.across - one.half(layout) - two.half(layout) > size.width_mm / 2:
                middle = (one.across + two.across) / 2
                spots.append((middle, row.line(middle)))
        for end, side in ((row.tiles[0], -1.0), (row.tiles[-1], 1.0)):
            across = end.across + side * (end.half(layout) + size.width_mm / 2 + TILE_MM / 2)
            spots.append((across, row.line(across)))
    last = river.rows[-1]
    if len(last.tiles) >= _SHORTEST:
        across = last.tiles[0].across
        spots.append((across, last.line(across) + place.row_pitch_mm))
    return Counter(why for spot in spots if (why := vacancy.sight(river.seat, *spot)))
