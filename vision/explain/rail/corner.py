"""Face-up tiles of one seat outside the walls: its melds and its shown hand."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from statistics import median
from typing import Final

from controller.ports.eyes import SeenHand, SeenMeld
from controller.riichi.meld_layout import is_set, source_at
from controller.riichi.seat import From, Seat
from hardware.profiles.layout import Layout
from vision.explain.chances import doubt, unlikely
from vision.explain.found import ALIKE, FoundTile, Melds, Surface, ZoneReading
from vision.explain.rail.segments import HAND, KONG, LOOSE, MELD, RowPart, Way, stray_cost, ways
from vision.explain.rows import GAP_MM, RAIL_MM, TILE_MM, Row, RowTile, name_of
from vision.explain.vacant import Vacancy

_Laid = tuple[RowPart, RowTile | None]
"""A meld, and the tile that was added to it, if any."""
_RIGHT_MM: Final = 165.0
"""Distance, mm, to a player's right beyond which only melds lie; chosen as where corners begin."""
_KEPT: Final = 40
"""Beam width over all rows together; chosen: other ways are far less likely."""
_FAR: Final = 8.0
"""Cost above that of the best way from which a way is dropped; chosen: 1 in 3000."""
_HAND_MM: Final = 20.0
"""Standard deviation, mm, of a shown hand from its nominal distance; chosen: hands lie up to 45 mm off."""
_MOVED_MM: Final = 40.0
"""Largest gap, mm, between pieces of a hand; chosen: two tiles, beyond it is something else."""
_ONE_BEHIND: Final = 6.0
"""Cost of a tile of a hand behind another one of it; chosen as that of an unexplained tile."""
_UNCOUNTED: Final = 4.0
"""Cost of a number of tiles that no hand has: a missed tile, 1 in 50."""
_FEWEST: Final = 3
"""Fewest tiles of a meld."""
_UNKNOWN: Final = 5.0
"""Cost of an explanation outside the search: 1 in 150; chosen."""
_USUAL: Final = {MELD: 3.0, HAND: 3.0}
"""Cost allowed for irregularities of a meld or a piece of a hand: no set, a kong, gaps, a displaced tile; chosen."""
_NAMED: Final = 0.9
"""Confidence from which the faces of a meld count as known; chosen as for reporting."""
_ADDED_MM: Final = 8.0
"""Standard deviation, mm, of a tile added to a meld; chosen: three times a tile's, as both are pushed."""
_NEAR_SIDE: Final = 2.5
"""Additional squared deviations of a tile added on the player's side; chosen: the far side is usual."""
_FARTHEST: Final = 6.0
"""Squared deviations from which a tile is not added to the meld; chosen: a tile's breadth."""
_BEHIND: Final = 0.6
"""Overlap, as a share of the shorter of two melds, from which one is in front of the other; measured on 200 painted
tables: 2 of 228 such pairs lie side by side, and 5 of 39 with less overlap but at least ``_BESIDE``."""
_BESIDE: Final = -0.2
"""Overlap below which two melds lie side by side; measured likewise: of 113 such pairs all."""
_SET_APART: Final = 3.0
"""Log odds that the last of 14 tiles is set apart, before the gap is considered; chosen: 20 to 1, as a tile mixed in
may cost its wait (npm art. 34 ro)."""
_WON_APART: Final = 5.0
"""The same log odds for a sideways last tile; chosen: it was turned on purpose."""


@dataclass(frozen=True, slots=True)
class CornerPart:
    """Melds and shown hand of a seat, the indices of their tiles, and the players it called from."""

    melds: ZoneReading[Melds]
    hand: ZoneReading[SeenHand] | None
    used: frozenset[int]
    sources: tuple[From, ...] = ()


def in_corner(row: Row) -> bool:
    """True if a row lies in the area of melds and hands, not of rivers."""
    return row.distance > RAIL_MM or row.across > _RIGHT_MM


