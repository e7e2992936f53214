"""Number of tiles in a standing hand: their tops form a row along the rail, in any place and with any bend."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median_low
from typing import Final

import numpy as np

from controller.ports.eyes import SeenHand
from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from vision.arrays import Floats
from vision.explain.chances import doubt
from vision.explain.found import FoundTile, RowCounter, Surface, TableGround, ZoneReading
from vision.explain.vacant import place_outline

_MOST_TURN: Final = 30.0
"""Largest angle, degrees, of a standing tile against its owner; chosen: ends of fanned hands are turned by 15."""
_INWARDS_MM: Final = 62.0
"""Largest distance, mm, of a hand inside its nominal place; chosen: the wall begins there."""
REACH_MM: Final = 130.0
"""Distance, mm, inside a hand's place beyond which a lying object hides nothing of its row; chosen: rows are pushed in
by 62, run askew by 36, and tiles reach 25 and are measured some mm off."""
_APART_MM: Final = 70.0
"""Largest gap, mm, within a hand; chosen: drawn tiles are set less than a hand's breadth apart."""
_ROOM: Final = 1.75
"""Distance between the centres of two tiles, in tile widths, below which no tile is between; chosen: two, less errors.
Beside a drawn tile 14 mm apart something was detected in the gap in a third of the open hands from 25 degrees."""
_OFF_MM: Final = 45.0
"""Largest distance, mm, of a tile from the median of its row; chosen: hands at two heights, turned, fanned."""
_STEP_MM: Final = 2.0
"""Standard deviation, mm, of the distance from one tile to the next; chosen: standing tiles touch."""
_TOUCH: Final = 0.55
"""Distance, in tile widths, below which two tiles cannot stand side by side; chosen: boxes are 2 mm off."""
_MISSED: Final = 0.02
"""Share of visible tiles that are undetected: as measured of the finder, one in fifty."""
_MISSED_FAINT: Final = 0.4
"""Share of undetected tiles relative to the mean doubt (1 - score) of the others; chosen: if all are faint, more are
missed."""
_PLAIN: Final = 0.7
"""Score from which a lying tile excludes a standing one; chosen: fainter ones are often the side of a standing tile."""
_FALSE: Final = 0.001
"""Probability that a tile of the row is false: one in a hundred, as measured of the finder; chosen: a tenth of these
fits a row."""
_GAPS: Final = 0.06
"""Share of distances between tiles that include a gap; chosen: one hand in two has its drawn tile apart, or a gap."""
_DRAWN: Final = 0.4
"""Share of hands with their drawn tile set apart at the right end; chosen: one in two has one."""
_DRAWN_MM: Final = 8.0
"""Standard deviation, mm, of the drawn tile's gap from the nominal one; chosen: it is made by hand."""
_BARE_SHOWN: Final = 0.95
"""Share of empty places that plainly show the table; chosen: shadows and sides of tiles hide some."""
_ONE_OFF: Final = 0.015
"""Probability that the count from the picture is one off, relative to the right one; measured on painted tables: none
of 34 laid exactly or carefully, 2 of 19 laid as on photographs."""
_FAR_OFF: Final = 0.002
"""The same of a count that is farther off; measured likewise: none of 46."""
_UNFOUND: Final = 0.3
"""Share of tops that are undetected if others of the row are; chosen: they are missed together."""
_UNLIKE: Final = 0.02
"""Share of rows in which any number of tops may be missed, as they look unlike all in training; chosen."""
_FOOT: Final = 0.3
"""Half width of the checked part of a standing tile's foot, in tile widths; chosen: neighbours stand askew."""
_COVERED: Final = 0.5
"""Bare share of the ground at its foot that half the tops of a row must not exceed for such shares to be evidence;
measured on painted tables: of 3,000 tops in such rows 1 shows ``_NO_FOOT`` of its foot."""
_NO_FOOT: Final = 0.8
"""Bare share from which there is no foot; measured likewise of 54 false tops: 51 show more."""
_HARDLY: Final = 1e-3
"""Smallest relative probability of a number that the places about a row exclude; chosen: their evidence may deceive."""
_FALSE_TOP: Final = 0.03
"""Share of rows with a false top at which no bare ground shows; chosen: one in thirty."""
_MOST: Final = 18
"""Largest number of tiles of a hand; chosen: fourteen and some more, so that too many are counted and not refused."""
_BESIDE: Final = 4
"""Tiles beyond either end that may be undetected or covered; chosen: an arm covers as many."""
_LAWFUL: Final = 0.97
"""Probability that a hand has as many tiles as its melds leave; chosen: hands with one too many or too few are rare."""


