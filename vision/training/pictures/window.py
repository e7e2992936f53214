"""What all training pictures share: their side, the labels of faces, and the squeeze that photos are put through."""

import math
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

SIDE: Final = 256
"""Side of a training picture in px; chosen: ten faces of 24 px in a row."""
BACK: Final = -2
"""Number of a tile that lies face down; other numbers are those of ``Tile``, and BONUS for flowers."""
SIGN: Final = -3
"""Number of what looks like a face and is none: a written character, the side of a tile."""


@dataclass(frozen=True, slots=True)
class FaceLabel:
    """A face in a picture: corners [4,2] px, clockwise from its own top left; tile number or BACK; visible share 0-1.

    ``topped``: whether the corners are known to start at the face's own top.
    """

    corners: NDArray[np.float32]
    number: int
    visible: float
    topped: bool = True


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
