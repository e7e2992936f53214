"""What all training pictures share: their side, labels of faces, the map of matter, and the squeeze of photos."""

import math
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tiles.finder import STRIDE

SIDE: Final = 256
"""Side of a training picture in px; chosen: ten faces of 24 px in a row."""
BACK: Final = -2
"""Number of a tile that lies face down; other numbers are those of ``Tile``, and BONUS for flowers."""
SIGN: Final = -3
"""Number of what looks like a face and is none: a written character, the side of a tile."""
TOP: Final = -4
"""Number of the narrow upper side of a standing tile."""
UNNAMED: Final = -5
"""Number of a face of which nobody says which it is."""
UNKNOWN, UNLABELLED = 255, 254
"""Matter (see vision.tiles.finder) that is not known, and where there may be tiles without a label as well."""
CELLS: Final = SIDE // STRIDE
"""Cells of the finder's maps along each side of a training picture."""


@dataclass(frozen=True, slots=True)
class FaceLabel:
    """A face in a picture: corners [4,2] px, clockwise from its own top left; tile number or BACK; visible share 0-1.

    ``topped``: whether the corners are known to start at the face's own top. ``upper``: whether the tile lies on
    another; ``standing``: whether it stands; None where that is not known.
    """

    corners: NDArray[np.float32]
    number: int
    visible: float
    topped: bool = True
    upper: bool | None = None
    standing: bool | None = None


@dataclass(frozen=True, eq=False, slots=True)
class TrainingWindow:
    """A training picture uint8 [256,256,3] BGR, its faces, and its matter uint8 [256,256], UNKNOWN where not known."""

    picture: NDArray[np.uint8]
    labels: list[FaceLabel]
    matter: NDArray[np.uint8]


def hidden_by(labels: list[FaceLabel], mask: NDArray[np.bool_]) -> list[FaceLabel]:
    """The labels after things were drawn over a picture where ``mask`` [h,w] is true."""
    done = []
    for label in labels:
        low = np.maximum(np.floor(label.corners.min(axis=0)).astype(int), 0)
        high = np.minimum(np.ceil(label.corners.max(axis=0)).astype(int) + 1, mask.shape[::-1])
        over = mask[low[1] : high[1], low[0] : high[0]]
        if over.any():
            inside = np.zeros(over.shape, np.uint8)
            cv2.fillConvexPoly(inside, np.round(label.corners - low).astype(np.int32), 1)
            share = float(over[inside > 0].mean()) if inside.any() else 0.0
            done.append(replace(label, visible=label.visible * (1 - share)))
        else:
            done.append(label)
    return done


def random_squeeze(rng: Random) -> float:
    """Factor of the width (and inverse of the height): photos are often squeezed into another shape of frame."""
    pick = rng.random()
    if pick < 0.5:
        return 1.0
    return math.exp(rng.uniform(-0.36, -0.08) if pick < 0.85 else rng.uniform(0.0, 0.3))


def squeezed(turn: NDArray[Any], rng: Random) -> NDArray[np.floating[Any]]:
    """An affine map [2,3] into a training picture, followed by a random squeeze about the picture's middle."""
    wide = random_squeeze(rng)
    scale = np.array([[wide], [1 / wide]])
    middle = np.array([0.0, 0.0, SIDE / 2])
    return np.asarray((turn - middle) * scale + middle)
