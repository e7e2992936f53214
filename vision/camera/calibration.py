"""The camera's pose from a few points whose place on the table is known, as a person clicks them at set-up.

Square pixels and a central principal point leave the focal length and the pose: four points of the plane fix them,
unless the camera looks straight down, where focal length and height can be traded for each other. A weak prior on the
focal length (or a known focal length or height) then decides; at tile height the difference is about a millimetre.
"""

import json
from dataclasses import dataclass
from math import exp, isfinite, log
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from controller.errors import EyesError
from vision.arrays import Floats
from vision.camera.lens import Lens
from vision.camera.model import Camera, rotation_vector

LEAST_POINTS: Final = 4
_CLICK_PX: Final = 0.5
_USUAL_FOCAL: Final = 1.4
_FOCAL_SPREAD: Final = 0.3
_KNOWN_SPREAD: Final = 0.01
_FOCAL_RANGE: Final = (0.3, 12.0)
_GRID: Final = 28
_REFINEMENTS: Final = 40
_FLAT: Final = 0.02
_NO_CAMERA: Final = "calibration: no camera above the table sees the points so; are two of them swapped?"


@dataclass(frozen=True, slots=True)
class PlanePoint:
    """A point of the table's surface (z = 0): where it is seen, px, and where it is, mm in the table frame."""

    px: tuple[float, float]
    mm: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Calibration:
    """Picture size (w, h), at least four points of the table's surface, the lens where known; EyesError at birth."""

    size: tuple[int, int]
    points: tuple[PlanePoint, ...]
    lens: Lens | None = None

    def __post_init__(self) -> None:
        if min(self.size) <= 0:
            raise EyesError(f"calibration: expected a positive picture size, got {self.size}")
        if len(self.points) < LEAST_POINTS:
            raise EyesError(f"calibration: expected at least {LEAST_POINTS} points, got {len(self.points)}")
        for name, places in (("mm", [p.mm for p in self.points]), ("px", [p.px for p in self.points])):
            if not all(isfinite(value) for place in places for value in place):
                raise EyesError(f"calibration: {name}: expected finite numbers")
            if not _spread_out(np.array(places)):
                raise EyesError(f"calibration: {name}: points lie on a line, expected four corners of an area")

    @classmethod
    def from_json(cls, data: Any) -> "Calibration":
        """Calibration of ``{"size": [w, h], "points": [{"px": [x, y], "mm": [X, Y]}, …], "lens": …}``; EyesError."""
        try:
            width, height = (int(value) for value in data["size"])
            points = tuple(PlanePoint(_pair(point["px"]), _pair(point["mm"])) for point in data["points"])
        except (KeyError, TypeError, ValueError) as error:
            raise EyesError(f"calibration: expected size [w, h] and points with px and mm: {error!r}") from None
        lens = data.get("lens")
        return cls((width, height), points, None if lens is None else Lens.from_json(lens))

    @classmethod
    def load(cls, file: Path) -> "Calibration":
        """Calibration of a JSON file; raises EyesError."""
        try:
            return cls.from_json(json.loads(file.read_text(encoding="utf-8")))
        except (OSError, ValueError) as error:
            raise EyesError(f"{file}: {error}") from None

    def to_json(self) -> dict[str, Any]:
        """The same shape that ``from_json`` takes."""
        points = [{"px": list(p.px), "mm": list(p.mm)} for p in self.points]
        lens = {} if self.lens is None else {"lens": self.lens.to_json()}
        return {"size": list(self.size), **lens, "points": points}

    def save(self, file: Path) -> None:
        """Write the JSON file."""
        file.write_text(json.dumps(self.to_json(), indent=1) + "\n", encoding="utf-8")


@dataclass(frozen=True, slots=True)
class CameraFit:
    """A fitted camera, its root-mean-square reprojection error in px, and whether the points fixed the focal length."""

    camera: Camera
    error_px: float
    focal_certain: bool


def fit_camera(calibration: Calibration, focal: float | None = None, height_mm: float | None = None) -> CameraFit:
    """Camera that best explains the points; its lens, a focal length (px) or a height (mm) settles it. EyesError."""
    if calibration.lens is not None:
        return _with_lens(calibration, calibration.lens)
    width = float(max(calibration.size))
    usual = focal if focal is not None else _USUAL_FOCAL * width
    spread = _FOCAL_SPREAD if focal is None and height_mm is None else _KNOWN_SPREAD

    def cost(log_focal: float) -> tuple[float, Camera | None]:
        posed = _pose(calibration, exp(log_focal))
        if posed is None:
            return float("inf"), None
        camera, error = posed
        known = log(camera.position[2] / height_mm) if height_mm is not None else log_focal - log(usual)
        return len(calibration.points) * (error / _CLICK_PX) ** 2 + (known / spread) ** 2, camera

    start, stop = (log(factor * width) for factor in _FOCAL_RANGE)
    grid = np.linspace(start, stop, _GRID)
    costs = [cost(value)[0] for value in grid]
    best = int(np.argmin(costs))
    if not isfinite(costs[best]):
        raise EyesError(_NO_CAMERA)
    step = float(grid[1] - grid[0])
    log_focal = _minimum(lambda value: cost(value)[0], grid[best] - step, grid[best] + step)
    camera = cost(log_focal)[1] or cost(float(grid[best]))[1]
    assert camera is not None
    error = reprojection_error(camera, calibration)
    # Without the prior, does a focal length twice as long explain the points clearly worse?
    other = _pose(calibration, camera.focal * 2.0)
    worse = float("inf") if other is None else other[1]
    return CameraFit(camera, error, worse**2 - error**2 > (2 * _CLICK_PX) ** 2 / len(calibration.points))


