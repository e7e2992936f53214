"""Point displays of the table, for profiles that give their places."""

from dataclasses import replace
from typing import Final

from controller.ports.eyes import Sighting
from controller.riichi.seat import SEATS, Seat
from hardware.profiles.layout import Layout
from hardware.profiles.schema import DisplayMake
from vision.arrays import Image
from vision.camera.model import Camera
from vision.image.view import LEAST_VISIBLE, RectifiedView, Span
from vision.table.place.zone_reader import ZoneReader, with_seat
from vision.tiles.score_digits import ReadNumber, score_digits

_UNREAD: Final[tuple[int | None, ...]] = (None,) * len(SEATS)


class DisplayReader(ZoneReader[ReadNumber]):
    """Reads one seat's display of one table under one camera."""

    def __init__(self, layout: Layout, camera: Camera, seat: Seat) -> None:
        self._seat, self._shown = seat, layout.profile.displays
        shown = self._shown
        across, distance = shown.across_mm[seat], shown.distance_mm[seat]
        self.view = RectifiedView(
            layout,
            camera,
            seat,
            shown.above_mm,
            Span(across - shown.width_mm / 2, across + shown.width_mm / 2),
            Span(distance - shown.height_mm / 2, distance + shown.height_mm / 2),
        )

    def find(self, image: Image, *_: object) -> ReadNumber | None:
        """The number on the display; None if it is out of view."""
        if self.view.visible < LEAST_VISIBLE:
            return None
        return score_digits(self.view.cut(image), self._shown.digits, self._shown.make is DisplayMake.LED)

    def doubtful(self, found: ReadNumber) -> bool:
        """True if the number could not be read: digits that are lit in turn may be caught dark."""
        return found.value is None

    def add_to(self, sighting: Sighting, found: ReadNumber) -> Sighting:
        """Return the sighting with the points of this seat."""
        points = None if found.value is None else found.value * self._shown.unit
        return replace(sighting, displays=with_seat(sighting.displays or _UNREAD, self._seat, points))
