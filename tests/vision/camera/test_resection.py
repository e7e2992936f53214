"""The pose of a displaced camera is recovered from faces that have not moved."""

from dataclasses import replace

import numpy as np
import pytest

from vision.camera.model import Camera
from vision.camera.resection import Landmark, resect

CAMERA = Camera.looking_down(tilt=5.0, pan=20.0)


def marks(rng: np.random.Generator, count: int = 40) -> list[Landmark]:
    places = rng.uniform(-280.0, 280.0, (count, 2)).tolist()
    return [Landmark(int(rng.integers(34)), x, y, 16.5) for x, y in places]


@pytest.mark.parametrize("turn", [0.0, 33.0, 95.0, 180.0])
@pytest.mark.parametrize("shift", [0.0, 80.0])
def test_any_knock_is_told_from_most_of_the_faces(turn: float, shift: float) -> None:
    rng = np.random.default_rng(4)
    known = marks(rng)
    points = np.array([(each.x, each.y, each.z) for each in known])
    knocked = replace(Camera.looking_down(tilt=9.0, pan=20.0 + turn, offset=(shift, -shift / 2)), focal=CAMERA.focal)
    px = knocked.project(points) + rng.normal(0.0, 0.7, (len(points), 2))
    stayed = rng.random(len(points)) < 0.7
    others = rng.uniform(0.0, 1000.0, (12, 2))
    faces = np.array([each.face for each in known])[stayed]
    found = resect(
        CAMERA, known, np.concatenate([faces, rng.integers(0, 34, 12)]), np.concatenate([px[stayed], others])
    )
    assert found is not None
    assert np.abs(found.project(points) - knocked.project(points)).max() < 1.5


def test_another_table_is_no_knock() -> None:
    rng = np.random.default_rng(5)
    other = marks(rng)
    px = CAMERA.project([(each.x, each.y, each.z) for each in other])
    assert resect(CAMERA, marks(rng), np.array([each.face for each in other]), px) is None
