"""Cuts parts of the table at one height out of a frame, rectified as their owner sees them, at 2 pixels per mm."""

from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from typing import Final

import cv2
import numpy as np

from controller.errors import EyesError
from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from vision.arrays import Floats, Image
from vision.camera.model import Camera

PX_PER_MM: Final = 2.0
"""Pixels of a rectified view per millimetre; chosen above the 1.35 that a frame of 1080 rows shows."""
_COARSE: Final = 16
"""Pixels of a view between points that are projected exactly; over these 8 mm perspective is almost linear."""
LEAST_VISIBLE: Final = 0.97
"""Share of a view that must lie inside the frame for it to be read; chosen: a calibration may be off by a few mm."""


class ZoneKind(Enum):
    """Parts of the table that are read separately."""

    STICK = "stick"
    DEPOSITS = "deposits"
    CENTRE = "centre"
    DISPLAY = "display"
    LIFT = "lift"


Zone = tuple[ZoneKind, Seat]
"""A part of the table and its seat; the centre and its height count as seat A's."""


@dataclass(frozen=True, slots=True)
class Span:
    """An interval in millimetres; raises EyesError unless low < high."""

    low: float
    high: float

    def __post_init__(self) -> None:
        if not self.low < self.high:
            raise EyesError(f"span from {self.low} to {self.high}: expected low < high")


@dataclass(frozen=True)
class RectifiedView:
    """A rectangle of the seat frame at height ``z`` mm; columns run along ``across``, rows down along ``distance``."""

    layout: Layout
    camera: Camera
    seat: Seat
    z: float
    across: Span
    distance: Span

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns in pixels."""
        rows = round((self.distance.high - self.distance.low) * PX_PER_MM)
        return rows, round((self.across.high - self.across.low) * PX_PER_MM)

    def cut(self, image: Image) -> Image:
        """Return this view of a frame, BGR [rows, columns, 3]."""
        nearest, weights = self._maps
        piece = cv2.remap(image, nearest, weights, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        return np.asarray(piece, dtype=np.uint8)

    def column(self, across: float) -> int:
        """Return the column nearest to a position across, mm; may be outside the view."""
        return round((across - self.across.low) * PX_PER_MM)

    def row(self, distance: float) -> int:
        """Return the row nearest to a distance, mm; may be outside the view."""
        return round((distance - self.distance.low) * PX_PER_MM)

    def rows(self, low: float, high: float) -> slice:
        """Return the rows between two distances, mm, limited to the view; at least one."""
        start = min(max(self.row(low), 0), self.shape[0] - 1)
        return slice(start, max(min(self.row(high), self.shape[0]), start + 1))

    def nodes(self, count: int) -> Floats:
        """Return table points [count², 2] mm spread evenly over the view, row by row."""
        across, distance = np.meshgrid(
            np.linspace(self.across.low, self.across.high, count),
            np.linspace(self.distance.low, self.distance.high, count),
        )
        return np.stack(_table(self.layout, self.seat, across, distance), axis=-1).reshape(-1, 2)

    @cached_property
    def outline(self) -> Floats:
        """The four corners [4, 2] in pixels of the frame, in order around the view."""
        across, distance = self.across, self.distance
        corners = (
            (across.low, distance.low),
            (across.high, distance.low),
            (across.high, distance.high),
            (across.low, distance.high),
        )
        spots = [self.layout.place(self.seat, *corner) for corner in corners]
        return self.camera.project([(spot.x, spot.y, self.z) for spot in spots])

    @cached_property
    def visible(self) -> float:
        """Share of the view inside the frame."""
        width, height = self.camera.size
        places = self._places()
        return float(np.mean((places >= 0).all(axis=-1) & (places <= (width - 1, height - 1)).all(axis=-1)))

    def _places(self) -> Floats:
        """Return the frame pixels [rows, columns, 2] of every ``_COARSE``-th pixel of the view and one beyond."""
        rows, columns = (np.arange(0, side + _COARSE, _COARSE) for side in self.shape)
        # The centre of pixel (0, 0) is the middle of the first half millimetre.
        across, distance = np.meshgrid(
            self.across.low + (columns + 0.5) / PX_PER_MM, self.distance.low + (rows + 0.5) / PX_PER_MM
        )
        x, y = _table(self.layout, self.seat, across, distance)
        points = np.stack([x, y, np.full(x.shape, self.z)], axis=-1).reshape(-1, 3)
        return self.camera.project(points).reshape(*x.shape, 2)

    @cached_property
    def _maps(self) -> tuple[Image, Image]:
        down, right = (_between(side) for side in self.shape)
        places = np.einsum("ri,ijk,cj->rck", down, self._places(), right, optimize=True).astype(np.float32)
        first, second = cv2.convertMaps(places, None, cv2.CV_16SC2)  # type: ignore[call-overload]
        return first, second


def _between(side: int) -> Floats:
    """Return the matrix [side, nodes] that interpolates linearly between nodes every ``_COARSE`` pixels."""
    nodes = np.arange(0, side + _COARSE, _COARSE)
    weights: Floats = np.maximum(0.0, 1.0 - np.abs(np.arange(side)[:, None] - nodes) / _COARSE)
    return weights


def _table(layout: Layout, seat: Seat, across: Floats, distance: Floats) -> tuple[Floats, Floats]:
    """Convert grids in the seat frame, mm, to the table frame, mm."""
    right, down = layout.place(seat, 1.0, 0.0), layout.place(seat, 0.0, 1.0)
    return across * right.x + distance * down.x, across * right.y + distance * down.y


def seat_frame(layout: Layout, seat: Seat, points: Floats) -> Floats:
    """Return (across, distance) [N, 2] mm in the seat's frame of table points [N, 2] mm."""
    axes = np.array([layout.local(seat, 1.0, 0.0), layout.local(seat, 0.0, 1.0)])
    local: Floats = points @ axes
    return local


def face_quads(layout: Layout, camera: Camera, spots: Floats, z: float) -> Floats:
    """Return centre, right and down [N, 3, 2] px of faces at height ``z`` mm; ``spots`` [N, 3]: x, y mm, degrees."""
    size = layout.profile.tile
    turn = np.radians(spots[:, 2])
    right = np.stack([np.cos(turn), np.sin(turn)], axis=1) * (size.width_mm / 2)
    down = np.stack([-np.sin(turn), np.cos(turn)], axis=1) * (size.height_mm / 2)
    middle = spots[:, :2]
    ends = np.stack([middle, middle - right, middle + right, middle - down, middle + down], axis=1)
    flat = np.concatenate([ends, np.full((*ends.shape[:2], 1), z)], axis=2).reshape(-1, 3)
    px = camera.project(flat).reshape(-1, 5, 2)
    return np.stack([px[:, 0], px[:, 2] - px[:, 1], px[:, 4] - px[:, 3]], axis=1)
