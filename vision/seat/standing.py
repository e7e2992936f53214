"""Finds the standing tiles of one seat in its camera's picture, by geometry in an upright frame.

The upright frame: x mm to the player's right from the middle of the seat, y mm down (0 on the felt, the tops of
standing tiles at minus their height), z mm towards the player from the plane of faces. It has the same handedness as
the table frame, so that cameras, calibration and views work in both.
"""

from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import cv2
import numpy as np

from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from hardware.profiles.schema import TableProfile
from vision.arrays import Floats, Image
from vision.camera.model import Camera
from vision.image.felt import FeltFinder
from vision.image.row import Segment, seams, segments, unexplained_mm, without_sides
from vision.image.view import LEAST_VISIBLE, PX_PER_MM, RectifiedView, Span

ROW: Final = 14
"""Number of tiles of a whole hand with the drawn one: the row during calibration."""
_ABOVE_MM: Final = 4.0
"""mm of the view above the tops of tiles; chosen: a calibration clicked by hand is off by a few."""
_BELOW_MM: Final = 14.0
"""mm of the view below the feet of tiles; chosen: a nearer row appears lower."""
_CORE: Final = (0.2, 0.85)
"""The middle of a face, which is checked for ink and ivory: shares of a tile's height from its top; chosen."""
_RIMS: Final = ((0.03, 0.1), (0.9, 0.97))
"""Bands in which seams are searched: shares of a tile's height from its top; chosen: ink is seldom so near the ends."""
_BODY_SHARE: Final = 0.3
"""Share of a face that is bare of ink in nearly every column; its ends are bare in all. Chosen by the densest faces."""
_SEAM_PX: Final = 3
"""Largest gap, in columns, that is closed as a seam; chosen: 1.5 mm, separate tiles leave more."""
_ENDS: Final = ((-0.08, 0.04), (0.9, 0.97))
"""The ends of a face, without ink: shares of a tile's height from its top; chosen, the first with its upper edge."""
_END_GAIN: Final = 4.0
"""Weight, in seams, of an end of a run that is no side of a tile: certainly a border, while ink may look like one.

Measured on a painted round of 397 exposures whose 8p and 6s reach near the rims: 369 hands right, with 1.0 178 of them.
"""
_TOUCH_PX: Final = 1
"""Largest gap, in columns, of touching tiles; chosen: the resolution of a border."""
_BLEED_PX: Final = 2
"""Columns by which a tile's colour bleeds over its surroundings; chosen: the picture's softness, a mm."""
_STRAY_MM: Final = 10.0
"""Largest unexplained length of a row, mm; chosen: under half a tile's width."""
_FELT_MM: Final = (16.0, 28.0, 40.0, 52.0, 64.0)
"""Distances, mm, in front of the row at which felt is sampled; chosen: the row's shadow covers some, never all."""
_FELT_PLACES: Final = 13
"""Number of samples along the row at each of these distances; chosen: about one for each tile of a hand."""
_FOOT_SHARE: Final = 0.5
"""Share of a tile's columns that must be covered in a row of the view for the tile to reach that row; chosen: half."""
_FARTHEST_MM: Final = 25.0
"""Largest distance, mm, of a row from its calibrated position; chosen: about the height of a tile."""
_NEW_PLACE_MM: Final = 1.0
"""Offset in mm from which the row is read again at its actual position; chosen: less moves no border by a pixel."""


def row_corners(profile: TableProfile) -> tuple[tuple[float, float], ...]:
    """Corners of a row of 14 tiles in the middle of a seat, x and y mm: top left, top right, bottom right, bottom left.

    A person clicks these corners in the picture to calibrate the camera.
    """
    half, tall = ROW * profile.tile.width_mm / 2, profile.tile.height_mm
    return (-half, -tall), (half, -tall), (half, 0.0), (-half, 0.0)


