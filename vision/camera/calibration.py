"""A camera's calibration: points of the table and where its picture shows them, fitted to the camera's pose and lens.

Points come from a person's clicks at set-up, or from pictures of the printed sheets. With clicks, square pixels and a
central principal point leave the focal length and the pose: four points of the plane fix them, unless the camera looks
straight down, where focal length and height can be traded for each other. A weak prior on the focal length (or a known
focal length or height) then decides; at tile height the difference is about a millimetre. Sheets show enough points to
fit the lens as well.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from math import exp, isfinite, log
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from controller.errors import EyesError
from controller.text import Text
from hardware.profiles.layout import Layout
from vision.arrays import Floats, Image
from vision.camera.fiducials import SeenSheet, find_sheets
from vision.camera.least_squares import least_squares, one_by_one
from vision.camera.lens import Lens
from vision.camera.model import Camera, rotation_vector

_LEAST_POINTS: Final = 4
"""Number of points of a plane that a pose needs."""
_FLAT: Final = 0.02
"""Width relative to length below which points count as collinear; chosen: clicks are off by less."""
_CLICK_PX: Final = 0.5
"""Standard deviation of a click, px: a careful one with a magnified picture; chosen."""
_USUAL_FOCAL: Final = 1.4
"""Prior of the focal length of an unknown camera, in parts of the picture's longer side (39 degrees); chosen."""
_FOCAL_SPREAD: Final = 0.3
"""Standard deviation of the logarithm of that prior; chosen: most cameras for tables have 0.8 to 2.5."""
_FOCAL_RANGE: Final = (0.3, 12.0)
"""Focal lengths tried, in parts of the longer side: from the widest plain lens to a telephoto lens."""
_GRID: Final = 28
"""Number of focal lengths tried first, evenly in logarithm: each a seventh more than the one before."""
_REFINEMENTS: Final = 40
"""Number of golden-section steps after that grid: each leaves 0.62 of the interval, all of them 4e-9."""
_SHEET_FOCALS: Final = (0.35, 0.5, 0.7, 1.0, 1.4, 2.0, 3.0)
"""Initial focal lengths of fits to sheets, in parts of the picture's longer side."""
_STARTS: Final = 2
"""Number of the best starts that are refined; chosen: the best start does not always end best."""
_SHEET_USUAL_FOCAL: Final = 1.3
"""Prior of the focal length where sheets leave it undetermined, in parts of the longer side; chosen."""
_FOCAL_PULL_PX: Final = 0.15
"""Residual, px, of a focal length of e times the usual one; chosen below the error of a corner."""
_CENTRE_PULL: Final = 0.03
"""Residual, px, for each px of the principal point's distance from the picture's middle; chosen as
``_FOCAL_PULL_PX``."""
_DISTORTION_PULL_PX: Final = 0.5
"""Residual, px, of a distortion k1 or k2 of 1; chosen as ``_FOCAL_PULL_PX``: lenses have some 0.1."""
_FOCAL_SCALE: Final = 0.01
"""Usual change of the focal length in a fit, in parts of the longer side."""
_CENTRE_SCALE_PX: Final = 2.0
"""Usual change of the principal point in a fit, px."""
_DISTORTION_SCALE: Final = 0.02
"""Usual change of k1 and k2 in a fit."""
_POSE_SCALES: Final = (0.01, 0.01, 0.01, 5.0, 5.0, 5.0)
"""Usual change of a pose in a fit: turn in radians, shift in mm."""
_PLAINER: Final = 1.15
"""Ratio of errors up to which a plain lens is preferred to a fisheye."""
_MOST_ERROR_PX: Final = 3.0
"""Error of a fit, px, above which a sheet must be misplaced; chosen: correctly placed sheets fit to 0.3 px."""
_UNSEEN_PX: Final = 1e3
"""Error, px, of a point that a camera does not see at all; chosen far above any other."""
_NO_CAMERA: Final = Text(
    "4つの点がこのように見えるカメラの位置はありません。点の順番を確かめてください。",
    "calibration: no camera above the table sees the points so; are two of them swapped?",
)


