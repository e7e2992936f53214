"""What the table reader asks of the readers of places: of those where tiles lie, and of the others."""

from abc import abstractmethod
from typing import Protocol, TypeVar

from controller.ports.eyes import Sighting
from controller.riichi.seat import Seat
from vision.arrays import Image
from vision.image.felt import Felt
from vision.image.view import RectifiedView
from vision.tiles.recogniser import FacePose, Recognised

Found = TypeVar("Found")
Part = TypeVar("Part")


class PlaceReader(Protocol[Found]):
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


class ZoneReader(PlaceReader[Found], Protocol[Found]):
    """Reads a place where other things than tiles lie."""

    @abstractmethod
    def add_to(self, sighting: Sighting, found: Found, /) -> Sighting:
        """The sighting with what this place shows."""


class TileZoneReader(PlaceReader[Found], Protocol[Found]):
    """Reads a place where tiles lie."""

    @abstractmethod
    def poses(self, found: Found, /) -> tuple[FacePose, ...]:
        """The faces of the zone that are to be recognised, in the order in which ``add_to`` takes them."""

    @abstractmethod
    def add_to(self, sighting: Sighting, found: Found, faces: tuple[Recognised, ...], /) -> Sighting:
        """The sighting with what this zone shows; ``faces`` as recognised, in the order of ``poses``."""


def with_seat(parts: tuple[Part | None, ...], seat: Seat, part: Part) -> tuple[Part | None, ...]:
    """The parts of seats A-D with that of one seat replaced."""
    return (*parts[:seat], part, *parts[seat + 1 :])
