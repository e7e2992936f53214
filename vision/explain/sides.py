"""Sides of standing tiles that look like tiles that lie, each right before the top of its tile: on photographs."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from hardware.profiles.schema import TileSize
from vision.arrays import Floats
from vision.explain.found import FoundTile, Surface
from vision.explain.wall.widths import Eye

_OFF_MM: Final = 8.0
"""Mm between where the side of a standing tile would be taken to lie and a found tile; chosen: half its height."""
_LOW: Final = 15.0
"""Degrees from straight above below which no side is seen as large as a face; chosen: a third of its height."""


def without_false_tops(
    found: Sequence[FoundTile], lying: Sequence[FoundTile], size: TileSize, eye: Eye
) -> list[FoundTile]:
    """The tiles without tops of standing ones whose side would be at the place of another look's lying tile."""
    tops = [tile for tile in found if tile.surface is Surface.TOP]
    if not tops or not lying:
        return list(found)
    false = (_off(tops, lying, size, eye).min(axis=(1, 2)) < _OFF_MM).tolist()
    gone = {id(top) for top, none in zip(tops, false, strict=True) if none}
    return [tile for tile in found if id(tile) not in gone]


def is_side(tile: FoundTile, tops: Sequence[FoundTile], size: TileSize, eye: Eye) -> bool:
    """Whether what seems to lie is where the side below one of the tops is due."""
    return bool(tops) and bool(_off(tops, [tile], size, eye).min() < _OFF_MM)


def _off(tops: Sequence[FoundTile], lying: Sequence[FoundTile], size: TileSize, eye: Eye) -> Floats:
    """Distance mm of each lying tile [T,2,N] from the apparent place of the side below a top.

    For each top as found, and turned by 90 degrees.
    """
    turn = np.radians([(top.angle, top.angle + 90.0) for top in tops])
    out = np.stack([-np.sin(turn), np.cos(turn)], axis=-1)
    at, lens = np.array([(top.x, top.y) for top in tops])[:, None], np.array(eye[:2])
    away = ((lens - at) * out).sum(axis=-1)
    side = at + (np.sign(away) * size.thickness_mm / 2)[..., None] * out
    x, y, z = np.array([(tile.x, tile.y, tile.z) for tile in lying]).T
    reach = (eye[2] - z) / (eye[2] - size.height_mm / 2)
    seen = lens[:, None] + (side - lens)[..., None] * reach
    off = np.hypot(seen[..., 0, :] - x, seen[..., 1, :] - y)
    return np.asarray(np.where((np.degrees(np.arctan2(np.abs(away), eye[2])) < _LOW)[..., None], np.inf, off))
