"""Which boxes cannot be the blank tiles that they seem to be, because the tiles beside them are of another colour."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats, Image

_INNER: Final = 0.3
"""Half of the square of a box that is looked at, in its size; chosen: the rim shows sides and neighbours."""
_FEWEST: Final = 4
"""Tiles of one kind from which their usual colour is known; chosen: fewer may all be in a shadow."""
_DARKEST: Final = 0.6
"""Brightness of a blank tile in parts of the usual one, at least; chosen: shadows on tiles take away less than half."""
_BRIGHTEST: Final = 1.8
"""The same at most: glare; chosen."""


def body_colours(image: Image, at: Floats, size: Floats) -> Floats:
    """Median colours BGR [N,3] inside boxes with middles [N,2] and sizes [N] px: prints cover less than half."""
    colours = np.zeros((len(at), 3))
    for place, ((x, y), half) in enumerate(zip(at, np.maximum(_INNER * size, 1.0), strict=True)):
        rows, columns = (slice(max(int(middle - half), 0), int(middle + half) + 1) for middle in (y, x))
        inner = image[rows, columns].reshape(-1, 3)
        colours[place] = np.median(inner, axis=0) if len(inner) else 0.0
    return colours


def of_other_colour(colours: Floats, known: NDArray[np.bool_], asked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of the boxes ``asked`` [N] are too dark or too bright for what is ``known`` [N] for sure."""
    odd = np.zeros(len(colours), np.bool_)
    if known.sum() < _FEWEST or not asked.any():
        return odd
    light = colours.mean(axis=1) + 1.0
    share = light / np.median(light[known])
    odd[asked] = (share[asked] < _DARKEST) | (share[asked] > _BRIGHTEST)
    return odd
