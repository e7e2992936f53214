"""A seat's camera as a venue mounts it, its calibration as a person clicks it, and fingers in front of it."""

from typing import Any, Final

import numpy as np

from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from vision.camera.calibration import Calibration, PlanePoint
from vision.camera.model import Camera
from vision.render.background import paint_fingers
from vision.render.faces.artwork import Picture
from vision.seat.standing import row_corners, to_table_frame

SIZE: Final = (1280, 480)
"""Width and height of a seat camera's picture, px; chosen: 1280 x 720, cropped to the strip with the hand."""
USUAL_ELEVATION: Final = 40.0
"""Degrees by which the camera looks down at the faces; chosen: a camera over the rail."""
USUAL_DISTANCE_MM: Final = 280.0
"""Distance from the lens to the middle of the row, mm; chosen."""
_SHOWN_MM: Final = 410.0
"""Length of the row across the picture, mm; chosen: 14 tiles of 21 mm, the drawn tile's gap and room to shift."""
_HAND_SHARE: Final = 0.6
"""Width that a reaching hand may cover, as a share of the picture's height; chosen: about four tiles."""


def seat_camera(
    layout: Layout,
    seat: Seat,
    size: tuple[int, int] = SIZE,
    *,
    elevation: float = USUAL_ELEVATION,
    distance_mm: float = USUAL_DISTANCE_MM,
    across_mm: float = 4.0,
) -> Camera:
    """Return a camera over the rail behind a player's tiles; ``elevation``: degrees by which it looks down at them."""
    aim = to_table_frame(layout, seat, across_mm, -layout.profile.tile.height_mm / 2)
    focal = size[0] / _SHOWN_MM * distance_mm
    return Camera.orbiting(
        size, focal=focal, target=aim, distance_mm=distance_mm, tilt=90.0 - elevation, pan=90.0 * seat
    )


def clicked_calibration(
    camera: Camera, layout: Layout, seat: Seat, rng: np.random.Generator | None = None, miss_px: float = 0.5
) -> Calibration:
    """Return four clicked corners of a row of 14 tiles: whole pixels, or with ``rng`` about ``miss_px`` off."""
    corners = row_corners(layout.profile)
    px = camera.project([to_table_frame(layout, seat, x, y) for x, y in corners])
    px = px.round() if rng is None else px + rng.normal(0.0, miss_px, px.shape)
    points = (PlanePoint((float(x), float(y)), mm) for (x, y), mm in zip(px, corners, strict=True))
    return Calibration(camera.size, tuple(points))


def cover_with_fingers(picture: Picture, rng: np.random.Generator) -> Any:
    """Draw a player's fingers over part of the picture; return their mask [h, w]."""
    height, width = picture.shape[:2]
    wide = round(_HAND_SHARE * height)
    left = int(rng.integers(0, max(1, width - wide)))
    where = np.zeros((height, width), bool)
    where[:, left : left + wide] = paint_fingers(picture[:, left : left + wide], rng)
    return where
