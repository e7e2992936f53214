"""Places where a tile might lie that was not found: bare, covered by another tile, or open."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final

import numpy as np
from numpy.typing import NDArray

from controller.ports.eyes import SeenTile
from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from vision.arrays import Floats
from vision.explain.found import FoundTile, Surface, TableGround
from vision.explain.rows import Row, RowTile, without_room

_MIDDLE: Final = 0.3
"""Half of the part of a tile's place that is looked at, as a share of the tile; chosen: neighbours lie askew."""
_BARE: Final = 0.3
"""Bare share of the place from which there is no tile; chosen: a tile would cover all, a neighbour's side some."""
_UNSEEN: Final = 0.3
"""Share of the place that is not seen from which nothing can be said; chosen likewise."""
_FAINT: Final = 0.7
"""Score below which the ground is asked whether a tile is there at all; chosen: nearly all false ones are fainter."""
BEYOND_MM: Final = 15.0
"""mm beyond the field at which the table ends; chosen: the breadth of a rail's edge."""
_TAKEN: Final = 0.7
"""Widths of a tile between two places, along either axis, below which there is no room for two; chosen: rows overlap by
a third of a tile at most."""
_PLAIN: Final = 0.6
"""Share of the place of a faint tile that plainly shows the table where there is none; chosen: most of it."""


class Vacancy:
    """What is known about the places of one table at which no tile was found."""

    def __init__(self, found: Sequence[FoundTile], ground: TableGround, layout: Layout) -> None:
        self.found, self._ground, self.layout = found, ground, layout
        self._places = np.array([(each.x, each.y) for each in found], np.float64).reshape(-1, 2)

    def local(self, seat: Seat, tile: FoundTile | SeenTile) -> tuple[float, float]:
        """Place of a tile before a seat: across and distance, mm."""
        return self.layout.local(seat, tile.x, tile.y)

    def sight(self, seat: Seat, across: float, distance: float) -> str | None:
        """Why a tile may lie at a place of a seat, mm, where none was found: hidden or covered; None if none does."""
        if self._near(seat, across, distance).any():
            return None
        outline, thick = self._outline(seat, across, distance), self.layout.profile.tile.thickness_mm
        if self._ground.bare(outline) >= _BARE or self._ground.bare(outline, thick) >= _BARE:
            return None
        return "hidden" if self._ground.unseen(outline) > _UNSEEN else "covered"

    def hidden(self, seat: Seat, across: float, distance: float) -> bool:
        """Whether a place of a seat, mm, is out of sight."""
        return self._ground.unseen(self._outline(seat, across, distance)) > _UNSEEN

    def free(self, seat: Seat, across: float, distance: float) -> bool:
        """True if a place of a seat, mm, plainly shows the table, or another face."""
        near = np.flatnonzero(self._near(seat, across, distance)).tolist()
        return any(self.found[place].surface is Surface.FACE for place in near) or self._shown(seat, across, distance)

    def false(self, tile: FoundTile) -> bool:
        """True if a finding is no tile.

        It is over the rail; or faint, with the table at its place or its middle.
        """
        profile, off = self.layout.profile, max(abs(tile.x), abs(tile.y))
        if off > profile.table.field_mm / 2 + BEYOND_MM:
            return True
        if tile.score >= _FAINT:
            return False
        if off < (profile.table.centre_mm - profile.tile.width_mm) / 2:
            return True
        seat = Seat(round(tile.angle / 90.0) % 2)
        return self._shown(seat, *self.local(seat, tile), _PLAIN)

    def pieces(self, row: Row) -> list[Row]:
        """The row in pieces, parted where in the room of one that was not found the table itself shows, or a tile."""

        def shows(each: RowTile) -> bool:
            at = row.owner, each.across, each.distance
            return each.number is None and (bool(self._near(*at).any()) or self._shown(*at))

        pieces = [without_room(tuple(piece)) for gone, piece in groupby(row.tiles, shows) if not gone]
        return [row] if len(pieces) == 1 else [replace(row, tiles=piece, parted=True) for piece in pieces if piece]

    def seen(self, tile: RowTile, seat: Seat) -> SeenTile:
        """A tile of a row in the controller's form; the confidence of a back is its score."""
        if tile.number is None:
            spot = self.layout.place(seat, tile.across, tile.distance, 90.0 * tile.turned)
            return SeenTile(None, spot.x, spot.y, spot.angle, 0.0)
        it = self.found[tile.number]
        sure = it.confidence if it.surface is Surface.FACE else it.score
        return SeenTile(it.tile, it.x, it.y, it.angle % 360.0, sure, it.other)

    def _shown(self, seat: Seat, across: float, distance: float, share: float = _BARE) -> bool:
        """Whether so much of a place plainly shows the table."""
        return self._ground.bare(self._outline(seat, across, distance)) >= share

    def _near(self, seat: Seat, across: float, distance: float) -> NDArray[np.bool_]:
        """Which tiles were found at a place [N]."""
        spot = self.layout.place(seat, across, distance)
        away = np.abs(self._places - (spot.x, spot.y)).max(axis=1, initial=0.0)
        return np.asarray(away < self.layout.profile.tile.width_mm * _TAKEN)

    def _outline(self, seat: Seat, across: float, distance: float) -> Floats:
        size = self.layout.profile.tile
        half = size.width_mm * _MIDDLE, size.height_mm * _MIDDLE
        return place_outline(self.layout, seat, (across, distance), half)


def place_outline(layout: Layout, seat: Seat, middle: tuple[float, float], half: tuple[float, float]) -> Floats:
    """Corners of a place before a seat, x, y mm; ``middle``: across and distance, ``half``: of its sides, mm."""
    (across, distance), (wide, deep) = middle, half
    corners = ((-wide, -deep), (wide, -deep), (wide, deep), (-wide, deep))
    spots = (layout.place(seat, across + x, distance + y) for x, y in corners)
    return np.array([(spot.x, spot.y) for spot in spots])
