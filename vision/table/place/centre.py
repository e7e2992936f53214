"""Detect whether the table's centre is raised: its picture shifts as it comes nearer to the camera.

The centre only has to be flat: its first picture is searched for at every height.
"""

from dataclasses import replace
from functools import cached_property
from typing import Final

import cv2
import numpy as np

from controller.ports.eyes import Sighting
from controller.ports.table import SignalKind
from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from hardware.profiles.schema import TableProfile
from vision.arrays import Floats, Image
from vision.camera.model import Camera
from vision.image.view import LEAST_VISIBLE, RectifiedView, Span
from vision.table.place.zone_reader import ZoneReader

RISES: Final = (SignalKind.HATCH_OPENED, SignalKind.HATCH_CLOSED, SignalKind.LIFTED)
"""Signals that a rising or sinking centre proves."""
_STEP_MM: Final = 5.0
"""Step, mm, between heights that are told apart: every second one is tried first, then those beside the best; chosen: a
third of a pixel at the rim of a centre of 116 mm, seen from above by a camera of 1080 rows."""
_MOST_MM: Final = 80.0
"""Largest height, mm, up and down that is tried; chosen: tiles of 30 mm are pushed in under a centre, and hands with
them."""
_RISEN_MM: Final = 25.0
"""Way, mm, that a centre must move to count as raised or sunk; chosen: nearly a tile's height."""
_AT_END: Final = 0.35
"""Share of the whole way within which it has reached an end; chosen: between the ends it is moving."""
_STILL_MM: Final = 10.0
"""Difference, mm, between two looks beyond which it is moving; chosen: two height steps."""
_ALIKE: Final = 0.8
"""Correlation with the first look below which something else is visible, such as an arm; measured on painted centres
in three designs at 4 to 45 degrees: 0.95 and more."""
_SAME: Final = 0.93
"""Correlation from which the height is unchanged and no other is tried; chosen between 0.95 and ``_ALIKE``."""
_APART_MM: Final = 20.0
"""Offset, mm, from its height at which a centre with any print on it looks different."""
_APART: Final = 0.08
"""Least lead over the correlation at that offset: a plain centre has none; measured on the same: 0.19 and more."""
_KNOWN: Final = 3
"""Looks that must have found the centre before its first picture is kept for good: an arm may have lain over it."""
_INSIDE: Final = 0.75
"""Diameter, as a share of the centre, of the circle in its middle that is not compared: dice lie and numbers light up
there."""
RIM_MM: Final = 3.0
"""Width, mm, of its edge that is not compared: its shadow falls on the felt, and a calibration may be off by a few mm.
"""


def centre_is_watched(profile: TableProfile) -> bool:
    """True if the height of the centre in the picture is the proof of a goal of the table."""
    proofs = {kind.value for kind in RISES}
    return any(goal.by_camera and goal.proof in proofs for goal in profile.goals.values())


class CentreReader(ZoneReader[float]):
    """Follows the height of one table's centre under one camera, mm above that of the first look."""

    def __init__(self, layout: Layout, camera: Camera) -> None:
        half = layout.profile.table.centre_mm / 2 - RIM_MM
        span = Span(-half, half)
        self.view = RectifiedView(layout, camera, Seat.A, 0.0, span, span)
        heights = np.arange(-_MOST_MM - _APART_MM, _MOST_MM + _APART_MM + _STEP_MM / 2, _STEP_MM)
        self._views = {float(z): replace(self.view, z=float(z)) for z in heights}
        self._first: Floats | None = None
        self._found = 0
        self._last = self._lowest = self._highest = 0.0
        self._moving = False

    @cached_property
    def _compared(self) -> Floats:
        """Mask: 1 where pixels are compared, 0 where dice lie."""
        rows, columns = self.view.shape
        mask = np.ones((rows, columns), np.uint8)
        radius = round(_INSIDE * rows / 2)
        cv2.circle(mask, (columns // 2, rows // 2), radius, 0, -1)
        return np.asarray(mask, np.float64)

    def find(self, image: Image, *_: object) -> float | None:
        """Height of the centre, mm; None if it is out of view or hidden."""
        if self.view.visible < LEAST_VISIBLE:
            return None
        height = self._last if self._alike(image, self._last) >= _SAME else self._height(image)
        if height is None:
            if self._found < _KNOWN:
                self._first, self._found = self._pattern(self.view.cut(image)), 0
                self._last = self._lowest = self._highest = 0.0
            self._moving = True
            return None
        self._found += 1
        self._moving = abs(height - self._last) > _STILL_MM
        self._last = height
        self._lowest, self._highest = min(self._lowest, height), max(self._highest, height)
        return height

    def _height(self, image: Image) -> float | None:
        """Height at which the first look is found again; None if it is not, or nearly as well at another height."""
        alike = {z: self._alike(image, z) for z in list(self._views)[::2]}
        best = max(alike, key=lambda z: alike[z])
        alike |= {z: self._alike(image, z) for z in (best - _STEP_MM, best + _STEP_MM) if z in self._views}
        height = max(alike, key=lambda z: alike[z])
        if abs(height) > _MOST_MM or alike[height] < _ALIKE:
            return None
        beside = max(self._alike(image, height + off) for off in (-_APART_MM, _APART_MM))
        return height if alike[height] - beside >= _APART else None

    def _alike(self, image: Image, height: float) -> float:
        if self._first is None:
            return 0.0
        return float((self._first * self._pattern(self._views[height].cut(image))).sum())

    def doubtful(self, found: float) -> bool:  # noqa: ARG002 - what was found is kept as ``_last``
        """True if the centre was moving, or was found in fewer than ``_KNOWN`` looks."""
        return self._moving or self._found < _KNOWN

    def add_to(self, sighting: Sighting, found: float) -> Sighting:
        """Return the sighting with whether the centre is raised, once it was seen to rise or to sink."""
        way = self._highest - self._lowest
        if self._moving or way < _RISEN_MM:
            return sighting
        part = (found - self._lowest) / way
        return replace(sighting, raised=part > 0.5) if min(part, 1.0 - part) <= _AT_END else sighting

    def _pattern(self, piece: Image) -> Floats:
        """Compared pixels of a view's piece, normalised to mean 0 and length 1."""
        grey = cv2.GaussianBlur(cv2.cvtColor(piece, cv2.COLOR_BGR2GRAY), (0, 0), 1.5).astype(np.float64)
        mask = self._compared
        flat = (grey - (grey * mask).sum() / mask.sum()) * mask
        return np.asarray(flat / max(float(np.linalg.norm(flat)), 1e-9))
