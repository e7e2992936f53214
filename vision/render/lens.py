"""What lamps and lens do to a finished picture: uneven light, white balance, blur, sensor noise, JPEG."""

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.render.appearance import Look
from vision.render.faces.artwork import Picture

_BANK_MARGIN: Final = 128
_UNIT: Final = 128.0


class Lens:
    """Lamps' pool of light and lens of one look for pictures of one size (w, h)."""

    def __init__(self, size: tuple[int, int], look: Look) -> None:
        self.look = look
        self.reach = round(3 * look.blur + 1) if look.blur else 0
        self._gain = _gain(size, look)
        self._noise = _noise_bank(size, look) if look.noise else None

    def see(self, picture: Picture, x: int, y: int) -> Picture:
        """A piece of the picture whose left top lies at (x, y), lit and blurred; its outer ``reach`` px are unsure."""
        height, width = picture.shape[:2]
        lit = cv2.multiply(picture, self._gain[y : y + height, x : x + width], scale=1 / _UNIT)
        if self.look.blur:
            side = 2 * self.reach + 1
            lit = cv2.GaussianBlur(lit, (side, side), self.look.blur)
        return _picture(lit)

    def noisy(self, picture: Picture, rng: np.random.Generator) -> Picture:
        """The whole picture with fresh noise."""
        if self._noise is None:
            return picture.copy()
        height, width = picture.shape[:2]
        x, y = (int(v) for v in rng.integers(0, _BANK_MARGIN, 2))
        more, less = (bank[y : y + height, x : x + width] for bank in self._noise)
        grainy = cv2.add(picture, more)
        return _picture(cv2.subtract(grainy, less, dst=grainy))


def jpeg_bytes(picture: Picture, quality: int) -> bytes:
    """The picture as JPEG, quality 0-100."""
    done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done
    return data.tobytes()


def _gain(size: tuple[int, int], look: Look) -> Picture:
    """Factors in 1/128: brighter towards the strongest lamp, darker in the corners, tinted by the white balance."""
    width, height = size
    x, y = np.meshgrid(np.linspace(-1, 1, width, dtype=np.float32), np.linspace(-1, 1, height, dtype=np.float32))
    lamp = max(look.lamps, key=lambda one: one.strength).towards if look.lamps else (0.0, 0.0, 1.0)
    flat = float(np.hypot(lamp[0], lamp[1])) or 1.0
    slope = (x * lamp[0] + y * lamp[1]) / flat * look.gradient
    corner = 1.0 - look.gradient * 0.5 * (x**2 + y**2)
    pool = (1.0 + slope) * corner * _UNIT
    return np.clip(pool[..., None] * np.array(look.white_balance, np.float32), 0, 255).astype(np.uint8)


def _noise_bank(size: tuple[int, int], look: Look) -> tuple[Picture, Picture]:
    """Noise to add and to take away, larger than the picture; a little softened and partly common to the channels."""
    rng = np.random.default_rng(look.seed + 1000)
    shape = (size[1] + _BANK_MARGIN, size[0] + _BANK_MARGIN)
    grey: NDArray[np.float32] = rng.standard_normal(shape, dtype=np.float32)
    layers = []
    for _ in range(3):
        own = 0.8 * grey + 0.6 * rng.standard_normal(shape, dtype=np.float32)
        layers.append(cv2.GaussianBlur(own, (3, 3), 0.55))
    noise = cv2.merge(layers)
    noise = noise * (look.noise / max(float(noise[:200, :200].std()), 1e-6))
    return np.clip(np.round(noise), 0, 255).astype(np.uint8), np.clip(np.round(-noise), 0, 255).astype(np.uint8)


def _picture(value: Any) -> Picture:
    return np.asarray(value, dtype=np.uint8)
