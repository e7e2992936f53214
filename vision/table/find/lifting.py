"""Convert boxes of the picture to tiles on the table: their place in mm, their angle, and whether their size fits."""

import math
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hardware.profiles.layout import Layout
from hardware.profiles.schema import TileSize
from vision.arrays import Floats
from vision.camera.model import Camera
from vision.explain.found import FoundTile
from vision.explain.rows import CORNER_MM
from vision.tiles.finder import TOP, Boxes

_SIZE_SPREAD: Final = 0.3
"""Error of edge lengths, natural logarithm, at which a box has a fit of one half.

Measured on painted tables: nearly all whole tiles are off by less than 0.2, halves and pairs of tiles by 0.4 and more.
"""
_RAIL_MM: Final = 80.0
"""Distance, mm, inside its nominal place beyond which there is no hand; chosen: hands are pushed in by 62."""
_AWAY: Final = 0.05
"""Odds of a standing tile there, relative to a rail; chosen: one may be held up, or have fallen."""
_CORNER: Final = 0.005
"""The same in a corner, where melds lie and no hand reaches; chosen."""
_LEAST_MM: Final = 1e-9
"""Smallest length, mm or px, that is divided by, to avoid a division by zero."""


@dataclass(frozen=True, slots=True)
class Lifted:
    """N boxes on the table: centre of the footprint [N,2] mm, top height ``z`` [N] mm, angle [N], fit in size [N] 0-1.

    ``angle``: degrees 0-180 clockwise from seat A's upright, of the long edge of a lying tile, the short edge of a
    standing one; ``stands`` [N]: True for a standing tile. ``length`` [N]: natural logarithm of long edge over short
    edge, 0.29 for a face; ``scale`` [N]: size relative to the tile's.
    """

    middle: Floats
    z: Floats
    angle: Floats
    fit: Floats
    stands: NDArray[np.bool_]
    length: Floats
    scale: Floats


@dataclass(frozen=True, slots=True)
class Piece:
    """A found tile: centre and size in the picture, px, and its pose on the table.

    ``doubt``: log odds that its orientation is that of the box, not 90 degrees off; ``scale``: size relative to the
    tile's; ``seen``: probability 0-1 that the box shows a tile of any size; ``missed``: consecutive looks that found no
    such top although its place had not changed.
    """

    at: tuple[float, float]
    size: float
    tile: FoundTile
    doubt: float = math.inf
    scale: float = 1.0
    seen: float = 1.0
    missed: int = field(default=0, compare=False)


def lift(camera: Camera, tile: TileSize, boxes: Boxes) -> Lifted:
    """Compute the places and poses of the tiles of these boxes."""
    top = boxes.kinds == TOP
    upright = (boxes.standing > 0.5) & ~top
    z = np.where(top | upright, tile.height_mm, tile.thickness_mm) + tile.thickness_mm * (boxes.upper > 0.5)
    middle, angle, fit, length, scale = _level(camera, tile, boxes, z, top)
    places = np.flatnonzero(upright)
    if len(places):
        middle[places], angle[places], fit[places] = _upright(camera, tile, boxes.take(places), z[places])
    return Lifted(middle, z, angle, fit, top | upright, length, scale)


def _level(
    camera: Camera, tile: TileSize, boxes: Boxes, z: Floats, top: NDArray[np.bool_]
) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    """Centre, angle, fit, length and scale of level upper sides at heights ``z``; ``top``: mask of standing tiles."""
    mm = camera.to_plane(boxes.corners.astype(np.float64).reshape(-1, 2), np.repeat(z, 4)).reshape(-1, 4, 2)
    right = (mm[:, 1] + mm[:, 2] - mm[:, 0] - mm[:, 3]) / 2
    down = (mm[:, 2] + mm[:, 3] - mm[:, 0] - mm[:, 1]) / 2
    deep = np.where(top, tile.thickness_mm, tile.height_mm)
    across, along = np.linalg.norm(right, axis=1), np.linalg.norm(down, axis=1)
    # Of the two assignments of edges, take the one that is nearer to a tile's.
    straight, turned = _off(across / tile.width_mm, along / deep), _off(along / tile.width_mm, across / deep)
    # Both edges give the angle, as vectors of twice that angle, which half turns do not change.
    one, other = down[:, 0] + 1j * down[:, 1], right[:, 0] + 1j * right[:, 1]
    axis = np.where(turned < straight, other**2 - one**2, one**2 - other**2)
    scale = np.sqrt(across * along / (tile.width_mm * deep))
    angle, fit = _angle(np.exp(0.5j * np.angle(axis))), _fit(np.minimum(straight, turned))
    return mm.mean(axis=1), angle, fit, _length(across, along), scale