@dataclass(frozen=True, slots=True)
class _Standing:
    across: float
    distance: float
    score: float
    number: int


def explain_standing(
    tiles: Sequence[FoundTile],
    layout: Layout,
    seat: Seat,
    ground: TableGround,
    melds: int | None = None,
    counter: RowCounter | None = None,
) -> tuple[ZoneReading[SeenHand] | None, frozenset[int]]:
    """Number of standing tiles of a seat, with the indices of those detected; None if too much is covered.

    ``tiles``: the tops that ``may_stand`` there, lying tiles farther out than ``REACH_MM`` inside the hand's place, and
    optionally others; ``melds``: number of melds of the seat, if known; ``counter``: counts standing tiles in the
    picture.
    """
    candidates = _candidates(tiles, layout, seat)
    row = _row(candidates, layout.profile.tile.width_mm)
    row = _on_their_feet(row, layout, seat, ground)
    chances = _prior(melds)
    stands = {each.number for each in row}
    lying = [
        tile
        for number, tile in enumerate(tiles)
        if number not in stands and tile.surface is not Surface.TOP and tile.score >= _PLAIN
    ]
    places = _Places(layout, seat, row, [(tile.x, tile.y) for tile in lying], ground)
    in_picture = None if counter is None else counter.count(seat, [(each.across, each.distance) for each in row], lying)
    if not row and counter is not None and in_picture is None:
        return None, frozenset()
    if not row and not in_picture:
        return places.nothing(plain=in_picture == 0), frozenset()
    if in_picture is not None:
        chances *= _counted(in_picture)
        chances *= _seen_of(row, places)
    elif row:
        chances *= _found(row, places)
    chances /= chances.sum()
    first, second = (int(count) for count in np.argsort(-chances)[:2])
    chance = float(chances[first])
    signs = {
        "other number": doubt(chance),
        "not counted": float(in_picture is None),
        "counted otherwise": 0 if in_picture is None else abs(first - in_picture),
        "not found": max(0.0, 1.0 - len(row) / max(first, 1)),
        "found too many": max(0, len(row) - first),
        "tiles": first,
        "melds open": float(melds is None),
        **_row_signs(row, layout),
    }
    return ZoneReading(SeenHand(first), chance, SeenHand(second), signs), frozenset(each.number for each in row)


def _row_signs(row: Sequence[_Standing], layout: Layout) -> dict[str, float]:
    """Signs against a row of detected tops."""
    if not row:
        return {}
    wide = [(two.across - one.across) / layout.profile.tile.width_mm for one, two in pairwise(row)]
    middle = float(np.median([each.distance for each in row]))
    return {
        "faint": sum(1.0 - each.score for each in row) / len(row),
        "faintest": 1.0 - min(each.score for each in row),
        "overlap": max((1.0 - each for each in wide), default=0.0),
        "uneven": max(abs(each.distance - middle) for each in row) / _OFF_MM,
    }


def _seen_of(row: list[_Standing], places: "_Places") -> Floats:
    """Likelihood [_MOST + 1] of the tops by number of standing tiles: more tiles leave a hole or a covered end."""
    missed = np.arange(_MOST + 1) - len(row)
    if row:
        found = _found(row, places)
        more = found / max(float(found[min(len(row), _MOST)]), _HARDLY * float(found.max()))
        unfound = np.clip(more, _HARDLY, 1 / _HARDLY)
    else:
        unfound = np.maximum(_UNFOUND ** np.maximum(missed, 0), _UNLIKE)
    return np.where(missed >= 0, unfound, _FALSE_TOP ** np.maximum(-missed, 0))


def _counted(number: int) -> Floats:
    """Likelihood [_MOST + 1] of the picture's count by number of standing tiles."""
    off = np.abs(number - np.arange(_MOST + 1))
    return np.where(off == 0, 1.0, np.where(off == 1, _ONE_OFF, _FAR_OFF))


