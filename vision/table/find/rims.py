"""Orientation of faces whose print does not show it: how far they extend each way until the felt begins."""

from typing import Final

import cv2
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from hardware.profiles.schema import TileSize
from vision.arrays import Floats, Image
from vision.camera.model import Camera
from vision.explain.found import FoundTile
from vision.image.felt import Felt, lighting_terms

_OUT_MM: Final = np.arange(6.0, 21.0, 0.75)
"""Sampled distances, mm, from a tile's centre; chosen: from within any tile to beyond any by half a gap."""
_BAND_MM: Final = np.array([-6.0, -3.0, 0.0, 3.0, 6.0])
"""Sampled places, mm, beside that line; chosen within half a tile's width."""
_COVERED: Final = 0.5
"""Covered share of rim places from which a tile is still there; chosen: half."""
_LEAST_MM: Final = 8.5
"""Distance, mm, below which an edge is not that of a whole tile; chosen: half its width less 2 mm, and beyond the start
of the outer row of a 9p, whose circles have a felt's colour: at 8.0 that row was taken for felt, and 5 of 60 such faces
that had been found in the right orientation were turned."""
_FELT_STEPS: Final = 4
"""Steps over which felt has to continue; chosen: 3 mm, less than there is beside a sideways tile in a row."""
_PLACE_MM: Final = 2.5
"""Standard deviation, mm, of an edge from the found centre; chosen: boxes lie up to 2 mm off, and sides hide edges."""
_WIDTH_MM: Final = 1.0
"""The same of two opposite edges from each other; chosen: twice the step."""
_MOST: Final = 6.0
"""Bound of the log odds that one axis gives for an orientation; chosen: the felt's colour is mistaken once in 400."""
_WAYS: Final = np.array([(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)])
"""Directions right, down, left and up of a tile, relative to its angle."""


def outlined(image: Image, felt: Felt, camera: Camera, tiles: list[FoundTile], size: TileSize) -> Floats:
    """Log odds [N] that tiles have their found orientation, not 90 degrees off, by where the felt begins."""
    if not tiles:
        return np.zeros(0)
    turn = np.radians([tile.angle for tile in tiles])
    cos, sin = np.cos(turn), np.sin(turn)
    ways = np.stack([_WAYS[:, 0] * cos[:, None] - _WAYS[:, 1] * sin[:, None],
                     _WAYS[:, 0] * sin[:, None] + _WAYS[:, 1] * cos[:, None]], axis=-1)  # fmt: skip
    beside = np.roll(ways, -1, axis=1)
    middle = np.array([(tile.x, tile.y) for tile in tiles])
    along = ways[:, :, None, None] * _OUT_MM[:, None, None] + beside[:, :, None, None] * _BAND_MM[:, None]
    mm = middle[:, None, None, None] + along
    z = np.array([tile.z for tile in tiles])
    covered = _covered(image, felt, camera, mm, z)
    edge = _edges(covered.mean(axis=-1) < _COVERED)
    # On the side of the lens, the tile's side is visible below its edge.
    eye = np.array(camera.position)
    lean = ((eye[:2] - middle) * (z / eye[2])[:, None])[:, None] * ways
    edge -= np.maximum(lean.sum(axis=-1), 0.0)
    halves = size.width_mm / 2, size.height_mm / 2
    odds = np.zeros(len(tiles))
    for axis, (stays, turned) in enumerate((halves, halves[::-1])):
        one, other = edge[:, axis], edge[:, axis + 2]
        both = np.isfinite(one) & np.isfinite(other)
        reach = np.where(both, (one + other) / 2, np.where(np.isfinite(one), one, other))
        spread = np.where(both, _WIDTH_MM, _PLACE_MM)
        speaks = ((reach - turned) ** 2 - (reach - stays) ** 2) / (2 * spread**2)
        odds += np.clip(np.nan_to_num(speaks), -_MOST, _MOST)
    return odds


def _edges(bare: NDArray[np.bool_]) -> Floats:
    """Distances [N, 4], mm, from the centre at which lasting felt begins, nan if none does; ``bare`` [N, 4, D]."""
    wide = sliding_window_view(bare, _FELT_STEPS, axis=-1).all(axis=-1) & (_OUT_MM[: 1 - _FELT_STEPS] > _LEAST_MM)
    # If it is bare from farther in, it is ink of the felt's colour.
    wide[..., 1:] &= ~bare[..., : wide.shape[-1] - 1]
    return np.where(wide.any(axis=-1), _OUT_MM[wide.argmax(axis=-1)], np.nan)


def _covered(image: Image, felt: Felt, camera: Camera, mm: Floats, z: Floats) -> Floats:
    """Visibility 0-1 [N, 4, D, B] of something other than felt at places [N, 4, D, B, 2] mm at heights ``z`` [N]."""
    flat = mm.reshape(-1, 2)
    high = np.repeat(z, flat.shape[0] // len(z))
    px = np.nan_to_num(camera.project(np.column_stack([flat, high])), nan=-1e4).astype(np.float32)
    across, down = px.reshape(len(z), -1, 2).transpose(2, 0, 1)
    seen = cv2.remap(image, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    light = np.exp(lighting_terms(flat) @ np.array(felt.lighting)).reshape(len(z), -1, 1)
    even = np.clip(seen / light, 0, 255).astype(np.uint8)
    return felt.unlike_each(even).reshape(mm.shape[:-1]).astype(np.float64)
