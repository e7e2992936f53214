"""Venues for measuring only: looks whose ranges of cloth, tiles, lamps and lens no training picture was drawn from."""

from typing import Any, Final

import cv2
import numpy as np

from vision.render.appearance import Colour, FaceStyle, Lamp, Look
from vision.render.faces.artwork import SETS

Rng = np.random.Generator
# Hue (OpenCV, 0-179), saturation, value of cloths and of backs that makers sell: each a range.
_CLOTHS: Final = (
    ((55, 75), (110, 190), (60, 120)),
    ((98, 112), (120, 210), (70, 150)),
    ((170, 179), (120, 190), (70, 130)),
    ((130, 145), (60, 130), (60, 120)),
    ((85, 95), (60, 140), (70, 140)),
    ((0, 10), (0, 18), (55, 95)),
)
_BACKS: Final = (
    ((14, 22), (190, 240), (200, 245)),
    ((100, 112), (140, 220), (120, 200)),
    ((55, 75), (120, 200), (90, 150)),
    ((150, 165), (110, 180), (120, 190)),
    ((0, 6), (170, 220), (130, 180)),
    ((20, 28), (150, 220), (190, 235)),
)


def venue(rng: Rng) -> Look:
    """A venue of its own kind: the same generator state gives the same look."""
    cloth = _CLOTHS[int(rng.integers(len(_CLOTHS)))]
    # Nobody buys tiles that vanish on their cloth.
    backs = [back for back in _BACKS if _hue_gap(back[0], cloth[0]) > 18]
    felt = _colour(rng, cloth)
    white, warm = float(rng.uniform(222, 250)), float(rng.uniform(0, 26))
    lamps = tuple(
        Lamp((float(rng.uniform(-1, 1)), float(rng.uniform(-1, 1)), 1.0), float(rng.uniform(0.06, 0.26)))
        for _ in range(4)
    )
    return Look(
        id="venue",
        felt=felt,
        felt_grain=float(rng.uniform(1.5, 6.0)),
        lines=bool(rng.random() < 0.5),
        dome=bool(rng.random() < 0.8),
        rail=_colour(rng, ((5, 25), (30, 160), (30, 120))),
        floor=_colour(rng, ((0, 179), (0, 60), (30, 140))),
        body=(white - warm, white - warm * 0.3, white),
        back=_colour(rng, backs[int(rng.integers(len(backs)))]),
        back_share=float(rng.uniform(0.25, 0.5)),
        bevel_mm=float(rng.uniform(0.9, 2.0)),
        faces=_faces(rng),
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


def _faces(rng: Rng) -> FaceStyle:
    navy = _near((70, 40, 26), rng, 16)
    second, third = navy, navy
    if rng.random() < 0.3:
        second, third = _near((56, 104, 30), rng, 16), _near((150, 66, 30), rng, 16)
    red = _near((38, 30, 165), rng, 20)
    drawings = SETS[int(rng.integers(len(SETS)))]
    return FaceStyle(
        drawings, navy, red, second, third, float(rng.uniform(-0.4, 0.6)), bool(rng.random() < 0.3), rng.random() < 0.1
    )


def _hue_gap(one: tuple[int, int], other: tuple[int, int]) -> float:
    apart = abs(sum(one) / 2 - sum(other) / 2)
    return min(apart, 180 - apart)


def _colour(rng: Rng, ranges: tuple[tuple[int, int], ...]) -> Colour:
    hsv: Any = np.array([[[rng.uniform(*each) for each in ranges]]]).astype(np.uint8)
    blue, green, red = (float(part) for part in cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR)[0, 0])
    return blue, green, red


def _near(colour: Colour, rng: Rng, by: float) -> Colour:
    blue, green, red = (float(np.clip(part + rng.uniform(-by, by), 0, 255)) for part in colour)
    return blue, green, red
