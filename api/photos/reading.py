"""Reading of a photo from a phone or a file, for the page that scores its hand."""

import re
import threading
import time
from functools import cache
from typing import Final

from api.paths import sets_folder
from api.photos.hand import hand_request, structure
from api.photos.schemas import CloseJson, LearntJson, PhotoJson
from api.photos.tiles import doubtful_json, lost_json, tile_json
from controller.errors import EyesError, PictureError
from vision.arrays import Image
from vision.capture.frame import decode
from vision.capture.picture_files import JPEG, picture_size
from vision.photo.enrolment import enrol, parse_faces
from vision.photo.hand import won_hand
from vision.photo.order import rows
from vision.photo.reader import PhotoReader
from vision.tiles.classifier import DOUBT

_MOST_PIXELS: Final = 32_000_000
"""Most pixels of a JPEG, which is decoded at reduced size; chosen: large enough for the cameras of phones."""
_MOST_WHOLE_PIXELS: Final = 20_000_000
"""Most pixels of other formats, which are decoded at full size; chosen: limits an anonymous request to 300 MB."""
_OPENED_PIXELS: Final = 12_600_000
"""Most pixels of a photo decoded at full size, 4096 x 3072; chosen: a larger one costs an anonymous request over 300
MB.
"""
_ALL_FACES: Final = "1-9m0m1-9p0p1-9s0s1-7z"
"""Faces in the enrolment photo: each suit in a row with its red five at the end, then the honours."""
_CLOSE_SHOWN: Final = 8
"""Most pairs of similar faces that are reported."""
_NO_NAME: Final = re.compile(r"[^A-Za-z0-9_-]")
_one_at_a_time: Final = threading.Lock()


def read_photo(data: bytes) -> PhotoJson:
    """Return the tiles of a photo as in ``jantaku read --json``, and the winning hand that they form.

    ``doubtful`` and ``unnamed`` as there. ``hand``: as in a request of ``/scores``, or None with the reason in ``why``;
    ``structure``: its guessed parts. ``check_below``: confidence below which a tile should be checked; ``lost``:
    information that the picture has lost. Raises PictureError for an invalid or too large picture.
    """
    started = time.perf_counter()
    picture, by = _picture(data)
    with _one_at_a_time:
        seen = _reader().reading(picture).scaled(by, by)
    tiles = tuple(tile for row in rows(seen.tiles) for tile in row)
    hand, parts, why = None, None, ""
    try:
        found = won_hand(tiles)
        hand, parts = hand_request(found), structure(found)
    except EyesError as error:
        why = str(error)
    return {
        "size": [picture.shape[1] * by, picture.shape[0] * by],
        "tiles": [tile_json(tile) for tile in tiles],
        "doubtful": [doubtful_json(tile) for tile in seen.doubtful],
        "unnamed": seen.unnamed,
        "check_below": DOUBT,
        "lost": lost_json(data, picture),
        "hand": hand,
        "structure": parts,
        "why": why,
        "milliseconds": round(1000 * (time.perf_counter() - started)),
    }


def learn_tiles(table: str, photo: bytes, faces: str = "") -> LearntJson:
    """Learn a table's tile faces from one photo and store them under its name, for `jantaku read --set`.

    ``faces``: faces in the photo, row by row, "" for the default. Raises JantakuError and then stores nothing.
    """
    name = _NO_NAME.sub("-", table).lstrip("-_") or "table"
    wanted, picture = parse_faces(faces or _ALL_FACES), _picture(photo)[0]
    with _one_at_a_time:
        reader = _reader()
        learnt = enrol(picture, reader.reading(picture), wanted, name, reader.classifier)
    learnt.save(sets_folder())
    close: list[CloseJson] = [
        {"faces": [str(one), str(other)], "likeness": round(alike, 3)}
        for one, other, alike in learnt.close_faces()[:_CLOSE_SHOWN]
    ]
    return {"set": name, "faces": len(learnt.kinds), "close": close}


def _picture(data: bytes) -> tuple[Image, int]:
    """Return the picture and its reduction factor relative to the photo; raises PictureError."""
    width, height = picture_size(data)
    most = _MOST_PIXELS if data.startswith(JPEG) else _MOST_WHOLE_PIXELS
    if width * height > most:
        raise PictureError(
            f"{width}×{height}の写真は大きすぎます({most // 1_000_000}メガピクセルまで) / "
            f"a picture of {width} x {height}: expected at most {most // 1_000_000} megapixels"
        )
    picture = decode(data, "photo", _OPENED_PIXELS)
    return picture, round(max(width, height) / max(picture.shape[:2]))


@cache
def _reader() -> PhotoReader:
    return PhotoReader.load(2)
