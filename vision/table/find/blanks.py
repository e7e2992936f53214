"""Blank tiles that come to lie beside blank ones, which the finder hardly sees: what covers the table tells them."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from controller.riichi.tile import Tile
from hardware.profiles.schema import TileSize
from vision.arrays import Floats
from vision.distances import distances
from vision.explain.found import TableGround
from vision.table.find.landmarks import SURE
from vision.table.find.lifting import Lifted, Piece
from vision.tiles.finder import TOP, Boxes

_FITS: Final = 0.5
"""How well such a box fits a tile, at least; chosen: a tile whose edges are off by a fifth."""
_ROOM: Final = 0.7
"""Widths of a tile from what was known there within which there is no room for another; chosen, as for vacancies."""
_BESIDE: Final = 1.3
"""Heights of a tile from a white dragon within which one lies beside it; chosen: 1 where they lie end to end."""
_MIDDLE: Final = 0.3
"""Half of the part of a tile's place that is looked at, in its width; chosen, as for vacancies."""
_BARE: Final = 0.2
"""Share of that which shows the table itself, or something foreign over it, at most; chosen."""
_CHANCE: Final = 0.6
"""Chance that one lies there; chosen: faint, so that its name and its row tell the rest."""


def beside_blanks(boxes: Boxes, lifted: Lifted, known: Sequence[Piece], ground: TableGround, size: TileSize) -> Floats:
    """Chances [N] of boxes that lie where something covers the table beside a white dragon among what was ``known``."""
    chances = np.zeros(len(boxes))
    white = np.array([each.tile.tile is Tile.WHITE and each.tile.confidence >= SURE for each in known], np.bool_)
    if not white.any() or not len(boxes):
        return chances
    away = distances(lifted.middle, np.array([(each.tile.x, each.tile.y) for each in known]))
    lies = (boxes.standing < 0.5) & (boxes.kinds != TOP) & (lifted.fit > _FITS)
    beside = (away[:, white] < _BESIDE * size.height_mm).any(axis=1) & (away > _ROOM * size.width_mm).all(axis=1)
    reach = _MIDDLE * size.width_mm * np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
    for place in np.flatnonzero(lies & beside).tolist():
        outline, z = lifted.middle[place] + reach, float(lifted.z[place])
        if ground.bare(outline, z) < _BARE and ground.unseen(outline, z) < _BARE:
            chances[place] = _CHANCE
    return chances
