"""A frame, what gives frames, and how a source keeps trying: shared by all sources."""

import time
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

import cv2
import numpy as np
import structlog

from controller.errors import EyesError
from vision.arrays import Image

_FIRST_PAUSE_S: Final = 0.1
_LONGEST_PAUSE_S: Final = 5.0
_QUALITY: Final = 90
_LOG: Final = structlog.get_logger("vision.capture.sources")


@dataclass(frozen=True, slots=True)
class CameraFrame:
    """One exposure: BGR picture (rows, columns, 3) of uint8, number and time in seconds of the camera's clock.

    ``file``: the bytes that the picture came as, None where a camera gave bare pixels.
    """

    image: Image
    number: int
    at: float
    file: bytes | None = field(default=None, repr=False, compare=False)


class FrameSource(Protocol):
    """A camera, real or not."""

    @property
    def trouble(self) -> str | None:
        """What keeps frames from coming, in one line; None while all is well."""
        ...

    def next(self, timeout: float) -> CameraFrame | None:
        """The newest frame not yet given, or None when none came within ``timeout`` seconds; never raises."""
        ...

    def close(self) -> None:
        """Release the camera."""
        ...


class Mood:
    """Remembers the trouble of a source, logs each change once, and spaces out the attempts."""

    def __init__(self, name: str) -> None:
        self.trouble: str | None = None
        self._name = name
        self._pause = _FIRST_PAUSE_S
        self._again_at = 0.0

    def well(self) -> None:
        if self.trouble is not None:
            _LOG.info("source_recovered", source=self._name)
        self.trouble, self._pause, self._again_at = None, _FIRST_PAUSE_S, 0.0

    def failed(self, error: Exception | str) -> None:
        line = " ".join(str(error).split()) or type(error).__name__
        if line != self.trouble:
            _LOG.warning("source_failed", source=self._name, reason=line)
        self.trouble = line
        self._again_at = time.monotonic() + self._pause
        self._pause = min(2 * self._pause, _LONGEST_PAUSE_S)

    def may_try(self, deadline: float) -> bool:
        """Wait out the pause; False when the deadline comes first."""
        now = time.monotonic()
        time.sleep(max(0.0, min(self._again_at, deadline) - now))
        return self._again_at <= deadline


def decode(data: bytes, name: str) -> Image:
    """BGR picture of JPEG, PNG, WebP or BMP bytes; raises EyesError naming ``name``."""
    image: Any = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    if image is None:
        raise EyesError(f"{name}: {len(data)} bytes that are no picture, expected JPEG or PNG")
    return np.asarray(image, dtype=np.uint8)


def jpeg(image: Image) -> bytes:
    """JPEG file of a BGR picture."""
    good, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
    if not good:
        raise EyesError(f"a picture of shape {image.shape} that cannot be written as JPEG")
    return bytes(data)
