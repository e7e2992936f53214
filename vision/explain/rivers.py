"""The discards of four seats: rows from the centre outwards, left to right as their owner sees them."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from controller.ports.eyes import SeenRiverTile
from controller.riichi.seat import SEATS, Seat
from hardware.profiles.layout import Layout
from vision.explain.chances import UNWEIGHED, doubt, unlikely
from vision.explain.found import FoundTile, River, Surface, ZoneReading, same_tile
from vision.explain.rows import HOLE_COST, TILE_MM, Row, RowTile, joined, way_cost, without_room
from vision.explain.turns import Turns
from vision.explain.vacant import Vacancy

Signs = defaultdict[str, float]
_OFF_MM: Final = 6.0
"""Standard deviation, mm, of a tile from the line of its row; chosen: twice a tile's, for pushed rows."""
_PUSHED: Final = 2.2
"""How many of them two pieces of one row lie off each other at most; chosen: under half of the 29 mm between rows."""
_FIRST_MM: Final = 15.0
"""Standard deviation, mm, of a river's first tile, and of where rows begin; rows are off by up to 25 mm."""
_SKIPPED: Final = 1.75
"""Pitches of rows between two from which one may be missed between them; chosen: rows lie up to 25 mm off."""
_STEP: Final = 0.7
"""Largest offset outwards, as a share of the row pitch, of tiles that continue a row on the right; chosen: the last
tiles of a row were pushed 15-20 mm out in games laid as on photographs, and the next row begins at the left."""
_KNOWN_COST: Final = 14.0
"""Bonus, in squared deviations, of a tile confirmed as that seat's discard: 1 of 1000 is none, or another's; chosen:
rivers are reported at 9 in 10, most at 99 in 100 and surer, and do not move."""
_EARLIER_COST: Final = 6.0
"""Cost, in squared deviations, of a new discard before confirmed ones of its row; chosen: one in twenty was overlooked
until then."""
_GAP_MM: Final = 60.0
"""Mm between two pieces of one row at most; chosen: beyond, it is a neighbour's row."""
_OVERLAP_MM: Final = 8.0
"""Mm by which two pieces of one row may seem to overlap; chosen: some deviations of two tiles."""
_PUSHED_MM: Final = 10.0
"""Mm farther out than its row at which the first tile may as well begin the next one, pushed up to it; chosen: over
three deviations of a tile, a third of the way to where it is due."""
_LONGEST: Final = 8
"""Most tiles of a row; on photographs rows have five to eight."""
_ENDLESS: Final = 10
"""Tiles beyond which a row is a hand or something else, and no river's; chosen: two more than were ever seen."""
_SHORTEST: Final = 5
"""Fewest tiles of a row that another one follows; likewise."""
_STRAY: Final = 10.0
"""Squared deviations by which a sure tile within the walls is none of a river; chosen: twice the logarithm of 1 in 150.
"""
_FAR: Final = 60.0
"""Squared deviations from which on a stray tile says nothing of a river; chosen: 46 mm or more from a row's end."""
_SPREAD_COST: Final = 2.0 * math.log(_FIRST_MM / _OFF_MM)
"""Squared deviations that count for a place, along one axis, that is spread over rows' beginnings and not over ends."""
_SHARED_MM: Final = 75.0
"""Mm from a diagonal of the table within which a tile may be of either neighbour's river; chosen: a first row of eight
that was shifted by 25 mm and had gaps reached 64 mm beyond."""
_CLEAR: Final = 8.0
"""Logarithm of the odds from which on nothing is left to decide; chosen: 1 in 3000."""
_ROUNDS: Final = 12
"""Tiles that are given to another river at most; chosen: more than rows of eight reach beyond the diagonals."""


@dataclass(slots=True)
class _SeatRiver:
    """``known``: the last confirmed river; ``signs``: evidence against it, see ``vision.explain.chances``."""

    seat: Seat
    rows: list[Row]
    known: River
    signs: Signs = field(default_factory=lambda: defaultdict(float))