def explain_corner(seat: Seat, lying: Sequence[Row], vacancy: Vacancy) -> CornerPart:
    """Return the most likely melds and shown hand of a seat, from its rows ``lying`` outside the walls."""
    every = _together(lying, vacancy)
    best = every[0]
    weights = [math.exp(best[0] - cost) for cost, _ in every]
    total = sum(weights) + math.exp(best[0] - _unknown_cost(best[1]))
    melds, hand, used = _content(best[1], vacancy, seat)
    same_melds = same_hand = 0.0
    for weight, (_, segments) in zip(weights, every, strict=True):
        same = (melds, hand) if segments is best[1] else _content(segments, vacancy, seat)[:2]
        same_melds += weight * (same[0] == melds)
        same_hand += weight * (same[1] == hand)
    signs = _signs(best[1], used, vacancy)
    signs["no kong"] = sum(_is_no_kong(meld) for meld in melds)
    signs["hidden"] = float(_hidden(seat, lying, vacancy))
    share = same_melds / total
    return CornerPart(
        ZoneReading(melds, share * (not signs["hidden"]), signs={**signs, "other way": doubt(share)}),
        None if hand is None else _shown_reading(hand, same_hand / total, best[1], signs, seat, vacancy),
        used,
        tuple(
            source_at(part.turned, len(part.tiles))
            for part in best[1]
            if part.kind == MELD and part.turned is not None and len(part.tiles) >= _FEWEST
        ),
    )


def with_hidden_ones(now: ZoneReading[Melds], told: Melds, seat: Seat, vacancy: Vacancy) -> ZoneReading[Melds]:
    """Return the melds, with a sign if there are fewer than the confirmed ones and the others may be hidden."""
    if not 0 < len(now.content) < len(told):
        return now
    hidden = any(vacancy.sight(seat, *vacancy.local(seat, old)) for meld in told for old in meld.tiles)
    return replace(now, signs={**now.signs, "fewer": float(hidden)})


def _signs(segments: Sequence[RowPart], used: frozenset[int], vacancy: Vacancy) -> dict[str, float]:
    """Signs against a split of rows into these segments."""
    found, width_mm = vacancy.found, vacancy.layout.profile.tile.width_mm
    melds = [part for part in segments if part.kind == MELD]
    loose = [each.number for part in segments if part.kind == LOOSE for each in part.tiles if each.number is not None]
    left = [found[number] for number in loose if number not in used]
    tiles = [[None if each.number is None else found[each.number] for each in part.tiles] for part in melds]
    faces = [[None if tile is None else tile.tile for tile in each if tile is None or tile.tile] for each in tiles]
    gaps = [each.gap / width_mm for part in melds for each in part.tiles[1:]]
    return {
        # A face in no meld and no hand belongs to something unrecognised.
        "stray": sum(unlikely(1.0 - tile.score * tile.confidence) for tile in left if tile.surface is Surface.FACE),
        "melds": len(melds),
        "few": sum(len(part.tiles) < _FEWEST for part in melds),
        "missing": sum(tile is None for each in tiles for tile in each),
        "faces up": sum(part.turned is None and not part.down for part in melds),
        "kongs": sum(len(part.tiles) > _FEWEST for part in melds),
        "face down": sum(part.down for part in melds),
        "twice sideways": sum(sum(each.turned for each in part.tiles) > 1 for part in melds),
        "no set": sum(part.down is False and not is_set(each) for part, each in zip(melds, faces, strict=True)),
        "gap": max(gaps, default=0.0),
        "overlap": -min(gaps, default=0.0),
    }


def _is_no_kong(meld: SeenMeld) -> bool:
    """True if a meld has four tiles, all face up, with different faces."""
    faces = [each.tile for each in meld.tiles]
    return len(faces) > _FEWEST and None not in faces and not is_set(faces)


