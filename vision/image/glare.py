"""Finds reflections of a lamp in a picture: tiles under one are hidden, not removed."""

from typing import Final

import cv2
import numpy as np

from hardware.profiles.layout import Layout
from vision.arrays import Image
from vision.camera.aim import field_outline
from vision.camera.model import Camera
from vision.image.change import Blocks

GLARE: Final = "camera-glare"
"""Fault code of a camera into which a lamp is reflected from the table, while the rest is visible."""
_CLIPPED: Final = 250
"""Grey level of all channels from which a pixel counts as clipped: JPEG rounds by a few."""
_LEAST_MM: Final = 40.0
"""Least side, mm, of a clipped square that is glare; chosen above the two sides of a blank tile, 28 mm."""
_LASTS_S: Final = 10.0
"""Seconds of glare at one place after which the lamp must be moved; chosen: sleeves and sheets of paper are gone."""


class GlareFinder:
    """Finds glare in the shrunk pictures of one camera over one table; ``cell``: side of a cell in pixels."""

    def __init__(self, layout: Layout, camera: Camera, shape: tuple[int, ...], cell: int) -> None:
        half = layout.profile.table.field_mm / 2
        (left, _), (right, _) = camera.project([(-half, 0.0, 0.0), (half, 0.0, 0.0)])
        side = max(2, round(_LEAST_MM * abs(float(right - left)) / (2 * half * cell)))
        self._field = np.zeros(shape, np.uint8)
        outline = np.asarray(field_outline(layout, camera)) / cell
        if np.isfinite(outline).all():
            cv2.fillPoly(self._field, [outline.astype(np.int32)], 1)
        self._square = np.ones((side, side), np.uint8)
        self._lasting: Image | None = None
        self._since = 0.0

    def find(self, small: Image) -> Blocks:
        """Return a mask of the cells [h,w] with glare in a shrunk picture [h,w,3]."""
        clipped = cv2.bitwise_and(cv2.inRange(small, (_CLIPPED,) * 3, (255,) * 3), self._field)
        return np.asarray(cv2.morphologyEx(clipped, cv2.MORPH_OPEN, self._square), np.uint8) > 0

    def lasts(self, glaring: Blocks, at: float) -> bool:
        """True if one place has glared in every picture of the last 10 s; ``at``: camera clock in seconds."""
        here = np.asarray(glaring, np.uint8)
        both = here if self._lasting is None else here & self._lasting
        if not both.any():
            both, self._since = here, at
        self._lasting = both
        return bool(both.any()) and at - self._since >= _LASTS_S
