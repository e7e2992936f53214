"""Find the focal length that a straight view leaves open: walls and hands have known heights."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

import numpy as np

from vision.arrays import Floats, Image
from vision.camera.calibration import Calibration, PlanePoint, refocused
from vision.camera.model import Camera
from vision.image.felt import Felt
from vision.table.place.wall.extents import Extents
from vision.table.place.wall.seams import off_edges
from vision.table.place.wall.stacks import RIM_MM

_CORNER_MM: Final = 330.0
"""Half the side, mm, of the square whose corners stand for the camera's view; chosen: within the felt."""
_REACH: Final = 0.28
"""How far focal lengths are tried, as natural logarithms; chosen: a third more, a quarter less than four points say."""
_STEP: Final = 0.02
"""Step of the focal lengths tried, as a natural logarithm: 2 %; chosen fine beside what a height of 2 tiles shows."""
_LEAST_PLACES: Final = 12
"""Boxes from which the focal length is fitted; chosen: most of a wall or a hand."""
_CAP_MM: Final = 1.0
"""Most mm that an extent counts as off; chosen: what is farther off is something else."""
_RIMS: Final = np.arange(-1.4, 0.41, 0.1)
"""By how much, mm, all extents may seem wider than they are; chosen around ``RIM_MM``, 0.9 to each side."""
_RIM_PULL: Final = 0.2
"""What each mm away from ``RIM_MM`` costs, mm; chosen small: walls may tell it, but few do."""
_PITCHES: Final = np.arange(-0.006, 0.0061, 0.0015) + 1.0
"""Factors by which tiles may be broader than their profile says; chosen: 0.6 % of 17 tiles is 2 mm."""
_PITCH_PULL: Final = 40.0
"""mm for each one that tiles are broader or narrower than their profile says; chosen: 0.1 mm cost 0.25 %."""
_SEAM_WEIGHT: Final = 1.0
"""What a seam's mm count beside those of an extent; chosen: the same."""
_PULL_MM: Final = 0.2
"""What each unit of the logarithm away from the calibration's focal length costs, mm; chosen small, to break ties."""
_WORTH_MM: Final = 0.03
"""By how much, mm a box, another focal length must explain more to be taken; chosen above what chance explains."""


@dataclass(frozen=True, slots=True)
class FocalFit:
    """A camera, by how much (mm) extents seem wider under it than they are, and by which factor tiles are broader."""

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


def fit_focal(camera: Camera, rows: Sequence[Measurable], image: Image, felt: Felt) -> FocalFit | None:
    """The camera, or that of another focal length that far better explains the widths; None if too few are seen."""
    seen = [row.measure(image, felt) for row in rows]
    if sum(int(np.isfinite(each.widths).sum()) for each in seen) < _LEAST_PLACES:
        return None
    first_cost, first = _cost(camera, rows, seen)
    best_cost, best = first_cost, first
    if camera.distorts:
        return best  # A lens that is known so well needs no guess.
    calibration = _ground(camera)
    for step in np.arange(-_REACH, _REACH + _STEP / 2, _STEP):
        other = refocused(calibration, camera.focal * float(np.exp(step)))
        if other is not None:
            cost, fit = _cost(other, rows, seen)
            cost += _PULL_MM * abs(float(step))
            if cost < best_cost:
                best_cost, best = cost, fit
    return best if best_cost < first_cost - _WORTH_MM else first


def _cost(camera: Camera, rows: Sequence[Measurable], seen: list[Extents]) -> tuple[float, FocalFit]:
    """By how many mm boxes, each of the size that suits it best, are off under a camera on average; the best fit."""
    expected = [row.expected(camera) for row in rows]
    wide = np.concatenate([s.widths[:, None] - e.widths for s, e in zip(seen, expected, strict=True)])
    known = np.isfinite(wide).all(axis=1)
    wide = wide[known]
    extents = np.minimum(np.abs(wide - _RIMS[:, None, None]), _CAP_MM)
    apart = np.concatenate([_seams(s, e) for s, e in zip(seen, expected, strict=True)], axis=1)[:, None, known]
    costs = (extents + apart).min(axis=3).mean(axis=2) + _RIM_PULL * np.abs(_RIMS - RIM_MM)
    costs = costs + _PITCH_PULL * np.abs(_PITCHES - 1.0)[:, None]
    pitch, rim = np.unravel_index(int(np.argmin(costs)), costs.shape)
    return float(costs[pitch, rim]), FocalFit(camera, float(_RIMS[rim]), float(_PITCHES[pitch]))


def _seams(seen: Extents, expected: Extents) -> Floats:
    """How much the edges across speak against each size [pitches, places, sizes], mm, and how rare each size is."""
    rare = np.broadcast_to(np.array(expected.rare), (len(_PITCHES), *expected.widths.shape))
    if seen.edges is None or expected.edges is None:
        return rare
    edges = _PITCHES[:, None, None, None] * expected.edges
    sides = [off_edges(seen.edges[:, side], edges[..., side]) for side in (0, 1)]
    return np.asarray(rare + _SEAM_WEIGHT * np.mean(sides, axis=0))


def _ground(camera: Camera) -> Calibration:
    """The camera's own view of four points of the table."""
    mm = [(x * _CORNER_MM, y * _CORNER_MM) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    px = camera.project([(*place, 0.0) for place in mm])
    return Calibration(
        camera.size, tuple(PlanePoint((float(x), float(y)), place) for (x, y), place in zip(px, mm, strict=True))
    )
