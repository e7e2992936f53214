"""Find the focal length that a straight view leaves open: walls and hands have known heights."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from vision.calibration import Calibration, PlanePoint, refocused
from vision.camera import Camera, Floats
from vision.cloth import Cloth
from vision.faces import Image
from vision.walls import RIM_MM

_CORNER_MM: Final = 330.0
_REACH: Final = 0.28
_STEP: Final = 0.02
_LEAST_PLACES: Final = 12
_CAP_MM: Final = 1.0
_RIMS: Final = np.arange(-1.4, 0.41, 0.1)
_RIM_PULL: Final = 0.2
_PULL_MM: Final = 0.4
_WORTH_MM: Final = 0.12


@dataclass(frozen=True, slots=True)
class Settled:
    """A camera, and by how much (mm) strips seem wider under it than they are."""

    camera: Camera
    rim_mm: float


class Gauge(Protocol):
    """A row of boxes of known sizes: a wall or a hand."""

    def widths(self, image: Image, cloth: Cloth) -> Floats:
        """How wide the strip at each of some places seems, mm; nan where it cannot be told."""
        ...

    def expected_widths(self, camera: Camera) -> Floats:
        """How wide boxes of each size would seem there [places, sizes], mm, if that camera had taken the view."""
        ...


def settle(camera: Camera, gauges: Sequence[Gauge], image: Image, cloth: Cloth) -> Settled | None:
    """The camera, or that of another focal length that far better explains the widths; None if too few are seen."""
    widths = [gauge.widths(image, cloth) for gauge in gauges]
    if sum(int(np.isfinite(each).sum()) for each in widths) < _LEAST_PLACES:
        return None
    first_cost, first_rim = _cost(camera, gauges, widths)
    best_cost, best = first_cost, Settled(camera, first_rim)
    if camera.bends:
        return best  # A lens that is known so well needs no guess.
    calibration = _ground(camera)
    for step in np.arange(-_REACH, _REACH + _STEP / 2, _STEP):
        other = refocused(calibration, camera.focal * float(np.exp(step)))
        if other is not None:
            cost, rim = _cost(other, gauges, widths)
            cost += _PULL_MM * abs(float(step))
            if cost < best_cost:
                best_cost, best = cost, Settled(other, rim)
    return best if best_cost < first_cost - _WORTH_MM else Settled(camera, first_rim)


def _cost(camera: Camera, gauges: Sequence[Gauge], widths: list[Floats]) -> tuple[float, float]:
    """Mean distance mm of the widths from the nearest that a box of any size would have, and the rim that suits."""
    apart = [seen[:, None] - gauge.expected_widths(camera) for gauge, seen in zip(gauges, widths, strict=True)]
    together = np.concatenate(apart)
    together = together[np.isfinite(together).all(axis=1)]
    costs = [
        float(np.minimum(np.abs(together - rim).min(axis=1), _CAP_MM).mean()) + _RIM_PULL * abs(rim - RIM_MM)
        for rim in _RIMS
    ]
    best = int(np.argmin(costs))
    return costs[best], float(_RIMS[best])


def _ground(camera: Camera) -> Calibration:
    """The camera's own view of four points of the table."""
    mm = [(x * _CORNER_MM, y * _CORNER_MM) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    px = camera.project([(*place, 0.0) for place in mm])
    return Calibration(
        camera.size, tuple(PlanePoint((float(x), float(y)), place) for (x, y), place in zip(px, mm, strict=True))
    )
