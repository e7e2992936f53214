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
_OTHER_HUE: Final = 0.05
"""Distance of a blank tile's hue from that of bodies from which it is a back: white backs cannot be told so.

Measured on painted tables: 70 white dragons were off by up to .031, 50 glaring backs by .074 to .15.
"""
_BESIDE: Final = 2.0
"""Sizes of a box within which another one lies in the same light; chosen: the next in a row, and in the next row."""
_OTHER_TINT: Final = 0.1
"""How far the hue of a back may lie beside the way from white to that of known backs, on which glare moves it.

Measured on path-traced tables: plates of red beside orange backs .2 off, backs in any light .04.
"""
_AS_WHITE: Final = 0.1
"""Distance of the hue of what is taken for a back from that of faces, in parts of that from the other backs, below
which it is a face. Measured on painted and path-traced tables: 16 white dragons .005 to .14, glaring backs from .2."""
_AS_BRIGHT: Final = 0.7
"""Its brightness in parts of theirs, at least; measured likewise: .83 and more, shadows up to .6."""
_BRIGHTEST: Final = 1.8
"""The same at most: glare; chosen."""


def body_colours(image: Image, at: Floats, size: Floats) -> Floats:
    """Colours BGR [N,3] of the lighter half inside boxes with middles [N,2] and sizes [N] px: prints are darker."""
    colours = np.zeros((len(at), 3))
    for place, ((x, y), half) in enumerate(zip(at, np.maximum(_INNER * size, 1.0), strict=True)):
        rows, columns = (slice(max(int(middle - half), 0), int(middle + half) + 1) for middle in (y, x))
        inner = image[rows, columns].reshape(-1, 3)
        if len(inner):
            light = inner.sum(axis=1)
            colours[place] = inner[light >= np.median(light)].mean(axis=0)
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


def as_white(backs: Floats, faces: Floats) -> list[int]:
    """Which of some backs of colours BGR [N,3] are as white as ``faces`` [M,3] and not as the other backs."""
    if min(len(backs), len(faces)) < _FEWEST:
        return []
    hues, whites = (each / np.maximum(each.sum(axis=1, keepdims=True), 1.0) for each in (backs, faces))
    near, away = (np.linalg.norm(hues - np.median(each, axis=0), axis=1) for each in (whites, hues))
    bright = backs.mean(axis=1) > _AS_BRIGHT * np.median(faces.mean(axis=1))
    return np.flatnonzero((near < _AS_WHITE * away) & (away > _OTHER_HUE) & bright).tolist()


def of_other_hue(
    colours: Floats, known: NDArray[np.bool_], asked: NDArray[np.bool_], at: Floats, size: Floats
) -> NDArray[np.bool_]:
    """Which of the boxes ``asked`` [N] have not the hue, whatever the light, of what is ``known`` [N] for sure.

    Light differs over a table: the hue of one beside it counts as well. ``at`` [N,2], ``size`` [N]: middles, sizes, px.
    """
    other = np.zeros(len(colours), np.bool_)
    if known.sum() < _FEWEST or not asked.any():
        return other
    hues = colours / np.maximum(colours.sum(axis=1, keepdims=True), 1.0)
    off = np.linalg.norm(hues - np.median(hues[known], axis=0), axis=1)
    away = np.linalg.norm(at[:, None] - at[known][None], axis=2)
    beside = away.min(axis=1) < _BESIDE * size
    nearest = np.linalg.norm(hues - hues[known][away.argmin(axis=1)], axis=1)
    other[asked] = (np.where(beside, np.minimum(off, nearest), off) > _OTHER_HUE)[asked]
    return other


def of_other_tint(colours: Floats, known: NDArray[np.bool_], asked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of the boxes ``asked`` [N] are no backs as ``known`` [N] ones are, however much a lamp pales them."""
    other = np.zeros(len(colours), np.bool_)
    if known.sum() < _FEWEST or not asked.any():
        return other
    tints = colours / np.maximum(colours.sum(axis=1, keepdims=True), 1.0) - 1.0 / 3.0
    usual = np.median(tints[known], axis=0)
    along = np.maximum(tints @ usual, 0.0) / max(float(usual @ usual), 1e-6)
    other[asked] = np.linalg.norm(tints - along[:, None] * usual, axis=1)[asked] > _OTHER_TINT
    return other
