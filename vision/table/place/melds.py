"""The melds of one seat in its right corner, row by row from the player on (npm art. 31)."""

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from controller.ports.eyes import SeenMeld, Sighting
from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from vision.arrays import Floats, Image
from vision.camera.model import Camera
from vision.image import means
from vision.image.felt import Felt
from vision.image.view import LEAST_VISIBLE, PX_PER_MM, RectifiedView, Span
from vision.table.place.row import (
    FlatTile,
    RowEvidence,
    Segment,
    rim_cover,
    seams,
    segments,
    unexplained_mm,
    without_sides,
)
from vision.table.place.zone_reader import TileZoneReader, with_seat
from vision.tiles.recogniser import FacePose, Recognised

ROWS: Final = 4
"""Melds of a seat at most: a hand has four sets."""
_SHAPES: Final = ((0, 0), (3, 0), (3, 1), (4, 0), (4, 1))
"""Tiles that a row may hold, and how many of them lie sideways: none; three or four, one of them sideways or none."""
_MARGIN_MM: Final = 8.0
"""Felt in the view around the melds, mm; chosen: a third of a tile, by which they may be shifted."""
_EDGE_MM: Final = 2.5
"""Mm left out at both edges of a row; chosen: rows lie a little askew, and edges are soft."""
_RIM_MM: Final = 0.5
"""Mm left out at the far edge of an upright tile, its soft edge; chosen: one row of the view."""
_LEAST_RIM_MM: Final = 1.0
"""Depth of the rim at least, mm; chosen: two rows of the view."""
_SOFT_MM: Final = 0.4
"""Mm kept from the side of a sideways tile; chosen: about one row of the view."""
_STRAY_MM: Final = 6.0
"""Most mm of a row that tiles leave unexplained; chosen as for rivers: under a third of a tile's width."""
_PUSHED_SHARE: Final = 0.75
"""Share of the narrowest meld's width that is covered behind a row where the next row begins; one tile added to a meld
covers 28 of its 70 mm."""
_FAR_MM: Final = (6.0, 13.0)
"""Where a tile added to a meld is looked for, mm behind the upright tiles; it reaches 14 mm beyond them."""
_COVERED: Final = 0.5
"""Share of that place that an added tile covers at least; chosen: half."""
_GRAZED: Final = 0.25
"""Share of a row that the far side of the row before it covers at most; chosen below half a tile's width."""


@dataclass(frozen=True, slots=True)
class FoundMeld:
    """A meld by geometry alone: tiles left to right, place of the sideways one, and the tile added against it."""

    tiles: tuple[FlatTile, ...]
    sideways: int | None
    added: FlatTile | None = None

    @property
    def all_tiles(self) -> tuple[FlatTile, ...]:
        """The tiles left to right, the added one last."""
        return self.tiles if self.added is None else (*self.tiles, self.added)


