"""The camera: projection and its inverse agree, and the picture turns as a person expects."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.errors import EyesError
from vision.camera.model import Camera, rotation_matrix, rotation_vector

CAMERAS = st.builds(
    lambda tilt, pan, offset, k1: Camera.looking_down(tilt=tilt, pan=pan, offset=(offset, -offset), k1=k1),
    st.floats(0, 40),
    st.floats(-180, 180),
    st.floats(-40, 40),
    st.sampled_from([0.0, -0.06, 0.04]),
)
SPOTS = st.tuples(st.floats(-350, 350), st.floats(-350, 350), st.floats(0, 40))


@given(CAMERAS, st.lists(SPOTS, min_size=1, max_size=8))
def test_a_projected_point_is_found_again_on_its_plane(camera: Camera, spots: list[tuple[float, float, float]]) -> None:
    points = np.array(spots)
    found = camera.to_plane(camera.project(points), points[:, 2])
    assert np.allclose(found, points[:, :2], atol=1e-3)


@given(CAMERAS, st.floats(0, 40))
def test_the_homography_agrees_with_the_projection_of_its_plane(camera: Camera, height: float) -> None:
    plain = Camera(camera.size, camera.focal, camera.principal, camera.rotation, camera.translation)
    points = np.array([[-300.0, 200.0, height], [120.0, 80.0, height], [0.0, -310.0, height]])
    flat = np.column_stack([points[:, :2], np.ones(3)]) @ plain.homography(height).T
    assert np.allclose(flat[:, :2] / flat[:, 2:], plain.project(points), atol=1e-6)


@given(st.tuples(*[st.floats(-1.8, 1.8)] * 3))
def test_rotation_vectors_round_trip(vector: tuple[float, float, float]) -> None:
    matrix = rotation_matrix(vector)
    assert np.allclose(matrix @ matrix.T, np.eye(3), atol=1e-9)
    assert np.linalg.det(matrix) == pytest.approx(1.0)
    # OpenCV treats less than 1e-5 radians, a hundredth of a pixel, as no rotation.
    assert np.allclose(rotation_matrix(rotation_vector(matrix)), matrix, atol=1e-5)


@pytest.mark.parametrize("axis", [(1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.6, 0.0, 0.8)])
def test_half_a_turn_has_a_rotation_vector(axis: tuple[float, float, float]) -> None:
    matrix = rotation_matrix(np.array(axis) * np.pi)
    # OpenCV treats less than 1e-5 radians, a hundredth of a pixel, as no rotation.
    assert np.allclose(rotation_matrix(rotation_vector(matrix)), matrix, atol=1e-5)


def test_from_above_seat_a_sits_at_the_foot_of_the_picture_and_seat_b_on_its_right() -> None:
    camera = Camera.looking_down()
    middle, right, near, raised = camera.project([[0, 0, 0], [100, 0, 0], [0, 100, 0], [100, 0, 50]])
    assert np.allclose(middle, [719.5, 539.5])
    assert right[0] > middle[0]
    assert right[1] == pytest.approx(middle[1])
    assert near[1] > middle[1]
    assert raised[0] > right[0], "a point nearer to the lens stands farther out"


def test_the_field_fills_the_short_side() -> None:
    camera = Camera.looking_down(field=800.0)
    top, foot = camera.project([[0, -400, 0], [0, 400, 0]])
    assert foot[1] - top[1] == pytest.approx(1080)


def test_a_tilted_camera_stands_on_the_side_it_leans_from() -> None:
    x, y, z = Camera.looking_down(height_mm=1500, tilt=20).position
    assert (x, z) == pytest.approx((0, 1500))
    assert y > 0


def test_points_behind_the_lens_and_pixels_above_the_horizon_are_nan() -> None:
    camera = Camera.orbiting((640, 480), focal=500, target=(0, 0, 0), distance_mm=400, tilt=80)
    assert np.isnan(camera.project([[0, 5000, 0]])).all()
    assert np.isnan(camera.to_plane([[320, 0]])).all()
    assert not np.isnan(camera.to_plane([[320, 470]])).any()


def test_an_impossible_camera_is_refused() -> None:
    with pytest.raises(EyesError, match="positive size"):
        Camera((0, 480), 500, (0, 0), (0, 0, 0), (0, 0, 0))
    with pytest.raises(EyesError, match="finite"):
        Camera((640, 480), 500, (0, 0), (0, 0, float("nan")), (0, 0, 0))
