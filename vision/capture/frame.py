"""A camera's frame, the protocol of what gives frames, and pictures as files: shared by all sources."""

from pathlib import Path
from typing import Any, Final, Protocol

import cv2
import numpy as np

from controller.errors import EyesError, PictureError
from vision.arrays import Image
from vision.capture.picture_files import refuse_scans

_JPEG_QUALITY: Final = 90
"""Of 100; chosen: above it files grow fast, and no stroke on a tile gains."""


class CameraFrame:
    """One exposure; never changed once made.

    ``at``: seconds of the camera's clock. ``file``: the bytes that the picture came as, None where a camera gave bare
    pixels. ``stamp``: what the camera itself says that sets this exposure apart, its number or date; "" where it says
    nothing. ``warnings``: codes of faults that the camera tells of itself and that keep no frame from coming.
    """

    __slots__ = ("_image", "at", "file", "number", "stamp", "warnings")

    def __init__(
        self,
        image: Image | None,
        number: int,
        at: float,
        file: bytes | None = None,
        stamp: str = "",
        warnings: tuple[str, ...] = (),
    ) -> None:
        """``image``: None where nobody has needed it yet: it is made of the file when somebody does."""
        self._image, self.number, self.at = image, number, at
        self.file, self.stamp, self.warnings = file, stamp, warnings

    @property
    def image(self) -> Image:
        """BGR picture [rows, columns, 3]; raises PictureError where the file is none."""
        if self._image is None:
            self._image = decode(self.file or b"", "frame")
        return self._image


class FrameSource(Protocol):
    """A camera, real or not.

    A source never raises into its reader: what goes wrong stands in ``trouble`` and is tried again where that helps.
    """

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


def decode(data: bytes, name: str) -> Image:
    """BGR picture of JPEG, PNG, WebP or BMP bytes; raises PictureError naming ``name``."""
    refuse_scans(data)
    try:
        image: Any = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR) if data else None
    except cv2.error:
        # Larger than OpenCV is let make (``vision/__init__.py``), or so broken that it says so.
        image = None
    if image is None:
        raise PictureError(f"{name}: {len(data)} bytes that are no picture, expected JPEG or PNG")
    return np.asarray(image, dtype=np.uint8)


def write_picture(file: Path, image: Image) -> None:
    """Write a BGR picture in the format that the file's name ends with; raises OSError or EyesError."""
    try:
        good, data = cv2.imencode(file.suffix.lower(), image)
    except cv2.error:
        good = False
    if not good:
        raise EyesError(f"{file}: expected a name that ends with .png, .jpg or .webp")
    file.write_bytes(bytes(data))


def jpeg(image: Image) -> bytes:
    """JPEG file of a BGR picture."""
    good, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
    if not good:
        raise EyesError(f"a picture of shape {image.shape} that cannot be written as JPEG")
    return bytes(data)
