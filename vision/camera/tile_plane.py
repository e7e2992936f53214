"""Fits a camera's pose to outlines of tiles: the plane that they lie on, its distance and the table's axes.

The outline of a lying tile shows the tilt of its plane. Tiles of one size all over the picture give the perspective,
and so the focal length as well, unless the camera looks straight down. Each outline is explained as a tile lying along
the table's axes, lying across them, or standing on the table. An outline that none of these explains hardly counts.
"""

from dataclasses import dataclass, fields, replace
from math import log, pi
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hardware.profiles.schema import TileSize
from vision.arrays import Floats
from vision.camera.least_squares import least_squares
from vision.camera.model import Camera, rotation_vector

_LEAST_TILES: Final = 4
"""Number of tiles that a pose needs; chosen: fewer do not determine perspective."""
_MOST_TILES: Final = 300
"""Largest number of outlines that a pose is fitted to, the heaviest first; chosen: two sets, in a megabyte of pairs."""
_USUAL_FOCAL: Final = 1.0
"""Focal length in parts of the longer side: telephones have 0.7-0.8, webcams 0.7-0.9, cameras over tables 0.8-2.5."""
_FOCAL_SPREAD: Final = 0.4
"""Standard deviation of the logarithm of an unknown focal length; chosen wide enough for all these cameras."""
_KNOWN_SPREAD: Final = 0.01
"""Standard deviation of the logarithm of a known focal length."""
_EDGE: Final = 0.06
"""Standard deviation of the logarithm of an edge by the finder; measured on photos of tables in play: 4-8 %."""
_SKEW: Final = 0.09
"""Standard deviation of the angle between two edges, radians; measured on the same photos: 0.07-0.1."""
_ASKEW: Final = 0.08
"""Standard deviation of a tile's angle to the table's axes, radians: 4 degrees, as on real photos of play."""
_OUTLIER: Final = 3.0
"""Standard deviations from which an outline counts as no tile of that plane (Geman and McClure's scale); chosen."""
_STANDING: Final = (1.5, 4.0)
"""Cost, in standard deviations, of explaining a tile as standing, and of one without any print; chosen: lying tiles are
the rule, and a blank outline may have any shape."""
_SEEN: Final = 8.0
"""Cost, in squares of standard deviations, of contradicting ``Outlines.stands``; chosen: it decides where lying and
standing tiles have the same shape, as they do at 45 degrees."""
_BESIDE: Final = 0.35
"""Largest offset of a neighbour in a row from its position beside a tile, in edges; chosen: rows slope, have gaps."""
_TILTS: Final = (0.0, 20.0, 38.0, 52.0, 63.0, 72.0)
"""Initial tilts of a search, degrees from the vertical."""
_TURNS: Final = 8
"""Number of initial directions of a tilt, evenly over a full turn."""
_FOCALS: Final = (0.7, 1.1, 1.8)
"""Initial focal lengths of a search, in parts of the longer side."""
_STARTS: Final = 4
"""Number of the best starts that are refined; chosen."""
_SCALES: Final = (0.02, 0.01, 0.01, 0.01, 0.01)
"""Usual changes of the unknowns in a fit: log of focal length, tilt in two directions, log of height, angle of axes."""
_ROUNDS: Final = (4, 20)
"""Steps of a fit from each start, and then of the best fit; chosen: on six photographs fits are within 3 % of their
final cost after four steps, fits that end elsewhere cost a third more, and all end after a dozen or two."""


@dataclass(frozen=True, slots=True)
class Outlines:
    """Tiles in a picture: centre and edges [N,2] px, ``right`` to ``down`` clockwise; weight [N] 0-1.

    ``turn`` [N]: clockwise quarter turns of the face's top from the outline's top, -1 if it has none; ``halves`` [N]:
    the turn is known up to half a turn; ``back`` [N]: shows its back. ``stands`` [N]: pose score from the picture, -1
    lying to 1 standing.
    """

    centre: Floats
    right: Floats
    down: Floats
    weight: Floats
    turn: NDArray[np.int64]
    halves: NDArray[np.bool_]
    back: NDArray[np.bool_]
    stands: Floats

    def __len__(self) -> int:
        return len(self.weight)

    def take(self, which: NDArray[np.int64]) -> "Outlines":
        """Return the outlines selected by an index array."""
        return Outlines(*(getattr(self, part.name)[which] for part in fields(self)))


@dataclass(frozen=True, slots=True)
class PlaneFit:
    """A camera over a table of known axes and unknown centre: it is above x = y = 0.

    ``fits`` [N]: how well each outline is explained, 0-1; ``standing`` [N]: explained as a standing tile; ``spread``:
    standard deviations of the logarithm of the focal length, of the tilt in degrees and of the logarithm of the height.
    """

    camera: Camera
    fits: Floats
    standing: NDArray[np.bool_]
    spread: tuple[float, float, float]


