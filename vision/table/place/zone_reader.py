"""Interface of the readers of places that hold other things than tiles."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Final, Protocol, TypeVar

import cv2
import numpy as np

from controller.ports.eyes import Sighting
from controller.riichi.seat import Seat
from hardware.profiles.schema import TileSize
from vision.arrays import Floats, Image
from vision.explain.found import FoundTile, Surface
from vision.image.felt import Felt
from vision.image.view import PX_PER_MM, RectifiedView, seat_frame

Found = TypeVar("Found")
Part = TypeVar("Part")
_BESIDE_MM: Final = 1.5
"""Distance, mm, by which a found tile may be off, or its shadow may reach; chosen."""
_REACH: Final = 2.0
"""Distance from a view, in tile heights plus thicknesses, from which a tile does not show in it; chosen: a low camera
sees a tile two of these away from its centre."""


_AROUND: Final = np.array([(1, 1), (1, -1), (-1, -1), (-1, 1)])
"""Corners of a tile in halves of its edges, in order around it."""


class ZoneReader(Protocol[Found]):
    """Reads the content of one place of one table under one camera; ``Found``: the type of that content.

    ``view``: rectified part of the picture that shows the place; if it changes, the place is read again.
    """

    view: RectifiedView

    @abstractmethod
    def find(self, image: Image, felt: Felt, tiles: Sequence[FoundTile] = (), /) -> Found | None:
        """Content of the place in a frame; None if it is out of view or cannot be judged.

        ``tiles``: tiles found in the frame.
        """

    def doubtful(self, found: Found, /) -> bool:  # noqa: ARG002 - for those that override it
        """True if a part could not be judged, so that it is worth reading again though nothing changed."""
        return False

    def lasting(self, found: Found, before: Found, changed: Callable[[Floats], bool], /) -> Found:  # noqa: ARG002 - for those that override it
        """Return ``found`` with content of ``before`` that cannot be gone; ``changed``: True if an outline, px, did."""
        return found

    @abstractmethod
    def add_to(self, sighting: Sighting, found: Found, /) -> Sighting:
        """Return the sighting with the content of this place."""


def with_seat(parts: tuple[Part | None, ...], seat: Seat, part: Part) -> tuple[Part | None, ...]:
    """The parts of seats A-D with that of one seat replaced."""
    return (*parts[:seat], part, *parts[seat + 1 :])


def tiles_over(view: RectifiedView, tiles: Sequence[FoundTile]) -> tuple[Image, Image]:
    """Masks of a view: 1 where tiles may be visible; 1 where tiles lie, so that nothing else can."""
    seen, lies = np.zeros(view.shape, np.uint8), np.zeros(view.shape, np.uint8)
    eye, size = np.array(view.camera.position), view.layout.profile.tile
    low = np.array([view.across.low, view.distance.low])
    at = np.array([(tile.x, tile.y) for tile in tiles]).reshape(-1, 2)
    rise = (eye[2] - view.z) / (eye[2] - np.array([tile.z for tile in tiles]))[:, None]
    middles = (seat_frame(view.layout, view.seat, eye[:2] + (at - eye[:2]) * rise) - low) * PX_PER_MM
    reach = _REACH * (size.height_mm + size.thickness_mm) * PX_PER_MM
    near = ((middles > -reach) & (middles < np.array(view.shape[::-1]) + reach)).all(axis=1)
    tiles, at = [tiles[place] for place in np.flatnonzero(near).tolist()], at[near]
    if not tiles:
        return seen, lies

    turn = np.radians([tile.angle for tile in tiles])
    half = np.array([(size.width_mm, _deep(tile.surface, size)) for tile in tiles])[:, None] / 2
    axes = np.stack([np.cos(turn), np.sin(turn), -np.sin(turn), np.cos(turn)], axis=1).reshape(-1, 2, 2)

    def corners(more: float) -> Floats:
        return np.asarray(at[:, None] + (_AROUND * (half + more)) @ axes)

    # The rays through the upper and through the lower corners of a tile meet the view's height here.
    upper = (eye[2] - view.z) / (eye[2] - np.array([tile.z for tile in tiles]))
    around = corners(_BESIDE_MM)
    wide = [eye[:2] + (around - eye[:2]) * rise for rise in (upper[:, None, None], (eye[2] - view.z) / eye[2])]
    for mask, outlines in ((seen, np.concatenate(wide, axis=1)), (lies, corners(0.0))):
        px = np.round((seat_frame(view.layout, view.seat, outlines.reshape(-1, 2)) - low) * PX_PER_MM)
        px = px.reshape(outlines.shape)
        shows = (px.max(axis=1) > 0).all(axis=1) & (px.min(axis=1) < view.shape[::-1]).all(axis=1)
        for outline in px[shows].astype(np.int32):
            cv2.fillConvexPoly(mask, cv2.convexHull(outline), 1)
    return seen, lies


def _deep(surface: Surface, size: TileSize) -> float:
    return size.thickness_mm if surface is Surface.TOP else size.height_mm
