"""The discards of four seats: rows from the centre outwards, left to right as their owner sees them."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final, NamedTuple

from controller.ports.eyes import SeenRiverTile
from controller.riichi.seat import SEATS, Seat
from vision.explain.chances import UNWEIGHED, doubt, unlikely
from vision.explain.found import FoundTile, River, Surface, ZoneReading, same_tile
from vision.explain.rows import HOLE_COST, TILE_MM, TURNED_COST, Row, RowTile, joined, without_room
from vision.explain.turns import Turns
from vision.explain.vacant import Vacancy

Signs = defaultdict[str, float]
_OFF_MM: Final = 6.0
"""Standard deviation, mm, of a tile from the line of its row; chosen: twice that of a tile, for pushed rows."""
_PUSHED: Final = 2.2
"""Largest offset between two pieces of one row, in such deviations; chosen: under half of the 29 mm between rows."""
_FIRST_MM: Final = 15.0
"""Standard deviation, mm, of a river's first tile, and of where rows begin; rows are off by up to 25 mm."""
_SKIPPED: Final = 1.75
"""Distance between two rows, in row pitches, from which one may be missing between; chosen: rows lie up to 25 mm off.
"""
_STEP: Final = 0.7
"""Largest offset outwards, as a share of the row pitch, of tiles that continue a row on the right; chosen: the last
tiles of a row were pushed 15-20 mm out in games laid as on photographs, and the next row begins at the left."""
_KNOWN_COST: Final = 14.0
"""Bonus, in squared deviations, of a tile confirmed as a discard of that seat: 1 in 1000 is no tile or another seat's;
chosen: rivers are reported from a probability of .9, most from .99, and do not move."""
_EARLIER_COST: Final = 6.0
"""Cost, in squared deviations, of a new discard placed before confirmed ones; chosen: one in twenty was overlooked
until then."""
_GAP_MM: Final = 60.0
"""Largest gap, mm, between two pieces of one row; chosen: beyond, it is a neighbour's row."""
_OVERLAP_MM: Final = 8.0
"""Largest apparent overlap, mm, of two pieces of one row; chosen: some deviations of two tiles."""
_PUSHED_MM: Final = 10.0
"""Distance, mm, of the first tile outwards from its row at which it may instead begin the next row, pushed up to this
one; chosen: over three deviations of a tile, a third of the way to where it is due."""
_ENDLESS: Final = 10
"""Number of tiles beyond which a row is of a hand or something else, not of a river; chosen: two more than were ever
seen."""
_SHORTEST: Final = 5
"""Fewest tiles of a row that another row follows; chosen likewise."""
_STRAY: Final = 10.0
"""Squared deviations from which a confident tile within the walls is of no river; chosen: twice the logarithm of 150 (1
in 150)."""
_FAR: Final = 60.0
"""Squared deviations from which a stray tile is no evidence against a river; chosen: 46 mm or more from a row's end."""
_SPREAD_COST: Final = 2.0 * math.log(_FIRST_MM / _OFF_MM)
"""Additional squared deviations, per axis, of a place with the wide spread of row starts instead of that of row ends.
"""
_SHARED_MM: Final = 75.0
"""Distance, mm, from a diagonal of the table within which a tile may be of either neighbour's river; chosen: a first
row of eight that was shifted by 25 mm and had gaps reached 64 mm beyond."""
_CLEAR: Final = 8.0
"""Log odds from which the choice between two rivers is settled; chosen: 1 in 3000."""
_ROUNDS: Final = 12
"""Largest number of tiles moved to another river; chosen: more than rows of eight reach beyond the diagonals."""


@dataclass(slots=True)
class _SeatRiver:
    """A river while it is assembled.

    ``known``: the last confirmed river; ``signs``: evidence against it, see ``vision.explain.chances``.
    """

    seat: Seat
    known: River
    rows: list[Row] = field(default_factory=list)
    signs: Signs = field(default_factory=lambda: defaultdict(float))


class _Option(NamedTuple):
    """A candidate place of a tile in a seat's river, with its cost in squared deviations.

    ``place``: index of the row that it extends, -1 for a new row; ``single``: the tile as a row of that seat.
    """

    cost: float
    seat: Seat
    place: int
    single: Row


