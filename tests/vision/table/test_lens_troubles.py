"""A table read through faults in front of its camera: upside down, a reflected lamp, parts of old pictures."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from controller.errors import PoorPictureError
from controller.ports.eyes import Sighting
from controller.riichi.seat import SEATS
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from tests.support.lens import LensTrouble
from tests.support.studio import Studio
from vision.camera.drift import MOVED, TOLERATED_MM, DriftFollower, DriftMeter
from vision.camera.model import Camera, Facing
from vision.capture.frame import CameraFrame, decode
from vision.image.glare import GLARE
from vision.render.appearance import LOOKS
from vision.render.arrangement import ArrangedSeat, Arrangement, random_arrangement
from vision.render.painter import Painter
from vision.table.reader import MIRRORED, TURNED

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
    """Regression: it was read as well, and reported as a moved camera."""
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


@pytest.mark.parametrize("facing", [Facing.MIRRORED, Facing.UPSIDE_DOWN_MIRRORED, Facing.TURNED])
def test_a_picture_that_flips_now_and_then_is_read_the_right_way_round(studio: Studio, facing: Facing) -> None:
    """Regression: the whole table was read again at each flip, and a mirrored picture reported as a moved camera."""
    scene = studio.scene(random_arrangement(np.random.default_rng(3)))
    reader = studio.reader()
    before = reader.read(studio.shoot(scene))
    for number in range(4):
        frame = studio.shoot(scene)
        flips = number % 2 == 0
        shown = CameraFrame(facing.upright(frame.image), frame.number, frame.at) if flips else frame
        seen = reader.read(shown)
        assert rivers(seen) == rivers(before)
        assert reader.warnings == (((MIRRORED if facing.mirrors else TURNED),) if flips else ())
        assert seen.moved is not None
        assert seen.moved < TOLERATED_MM


@pytest.mark.parametrize("facing", [Facing.MIRRORED, Facing.TURNED])
def test_a_picture_that_is_the_wrong_way_round_from_the_first_on_is_told_by_its_edges(facing: Facing) -> None:
    """Regression: it was read unchanged, and reported as a moved camera or not at all."""
    camera = Camera.looking_down((1440, 1080), tilt=11.0, pan=2.0, offset=(6.0, -8.0))
    layout = Layout(load_profile())
    painter = Painter(layout.profile, camera, LOOKS["parlour"])
    scene = random_arrangement(np.random.default_rng(3)).scene(layout, np.random.default_rng(0))
    image = decode(painter.jpeg(scene, np.random.default_rng(1)), "table")
    meter = DriftMeter(layout, camera)
    assert meter.facing(image) is Facing.AS_CALIBRATED
    assert meter.facing(facing.upright(image)) is facing


def test_a_view_without_the_table_is_no_evidence(studio: Studio) -> None:
    """Regression: a table from which everything had vanished was read."""
    scene = studio.scene(random_arrangement(np.random.default_rng(3)))
    reader = studio.reader()
    before = reader.read(studio.shoot(scene))
    rng, floor = np.random.default_rng(4), np.full((1080, 1440, 3), (60, 70, 90), np.uint8)
    for left, top in rng.integers(0, 1000, (40, 2)):
        floor[top : top + 60, left : left + 90] = rng.integers(30, 160, 3)
    for number in range(3):
        taken = np.clip(floor + rng.normal(0, 4.0, floor.shape), 0, 255).astype(np.uint8)
        with pytest.raises(PoorPictureError, match="no edge") as caught:
            reader.read(CameraFrame(taken, number, 20.0 + number))
        assert caught.value.code == MOVED
    assert rivers(reader.read(studio.shoot(scene))) == rivers(before)


def test_faces_that_are_misread_move_no_camera_whose_edges_stand(studio: Studio) -> None:
    """Regression: a lens searching for its focus gave faces that fitted a camera 12 mm off."""
    image = studio.shoot(studio.scene(random_arrangement(np.random.default_rng(3)))).image
    follower = DriftFollower(studio.layout, studio.camera)
    follower.follow(image, studio.camera, 4.0)
    follower.settle()
    off = Camera.looking_down((1440, 1080), tilt=4.0, pan=2.0, offset=(14.0, 0.0))
    quarter = Camera.looking_down((1440, 1080), tilt=4.0, pan=92.0, offset=(6.0, -8.0))
    soft = np.asarray(cv2.GaussianBlur(image, (0, 0), 2.0), np.uint8)
    assert follower.fits(soft, studio.camera)
    assert not follower.fits(soft, off)
    assert follower.fits(np.zeros_like(image), quarter), "edges that are not in sight say nothing"


def test_what_a_lamp_hides_is_not_gone_and_a_lamp_that_stays_is_told(studio: Studio) -> None:
    scene = studio.scene(random_arrangement(np.random.default_rng(3)))
    reader, frames = studio.reader(), [studio.shoot(scene) for _ in range(4)]
    before = reader.read(frames[0])
    lit = LensTrouble("glare", lasts_s=1e9, every_s=1e9, since_s=0.0)
    for number, frame in enumerate(frames[1:]):
        seen = reader.read(lit(CameraFrame(frame.image, frame.number, 100.0 + 6.0 * number)))
        for seat in SEATS:
            here, there = before.rivers[seat], seen.rivers[seat]
            # A river is seen unchanged or not at all: no tile was taken from it.
            assert there is None or rivers(seen)[seat] == rivers(before)[seat], (number, here, there)
        assert (GLARE in reader.warnings) is (number == 2)
    assert rivers(reader.read(CameraFrame(studio.shoot(scene).image, 9, 130.0))) == rivers(before)
    assert not reader.warnings


def test_white_tiles_side_by_side_are_no_lamp(studio: Studio) -> None:
    """Faces without a stroke in a row, as bright as possible."""
    hand = random_arrangement(np.random.default_rng(5)).parts[0].hand
    scene = studio.scene(Arrangement(parts=(ArrangedSeat(hand=hand),) * 4))
    bright = np.clip(studio.shoot(scene).image.astype(np.float32) * 1.7, 0, 255).astype(np.uint8)
    reader = studio.reader()
    for at in (0.0, 20.0):
        reader.read(CameraFrame(bright, int(at), at))
    assert not reader.warnings
