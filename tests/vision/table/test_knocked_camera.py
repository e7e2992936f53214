"""A camera that was displaced far continues to read the table."""

from dataclasses import replace

import numpy as np
import pytest

from controller.riichi.seat import SEATS
from tests.support.studio import Studio
from vision.camera.model import Camera
from vision.capture.frame import CameraFrame, decode
from vision.render.appearance import PARLOUR
from vision.render.arrangement import ArrangedSeat, Arrangement, random_arrangement
from vision.render.painter import Painter

pytestmark = pytest.mark.render


def test_a_camera_turned_by_a_third_of_a_circle_reads_the_same_rivers(studio: Studio) -> None:
    scene = studio.scene(random_arrangement(np.random.default_rng(3)))
    reader = studio.reader()
    before = reader.read(studio.shoot(scene))
    knocked = replace(Camera.looking_down(tilt=8.0, pan=122.0, offset=(40.0, -60.0)), focal=studio.camera.focal)
    painter = Painter(studio.layout.profile, knocked, PARLOUR)
    frame = CameraFrame(decode(painter.jpeg(scene, studio.rng), "knocked"), 9, 9.0)
    after = reader.read(frame)
    assert after.moved is not None
    assert after.moved > 100.0
    for seat in SEATS:
        here, there = before.rivers[seat], after.rivers[seat]
        assert here is not None
        assert there is not None
        assert [each.seen.tile for each in there] == [each.seen.tile for each in here]


def test_a_new_deal_is_no_knock(studio: Studio) -> None:
    reader = studio.reader()
    reader.read(studio.shoot(studio.scene(random_arrangement(np.random.default_rng(3)))))
    camera = reader.camera
    part = ArrangedSeat(hand=random_arrangement(np.random.default_rng(4)).parts[0].hand)
    reader.read(studio.shoot(studio.scene(Arrangement(parts=(part,) * 4))))
    assert reader.camera == camera