class _SharedEnd(NamedTuple):
    """The end of a seat's row that may belong to another seat's river.

    ``rest``: the row without it; ``here``: squared deviations in its present river; ``there``: its best place in
    another.
    """

    seat: Seat
    row: Row
    rest: Row
    here: float
    there: _Option


def explain_rivers(
    lying: Sequence[Row], vacancy: Vacancy, turns: Turns, thrown: Sequence[River]
) -> tuple[tuple[ZoneReading[River], ...], frozenset[int]]:
    """Return the rivers made of the rows inside the walls, and the indices of their tiles.

    ``thrown``: the last confirmed rivers.
    """
    return _Rivers(vacancy, turns, thrown).explained(lying)


class _Rivers:
    """Assembles the rivers of a table from its tiles."""

    def __init__(self, vacancy: Vacancy, turns: Turns, thrown: Sequence[River]) -> None:
        self._rivers = [_SeatRiver(seat, known) for seat, known in zip(SEATS, thrown, strict=True)]
        self._vacancy, self._turns = vacancy, turns
        self._found, self._layout = vacancy.found, vacancy.layout
        self._place, self._size = vacancy.layout.profile.river, vacancy.layout.profile.tile
        self._first_mm = self._place.distance_mm + self._size.height_mm / 2

    def explained(self, lying: Sequence[Row]) -> tuple[tuple[ZoneReading[River], ...], frozenset[int]]:
        """Return the rivers made of ``lying`` rows, and the indices of their tiles."""
        singles: list[int] = []
        shown = [row for row in lying if any(self._found[number].surface is Surface.FACE for number in row.numbers)]
        for row in sorted(shown, key=lambda row: -len(row.numbers)):
            if len(row.tiles) > 1:
                self._put(self._rivers[row.owner], row)
            else:
                singles += row.numbers
        singles.sort(key=lambda number: -self._found[number].score)
        left = [each for each in singles if not self._placed(each)]
        self._settle_ends()
        # Tiles that blocked others, or that lie between them and their row, may be in another river by now.
        for river in self._rivers:
            self._settle_alone(river, singles)
        for number in left:
            self._placed(number, or_stray=True)
        lengths = self._lengths()
        readings = tuple(self._reading(river, lengths) for river in self._rivers)
        return readings, frozenset(number for river in self._rivers for row in river.rows for number in row.numbers)

    def _lengths(self) -> list[int]:
        return [sum(len(row.tiles) for row in river.rows) for river in self._rivers]

    def _reading(self, river: _SeatRiver, lengths: Sequence[int]) -> ZoneReading[River]:
        river.rows.sort(key=lambda row: row.distance)
        tiles = [each for row in river.rows for each in row.tiles]
        found = [(each, self._found[each.number]) for each in tiles if each.number is not None]
        known = [old.seen for old in river.known if old.sideways]
        ways = [tile.way for each, tile in found if each.turned and not any(same_tile(tile, old) for old in known)]
        signs = {
            **river.signs,
            **(self._signs(river) if river.rows else self._signs_of_none(river.seat)),
            "out of turn": self._turns.out_of_turn(lengths, river.seat),
            "lost": self._lost(river, [tile for _, tile in found]),
            "least way across": max(map(doubt, ways), default=doubt(1.0)),
        }
        content = tuple(SeenRiverTile(self._vacancy.seen(each, river.seat), each.turned) for each in tiles)
        return ZoneReading(content, UNWEIGHED, signs=signs)

    def _lost(self, river: _SeatRiver, tiles: Sequence[FoundTile]) -> int:
        """Number of confirmed discards that the river lacks though neither felt nor a face shows at their places."""
        gone = [old.seen for old in river.known if not any(same_tile(tile, old.seen) for tile in tiles)]
        return sum(not self._vacancy.free(river.seat, *self._vacancy.local(river.seat, each)) for each in gone)

    def _put(self, river: _SeatRiver, row: Row) -> None:
        """Add a row, or join it to a row of which it is another piece."""
        for place, other in enumerate(river.rows):
            farthest = _PUSHED * _OFF_MM if row.across < other.across else _STEP * self._place.row_pitch_mm
            if _off(other, row) < farthest and -_OVERLAP_MM < self._apart(other, row) < _GAP_MM:
                river.rows[place] = joined(other, row, self._layout)
                return
        river.rows.append(row)

    def _apart(self, one: Row, other: Row) -> float:
        """Gap, mm, between the ends of two pieces; negative if they overlap."""
        if one.across > other.across:
            one, other = other, one
        return self._between(one.tiles[-1], other.tiles[0])

    def _between(self, left: RowTile, right: RowTile) -> float:
        """Gap, mm, between two tiles of a row; negative if they overlap."""
        return right.across - left.across - left.half(self._layout) - right.half(self._layout)

    def _placed(self, number: int, *, or_stray: bool = False) -> bool:
        """Add a tile without neighbours to the river that it fits best; return False if it fits none.

        ``or_stray``: a tile that fits none becomes a sign against the nearest river.
        """
        options, score = self._options(number), min(max(self._found[number].score, 1e-3), 1.0 - 1e-3)
        # Squared deviations beyond which the tile is more likely in no river.
        stray = 2.0 * math.log(score / (1.0 - score)) + _STRAY
        if not options:
            return False
        cost, seat, place, row = options[0]
        signs = self._rivers[seat].signs
        if cost > stray:
            signs["stray"] += unlikely(1.0 - score) if or_stray and cost < _FAR else 0.0
            return False
        signs["stray"] += unlikely(_surer(cost, stray))
        self._add(self._rivers[seat], place, row)
        return True

    def _settle_ends(self) -> None:
        """Move row ends to a neighbour's river if place and order of turns favour it, the clearest first."""
        for _ in range(_ROUNDS):
            ends = [each for river in self._rivers for each in self._shared_ends(river)]
            if not ends:
                return
            seat, row, rest, cost, there = min(ends, key=lambda end: end.there.cost - end.here)
            lengths = self._lengths()
            given = list(lengths)
            given[seat] -= len(row.tiles) - len(rest.tiles)
            given[there.seat] += 1
            here, rival = cost + 2.0 * self._turns.cost(lengths), there.cost + 2.0 * self._turns.cost(given)
            if here <= rival:
                for each in (seat, there.seat):
                    self._rivers[each].signs["rival"] += unlikely(_surer(here, rival))
                return
            rows = self._rivers[seat].rows
            _put_back(rows, rows.index(row), row, rest)
            self._add(self._rivers[there.seat], there.place, there.single)

    def _settle_alone(self, river: _SeatRiver, singles: Sequence[int]) -> None:
        """Move single tiles, and row ends among ``singles``, to the best place in their own river."""
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
            own = [option for option in self._options(number) if option.seat is river.seat]
            best = own[0] if own else _Option(0.0, river.seat, -1, alone)
            self._add(river, best.place, best.single)

    def _shared_ends(self, river: _SeatRiver) -> Iterator[_SharedEnd]:
        """Yield the row ends of a seat that may belong to a neighbouring seat's river."""
        for place, row in enumerate(list(river.rows)):
            for at in {0, len(row.tiles) - 1}:
                end = row.tiles[at]
                if end.number is None or end.distance - abs(end.across) > _SHARED_MM:
                    continue
                rest = replace(row, tiles=without_room(row.tiles[1:] if at == 0 else row.tiles[:-1]))
                _put_back(river.rows, place, row, rest)
                options = self._options(end.number)
                _put_back(river.rows, place, rest, row)
                here = min((option.cost for option in options if option.seat is river.seat), default=math.inf)
                there = next((option for option in options if option.seat is not river.seat), None)
                if there is not None and there.cost < here + 2.0 * _CLEAR:
                    yield _SharedEnd(river.seat, row, rest, here, there)

    def _add(self, river: _SeatRiver, place: int, row: Row) -> None:
        """Add a single tile to the row at index ``place``, or as a new row if that is -1."""
        if place < 0:
            river.rows.append(row)
        else:
            river.rows[place] = joined(river.rows[place], row, self._layout)

    def _options(self, number: int) -> list[_Option]:
        """Candidate places of a tile, the most likely first."""
        it, options = self._found[number], []
        for river in self._rivers:
            across, distance = self._vacancy.local(river.seat, it)
            turned = round((it.angle + 90.0 * river.seat) / 90.0) % 2 == 1
            # A long row ends far beyond a diagonal; an upright tile there, before the neighbour, belongs to the
            # neighbour.
            if distance > abs(across) / 2 or (not turned and distance - abs(across) > -_SHARED_MM):
                row = Row(river.seat, (RowTile(number, across, distance, turned),))
                way, fits = TURNED_COST * turned, self._fits(river, row)
                if river.known:
                    fits = [(cost + _EARLIER_COST * self._goes_before(river, place, it), place) for cost, place in fits]
                if any(same_tile(each.seen, it) for each in river.known):
                    # A confirmed discard lay there already: how well it fits those tiles of its row that are visible
                    # now, as under an arm, adds nothing.
                    way -= _KNOWN_COST + min(cost for cost, _ in fits)
                options += [_Option(cost + way, river.seat, place, row) for cost, place in fits]
        return sorted(options, key=lambda option: option[:3])

    def _goes_before(self, river: _SeatRiver, place: int, tile: FoundTile) -> bool:
        """True if placing a tile in a row (-1: new row) would reorder discards already confirmed."""

        def confirmed_place(each: FoundTile) -> int:
            return next((at for at, old in enumerate(river.known) if same_tile(each, old.seen)), len(river.known))

        farther = [row for row in river.rows if place >= 0 and row.distance > river.rows[place].distance]
        return any(
            confirmed_place(self._found[number]) < confirmed_place(tile) for row in farther for number in row.numbers
        )

    def _fits(self, river: _SeatRiver, row: Row) -> list[tuple[float, int]]:
        """Squared deviations of a single tile at the end of each row, and (-1) as the first tile of a new row."""
        place, wide, tile = self._place, self._size.width_mm, row.tiles[0]
        if not river.rows:
            off = tile.across - place.across_mm - tile.half(self._layout), tile.distance - self._first_mm
            return [((off[0] ** 2 + off[1] ** 2) / _FIRST_MM**2 + 2.0 * _SPREAD_COST, -1)]
        fits = []
        for number, other in enumerate(river.rows):
            apart = self._apart(other, row)
            if apart > -_OVERLAP_MM:
                middle = (max(other.tiles[0].across, tile.across) + min(other.tiles[-1].across, tile.across)) / 2
                why = self._vacancy.sight(river.seat, middle, other.line(middle)) if apart > wide / 2 else None
                # Tiles in between may be under an arm, or undetected.
                missed = 0 if why is None else round(apart / wide)
                room = max(0.0, apart - missed * wide) / _OFF_MM
                between = HOLE_COST * missed * (why == "covered")
                fits.append(((_off(other, row) / _OFF_MM) ** 2 + room**2 + between, number))
        last = max(river.rows, key=lambda each: each.distance)
        below = tile.distance - last.line(tile.across) - place.row_pitch_mm
        left = tile.across - tile.half(self._layout) - (last.tiles[0].across - last.tiles[0].half(self._layout))
        short = 3.0 * max(0, _SHORTEST - len(last.tiles))
        fits.append(((below / _OFF_MM) ** 2 + (left / _FIRST_MM) ** 2 + _SPREAD_COST + short, -1))
        return fits

    def _signs_of_none(self, seat: Seat) -> Counter[str]:
        """Signs of an empty river: places of its first row where tiles may have been missed."""
        wide = self._size.width_mm
        across = [self._place.across_mm + wide / 2 + step * wide for step in range(self._place.columns)]
        why = [self._vacancy.sight(seat, each, self._first_mm) for each in across]
        return Counter(f"none, {each}" for each in why if each)

    def _signs(self, river: _SeatRiver) -> Signs:
        """Signs against rows of these lengths and distances being one whole river.

        They include places where tiles may have been missed, covered or out of sight: at row ends, in gaps, in missing
        rows, and after the last row.
        """
        rows, pitch_mm = river.rows, self._place.row_pitch_mm
        spots, within = list[tuple[float, float]](), list[tuple[float, float]]()
        signs: Signs = defaultdict(float, tiles=sum(len(row.tiles) for row in rows), rows=len(rows))
        signs["riichi"] = max(0, sum(each.turned for row in rows for each in row.tiles) - 1)
        signs["short row"] = sum(max(0, _SHORTEST - len(row.tiles)) for row in rows[:-1])
        signs["endless"] = max(len(row.tiles) > _ENDLESS for row in rows)
        before = self._first_mm - pitch_mm
        for row in rows:
            pitch, before = row.distance - before, row.distance
            signs["pitch"] += pitch > _SKIPPED * pitch_mm or pitch < pitch_mm / 3
            if pitch > _SKIPPED * pitch_mm:
                spots += [(each.across, row.line(each.across) - pitch_mm) for each in row.tiles]
            within += self._row_signs(row, signs)
            for end, side in ((row.tiles[0], -1.0), (row.tiles[-1], 1.0)):
                across = end.across + side * (end.half(self._layout) + self._size.width_mm / 2 + TILE_MM / 2)
                spots.append((across, row.line(across)))
        for one, two in pairwise(rows):
            signs["touching rows"] += _nearest(one, two) < pitch_mm / 2
            signs["shifted rows"] += abs(one.tiles[0].across - two.tiles[0].across) > self._size.width_mm / 2
        last, first = rows[-1], rows[-1].tiles[0]
        if len(last.tiles) >= _SHORTEST:
            spots.append((first.across, last.line(first.across) + pitch_mm))
        if len(last.tiles) > _SHORTEST:
            rest = replace(last, tiles=last.tiles[1:])
            signs["begins another"] = first.distance - rest.line(first.across) > _PUSHED_MM
        beyond, between = ([self._vacancy.sight(river.seat, *spot) for spot in those] for those in (spots, within))
        signs |= Counter(filter(None, (*beyond, *between)))
        signs["covered within"] = between.count("covered")
        return signs

    def _row_signs(self, row: Row, signs: Signs) -> Iterator[tuple[float, float]]:
        """Add the signs against a row; yield the centres of its gaps, where tiles may have been missed."""
        off = [abs(each.distance - row.line(each.across)) / _OFF_MM for each in row.tiles]
        signs["off line"] += sum(each > _PUSHED for each in off)
        signs["uneven"] = max([signs["uneven"], *off])
        signs["hole"] += len(row.tiles) - len(row.numbers)
        for left, right in pairwise(row.tiles):
            apart = self._between(left, right)
            # Overlapping detections are not two tiles.
            signs["overlap"] += right.across - left.across < (left.half(self._layout) + right.half(self._layout)) / 2
            signs["gap"] = max(signs["gap"], apart / self._size.width_mm)
            if apart > self._size.width_mm / 2:
                middle = (left.across + right.across) / 2
                yield middle, row.line(middle)


def _off(one: Row, other: Row) -> float:
    """Distance, mm, between the lines of two pieces halfway between their nearest ends."""
    if one.across > other.across:
        one, other = other, one
    middle = (one.tiles[-1].across + other.tiles[0].across) / 2
    return abs(one.line(middle) - other.line(middle))


def _put_back(rows: list[Row], place: int, row: Row, instead: Row) -> None:
    """Replace the row at an index by another one; either may be without tiles, which means absent."""
    rows[place : place + bool(row.tiles)] = [instead] if instead.tiles else []


def _surer(cost: float, rival: float) -> float:
    """Probability of the first of two alternatives, by their squared deviations."""
    return 1.0 / (1.0 + math.exp(max(-30.0, min(30.0, (cost - rival) / 2.0))))


def _nearest(row: Row, other: Row) -> float:
    """Smallest distance, mm, from a row to the next one outwards, over the part where both have tiles."""
    left = max(row.tiles[0].across, other.tiles[0].across)
    right = min(row.tiles[-1].across, other.tiles[-1].across)
    if left > right:
        return abs(other.distance - row.distance)
    return min(other.line(left) - row.line(left), other.line(right) - row.line(right))
