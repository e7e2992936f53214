"""Account for every confident tile on the table: it belongs to a zone, or is loose.

A zone that may lack a loose tile near it is not reported as complete.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from controller.ports.eyes import SeenLoose, SeenTile
from controller.riichi.seat import SEATS, Seat
from hardware.profiles.layout import Layout
from vision.arrays import Floats
from vision.distances import distances
from vision.explain.chances import UNWEIGHED
from vision.explain.found import FoundTile, Surface, TableExplanation, ZoneReading
from vision.explain.history import KNOWN
from vision.explain.signs import NOISE, in_hand, tiles_of
from vision.explain.wall.conservation import HAND
from vision.explain.wall.ring import FULL_STACK

SURELY: Final = 0.7
"""Score times confidence from which a face or back counts as a tile; measured on 150 painted tables from above and
from 25 and 45 degrees: of 62 such detections outside every zone 7 were no tiles, 6 of them above .9."""
REACH_MM: Final = 75.0
"""Distance, mm, from a loose tile within which a zone may lack it; chosen: a hand's breadth, as far as a tile slips."""
_SAME: Final = 0.75
"""Distance, in tile widths, within which two detections are the same thing; chosen: touching tiles are a width apart.
"""
_MAY_HOLD: Final = {
    Surface.FACE: ("rivers", "melds", "hands", "indicators"),
    Surface.BACK: ("walls", "melds", "hands"),
}
"""Zones that may contain a tile, by its visible surface: faces of a wall are reported as indicators, and backs are no
discards."""
_UNREAD: Final[ZoneReading[Any]] = ZoneReading((), 0.0)
"""Reading of a zone of which nothing is known."""
_FIRST_MELD: Final = 3
"""Tiles of a first meld; their places are checked if a corner has no melds."""


@dataclass(frozen=True, slots=True, eq=False)
class _Zone:
    """A reading and the places [N, 2] mm of its tiles, or of its first tiles due if it has none (``holds`` is False).

    ``beside``: places near which it may lack tiles, within ``reach`` mm; ``field``, ``seat``: where it is in a
    ``TableExplanation``.
    """

    field: str
    seat: Seat | None
    reading: ZoneReading[Any]
    places: Floats
    beside: Floats
    holds: bool
    reach: float = REACH_MM

    @property
    def is_certain(self) -> bool:
        return self.reading.chance >= KNOWN

    @property
    def whole(self) -> bool:
        """True if the zone is reported as complete; a wall with an undetermined stack is not."""
        return self.is_certain and not (self.field == "walls" and None in self.reading.content)


def with_loose(
    table: TableExplanation,
    found: Sequence[FoundTile],
    flat: Sequence[FoundTile],
    counted: Mapping[str, Mapping[int, Seat]],
    layout: Layout,
) -> TableExplanation:
    """Return the table with its loose tiles; complete zones that may lack a confident tile become undetermined.

    ``flat``: the ``found`` tiles, those outside walls lowered to the table; ``counted``: by zone, the seats of the
    tiles, by index, that walls and standing hands count without naming their places.
    """
    zones = list(_zones(table, found, counted, layout))
    takers = _takers(zones, found, flat, _SAME * layout.profile.tile.width_mm)
    rest = [number for number, own in enumerate(takers) if not own]
    faint = [number for number in rest if _sureness(found[number]) < NOISE]
    sure = [number for number, tile in enumerate(found) if tile.surface is not Surface.TOP and is_sure(tile)]
    strays = [flat[number] for number in sure if not takers[number]]
    lacking = [zone for zone in zones if zone.whole and not _full(zone, table) and _near(zone, strays)]
    doubted = {zone: _doubted(zone, strays, layout) for zone in lacking}
    told = [zone for zone in zones if doubted.get(zone, zone.reading).chance >= KNOWN]
    loose = [
        SeenLoose(flat[number].seen, _owner(flat[number], takers[number], zones))
        for number in sure
        if not any(zone in told and zone.field in _MAY_HOLD[found[number].surface] for zone in takers[number])
    ]
    opened = table
    for zone, reading in doubted.items():
        opened = _with_reading(opened, zone, reading)
    return replace(
        opened,
        loose=tuple(loose),
        unexplained=tuple(found[number] for number in rest if number not in faint),
        noise=tuple(found[number] for number in faint),
    )


def is_sure(tile: FoundTile) -> bool:
    """True if score times confidence is at least ``SURELY``."""
    return _sureness(tile) >= SURELY


def _sureness(tile: FoundTile) -> float:
    return tile.score * tile.confidence