def fit_tiles(size: tuple[int, int], seen: Outlines, tile: TileSize, focal: float | None = None) -> PlaneFit | None:
    """Return the camera that best explains the outlines in a picture of ``size``; None if they are too few or no tiles.

    ``focal``: focal length, px, if known. Outlines beyond the heaviest ``_MOST_TILES`` are not explained.
    """
    edges = np.hstack([seen.centre, seen.right, seen.down, seen.weight[:, None]])
    able = np.flatnonzero(np.isfinite(edges).all(axis=1))
    able = np.sort(able[np.argsort(-seen.weight[able], kind="stable")[:_MOST_TILES]])
    plane = _Fit(size, seen.take(able), tile, focal).best() if len(able) >= _LEAST_TILES else None
    if plane is None:
        return None
    fits, standing = np.zeros(len(seen)), np.zeros(len(seen), np.bool_)
    fits[able], standing[able] = plane.fits, plane.standing
    return replace(plane, fits=fits, standing=standing)


class _Fit:
    """Unknowns: log of the focal length over the longer side, tilt in two directions (tangents), log of the height of
    the camera over the faces in lengths of a tile, angle of the axes in radians."""

    def __init__(self, size: tuple[int, int], seen: Outlines, tile: TileSize, focal: float | None) -> None:
        self._size, self._seen, self._tile = size, seen, tile
        self._longest = float(max(size))
        self._middle = np.array([(size[0] - 1) / 2, (size[1] - 1) / 2])
        self._usual = log(_USUAL_FOCAL if focal is None else focal / self._longest)
        self._focal_spread = _FOCAL_SPREAD if focal is None else _KNOWN_SPREAD
        self._focals = _FOCALS if focal is None else (focal / self._longest,)
        # The centre of each outline, and the middles of its edges.
        half_right, half_down = seen.right / 2, seen.down / 2
        steps = (half_right, -half_right, half_down, -half_down)
        ends = [seen.centre, *(seen.centre + step for step in steps)]
        self._points = (np.stack(ends) - self._middle) / self._longest
        self._root = np.sqrt(seen.weight)
        self._row = _rows(seen)
        self._in_row = (self._row[:, None] == np.unique(self._row)).astype(np.float64)
        self._sizes = np.sqrt(np.linalg.norm(seen.right, axis=1) * np.linalg.norm(seen.down, axis=1))[:, None]

    def best(self) -> PlaneFit | None:
        starts = self._starts()
        if not len(starts):
            return None
        best = starts[np.argsort(self._costs(starts), kind="stable")[:_STARTS]]
        for rounds in _ROUNDS:
            best = least_squares(self._residuals, best, np.array(_SCALES), rounds)
            best = best[[self._costs(best).argmin()]]
        (raw,), (standing,) = self._explained(best)
        fits = 1.0 / (1.0 + (raw**2).sum(axis=1) / _OUTLIER**2)
        return PlaneFit(self._camera(best[0]), fits, standing, self._spread(best[0]))

    def _starts(self) -> Floats:
        """Return the starts [M,5] of the search."""
        slopes = [
            np.tan(np.radians(tilt)) * np.exp(2j * pi * turn / _TURNS)
            for tilt in _TILTS
            for turn in range(_TURNS if tilt else 1)
        ]
        return self._scaled(
            np.array([(log(focal), s.imag, s.real, 0.0, 0.0) for focal in self._focals for s in slopes])
        )

    def _scaled(self, unknowns: Floats) -> Floats:
        """Return the starts that see enough tiles, with the height and the axes set to suit most outlines."""
        right, down = self._lying(unknowns, self._axes(unknowns))
        with np.errstate(divide="ignore", invalid="ignore"):
            area = np.abs(right) * np.abs(down)
            good = np.isfinite(area) & (area > 0)
            shown = good.sum(axis=1) >= _LEAST_TILES
            sizes = np.nanmedian(np.where(good, np.log(area), np.nan)[shown], axis=1)
            around = (right / np.abs(right)) ** 4 + (down / np.abs(down)) ** 4
        unknowns[shown, 3] = -0.5 * sizes + 0.5 * log(self._tile.width_mm / self._tile.height_mm)
        unknowns[:, 4] = np.angle(np.where(good, around, 0.0).sum(axis=1)) / 4
        return np.asarray(unknowns[shown])

    def _axes(self, unknowns: Floats) -> tuple[Floats, Floats, Floats]:
        """Return unit vectors [M,3] in the camera's frame: into the table, and right and down along it."""
        a, b = unknowns[:, 1], unknowns[:, 2]
        one, across, steep = np.ones_like(a), a * a + 1.0, a * a + b * b + 1.0
        into = np.stack([a, b, one], axis=1) / np.sqrt(steep)[:, None]
        first = np.stack([one, 0.0 * a, -a], axis=1) / np.sqrt(across)[:, None]
        second = np.stack([-a * b, across, -b], axis=1) / np.sqrt(steep * across)[:, None]
        return into, first, second

    def _lying(
        self, unknowns: Floats, axes: tuple[Floats, Floats, Floats]
    ) -> tuple[NDArray[np.complex128], NDArray[np.complex128]]:
        """Return edges [M,N], complex, in the plane of the faces, in lengths of a tile; nan beyond the horizon."""
        rays = self._points[1:] / np.exp(unknowns[:, 0])[:, None, None, None]
        depth, first, second = (_along(rays, axis[:, None, None]) for axis in axes)
        with np.errstate(divide="ignore", invalid="ignore"):
            reach = np.where(depth > 0, np.exp(unknowns[:, 3])[:, None, None] / depth, np.nan)
        flat = (first + 1j * second) * reach
        return flat[:, 0] - flat[:, 1], flat[:, 2] - flat[:, 3]

    def _explained(self, unknowns: Floats) -> tuple[Floats, NDArray[np.bool_]]:
        """Return residuals [M,N,5], in standard deviations, of each outline's best explanation; and which stand."""
        turn, axes = self._seen.turn, self._axes(unknowns)
        right, down = self._lying(unknowns, axes)
        with np.errstate(divide="ignore", invalid="ignore"):
            wide, tall = np.abs(right), np.abs(down)
            skew = np.angle(down / (1j * right)) / _SKEW
            off = _off_axes(right / wide + down / tall / 1j, unknowns[:, 4]) / _ASKEW
            wide, tall = np.log(wide) / _EDGE, np.log(tall) / _EDGE
        narrower = log(self._tile.width_mm / self._tile.height_mm) / _EDGE
        standing, bent = self._standing(unknowns, axes), skew**2 + off**2
        costs = np.stack(
            [
                (wide - narrower) ** 2 + tall**2 + bent,
                wide**2 + (tall - narrower) ** 2 + bent,
                sum(each**2 for each in standing),
            ]
        )
        costs[0][:, (turn >= 0) & (turn % 2 == 1)] = np.inf
        costs[1][:, (turn >= 0) & (turn % 2 == 0)] = np.inf
        costs[2][:, turn > 0] = np.inf
        costs[:2] += _SEEN * np.maximum(self._seen.stands, 0.0)
        costs[2] += _SEEN * np.maximum(-self._seen.stands, 0.0)
        costs[np.isnan(costs)] = np.inf
        finite = np.isfinite(costs)
        # Tiles of one row all stand or all lie, whichever explains them better.
        bounded = costs / (1.0 + np.where(finite, costs, 0.0) / _OUTLIER**2)
        bounded = np.minimum(bounded, _OUTLIER**2) * self._seen.weight
        gain = (bounded[:2].min(axis=0) - bounded[2]) @ self._in_row
        together = np.where(gain @ self._in_row.T > 0, 2, costs[:2].argmin(axis=0))
        known = np.take_along_axis(finite, together[None], axis=0)[0]
        best = np.where(known, together, costs.argmin(axis=0))
        stands, across = best == 2, best == 1
        lying = wide - narrower * ~across, tall - narrower * across, skew, off, np.zeros(skew.shape)
        found = np.stack([np.where(stands, *pair) for pair in zip(standing, lying, strict=True)], axis=2)
        found[~finite.any(axis=0)] = 1e3
        return np.nan_to_num(found, nan=1e3, posinf=1e3, neginf=-1e3), stands

    def _standing(self, unknowns: Floats, axes: tuple[Floats, Floats, Floats]) -> tuple[Floats, ...]:
        """Return residuals, five of [M,N], of each outline as a standing tile, its face towards the camera."""
        into, first, second = (axis[:, None] for axis in axes)
        rays = self._points[0] / np.exp(unknowns[:, 0])[:, None, None]
        height = np.exp(unknowns[:, 3]) + self._tile.thickness_mm / self._tile.height_mm - 0.5
        focal = (np.exp(unknowns[:, 0]) * self._longest)[:, None, None]
        with np.errstate(divide="ignore", invalid="ignore"):
            depth = _along(rays, into)
            reach = np.where(depth > 0, height[:, None] / depth, np.nan)[..., None]

        def seen(edge: Floats) -> Floats:
            return np.asarray((edge[..., :2] - rays * edge[..., 2:]) / reach * focal)

        upright = (self._seen.down - seen(into)) / self._sizes / _EDGE
        one, other, right = seen(first), seen(second), self._seen.right
        with np.errstate(divide="ignore", invalid="ignore"):
            cross = _cross(one, other)
            along = _cross(right, other) / cross + 1j * (_cross(one, right) / cross)
            width = np.log(np.abs(along) * self._tile.height_mm / self._tile.width_mm) / _EDGE
        cost = np.where((self._seen.turn < 0) & ~self._seen.back, _STANDING[1], _STANDING[0])
        off = _off_axes(along, unknowns[:, 4]) / _ASKEW
        return upright[..., 0], upright[..., 1], width, off, np.broadcast_to(cost, width.shape)

    def _residuals(self, unknowns: Floats) -> Floats:
        raw, _ = self._explained(unknowns)
        squares = (raw**2).sum(axis=2, keepdims=True)
        bounded = raw / np.sqrt(1.0 + squares / _OUTLIER**2) * self._root[:, None]
        prior = (unknowns[:, :1] - self._usual) / self._focal_spread
        return np.concatenate([bounded.reshape(len(unknowns), -1), prior], axis=1)

    def _costs(self, unknowns: Floats) -> Floats:
        return np.asarray((self._residuals(unknowns) ** 2).sum(axis=1))

    def _spread(self, unknowns: Floats) -> tuple[float, float, float]:
        """Return standard deviations as in ``PlaneFit.spread``, from the slopes of the residuals."""
        scales = np.array(_SCALES)
        here, *there = self._residuals(unknowns + 0.01 * np.vstack([np.zeros(len(scales)), np.diag(scales)]))
        slopes = (np.stack(there) - here) / 0.01
        spread = np.sqrt(np.maximum(np.diag(np.linalg.pinv(slopes @ slopes.T)), 0.0)) * scales
        flat = 1.0 + float(unknowns[1] ** 2 + unknowns[2] ** 2)
        return float(spread[0]), float(np.degrees(np.hypot(spread[1], spread[2]) / flat)), float(spread[3])

    def _camera(self, unknowns: Floats) -> Camera:
        into, first, second = (axis for (axis,) in self._axes(unknowns[None]))
        turn = np.exp(1j * unknowns[4])
        right = first * turn.real + second * turn.imag
        down = second * turn.real - first * turn.imag
        # The camera is above x = y = 0; its frame takes (x, y, -z): see ``Camera``.
        above = float(np.exp(unknowns[3])) * self._tile.height_mm + self._tile.thickness_mm
        focal = float(np.exp(unknowns[0])) * self._longest
        shift = into * above
        middle = (float(self._middle[0]), float(self._middle[1]))
        axes = np.column_stack([right, down, into])
        return Camera(self._size, focal, middle, rotation_vector(axes), (shift[0], shift[1], shift[2]))