def may_stand(top: FoundTile, layout: Layout, seat: Seat) -> bool:
    """True if a top may be of a seat's hand, by its place and orientation."""
    turn = (top.angle + 90.0 * seat + 90.0) % 180.0 - 90.0
    return (
        abs(turn) < _MOST_TURN and layout.local(seat, top.x, top.y)[1] > layout.profile.hand.distance_mm - _INWARDS_MM
    )


def _candidates(tiles: Sequence[FoundTile], layout: Layout, seat: Seat) -> list[_Standing]:
    found = [
        _Standing(*layout.local(seat, tile.x, tile.y), tile.score, number)
        for number, tile in enumerate(tiles)
        if tile.surface is Surface.TOP and may_stand(tile, layout, seat)
    ]
    return sorted(found, key=lambda each: each.across)


def _row(tiles: list[_Standing], width_mm: float) -> list[_Standing]:
    """The most confident row of tops, from left to right, without duplicates, outliers and tops without room."""
    groups: list[list[_Standing]] = []
    for tile in tiles:
        if groups and tile.across - groups[-1][-1].across < width_mm + _APART_MM:
            last = groups[-1][-1]
            if tile.across - last.across < _TOUCH * width_mm:
                groups[-1][-1] = max(last, tile, key=lambda each: each.score)
            else:
                groups[-1].append(tile)
        else:
            groups.append([tile])
    row = max(groups, key=lambda group: sum(each.score for each in group), default=[])
    middle = float(np.median([tile.distance for tile in row])) if row else 0.0
    row = [tile for tile in row if abs(tile.distance - middle) < _OFF_MM]
    for tile in sorted(row, key=lambda each: each.score):
        place = row.index(tile)
        if 0 < place < len(row) - 1 and row[place + 1].across - row[place - 1].across < _ROOM * width_mm:
            row.remove(tile)
    return row


def _on_their_feet(row: list[_Standing], layout: Layout, seat: Seat, ground: TableGround) -> list[_Standing]:
    """Return the row without false tops that are sides of other tiles: a standing tile hides the ground at its foot."""
    size = layout.profile.tile
    half = _FOOT * size.width_mm, size.thickness_mm / 2
    bare = [ground.bare(place_outline(layout, seat, (each.across, each.distance), half)) for each in row]
    if not row or median_low(bare) > _COVERED:
        # Tiles that look like their table give no evidence.
        return row
    return [each for each, share in zip(row, bare, strict=True) if share < _NO_FOOT]


def _prior(melds: int | None) -> Floats:
    """Prior [_MOST + 1] of the number of tiles: 13 or 14 less three per meld, seldom one more or less.

    ``melds``: None if any number of them is possible.
    """
    lawful, faulty = np.zeros(_MOST + 1), np.ones(_MOST + 1) / _MOST
    for sets in range(5) if melds is None else (min(melds, 4),):
        lawful[[13 - 3 * sets, 14 - 3 * sets]] += 1.0
        faulty[[12 - 3 * sets, 15 - 3 * sets]] += 1.0
    return np.asarray(_LAWFUL * lawful / lawful.sum() + (1 - _LAWFUL) * faulty / faulty.sum())