def _shown_reading(
    hand: SeenHand,
    share: float,
    segments: Sequence[RowPart],
    signs: dict[str, float],
    seat: Seat,
    vacancy: Vacancy,
) -> ZoneReading[SeenHand]:
    """Reading of a shown hand with the signs against it; ``share``: its probability among all ways."""
    layout, wide = vacancy.layout, vacancy.layout.profile.tile.width_mm
    pieces = [part for part in segments if part.kind == HAND]
    beside = [place for piece in pieces for place in _beside(Row(seat, piece.tiles), layout)]
    line = _in_line(pieces)
    gaps = _gaps(line, wide)
    off = [each.distance - layout.profile.hand.distance_mm for each in line]
    own = {
        "other way": doubt(share),
        "pieces": len(pieces) - 1.0,
        "tiles": len(line),
        "hand missing": sum(each.number is None for each in line),
        "end hidden": float(any(vacancy.hidden(seat, *place) for place in beside)),
        "hand gap": max(gaps[:-1] if len(line) % 3 == 2 else gaps, default=0.0) / wide,
        "hand overlap": -min(gaps, default=0.0) / wide,
        "hand off": abs(sum(off) / len(off)) / _HAND_MM,
        "drawn": math.exp(-abs(_apart(line, layout))) if len(line) % 3 == 2 else 0.0,
    }
    return ZoneReading(hand, share, signs={**signs, **own})


def _hidden(seat: Seat, lying: Sequence[Row], vacancy: Vacancy) -> bool:
    """True if a tile may be hidden beside the detected ones, or where the first meld is due."""
    meld, size = vacancy.layout.profile.meld, vacancy.layout.profile.tile
    places = [(meld.right_mm - size.width_mm / 2, meld.distance_mm - size.height_mm / 2)]
    places += [place for row in lying for place in _beside(row, vacancy.layout)]
    # No tile lies to the right of the first meld's place.
    near = [place for place in places if place[0] < meld.right_mm]
    return any(vacancy.hidden(seat, *place) for place in near)


def _beside(row: Row, layout: Layout) -> list[tuple[float, float]]:
    """Places, across and distance in mm, of one more tile at either end of a row."""
    first, last, half = row.tiles[0], row.tiles[-1], layout.profile.tile.width_mm / 2
    ends = first.across - first.half(layout) - half, last.across + last.half(layout) + half
    return [(place, row.line(place)) for place in ends]


def _together(lying: Sequence[Row], vacancy: Vacancy) -> list[Way]:
    """Most likely ways to split all rows into segments, the most likely first."""
    every: list[Way] = [(0.0, ())]
    for row in lying:
        placed = ways(row.tiles, vacancy.found)
        every = [(cost + more, (*segments, *others)) for cost, segments in every for more, others in placed]
        every.sort(key=lambda way: way[0])
        # Adding a loose tile to a meld may still lower the cost.
        far = every[0][0] + 2.0 * _FAR
        every = [way for way in every[:_KEPT] if way[0] < far]
    whole = []
    for cost, segments in every:
        together = _count_cost(segments) + _added_cost(segments, vacancy)
        whole.append((cost + together + _spread_cost(segments, vacancy.layout), segments))
    whole.sort(key=lambda way: way[0])
    return [way for way in whole if way[0] < whole[0][0] + _FAR]


def _unknown_cost(segments: Sequence[RowPart]) -> float:
    """Cost of an explanation outside the search, such as rows pushed into each other: above that of usual segments."""
    return _UNKNOWN + sum(_USUAL.get(part.kind, 0.0) for part in segments)


def _spread_cost(segments: Sequence[RowPart], layout: Layout) -> float:
    """Cost of a hand: offset from its place, pieces off its line or too far right, tiles behind others."""
    hand, wide = layout.profile.hand, layout.profile.tile.width_mm
    pieces = [piece for piece in segments if piece.kind == HAND]
    if not pieces:
        return 0.0
    gaps = _gaps(_in_line(pieces), wide)
    apart = sum(gap for gap in gaps if 0.0 < gap < _MOVED_MM)
    right = hand.across_mm + hand.drawn_gap_mm + 2 * wide + apart
    main = _mean_distance(max(pieces, key=lambda piece: len(piece.tiles)))
    off = [(max(0.0, piece.tiles[-1].across - right), _mean_distance(piece) - main) for piece in pieces]
    away = (main - hand.distance_mm) ** 2 + sum(over**2 + aside**2 for over, aside in off)
    behind = _ONE_BEHIND * sum(gap < -wide / 2 for gap in gaps)
    return behind + away / (2.0 * _HAND_MM**2)


