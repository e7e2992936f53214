"""Reads a picture's size from its file header, so that it is checked before memory of that size is allocated."""

import io
import re
import struct
from collections.abc import Iterator
from typing import Any, Final

from controller.errors import PictureError
from vision import MOST_PIXELS

JPEG: Final = b"\xff\xd8"
"""First bytes of a JPEG."""
MOST_SCANS: Final = 100
"""Most scans of a JPEG; chosen: progressive ones have some ten, and each may cost as much as the whole picture."""
KINDS: Final = "JPEG, PNG, WebP, AVIF, HEIC, GIF, BMP or TIFF"
"""Supported picture formats, for messages."""
_MEDIA: Final = ("jpeg", "png", "webp", "avif", "heic", "heif", "gif", "bmp", "tiff")
MEDIA_TYPES: Final = tuple(f"image/{kind}" for kind in _MEDIA)
_OTHERS: Final = ("WEBP", "AVIF", "HEIF", "GIF", "BMP", "TIFF")
"""Pillow's names of the formats whose headers are read here."""
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_FRAMES: Final = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""JPEG markers followed by a picture's size (ITU-T T.81, table B.1)."""
_BARE: Final = frozenset({0x00, 0x01, *range(0xD0, 0xD9)})
"""JPEG markers without a segment, and the byte 0, which is no marker."""
_SCAN, _END, _STEPS = 0xDA, 0xD9, 0xDB
_USUAL_STEPS: Final = 3688
"""Sum of the quantisation steps of luminance at quality 50 (ITU-T T.81, table K.1)."""
_AFTER_SCAN: Final = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
"""End of a scan's data: a marker that is neither a stuffed byte nor a restart marker."""


def picture_size(data: bytes) -> tuple[int, int]:
    """Return width and height by the file's header; raises PictureError if it is no picture or deceptive."""
    try:
        if not data.startswith((_PNG, JPEG)):
            wide, tall = opened(data).size
            return int(wide), int(tall)
        if data.startswith(_PNG) and data[12:16] == b"IHDR":
            wide, tall = struct.unpack(">II", data[16:24])
            return int(wide), int(tall)
        if data.startswith(JPEG):
            for marker, place in _markers(data, is_strict=True):
                if marker in _FRAMES:
                    tall, wide = struct.unpack(">HH", data[place + 3 : place + 7])
                    refuse_scans(data)
                    return int(wide), int(tall)
    except struct.error:
        pass
    raise PictureError(f"{len(data)} bytes: expected a picture as {KINDS}")


def opened(data: bytes) -> Any:
    """Open a picture that is neither JPEG nor PNG with Pillow, reading only its header; raises PictureError."""
    # Imported here: few pictures have these formats, and the import would delay every start.
    import pi_heif
    from PIL import Image

    pi_heif.register_heif_opener()
    # Larger pictures are refused by their size; Pillow need not warn before.
    Image.MAX_IMAGE_PIXELS = MOST_PIXELS
    try:
        return Image.open(io.BytesIO(data), formats=_OTHERS)
    # Each format raises other errors for a broken file.
    except Exception as error:
        raise PictureError(f"{len(data)} bytes: expected a picture as {KINDS}") from error


def upright(data: bytes) -> Any:
    """Return a picture's RGB pixels, upright; raises PictureError if it is broken or too large."""
    from PIL import ImageOps

    found = opened(data)
    wide, tall = found.size
    if wide * tall > MOST_PIXELS:
        raise PictureError(f"a picture of {wide} x {tall}: expected at most {MOST_PIXELS // 1_000_000} megapixels")
    try:
        return ImageOps.exif_transpose(found).convert("RGB")
    except Exception as error:
        raise PictureError(f"{len(data)} bytes of a picture that is broken") from error


def jpeg_quality(data: bytes) -> int | None:
    """Return the approximate quality of a JPEG by its quantisation table, 1-100 as most programs count, or None."""
    try:
        for marker, place in _markers(data, is_strict=False) if data.startswith(JPEG) else ():
            if marker == _STEPS and not data[place + 2]:
                scale = 100 * sum(data[place + 3 : place + 3 + 64]) / _USUAL_STEPS
                return max(1, round(5000 / scale if scale > 100 else (200 - scale) / 2))
    except (struct.error, IndexError, ZeroDivisionError):
        pass
    return None


def refuse_scans(data: bytes) -> None:
    """Raise PictureError for a JPEG with so many scans that decoding would take minutes."""
    if not data.startswith(JPEG):
        return
    scans = 0
    try:
        for marker, _ in _markers(data, is_strict=False):
            scans += marker == _SCAN
            if scans > MOST_SCANS:
                raise PictureError(f"a JPEG of more than {MOST_SCANS} scans: expected one of some ten")
    except struct.error:
        # Truncated or damaged: the decoder reports it.
        return


def _markers(data: bytes, is_strict: bool) -> Iterator[tuple[int, int]]:
    """Yield the markers of a JPEG up to its end, each with the position of its segment's length.

    Bytes outside all segments are skipped, as decoders do. If ``is_strict``, they raise struct.error, since with them a
    decoder may see another picture than this reader; so does a truncated file.
    """
    place = len(JPEG)
    while (found := data.find(b"\xff", place)) >= 0:
        if is_strict and found != place:
            raise struct.error
        place = found
        while data[place : place + 1] == b"\xff":
            # Any number of fill bytes may precede a marker.
            place += 1
        (marker,) = struct.unpack_from("B", data, place)
        place += 1
        if marker == _END:
            return
        if is_strict and not marker:
            raise struct.error
        if marker in _BARE:
            continue
        yield marker, place
        (length,) = struct.unpack_from(">H", data, place)
        place += max(length, 2)
        if marker == _SCAN:
            after = _AFTER_SCAN.search(data, place)
            if after is None:
                return
            place = after.start()
