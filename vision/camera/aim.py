"""Measures a picture while its camera is aimed: sharpness, brightness, sheets; and gives lines to draw over it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import cv2
import numpy as np

from controller.errors import EyesError
from controller.riichi.seat import SEATS, Seat
from controller.text import Text
from hardware.profiles.layout import Layout
from vision.arrays import Floats, Image
from vision.camera.calibration import Calibration, PlanePoint
from vision.camera.fiducials import PAGE_MM, SeenSheet, find_sheets
from vision.camera.lens import Lens
from vision.camera.model import Camera

CORNERS: Final = ((-1, -1), (1, -1), (1, 1), (-1, 1))
"""Corners of the field as seat A sees them: far left, far right, near right, near left."""
_DARK: Final = 45.0
"""Mean grey of the field below which it is too dark; chosen: felt with tiles under a usual lamp has 70 to 140."""
_BRIGHT: Final = 205.0
"""Mean grey of the field above which it is too bright; chosen: white tiles are then clipped."""
_CLIPPED: Final = 0.04
"""Share of clipped pixels from which a lamp is reflected into the camera; chosen: several tiles lose strokes."""
_WHITE: Final = 250
"""Grey level that counts as clipped: JPEG rounds by a few."""
_SHARP_PX: Final = 6.0
"""Width of an edge, px, up to which a picture is sharp; measured on painted tables of 1440 x 1080: 4.2 as painted, 5.5
blurred by a deviation of 1.2 px, 7.2 by 2 px."""
_FINEST_PX: Final = 4.0
"""Width of an edge, px, at which the bar is full; measured: no painted table has finer ones."""
_EDGES: Final = 0.995
"""Share of gradients below those of the picture's sharpest edges; chosen: leaves 7,000 of a usual frame."""
_FLOOR: Final = 12.0
"""Grey levels by which an edge's sides must differ; chosen above a camera's noise of 4."""
_PIECES: Final = 12
"""Number of pieces that a straight line is drawn in; chosen: a line bent by the lens looks smooth."""
_REACH: Final = 8
"""Pixels each way within which an edge's two sides are searched; chosen: wider than any blur that can be read."""


@dataclass(frozen=True, slots=True)
class AimMeter:
    """Measurements of a picture of ``size`` (w, h): width of its sharpest edges, px; mean grey; clipped share.

    ``sheets``: outlines of the visible sheets [4,2] px, by their seat's letter.
    """

    size: tuple[int, int]
    edge_px: float
    grey: float
    clipped: float
    sheets: Mapping[str, Floats]

    @property
    def focus(self) -> str:
        """``sharp``, ``soft``, or ``unknown`` if no edge is visible."""
        if not np.isfinite(self.edge_px):
            return "unknown"
        return "sharp" if self.edge_px <= _SHARP_PX else "soft"

    @property
    def sharpness(self) -> int:
        """Sharpness for a bar, 0 to 100."""
        return 0 if not np.isfinite(self.edge_px) else round(100 * _FINEST_PX / max(self.edge_px, _FINEST_PX))

    @property
    def light(self) -> str:
        """Brightness of the picture: ``dark``, ``bright``, ``glare``, or ``well``."""
        if self.grey < _DARK:
            return "dark"
        if self.grey > _BRIGHT:
            return "bright"
        return "glare" if self.clipped > _CLIPPED else "well"


def metered(image: Image, camera: Camera | None = None, layout: Layout | None = None) -> AimMeter:
    """Measure a picture; with ``camera`` and ``layout`` the brightness is that of the field alone."""
    grey: Image = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
    height, width = grey.shape
    inside = np.full(grey.shape, True)
    if camera is not None and layout is not None:
        mask = np.zeros(grey.shape, np.uint8)
        cv2.fillPoly(mask, [np.asarray(field_outline(layout, camera)).astype(np.int32)], 1)
        inside = mask > 0 if mask.any() else inside
    sheets = {sheet.seat.name: _outline(sheet) for sheet in find_sheets(image)}
    paper = np.zeros(grey.shape, np.uint8)
    for outline in sheets.values():
        cv2.fillPoly(paper, [outline.astype(np.int32)], 1)
    # Leave out the sheets: white paper is not the reflection of a lamp.
    lights = grey[inside & (paper == 0)]
    lights = lights if lights.size else grey.ravel()
    return AimMeter((width, height), edge_px(grey), float(lights.mean()), float((lights >= _WHITE).mean()), sheets)


def field_outline(layout: Layout, camera: Camera) -> list[tuple[float, float]]:
    """Return the field's edge as the camera sees it, px, clockwise from its far left corner as seat A sees it."""
    half = layout.profile.table.field_mm / 2
    return _drawn(camera, [(x * half, y * half) for x, y in CORNERS])


