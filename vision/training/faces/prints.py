"""Prints that replace the blank face of rendered tiles: more faces and inks than scenes, in the scene's lighting."""

from random import Random
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.riichi.tile import Tile
from vision.arrays import Image
from vision.tiles.classifier import BONUS
from vision.tiles.crop import CROP, FACE
from vision.training.faces import layers
from vision.training.faces.tile_sets import FaceLibrary, RandomTileSet
from vision.training.progress import shown

_LEVELS: Final = 232
"""8-bit value of a blank print; chosen: leaves room for bright edges of engraved lines (up to 1.1)."""
_BLANK: Final = 9.0
"""Largest standard deviation of a blank face, grey levels; chosen."""
_FIGURES: Final = 0.2
"""Share of printed sets with a numeral or letter in a corner; chosen."""
_DARKEST: Final = 60.0
"""Grey level above which a blank face is lit enough for a print; chosen."""

Prints = list[list[Image]]
"""Layers uint8 [128,96,3] by class; empty for the white dragon, which is blank."""
Vector = NDArray[np.floating[Any]]


def bank(library: FaceLibrary, sets: int, seed: int) -> Prints:
    """Return the faces of ``sets`` random sets, with lines randomly bent, thickened or thinned."""
    rng, bend = Random(seed), np.random.default_rng(seed)
    prints: Prints = [[] for _ in range(BONUS + 1)]
    for _ in shown("printed sets", range(sets), sets):
        made = library.pick(rng)
        while made.black:
            made = library.pick(rng)
        heavy, figures = bend.choice([0, 0, 0, 1, 2, -1]), bend.random() < _FIGURES
        for kind in range(BONUS + 1):
            if kind in (Tile.WHITE, len(Tile)):
                continue
            layer = _bent(_layer(made, kind), heavy, bend)
            if figures and kind < BONUS:
                layer = _with_figure(layer, Tile(kind), bend)
            # The bird of 1s faces left or right, depending on the set.
            if kind == Tile.S1 and bend.random() < 0.5:
                layer = layer[:, ::-1]
            prints[kind].append(np.clip(layer * _LEVELS, 0, 255).astype(np.uint8))
    return prints


def _with_figure(layer: layers.Layer, tile: Tile, rng: np.random.Generator) -> layers.Layer:
    """Return the face with the small western numeral or letter that export sets have in one or two corners."""
    sign = "ESWNPFC"[tile.rank - 1] if tile.is_honour else str(tile.rank)
    ink = [int(value) for value in rng.choice([[25, 25, 25], [130, 50, 25], [40, 25, 180]])]
    marked, size = np.full(layer.shape, 255, np.uint8), float(rng.uniform(0.4, 0.7))
    place = (int(rng.integers(1, 8)), int(rng.integers(14, 22)))
    cv2.putText(marked, sign, place, int(rng.integers(0, 4)), size, ink, int(rng.integers(1, 3)), cv2.LINE_AA)
    if rng.random() < 0.3:
        marked = np.minimum(marked, marked[::-1, ::-1].copy())
    return np.asarray(np.minimum(layer, marked.astype(np.float32) / 255), np.float32)


def _layer(made: RandomTileSet, kind: int) -> layers.Layer:
    return made.layer(layers.BONUS if kind == BONUS else kind)


def _bent(layer: layers.Layer, heavy: int, rng: np.random.Generator) -> layers.Layer:
    if heavy:
        tool = np.ones((abs(heavy) + 2, abs(heavy) + 2), np.uint8)
        layer = np.asarray((cv2.erode if heavy > 0 else cv2.dilate)(layer, tool), np.float32)
    if rng.random() < 0.6:
        height, width = layer.shape[:2]
        push = rng.normal(0, rng.uniform(0.5, 2.6), (2, 5, 4)).astype(np.float32)
        x, y = (cv2.resize(each, (width, height), interpolation=cv2.INTER_CUBIC) for each in push)
        columns, rows = np.meshgrid(np.arange(width, dtype=np.float32), np.arange(height, dtype=np.float32))
        layer = np.asarray(cv2.remap(layer, columns + x, rows + y, cv2.INTER_LINEAR, borderValue=(1, 1, 1)), np.float32)
    return layer


def blank(crop: Image) -> bool:
    """True if a crop shows a lit face without any print."""
    inner = crop[14:-14, 14:-14].astype(np.float32).mean(axis=2)
    return bool(inner.std() < _BLANK and inner.mean() > _DARKEST)


def printed(crop: Image, layer: Image, corners: Vector, frame: tuple[Vector, Vector, Vector]) -> Image:
    """Return ``crop``, cut at ``frame`` (centre, right, down), with ``layer`` on the face at ``corners`` [4,2]."""
    centre, right, down = (np.asarray(each, np.float64) for each in frame)
    axes = np.stack([right, down], axis=1) / FACE
    places = (corners - centre) @ np.linalg.inv(axes).T + (CROP - 1) / 2
    # Scale the layer to its size in the picture first, so that it is no sharper than its surroundings.
    sizes = [float(np.linalg.norm(corners[i] - corners[0])) for i in (1, 3)]
    wide, tall = (int(np.clip(round(size), 10, limit)) for size, limit in zip(sizes, (96, 128), strict=True))
    small = cv2.resize(layer, (wide, tall), interpolation=cv2.INTER_AREA)
    ends = np.array([[0, 0], [wide, 0], [wide, tall], [0, tall]], np.float32) - np.float32(0.5)
    turn = cv2.getPerspectiveTransform(ends, places.astype(np.float32))
    light = cv2.warpPerspective(small, turn, (CROP, CROP), flags=cv2.INTER_LINEAR, borderValue=(_LEVELS,) * 3)
    return np.clip(crop * (light / np.float32(_LEVELS)), 0, 255).astype(np.uint8)
