"""The pose of a camera from tiles only, compared with known cameras, without pictures."""

from itertools import product

import numpy as np
import pytest

from controller.errors import EyesError
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from tests.support.seen_outlines import Finding, outlines
from vision.arrays import Floats
from vision.camera.model import Camera
from vision.camera.tile_pose import TablePose, pose_from_tiles
from vision.render.arrangement import random_arrangement
from vision.render.laying.habits import CAREFUL

LAYOUT = Layout(load_profile())
PLACES = np.array(list(product((-150.0, 0.0, 150.0), repeat=2)))


def camera(tilt: float, pan: float, *, focal: float = 0.8, roll: float = 2.0) -> Camera:
    size = (1920, 1440)
    reach = focal * size[0] * 800 / size[1]
    return Camera.orbiting(
        size, focal=focal * size[0], target=(20.0, -30.0, 0.0), distance_mm=reach, tilt=tilt, pan=pan, roll=roll
    )


def found(truth: Camera, seed: int, finding: Finding | None = None) -> TablePose:
    rng = np.random.default_rng(seed)
    scene = random_arrangement(rng).scene(LAYOUT, rng, CAREFUL)
    return pose_from_tiles(truth.size, outlines(truth, scene, LAYOUT.profile.tile, rng, finding), LAYOUT)


def off(truth: Camera, pose: TablePose) -> tuple[float, float, int]:
    """Errors: degrees of tilt; root-mean-square mm of places on the table, with seats as named; quarter turns to seat
    A.
    """
    degrees = float(np.degrees(np.arccos(np.clip(truth.matrix[:, 2] @ pose.camera.matrix[:, 2], -1, 1))))
    height = LAYOUT.profile.tile.thickness_mm
    pixels = truth.project(np.column_stack([PLACES, np.full(len(PLACES), height)]))
    seen: Floats = pose.camera.to_plane(pixels, height)
    turned = [PLACES @ np.linalg.matrix_power(np.array([[0.0, 1.0], [-1.0, 0.0]]), turn) for turn in range(4)]
    errors = [float(np.sqrt(np.mean(np.sum((seen - places) ** 2, axis=1)))) for places in turned]
    return degrees, min(errors), int(np.argmin(errors))


@pytest.mark.parametrize(("tilt", "degrees", "millimetres"), [(0, 4.0, 25.0), (25, 2.5, 25.0), (55, 1.5, 25.0)])
def test_tiles_alone_tell_pose_and_middle_of_the_table(tilt: int, degrees: float, millimetres: float) -> None:
    truth = camera(tilt, pan=10.0)
    pose = found(truth, seed=tilt)
    angle, places, turns = off(truth, pose)
    assert angle < degrees
    assert places < millimetres
    assert turns == 0
    assert pose.centre_spread < 30.0


def test_the_near_seat_is_the_one_under_the_camera() -> None:
    # A camera above another side: the former seat A is not the near one now.
    _, places, turns = off(truth := camera(35.0, pan=100.0), pose := found(truth, seed=3))
    assert turns != 0
    assert places < 25.0
    assert pose.camera.position[1] > abs(pose.camera.position[0])


def test_a_table_half_out_of_the_picture_and_a_fifth_of_false_tiles() -> None:
    size = (1280, 960)
    truth = Camera.orbiting(size, focal=1100.0, target=(130.0, 120.0, 0.0), distance_mm=640.0, tilt=38.0, pan=8.0)
    angle, places, _ = off(truth, found(truth, 7, Finding(noise=0.05, missed=0.2, false=0.2)))
    assert angle < 2.5
    assert places < 35.0


def test_a_focal_length_that_nothing_tells_is_told_as_unsure() -> None:
    above, slanted = found(camera(0.0, pan=0.0), 3), found(camera(45.0, pan=0.0), 3)
    assert above.focal_spread > 0.2
    assert slanted.focal_spread < 0.08


def test_scattered_marks_are_no_table() -> None:
    rng = np.random.default_rng(1)
    truth = camera(30.0, 0.0)
    scene = random_arrangement(rng).scene(LAYOUT, rng, CAREFUL)
    few = outlines(truth, scene, LAYOUT.profile.tile, rng, Finding(missed=0.97, false=0.0))
    with pytest.raises(EyesError, match="lie on a table"):
        pose_from_tiles(truth.size, few, LAYOUT)