def field_lines(layout: Layout, camera: Camera) -> dict[str, list[list[tuple[float, float]]]]:
    """Return lines to draw over a picture, px, by kind: ``field``, ``centre``, each seat's ``rivers`` and ``walls``."""
    profile = layout.profile
    centre = profile.table.centre_mm / 2
    river, tile = profile.river, profile.tile
    deep = river.distance_mm + tile.height_mm + 2 * river.row_pitch_mm
    left, right = river.across_mm, river.across_mm + river.columns * tile.width_mm
    wall = profile.wall.distance_mm
    return {
        "field": [field_outline(layout, camera)],
        "centre": [_drawn(camera, [(x * centre, y * centre) for x, y in CORNERS])],
        "rivers": [_box(layout, camera, seat, (left, right), (river.distance_mm, deep)) for seat in SEATS],
        "walls": [
            _box(layout, camera, seat, (-long / 2, long / 2), (wall - tile.height_mm / 2, wall + tile.height_mm / 2))
            for seat in SEATS
            for long in [profile.wall.stacks[seat] * tile.width_mm]
        ],
    }


def seat_marks(layout: Layout, camera: Camera) -> dict[str, tuple[float, float]]:
    """Position of each seat's letter in the picture, px: the middle of its edge of the field."""
    half = layout.profile.table.field_mm / 2
    found = camera.project([(*_place(layout, seat, 0.0, half * 0.93), 0.0) for seat in SEATS])
    return {seat.name: (float(x), float(y)) for seat, (x, y) in zip(SEATS, found, strict=True)}


def from_corners(
    size: tuple[int, int],
    corners: Sequence[tuple[float, float]],
    mm: Sequence[tuple[float, float]],
    lens: Lens | None = None,
) -> Calibration:
    """Return the calibration by four corners that a person marked, px, in the order of ``mm``; raises EyesError."""
    if len(corners) != len(CORNERS):
        raise EyesError(
            Text(
                f"角が{len(corners)}つです。左奥から時計回りに4つ選んでください。",
                f"{len(corners)} corners: expected four, far left first, clockwise",
            )
        )
    return Calibration(size, tuple(PlanePoint(px, at) for px, at in zip(corners, mm, strict=True)), lens)


def field_corners(layout: Layout) -> tuple[tuple[float, float], ...]:
    """The field's corners, mm, in the order of CORNERS."""
    half = layout.profile.table.field_mm / 2
    return tuple((x * half, y * half) for x, y in CORNERS)


def edge_px(grey: Image) -> float:
    """Return the width of the sharpest edges, px: height over gradient; nan if there is none."""
    blurred = cv2.GaussianBlur(grey, (0, 0), 0.7).astype(np.float32)
    steep = np.maximum(np.abs(cv2.Scharr(blurred, -1, 1, 0)), np.abs(cv2.Scharr(blurred, -1, 0, 1))) / 32.0
    least = np.quantile(steep, _EDGES)
    kernel = np.ones((2 * _REACH + 1, 2 * _REACH + 1), np.uint8)
    rise = cv2.dilate(blurred, kernel) - cv2.erode(blurred, kernel)
    sharp = (steep >= least) & (rise >= _FLOOR) & (steep > 0)
    return float(np.median(rise[sharp] / steep[sharp])) if sharp.any() else float("nan")


def _outline(sheet: SeenSheet) -> Floats:
    """Return a page's corners [4,2], px, by the homography of the chessboard's corners."""
    plane, _ = cv2.findHomography(sheet.page, sheet.px)
    width, height = PAGE_MM
    page = np.array([[(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]])
    return np.asarray(cv2.perspectiveTransform(page, plane)[0], dtype=np.float64)


def _box(
    layout: Layout, camera: Camera, seat: Seat, across: tuple[float, float], distance: tuple[float, float]
) -> list[tuple[float, float]]:
    """Return a rectangle in a seat's frame, mm, as an outline to draw, px."""
    (left, right), (inner, outer) = across, distance
    corners = ((left, inner), (right, inner), (right, outer), (left, outer))
    return _drawn(camera, [_place(layout, seat, *corner) for corner in corners])


def _place(layout: Layout, seat: Seat, across: float, distance: float) -> tuple[float, float]:
    spot = layout.place(seat, across, distance)
    return spot.x, spot.y


def _drawn(camera: Camera, corners: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the closed line through positions on the table, mm, as the camera distorts it, px."""
    ends = np.asarray([*corners, corners[0]], dtype=np.float64)
    steps = np.arange(_PIECES) / _PIECES
    along = [a + (b - a) * step for a, b in pairwise(ends) for step in steps]
    points = camera.project(np.column_stack([np.array(along), np.zeros(len(along))]))
    return [(round(float(x), 1), round(float(y), 1)) for x, y in points]
