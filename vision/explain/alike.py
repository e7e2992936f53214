"""Which of three tiles of a called set lies sideways, where their faces look the same a quarter turn on."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from hardware.profiles.schema import TileSize
from vision.distances import distances
from vision.explain.found import FoundTile, Surface

_OUT_MM: Final = 215.0
"""Mm from the middle lines of the table beyond which hands and melds lie; as corners begin."""
_BESIDE: Final = 1.2
"""Heights of a tile between neighbours of a set at most; chosen: 1 where both lie sideways, and gaps."""
_LEAST, _MOST = 3, 4
"""Tiles of such a set, and of a kong."""
_EVEN: Final = 0.5
"""Chance below which a tile likelier lies a quarter turn on."""


def with_one_sideways(found: Sequence[FoundTile], size: TileSize) -> list[FoundTile]:
    """The tiles, of three or four alike that lie one way up where melds do the likeliest to lie sideways doing so.

    Elsewhere most tiles lie upright: what is open stays as it was found, as a tile of which it is doubted.
    """
    tiles = list(found)
    for place, tile in enumerate(found):
        if tile.way >= _EVEN or tile.surface is not Surface.FACE or max(abs(tile.x), abs(tile.y)) < _OUT_MM:
            continue
        like = [each for each in found if each.tile is tile.tile and each.surface is Surface.FACE]
        spots = np.array([(each.x, each.y) for each in like])
        group = np.array([each is tile for each in like])
        near = distances(spots, spots) < _BESIDE * size.height_mm
        while (more := near[group].any(axis=0)).sum() > group.sum():
            group = np.asarray(more)
        own = [each for each, is_own in zip(like, group.tolist(), strict=True) if is_own]
        parallel = all(abs((each.angle - tile.angle + 90.0) % 180.0 - 90.0) < 45.0 for each in own)
        if _LEAST <= len(own) <= _MOST and parallel and tile.way == min(each.way for each in own):
            tiles[place] = replace(tile, angle=(tile.angle + 90.0) % 360.0, way=1.0 - tile.way)
    return tiles
