"""Slots of rows under the habits of four players, before sway and scatter."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from controller.riichi.seat import SEATS, Seat
from hardware.profiles.layout import Layout, Spot
from vision.render.laying.habits import Laying, Zone

Rng = np.random.Generator
Row = tuple[Zone, Seat, int]

_ROWS: Final = 6
"""Rows of a river for which a length is drawn; chosen: five tiles per row and 27 discards."""
_LONGEST: Final = 40
"""Slots of a row for which a gap is drawn; chosen: more than in any wall or hand."""
_MELDS: Final = 4
"""Largest number of melds of a player."""
_APART_MM: Final = 6.0
"""Distance between melds side by side along the rail, mm; chosen: a finger's breadth."""


@dataclass(frozen=True, slots=True)
class TileSlot:
    """A position for a tile, and the row with which it moves: zone, seat, and number of the row."""

    spot: Spot
    row: Row


@dataclass(frozen=True, slots=True)
class _Player:
    """Habits of one player; ``aligned``: number of melds side by side along the rail, before others go behind."""

    columns: tuple[int, ...]
    gaps: dict[Zone, tuple[float, ...]]
    broken: int
    break_mm: float
    fan: float
    stepped: tuple[float, ...]
    aligned: int


class Slots:
    """Slots of one table; the generator state determines the players' habits."""

    def __init__(self, layout: Layout, laying: Laying, rng: Rng) -> None:
        self._layout, self._laying = layout, laying
        self._players = [self._player(rng) for _ in SEATS]

    def wall(self, seat: Seat, stack: int) -> TileSlot:
        """Return the slot of stack 1-17 from its owner's right end; a broken wall is two rows."""
        player = self._players[seat]
        behind = stack > player.broken > 0
        gaps = player.gaps[Zone.WALL]
        off = sum(gaps[:stack]) - sum(gaps[: self._layout.profile.wall.stacks[seat]]) / 2
        if player.broken:
            off += player.break_mm * (0.5 if behind else -0.5)
        return TileSlot(self._shifted(seat, self._layout.wall_stack(seat, stack), -off), (Zone.WALL, seat, int(behind)))

    def river(self, seat: Seat, sideways: Sequence[bool]) -> list[TileSlot]:
        """Return the slots of a river's discards in order; each line of tiles is a row of its own."""
        river, tile = self._layout.profile.river, self._layout.profile.tile
        player = self._players[seat]
        slots, row, column, across = list[TileSlot](), 0, 0, river.across_mm
        for place, turned in enumerate(sideways):
            if column == player.columns[min(row, _ROWS - 1)]:
                row, column, across = row + 1, 0, river.across_mm
            width = tile.height_mm if turned else tile.width_mm
            across += player.gaps[Zone.RIVER][place % _LONGEST] if column else 0.0
            distance = river.distance_mm + tile.height_mm / 2 + river.row_pitch_mm * row
            spot = self._layout.place(seat, across + width / 2, distance, 90.0 if turned else 0.0)
            slots.append(TileSlot(spot, (Zone.RIVER, seat, row)))
            across, column = across + width, column + 1
        return slots

    def end_row(self, river: Sequence[TileSlot]) -> bool:
        """Let a river's last slot begin a new row; False if its row is too short or row lengths are fixed."""
        _, seat, row = river[-1].row
        fits = [slot.row for slot in river[:-1]].count(river[-1].row)
        player = self._players[seat]
        columns = self._laying.columns
        if columns is None or fits < columns[0] - 1 or row >= _ROWS:
            return False
        self._players[seat] = replace(player, columns=(*player.columns[:row], fits, *player.columns[row + 1 :]))
        return True

    def lay_behind(self, seat: Seat, melds: int) -> bool:
        """Limit the melds of a seat along the rail to ``melds``; False if that changes nothing."""
        player = self._players[seat]
        if not 0 < melds < player.aligned:
            return False
        self._players[seat] = replace(player, aligned=melds)
        return True

    def hand(self, seat: Seat, tiles: int, zone: Zone, *, apart: bool = False) -> list[TileSlot]:
        """Return the slots of a hand's tiles from the left; ``apart``: one more after the gap of a drawn tile."""
        player = self._players[seat]
        gaps = player.gaps[zone]
        slots = []
        for index in range(tiles + apart):
            spot = self._layout.hand_slot(seat, index, apart=index == tiles)
            spot = self._shifted(seat, spot, sum(gaps[1 : index + 1]) - sum(gaps[1:tiles]) / 2)
            slots.append(TileSlot(self._fanned(seat, player, spot, index, tiles, zone), (zone, seat, 0)))
        return slots

    def melds(self, seat: Seat, shapes: Sequence[tuple[int, int | None, bool]]) -> list[list[TileSlot]]:
        """Return the slots of melds; ``shapes``: number of tiles, index of the sideways one, whether one was added."""
        player, width = self._players[seat], self._layout.profile.tile.width_mm
        slots, off, deep = [], 0.0, set[int]()
        for number, (tiles, sideways, more) in enumerate(shapes):
            along = number < player.aligned
            row = 0 if along else number - max(player.aligned - 1, 0)
            added = sum(before < row for before in deep)
            spots = list(self._layout.meld_slots(seat, row, tiles, sideways, added))
            if more and sideways is not None:
                spots.append(self._layout.added_slot(seat, row, sideways, added))
                deep.add(row)
            by = -off if along else 0.0
            slots.append([TileSlot(self._shifted(seat, spot, by), (Zone.MELD, seat, number)) for spot in spots])
            wider = 0.0 if sideways is None else self._layout.profile.tile.height_mm - width
            off += tiles * width + wider + _APART_MM
        return slots

    def lifted(self, seat: Seat, stack: int) -> TileSlot:
        """Return the slot of an indicator lifted off its stack to show the ura below."""
        behind = self.wall(seat, stack)
        exact = self._layout.wall_stack(seat, stack)
        spot = self._layout.lifted_indicator(seat, stack)
        moved = replace(spot, x=spot.x + behind.spot.x - exact.x, y=spot.y + behind.spot.y - exact.y)
        return TileSlot(moved, behind.row)

    def _player(self, rng: Rng) -> _Player:
        laying, profile = self._laying, self._layout.profile
        gaps = {}
        for zone in Zone:
            wide = rng.uniform(0.0, laying.gap_mm, _LONGEST) * (rng.random(_LONGEST) < laying.gaps)
            gaps[zone] = tuple(float(gap) for gap in wide * (0.4 if zone is Zone.WALL else 1.0))
        fewest, most = laying.columns or (profile.river.columns, profile.river.columns)
        columns = tuple(int(count) for count in rng.integers(fewest, most + 1, _ROWS))
        broken = int(rng.integers(3, 15)) if rng.random() < laying.broken else 0
        fan = float(rng.uniform(-laying.fan, laying.fan)) if rng.random() < laying.fanned else 0.0
        steps = np.zeros(_LONGEST)
        if rng.random() < laying.stepped:
            first, last = sorted(int(place) for place in rng.integers(0, 14, 2))
            steps[first:last] = rng.uniform(0.3, 1.0) * laying.step_mm
        return _Player(
            columns,
            gaps,
            broken,
            float(rng.uniform(0.15, 1.0)) * laying.break_mm,
            fan,
            tuple(float(step) for step in steps),
            _MELDS if rng.random() < laying.aligned else 0,
        )

    def _fanned(self, seat: Seat, player: _Player, spot: Spot, index: int, tiles: int, zone: Zone) -> Spot:
        part = 2.0 * (index + 0.5) / max(tiles, 1) - 1.0
        across, distance = self._layout.local(seat, spot.x, spot.y)
        # On an arc, the ends lie nearer to the centre (or farther) by the tangent of half their angle.
        bow = tiles * self._layout.profile.tile.width_mm / 2 * float(np.tan(np.radians(player.fan) / 2)) * part**2
        near = player.stepped[index % _LONGEST] if zone is Zone.HAND else 0.0
        return self._layout.place(seat, across, distance + bow - near, player.fan * part)

    def _shifted(self, seat: Seat, spot: Spot, by: float) -> Spot:
        along = self._layout.place(seat, by, 0.0)
        return replace(spot, x=spot.x + along.x, y=spot.y + along.y)
