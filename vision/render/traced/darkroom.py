"""Camera effects on traced light: exposure, white balance, vignetting, sensor noise, sharpening, JPEG."""

from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.errors import EyesError
from vision.render.faces.artwork import Picture
from vision.render.optics import jpeg_bytes

Rng = np.random.Generator
_BRIGHT_PERCENT: Final = 97.0
"""Percentile of light that automatic exposure brings near white; chosen: tiles cover more than the rest."""
_GRAIN_BLUR: Final = 0.6
"""Standard deviation of the blur that demosaicing gives to noise, px; chosen."""


def developed(file: Path, rng: Rng) -> bytes:
    """Return a traced 16-bit picture of linear light as JPEG; raises EyesError if the file is missing."""
    read: Any = cv2.imread(str(file), cv2.IMREAD_UNCHANGED)
    if read is None or read.dtype != np.uint16:
        raise EyesError(f"{file}: expected a traced picture of 16 bits")
    light = read[..., :3].astype(np.float32) / 65535.0
    white = np.percentile(light.max(axis=2), _BRIGHT_PERCENT)
    light = light * (float(rng.uniform(0.72, 0.98)) / max(float(white), 1e-4))
    tint = np.array([rng.uniform(0.86, 1.12), 1.0, rng.uniform(0.9, 1.12)], np.float32)
    seen = light * tint * _corners(light.shape[1], light.shape[0], float(rng.uniform(0.0, 0.25)))
    # Shot noise grows with the square root of the light.
    grain = float(rng.uniform(0.001, 0.006))
    drawn = np.asarray(cv2.GaussianBlur(rng.standard_normal(seen.shape, dtype=np.float32), (0, 0), _GRAIN_BLUR))
    seen = np.clip(seen + drawn * 1.9 * grain * np.sqrt(np.maximum(seen, 0.002)) * 2.0, 0.0, 1.0)
    amount = float(rng.uniform(0.0, 0.7))
    picture = _toned(seen)
    sharp = cv2.addWeighted(picture, 1 + amount, cv2.GaussianBlur(picture, (0, 0), 1.0), -amount, 0)
    return jpeg_bytes(np.asarray(sharp, np.uint8), int(rng.integers(82, 96)))


def _corners(width: int, height: int, fall: float) -> NDArray[np.float32]:
    """Return the transmission of the lens, [h, w, 1]: 1 - ``fall`` in the corners."""
    x, y = np.meshgrid(np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32))
    return np.asarray(1.0 - fall * (x**2 + y**2) / 2, np.float32)[..., None]


def _toned(light: NDArray[np.float32]) -> Picture:
    """Return linear light 0-1 as sRGB, 0-255."""
    tones = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    return (tones * 255.0).clip(0, 255).astype(np.uint8)