def _upright(camera: Camera, tile: TileSize, boxes: Boxes, z: Floats) -> tuple[Floats, Floats, Floats]:
    """Centre, angle and fit of standing tiles that show a side; ``z``: heights of their tops, mm."""
    centre = boxes.centre.astype(np.float64)
    foot = camera.to_plane(centre, z - tile.height_mm / 2)
    low, high = (camera.project(np.column_stack([foot, z - tile.height_mm * share])) for share in (1.0, 0.0))
    found = []
    for row, post in ((boxes.right, boxes.down), (boxes.down, boxes.right)):
        ends = [camera.to_plane(centre + sign * row / 2, z - tile.height_mm / 2) for sign in (-1, 1)]
        along = ends[1] - ends[0]
        tall = np.linalg.norm(post, axis=1) / np.maximum(np.linalg.norm(high - low, axis=1), _LEAST_MM)
        found.append((along, _off(np.linalg.norm(along, axis=1) / tile.width_mm, tall)))
    turned = found[1][1] < found[0][1]
    along = np.where(turned[:, None], found[1][0], found[0][0])
    off = np.where(turned, found[1][1], found[0][1])
    # The tile's centre is half its thickness behind the visible side.
    behind = np.stack([-along[:, 1], along[:, 0]], axis=1)
    behind /= np.maximum(np.linalg.norm(behind, axis=1, keepdims=True), _LEAST_MM)
    away = foot - np.array(camera.position[:2])
    behind *= np.sign((behind * away).sum(axis=1, keepdims=True)) * tile.thickness_mm / 2
    return foot + behind, _angle(1j * (along[:, 0] + 1j * along[:, 1])), _fit(off)


def _angle(down: NDArray[np.complex128]) -> Floats:
    """Angle of tiles, degrees 0-180 clockwise from seat A's upright; ``down``: direction of their lower ends."""
    return np.asarray(np.degrees(np.arctan2(-down.real, down.imag)) % 180.0)


def _off(across: Floats, along: Floats) -> Floats:
    """Largest error, as natural logarithm, of two edges relative to those of a tile."""
    with np.errstate(divide="ignore", invalid="ignore"):
        off: Floats = np.maximum(np.abs(np.log(across)), np.abs(np.log(along)))
    return np.where(np.isfinite(off), off, np.inf)


def _length(across: Floats, along: Floats) -> Floats:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(np.nan_to_num(np.abs(np.log(along / across))))


def _fit(off: Floats) -> Floats:
    return np.asarray(1.0 / (1.0 + (off / _SIZE_SPREAD) ** 4))


def lie_rather(camera: Camera, layout: Layout, seen: Boxes, lying: Boxes, stands: Floats) -> NDArray[np.bool_]:
    """Mask of boxes that fit better as ``lying`` than as ``seen``; ``stands``: probability of each that it stands.

    Hardly any tile stands away from the rails, or in the corners, which contain the melds.
    """
    standing = lift(camera, layout.profile.tile, seen)
    nearer, farther = np.abs(standing.middle).min(axis=1), np.abs(standing.middle).max(axis=1)
    inside = farther < layout.profile.hand.distance_mm - _RAIL_MM
    odds = np.where(nearer > CORNER_MM, _CORNER, np.where(inside, _AWAY, 1.0))
    fit = lift(camera, layout.profile.tile, lying).fit
    return np.asarray(fit * (1 - stands) >= standing.fit * stands * odds)
