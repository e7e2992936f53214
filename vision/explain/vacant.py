"""Places at which no tile was detected: bare table, covered by another tile, or out of sight."""

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
"""Half extent of the checked part of a tile's place, as a share of the tile; chosen: neighbours lie askew."""
_BARE: Final = 0.3
"""Bare share of a place from which no tile lies there; chosen: a tile would cover all, a neighbour's side some."""
_UNSEEN: Final = 0.3
"""Share of a place out of sight from which nothing is known about it; chosen likewise."""
_FAINT: Final = 0.7
"""Score below which the ground decides whether there is a tile at all; chosen: nearly all false detections score lower.
"""
BEYOND_MM: Final = 15.0
"""Distance, mm, beyond the playing field at which the table ends; chosen: the breadth of a rail's edge."""
_TAKEN: Final = 0.7
"""Distance between two places, in tile widths along either axis, below which there is no room for two tiles; chosen:
rows overlap by a third of a tile at most."""
_PLAIN: Final = 0.6
"""Bare share of the place of a low-scoring tile from which the detection is false; chosen: most of it."""


class Vacancy:
    """Evidence about the places of one table at which no tile was detected."""

    def __init__(self, found: Sequence[FoundTile], ground: TableGround, layout: Layout) -> None:
        self.found, self._ground, self.layout = found, ground, layout
        self._places = np.array([(each.x, each.y) for each in found], np.float64).reshape(-1, 2)

    def local(self, seat: Seat, tile: FoundTile | SeenTile) -> tuple[float, float]:
        """Place of a tile in the frame of a seat: across and distance, mm."""
        return self.layout.local(seat, tile.x, tile.y)

    def sight(self, seat: Seat, across: float, distance: float) -> str | None:
        """Why an undetected tile may lie at a place of a seat, mm: ``hidden`` or ``covered``; None if no tile can.

        None if bare table or another tile is visible there. ``hidden``: the place is out of sight.
        """
        if self._near(seat, across, distance).any():
            return None
        outline, thick = self._outline(seat, across, distance), self.layout.profile.tile.thickness_mm
        if self._ground.bare(outline) >= _BARE or self._ground.bare(outline, thick) >= _BARE:
            return None
        return "hidden" if self._ground.unseen(outline) > _UNSEEN else "covered"

    def hidden(self, seat: Seat, across: float, distance: float) -> bool:
        """True if a place of a seat, mm, is out of sight."""
        return self._ground.unseen(self._outline(seat, across, distance)) > _UNSEEN

    def free(self, seat: Seat, across: float, distance: float) -> bool:
        """True if bare table, or a detected face, is visible at a place of a seat, mm."""
        near = np.flatnonzero(self._near(seat, across, distance)).tolist()
        return any(self.found[place].surface is Surface.FACE for place in near) or self._shows_table(
            seat, across, distance
        )

    def false(self, tile: FoundTile) -> bool:
        """True if a detection is no tile.

        It lies beyond the playing field or, with a low score, in the table's centre or where bare table is visible.
        """
        profile, off = self.layout.profile, max(abs(tile.x), abs(tile.y))
        if off > profile.table.field_mm / 2 + BEYOND_MM:
            return True
        if tile.score >= _FAINT:
            return False
        if off < (profile.table.centre_mm - profile.tile.width_mm) / 2:
            return True
        seat = Seat(round(tile.angle / 90.0) % 2)
        return self._shows_table(seat, *self.local(seat, tile), _PLAIN)

    def pieces(self, row: Row) -> list[Row]:
        """Split a row at gaps for undetected tiles where bare table or another tile is visible; return the pieces."""

        def shows(each: RowTile) -> bool:
            at = row.owner, each.across, each.distance
            return each.number is None and (bool(self._near(*at).any()) or self._shows_table(*at))

        pieces = [without_room(tuple(piece)) for gone, piece in groupby(row.tiles, shows) if not gone]
        return [row] if len(pieces) == 1 else [replace(row, tiles=piece, parted=True) for piece in pieces if piece]

    def seen(self, tile: RowTile, seat: Seat) -> SeenTile:
        """Convert a tile of a row to the controller's form; the confidence of a back is its score."""
        if tile.number is None:
            spot = self.layout.place(seat, tile.across, tile.distance, 90.0 * tile.turned)
            return SeenTile(None, spot.x, spot.y, spot.angle, 0.0)
        it = self.found[tile.number]
        sure = it.confidence if it.surface is Surface.FACE else it.score
        return SeenTile(it.tile, it.x, it.y, it.angle % 360.0, sure, it.other)

    def _shows_table(self, seat: Seat, across: float, distance: float, share: float = _BARE) -> bool:
        """True if at least ``share`` of a place shows bare table."""
        return self._ground.bare(self._outline(seat, across, distance)) >= share

    def _near(self, seat: Seat, across: float, distance: float) -> NDArray[np.bool_]:
        """Mask [N] of the detected tiles at a place."""
        spot = self.layout.place(seat, across, distance)
        away = np.abs(self._places - (spot.x, spot.y)).max(axis=1, initial=0.0)
        return np.asarray(away < self.layout.profile.tile.width_mm * _TAKEN)

    def _outline(self, seat: Seat, across: float, distance: float) -> Floats:
        size = self.layout.profile.tile
        half = size.width_mm * _MIDDLE, size.height_mm * _MIDDLE
        return place_outline(self.layout, seat, (across, distance), half)


def place_outline(layout: Layout, seat: Seat, middle: tuple[float, float], half: tuple[float, float]) -> Floats:
    """Corners [4, 2] of a rectangle before a seat, x, y mm.

    ``middle``: its across and distance, ``half``: half its sides, mm.
    """
    (across, distance), (wide, deep) = middle, half
    corners = ((-wide, -deep), (wide, -deep), (wide, deep), (-wide, deep))
    spots = (layout.place(seat, across + x, distance + y) for x, y in corners)
    return np.array([(spot.x, spot.y) for spot in spots])
