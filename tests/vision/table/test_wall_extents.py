"""How wide what lies on felt looks, measured in a picture; measured again only where the picture changed."""

import cv2
import numpy as np
import pytest

from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from vision.arrays import Image
from vision.camera.model import Camera
from vision.image.felt import Felt
from vision.table.find.wall_extents import WallExtents

LAYOUT = Layout(load_profile())
CAMERA = Camera.looking_down()
FELT = Felt((60.0, 110.0, 30.0))
BLOCK = 16
ALONG, OUT = np.array([-60.0, 0.0, 60.0]), np.full(3, LAYOUT.profile.wall.distance_mm)
DEEP = (28.0, 31.5, 34.0)
EDGE_MM = 1.3
"""What the soft edges of polygons add: they are drawn with their border."""


def picture(seat: Seat, deep: tuple[float, ...]) -> Image:
    """Felt with pale boxes of those depths across a wall, none where it is 0."""
    width, height = CAMERA.size
    image = np.full((height, width, 3), FELT.colour, np.uint8)
    for along, size in zip(ALONG, deep, strict=True):
        if size == 0.0:
            continue
        corners = [(-along + a, OUT[0] + d * size / 2) for a, d in ((-10, -1), (10, -1), (10, 1), (-10, 1))]
        spots = [LAYOUT.place(seat, float(across), float(out)) for across, out in corners]
        px = CAMERA.project([(spot.x, spot.y, 0.0) for spot in spots])
        cv2.fillPoly(image, [np.round(px * 16).astype(np.int32)], (235, 240, 240), cv2.LINE_AA, 4)
    return image


def changed(*, anything: bool) -> np.ndarray:
    width, height = CAMERA.size
    return np.full((-(-height // BLOCK), -(-width // BLOCK)), anything)


@pytest.mark.parametrize("seat", [Seat.A, Seat.B, Seat.D])
def test_what_lies_there_is_measured_to_a_millimetre(seat: Seat) -> None:
    extents = WallExtents(LAYOUT, CAMERA, BLOCK)
    extents.note(picture(seat, DEEP), FELT, changed(anything=True))
    widths = extents.widths(seat, ALONG, OUT, 0.0)
    assert widths == pytest.approx(DEEP, abs=EDGE_MM)
    assert np.diff(widths) == pytest.approx(np.diff(DEEP), abs=0.8)


def test_bare_felt_has_no_width_and_what_has_no_end_is_not_known() -> None:
    extents = WallExtents(LAYOUT, CAMERA, BLOCK)
    extents.note(picture(Seat.A, (0.0, 30.0, 200.0)), FELT, changed(anything=True))
    bare, _, endless = extents.widths(Seat.A, ALONG, OUT, 0.0)
    assert bare == 0.0
    assert np.isnan(endless)


def test_only_where_the_picture_changed_it_is_measured_again() -> None:
    extents = WallExtents(LAYOUT, CAMERA, BLOCK)
    for deep, anything, expected in ((DEEP, True, DEEP), (DEEP[::-1], False, DEEP), (DEEP[::-1], True, DEEP[::-1])):
        extents.note(picture(Seat.A, deep), FELT, changed(anything=anything))
        assert extents.widths(Seat.A, ALONG, OUT, 0.0) == pytest.approx(expected, abs=EDGE_MM)
