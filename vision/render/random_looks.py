"""Random venue looks as data: one distribution for training pictures, another one reserved for evaluation."""

from typing import Any, Final

import cv2
import numpy as np

from hardware.profiles.schema import TileSize
from vision.render.appearance import Colour, FaceStyle, Lamp, VenueLook
from vision.render.faces.artwork import SETS

Rng = np.random.Generator
_NAVY: Final[Colour] = (62, 36, 28)
"""Ink (BGR) of most Japanese sets; chosen."""
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
"""Colours (BGR) of backs, varied for training; chosen: yellows, teal, blue, green, grey, red, violet."""
_HELD_OUT_FELTS: Final = (
    ((55, 75), (110, 190), (60, 120)),
    ((98, 112), (120, 210), (70, 150)),
    ((170, 179), (120, 190), (70, 130)),
    ((130, 145), (60, 130), (60, 120)),
    ((85, 95), (60, 140), (70, 140)),
    ((0, 10), (0, 18), (55, 95)),
)
"""Ranges of hue (OpenCV, 0-179), saturation and value of felts for evaluation; chosen: colours that are sold."""
_HELD_OUT_BACKS: Final = (
    ((14, 22), (190, 240), (200, 245)),
    ((100, 112), (140, 220), (120, 200)),
    ((55, 75), (120, 200), (90, 150)),
    ((150, 165), (110, 180), (120, 190)),
    ((0, 6), (170, 220), (130, 180)),
    ((20, 28), (150, 220), (190, 235)),
)
"""Ranges of hue, saturation and value of tile backs for evaluation; chosen: colours that are sold."""


def random_face_style(rng: Rng) -> FaceStyle:
    """Return one of the project's sets of drawings in random inks."""
    weight = float(rng.uniform(-0.6, 0.8))
    index = bool(rng.random() < 0.2)
    red = _jittered((40, 30, int(rng.integers(130, 215))), rng, 18)
    main = _jittered(_NAVY, rng, 22)
    second, third = main, main
    if rng.random() < 0.4:
        second, third = _jittered((50, 110, 25), rng, 30), _jittered((160, 60, 20), rng, 35)
        main = third if rng.random() < 0.5 else main
    name = str(rng.choice(SETS))
    return FaceStyle(name, main, red, second, third, weight, bool(rng.random() < 0.35), index)


def random_tile_size(rng: Rng) -> TileSize:
    """Return the outer size of the tiles of a random set, mm."""
    height = float(rng.uniform(25, 36))
    return TileSize(height, height * float(rng.uniform(0.71, 0.8)), height * float(rng.uniform(0.48, 0.68)))


def random_look(rng: Rng, style: FaceStyle) -> VenueLook:
    """Return tiles and lamps of a random venue; blur and noise are left to ``optics.random_exposure``."""
    white = float(rng.uniform(205, 252))
    ivory = float(rng.uniform(0, 34)) if rng.random() < 0.5 else 4.0
    lamps = tuple(_random_lamp(rng) for _ in range(int(rng.integers(1, 4))))
    return VenueLook(
        id="random",
        body=(white - ivory, white - ivory * 0.3, white),
        back=_jittered(_BACKS[int(rng.integers(len(_BACKS)))], rng, 25),
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


def held_out_look(rng: Rng) -> VenueLook:
    """Return a venue for evaluation, from ranges that no training picture uses.

    The generator state determines the look.
    """
    felt_range = _HELD_OUT_FELTS[int(rng.integers(len(_HELD_OUT_FELTS)))]
    # Tile backs that hardly differ from their felt are excluded.
    backs = [back for back in _HELD_OUT_BACKS if _hue_gap(back[0], felt_range[0]) > 18]
    felt = _random_colour(rng, felt_range)
    white, warm = float(rng.uniform(222, 250)), float(rng.uniform(0, 26))
    lamps = tuple(
        Lamp((float(rng.uniform(-1, 1)), float(rng.uniform(-1, 1)), 1.0), float(rng.uniform(0.06, 0.26)))
        for _ in range(4)
    )
    return VenueLook(
        id="venue",
        felt=felt,
        felt_grain=float(rng.uniform(1.5, 6.0)),
        lines=bool(rng.random() < 0.5),
        dome=bool(rng.random() < 0.8),
        rail=_random_colour(rng, ((5, 25), (30, 160), (30, 120))),
        floor=_random_colour(rng, ((0, 179), (0, 60), (30, 140))),
        body=(white - warm, white - warm * 0.3, white),
        back=_random_colour(rng, backs[int(rng.integers(len(backs)))]),
        back_share=float(rng.uniform(0.25, 0.5)),
        bevel_mm=float(rng.uniform(0.9, 2.0)),
        faces=_held_out_faces(rng),
        lamps=lamps,
        ambient=float(rng.uniform(0.45, 0.62)),
        shadow=float(rng.uniform(0.15, 0.5)),
        shadow_soft_mm=float(rng.uniform(1.0, 5.0)),
        gradient=float(rng.uniform(0.0, 0.3)),
        gloss=float(rng.uniform(0.0, 0.3)),
        white_balance=(float(rng.uniform(0.82, 1.12)), 1.0, float(rng.uniform(0.88, 1.14))),
        blur=float(rng.uniform(0.35, 0.95)),
        noise=float(rng.uniform(1.0, 5.0)),
        jpeg=int(rng.integers(75, 96)),
        seed=int(rng.integers(10**6)),
    )


def _held_out_faces(rng: Rng) -> FaceStyle:
    navy = _jittered((70, 40, 26), rng, 16)
    second, third = navy, navy
    if rng.random() < 0.3:
        second, third = _jittered((56, 104, 30), rng, 16), _jittered((150, 66, 30), rng, 16)
    red = _jittered((38, 30, 165), rng, 20)
    drawings = SETS[int(rng.integers(len(SETS)))]
    return FaceStyle(
        drawings, navy, red, second, third, float(rng.uniform(-0.4, 0.6)), bool(rng.random() < 0.3), rng.random() < 0.1
    )


def _hue_gap(one: tuple[int, int], other: tuple[int, int]) -> float:
    apart = abs(sum(one) / 2 - sum(other) / 2)
    return min(apart, 180 - apart)


def _random_colour(rng: Rng, ranges: tuple[tuple[int, int], ...]) -> Colour:
    hsv: Any = np.array([[[rng.uniform(*each) for each in ranges]]]).astype(np.uint8)
    blue, green, red = (float(part) for part in cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0])
    return blue, green, red


def _jittered(colour: Colour, rng: Rng, by: float) -> Colour:
    blue, green, red = (float(np.clip(part + rng.uniform(-by, by), 0, 255)) for part in colour)
    return blue, green, red
