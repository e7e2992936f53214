"""Light from lamp to file: shading, lens, sensor, JPEG, and random cameras for training."""

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.camera.model import Camera
from vision.render.appearance import VenueLook
from vision.render.faces.artwork import Picture

Rng = np.random.Generator

_SHARPNESS: Final = 90.0
"""Exponent of the Blinn-Phong highlight; chosen: half its strength remains at seven degrees."""
_NOISE_MARGIN_PX: Final = 128
"""Px by which the stored noise is larger than the picture: a frame uses one of 128 x 128 offsets."""
_GAIN_UNIT: Final = 128.0
"""Value of the gain map for factor 1, so that eight bits contain factors from 0 to almost 2."""
_KEPT: Final = 3
"""Gain maps and noise banks kept in memory; chosen: at most 50 MB for pictures of 1600 x 1200 px."""


@dataclass(frozen=True)
class Light:
    """The lamps of a look: shading of surfaces, reflections seen by a camera, and shadows."""

    look: VenueLook
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
        """Return brightness factors [M] of matt surfaces with unit normals [M, 3]."""
        return np.asarray(self.look.ambient + np.maximum(normals @ self.towards.T, 0.0) @ self.strengths)

    def gloss(self, points_mm: Floats, normal: Floats) -> Floats:
        """Return the grey levels [N] that lamp reflections add at table points [N, 3] of a smooth surface."""
        view = np.array(self.camera.position) - points_mm
        view = view / np.linalg.norm(view, axis=1, keepdims=True)
        half = view[:, None, :] + self.towards[None]
        half = half / np.linalg.norm(half, axis=2, keepdims=True)
        return np.asarray(255.0 * self.look.gloss * (np.maximum(half @ normal, 0.0) ** _SHARPNESS @ self.strengths))

    @cached_property
    def slant(self) -> tuple[float, float]:
        """Length of a shadow of the strongest lamp in x and y, per mm of height."""
        if not len(self.strengths):
            return 0.0, 0.0
        x, y, z = self.towards[int(np.argmax(self.strengths))]
        return float(-x / max(z, 0.2)), float(-y / max(z, 0.2))


class Optics:
    """Uneven lighting, white balance, blur and noise of one look for pictures of one size (w, h)."""

    def __init__(self, size: tuple[int, int], look: VenueLook) -> None:
        self.look = look
        self.reach = round(3 * look.blur + 1) if look.blur else 0
        self._gain = _gain(size, look)
        self._noise = _noise_bank(size, look.seed, look.noise) if look.noise else None

    def through_lens(self, picture: Picture, x: int, y: int) -> Picture:
        """Return a piece of the picture whose top left is at (x, y), lit and blurred.

        Its outer ``reach`` px lack the influence of the surrounding pixels, except at the rim of the whole picture.
        """
        height, width = picture.shape[:2]
        lit = cv2.multiply(picture, self._gain[y : y + height, x : x + width], scale=1 / _GAIN_UNIT)
        if self.look.blur:
            side = 2 * self.reach + 1
            lit = cv2.GaussianBlur(lit, (side, side), self.look.blur)
        return _picture(lit)

    def with_noise(self, picture: Picture, rng: np.random.Generator) -> Picture:
        """Return the whole picture with sensor noise, drawn from ``rng``."""
        if self._noise is None:
            return picture.copy()
        height, width = picture.shape[:2]
        x, y = (int(v) for v in rng.integers(0, _NOISE_MARGIN_PX, 2))
        more, less = (bank[y : y + height, x : x + width] for bank in self._noise)
        grainy = cv2.add(picture, more)
        return _picture(cv2.subtract(grainy, less, dst=grainy))


def jpeg_bytes(picture: Picture, quality: int) -> bytes:
    """Return the picture as JPEG, quality 0-100."""
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done
    return data.tobytes()


def through_jpeg(picture: Picture, quality: int) -> Picture:
    """Return the picture after JPEG compression, quality 0-100."""
    return _picture(cv2.imdecode(np.frombuffer(jpeg_bytes(picture, quality), np.uint8), cv2.IMREAD_COLOR))


def motion_kernel(side: int, angle: float, reach: float, line: int = cv2.LINE_8) -> NDArray[np.float32]:
    """Return the kernel [side, side] of a straight camera shake by ``reach`` px to both sides; ``angle`` in radians."""
    kernel, middle = np.zeros((side, side), np.float32), side // 2
    dx, dy = math.cos(angle) * reach, math.sin(angle) * reach
    ends = (round(middle - dx), round(middle - dy)), (round(middle + dx), round(middle + dy))
    cv2.line(kernel, *ends, 1.0, 1, line)
    return np.asarray(kernel / kernel.sum(), np.float32)


def random_exposure(picture: Picture, rng: Rng) -> Picture:
    """Return a rendered picture, BGR 0-255, with the gamma, glare, blur, noise and JPEG of a random cheap camera."""
    height, width = picture.shape[:2]
    table = np.linspace(0, 1, 256) ** rng.uniform(0.6, 1.25) * 255 * rng.uniform(0.8, 1.2)
    seen: Any = cv2.LUT(picture, np.clip(table, 0, 255).astype(np.uint8))
    if rng.random() < 0.15:
        seen = _with_glare(seen, rng)
    kind = rng.random()
    if kind < 0.5:
        seen = cv2.GaussianBlur(seen, (0, 0), float(rng.uniform(0.3, 1.6)))
    elif kind < 0.62:
        seen = cv2.filter2D(seen, -1, _random_motion(rng))
    if rng.random() < 0.25:  # Fewer pixels, enlarged.
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
        seen = through_jpeg(seen, int(rng.integers(30, 96)))
    return np.asarray(seen, dtype=np.uint8)


