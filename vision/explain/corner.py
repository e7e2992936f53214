"""What lies face up before one seat outside the walls: its melds and its shown hand."""

from collections.abc import Sequence
from typing import Final

from controller.ports.eyes import SeenHand, SeenMeld
from hardware.profiles.layout import Layout
from vision.explain.found import FoundTile, Surface, ZoneReading
from vision.explain.rows import Row, RowTile, SeatTiles, rows, seen

Melds = tuple[SeenMeld, ...]
_BAND_MM: Final = 40.0
"""Mm by which a shown hand may lie off its line; chosen."""


def corner_tiles(tiles: SeatTiles, layout: Layout) -> SeatTiles:
    """Those of a seat's tiles that may lie in its melds or its hand."""
    far = layout.profile.wall.distance_mm
    return tiles.only((tiles.distance > far) & (tiles.across > -tiles.distance))


def explain_corner(
    tiles: SeatTiles, found: Sequence[FoundTile], layout: Layout
) -> tuple[ZoneReading[Melds], ZoneReading[SeenHand] | None, frozenset[int]]:
    """Melds and shown hand that such tiles make, and the numbers of those that lie in them."""
    size, hand_mm = layout.profile.tile, layout.profile.hand.distance_mm
    melds: list[tuple[float, float, SeenMeld]] = []
    shown: list[Row] = []
    used: set[int] = set()
    for row in rows(tiles, size):
        rest = list(row)
        while rest:
            count = _meld_length(rest, found)
            if count == 0:
                break
            part = rest[-count:]
            rest = rest[:-count]
            turned = [place for place, each in enumerate(part) if each.turned]
            numbers = [each.number for each in part if each.number is not None]
            used.update(numbers)
            meld = SeenMeld(tuple(seen(found[number]) for number in numbers), turned[0] if turned else None)
            melds.append((part[0].distance, part[0].across, meld))
        if rest and not any(each.turned for each in rest) and abs(rest[0].distance - hand_mm) < _BAND_MM:
            shown.append(tuple(rest))
            used.update(each.number for each in rest if each.number is not None)
    melds.sort(key=lambda meld: (-round(meld[0] / size.height_mm), -meld[1]))
    hand = None
    if shown:
        line = sorted((each for row in shown for each in row), key=lambda each: each.across)
        faces = [seen(found[each.number]) for each in line if each.number is not None]
        apart = len(line) % 3 == 2 and line[-1].across - line[-2].across > size.width_mm + 7.0
        hand = ZoneReading(SeenHand(0, tuple(faces[:-1]), faces[-1]) if apart else SeenHand(0, tuple(faces)), 0.9)
    return ZoneReading(tuple(meld for _, _, meld in melds), 0.9), hand, frozenset(used)


def _meld_length(row: Sequence[RowTile], found: Sequence[FoundTile]) -> int:
    for count in (3, 4):
        part = row[-count:]
        if len(part) == count and sum(each.turned for each in part) == 1:
            return count
        backs = [each.number is not None and found[each.number].surface is Surface.BACK for each in part]
        if backs in ([True, False, False, True], [False, True, True, False]):
            return count
    return 0
