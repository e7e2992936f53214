"""What light, dirt, distance and other tiles do to a crop."""

from typing import Final

import cv2
import numpy as np

from controller.riichi.tile import RED_FIVES
from vision.arrays import Image
from vision.tiles.crop import CROP, FACE

_FIVES: Final = frozenset(RED_FIVES) | {tile.plain for tile in RED_FIVES}
"""What only colour tells apart."""


def covered(crop: Image, other: Image, rng: np.random.Generator) -> Image:
    """The crop with up to a quarter of its face behind another tile."""
    rim = (CROP - FACE) // 2
    deep = rim + int(rng.uniform(0.08, 0.27) * FACE)
    side = int(rng.integers(0, 4))
    turned = np.rot90(crop, side).copy()
    turned[-deep:] = other[:deep] if rng.random() < 0.6 else other[CROP // 2, CROP // 2]
    return np.asarray(np.rot90(turned, -side), np.uint8)


def worn(crop: Image, kind: int, rng: np.random.Generator) -> Image:
    """Now and then a crop less lit, glaring, faded, smaller, softer or noisier."""
    if rng.random() < 0.3:
        crop = _lit(crop, rng)
    if rng.random() < 0.15 and kind not in _FIVES:
        grey = crop.mean(axis=2, keepdims=True)
        crop = (grey + (crop - grey) * rng.uniform(0, 0.7)).astype(np.uint8)
    if rng.random() < 0.3:
        small = int(rng.integers(18, 48))
        crop = cv2.resize(crop, (small, small), interpolation=cv2.INTER_AREA).astype(np.uint8)
        crop = cv2.resize(crop, (CROP, CROP), interpolation=cv2.INTER_LINEAR).astype(np.uint8)
    if rng.random() < 0.3:
        crop = np.clip(crop + rng.normal(0, rng.uniform(2, 10), crop.shape), 0, 255).astype(np.uint8)
    return crop


def _lit(crop: Image, rng: np.random.Generator) -> Image:
    """A shadow with an edge, or the blurred reflection of a lamp."""
    rows, columns = np.mgrid[-1 : 1 : CROP * 1j, -1 : 1 : CROP * 1j]
    angle = rng.uniform(0, 2 * np.pi)
    across = columns * np.cos(angle) + rows * np.sin(angle) + rng.uniform(-0.5, 0.5)
    edge = 1 / (1 + np.exp(-np.clip(across * rng.uniform(1, 15), -30, 30)))
    if rng.random() < 0.65:
        return np.asarray(crop * (1 - edge * rng.uniform(0.2, 0.6))[..., None], np.uint8)
    gleam = np.exp(-((across / rng.uniform(0.1, 0.5)) ** 2))[..., None] * rng.uniform(0.2, 0.8)
    return np.asarray(crop + (255 - crop.astype(np.float32)) * gleam, np.uint8)
