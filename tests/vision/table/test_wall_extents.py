"""Width in the picture of tiles on felt; measured again only where the picture changed."""

import cv2
import numpy as np
import pytest

from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from vision.arrays import Floats, Image
from vision.camera.model import Camera
from vision.image.cached_answers import CachedAnswers
from vision.image.felt import Felt
from vision.table.find.wall_extents import WallExtents

LAYOUT = Layout(load_profile())
CAMERA = Camera.looking_down()
FELT = Felt((60.0, 110.0, 30.0))
BLOCK = 16
SHAPE = -(-CAMERA.size[1] // BLOCK), -(-CAMERA.size[0] // BLOCK)
ALONG, OUT = np.array([-60.0, 0.0, 60.0]), np.full(3, LAYOUT.profile.wall.distance_mm)
DEEP = (28.0, 31.5, 34.0)
EDGE_MM = 2.6
"""Additional width from the soft edges of polygons, which count from where they differ from felt."""


def picture(seat: Seat, deep: tuple[float, ...]) -> Image:
    """Picture of felt with pale boxes of those depths across a wall, none if 0."""
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


def looking(image: Image) -> WallExtents:
    """Measuring object for a picture."""
    extents = WallExtents(LAYOUT, CAMERA, BLOCK, CachedAnswers(SHAPE))
    extents.show(image, FELT)
    return extents


@pytest.mark.parametrize("seat", [Seat.A, Seat.B, Seat.D])
def test_what_lies_there_is_measured_to_a_millimetre_but_for_its_soft_edges(seat: Seat) -> None:
    widths = looking(picture(seat, DEEP)).widths(seat, ALONG, OUT, 0.0)
    assert widths == pytest.approx(DEEP, abs=EDGE_MM)
    assert np.diff(widths) == pytest.approx(np.diff(DEEP), abs=0.8)


def test_bare_felt_has_no_width_and_what_has_no_end_is_not_known() -> None:
    extents = looking(picture(Seat.A, (0.0, 30.0, 200.0)))
    bare, _, endless = extents.widths(Seat.A, ALONG, OUT, 0.0)
    assert bare == 0.0
    assert np.isnan(endless)


def test_what_was_measured_is_kept_until_the_picture_changes_there() -> None:
    kept, shown = CachedAnswers(SHAPE), [DEEP]
    extents = WallExtents(LAYOUT, CAMERA, BLOCK, kept)

    def asked() -> Floats:
        extents.show(picture(Seat.A, shown[-1]), FELT)
        return kept.answer("wall", OUT.tobytes(), lambda: extents.widths(Seat.A, ALONG, OUT, 0.0))

    assert asked() == pytest.approx(DEEP, abs=EDGE_MM)
    shown.append(DEEP[::-1])
    elsewhere = np.zeros(SHAPE, bool)
    elsewhere[0] = True
    kept.forget(elsewhere)
    assert asked() == pytest.approx(DEEP, abs=EDGE_MM)
    kept.forget(~elsewhere)
    assert asked() == pytest.approx(DEEP[::-1], abs=EDGE_MM)


def test_an_answer_is_found_again_when_another_that_it_was_found_by_has_looked_elsewhere() -> None:
    kept, times = CachedAnswers((2, 2)), [0]

    def inner() -> int:
        kept.looked(slice(1, 2), slice(0, 1))
        times[0] += 1
        return times[0]

    def outer() -> int:
        return 10 * kept.answer("inner", None, inner)

    for _ in range(2):
        assert kept.answer("inner", None, inner) == 1
        assert kept.answer("outer", None, outer) == 10
    assert kept.answer("outer", "something else", outer) == 10
    kept.forget(np.array([[False, False], [True, False]]))
    assert kept.answer("outer", "something else", outer) == 20
    kept.forget()
    assert kept.answer("inner", None, inner) == 3