def _with_glare(picture: Any, rng: Rng) -> Any:
    height, width = picture.shape[:2]
    spot = np.zeros((height // 4, width // 4), np.uint8)
    middle = (int(rng.integers(width // 4)), int(rng.integers(height // 4)))
    axes = (int(rng.integers(6, width // 8)), int(rng.integers(3, height // 16)))
    cv2.ellipse(spot, middle, axes, float(rng.uniform(0, 180)), 0, 360, float(rng.uniform(40, 150)), -1)
    spot = np.asarray(cv2.GaussianBlur(spot, (0, 0), float(rng.uniform(2, 8))), dtype=np.uint8)
    wide = cv2.resize(spot, (width, height), interpolation=cv2.INTER_LINEAR)
    return cv2.add(picture, cv2.cvtColor(wide, cv2.COLOR_GRAY2BGR))


def random_exposure_of_light(clean: NDArray[np.float32], rng: Random, noise: Rng) -> Picture:
    """The same for a square float picture, BGR 0-1; ``noise`` draws the sensor noise, ``rng`` everything else."""
    side = clean.shape[0]
    picture: NDArray[np.floating[Any]] = clean * _light_slope(rng, side)
    picture = picture * np.array([rng.uniform(0.8, 1.15), rng.uniform(0.93, 1.06), rng.uniform(0.85, 1.2)], np.float32)
    if rng.random() < 0.15:
        picture = picture + _glare_spot(rng, side)
    blur = rng.choice([0.0, rng.uniform(0.3, 0.8), rng.uniform(0.3, 1.3)])
    if blur:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.float32)
    if rng.random() < 0.08:
        shake = motion_kernel(7, rng.uniform(0, math.pi), rng.uniform(0.8, 2.5), cv2.LINE_AA)
        picture = np.asarray(cv2.filter2D(picture, -1, shake), np.float32)
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
        out = through_jpeg(out, rng.randint(45, 95))
    return out


# Cached, because painters of one look and size are usually created one after another.
@lru_cache(maxsize=_KEPT)
def _gain(size: tuple[int, int], look: VenueLook) -> Picture:
    """Return factors in 1/128: brighter towards the strongest lamp, darker in corners, tinted by white balance."""
    width, height = size
    x, y = np.meshgrid(np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32))
    lamp = max(look.lamps, key=lambda one: one.strength).towards if look.lamps else (0.0, 0.0, 1.0)
    flat = float(np.hypot(lamp[0], lamp[1])) or 1.0
    slope = (x * lamp[0] + y * lamp[1]) / flat * look.gradient
    corner = 1.0 - look.gradient * 0.5 * (x**2 + y**2)
    level = (1.0 + slope) * corner * _GAIN_UNIT
    return np.clip(level[..., None] * np.array(look.white_balance, np.float32), 0, 255).astype(np.uint8)


@lru_cache(maxsize=_KEPT)
def _noise_bank(size: tuple[int, int], seed: int, strength: float) -> tuple[Picture, Picture]:
    """Return noise to add and to subtract, larger than the picture; slightly blurred, correlated between channels."""
    rng = np.random.default_rng(seed + 1000)
    shape = (size[1] + _NOISE_MARGIN_PX, size[0] + _NOISE_MARGIN_PX)
    grey: NDArray[np.float32] = rng.standard_normal(shape, dtype=np.float32)
    layers = []
    for _ in range(3):
        own = 0.8 * grey + 0.6 * rng.standard_normal(shape, dtype=np.float32)
        layers.append(cv2.GaussianBlur(own, (3, 3), 0.55))
    noise = cv2.merge(layers)
    noise = noise * (strength / max(float(noise[:200, :200].std()), 1e-6))
    return np.clip(np.round(noise), 0, 255).astype(np.uint8), np.clip(np.round(-noise), 0, 255).astype(np.uint8)


def _random_motion(rng: Rng) -> NDArray[np.float32]:
    side = int(rng.choice([3, 5, 7, 9]))
    return motion_kernel(side, float(rng.uniform(0, np.pi)), side // 2)


def _light_slope(rng: Random, side: int) -> NDArray[np.float32]:
    y, x = np.mgrid[0:side, 0:side].astype(np.float32) / side - 0.5
    angle = rng.uniform(0, 2 * math.pi)
    slope = 1 + rng.uniform(0, 0.45) * (x * math.cos(angle) + y * math.sin(angle))
    return np.asarray(slope, np.float32)[..., None]


def _glare_spot(rng: Random, side: int) -> NDArray[np.float32]:
    spot = np.zeros((side, side), np.float32)
    centre = (rng.randint(0, side), rng.randint(0, side))
    cv2.ellipse(
        spot, centre, (rng.randint(5, 60), rng.randint(5, 40)), rng.uniform(0, 180), 0, 360, rng.uniform(0.2, 0.8), -1
    )
    return cv2.GaussianBlur(spot, (0, 0), rng.uniform(2, 18)).astype(np.float32)[..., None]


def _picture(value: Any) -> Picture:
    return np.asarray(value, dtype=np.uint8)
