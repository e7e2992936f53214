from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from controller.errors import EyesError
from vision.camera.calibration import Calibration, PlanePoint, fit_camera
from vision.camera.model import Camera

CORNERS = ((-330.0, -330.0), (330.0, -330.0), (330.0, 330.0), (-330.0, 330.0))
# Positions of tiles: the walls' two tiers, hands, and melds in the corners.
WALLS = [(x, y, z) for x in (-204, 0, 204) for y in (-204, 0, 204) for z in (16.5, 33)]
SPOTS = np.array([*WALLS, *((x, y, 16.5) for x in (-340, 0, 340) for y in (-340, 0, 340))])


def clicked(camera: Camera, jitter: float = 0.0, seed: int = 0) -> Calibration:
    px = camera.project([(*corner, 0.0) for corner in CORNERS])
    px = px + np.random.default_rng(seed).normal(0.0, jitter, px.shape) if jitter else px
    points = tuple(PlanePoint((float(x), float(y)), mm) for (x, y), mm in zip(px, CORNERS, strict=True))
    return Calibration(camera.size, points)


poses = st.builds(
    lambda height, tilt, pan, dx, dy, field: Camera.looking_down(
        (1440, 1080), height_mm=height, tilt=tilt, pan=pan, offset=(dx, dy), field=field
    ),
    st.floats(1000, 2500),
    st.floats(0, 25),
    st.floats(0, 360),
    st.floats(-20, 20),
    st.floats(-20, 20),
    st.floats(780, 1000),
)


@pytest.mark.slow
@given(poses)
@settings(deadline=None, max_examples=20)
def test_a_known_camera_is_found_again_from_four_exact_points(camera: Camera) -> None:
    fit = fit_camera(clicked(camera))
    assert fit.error_px < 0.3
    # A vertical view does not determine focal length and height; tile tops are off by a few pixels at the rim.
    assert np.abs(fit.camera.project(SPOTS) - camera.project(SPOTS)).max() < 6.0


@pytest.mark.slow
@given(poses)
@settings(deadline=None, max_examples=12)
def test_a_tilted_camera_is_found_to_the_pixel(camera: Camera) -> None:
    assume(np.degrees(np.arccos(camera.matrix[2, 2])) > 6)
    fit = fit_camera(clicked(camera))
    assert fit.focal_certain
    assert fit.camera.focal == pytest.approx(camera.focal, rel=0.06)
    assert np.abs(fit.camera.project(SPOTS) - camera.project(SPOTS)).max() < 1.0


@pytest.mark.slow
@given(st.integers(0, 1000), st.floats(0, 12))
@settings(deadline=None, max_examples=12)
def test_hasty_clicks_move_no_tile_by_more_than_a_quarter_of_its_width(seed: int, tilt: float) -> None:
    camera = Camera.looking_down((1440, 1080), height_mm=1500, tilt=tilt, pan=35.0)
    fit = fit_camera(clicked(camera, 0.7, seed))
    tops = SPOTS[SPOTS[:, 2] < 20]
    tile = 21 * np.linalg.norm(camera.project([(21, 0, 0)]) - camera.project([(0, 0, 0)])) / 21
    assert np.abs(fit.camera.project(tops) - camera.project(tops)).max() < tile / 4


def test_more_points_than_four_are_all_used() -> None:
    camera = Camera.looking_down((1440, 1080), height_mm=1400, tilt=8, pan=70)
    mm = [(float(x), float(y)) for x in (-300, 0, 300) for y in (-300, 0, 300)]
    px = camera.project([(*m, 0.0) for m in mm]) + np.random.default_rng(3).normal(0, 0.5, (9, 2))
    points = tuple(PlanePoint((float(x), float(y)), m) for (x, y), m in zip(px, mm, strict=True))
    fit = fit_camera(Calibration((1440, 1080), points))
    assert 0.1 < fit.error_px < 1.0
    assert np.abs(fit.camera.project(SPOTS) - camera.project(SPOTS)).max() < 3.0


def test_written_and_read_again(tmp_path: Path) -> None:
    calibration = clicked(Camera.looking_down((640, 480)))
    calibration.save(tmp_path / "c.json")
    assert Calibration.load(tmp_path / "c.json") == calibration


GOOD = {"size": [640, 480], "points": [{"px": [10 * x, 10 * y], "mm": [x, y]} for x in (0, 9) for y in (0, 9)]}


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"points": GOOD["points"][:3]}, "at least 4"),  # type: ignore[index]
        ({"points": [{"px": [i, i * i], "mm": [i, 0]} for i in range(5)]}, "mm: points lie on a line"),
        ({"points": [{"px": [i, 0], "mm": [i, i * i]} for i in range(5)]}, "px: points lie on a line"),
        ({"size": [0, 480]}, "positive picture size"),
        ({"size": "big"}, "expected size"),
        ({"points": [{"px": [1, 2]}]}, "mm"),
    ],
)
def test_points_that_cannot_be_used_are_one_line(change: dict[str, object], says: str) -> None:
    with pytest.raises(EyesError, match=says) as caught:
        Calibration.from_json(GOOD | change)
    assert "\n" not in str(caught.value)


def test_swapped_points_are_not_a_camera_above_the_table() -> None:
    calibration = clicked(Camera.looking_down((640, 480)))
    a, b, c, d = calibration.points
    mirrored = Calibration(
        calibration.size,
        (PlanePoint(a.px, b.mm), PlanePoint(b.px, a.mm), PlanePoint(c.px, d.mm), PlanePoint(d.px, c.mm)),
    )
    with pytest.raises(EyesError, match="swapped"):
        fit_camera(mirrored)


def test_a_file_that_is_not_there_or_not_json(tmp_path: Path) -> None:
    with pytest.raises(EyesError, match=r"none\.json"):
        Calibration.load(tmp_path / "none.json")
    (tmp_path / "bad.json").write_text("{")
    with pytest.raises(EyesError, match=r"bad\.json"):
        Calibration.load(tmp_path / "bad.json")
