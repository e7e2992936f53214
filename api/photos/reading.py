"""A photo from a phone or a file, read for the page on which its hand is scored."""

import struct
import threading
import time
from functools import cache
from typing import Any, Final

from api.photos.hand import hand_request
from api.photos.tiles import tile_json
from controller.errors import EyesError, PictureError
from vision.capture.frame import decode
from vision.photo.hand import won_hand
from vision.photo.learning import DOUBTFUL
from vision.photo.reader import PhotoReader

_MOST_PIXELS: Final = 64_000_000
"""Of a photo; chosen: the largest that phones take are 50 million, and each costs three bytes while it is read."""
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_JPEG: Final = b"\xff\xd8"
_FRAMES: Final = frozenset({*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC})
"""JPEG markers that a picture's size stands behind."""
_one_at_a_time: Final = threading.Lock()


def read_photo(data: bytes) -> dict[str, Any]:
    """The tiles of a photo as ``jantaku read --json`` tells them, and the won hand that they make.

    ``hand`` as in a request of ``/scores``, None with ``why`` where they make none. ``doubtful``: confidence below
    which a tile should be looked at. Raises PictureError for what is no JPEG or PNG, or too large.
    """
    width, height = _size(data)
    if width * height > _MOST_PIXELS:
        raise PictureError(f"a picture of {width} x {height}: expected at most {_MOST_PIXELS // 1_000_000} megapixels")
    started = time.perf_counter()
    picture = decode(data, "photo")
    with _one_at_a_time:
        tiles = _reader().read(picture)
    hand, why = None, ""
    try:
        hand = hand_request(won_hand(tiles))
    except EyesError as error:
        why = str(error)
    return {
        "size": [picture.shape[1], picture.shape[0]],
        "tiles": [tile_json(tile) for tile in tiles],
        "doubtful": DOUBTFUL,
        "hand": hand,
        "why": why,
        "milliseconds": round(1000 * (time.perf_counter() - started)),
    }


@cache
def _reader() -> PhotoReader:
    return PhotoReader.load(2)


def _size(data: bytes) -> tuple[int, int]:
    """Width and height as the file says, before anything of that size is made; raises PictureError."""
    try:
        if data.startswith(_PNG):
            wide, tall = struct.unpack(">II", data[16:24])
            return int(wide), int(tall)
        if data.startswith(_JPEG):
            place = 2
            while True:
                marker, length = struct.unpack(">xBH", data[place : place + 4])
                if marker in _FRAMES:
                    tall, wide = struct.unpack(">HH", data[place + 5 : place + 9])
                    return int(wide), int(tall)
                place += 2 + length
    except struct.error:
        pass
    raise PictureError(f"{len(data)} bytes: expected a picture as JPEG or PNG")