@dataclass(frozen=True, slots=True)
class _SharedEnd:
    """The end of a seat's row that may be of another's river; ``here``, ``there``: squared deviations.

    ``rest``: the row without it; ``place``: which row of the other it may end, -1: a new one, as ``single`` of that.
    """

    seat: Seat
    row: Row
    rest: Row
    here: float
    there: float
    other: Seat
    place: int
    single: Row


def explain_rivers(
    lying: Sequence[Row],
    found: Sequence[FoundTile],
    vacancy: Vacancy,
    layout: Layout,
    turns: Turns,
    thrown: Sequence[River],
) -> tuple[tuple[ZoneReading[River], ...], frozenset[int]]:
    """The rivers made of the rows inside the walls, and the numbers of their tiles.

    ``thrown``: the last confirmed rivers.
    """
    rivers = [_SeatRiver(seat, [], known) for seat, known in zip(SEATS, thrown, strict=True)]
    singles: list[int] = []
    shown = [row for row in lying if any(found[number].surface is Surface.FACE for number in row.numbers)]
    for row in sorted(shown, key=lambda row: -len(row.numbers)):
        if len(row.tiles) > 1:
            _put(rivers[row.owner], row, layout)
        else:
            singles += row.numbers
    singles.sort(key=lambda number: -found[number].score)
    left = [each for each in singles if not _placed(rivers, each, found, vacancy, layout)]
    _settle_ends(rivers, found, vacancy, layout, turns)
    # Tiles that blocked some, or are between them and their row, may be in another river by now.
    for river in rivers:
        _settle_alone(river, singles, found, vacancy, layout)
    for number in left:
        if not _placed(rivers, number, found, vacancy, layout):
            _note_stray(rivers, number, found, vacancy, layout)
    lengths = [sum(len(row.tiles) for row in river.rows) for river in rivers]
    readings, used = [], set[int]()
    for river in rivers:
        river.rows.sort(key=lambda row: row.distance)
        signs = {**river.signs, **_shape_signs(river.rows, layout), **_ends_signs(river, vacancy, layout)}
        signs["out of turn"] = turns.out_of_turn(lengths, river.seat)
        tiles = [each for row in river.rows for each in row.tiles]
        signs["lost"] = _lost(river, [each.number for each in tiles], found, vacancy, layout)
        across = [found[each.number] for each in tiles if each.turned and each.number is not None]
        known = [old.seen for old in river.known if old.sideways]
        new = (tile for tile in across if not any(same_tile(tile, old) for old in known))
        signs["least way across"] = max((doubt(tile.way) for tile in new), default=doubt(1.0))
        content = tuple(SeenRiverTile(vacancy.seen(each, river.seat), each.turned) for each in tiles)
        readings.append(ZoneReading(content, UNWEIGHED, signs=signs))
        used.update(each.number for each in tiles if each.number is not None)
    return tuple(readings), frozenset(used)


def _lost(
    river: _SeatRiver, numbers: Sequence[int | None], found: Sequence[FoundTile], vacancy: Vacancy, layout: Layout
) -> int:
    """Confirmed discards of a river that it lacks now, although no felt shows at their places."""
    tiles = [found[number] for number in numbers if number is not None]
    gone = [old.seen for old in river.known if not any(same_tile(tile, old.seen) for tile in tiles)]
    return sum(not vacancy.free(river.seat, *layout.local(river.seat, each.x, each.y)) for each in gone)


def _put(river: _SeatRiver, row: Row, layout: Layout) -> None:
    """Add a row, or the piece of one already placed."""
    for place, other in enumerate(river.rows):
        apart = _apart(other, row, layout)
        farthest = _PUSHED * _OFF_MM if row.across < other.across else _STEP * layout.profile.river.row_pitch_mm
        if _off(other, row) < farthest and -_OVERLAP_MM < apart < _GAP_MM:
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