@dataclass(frozen=True, slots=True)
class PlanePoint:
    """A point of the table's surface (z = 0): its position in the picture, px, and in the table frame, mm."""

    px: tuple[float, float]
    mm: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Calibration:
    """Picture size (w, h), at least four points of the table's surface, the lens if known; raises EyesError."""

    size: tuple[int, int]
    points: tuple[PlanePoint, ...]
    lens: Lens | None = None

    def __post_init__(self) -> None:
        if min(self.size) <= 0:
            raise EyesError(f"calibration: expected a positive picture size, got {self.size}")
        if len(self.points) < _LEAST_POINTS:
            raise EyesError(f"calibration: expected at least {_LEAST_POINTS} points, got {len(self.points)}")
        for name, places in (("mm", [p.mm for p in self.points]), ("px", [p.px for p in self.points])):
            if not all(isfinite(value) for place in places for value in place):
                raise EyesError(f"calibration: {name}: expected finite numbers")
            if not _spread_out(np.array(places)):
                raise EyesError(
                    Text(
                        "四隅が一直線に並んでいます。場の四隅を選び直してください。",
                        f"calibration: {name}: points lie on a line, expected four corners of an area",
                    )
                )

    @classmethod
    def from_json(cls, data: Any) -> "Calibration":
        """Parse ``{"size": [w, h], "points": [{"px": [x, y], "mm": [X, Y]}, …], "lens": …}``; raises EyesError."""
        try:
            width, height = (int(value) for value in data["size"])
            points = tuple(PlanePoint(_pair(point["px"]), _pair(point["mm"])) for point in data["points"])
        except (KeyError, TypeError, ValueError) as error:
            raise EyesError(f"calibration: expected size [w, h] and points with px and mm: {error!r}") from None
        lens = data.get("lens")
        return cls((width, height), points, None if lens is None else Lens.from_json(lens))

    @classmethod
    def load(cls, file: Path) -> "Calibration":
        """Read a calibration from a JSON file; raises EyesError."""
        try:
            return cls.from_json(json.loads(file.read_text(encoding="utf-8")))
        except (OSError, ValueError) as error:
            raise EyesError(f"{file}: {error}") from None

    def to_json(self) -> dict[str, Any]:
        """Return the structure that ``from_json`` takes."""
        points = [{"px": list(p.px), "mm": list(p.mm)} for p in self.points]
        lens = {} if self.lens is None else {"lens": self.lens.to_json()}
        return {"size": list(self.size), **lens, "points": points}

    def save(self, file: Path) -> None:
        """Write the JSON file."""
        file.write_text(json.dumps(self.to_json(), indent=1) + "\n", encoding="utf-8")


@dataclass(frozen=True, slots=True)
class CameraFit:
    """A fitted camera, its root-mean-square reprojection error, px, and whether the points determine focal length."""

    camera: Camera
    error_px: float
    focal_certain: bool


@dataclass(frozen=True, slots=True)
class SheetFit:
    """Result of a fit to sheets: calibration with its lens, root-mean-square error in px, sheets and points used."""

    calibration: Calibration
    error_px: float
    sheets: int
    points: int


@dataclass(frozen=True, slots=True)
class _SeenPlane:
    """Points of one plane, mm, and their positions in one picture, px; both [N, 2]."""

    mm: Floats
    px: Floats


def fit_camera(calibration: Calibration) -> CameraFit:
    """Return the camera that best explains the points; raises EyesError.

    A known lens, else a prior of the focal length, decides what the points leave undetermined.
    """
    if calibration.lens is not None:
        return _with_lens(calibration, calibration.lens)
    width = float(max(calibration.size))
    usual = log(_USUAL_FOCAL * width)

    def cost(log_focal: float) -> tuple[float, Camera | None]:
        fitted = _with_focal(calibration, exp(log_focal))
        if fitted is None:
            return float("inf"), None
        camera, error = fitted
        return len(calibration.points) * (error / _CLICK_PX) ** 2 + ((log_focal - usual) / _FOCAL_SPREAD) ** 2, camera

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
    # The focal length is certain if one twice as long explains the points clearly worse without the prior.
    other = _with_focal(calibration, camera.focal * 2.0)
    worse = float("inf") if other is None else other[1]
    return CameraFit(camera, error, worse**2 - error**2 > (2 * _CLICK_PX) ** 2 / len(calibration.points))


def reprojection_error(camera: Camera, calibration: Calibration) -> float:
    """Return the root-mean-square distance, px, between the clicked points and their projections by the camera."""
    mm = np.array([(*point.mm, 0.0) for point in calibration.points])
    px = np.array([point.px for point in calibration.points])
    return float(np.sqrt(np.mean(np.sum((camera.project(mm) - px) ** 2, axis=1))))


