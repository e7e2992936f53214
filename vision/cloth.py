"""What is felt and what lies on it: the colour of the bare felt, learnt from each frame where tiles hardly ever lie."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import cv2
import numpy as np

from controller.riichi.seat import SEATS
from hardware.profiles.layout import Layout
from vision.camera import Camera, Floats
from vision.faces import Image

_LEVELS: Final = 64
_APART: Final = 20.0
"""Grey levels by which something else differs from felt in any light."""
_DARKEST: Final = 0.2
_BRIGHTEST: Final = 1.5
_STEADY: Final = 3.0
_SPECK_PX: Final = 5
_PATCH: Final = 2


@dataclass(frozen=True)
class Cloth:
    """Felt of one colour (BGR), in shadow or light."""

    felt: tuple[float, float, float]

    def covered(self, view: Image) -> Image:
        """Mask [rows, columns] of a BGR view: 1 where something other than felt is seen, else 0."""
        packed = (view >> 2).astype(np.int32)
        index = (packed[..., 0] * _LEVELS + packed[..., 1]) * _LEVELS + packed[..., 2]
        return np.asarray(cv2.medianBlur(self._table[index], _SPECK_PX), dtype=np.uint8)

    def like(self, other: "Cloth") -> bool:
        """Whether two felts are the same but for noise."""
        return max(abs(a - b) for a, b in zip(self.felt, other.felt, strict=True)) < _STEADY

    @cached_property
    def _table(self) -> Image:
        level = ((np.arange(_LEVELS) + 0.5) * (256 / _LEVELS)).astype(np.float32)
        felt = np.array(self.felt, np.float32)
        colours = np.stack(np.meshgrid(level, level, level, indexing="ij"), axis=-1).reshape(-1, 3)
        # Felt in shadow or light is the same colour times a number.
        light = np.clip(colours @ felt / max(float(felt @ felt), 1.0), _DARKEST, _BRIGHTEST)
        apart = np.abs(colours - light[:, None] * felt).max(axis=1)
        return np.asarray(apart > _APART, dtype=np.uint8)


class ClothFinder:
    """Samples the felt between walls and hands and behind the hands."""

    def __init__(self, layout: Layout, camera: Camera) -> None:
        profile = layout.profile
        outer = profile.wall.distance_mm + profile.tile.height_mm
        inner = profile.hand.distance_mm - profile.tile.height_mm
        points = [
            (spot.x, spot.y, 0.0)
            for seat in SEATS
            for distance in (outer, (outer + inner) / 2, inner, profile.hand.distance_mm + profile.hand.depth_mm / 2)
            for across in np.linspace(-160.0, 160.0, 9)
            for spot in (layout.place(seat, float(across), distance),)
        ]
        places = camera.project(points)
        width, height = camera.size
        inside = (places > _PATCH).all(axis=1) & (places < (width - _PATCH - 1, height - _PATCH - 1)).all(axis=1)
        self._places = np.round(places[inside]).astype(int)
        self._last: Cloth | None = None

    def find(self, image: Image) -> Cloth:
        """Felt of a frame; the same object as before while the colour stays."""
        offsets = range(-_PATCH, _PATCH + 1)
        columns, rows = self._places.T
        samples: Floats = np.mean(
            [image[rows + down, columns + right] for down in offsets for right in offsets], axis=0, dtype=np.float64
        )
        middle = np.median(samples, axis=0)
        near = samples[np.abs(samples - middle).max(axis=1) < 0.35 * middle.max() + 8]
        blue, green, red = (float(value) for value in np.median(near if len(near) else samples, axis=0))
        cloth = Cloth((blue, green, red))
        if self._last is None or not self._last.like(cloth):
            self._last = cloth
        return self._last