def _placed(
    rivers: list[_SeatRiver], number: int, found: Sequence[FoundTile], vacancy: Vacancy, layout: Layout
) -> bool:
    """Add a tile without neighbours to the river that it fits best; False if it fits none."""
    options = _options(rivers, number, found, vacancy, layout)
    stray = _stray_cost(found[number])
    if not options or options[0][0] > stray:
        return False
    cost, seat, place, row = options[0]
    rivers[seat].signs["stray"] += unlikely(_surer(cost, stray))
    _add(rivers[seat], place, row, layout)
    return True


def _note_stray(
    rivers: list[_SeatRiver], number: int, found: Sequence[FoundTile], vacancy: Vacancy, layout: Layout
) -> None:
    """Mark the zone nearest to a tile outside all rivers as wrong."""
    options = _options(rivers, number, found, vacancy, layout)
    cost, seat = options[0][:2] if options else (math.inf, 0)
    rivers[seat].signs["stray"] += unlikely(1.0 - _score(found[number])) if cost < _FAR else 0.0


def _stray_cost(tile: FoundTile) -> float:
    """Squared deviations by which it is likelier that a tile is in no river."""
    score = _score(tile)
    return 2.0 * math.log(score / (1.0 - score)) + _STRAY


def _score(tile: FoundTile) -> float:
    return min(max(tile.score, 1e-3), 1.0 - 1e-3)


def _settle_ends(
    rivers: list[_SeatRiver], found: Sequence[FoundTile], vacancy: Vacancy, layout: Layout, turns: Turns
) -> None:
    """Assign row ends that reach a neighbour's river by place and turn, the neighbour's likeliest first."""
    for _ in range(_ROUNDS):
        ends = [each for river in rivers for each in _shared_ends(rivers, river, found, vacancy, layout)]
        if not ends:
            return
        end = min(ends, key=lambda end: end.there - end.here)
        lengths = [sum(len(row.tiles) for row in river.rows) for river in rivers]
        given = list(lengths)
        given[end.seat] -= len(end.row.tiles) - len(end.rest.tiles)
        given[end.other] += 1
        here, there = end.here + 2.0 * turns.cost(lengths), end.there + 2.0 * turns.cost(given)
        if here <= there:
            for seat in (end.seat, end.other):
                rivers[seat].signs["rival"] += unlikely(_surer(here, there))
            return
        rows = rivers[end.seat].rows
        _put_back(rows, rows.index(end.row), end.row, end.rest)
        _add(rivers[end.other], end.place, end.single, layout)


def _settle_alone(
    river: _SeatRiver, singles: Sequence[int], found: Sequence[FoundTile], vacancy: Vacancy, layout: Layout
) -> None:
    """Reassign single tiles, and the ends of rows without a neighbour, ``singles``."""
    asked = [
        (place, end.number)
        for place, row in reversed(list(enumerate(river.rows)))
        for end in dict.fromkeys((row.tiles[0], row.tiles[-1]))
        if len(row.tiles) == 1 or end.number in singles
    ]
    for place, number in asked:
        if number is None or len(river.rows) == 1:
            continue
        row = river.rows[place]
        rest = replace(row, tiles=without_room([each for each in row.tiles if each.number != number]))
        _put_back(river.rows, place, row, rest)
        alone = replace(row, tiles=tuple(each for each in row.tiles if each.number == number))
        options = _options([river], number, found, vacancy, layout)
        _, _, to, single = options[0] if options else (0.0, 0, -1, alone)
        _add(river, to, single, layout)


def _shared_ends(
    rivers: list[_SeatRiver], river: _SeatRiver, found: Sequence[FoundTile], vacancy: Vacancy, layout: Layout
) -> Iterator[_SharedEnd]:
    """The ends of a seat's rows that may be of another's."""
    for place, row in enumerate(list(river.rows)):
        for at in {0, len(row.tiles) - 1}:
            end = row.tiles[at]
            if end.number is None or end.distance - abs(end.across) > _SHARED_MM:
                continue
            rest = replace(row, tiles=without_room(row.tiles[1:] if at == 0 else row.tiles[:-1]))
            _put_back(river.rows, place, row, rest)
            options = _options(rivers, end.number, found, vacancy, layout)
            _put_back(river.rows, place, rest, row)
            here = min((cost for cost, seat, *_ in options if seat == river.seat), default=math.inf)
            for there, other, where, single in [option for option in options if option[1] != river.seat][:1]:
                if there < here + 2.0 * _CLEAR:
                    yield _SharedEnd(river.seat, row, rest, here, there, Seat(other), where, single)


