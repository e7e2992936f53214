"""A random tile set for a training scene: faces of one make and print, one colour of bodies and backs."""

from dataclasses import dataclass, field
from random import Random
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.riichi.tile import Tile
from vision.training.faces import layers
from vision.training.faces.layers import BONUS, Faces, Layer

Colour = NDArray[np.float32]
"""BGR, each 0-1."""
_BLACK: Final = 0.06
"""Share of sets with dark bodies and light faces; chosen."""


@dataclass(frozen=True, slots=True)
class FaceLibrary:
    """All face sources with their weights, and masks of characters for signs beside the table."""

    makes: tuple[tuple[float, Faces], ...]
    signs: tuple[NDArray[np.float32], ...] = ()

    def pick(self, rng: Random) -> "RandomTileSet":
        """Return a random set for one scene."""
        faces = rng.choices([faces for _, faces in self.makes], [weight for weight, _ in self.makes])[0]
        return RandomTileSet(faces, self.makes, rng)


@dataclass(slots=True)
class RandomTileSet:
    """One random set; ``layer`` prints each face once, so that its copies are equal (flowers differ)."""

    faces: Faces
    makes: tuple[tuple[float, Faces], ...]
    rng: Random
    body: Colour = field(init=False)
    back: Colour = field(init=False)
    black: bool = field(init=False)
    _share: float = field(init=False)
    _dark: Colour = field(init=False)
    _red: Colour = field(init=False)
    _emboss: float = field(init=False)
    _blank_white: bool = field(init=False)
    own_bird: bool = field(init=False)
    _fade: float = field(init=False)
    _ready: dict[int, Layer] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        rng = self.rng
        warm = rng.uniform(0.0, 0.14)
        level = rng.uniform(0.82, 1.0)
        self.body = np.array([level - warm, level - warm * 0.35, level], np.float32)
        self.back = _back(rng, self.body)
        self.black = rng.random() < _BLACK
        if self.black:
            shade = rng.uniform(0.04, 0.16)
            self.body = np.array([shade * rng.uniform(0.8, 1.3) for _ in range(3)], np.float32)
        self._share = rng.choice([0.0, 0.0, 1.0, 1.0, rng.random()])
        dark = rng.uniform(0.02, 0.22)
        self._dark = np.clip([dark + rng.uniform(0, 0.25), dark + rng.uniform(0, 0.12), dark], 0, 1).astype(np.float32)
        self._red = np.array([rng.uniform(0.05, 0.25), rng.uniform(0.03, 0.22), rng.uniform(0.42, 0.9)], np.float32)
        self._emboss = max(0.0, rng.uniform(-0.25, 0.35))
        self._blank_white = rng.random() < 0.6
        self.own_bird = rng.random() < 0.55
        self._fade = max(0.0, rng.uniform(-0.3, 0.3))

    def layer(self, number: int) -> Layer:
        """Return the printed layer of tile ``number`` (BONUS for a flower)."""
        if number == BONUS:
            return self._print(number)
        if number not in self._ready:
            self._ready[number] = self._print(number)
        return self._ready[number]

    def _print(self, number: int) -> Layer:
        if number == Tile.WHITE and self._blank_white:
            return np.ones((layers.HEIGHT, layers.WIDTH, 3), np.float32)
        plain = layers.red_five(number)
        raw = self._raw(int(plain) if plain is not None and number not in self.faces else number)
        if plain is not None:
            out = layers.redden(raw, self._red) if number not in self.faces else raw
        else:
            out = layers.recolour(raw, self._dark, self._red, self._share) if self._share else raw
        if self._fade:
            out = out + (1 - out) * self._fade
        if self._emboss:
            depth = cv2.GaussianBlur(out.mean(axis=2), (0, 0), 1.2)
            slope = (np.roll(depth, 1, axis=0) - np.roll(depth, -1, axis=0))[..., None]
            out = out + slope * self._emboss
        shaped = self._shape(np.clip(out, 0, 1.1))
        if self.black:
            # Light ink on a dark body: lightness is inverted, hues stay.
            ink = np.clip(shaped + 1 - shaped.max(axis=2, keepdims=True) - shaped.min(axis=2, keepdims=True), 0, 1)
            shaped = 1 + ink * (0.95 / self.body - 1)
        return np.asarray(shaped, np.float32)

    def _raw(self, number: int) -> Layer:
        found = self.faces.get(number)
        # The artwork's peacock is the usual bird of Japanese sets, and few other sources include it.
        if number == Tile.S1 and not self.own_bird:
            found = self.makes[0][1][number]
        if not found:
            candidates = [faces[number] for _, faces in self.makes if faces.get(number)]
            found = self.rng.choice(candidates)
        return self.rng.choice(found)

    def _shape(self, layer: Layer) -> Layer:
        """Shift and stretch the print a little, because makers place it differently on the body."""
        rng = self.rng
        across, along = rng.uniform(0.86, 1.04), rng.uniform(0.86, 1.04)
        height, width = layer.shape[:2]
        move = np.array(
            [
                [across, 0, width * (1 - across) / 2 + rng.uniform(-2, 2)],
                [0, along, height * (1 - along) / 2 + rng.uniform(-2, 2)],
            ]
        )
        moved = cv2.warpAffine(layer, move, (width, height), borderMode=cv2.BORDER_CONSTANT, borderValue=(1, 1, 1))
        return np.asarray(moved, np.float32)


def _back(rng: Random, body: Colour) -> Colour:
    named = [
        (0.1, 0.65, 0.9),
        (0.1, 0.5, 0.95),
        (0.6, 0.55, 0.1),
        (0.75, 0.35, 0.1),
        (0.3, 0.5, 0.1),
        (0.15, 0.12, 0.1),
        (0.2, 0.15, 0.7),
    ]
    if rng.random() < 0.06:
        return (body * rng.uniform(0.8, 0.95)).astype(np.float32)
    base = np.array(rng.choice(named), np.float32)
    shade = np.array([rng.uniform(-0.08, 0.08) for _ in range(3)])
    return np.asarray(np.clip(base * rng.uniform(0.7, 1.15) + shade, 0.03, 0.97), np.float32)
