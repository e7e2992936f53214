"""Tile faces as ink layers: made from drawings and photos, and recoloured."""

from collections.abc import Mapping
from typing import Any, Final

import cv2
import numpy as np
import resvg_py
from numpy.typing import NDArray

from controller.riichi.tile import RED_FIVES, Tile

WIDTH, HEIGHT = 96, 128
"""Width and height of a layer, px; chosen: 3:4, four times the smallest face in training."""
BONUS: Final = -1
"""Tile number of any flower or season."""
Layer = NDArray[np.float32]
"""Factor by which a face darkens the body colour, float32 [128,96,3] BGR: 1 is blank, 0 is black."""
Faces = Mapping[int, list[Layer]]
"""Layers by tile number; flowers are under BONUS."""


def render(svg: str) -> Layer:
    """Return the layer of an SVG face on a transparent or white ground."""
    png = resvg_py.svg_to_bytes(svg_string=svg, width=2 * WIDTH, height=2 * HEIGHT, background="#ffffff")
    picture = cv2.imdecode(np.frombuffer(bytes(png), np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    return _fit(picture.astype(np.float32) / 255)


def lift(picture: NDArray[np.float32]) -> Layer:
    """Return the layer of a frontal photo of one face, normalised by lighting and body colour."""
    height, width = picture.shape[:2]
    edge = (round(height * 0.035), round(width * 0.035))
    inner = _fit(picture[edge[0] : height - edge[0], edge[1] : width - edge[1]])
    ground = np.percentile(inner.reshape(-1, 3), 80, axis=0).astype(np.float32)
    layer = np.clip(inner / np.maximum(ground, 1) * 1.03, 0, 1)
    return layer.astype(np.float32)


def redden(layer: Layer, ink: NDArray[np.float32]) -> Layer:
    """Return the face with all its ink in one colour (BGR 0-1), as a red five is printed."""
    depth = 1 - layer.min(axis=2, keepdims=True)
    depth = np.clip((depth - 0.12) / 0.6, 0, 1)
    return np.asarray(1 - depth * (1 - ink), np.float32)


def recolour(layer: Layer, dark: NDArray[np.float32], red: NDArray[np.float32], share: float) -> Layer:
    """Return the face in two inks: red becomes ``red``, other colours ``dark``; ``share`` 0-1 of the way."""
    depth = np.clip((1 - layer.min(axis=2, keepdims=True) - 0.1) / 0.7, 0, 1)
    reddish = np.clip((layer[..., 2:] - layer[..., :2].max(axis=2, keepdims=True)) * 4, 0, 1)
    inked = 1 - depth * (1 - (reddish * red + (1 - reddish) * dark))
    return np.asarray(layer + share * (inked - layer), np.float32)


def red_five(tile: int) -> Tile | None:
    """Return the plain five of a red five; None for any other tile number."""
    return Tile(tile).plain if tile in RED_FIVES else None


def _fit(picture: NDArray[np.floating[Any]]) -> Layer:
    return np.asarray(cv2.resize(picture, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), np.float32)
