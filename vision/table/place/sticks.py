"""Whether a riichi stick lies before a seat: between the centre and its river, along it (npm art. 32 ro)."""

from dataclasses import replace
from typing import Final

import numpy as np

from controller.ports.eyes import Sighting
from controller.riichi.seat import SEATS, Seat
from hardware.profiles.layout import Layout
from vision.arrays import Image
from vision.camera.model import Camera
from vision.image import means
from vision.image.felt import Felt
from vision.image.view import LEAST_VISIBLE, RectifiedView, Span
from vision.table.place.zone_reader import ZoneReader, with_seat

_HIGH_MM: Final = 3.0
"""Height of a stick's upper side, mm; chosen: sticks are about as thick, and a mm moves nothing in the view."""
_HALF_LENGTH_MM: Final = 27.0
"""Half of the length looked at, mm; chosen within the ends of a stick of 66 that lies a little to one side."""
_HALF_WIDTH_MM: Final = 1.5
"""Half of the width looked at, mm; chosen within the 6.5 of a stick that lies a little nearer or farther."""
_AROUND_MM: Final = 6.0
"""Half of the width that is cut out, mm; chosen: a stick's width to each side of its middle."""
_APART: Final = 15.0
"""Grey levels by which a stick differs from felt in any light; chosen as ``vision.image.felt`` tells covered felt."""
_BRIGHTER: Final = 1.25
"""How much brighter than the felt a stick is at least; chosen as the light of felt may vary by as much."""
_LIES: Final = 0.7
"""Share of the place that a stick covers at least; chosen: red dots and askew ends take some of it."""
_BARE: Final = 0.3
"""Share of the place that may seem covered where none lies; chosen as far from none as ``_LIES`` is from all."""


class StickReader(ZoneReader[bool]):
    """Looks for the stick of one seat of one table under one camera."""

    def __init__(self, layout: Layout, camera: Camera, seat: Seat) -> None:
        self._seat, spot = seat, layout.stick_spot(seat)
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

    def add_to(self, sighting: Sighting, found: bool) -> Sighting:
        """The sighting with whether a stick lies before this seat."""
        return replace(sighting, sticks=with_seat(sighting.sticks or (None,) * len(SEATS), self._seat, found))