def _rows(seen: Outlines) -> NDArray[np.int64]:
    """Return the row index [N] of each outline: neighbours aligned along each other's edge share a row."""
    right, down = seen.right.astype(np.float64), seen.down.astype(np.float64)
    axes = np.linalg.inv(np.stack([right, down], axis=2) + 1e-6 * np.eye(2))
    apart = np.einsum("nij,nmj->nmi", axes, seen.centre[None] - seen.centre[:, None])
    beside = (np.abs(np.abs(apart[..., 0]) - 1.0) < _BESIDE) & (np.abs(apart[..., 1]) < _BESIDE)
    beside &= beside.T & (seen.back[:, None] == seen.back[None])
    row = np.arange(len(seen))
    for _ in range(len(seen)):
        lowest = np.minimum(row, np.where(beside, row[None], len(row)).min(axis=1, initial=len(row)))
        if (lowest == row).all():
            break
        row = lowest
    return row


def _along(rays: Floats, axis: Floats) -> Floats:
    """Return the dot products of rays [...,2], whose third component is 1, with axes [...,3]."""
    return np.asarray(rays[..., 0] * axis[..., 0] + rays[..., 1] * axis[..., 1] + axis[..., 2])


def _cross(one: Floats, other: Floats) -> Floats:
    return np.asarray(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0])


def _off_axes(along: NDArray[np.complex128], axes: Floats) -> Floats:
    """Return the deviation of directions [M,N] from the nearest axis [M], radians within an eighth of a turn."""
    return np.asarray(np.angle((along * np.exp(-1j * axes)[:, None]) ** 4) / 4)
