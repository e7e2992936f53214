"""Find the focal length that a straight view leaves open: tiers of the walls have known heights."""

from typing import Final

import numpy as np

from vision.calibration import Calibration, PlanePoint, refocused
from vision.camera import Camera, Floats
from vision.cloth import Cloth
from vision.faces import Image
from vision.walls import WallReader

_CORNER_MM: Final = 330.0
_REACH: Final = 0.28
_STEP: Final = 0.02
_LEAST_STACKS: Final = 12
_CAP_MM: Final = 1.0
_BEVEL_MM: Final = -0.2
"""How much narrower a strip seems than it is: its edges are rounded."""
_PULL_MM: Final = 0.3
_WORTH_MM: Final = 0.15


def settled_camera(camera: Camera, walls: list[WallReader], image: Image, cloth: Cloth) -> Camera | None:
    """The camera, or that of another focal length that far better explains the walls' widths; None if few stand."""
    widths = [wall.widths(image, cloth) for wall in walls]
    if sum(int(np.isfinite(each).sum()) for each in widths) < _LEAST_STACKS:
        return None
    calibration = _ground(camera)
    first_cost = _cost(camera, walls, widths)
    best, best_cost = camera, first_cost
    for step in np.arange(-_REACH, _REACH + _STEP / 2, _STEP):
        other = refocused(calibration, camera.focal * float(np.exp(step)))
        if other is not None:
            cost = _cost(other, walls, widths) + _PULL_MM * abs(float(step))
            if cost < best_cost:
                best, best_cost = other, cost
    return best if best_cost < first_cost - _WORTH_MM else camera


def _cost(camera: Camera, walls: list[WallReader], widths: list[Floats]) -> float:
    """Mean distance mm of the widths from the nearest that a stack of any height would have."""
    apart = []
    for wall, seen in zip(walls, widths, strict=True):
        expected = wall.expected_widths(camera) + _BEVEL_MM
        apart.append(np.abs(seen[:, None] - expected).min(axis=1))
    together = np.concatenate(apart)
    return float(np.minimum(together[np.isfinite(together)], _CAP_MM).mean())


def _ground(camera: Camera) -> Calibration:
    """The camera's own view of four points of the table."""
    mm = [(x * _CORNER_MM, y * _CORNER_MM) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    px = camera.project([(*place, 0.0) for place in mm])
    return Calibration(
        camera.size, tuple(PlanePoint((float(x), float(y)), place) for (x, y), place in zip(px, mm, strict=True))
    )
