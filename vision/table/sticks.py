"""Whether a riichi stick lies before a seat: between the centre and its river, along it (npm art. 32 ro)."""

from typing import Final

import numpy as np

from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from vision.arrays import Image
from vision.camera.model import Camera
from vision.image import means
from vision.image.felt import Felt
from vision.image.view import LEAST_VISIBLE, RectifiedView, Span

_HIGH_MM: Final = 3.0
_HALF_LENGTH_MM: Final = 27.0
"""Within the ends of a stick that lies a little to one side."""
_HALF_WIDTH_MM: Final = 1.5
_AROUND_MM: Final = 6.0
_APART: Final = 15.0
_BRIGHTER: Final = 1.25
_LIES: Final = 0.7
_BARE: Final = 0.3


class StickReader:
    """Looks for the stick of one seat of one table under one camera."""

    def __init__(self, layout: Layout, camera: Camera, seat: Seat) -> None:
        spot = layout.stick_spot(seat)
        across, distance = layout.local(seat, spot.x, spot.y)
        self.view = RectifiedView(
            layout,
            camera,
            seat,
            _HIGH_MM,
            Span(across - _HALF_LENGTH_MM, across + _HALF_LENGTH_MM),
            Span(distance - _AROUND_MM, distance + _AROUND_MM),
        )
        self._rows = self.view.rows(distance - _HALF_WIDTH_MM, distance + _HALF_WIDTH_MM)

    def find(self, image: Image, felt: Felt) -> bool | None:
        """Whether a stick lies there; None when the place is out of view or something else covers it."""
        if self.view.visible < LEAST_VISIBLE:
            return None
        piece = self.view.cut(image)
        bare = float(np.mean(felt.colour))
        # A stick is paler than any felt, and pale from end to end; a tile pushed there is not so narrow.
        bright = means.of_channels(piece) > _BRIGHTER * bare
        stick = (felt.differences(self.view, piece) > _APART) & bright
        share = float(stick[self._rows].mean())
        if share <= _BARE:
            return False
        return True if share >= _LIES else None
