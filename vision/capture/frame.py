"""A camera's frame, the protocol of what gives frames, and pictures as files: shared by all sources."""

from pathlib import Path
from typing import Any, Final, Protocol

import cv2
import numpy as np

from controller.errors import EyesError, PictureError
from controller.text import Text
from vision.arrays import Image
from vision.capture.picture_files import KINDS, jpeg_quality, picture_size, refuse_scans, upright

_SHRUNK: Final = (
    cv2.IMREAD_COLOR,
    cv2.IMREAD_REDUCED_COLOR_2,
    cv2.IMREAD_REDUCED_COLOR_4,
    cv2.IMREAD_REDUCED_COLOR_8,
)
"""OpenCV's flags to open a picture at full size, and at a half, a quarter and an eighth of its sides."""
_JPEG_QUALITY: Final = 90
"""Of 100; chosen: above it files grow fast, and no stroke on a tile gains."""

_BRAND: Final = slice(4, 8)
"""Place of the brand of HEIC and AVIF files."""
_GOOD: Final = 80
"""Quality of a JPEG below which strokes are missed; measured on one table: at 75 one face of 27, at 92 none."""
_COLOURLESS: Final = 2.0
"""Mean difference of a pixel's channels, of 255, up to which a picture has no colour; chosen above a JPEG's noise."""
_EVERY: Final = 8
"""Pixels from one that is looked at to the next; chosen."""
_GREY: Final = Text("色がない:赤牌と裏向きの牌は見分けられない", "no colour: red fives and backs are not told")
_FEW_COLOURS: Final = Text("GIFは256色まで:PNGかJPEGで送る", "a GIF has 256 colours at most: send PNG or JPEG")


class CameraFrame:
    """One exposure; immutable.

    ``at``: seconds of the camera's clock. ``file``: the encoded bytes, None if the camera gave bare pixels. ``stamp``:
    the camera's number or date of this exposure; "" if it gives none. ``warnings``: codes of faults that the camera
    reports about itself and that stop no frame.
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
    """A camera, real or simulated.

    A source never raises into its reader: ``trouble`` holds what is wrong, and the source retries where that helps.
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


def decode(data: bytes, name: str, most_pixels: int | None = None) -> Image:
    """BGR picture of a file's bytes as it was held, an animation's first; raises PictureError naming ``name``.

    The one place where files become pictures. One of more than ``most_pixels`` comes at a half, a quarter or an eighth
    of its sides; a JPEG is never opened any larger.
    """
    halved = 0
    if most_pixels is not None:
        wide, tall = picture_size(data)
        while wide * tall > most_pixels << 2 * halved and halved + 1 < len(_SHRUNK):
            halved += 1
    refuse_scans(data)
    if data[_BRAND] == b"ftyp":
        # OpenCV has no HEIC, and does not turn an AVIF.
        try:
            picture = upright(data)
            picture = picture.reduce(1 << halved) if halved else picture
            return np.ascontiguousarray(np.asarray(picture, dtype=np.uint8)[:, :, ::-1])
        except PictureError as error:
            raise PictureError(f"{name}: {error}") from None
    try:
        image: Any = cv2.imdecode(np.frombuffer(data, np.uint8), _SHRUNK[halved]) if data else None
    except cv2.error:
        # Larger than OpenCV is let make (``vision/__init__.py``), or so broken that it says so.
        image = None
    if image is None:
        raise PictureError(f"{name}: {len(data)} bytes that are no picture, expected {KINDS}")
    return np.asarray(image, dtype=np.uint8)


def lost(data: bytes, picture: Image) -> tuple[Text, ...]:
    """What a picture does not have any more, by its file and its pixels."""
    said: list[Text] = []
    if np.ptp(picture[::_EVERY, ::_EVERY].astype(np.int16), axis=2).mean() <= _COLOURLESS:
        said.append(_GREY)
    quality = jpeg_quality(data)
    if quality is not None and quality < _GOOD:
        said.append(
            Text(
                f"強く圧縮されている(品質およそ{quality}):元のファイルのまま送る",
                f"compressed to a quality of about {quality}: strokes are lost, send the file as it was taken",
            )
        )
    if data.startswith(b"GIF8"):
        said.append(_FEW_COLOURS)
    return tuple(said)


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
