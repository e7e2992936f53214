"""Camera faults as parameters; each occurs in films of tables; seeded, one picture at a time."""

from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np

from vision.render.appearance import Lamp, VenueLook
from vision.render.faces.artwork import Picture
from vision.render.optics import motion_kernel
from vision.render.picture.codec import through_video

Rng = np.random.Generator

_FLASHES_HZ: Final = 100.0
"""Flicker frequency of a lamp on 50 Hz mains."""
_READOUT_S: Final = (0.012, 0.033)
"""Seconds that a rolling shutter takes from the first row to the last; assumed: phones 12 ms, webcams a whole frame."""


@dataclass(frozen=True, slots=True)
class VideoFaults:
    """Faults of a camera's picture, none by default."""

    shake_px: float = 0.0
    shake_angle: float = 0.0
    bands: float = 0.0
    readout_s: float = 0.02
    phase: float = 0.0
    exposure: float = 1.0
    shrink: float = 1.0
    mbit: float | None = None

    def seen(self, picture: Picture) -> Picture:
        """Return the picture BGR [h,w,3] with these faults."""
        seen: Any = picture
        height, width = picture.shape[:2]
        if self.shake_px > 0.3:
            side = 2 * int(np.ceil(self.shake_px)) + 1
            seen = cv2.filter2D(seen, -1, motion_kernel(side, self.shake_angle, self.shake_px, cv2.LINE_AA))
        if self.bands or self.exposure != 1.0:
            turns = np.arange(height) / height * self.readout_s * _FLASHES_HZ + self.phase
            light = self.exposure * (1.0 - self.bands * (0.5 + 0.5 * np.sin(2 * np.pi * turns)))
            rows = np.repeat(np.asarray(light, np.float32)[:, None], width, axis=1)
            seen = cv2.multiply(seen, cv2.merge([rows, rows, rows]), dtype=cv2.CV_8U)
        if self.shrink > 1.0:
            size = (round(width / self.shrink), round(height / self.shrink))
            few = cv2.resize(seen, size, interpolation=cv2.INTER_AREA)
            seen = cv2.resize(few, (width, height), interpolation=cv2.INTER_CUBIC)
        if self.mbit is not None:
            seen = through_video(np.asarray(seen, np.uint8), self.mbit)
        return np.asarray(seen, np.uint8)


def random_faults(rng: Rng) -> VideoFaults:
    """Return the faults of a webcam or a phone in a parlour; about a quarter have none but compression."""
    shaken, flickers = rng.random() < 0.35, rng.random() < 0.3
    return VideoFaults(
        shake_px=float(rng.uniform(0.5, 3.5)) if shaken else 0.0,
        shake_angle=float(rng.uniform(0, np.pi)),
        bands=float(rng.uniform(0.05, 0.35)) if flickers else 0.0,
        readout_s=float(rng.uniform(*_READOUT_S)),
        phase=float(rng.uniform()),
        exposure=float(rng.uniform(0.7, 1.3)),
        shrink=float(rng.uniform(1.2, 1.6)) if rng.random() < 0.25 else 1.0,
        mbit=float(rng.uniform(1.5, 6.0)) if rng.random() < 0.5 else None,
    )


def glaring(look: VenueLook, rng: Rng) -> VenueLook:
    """Return the look with polished tiles and a bright lamp, reflected by some of them into an overhead camera."""
    x, y = (float(part) for part in rng.uniform(-0.22, 0.22, 2))
    lamp = Lamp((x, y, 1.0), float(rng.uniform(0.12, 0.25)))
    return replace(look, lamps=(*look.lamps, lamp), ambient=look.ambient * 0.85, gloss=float(rng.uniform(1.2, 6.0)))