def _added_cost(segments: Sequence[RowPart], vacancy: Vacancy) -> float:
    """Correction of the cost for loose tiles that count as added to melds."""
    added = _added([part for part in segments if part.kind == MELD], segments, vacancy)
    return sum(cost + KONG - stray_cost(each, vacancy.found) for each, cost in added.values())


def _count_cost(segments: Sequence[RowPart]) -> float:
    """Cost of the number of tiles: a hand has 13 or 14, a meld counted as three, and at most four melds."""
    melds = sum(segment.kind == MELD for segment in segments)
    tiles = sum(len(segment.tiles) for segment in segments if segment.kind == HAND)
    cost = _UNCOUNTED * max(0, melds - 4)
    return cost if not tiles or tiles + 3 * melds in (13, 14) else cost + _UNCOUNTED


def _content(
    segments: Sequence[RowPart], vacancy: Vacancy, seat: Seat
) -> tuple[Melds, SeenHand | None, frozenset[int]]:
    whole = [part for part in segments if part.kind == MELD]
    added = _added(whole, segments, vacancy)
    melds = _in_order([(part, added[number][0] if number in added else None) for number, part in enumerate(whole)])
    pieces = _in_line([part for part in segments if part.kind == HAND])
    used = [each for part, more in melds for each in (*part.tiles, more)] + pieces
    return (
        tuple(_seen_meld(*laid, vacancy, seat) for laid in melds),
        _hand(pieces, vacancy, seat),
        frozenset(each.number for each in used if each is not None and each.number is not None),
    )


def _in_order(melds: list[_Laid]) -> list[_Laid]:
    """Melds in the order in which they were laid: behind each other from the player on, else from the right."""
    parts = [part for part, _ in melds]
    behind_from = _behind_from(parts)
    before = [sum(_precedes(other, part, behind_from) for other in parts if other is not part) for part in parts]
    return [laid for _, laid in sorted(zip(before, melds, strict=True), key=lambda pair: pair[0])]


def _precedes(one: RowPart, other: RowPart, behind_from: float) -> bool:
    """True if meld ``one`` was laid before ``other``, judged by their places."""
    if _shared(one, other) > behind_from:
        return _mean_distance(one) > _mean_distance(other)
    return one.tiles[-1].across > other.tiles[-1].across


def _shared(one: RowPart, other: RowPart) -> float:
    """Overlap of two melds, between the centres of their outer tiles, as a share of the shorter one."""
    shared = min(one.tiles[-1].across, other.tiles[-1].across) - max(one.tiles[0].across, other.tiles[0].across)
    return shared / min(part.tiles[-1].across - part.tiles[0].across for part in (one, other))


def _behind_from(melds: Sequence[RowPart]) -> float:
    """Overlap from which melds of a player lie behind each other: ambiguous pairs follow the unambiguous ones."""
    shares = [_shared(one, other) for one, other in combinations(melds, 2)]
    beside, behind = min(shares, default=0.0) < _BESIDE, max(shares, default=0.0) > _BEHIND
    return 0.0 if beside == behind else _BEHIND if beside else _BESIDE


def _mean_distance(part: RowPart) -> float:
    return sum(each.distance for each in part.tiles) / len(part.tiles)


def _loose(segments: Sequence[RowPart], found: Sequence[FoundTile]) -> list[RowTile]:
    """Loose faces that are sideways or of ambiguous orientation: candidates for a tile added to a meld.

    A back is never one.
    """
    alone = [part.tiles[0] for part in segments if part.kind == LOOSE]
    faces = [each for each in alone if each.number is not None and found[each.number].surface is Surface.FACE]
    return [each for each in faces if each.turned or name_of(each, found) in ALIKE]


