"""What the table reader asks of the readers of places where other things than tiles lie."""

from abc import abstractmethod
from typing import Protocol, TypeVar

from controller.ports.eyes import Sighting
from controller.riichi.seat import Seat
from vision.arrays import Image
from vision.image.felt import Felt
from vision.image.view import RectifiedView

Found = TypeVar("Found")
Part = TypeVar("Part")


class ZoneReader(Protocol[Found]):
    """Finds what lies in one place of one table under one camera; ``Found`` is what geometry tells of it.

    ``view``: the rectified part of the picture that the place shows in; it is read again when that changes.
    """

    view: RectifiedView

    @abstractmethod
    def find(self, image: Image, felt: Felt, /) -> Found | None:
        """What lies in the place in a frame; None when it is out of view or cannot be judged."""

    def doubtful(self, found: Found, /) -> bool:  # noqa: ARG002 - for those that override it
        """Whether part of it could not be judged, so that it is worth reading once more though nothing changed."""
        return False

    @abstractmethod
    def add_to(self, sighting: Sighting, found: Found, /) -> Sighting:
        """The sighting with what this place shows."""


def with_seat(parts: tuple[Part | None, ...], seat: Seat, part: Part) -> tuple[Part | None, ...]:
    """The parts of seats A-D with that of one seat replaced."""
    return (*parts[:seat], part, *parts[seat + 1 :])
