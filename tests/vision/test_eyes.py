"""The vision port: frames in, sightings out, a fault in one line."""

import time
from dataclasses import replace
from typing import cast

import numpy as np
import pytest

from controller.ports.eyes import EyesPort, Sighting
from tests.support.studio import FrameQueue, Studio
from vision.capture.frame import CameraFrame
from vision.eyes import PACE_S, CameraEyes
from vision.render.arrangement import Arrangement
from vision.table.reader import TableReader

UNSEEN = (None,) * 4
NOTHING = Sighting(0, 0.0, UNSEEN, UNSEEN, UNSEEN, UNSEEN, None, None, UNSEEN)


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


def test_a_fast_camera_is_read_five_times_a_second_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: a camera of 30 a second was read as often as possible, and other tables waited for it."""
    now = 100.0

    def sleep(seconds: float) -> None:
        nonlocal now
        now += seconds

    monkeypatch.setattr(time, "monotonic", lambda: now)
    monkeypatch.setattr(time, "sleep", sleep)

    class Glance:
        warnings = ()

        def read(self, frame: CameraFrame) -> Sighting:
            sleep(0.05)
            return replace(NOTHING, frame=frame.number)

    frames = [CameraFrame(np.zeros((1, 1, 3), np.uint8), number, number / 30) for number in range(90)]
    eyes = CameraEyes(FrameQueue(*frames), cast(TableReader, Glance()), pace_s=PACE_S)
    looks = 0
    while now < 102.0:
        looks += eyes.look(0.25) is not None
    assert 10 <= looks <= 13


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