def _added(melds: Sequence[RowPart], segments: Sequence[RowPart], vacancy: Vacancy) -> dict[int, tuple[RowTile, float]]:
    """By index of the meld: the tile added beside its sideways tile, and the cost of that."""
    found, deep, fits = vacancy.found, vacancy.layout.profile.tile.width_mm, []
    loose = _loose(segments, found)
    for number, meld in enumerate(melds):
        place = meld.turned
        if place is None or len(meld.tiles) != 3 or _is_chow(meld, found):
            continue
        own = meld.tiles[place]
        for each in loose:
            if not each.turned and name_of(each, found) is not name_of(own, found):
                continue
            off = abs(each.distance - own.distance) - deep
            cost = ((each.across - own.across) ** 2 + off**2) / _ADDED_MM**2 + _NEAR_SIDE * (
                each.distance > own.distance
            )
            if cost < _FARTHEST:
                fits.append((cost, number, each))
    added: dict[int, tuple[RowTile, float]] = {}
    for cost, number, each in sorted(fits, key=lambda fit: fit[:2]):
        if number not in added and all(each is not other for other, _ in added.values()):
            added[number] = each, cost / 2.0
    return added


def _is_chow(meld: RowPart, found: Sequence[FoundTile]) -> bool:
    """True if the faces of a meld certainly differ, so that no tile can be added to it."""
    tiles = [found[each.number] for each in meld.tiles if each.number is not None]
    sure = len(tiles) == len(meld.tiles) and all(each.confidence >= _NAMED for each in tiles)
    return sure and len({None if each.tile is None else each.tile.kind for each in tiles}) > 1


def _seen_meld(part: RowPart, added: RowTile | None, vacancy: Vacancy, seat: Seat) -> SeenMeld:
    tiles, turned = list(part.tiles), part.turned
    if added is not None and turned is not None:
        # The added tile is the one farther from its player, whichever of the two is in line with the other tiles.
        if added.distance > tiles[turned].distance:
            tiles[turned], added = added, tiles[turned]
        tiles.append(added)
    return SeenMeld(tuple(vacancy.seen(each, seat) for each in tiles), turned)


def _hand(line: list[RowTile], vacancy: Vacancy, seat: Seat) -> SeenHand | None:
    if not line:
        return None
    faces = tuple(vacancy.seen(each, seat) for each in line)
    if len(line) % 3 == 2 and _apart(line, vacancy.layout) > 0:
        return SeenHand(0, faces[:-1], faces[-1])
    return SeenHand(0, faces)


def _in_line(pieces: Sequence[RowPart]) -> list[RowTile]:
    return sorted((each for part in pieces for each in part.tiles), key=lambda each: each.across)


def _gaps(line: Sequence[RowTile], width_mm: float) -> list[float]:
    return [two.across - one.across - width_mm for one, two in pairwise(line)]


def _apart(line: Sequence[RowTile], layout: Layout) -> float:
    """Log odds that the last tile of a shown hand was set apart, from the gaps of the row."""
    if line[-1].turned:
        return _WON_APART
    gaps = _gaps(line, layout.profile.tile.width_mm)
    # In a row that was pulled apart a gap carries no information.
    common = max(0.0, median(gaps[:-1])) if len(gaps) > 1 else 0.0
    least = 2.0 * TILE_MM**2 / 4
    usual = max(least, sum(min(gap, 2 * GAP_MM) ** 2 for gap in gaps[:-1]) / max(1, len(gaps) - 1))
    off, due = gaps[-1] - common, layout.profile.hand.drawn_gap_mm
    # The gap of a tile set apart does not depend on how the others lie.
    spread = least + 2.0 * TILE_MM**2
    return _SET_APART + max(off, 0.0) ** 2 / (2 * usual) - min(off - due, 0.0) ** 2 / (2 * spread)