def to_table_frame(layout: Layout, seat: Seat, x: float, y: float, z: float = 0.0) -> tuple[float, float, float]:
    """Convert a point of a seat's upright frame to the table frame, mm."""
    profile = layout.profile
    spot = layout.place(seat, x, profile.hand.distance_mm + profile.tile.thickness_mm / 2 + z)
    return spot.x, spot.y, -y


@dataclass(frozen=True, slots=True)
class StandingTile:
    """A standing tile: middle of its face in the upright frame, mm."""

    x: float
    y: float
    z: float


@dataclass(frozen=True, slots=True)
class StandingRow:
    """The tiles of a row left to right; ``apart``: the last one is set apart."""

    tiles: tuple[StandingTile, ...] = ()
    apart: bool = False


class StandingFinder:
    """Finds the standing tiles of one seat under its camera; ``camera`` in the upright frame."""

    def __init__(self, profile: TableProfile, camera: Camera) -> None:
        self._layout, self._camera, self._tile = Layout(profile), camera, profile.tile
        self._gap_mm = profile.hand.drawn_gap_mm / 2
        row = (ROW + 1) * self._tile.width_mm + profile.hand.drawn_gap_mm
        self._across = Span(-profile.hand.across_mm - self._tile.width_mm, row - profile.hand.across_mm)
        self._felt = FeltFinder(
            self._layout,
            camera,
            [
                (float(x), 0.0, z)
                for z in _FELT_MM
                for x in np.linspace(self._across.low, self._across.high, _FELT_PLACES)
            ],
        )
        self._place_at(0.0)

    @property
    def view(self) -> RectifiedView:
        """The view of the plane of faces."""
        return self._view

    def find(self, image: Image) -> StandingRow | None:
        """Return the standing tiles; None if the row is out of view or tiles do not explain the picture."""
        if self._view.visible < LEAST_VISIBLE:
            return None
        found = self._find(image)
        off = None if found is None else self._off(found)
        if off is not None and abs(off) > _NEW_PLACE_MM:
            self._place_at(self._view.z + off)
            found = self._find(image)
        return found

    def _place_at(self, z: float) -> None:
        """Search for the row ``z`` mm nearer to the player than at calibration."""
        tall = self._tile.height_mm
        self._view = RectifiedView(
            self._layout, self._camera, Seat.A, z, self._across, Span(-tall - _ABOVE_MM, _BELOW_MM)
        )
        # A tile at the end of a row shows its side, all the way to its back.
        ends = (self._across.low, self._across.high)
        behind = self._camera.to_plane(
            self._camera.project([(end, -tall / 2, z - self._tile.thickness_mm) for end in ends]), z
        )
        low, high = (end - float(place[0]) for end, place in zip(ends, behind, strict=True))
        self._lean: Floats = np.linspace(low, high, self._view.shape[1]) * PX_PER_MM

    def _find(self, image: Image) -> StandingRow | None:
        piece = self._view.cut(image)
        other = self._felt.find(image).covered_by_colour(self._view, piece)
        body = np.minimum(other[self._rows(*_CORE)].mean(axis=0) / _BODY_SHARE, 1.0)
        ends = (other[self._rows(*end)].mean(axis=0) for end in _ENDS)
        core = without_sides(_closed(np.max([body, *ends], axis=0)), self._lean)
        seam = seams(piece, *(self._rows(*rim) for rim in _RIMS))
        found = segments(core, np.maximum(seam, self._open_ends(core)), self._tile, ROW)
        if unexplained_mm(self._faces_only(core, found), found) > _STRAY_MM:
            return None
        apart = len(found) > 1 and (found[-1].start - found[-2].stop) / PX_PER_MM > self._gap_mm
        return StandingRow(self._standing(_evened(found), other), apart)

    def _open_ends(self, core: Floats) -> Floats:
        """Return a gain at each end of a run where no side is visible, so that a face ends there."""
        step = np.diff(core > 0.5, prepend=False).astype(float)
        rises = np.flatnonzero(np.diff((core > 0.5).astype(int), prepend=0) != 0)
        rising = (core > 0.5)[rises]
        kept = np.where(rising, self._lean[rises] <= 0, self._lean[rises] >= 0)
        step[rises[~kept]] = 0.0
        return _END_GAIN * step

    def _faces_only(self, core: Floats, found: tuple[Segment, ...]) -> Floats:
        """Return the covered columns without the sides of tiles that are separate from their neighbours."""
        kept = core.copy()
        for before, after in pairwise(found):
            if after.start - before.stop > _BLEED_PX:
                kept[
                    max(before.stop, after.start - _BLEED_PX - max(0, round(self._lean[after.start]))) : after.start
                ] = 0
                kept[
                    before.stop : min(after.start, before.stop + _BLEED_PX - min(0, round(self._lean[before.stop])))
                ] = 0
        return kept

    def _rows(self, low: float, high: float) -> slice:
        """Return the rows between two shares of a tile's height, from its top."""
        tall = self._tile.height_mm
        return self._view.rows((low - 1.0) * tall, (high - 1.0) * tall)

    def _standing(self, found: tuple[Segment, ...], other: Image) -> tuple[StandingTile, ...]:
        """Return the tiles at the positions of their feet, on a line that may be skewed."""
        places = np.array([self._across.low + (each.start + each.stop) / 2 / PX_PER_MM for each in found])
        feet = np.array([self._foot(other[:, each.start : each.stop]) for each in found])
        _, eye_y, eye_z = self._camera.position
        eye_x = self._camera.position[0]
        # Extend the ray through a foot in the view to the felt.
        share = eye_y / (eye_y - feet)
        z = eye_z + share * (self._view.z - eye_z)
        known = np.isfinite(z)
        if known.sum() < 1:
            return tuple(StandingTile(float(x), -self._tile.height_mm / 2, self._view.z) for x in places)
        line = np.full(len(places), float(np.median(z[known])))
        if known.sum() > 3:
            near = known & (np.abs(z - line) < _FARTHEST_MM)
            line = np.polyval(np.polyfit(places[near], z[near], 1), places)
        # A nearer or farther tile appears displaced across the view.
        across = eye_x + (places - eye_x) * (eye_z - line) / (eye_z - self._view.z)
        return tuple(
            StandingTile(float(x), -self._tile.height_mm / 2, float(there))
            for x, there in zip(across, line, strict=True)
        )

    def _foot(self, other: Image) -> float:
        """Return how far down a tile reaches in the view, mm; nan if it reaches out of the view."""
        rows = np.flatnonzero(other.mean(axis=1) > _FOOT_SHARE)
        if not len(rows) or rows[-1] == len(other) - 1:
            return float("nan")
        return self._view.distance.low + float(rows[-1] + 1) / PX_PER_MM

    def _off(self, found: StandingRow) -> float | None:
        """Return the distance, mm, of the row from the view's plane, towards the player; None if too large."""
        if not found.tiles:
            return None
        off = float(np.median([each.z for each in found.tiles])) - self._view.z
        return off if abs(self._view.z + off) < _FARTHEST_MM else None


def _evened(found: tuple[Segment, ...]) -> tuple[Segment, ...]:
    """Return the tiles with equal widths in each run of touching ones: the ends of a run are clearer than its seams."""
    evened: list[Segment] = []
    first = 0
    for last, each in enumerate(found):
        if last + 1 < len(found) and found[last + 1].start - each.stop <= _TOUCH_PX:
            continue
        borders = np.rint(np.linspace(found[first].start, each.stop, last - first + 2)).astype(int).tolist()
        evened += [Segment(start, stop) for start, stop in pairwise(borders)]
        first = last + 1
    return tuple(evened)


def _closed(row: Floats) -> Floats:
    """Return a row of shares without narrow dips, since dark lines between tiles are no gaps."""
    return np.asarray(cv2.morphologyEx(row[None], cv2.MORPH_CLOSE, np.ones((1, _SEAM_PX), np.uint8))[0])
