"""The hand of one seat: standing tiles counted, lying tiles found, by how deep the covered felt is."""

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from controller.ports.eyes import SeenHand, Sighting
from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from vision.arrays import Image
from vision.camera.model import Camera
from vision.image import means
from vision.image.felt import Felt
from vision.image.view import LEAST_VISIBLE, PX_PER_MM, RectifiedView, Span
from vision.table.place.row import FlatTile, RowEvidence, Segment, seams, segments, unexplained_mm, without_sides
from vision.table.place.wall.extents import Extents, expected_extents, seen_extent
from vision.table.place.zone_reader import TileZoneReader, with_seat
from vision.tiles.recogniser import FacePose, Recognised

_BESIDE_MM: Final = 20.0
"""Mm kept free between a hand and its owner's melds; chosen: about a tile's width."""
_BEYOND_MM: Final = 10.0
"""Felt in the view before and behind a lying hand, mm; chosen: hands stand a little off their line."""
_CORE_SHARE: Final = 0.35
"""Half the depth of the middle of a row, as a share of a tile's depth; chosen within 0.5, rows being askew."""
_LEAST_DEPTH_MM: Final = 9.0
"""Covered depth, mm, from which a column shows a tile; chosen about half of what a standing tile (16.5) covers."""
_AGREE: Final = 0.85
"""Share of the columns that must be as deep as lying tiles, or as standing ones; chosen: a tile of seven may differ."""
_BITE: Final = 0.6
"""Width, in widths of a tile, of a dip in depth that is passed over; chosen: ink as dark as felt bites less far."""
_STRAY_MM: Final = 10.0
"""Most mm of a row that tiles leave unexplained; chosen: under half a tile's width, hands being longer than melds."""
_NO_RIM: Final = 0.5
"""Evidence of the rim that speaks for neither upright nor sideways tiles: in a hand none lies sideways."""
_RIM: Final = (0.36, 0.46)
"""Where seams are looked for, shares of a tile's depth from its middle; chosen: ink seldom comes so near the ends."""
_SHAPES: Final = tuple((count, 0) for count in range(17))
"""Tiles that a row may hold, none sideways: 14, and two more so that one too many is counted, not refused."""


@dataclass(frozen=True, slots=True)
class FoundHand:
    """Tiles of a hand by geometry alone: standing ones counted, lying ones placed; ``apart``: the last stands off."""

    standing: int
    lying: tuple[FlatTile, ...] = ()
    apart: bool = False


