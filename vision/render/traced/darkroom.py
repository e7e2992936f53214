"""What a camera makes of traced light: exposure, white balance, falling corners, sensor noise, sharpening, JPEG."""

from pathlib import Path
from typing import Any

import cv2
import numpy as np

from controller.errors import EyesError
from vision.render.faces.artwork import Picture
from vision.render.optics import jpeg_bytes

Rng = np.random.Generator


def developed(file: Path, rng: Rng) -> bytes:
    """The JPEG of a traced 16-bit picture of linear light; raises EyesError where there is none."""
    light: Any = cv2.imread(str(file), cv2.IMREAD_UNCHANGED)
    if light is None or light.dtype != np.uint16:
        raise EyesError(f"{file}: expected a traced picture of 16 bits")
    light = light[..., :3].astype(np.float32) / 65535.0
    white = np.percentile(light.max(axis=2), 97.0)
    light = light * (float(rng.uniform(0.72, 0.98)) / max(float(white), 1e-4))
    tint = np.array([rng.uniform(0.86, 1.12), 1.0, rng.uniform(0.9, 1.12)], np.float32)
    height, width = light.shape[:2]
    x, y = np.meshgrid(np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32))
    corners = 1.0 - float(rng.uniform(0.0, 0.25)) * (x**2 + y**2) / 2
    grain = float(rng.uniform(0.001, 0.006))
    seen = light * tint * corners[..., None]
    # Shot noise grows with the root of the light.
    noise = np.asarray(cv2.GaussianBlur(rng.standard_normal(seen.shape, dtype=np.float32), (0, 0), 0.6)) * 1.9
    seen = np.clip(seen + noise * grain * np.sqrt(np.maximum(seen, 0.002)) * 2.0, 0.0, 1.0)
    tones = np.where(seen <= 0.0031308, seen * 12.92, 1.055 * seen ** (1 / 2.4) - 0.055)
    picture: Picture = (tones * 255.0).clip(0, 255).astype(np.uint8)
    amount = float(rng.uniform(0.0, 0.7))
    soft = cv2.GaussianBlur(picture, (0, 0), 1.0)
    sharp = np.asarray(cv2.addWeighted(picture, 1 + amount, soft, -amount, 0), np.uint8)
    return jpeg_bytes(sharp, int(rng.integers(82, 96)))
