"""How large a picture is, as its file says, and what no picture has: told before anything of that size is made."""

import re
import struct
from collections.abc import Iterator
from typing import Final

from controller.errors import PictureError

JPEG: Final = b"\xff\xd8"
"""How a JPEG begins."""
MOST_SCANS: Final = 100
"""Scans of a JPEG; chosen: progressive ones have some ten, and each may cost as much as the whole picture."""
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_FRAMES: Final = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""JPEG markers that a picture's size stands behind (ITU-T T.81, table B.1)."""
_BARE: Final = frozenset({0x00, 0x01, *range(0xD0, 0xD9)})
"""JPEG markers with nothing behind them, and what is none."""
_SCAN, _END = 0xDA, 0xD9
_AFTER_SCAN: Final = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]")
"""Where the data of a scan end: at a marker that begins nothing anew in them."""


def picture_size(data: bytes) -> tuple[int, int]:
    """Width and height as the file says; raises PictureError for what is no JPEG or PNG, or is made to deceive."""
    try:
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
    raise PictureError(f"{len(data)} bytes: expected a picture as JPEG or PNG")


def refuse_scans(data: bytes) -> None:
    """Raises PictureError for a JPEG of so many scans that reading it would take minutes."""
    if not data.startswith(JPEG):
        return
    scans = 0
    try:
        for marker, _ in _markers(data, is_strict=False):
            scans += marker == _SCAN
            if scans > MOST_SCANS:
                raise PictureError(f"a JPEG of more than {MOST_SCANS} scans: expected one of some ten")
    except struct.error:
        # Cut short, or damaged: whoever decodes it says so.
        return


def _markers(data: bytes, is_strict: bool) -> Iterator[tuple[int, int]]:
    """Markers of a JPEG up to its end, each with the place of its length.

    Bytes that belong nowhere are passed over, as decoders do, who would be shown another picture than this reader;
    strictly, they raise struct.error, and so does a file that is cut short.
    """
    place = len(JPEG)
    while (found := data.find(b"\xff", place)) >= 0:
        if is_strict and found != place:
            raise struct.error
        place = found
        while data[place : place + 1] == b"\xff":
            # Any number of these may come before a marker.
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