class HandZoneReader(TileZoneReader[FoundHand]):
    """Finds the hand of one seat of one table under one camera."""

    def __init__(self, layout: Layout, camera: Camera, seat: Seat) -> None:
        profile = layout.profile
        self._layout, self._seat = layout, seat
        self._tile, self._middle = profile.tile, profile.hand.distance_mm
        self._gap_mm = profile.hand.drawn_gap_mm / 2
        tile_mm = profile.tile.width_mm
        self._bite = round(tile_mm * _BITE * PX_PER_MM)
        # Beyond lie the melds: the left neighbour's on one side, its owner's on the other.
        widest = 3 * profile.tile.width_mm + profile.tile.height_mm
        across = Span(-profile.hand.across_mm - profile.tile.width_mm, profile.meld.right_mm - widest - _BESIDE_MM)
        deep = Span(
            self._middle - profile.tile.height_mm / 2 - _BEYOND_MM,
            self._middle + profile.tile.height_mm / 2 + _BEYOND_MM,
        )
        self._places = [float(place) for place in np.arange(across.low + tile_mm, across.high - tile_mm, tile_mm)]
        # A lying tile is as high as it is thick and as deep as it is high; a standing one the other way round.
        self._lying = _HandView(layout, camera, seat, across, deep, profile.tile.thickness_mm, profile.tile.height_mm)
        self._standing = _HandView(
            layout, camera, seat, across, deep, profile.tile.height_mm, profile.tile.thickness_mm
        )
        self.view = self._lying.view

    def measure(self, image: Image, felt: Felt) -> Extents:
        """How wide the extent of the hand seems in the view at each of some places."""
        if self.view.visible < LEAST_VISIBLE:
            return Extents(np.full(len(self._places), np.nan))
        piece = self.view.cut(image)
        covered = felt.covered(self.view, piece)
        extents = [seen_extent(self.view, piece, covered, felt, across, self._middle) for across in self._places]
        return Extents(np.array([np.nan if extent is None else extent[1] - extent[0] for extent in extents]))

    def expected(self, camera: Camera) -> Extents:
        """How standing, lying tiles would seem there, if that camera had taken the view."""
        tile = self._tile
        shapes = ((tile.thickness_mm, tile.height_mm), (tile.height_mm, tile.thickness_mm))
        return Extents(
            np.asarray(np.ptp(expected_extents(self.view, camera, self._places, self._middle, shapes), axis=2))
        )

    def find(self, image: Image, felt: Felt) -> FoundHand | None:
        """Tiles of the hand; None when the place is out of view, or half standing, or not explained by tiles."""
        if self.view.visible < LEAST_VISIBLE:
            return None
        covered = felt.covered(self.view, self.view.cut(image))
        depth = covered.sum(axis=0) / PX_PER_MM
        tops = without_sides((depth > _LEAST_DEPTH_MM).astype(np.float64), self._lying.lean) > 0
        # Ink as dark as felt bites into a tile's edge, never across a whole tile.
        whole = cv2.morphologyEx(depth[None].astype(np.float32), cv2.MORPH_CLOSE, np.ones((1, self._bite)))[0]
        deep = whole[tops]
        if len(deep) < self._tile.width_mm * PX_PER_MM / 2:
            return FoundHand(0)
        between = (self._lying.extent + self._standing.extent) / 2
        lying = float(np.mean(deep > between))
        if 1 - _AGREE < lying < _AGREE:
            return None
        seen = self._lying if lying > 0.5 else self._standing
        found = seen.segments(image, felt, self._middle)
        if found is None:
            return None
        if seen is self._standing:
            return FoundHand(len(found))
        places = tuple(each.flat_tile(self.view, self._middle) for each in found)
        apart = len(found) > 1 and (found[-1].start - found[-2].stop) / PX_PER_MM > self._gap_mm
        return FoundHand(0, places, apart)

    def poses(self, found: FoundHand) -> tuple[FacePose, ...]:
        """The faces of the lying tiles."""
        return tuple(tile.pose(self._layout, self._seat) for tile in found.lying)

    def add_to(self, sighting: Sighting, found: FoundHand, faces: tuple[Recognised, ...]) -> Sighting:
        """The sighting with the hand of this seat."""
        tiles = tuple(face.seen() for face in faces)
        hand = SeenHand(found.standing, tiles[:-1], tiles[-1]) if found.apart else SeenHand(found.standing, tiles)
        return replace(sighting, hands=with_seat(sighting.hands, self._seat, hand))


class _HandView:
    """How a whole hand looks when its tiles are ``high`` mm high and ``deep`` mm deep: standing, or lying."""

    def __init__(
        self, layout: Layout, camera: Camera, seat: Seat, across: Span, distance: Span, high: float, deep: float
    ) -> None:
        middle = layout.profile.hand.distance_mm
        self._size, self._deep = layout.profile.tile, deep
        self.view = RectifiedView(layout, camera, seat, high, across, distance)
        flat = RectifiedView(layout, camera, seat, layout.profile.tile.thickness_mm, across, distance)
        self.lean = self.view.lean(middle)
        # Ink hardly comes near the ends of a face; the lines between tiles do.
        self._rims = [
            self.view.rows(*sorted((middle + side * deep * _RIM[0], middle + side * deep * _RIM[1])))
            for side in (-1, 1)
        ]
        ends = [flat.seen(0.0, middle + side * deep / 2, height)[1] for side in (-1, 1) for height in (0.0, high)]
        self.extent = max(ends) - min(ends)

    def segments(self, image: Image, felt: Felt, middle: float) -> tuple[Segment, ...] | None:
        """The tiles of the row; None when tiles do not explain what covers the felt."""
        piece = self.view.cut(image)
        rows = self.view.rows(middle - self._deep * _CORE_SHARE, middle + self._deep * _CORE_SHARE)
        core = without_sides(means.of_columns(felt.covered(self.view, piece)[rows]), self.lean)
        evidence = RowEvidence(core, np.full(len(core), _NO_RIM), seams(piece, *self._rims))
        found = segments(evidence, self._size, _SHAPES)
        return None if unexplained_mm(evidence, found) > _STRAY_MM else found
