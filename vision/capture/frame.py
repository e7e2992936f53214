"""A camera's frame, the protocol of frame sources, and pictures as files: shared by all sources."""

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
"""OpenCV's flags to decode a picture at full size, and at a half, a quarter and an eighth of its sides."""
_JPEG_QUALITY: Final = 90
"""Quality of written JPEGs, of 100; chosen: above it files grow fast, and strokes on tiles are no clearer."""

_BRAND: Final = slice(4, 8)
"""Position of the brand in HEIC and AVIF files."""
_GOOD: Final = 80
"""Quality of a JPEG below which strokes are missed; measured on one table: at 75 one face of 27, at 92 none."""
_COLOURLESS: Final = 2.0
"""Mean difference of a pixel's channels, of 255, up to which a picture has no colour; chosen above a JPEG's noise."""
_EVERY: Final = 8
"""Step between pixels that are checked for colour; chosen."""
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
        """``image``: None if it has not been needed yet; it is decoded from the file on first access."""
        self._image, self.number, self.at = image, number, at
        self.file, self.stamp, self.warnings = file, stamp, warnings

    @property
    def image(self) -> Image:
        """BGR picture [rows, columns, 3]; raises PictureError if the file is no picture."""
        if self._image is None:
            self._image = decode(self.file or b"", "frame")
        return self._image


class FrameSource(Protocol):
    """A camera, real or simulated.

    A source never raises into its reader: ``trouble`` gives the reason, and the source retries if that may help.
    """

    @property
    def trouble(self) -> str | None:
        """Reason why there are no frames, in one line; None while there are."""
        ...

    def next(self, timeout: float) -> CameraFrame | None:
        """Return the newest frame not yet returned, or None if none arrived in ``timeout`` seconds; never raises."""
        ...

    def close(self) -> None:
        """Release the camera."""
        ...


def decode(data: bytes, name: str, most_pixels: int | None = None) -> Image:
    """Decode a file's bytes to an upright BGR picture, the first of an animation; raises PictureError with ``name``.

    The only function that decodes files. A picture of more than ``most_pixels`` is returned at a half, a quarter or an
    eighth of its sides; a JPEG is not even decoded at a larger size.
    """
    halved = 0
    if most_pixels is not None:
        wide, tall = picture_size(data)
        while wide * tall > most_pixels << 2 * halved and halved + 1 < len(_SHRUNK):
            halved += 1
    refuse_scans(data)
    if data[_BRAND] == b"ftyp":
        # OpenCV cannot decode HEIC, and does not turn an AVIF upright.
        try:
            picture = upright(data)
            picture = picture.reduce(1 << halved) if halved else picture
            return np.ascontiguousarray(np.asarray(picture, dtype=np.uint8)[:, :, ::-1])
        except PictureError as error:
            raise PictureError(f"{name}: {error}") from None
    try:
        image: Any = cv2.imdecode(np.frombuffer(data, np.uint8), _SHRUNK[halved]) if data else None
    except cv2.error:
        # The picture is larger than OpenCV's limit (``vision/__init__.py``), or broken.
        image = None
    if image is None:
        raise PictureError(f"{name}: {len(data)} bytes that are no picture, expected {KINDS}")
    return np.asarray(image, dtype=np.uint8)


def lost(data: bytes, picture: Image) -> tuple[Text, ...]:
    """Return what a picture has lost by its format, compression or missing colour, one text for each loss."""
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
    """Write a BGR picture in the format of the file's extension; raises OSError or EyesError."""
    try:
        good, data = cv2.imencode(file.suffix.lower(), image)
    except cv2.error:
        good = False
    if not good:
        raise EyesError(f"{file}: expected a name that ends with .png, .jpg or .webp")
    file.write_bytes(bytes(data))


def jpeg(image: Image) -> bytes:
    """Return a BGR picture as JPEG file; raises EyesError if it cannot be encoded."""
    good, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, _JPEG_QUALITY])
    if not good:
        raise EyesError(f"a picture of shape {image.shape} that cannot be written as JPEG")
    return bytes(data)
