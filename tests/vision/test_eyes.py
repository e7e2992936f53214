"""The eyes port: frames in, sightings out, trouble in one line."""

import numpy as np

from controller.ports.eyes import EyesPort
from tests.support.studio import Studio
from vision.capture.frame import CameraFrame
from vision.eyes import CameraEyes
from vision.render.arrangement import Arrangement


class Reel:
    """Frames one after another, then nothing."""

    def __init__(self, *frames: CameraFrame) -> None:
        self._frames = list(frames)
        self.closed = False
        self.trouble: str | None = None

    def next(self, timeout: float) -> CameraFrame | None:
        del timeout
        if not self._frames:
            self.trouble = "no more frames"
            return None
        return self._frames.pop(0)

    def close(self) -> None:
        self.closed = True


def test_each_frame_becomes_a_sighting_with_its_number_and_time(studio: Studio) -> None:
    frame = studio.shoot(studio.scene(Arrangement()))
    reel = Reel(frame)
    eyes: EyesPort = CameraEyes(reel, studio.reader())
    sighting = eyes.look(1.0)
    assert sighting is not None
    assert (sighting.frame, sighting.at) == (frame.number, frame.at)
    assert eyes.look(0.1) is None
    eyes.close()
    assert reel.closed


def test_a_frame_that_cannot_be_used_is_passed_over_and_told(studio: Studio) -> None:
    bad = CameraFrame(np.zeros((10, 10, 3), np.uint8), 0, 0.0)
    good = studio.shoot(studio.scene(Arrangement()))
    eyes = CameraEyes(Reel(bad), studio.reader())
    assert eyes.look(1.0) is None
    assert eyes.trouble is not None
    eyes = CameraEyes(Reel(bad, good), studio.reader())
    sighting = eyes.look(1.0)
    assert sighting is not None
    assert sighting.frame == good.number
    assert eyes.trouble is None
