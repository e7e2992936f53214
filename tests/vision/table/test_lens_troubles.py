"""A table read through what hangs before its camera: upside down, a lamp that shines back, parts of old pictures."""

from dataclasses import replace

import numpy as np
import pytest

from controller.ports.eyes import Sighting
from controller.riichi.seat import SEATS
from tests.support.lens import LensTrouble
from tests.support.studio import Studio
from vision.camera.drift import TOLERATED_MM
from vision.camera.model import Camera
from vision.capture.frame import CameraFrame
from vision.image.glare import GLARE
from vision.render.arrangement import ArrangedSeat, Arrangement, random_arrangement
from vision.table.reader import TURNED

pytestmark = pytest.mark.render


def upside_down(frame: CameraFrame) -> CameraFrame:
    return CameraFrame(np.ascontiguousarray(frame.image[::-1, ::-1]), frame.number, frame.at)


def rivers(sighting: Sighting | None) -> list[list[object]]:
    assert sighting is not None
    return [[each.seen.tile for each in row or ()] for row in sighting.rivers]


def test_a_camera_turned_by_half_a_circle_is_the_one_whose_picture_is() -> None:
    camera = Camera.looking_down((1200, 900), tilt=11.0, pan=31.0, offset=(20.0, -30.0), k1=-0.05)
    camera = replace(camera, principal=(610.0, 440.0))
    points = np.random.default_rng(2).uniform(-300, 300, (40, 3))
    there = camera.half_turned().project(points)
    assert np.allclose(there, np.array([1199.0, 899.0]) - camera.project(points), atol=1e-6)


def test_a_picture_upside_down_is_read_and_told_as_that(studio: Studio) -> None:
    """Red: read as well, and told as a camera that has moved."""
    scene = studio.scene(random_arrangement(np.random.default_rng(3)))
    reader = studio.reader()
    before = reader.read(studio.shoot(scene))
    assert not reader.warnings
    after = reader.read(upside_down(studio.shoot(scene)))
    assert rivers(after) == rivers(before)
    assert reader.warnings == (TURNED,)
    assert after.moved is not None
    assert after.moved < TOLERATED_MM
    upright = reader.read(studio.shoot(scene))
    assert rivers(upright) == rivers(before)
    assert not reader.warnings


def test_what_a_lamp_hides_is_not_gone_and_a_lamp_that_stays_is_told(studio: Studio) -> None:
    scene = studio.scene(random_arrangement(np.random.default_rng(3)))
    reader, frames = studio.reader(), [studio.shoot(scene) for _ in range(4)]
    before = reader.read(frames[0])
    lit = LensTrouble("glare", lasts_s=1e9, every_s=1e9, since_s=0.0)
    for number, frame in enumerate(frames[1:]):
        seen = reader.read(lit(CameraFrame(frame.image, frame.number, 100.0 + 6.0 * number)))
        for seat in SEATS:
            here, there = before.rivers[seat], seen.rivers[seat]
            # A river is seen as it was, or not at all: no tile was taken from it.
            assert there is None or rivers(seen)[seat] == rivers(before)[seat], (number, here, there)
        assert (GLARE in reader.warnings) is (number == 2)
    assert rivers(reader.read(CameraFrame(studio.shoot(scene).image, 9, 130.0))) == rivers(before)
    assert not reader.warnings


def test_white_tiles_side_by_side_are_no_lamp(studio: Studio) -> None:
    """Faces without a stroke in a row, as bright as they can be."""
    hand = random_arrangement(np.random.default_rng(5)).parts[0].hand
    scene = studio.scene(Arrangement(parts=(ArrangedSeat(hand=hand),) * 4))
    bright = np.clip(studio.shoot(scene).image.astype(np.float32) * 1.7, 0, 255).astype(np.uint8)
    reader = studio.reader()
    for at in (0.0, 20.0):
        reader.read(CameraFrame(bright, int(at), at))
    assert not reader.warnings
