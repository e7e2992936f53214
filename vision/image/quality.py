"""Checks that a frame can be read at all: one that is too dark, too bright or blurred is no evidence."""

from typing import Final

import cv2
import numpy as np

from controller.errors import PoorPictureError, SizeError
from controller.text import Text
from hardware.profiles.layout import Layout
from vision.arrays import Floats, Image
from vision.camera.aim import edge_px, field_outline
from vision.camera.model import Camera

_EVERY: Final = 8
"""Step between pixels whose brightness is measured; chosen: 10,000 of a field."""
_BLACK: Final = 12.0
"""Mean grey of the field below which nothing is read; chosen: an eighth of that of felt under a usual lamp."""
_WHITE: Final = 235.0
"""Mean grey of the field above which nothing is read; chosen: a twelfth of the scale is left for tiles on felt."""
_BLURRED_PX: Final = 10.0
"""Width of an edge, px, above which no face is named; measured on six photographs and a painted table, 1440 px wide:
3.3 to 4.7 as taken, 8.3 to 9.3 blurred by a deviation of 3 px, 9.9 to 11.6 by 4 px."""
_BAND: Final = 3
"""Number of row bands, of which the middle one is checked for edges; chosen: it shows the centre and two walls."""


class FrameQuality:
    """Checks the frames of one calibrated camera, by the part of the picture that it is meant to show."""

    def __init__(self, size: tuple[int, int], outline: Floats) -> None:
        """``outline`` [N,2] px: that part of pictures of ``size`` (w, h); if not visible, the whole is checked."""
        width, height = self._size = size
        field = np.zeros((height, width), np.uint8)
        if np.isfinite(outline).all():
            cv2.fillPoly(field, [outline.astype(np.int32)], 1)
        inside = field[::_EVERY, ::_EVERY] > 0
        self._inside = inside if inside.any() else np.full(inside.shape, True)
        rows = np.flatnonzero(self._inside.any(axis=1)) * _EVERY
        band = (rows[-1] - rows[0]) // _BAND
        self._rows = slice(int(rows[0] + band), int(rows[-1] - band) + 1)

    @classmethod
    def of_table(cls, layout: Layout, camera: Camera) -> "FrameQuality":
        """Check the field of the table as the camera sees it."""
        return cls(camera.size, np.asarray(field_outline(layout, camera), np.float64))

    @classmethod
    def of_picture(cls, image: Image) -> "FrameQuality":
        """Check the whole of pictures of the same size as ``image``."""
        height, width = image.shape[:2]
        return cls((width, height), np.full((4, 2), np.nan))

    def check(self, image: Image) -> float:
        """Return the width of the picture's edges, px; raises SizeError, or PoorPictureError with the fault's code."""
        height, width = image.shape[:2]
        if (width, height) != self._size:
            raise SizeError(
                Text(
                    f"カメラの画像の大きさ（{width}×{height}）が、位置合わせのときと違います。",
                    f"frame of {width}x{height}: the calibration is for {self._size}",
                )
            )
        grey = image[::_EVERY, ::_EVERY].mean(axis=2)[self._inside]
        if grey.mean() < _BLACK:
            raise PoorPictureError(f"mean grey {grey.mean():.0f} of 255: expected {_BLACK:g} or more", "camera-dark")
        if grey.mean() > _WHITE:
            raise PoorPictureError(f"mean grey {grey.mean():.0f} of 255: expected {_WHITE:g} or less", "camera-bright")
        wide = edge_px(np.asarray(cv2.cvtColor(image[self._rows], cv2.COLOR_BGR2GRAY), np.uint8))
        if wide > _BLURRED_PX:
            raise PoorPictureError(f"edges {wide:.0f} px wide: expected {_BLURRED_PX:g} at most", "camera-blurred")
        return wide
