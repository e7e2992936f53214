"""Faces of which a part hides behind tiles that reach higher: what is left of one may look like another."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import cv2
import numpy as np

from controller.riichi.tile import Tile
from hardware.profiles.schema import TileSize
from vision.explain.found import FoundTile, outlines
from vision.explain.wall.widths import Eye

_HIDDEN: Final = 0.15
"""Share of a face hidden from which the number of its dots or canes is not known.

Measured on painted tables seen from 30 to 45 degrees: of 21 such faces of ura with a fifth and more hidden, named with
up to .99, 6 were others with fewer; of 77 with less hidden none was wrong.
"""
_MOSTLY: Final = 0.5
"""The same of any name; chosen: a 4z was seen in an 8p of which a fifth showed."""
_DOUBTED: Final = 0.7
"""Confidence of such a name at most; chosen: two in three were right."""
_COUNTED: Final = frozenset(
    (
        *range(Tile.M1, Tile.M3 + 1),
        *range(Tile.P1, Tile.P9 + 1),
        *range(Tile.S1, Tile.S9 + 1),
        Tile.P5_RED,
        Tile.S5_RED,
    )
)
"""Faces that differ in how often they show the same."""
_HIGHER: Final = 1.5
"""Height, in thicknesses, from which a tile is higher than one on the table; chosen: between one and two."""
_NEAR_MM: Final = 60.0
"""Mm between the middles of tiles within which one may hide the other; chosen: a stack's height at 60 degrees."""


def doubted_where_hidden(tile: FoundTile, others: Sequence[FoundTile], size: TileSize, eye: Eye | None) -> FoundTile:
    """The tile, its name in doubt if higher ones hide the part that identifies it."""
    if eye is None or tile.confidence <= _DOUBTED:
        return tile
    most = _HIDDEN if tile.tile in _COUNTED else _MOSTLY
    return replace(tile, confidence=_DOUBTED) if hidden_share(tile, others, size, eye) > most else tile


def hidden_share(tile: FoundTile, others: Sequence[FoundTile], size: TileSize, eye: Eye) -> float:
    """Share 0-1 of a face on the table that ``others`` hide from the lens at ``eye``."""
    low = size.thickness_mm
    near = [each for each in others if each is not tile and math.dist((each.x, each.y), (tile.x, tile.y)) < _NEAR_MM]
    higher = [each for each in near if each.z > _HIGHER * low]
    hidden = 0.0
    face, *feet = outlines([tile, *higher], size)
    for other, foot in zip(higher, feet, strict=True):
        lens, drop = np.array(eye[:2]), (eye[2] - low) / (eye[2] - other.z)
        shade = cv2.convexHull(np.concatenate([foot, lens + (foot - lens) * drop]).astype(np.float32))
        hidden += cv2.intersectConvexConvex(face.astype(np.float32), shade)[0]
    return min(1.0, hidden / (size.width_mm * size.height_mm))