class MeldReader(TileZoneReader[tuple[FoundMeld, ...]]):
    """Finds the melds of one seat of one table under one camera."""

    def __init__(self, layout: Layout, camera: Camera, seat: Seat) -> None:
        meld, tile = layout.profile.meld, layout.profile.tile
        self._layout, self._seat, self._tile, self._meld = layout, seat, tile, meld
        self._push_mm = 2 * tile.width_mm - tile.height_mm
        widest = 3 * tile.width_mm + tile.height_mm
        deepest = ROWS * (meld.row_pitch_mm + self._push_mm)
        self.view = RectifiedView(
            layout,
            camera,
            seat,
            tile.thickness_mm,
            Span(meld.right_mm - widest - 2 * _MARGIN_MM, meld.right_mm + _MARGIN_MM),
            Span(meld.distance_mm - deepest, meld.distance_mm + _MARGIN_MM),
        )

        self._lean = self.view.lean(meld.distance_mm - deepest / 2)

    def find(self, image: Image, felt: Felt) -> tuple[FoundMeld, ...] | None:
        """Melds from the nearest to the player on; None when out of view or not explained by melds."""
        if self.view.visible < LEAST_VISIBLE:
            return None
        piece = self.view.cut(image)
        covered = felt.covered(self.view, piece)
        found: list[FoundMeld] = []
        edge = self._meld.distance_mm
        for _ in range(ROWS):
            meld = self._row(piece, covered, edge)
            if meld is None:
                return None
            if not meld.tiles:
                break
            found.append(meld)
            edge -= self._meld.row_pitch_mm + (self._push_mm if meld.added is not None else 0.0)
        return tuple(found)

    def poses(self, found: tuple[FoundMeld, ...]) -> tuple[FacePose, ...]:
        """The faces of the melds, meld by meld."""
        return tuple(tile.pose(self._layout, self._seat) for meld in found for tile in meld.all_tiles)

    def add_to(self, sighting: Sighting, found: tuple[FoundMeld, ...], faces: tuple[Recognised, ...]) -> Sighting:
        """The sighting with the melds of this seat."""
        seen = iter(faces)
        melds = tuple(SeenMeld(tuple(next(seen).seen() for _ in meld.all_tiles), meld.sideways) for meld in found)
        return replace(sighting, melds=with_seat(sighting.melds, self._seat, melds))

    def _row(self, piece: Image, covered: Image, edge: float) -> FoundMeld | None:
        """The meld whose near edge is there, without tiles when the row is bare; None when it makes no sense."""
        tile, view = self._tile, self.view
        core = means.of_columns(covered[view.rows(edge - tile.width_mm + _EDGE_MM, edge - _EDGE_MM)])
        core = without_sides(np.where(core < _GRAZED, 0.0, core), self._lean)
        # Felt shows here behind a sideways tile: between where an upright one would end and where its own side ends.
        side = view.seen(self._meld.right_mm - tile.height_mm, edge - tile.width_mm, 0.0)[1] - _SOFT_MM
        top = edge - tile.height_mm + _RIM_MM
        rim = rim_cover(
            piece,
            covered,
            view.rows(edge - tile.width_mm + _EDGE_MM, edge - _EDGE_MM),
            view.rows(top, max(side, top + _LEAST_RIM_MM)),
        )
        far = means.of_columns(
            covered[view.rows(edge - tile.height_mm - _FAR_MM[1], edge - tile.height_mm - _FAR_MM[0])]
        )
        if self._next_row_begins(far):
            far = far * 0.0
        evidence = RowEvidence(
            core, rim * (1.0 - far), seams(piece, view.rows(edge - tile.width_mm + _EDGE_MM, edge - _EDGE_MM))
        )
        row = segments(evidence, tile, _SHAPES)
        if not row:
            return FoundMeld((), None) if unexplained_mm(evidence, row) < _STRAY_MM else None
        turned = [place for place, each in enumerate(row) if each.sideways]
        if unexplained_mm(evidence, row) > _STRAY_MM:
            return None
        lying = tuple(
            each.flat_tile(view, edge - (tile.width_mm if each.sideways else tile.height_mm) / 2) for each in row
        )
        sideways = turned[0] if turned else None
        added = None
        if sideways is not None and far[_inside(row[sideways])].mean() > _COVERED:
            added = FlatTile(lying[sideways].across, edge - 1.5 * tile.width_mm, True)
        return FoundMeld(lying, sideways, added)

    def _next_row_begins(self, far: Floats) -> bool:
        """Whether what lies behind a row is the next meld, not a tile added to this one."""
        tile, right = self._tile, self.view.column(self._meld.right_mm)
        narrowest = round((2 * tile.width_mm + tile.height_mm) * PX_PER_MM)
        return float(far[right - narrowest : right].mean()) > _PUSHED_SHARE


def _inside(segment: Segment) -> slice:
    """The middle half of a tile's columns."""
    quarter = (segment.stop - segment.start) // 4
    return slice(segment.start + quarter, segment.stop - quarter)