def _put_back(rows: list[Row], place: int, row: Row, instead: Row) -> None:
    """Put a row in the place of another one, of which no tile may be left."""
    rows[place : place + bool(row.tiles)] = [instead] if instead.tiles else []


def _add(river: _SeatRiver, place: int, row: Row, layout: Layout) -> None:
    """Add a single tile to one of the rows, or (-1) as a new one."""
    if place < 0:
        river.rows.append(row)
    else:
        river.rows[place] = joined(river.rows[place], row, layout)


def _surer(cost: float, rival: float) -> float:
    """How sure the first of two is, by their squared deviations."""
    return 1.0 / (1.0 + math.exp(max(-30.0, min(30.0, (cost - rival) / 2.0))))


def _options(
    rivers: list[_SeatRiver], number: int, found: Sequence[FoundTile], vacancy: Vacancy, layout: Layout
) -> list[tuple[float, int, int, Row]]:
    """Candidate places of a tile, the likeliest first: cost, seat, row (-1: a new one), tile in that seat's frame."""
    it, options = found[number], []
    known = {river.seat for river in rivers if any(same_tile(each.seen, it) for each in river.known)}
    for river in rivers:
        across, distance = layout.local(river.seat, it.x, it.y)
        turned = round((it.angle + 90.0 * river.seat) / 90.0) % 2 == 1
        # A long row ends far beyond a diagonal; an upright tile there before the neighbour is the neighbour's.
        if distance > abs(across) / 2 or (not turned and distance - abs(across) > -_SHARED_MM):
            row = Row(river.seat, (RowTile(number, across, distance, turned),))
            way, fits = way_cost(it, river.seat), _fits(river, row, vacancy, layout)
            if river.known:
                fits = [(cost + _EARLIER_COST * _goes_before(river, place, it, found), place) for cost, place in fits]
            if river.seat in known:
                # It lay there: how it fits what is seen of its row now, as under an arm, says no more of it.
                way -= _KNOWN_COST + min(cost for cost, _ in fits)
            options += [(cost + way, int(river.seat), place, row) for cost, place in fits]
    return sorted(options, key=lambda option: option[:3])


def _goes_before(river: _SeatRiver, place: int, tile: FoundTile, found: Sequence[FoundTile]) -> bool:
    """True if placing a tile in a row (-1: new row) would reorder discards already confirmed."""

    def told(each: FoundTile) -> int:
        return next((at for at, old in enumerate(river.known) if same_tile(each, old.seen)), len(river.known))

    farther = [row for row in river.rows if place >= 0 and row.distance > river.rows[place].distance]
    return any(told(found[number]) < told(tile) for row in farther for number in row.numbers)


