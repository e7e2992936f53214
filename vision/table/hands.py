"""The hand of one seat: standing tiles counted, lying tiles found, by how deep the covered strip is."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from vision.arrays import Image
from vision.camera.model import Camera
from vision.image import means
from vision.image.felt import Felt
from vision.image.view import LEAST_VISIBLE, PX_PER_MM, RectifiedView, Span
from vision.table.row import FlatTile, RowEvidence, Segment, seams, segments, unexplained_mm, without_sides
from vision.table.wall.extents import Extents, expected_extents, seen_extent

_BESIDE_MM: Final = 20.0
_BEYOND_MM: Final = 10.0
_CORE_SHARE: Final = 0.35
_LEAST_DEPTH_MM: Final = 9.0
_AGREE: Final = 0.85
_BITE: Final = 0.6
"""Share of a tile's width."""
_STRAY_MM: Final = 10.0
_NO_RIM: Final = 0.5
_RIM: Final = (0.36, 0.46)
"""Shares of a tile's depth, from its middle."""
_SHAPES: Final = tuple((count, 0) for count in range(17))


@dataclass(frozen=True, slots=True)
class FoundHand:
    """Tiles of a hand by geometry alone: standing ones counted, lying ones placed; ``apart``: the last stands off."""

    standing: int
    lying: tuple[FlatTile, ...] = ()
    apart: bool = False


class HandReader:
    """Finds the hand of one seat of one table under one camera."""

    def __init__(self, layout: Layout, camera: Camera, seat: Seat) -> None:
        profile = layout.profile
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
        self._lying = _Pose(layout, camera, seat, across, deep, profile.tile.thickness_mm, profile.tile.height_mm)
        self._standing = _Pose(layout, camera, seat, across, deep, profile.tile.height_mm, profile.tile.thickness_mm)

    @property
    def view(self) -> RectifiedView:
        """The view that lying tiles are found in."""
        return self._lying.view

    def measure(self, image: Image, felt: Felt) -> Extents:
        """How wide the strip of the hand seems in the view at each of some places."""
        if self.view.visible < LEAST_VISIBLE:
            return Extents(np.full(len(self._places), np.nan))
        piece = self.view.cut(image)
        covered = felt.covered(self.view, piece)
        strips = [seen_extent(self.view, piece, covered, felt, across, self._middle) for across in self._places]
        return Extents(np.array([np.nan if strip is None else strip[1] - strip[0] for strip in strips]))

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
        between = (self._lying.strip + self._standing.strip) / 2
        lying = float(np.mean(deep > between))
        if 1 - _AGREE < lying < _AGREE:
            return None
        pose = self._lying if lying > 0.5 else self._standing
        found = pose.segments(image, felt, self._middle)
        if found is None:
            return None
        if pose is self._standing:
            return FoundHand(len(found))
        places = tuple(each.flat_tile(self.view, self._middle) for each in found)
        apart = len(found) > 1 and (found[-1].start - found[-2].stop) / PX_PER_MM > self._gap_mm
        return FoundHand(0, places, apart)


class _Pose:
    """How a whole hand looks when its tiles are ``high`` mm and take ``deep`` mm of the table."""

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
        self.strip = max(ends) - min(ends)

    def segments(self, image: Image, felt: Felt, middle: float) -> tuple[Segment, ...] | None:
        """The tiles of the row; None when tiles do not explain what covers the felt."""
        piece = self.view.cut(image)
        rows = self.view.rows(middle - self._deep * _CORE_SHARE, middle + self._deep * _CORE_SHARE)
        core = without_sides(means.of_columns(felt.covered(self.view, piece)[rows]), self.lean)
        evidence = RowEvidence(core, np.full(len(core), _NO_RIM), seams(piece, *self._rims))
        found = segments(evidence, self._size, _SHAPES)
        return None if unexplained_mm(evidence, found) > _STRAY_MM else found
