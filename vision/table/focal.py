"""Find the focal length that a straight view leaves open: walls and hands have known heights."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from vision.arrays import Floats, Image
from vision.camera.calibration import Calibration, PlanePoint, refocused
from vision.camera.model import Camera
from vision.image.felt import Felt
from vision.table.wall.extents import Extents
from vision.table.wall.seams import off_edges
from vision.table.wall.stacks import RIM_MM

_CORNER_MM: Final = 330.0
_REACH: Final = 0.28
_STEP: Final = 0.02
_LEAST_PLACES: Final = 12
_CAP_MM: Final = 1.0
_RIMS: Final = np.arange(-1.4, 0.41, 0.1)
_RIM_PULL: Final = 0.2
_PITCHES: Final = np.arange(-0.006, 0.0061, 0.0015) + 1.0
_PITCH_PULL: Final = 40.0
"""mm for each one that tiles are broader or narrower than their profile says."""
_SEAM_WEIGHT: Final = 1.0
_PULL_MM: Final = 0.2
_WORTH_MM: Final = 0.03


@dataclass(frozen=True, slots=True)
class FocalFit:
    """A camera, by how much (mm) strips seem wider under it than they are, and by which factor tiles are broader."""

    camera: Camera
    rim_mm: float
    pitch: float = 1.0


class Measurable(Protocol):
    """A row of boxes of known sizes: a wall or a hand."""

    def measure(self, image: Image, felt: Felt) -> Extents:
        """How boxes at some places seem."""
        ...

    def expected(self, camera: Camera) -> Extents:
        """How boxes of each size would seem there, if that camera had taken the view."""
        ...


def fit_focal(camera: Camera, gauges: Sequence[Measurable], image: Image, felt: Felt) -> FocalFit | None:
    """The camera, or that of another focal length that far better explains the widths; None if too few are seen."""
    seen = [gauge.measure(image, felt) for gauge in gauges]
    if sum(int(np.isfinite(each.widths).sum()) for each in seen) < _LEAST_PLACES:
        return None
    first_cost, first = _cost(camera, gauges, seen)
    best_cost, best = first_cost, first
    if camera.bends:
        return best  # A lens that is known so well needs no guess.
    calibration = _ground(camera)
    for step in np.arange(-_REACH, _REACH + _STEP / 2, _STEP):
        other = refocused(calibration, camera.focal * float(np.exp(step)))
        if other is not None:
            cost, settled = _cost(other, gauges, seen)
            cost += _PULL_MM * abs(float(step))
            if cost < best_cost:
                best_cost, best = cost, settled
    return best if best_cost < first_cost - _WORTH_MM else first


def _cost(camera: Camera, gauges: Sequence[Measurable], seen: list[Extents]) -> tuple[float, FocalFit]:
    """Mean distance mm from the nearest that boxes of any size would show, and the rim and pitch that suit."""
    expected = [gauge.expected(camera) for gauge in gauges]
    wide = np.concatenate([s.widths[:, None] - e.widths for s, e in zip(seen, expected, strict=True)])
    known = np.isfinite(wide).all(axis=1)
    wide = wide[known]
    strips = np.minimum(np.abs(wide - _RIMS[:, None, None]), _CAP_MM)
    best_cost, best = np.inf, FocalFit(camera, RIM_MM)
    for pitch in _PITCHES:
        apart = np.concatenate([_seams(s, e, float(pitch)) for s, e in zip(seen, expected, strict=True)])[known]
        costs = (strips + apart).min(axis=2).mean(axis=1) + _RIM_PULL * np.abs(_RIMS - RIM_MM)
        costs = costs + _PITCH_PULL * abs(float(pitch) - 1.0)
        place = int(np.argmin(costs))
        if costs[place] < best_cost:
            best_cost, best = float(costs[place]), FocalFit(camera, float(_RIMS[place]), float(pitch))
    return best_cost, best


def _seams(seen: Extents, expected: Extents, pitch: float) -> Floats:
    """What the edges across speak against each size [places, sizes], mm, and what is rare."""
    rare = np.broadcast_to(np.array(expected.rare), expected.widths.shape)
    if seen.edges is None or expected.edges is None:
        return rare
    sides = [off_edges(seen.edges[:, side], pitch * expected.edges[..., side]) for side in (0, 1)]
    return np.asarray(rare + _SEAM_WEIGHT * np.mean(sides, axis=0))


def _ground(camera: Camera) -> Calibration:
    """The camera's own view of four points of the table."""
    mm = [(x * _CORNER_MM, y * _CORNER_MM) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    px = camera.project([(*place, 0.0) for place in mm])
    return Calibration(
        camera.size, tuple(PlanePoint((float(x), float(y)), place) for (x, y), place in zip(px, mm, strict=True))
    )
