"""A camera's lens and pose from pictures of the printed sheets."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from controller.errors import EyesError
from hardware.profiles.layout import Layout
from vision.arrays import Floats, Image
from vision.camera.calibration import Calibration, PlanePoint, posed
from vision.camera.fiducials import SeenSheet, find_sheets
from vision.camera.fitting import least_squares
from vision.camera.lens import Lens
from vision.camera.model import Camera

_FOCALS: Final = (0.35, 0.5, 0.7, 1.0, 1.4, 2.0, 3.0)
"""Focal lengths to begin from, in parts of the picture's longer side."""
_USUAL: Final = 1.3
_FOCAL_PULL: Final = 0.15
_CENTRE_PULL_PX: Final = 0.03
_BEND_PULL: Final = 0.5
_TURN: Final = 0.01
_SHIFT_MM: Final = 5.0
_PLAINER: Final = 1.15
"""How much worse a plain lens may explain the pictures and still be taken before a fisheye."""
_MOST_ERROR_PX: Final = 3.0


@dataclass(frozen=True, slots=True)
class View:
    """Points of one plane, mm, and where one picture shows them, px; both [N, 2]."""

    mm: Floats
    px: Floats


@dataclass(frozen=True, slots=True)
class SheetFit:
    """What the sheets tell: calibration with its lens, error px (root of the mean square), sheets and points used."""

    calibration: Calibration
    error_px: float
    sheets: int
    points: int


def fit_sheets(layout: Layout, lying: Sequence[Image], held: Sequence[Image] = ()) -> SheetFit:
    """Calibration from pictures of sheets ``lying`` in their corners and ``held`` at a slant anywhere; EyesError.

    Held sheets fix the focal length, which a view from straight above leaves open.
    """
    size = _size([*lying, *held])
    seen = [sheet for image in lying for sheet in find_sheets(image)]
    if not seen:
        raise EyesError("calibration: no sheet found in the picture; print them with `jantaku calibrate --sheets`")
    table = _table(layout, seen)
    loose = [View(sheet.page, sheet.px) for image in held for sheet in find_sheets(image)]
    fits = [_fit(size, [table, *loose], fisheye) for fisheye in (False, True)]
    plain, fisheye = fits
    camera, error = plain if plain[1] <= _PLAINER * fisheye[1] else fisheye
    if error > _MOST_ERROR_PX:
        raise EyesError(
            f"calibration: the sheets are seen {error:.1f} px from where they should be, expected below"
            f" {_MOST_ERROR_PX:.0f}; does each lie flat in its own corner, printed at 100 %?"
        )
    points = tuple(
        PlanePoint((float(x), float(y)), (float(right), float(down)))
        for (x, y), (right, down) in zip(table.px, table.mm, strict=True)
    )
    calibration = Calibration(size, points, Lens.of(camera))
    return SheetFit(calibration, error, len(seen) + len(loose), sum(len(view.mm) for view in (table, *loose)))


def _size(images: Sequence[Image]) -> tuple[int, int]:
    sizes = {(image.shape[1], image.shape[0]) for image in images}
    if len(sizes) != 1:
        raise EyesError(f"calibration: expected pictures of one size, got {sorted(sizes)}")
    return sizes.pop()


def _table(layout: Layout, seen: Sequence[SeenSheet]) -> View:
    return View(np.concatenate([sheet.on_table(layout) for sheet in seen]), np.concatenate([s.px for s in seen]))


def _fit(size: tuple[int, int], views: list[View], fisheye: bool) -> tuple[Camera, float]:
    """The camera of the first view, and the error over all."""
    longest, middle = float(max(size)), ((size[0] - 1) / 2, (size[1] - 1) / 2)
    best: tuple[Camera, float] | None = None
    starts = []
    for share in _FOCALS:
        lens = Lens(share * longest, middle, fisheye=fisheye)
        cameras = [posed(size, view.mm, view.px, lens) for view in views]
        known = [camera for camera in cameras if camera is not None]
        if len(known) == len(views):
            starts.append((_error(known, views), known))
    for _, begun in sorted(starts, key=lambda start: start[0])[:2]:
        refined = _refined(begun, views)
        error = _error(refined, views)
        if best is None or error < best[1]:
            best = refined[0], error
    if best is None:
        raise EyesError("calibration: no camera above the table sees the sheets so; does each lie in its own corner?")
    return best


def _refined(cameras: list[Camera], views: list[View]) -> list[Camera]:
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
        # Weak pulls decide what the pictures leave open.
        pulls = [
            _FOCAL_PULL * np.log(max(focal, 1.0) / (_USUAL * longest)),
            _CENTRE_PULL_PX * (x - first.principal[0]),
            _CENTRE_PULL_PX * (y - first.principal[1]),
            _BEND_PULL * k1,
            _BEND_PULL * k2,
        ]
        return np.concatenate([_misses(unpack(unknowns), views), pulls])

    poses = [value for camera in cameras for value in (*camera.rotation, *camera.translation)]
    start = np.array([first.focal, *first.principal, first.k1, first.k2, *poses])
    scales = np.array([0.01 * longest, 2.0, 2.0, 0.02, 0.02, *([_TURN] * 3 + [_SHIFT_MM] * 3) * len(cameras)])
    return unpack(least_squares(residuals, start, scales))


def _misses(cameras: list[Camera], views: list[View]) -> Floats:
    flat = [np.column_stack([view.mm, np.zeros(len(view.mm))]) for view in views]
    return np.concatenate(
        [(camera.project(mm) - view.px).ravel() for camera, mm, view in zip(cameras, flat, views, strict=True)]
    )


def _error(cameras: list[Camera], views: list[View]) -> float:
    misses = _misses(cameras, views)
    return float(np.sqrt(2 * np.mean(np.nan_to_num(misses, nan=1e3) ** 2)))