def fit_sheets(layout: Layout, lying: Sequence[Image], held: Sequence[Image] = ()) -> SheetFit:
    """Calibrate by pictures of sheets ``lying`` in their corners and ``held`` at a slant anywhere; raises EyesError.

    Held sheets determine the focal length, which a view from straight above does not.
    """
    size = _size([*lying, *held])
    seen = [sheet for image in lying for sheet in find_sheets(image)]
    if not seen:
        raise EyesError(
            Text(
                "画像にシートが見つかりません。印刷したシートを卓の四隅に置いてください。",
                "calibration: no sheet found in the picture; print them with `jantaku calibrate --sheets`",
            )
        )
    table = _table_plane(layout, seen)
    loose = [_SeenPlane(sheet.page, sheet.px) for image in held for sheet in find_sheets(image)]
    fits = [_fit_lens(size, [table, *loose], fisheye) for fisheye in (False, True)]
    plain, fisheye = fits
    camera, error = plain if plain[1] <= _PLAINER * fisheye[1] else fisheye
    if error > _MOST_ERROR_PX:
        raise EyesError(
            Text(
                f"シートがあるべき位置から{error:.1f} pxずれています（{_MOST_ERROR_PX:.0f} px未満が必要です）。"
                "100 %で印刷し、それぞれ決められた隅に平らに置いてください。",
                f"calibration: the sheets are seen {error:.1f} px from where they should be, expected below"
                f" {_MOST_ERROR_PX:.0f}; does each lie flat in its own corner, printed at 100 %?",
            )
        )
    points = tuple(
        PlanePoint((float(x), float(y)), (float(right), float(down)))
        for (x, y), (right, down) in zip(table.px, table.mm, strict=True)
    )
    calibration = Calibration(size, points, Lens.of(camera))
    return SheetFit(calibration, error, len(seen) + len(loose), sum(len(plane.mm) for plane in (table, *loose)))


def _with_lens(calibration: Calibration, lens: Lens) -> CameraFit:
    mm, px = (np.array([getattr(point, name) for point in calibration.points]) for name in ("mm", "px"))
    camera = _posed(calibration.size, mm, px, lens)
    if camera is None:
        raise EyesError(_NO_CAMERA)
    return CameraFit(camera, reprojection_error(camera, calibration), True)


def _with_focal(calibration: Calibration, focal: float) -> tuple[Camera, float] | None:
    """Return the best camera with that focal length above the table, with its error in px; None if there is none."""
    width, height = calibration.size
    mm = np.array([point.mm for point in calibration.points])
    px = np.array([point.px for point in calibration.points])
    camera = _posed(calibration.size, mm, px, Lens(focal, ((width - 1) / 2, (height - 1) / 2)))
    if camera is None:
        return None
    error = reprojection_error(camera, calibration)
    return (camera, error) if isfinite(error) else None


def _posed(size: tuple[int, int], mm: Floats, px: Floats, lens: Lens) -> Camera | None:
    """Return the camera with that lens, above the plane, that best maps its points [N, 2] mm to [N, 2] px; or None."""
    flat = lens.camera(size, (0.0, 0.0, 0.0), (0.0, 0.0, 1.0)).undistorted(px)
    plane, _ = cv2.findHomography(mm, flat)
    if plane is None:
        return None
    # The columns are two axes of the table and the shift, up to a scale that puts the table in front of the lens.
    scale = np.sign(plane[2, 2]) / np.sqrt(np.linalg.norm(plane[:, 0]) * np.linalg.norm(plane[:, 1]))
    right, down, shift = (plane * scale).T
    left, _, axes = np.linalg.svd(np.column_stack([right, down, np.cross(right, down)]))
    start = np.array(rotation_vector(left @ axes))
    intrinsics = np.diag([lens.focal, lens.focal, 1.0])
    # The camera frame is right-handed and the table frame is not: the plane z = 0 is the same in both.
    turn, shift = cv2.solvePnPRefineLM(_level(mm), flat * lens.focal, intrinsics, None, start, shift.copy())
    (rx, ry, rz), (tx, ty, tz) = (np.ravel(vector).tolist() for vector in (turn, shift))
    if not np.all(np.isfinite([rx, ry, rz, tx, ty, tz])):
        return None
    camera = lens.camera(size, (rx, ry, rz), (tx, ty, tz))
    return camera if camera.position[2] > 0 else None


