"""How lamps shade a surface and where they mirror in it."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from vision.arrays import Floats
from vision.camera.model import Camera
from vision.render.appearance import Look

_SHARPNESS: Final = 90.0


@dataclass(frozen=True)
class Light:
    """The lamps of a look as one camera sees them."""

    look: Look
    camera: Camera

    @cached_property
    def towards(self) -> Floats:
        """Unit vectors [N, 3] towards the lamps."""
        lamps = np.array([lamp.towards for lamp in self.look.lamps], dtype=float).reshape(-1, 3)
        return np.asarray(lamps / np.linalg.norm(lamps, axis=1, keepdims=True))

    @cached_property
    def strengths(self) -> Floats:
        """Strengths [N] of the lamps."""
        return np.array([lamp.strength for lamp in self.look.lamps], dtype=float)

    def shade(self, normals: Floats) -> Floats:
        """Brightness factors [M] of matt surfaces with unit normals [M, 3]."""
        return np.asarray(self.look.ambient + np.maximum(normals @ self.towards.T, 0.0) @ self.strengths)

    def gloss(self, points_mm: Floats, normal: Floats) -> Floats:
        """Grey levels [N] that the mirrored lamps add at table points [N, 3] of a smooth surface."""
        view = np.array(self.camera.position) - points_mm
        view = view / np.linalg.norm(view, axis=1, keepdims=True)
        half = view[:, None, :] + self.towards[None]
        half = half / np.linalg.norm(half, axis=2, keepdims=True)
        return np.asarray(255.0 * self.look.gloss * (np.maximum(half @ normal, 0.0) ** _SHARPNESS @ self.strengths))

    @cached_property
    def slant(self) -> tuple[float, float]:
        """How far a shadow of the strongest lamp runs in x and y for each mm of height."""
        if not len(self.strengths):
            return 0.0, 0.0
        x, y, z = self.towards[int(np.argmax(self.strengths))]
        return float(-x / max(z, 0.2)), float(-y / max(z, 0.2))