class _Places:
    """Evidence of the ground about places in and beside a row where no tile was detected."""

    def __init__(
        self,
        layout: Layout,
        seat: Seat,
        row: list[_Standing],
        lying: list[tuple[float, float]],
        ground: TableGround,
    ) -> None:
        self._layout, self._seat, self._row, self._ground = layout, seat, row, ground
        self._size, self._lying = layout.profile.tile, lying
        unsure = 1.0 - sum(tile.score for tile in row) / len(row) if row else 0.0
        self._missed = max(_MISSED, _MISSED_FAINT * unsure)

    def nothing(self, *, plain: bool) -> ZoneReading[SeenHand] | None:
        """Reading of an empty hand if the ground along the rail is bare, else None; ``plain``: the picture says so."""
        if plain:
            return ZoneReading(SeenHand(0), _LAWFUL, signs={"none": 1.0, "plain": 1.0})
        hand = self._layout.profile.hand
        steps = np.arange(-hand.across_mm, hand.across_mm, self._size.width_mm)
        due = [self._likely(float(across), hand.distance_mm) for across in steps]
        # Either one standing tile was missed, or all of them.
        empty = float(np.prod([bare for bare, _ in due]))
        stands = empty * float(np.mean([tile / bare for bare, tile in due])) + float(np.prod([tile for _, tile in due]))
        chance = empty / (empty + stands)
        return ZoneReading(SeenHand(0), chance, signs={"none": 1.0}) if chance > _LAWFUL else None

    def between(self, left: int) -> Floats:
        """Likelihoods of 0, 1... undetected tiles between tile ``left`` of the row and the next."""
        one, other = self._row[left], self._row[left + 1]
        width = self._size.width_mm
        wide = float(np.hypot(other.across - one.across, 0.5 * (other.distance - one.distance)))
        most = min(max(int(wide / width + 0.4) - 1, 0), _BESIDE)
        chances = np.zeros(most + 1)
        for missed in range(most + 1):
            off = wide - width * (missed + 1)
            deviation = _STEP_MM * np.sqrt(missed + 1.0)
            touch = np.exp(-0.5 * (off / deviation) ** 2) / (deviation * 2.5066)
            gap = _GAPS / _APART_MM if off > -deviation else 0.0
            if left == len(self._row) - 2:
                apart = (off - self._layout.profile.hand.drawn_gap_mm) / _DRAWN_MM
                gap += _DRAWN * float(np.exp(-0.5 * apart**2)) / (_DRAWN_MM * 2.5066)
            chances[missed] = (1 - _GAPS) * touch + gap
            for place in range(most):
                share = (place + 1.0) / (most + 1.0)
                across = one.across + share * (other.across - one.across)
                distance = one.distance + share * (other.distance - one.distance)
                empty, tile = self._likely(across, distance)
                chances[missed] *= tile if place < missed else empty
        return chances

    def beyond(self, side: int) -> Floats:
        """Likelihoods of 0, 1... undetected tiles beyond the left (-1) or right (1) end."""
        end, row = (self._row[0], self._row) if side < 0 else (self._row[-1], self._row[::-1])
        lean = 0.0
        if len(row) > 1 and abs(row[1].across - row[0].across) > 1.0:
            lean = (row[0].distance - row[1].distance) / (row[0].across - row[1].across)
        chances = np.ones(_BESIDE + 1)
        for place in range(_BESIDE):
            across = end.across + side * (place + 1) * self._size.width_mm
            empty, tile = self._likely(across, end.distance + lean * (across - end.across))
            chances[: place + 1] *= empty
            chances[place + 1 :] *= tile
        return chances

    def _likely(self, across: float, distance: float) -> tuple[float, float]:
        """Likelihoods of the evidence at a place: if it is empty, and if a tile stands there."""
        size, spot = self._size, self._layout.place(self._seat, across, distance)
        taken = any(math.dist(each, (spot.x, spot.y)) < size.height_mm / 2 for each in self._lying)
        if taken:
            return 1.0, self._missed * _FALSE
        outline = place_outline(
            self._layout, self._seat, (across, distance), (size.width_mm / 2, size.thickness_mm / 2)
        )
        unseen = self._ground.unseen(outline, size.height_mm)
        # A tile there hides its own place, and with its top another place.
        bare = max(self._ground.bare(outline), self._ground.bare(outline, size.height_mm))
        empty = bare * _BARE_SHOWN + (1 - bare) * (1 - _BARE_SHOWN)
        stands = self._missed * (bare * (1 - _BARE_SHOWN) + (1 - bare) * _BARE_SHOWN)
        return empty * (1 - unseen) + 0.5 * unseen, stands * (1 - unseen) + 0.5 * unseen


def _found(row: list[_Standing], places: _Places) -> Floats:
    """Likelihood [_MOST + 1] of the detected row of tops by number of tiles."""
    counted = np.zeros(_MOST + 1)
    counted[min(len(row), _MOST)] = 1.0
    for extra in (*(places.between(left) for left in range(len(row) - 1)), places.beyond(-1), places.beyond(1)):
        counted = np.convolve(counted, extra)[: _MOST + 1]
    if len(row) > 1:
        # The first or the last of the tops may be false.
        counted += np.append(counted[1:], 0.0) * 2 * _FALSE
    return counted