def _fit_lens(size: tuple[int, int], planes: list[_SeenPlane], fisheye: bool) -> tuple[Camera, float]:
    """Return the camera of the first plane, its lens fitted to all, and the error over all, px; raises EyesError."""
    longest, middle = float(max(size)), ((size[0] - 1) / 2, (size[1] - 1) / 2)
    best: tuple[Camera, float] | None = None
    starts = []
    for share in _SHEET_FOCALS:
        lens = Lens(share * longest, middle, fisheye=fisheye)
        cameras = [_posed(size, plane.mm, plane.px, lens) for plane in planes]
        known = [camera for camera in cameras if camera is not None]
        if len(known) == len(planes):
            starts.append((_error(known, planes), known))
    for _, begun in sorted(starts, key=lambda start: start[0])[:_STARTS]:
        refined = _refined(begun, planes)
        error = _error(refined, planes)
        if best is None or error < best[1]:
            best = refined[0], error
    if best is None:
        raise EyesError(
            Text(
                "シートがこのように見えるカメラの位置はありません。それぞれ決められた隅に置いてください。",
                "calibration: no camera above the table sees the sheets so; does each lie in its own corner?",
            )
        )
    return best


def _refined(cameras: list[Camera], planes: list[_SeenPlane]) -> list[Camera]:
    """Return cameras refined to fit the points best, one for each plane and all with one lens."""
    first = cameras[0]
    longest = float(max(first.size))

    def unpack(unknowns: Floats) -> list[Camera]:
        focal, x, y, k1, k2 = (float(value) for value in unknowns[:5])
        poses = unknowns[5:].reshape(-1, 6).tolist()
        return [
            replace(
                camera, focal=max(focal, 1.0), principal=(x, y), k1=k1, k2=k2, rotation=(a, b, c), translation=(d, e, f)
            )
            for camera, (a, b, c, d, e, f) in zip(cameras, poses, strict=True)
        ]

    def residuals(unknowns: Floats) -> Floats:
        focal, x, y, k1, k2 = unknowns[:5]
        # Weak priors decide what the pictures leave undetermined.
        pulls = [
            _FOCAL_PULL_PX * np.log(max(focal, 1.0) / (_SHEET_USUAL_FOCAL * longest)),
            _CENTRE_PULL * (x - first.principal[0]),
            _CENTRE_PULL * (y - first.principal[1]),
            _DISTORTION_PULL_PX * k1,
            _DISTORTION_PULL_PX * k2,
        ]
        return np.concatenate([_misses(unpack(unknowns), planes), pulls])

    poses = [value for camera in cameras for value in (*camera.rotation, *camera.translation)]
    start = np.array([first.focal, *first.principal, first.k1, first.k2, *poses])
    lens_scales = (_FOCAL_SCALE * longest, _CENTRE_SCALE_PX, _CENTRE_SCALE_PX, _DISTORTION_SCALE, _DISTORTION_SCALE)
    scales = np.array([*lens_scales, *_POSE_SCALES * len(cameras)])
    return unpack(least_squares(one_by_one(residuals), start[None], scales)[0])


def _misses(cameras: list[Camera], planes: list[_SeenPlane]) -> Floats:
    """Return the residuals x, y of each point: its projection by its camera minus its position, px [2 N]."""
    return np.concatenate(
        [(camera.project(_level(plane.mm)) - plane.px).ravel() for camera, plane in zip(cameras, planes, strict=True)]
    )


def _error(cameras: list[Camera], planes: list[_SeenPlane]) -> float:
    misses = _misses(cameras, planes)
    return float(np.sqrt(2 * np.mean(np.nan_to_num(misses, nan=_UNSEEN_PX) ** 2)))


def _table_plane(layout: Layout, seen: Sequence[SeenSheet]) -> _SeenPlane:
    return _SeenPlane(np.concatenate([sheet.on_table(layout) for sheet in seen]), np.concatenate([s.px for s in seen]))


def _level(mm: Floats) -> Floats:
    """Points [N, 3] of the plane z = 0 from [N, 2]."""
    return np.column_stack([mm, np.zeros(len(mm))])


def _size(images: Sequence[Image]) -> tuple[int, int]:
    """Return the width and height that all pictures have; raises EyesError if they differ."""
    sizes = {(image.shape[1], image.shape[0]) for image in images}
    if len(sizes) != 1:
        raise EyesError(
            Text(
                "大きさの違う画像が混ざっています。同じ設定で撮り直してください。",
                f"calibration: expected pictures of one size, got {sorted(sizes)}",
            )
        )
    return sizes.pop()


def _minimum(cost: Callable[[float], float], low: float, high: float) -> float:
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
    """True if four of the points are corners of an area: no line contains all of them, or all but one."""
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