def _zones(
    table: TableExplanation, found: Sequence[FoundTile], counted: Mapping[str, Mapping[int, Seat]], layout: Layout
) -> Iterator[_Zone]:
    """Yield every zone with the places of its tiles, or the places where its first ones are due."""
    for field in ("rivers", "melds", "hands", "walls"):
        for seat, reading in zip(SEATS, getattr(table, field), strict=True):
            own = [found[number] for number, owner in counted.get(field, {}).items() if owner is seat]
            spots = [] if reading is None else _spots([*tiles_of(reading.content), *own])
            places = _array(spots or _due(field, seat, layout))
            # The next discard may be due one row farther out.
            reach = REACH_MM + layout.profile.river.row_pitch_mm * (field == "rivers")
            beside = np.concatenate([places, _array(_due(field, seat, layout))]) if field == "walls" else places
            yield _Zone(field, seat, reading or _UNREAD, places, beside, bool(spots), reach)
    if table.indicators is not None and table.indicators.content:
        places = _array(_spots(tiles_of(table.indicators.content)))
        yield _Zone("indicators", None, table.indicators, places, places, holds=True)


def _takers(
    zones: Sequence[_Zone], found: Sequence[FoundTile], flat: Sequence[FoundTile], near_mm: float
) -> list[list[_Zone]]:
    """For each tile, the zones with a tile at its place, as detected or as lowered to the table."""
    takers: list[list[_Zone]] = [[] for _ in found]
    held = [zone for zone in zones if zone.holds]
    if held and found:
        places, starts = np.concatenate([zone.places for zone in held]), np.cumsum([0, *(len(z.places) for z in held)])
        away = np.minimum(*(distances(_array(_spots(tiles)), places) for tiles in (found, flat))) < near_mm
        for number, which in np.argwhere(np.logical_or.reduceat(away, starts[:-1], axis=1)).tolist():
            takers[number].append(held[which])
    return takers


def _owner(tile: FoundTile, takers: Sequence[_Zone], zones: Sequence[_Zone]) -> Seat | None:
    """Likely owner of a tile: the nearest seat whose zone has it, or whose hand or melds near it are undetermined.

    For an indicator, the owner of the nearest wall; None if there is no candidate.
    """
    own = [zone for zone in takers if zone.seat is not None]
    if takers and not own:
        own = [zone for zone in zones if zone.field == "walls"]
    elif not takers:
        own = [
            zone for zone in zones if zone.field in ("melds", "hands") and not zone.is_certain and _near(zone, [tile])
        ]
    at = _array([(tile.x, tile.y)])
    return min(own, key=lambda zone: float(distances(at, zone.places).min())).seat if own else None


def _near(zone: _Zone, strays: Sequence[FoundTile]) -> bool:
    """True if any of the tiles may be missing from the zone: a face is in no wall, a back is no discard."""
    spots = _array(_spots(tile for tile in strays if zone.field in _MAY_HOLD[tile.surface]))
    return bool((distances(spots, zone.beside) < zone.reach).any())


def _full(zone: _Zone, table: TableExplanation) -> bool:
    """True if a zone can hold no more tiles: a whole wall, or a hand of fourteen with its melds."""
    if zone.field == "walls":
        return set(zone.reading.content) == {FULL_STACK}
    if zone.field == "hands" and zone.seat is not None:
        melds = table.melds[zone.seat]
        return in_hand(zone.reading.content) + 3 * (0 if melds is None else len(melds.content)) > HAND
    return False


def _doubted(zone: _Zone, strays: Sequence[FoundTile], layout: Layout) -> ZoneReading[Any]:
    """Return a reading at even odds; of a wall, mark empty stacks near a stray back as undetermined instead."""
    if zone.field == "walls" and zone.seat is not None:
        backs = _array(_spots(tile for tile in strays if tile.surface is Surface.BACK))
        near = np.asarray(distances(_array(_due("walls", zone.seat, layout)), backs) < zone.reach, np.bool_)
        heights = enumerate(zone.reading.content)
        content = tuple(None if near[stack].any() and not height else height for stack, height in heights)
        if content != zone.reading.content:
            return replace(zone.reading, content=content)
    return replace(zone.reading, chance=UNWEIGHED)


def _with_reading(table: TableExplanation, zone: _Zone, reading: ZoneReading[Any]) -> TableExplanation:
    """Return the table with another reading of a zone."""
    if zone.seat is None:
        return replace(table, indicators=reading)
    row = list(getattr(table, zone.field))
    row[zone.seat] = reading
    fields: dict[str, Any] = {zone.field: tuple(row)}
    return replace(table, **fields)


def _due(field: str, seat: Seat, layout: Layout) -> list[tuple[float, float]]:
    """Places x, y mm where the first tiles of an empty zone of a seat are due."""
    if field == "melds":
        spots = layout.meld_slots(seat, 0, _FIRST_MELD)
    elif field == "rivers":
        spots = tuple(layout.river_slot(seat, place) for place in range(layout.profile.river.columns))
    elif field == "hands":
        spots = tuple(layout.hand_slot(seat, place) for place in range(HAND))
    else:
        spots = tuple(layout.wall_stack(seat, stack + 1) for stack in range(layout.profile.wall.stacks[seat]))
    return [(spot.x, spot.y) for spot in spots]


def _spots(tiles: Iterable[FoundTile | SeenTile]) -> list[tuple[float, float]]:
    return [(tile.x, tile.y) for tile in tiles]


def _array(spots: Sequence[tuple[float, float]]) -> Floats:
    return np.array(spots, np.float64).reshape(-1, 2)
