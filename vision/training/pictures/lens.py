"""What light, lens, sensor and compression do to a clean picture."""

import math
from random import Random
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray


def expose(rng: Random, noise: np.random.Generator, clean: NDArray[np.float32]) -> NDArray[np.uint8]:
    """Picture uint8 of a clean scene (BGR 0-1): lamps, highlights, white balance, blur, noise, JPEG."""
    side = clean.shape[0]
    picture: NDArray[np.floating[Any]] = clean * _lamps(rng, side)
    picture = picture * np.array([rng.uniform(0.8, 1.15), rng.uniform(0.93, 1.06), rng.uniform(0.85, 1.2)], np.float32)
    if rng.random() < 0.15:
        picture = picture + _glare(rng, side)
    blur = rng.choice([0.0, rng.uniform(0.3, 0.8), rng.uniform(0.3, 1.3)])
    if blur:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.float32)
    if rng.random() < 0.08:
        picture = np.asarray(cv2.filter2D(picture, -1, _motion(rng)), np.float32)
    if rng.random() < 0.2:
        small = round(side * rng.uniform(0.4, 0.8))
        fewer = cv2.resize(picture, (small, small), interpolation=cv2.INTER_AREA)
        picture = np.asarray(cv2.resize(fewer, (side, side), interpolation=cv2.INTER_LINEAR), np.float32)
    level = rng.uniform(0.75, 1.2)
    picture = np.clip(picture * level, 0, 1) ** rng.uniform(0.75, 1.25)
    if rng.random() < 0.2:
        sharp = cv2.GaussianBlur(picture, (0, 0), 1.2)
        picture = picture + (picture - sharp) * rng.uniform(0.3, 1.2)
    picture = picture + noise.normal(0, rng.uniform(0, 0.03), picture.shape).astype(np.float32)
    out: NDArray[np.uint8] = np.clip(picture * 255, 0, 255).astype(np.uint8)
    if rng.random() < 0.7:
        done, data = cv2.imencode(".jpg", out, [cv2.IMWRITE_JPEG_QUALITY, rng.randint(45, 95)])
        decoded = cv2.imdecode(data, cv2.IMREAD_COLOR) if done else None
        if decoded is not None:
            out = decoded.astype(np.uint8)
    return out


def stretch(rng: Random) -> float:
    """Factor of the width (and inverse of the height): photos are often squeezed into another shape of frame."""
    pick = rng.random()
    if pick < 0.5:
        return 1.0
    return math.exp(rng.uniform(-0.36, -0.08) if pick < 0.85 else rng.uniform(0.0, 0.3))


def stretched(turn: NDArray[Any], side: int, rng: Random) -> NDArray[np.floating[Any]]:
    """An affine map [2,3] into a window, with the window stretched about its middle."""
    wide = stretch(rng)
    scale = np.array([[wide], [1 / wide]])
    middle = np.array([0.0, 0.0, side / 2])
    return np.asarray((turn - middle) * scale + middle)


def _lamps(rng: Random, side: int) -> NDArray[np.float32]:
    y, x = np.mgrid[0:side, 0:side].astype(np.float32) / side - 0.5
    angle = rng.uniform(0, 2 * math.pi)
    slope = 1 + rng.uniform(0, 0.45) * (x * math.cos(angle) + y * math.sin(angle))
    return np.asarray(slope, np.float32)[..., None]


def _glare(rng: Random, side: int) -> NDArray[np.float32]:
    spot = np.zeros((side, side), np.float32)
    centre = (rng.randint(0, side), rng.randint(0, side))
    cv2.ellipse(
        spot, centre, (rng.randint(5, 60), rng.randint(5, 40)), rng.uniform(0, 180), 0, 360, rng.uniform(0.2, 0.8), -1
    )
    return cv2.GaussianBlur(spot, (0, 0), rng.uniform(2, 18)).astype(np.float32)[..., None]


def _motion(rng: Random) -> NDArray[np.float32]:
    kernel = np.zeros((7, 7), np.float32)
    angle = rng.uniform(0, math.pi)
    reach = rng.uniform(0.8, 2.5)
    tip = (reach * math.cos(angle), reach * math.sin(angle))
    cv2.line(
        kernel, (round(3 - tip[0]), round(3 - tip[1])), (round(3 + tip[0]), round(3 + tip[1])), 1.0, 1, cv2.LINE_AA
    )
    return np.asarray(kernel / kernel.sum(), np.float32)
