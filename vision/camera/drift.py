"""Keeps the camera's pose right while it watches a table: small movements are followed, larger ones told."""

from typing import Final

import numpy as np

from hardware.profiles.layout import Layout
from vision.arrays import Floats, Image
from vision.camera.edges import REACH_MM, EdgeWatch
from vision.camera.model import Camera

_STILL_MM: Final = 0.7
_FOLLOWED_MM: Final = 40.0
_LEAST_LINES: Final = 12


class CameraGuard:
    """Compares each look at the table's edges with the first one."""

    def __init__(self, layout: Layout, camera: Camera) -> None:
        self._layout = layout
        self._first = self._watch = EdgeWatch(layout, camera)
        self._usual: Floats | None = None
        self._begun_mm = 0.0
        self.moved_mm: float | None = None

    def look(self, image: Image, camera: Camera) -> Camera | None:
        """The camera in its new pose when it has moved so little that it can be followed; None: go on as before."""
        if self._usual is None:
            self._begin(image, camera)
            return None
        off = self._watch.offsets(image)
        apart = np.abs(off - self._usual)
        known = np.isfinite(apart)
        if known.sum() < _LEAST_LINES:
            # An edge that was in sight is gone: a hand is in the way, or the camera looks elsewhere.
            self.moved_mm = REACH_MM if self._watch.gone(off) else self.moved_mm
            return None
        if float(np.median(apart[known])) < _STILL_MM:
            self.moved_mm = self._begun_mm + self._first.slip(camera)
            return None
        moved = self._watch.moved_since(image, self._usual)
        if moved is None:
            return None
        self.moved_mm = self._begun_mm + self._first.slip(moved.camera)
        if moved.distance_mm > _FOLLOWED_MM:
            return None
        self._watch = EdgeWatch(self._layout, moved.camera)
        return moved.camera

    def _begin(self, image: Image, camera: Camera) -> None:
        self._first = self._watch = EdgeWatch(self._layout, camera)
        off = self._watch.offsets(image)
        if np.isfinite(off).sum() < _LEAST_LINES:
            return
        moved = self._watch.moved(image)
        if moved is not None:
            self._usual = off
            self.moved_mm = self._begun_mm = moved.distance_mm
