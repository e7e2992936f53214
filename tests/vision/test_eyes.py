"""The eyes port: frames in, sightings out, trouble in one line."""

import numpy as np

from controller.ports.eyes import EyesPort
from tests.support.studio import FrameQueue, Studio
from vision.capture.frame import CameraFrame
from vision.eyes import CameraEyes
from vision.render.arrangement import Arrangement


def test_each_frame_becomes_a_sighting_with_its_number_and_time(studio: Studio) -> None:
    frame = studio.shoot(studio.scene(Arrangement()))
    queue = FrameQueue(frame)
    eyes: EyesPort = CameraEyes(queue, studio.reader())
    sighting = eyes.look(1.0)
    assert sighting is not None
    assert (sighting.frame, sighting.at) == (frame.number, frame.at)
    assert eyes.look(0.1) is None
    eyes.close()
    assert queue.closed


def test_a_frame_that_cannot_be_used_is_passed_over_and_told(studio: Studio) -> None:
    bad = CameraFrame(np.zeros((10, 10, 3), np.uint8), 0, 0.0)
    good = studio.shoot(studio.scene(Arrangement()))
    eyes = CameraEyes(FrameQueue(bad), studio.reader())
    assert eyes.look(1.0) is None
    assert eyes.trouble is not None
    eyes = CameraEyes(FrameQueue(bad, good), studio.reader())
    sighting = eyes.look(1.0)
    assert sighting is not None
    assert sighting.frame == good.number
    assert eyes.trouble is None