def _with_lens(calibration: Calibration, lens: Lens) -> CameraFit:
    mm, px = (np.array([getattr(point, name) for point in calibration.points]) for name in ("mm", "px"))
    camera = posed(calibration.size, mm, px, lens)
    if camera is None:
        raise EyesError(_NO_CAMERA)
    return CameraFit(camera, reprojection_error(camera, calibration), True)


def refocused(calibration: Calibration, focal: float) -> Camera | None:
    """The camera of that focal length (px) that best explains the points; None when there is none above the table."""
    posed = _pose(calibration, focal)
    return None if posed is None else posed[0]


def reprojection_error(camera: Camera, calibration: Calibration) -> float:
    """Root-mean-square distance in px between the points as clicked and as the camera would see them."""
    mm = np.array([(*point.mm, 0.0) for point in calibration.points])
    px = np.array([point.px for point in calibration.points])
    return float(np.sqrt(np.mean(np.sum((camera.project(mm) - px) ** 2, axis=1))))


def _pose(calibration: Calibration, focal: float) -> tuple[Camera, float] | None:
    """Best camera of that focal length above the table, with its error in px; None when there is none."""
    width, height = calibration.size
    mm = np.array([point.mm for point in calibration.points])
    px = np.array([point.px for point in calibration.points])
    camera = posed(calibration.size, mm, px, Lens(focal, ((width - 1) / 2, (height - 1) / 2)))
    if camera is None:
        return None
    error = reprojection_error(camera, calibration)
    return (camera, error) if isfinite(error) else None


def posed(size: tuple[int, int], mm: Floats, px: Floats, lens: Lens) -> Camera | None:
    """The camera with that lens, before the plane, that best sees points [N, 2] mm of it at [N, 2] px; None if none."""
    flat = lens.camera(size, (0.0, 0.0, 0.0), (0.0, 0.0, 1.0)).straightened(px)
    plane, _ = cv2.findHomography(mm, flat)
    if plane is None:
        return None
    # The columns are two axes of the table and the shift, up to a scale that puts the table before the lens.
    scale = np.sign(plane[2, 2]) / np.sqrt(np.linalg.norm(plane[:, 0]) * np.linalg.norm(plane[:, 1]))
    right, down, shift = (plane * scale).T
    left, _, axes = np.linalg.svd(np.column_stack([right, down, np.cross(right, down)]))
    start = np.array(rotation_vector(left @ axes))
    intrinsics = np.diag([lens.focal, lens.focal, 1.0])
    # The camera frame is right-handed and the table frame is not: the plane z = 0 is the same in both.
    level = np.column_stack([mm, np.zeros(len(mm))])
    turn, shift = cv2.solvePnPRefineLM(level, flat * lens.focal, intrinsics, None, start, shift.copy())
    (rx, ry, rz), (tx, ty, tz) = (np.ravel(vector).tolist() for vector in (turn, shift))
    if not np.all(np.isfinite([rx, ry, rz, tx, ty, tz])):
        return None
    camera = lens.camera(size, (rx, ry, rz), (tx, ty, tz))
    return camera if camera.position[2] > 0 else None


def _minimum(cost: Any, low: float, high: float) -> float:
    """Golden-section search of a cost with one valley between ``low`` and ``high``."""
    golden = (5**0.5 - 1) / 2
    a, b = high - golden * (high - low), low + golden * (high - low)
    at_a, at_b = cost(a), cost(b)
    for _ in range(_REFINEMENTS):
        if at_a < at_b:
            high, b, at_b = b, a, at_a
            a = high - golden * (high - low)
            at_a = cost(a)
        else:
            low, a, at_a = a, b, at_b
            b = low + golden * (high - low)
            at_b = cost(b)
    return (low + high) / 2


def _spread_out(places: Floats) -> bool:
    """Whether some four points are corners of an area: no line holds all of them but one."""
    for left_out in range(len(places)):
        rest = np.delete(places, left_out, axis=0)
        centred = rest - rest.mean(axis=0)
        sizes = np.linalg.svd(centred, compute_uv=False)
        if sizes[0] <= 0 or sizes[1] / sizes[0] < _FLAT:
            return False
    return True


def _pair(values: Any) -> tuple[float, float]:
    x, y = (float(value) for value in values)
    return x, y