def _fits(river: _SeatRiver, row: Row, vacancy: Vacancy, layout: Layout) -> list[tuple[float, int]]:
    """Squared deviations of a single tile at the end of each row, and (-1) as the first one of a row."""
    place, size, tile = layout.profile.river, layout.profile.tile, row.tiles[0]
    if not river.rows:
        due = place.across_mm + tile.half(layout), place.distance_mm + size.height_mm / 2
        return [(((tile.across - due[0]) ** 2 + (tile.distance - due[1]) ** 2) / _FIRST_MM**2 + 2.0 * _SPREAD_COST, -1)]
    fits = []
    for number, other in enumerate(river.rows):
        apart = _apart(other, row, layout)
        if apart > -_OVERLAP_MM:
            long = max(0, len(other.tiles) + 1 - _LONGEST)
            middle = (max(other.tiles[0].across, tile.across) + min(other.tiles[-1].across, tile.across)) / 2
            why = vacancy.sight(river.seat, middle, other.line(middle)) if apart > size.width_mm / 2 else None
            # Tiles in between may be under an arm, or were not found.
            missed = 0 if why is None else round(apart / size.width_mm)
            room = max(0.0, apart - missed * size.width_mm) / _OFF_MM
            between = HOLE_COST * missed * (why == "covered")
            fits.append(((_off(other, row) / _OFF_MM) ** 2 + room**2 + between + 9.0 * long, number))
    last = max(river.rows, key=lambda each: each.distance)
    below = tile.distance - last.line(tile.across) - place.row_pitch_mm
    left = tile.across - tile.half(layout) - (last.tiles[0].across - last.tiles[0].half(layout))
    short = 3.0 * max(0, _SHORTEST - len(last.tiles))
    fits.append(((below / _OFF_MM) ** 2 + (left / _FIRST_MM) ** 2 + _SPREAD_COST + short, -1))
    return fits


def _shape_signs(rows: list[Row], layout: Layout) -> Signs:
    """What speaks against rows of these lengths and distances being all of a river."""
    place, size = layout.profile.river, layout.profile.tile
    signs: Signs = defaultdict(float, tiles=sum(len(row.tiles) for row in rows), rows=len(rows))
    signs["riichi"] = max(0, sum(each.turned for row in rows for each in row.tiles) - 1)
    signs["short row"] = sum(max(0, _SHORTEST - len(row.tiles)) for row in rows[:-1])
    signs["endless"] = max((len(row.tiles) > _ENDLESS for row in rows), default=False)
    before = place.distance_mm + size.height_mm / 2 - place.row_pitch_mm
    for row in rows:
        pitch = row.distance - before
        signs["pitch"] += pitch > _SKIPPED * place.row_pitch_mm or pitch < place.row_pitch_mm / 3
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
    """Least distance, mm, of the next row behind a row, if both have tiles."""
    left = max(row.tiles[0].across, other.tiles[0].across)
    right = min(row.tiles[-1].across, other.tiles[-1].across)
    if left > right:
        return abs(other.distance - row.distance)
    return min(other.line(left) - row.line(left), other.line(right) - row.line(right))


def _ends_signs(river: _SeatRiver, vacancy: Vacancy, layout: Layout) -> Counter[str]:
    """Where tiles may have been missed, covered or out of sight: at ends of rows, in rows that lack, after the last."""
    place, size = layout.profile.river, layout.profile.tile
    if not river.rows:
        first = place.across_mm + size.width_mm / 2, place.distance_mm + size.height_mm / 2
        beside = ((first[0] + step * size.width_mm, first[1]) for step in range(place.columns))
        return Counter(f"none, {why}" for spot in beside if (why := vacancy.sight(river.seat, *spot)))
    spots, within, before = [], [], place.distance_mm + size.height_mm / 2 - place.row_pitch_mm
    for row in river.rows:
        if row.distance - before > _SKIPPED * place.row_pitch_mm:
            spots += [(each.across, row.line(each.across) - place.row_pitch_mm) for each in row.tiles]
        before = row.distance
        for one, two in pairwise(row.tiles):
            if two.across - one.across - one.half(layout) - two.half(layout) > size.width_mm / 2:
                middle = (one.across + two.across) / 2
                within.append((middle, row.line(middle)))
        for end, side in ((row.tiles[0], -1.0), (row.tiles[-1], 1.0)):
            across = end.across + side * (end.half(layout) + size.width_mm / 2 + TILE_MM / 2)
            spots.append((across, row.line(across)))
    last = river.rows[-1]
    if len(last.tiles) >= _SHORTEST:
        across = last.tiles[0].across
        spots.append((across, last.line(across) + place.row_pitch_mm))
    beyond, between = ([vacancy.sight(river.seat, *spot) for spot in those] for those in (spots, within))
    seen = Counter(filter(None, (*beyond, *between)))
    seen["covered within"] = between.count("covered")
    return seen
