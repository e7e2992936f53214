"""Random looks: sets of faces, tiles, light, and what cheap cameras make of a picture."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

import cv2
import numpy as np

from hardware.profiles.table import TileSize
from vision.render.appearance import Colour, FaceStyle, Lamp, Look
from vision.render.faces.artwork import SETS, Picture
from vision.render.lens import jpeg_bytes

Rng = np.random.Generator
_NAVY: Final[Colour] = (62, 36, 28)
_BACKS: Final[tuple[Colour, ...]] = (
    (30, 150, 235),
    (40, 190, 240),
    (150, 110, 20),
    (170, 80, 30),
    (70, 120, 40),
    (60, 60, 60),
    (60, 50, 150),
    (110, 60, 90),
)


def random_style(rng: Rng, outside: Sequence[FaceStyle] = ()) -> FaceStyle:
    """A set of faces: one of the project's drawings in some inks, or artwork from outside in some weight."""
    weight = float(rng.uniform(-0.6, 0.8))
    index = bool(rng.random() < 0.2)
    if outside and rng.random() < 0.4:
        return replace(outside[int(rng.integers(len(outside)))], weight=weight * 0.5, index=index)
    red = _jitter((40, 30, int(rng.integers(130, 215))), rng, 18)
    main = _jitter(_NAVY, rng, 22)
    second, third = main, main
    if rng.random() < 0.4:
        second, third = _jitter((50, 110, 25), rng, 30), _jitter((160, 60, 20), rng, 35)
        main = third if rng.random() < 0.5 else main
    name = str(rng.choice(SETS))
    return FaceStyle(name, main, red, second, third, weight, bool(rng.random() < 0.35), index)


def random_tile_size(rng: Rng) -> TileSize:
    """Outer size of the tiles of some set, mm."""
    height = float(rng.uniform(25, 36))
    return TileSize(height, height * float(rng.uniform(0.71, 0.8)), height * float(rng.uniform(0.48, 0.68)))


def random_look(rng: Rng, style: FaceStyle) -> Look:
    """Tiles and lamps of some venue; blur and noise are left to ``random_exposure``."""
    white = float(rng.uniform(205, 252))
    ivory = float(rng.uniform(0, 34)) if rng.random() < 0.5 else 4.0
    lamps = tuple(_random_lamp(rng) for _ in range(int(rng.integers(1, 4))))
    return Look(
        id="random",
        body=(white - ivory, white - ivory * 0.3, white),
        back=_jitter(_BACKS[int(rng.integers(len(_BACKS)))], rng, 25),
        back_share=float(rng.uniform(0.2, 0.5)),
        bevel_mm=float(rng.uniform(0.8, 2.2)),
        faces=style,
        lamps=lamps,
        ambient=float(rng.uniform(0.4, 0.7)),
        shadow=float(rng.uniform(0.1, 0.6)),
        shadow_soft_mm=float(rng.uniform(0.8, 6.0)),
        gradient=float(rng.uniform(0.0, 0.4)),
        gloss=float(rng.uniform(0.0, 0.35)),
        white_balance=(float(rng.uniform(0.78, 1.15)), 1.0, float(rng.uniform(0.85, 1.18))),
        dome=False,
        blur=0.0,
        noise=0.0,
    )


def _random_lamp(rng: Rng) -> Lamp:
    x, y, z = (float(part) for part in rng.uniform((-1.2, -1.2, 0.5), (1.2, 1.2, 1.2)))
    return Lamp((x, y, z), float(rng.uniform(0.08, 0.4)))


def random_exposure(picture: Picture, rng: Rng) -> Picture:
    """The picture after exposure, glare, blur, sharpening, sensor noise, scaling and JPEG of some camera."""
    height, width = picture.shape[:2]
    table = np.linspace(0, 1, 256) ** rng.uniform(0.6, 1.25) * 255 * rng.uniform(0.8, 1.2)
    seen: Any = cv2.LUT(picture, np.clip(table, 0, 255).astype(np.uint8))
    if rng.random() < 0.15:
        seen = _glare(seen, rng)
    kind = rng.random()
    if kind < 0.5:
        seen = cv2.GaussianBlur(seen, (0, 0), float(rng.uniform(0.3, 1.6)))
    elif kind < 0.62:
        seen = cv2.filter2D(seen, -1, _motion(rng))
    if rng.random() < 0.25:  # A picture of fewer pixels, blown up.
        part = float(rng.uniform(0.5, 0.9))
        few = cv2.resize(seen, None, fx=part, fy=part, interpolation=cv2.INTER_AREA)
        seen = cv2.resize(few, (width, height), interpolation=cv2.INTER_CUBIC)
    noise = float(rng.uniform(0, 9)) if rng.random() < 0.8 else 0.0
    if noise:
        grain = rng.standard_normal((height, width, 3), dtype=np.float32) * noise
        if rng.random() < 0.5:
            grain = np.asarray(cv2.GaussianBlur(grain, (0, 0), float(rng.uniform(0.5, 1.2)))) * 1.8
        seen = np.clip(seen + grain, 0, 255).astype(np.uint8)
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(seen, (0, 0), float(rng.uniform(0.8, 1.6)))
        amount = float(rng.uniform(0.4, 1.5))
        seen = cv2.addWeighted(seen, 1 + amount, soft, -amount, 0)
    if rng.random() < 0.85:
        data = np.frombuffer(jpeg_bytes(seen, int(rng.integers(30, 96))), np.uint8)
        seen = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return np.asarray(seen, dtype=np.uint8)


def _glare(picture: Any, rng: Rng) -> Any:
    height, width = picture.shape[:2]
    spot = np.zeros((height // 4, width // 4), np.uint8)
    middle = (int(rng.integers(width // 4)), int(rng.integers(height // 4)))
    axes = (int(rng.integers(6, width // 8)), int(rng.integers(3, height // 16)))
    cv2.ellipse(spot, middle, axes, float(rng.uniform(0, 180)), 0, 360, float(rng.uniform(40, 150)), -1)
    spot = np.asarray(cv2.GaussianBlur(spot, (0, 0), float(rng.uniform(2, 8))), dtype=np.uint8)
    wide = cv2.resize(spot, (width, height), interpolation=cv2.INTER_LINEAR)
    return cv2.add(picture, cv2.cvtColor(wide, cv2.COLOR_GRAY2BGR))


def _motion(rng: Rng) -> Any:
    side = int(rng.choice([3, 5, 7, 9]))
    kernel = np.zeros((side, side), np.float32)
    turn, half = rng.uniform(0, np.pi), side // 2
    dx, dy = np.cos(turn) * half, np.sin(turn) * half
    cv2.line(kernel, (round(half - dx), round(half - dy)), (round(half + dx), round(half + dy)), 1.0)
    return kernel / kernel.sum()


def _jitter(colour: Colour, rng: Rng, by: float) -> Colour:
    blue, green, red = (float(np.clip(part + rng.uniform(-by, by), 0, 255)) for part in colour)
    return blue, green, red
