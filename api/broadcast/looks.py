"""Looks of a table's players on a stream: teams, colours, photos; a photo is requested only by its seat."""

import os
import re
import stat
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final, TypedDict

from controller.errors import VenueError
from controller.riichi.seat import SEATS, Seat
from controller.text import Text

FOLDER: Final = "photos"
"""Folder of the photos, beside the venue file."""
LARGEST: Final = 4 * 1024 * 1024
"""Most bytes of a photo; chosen: ten times a portrait of 1,000 pixels."""
PHOTO_NAME: Final = re.compile(r"(?!\.)[\w .-]{1,80}\.(png|jpe?g|webp)", re.IGNORECASE)
COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")
_BEGINS: Final = ((b"\x89PNG\r\n\x1a\n", "image/png"), (b"\xff\xd8\xff", "image/jpeg"))
PHOTO_TYPES: Final = (*(media for _, media in _BEGINS), "image/webp")


class LookJson(TypedDict):
    """Look of a seat; ``version``: identity of its photo, "" for none."""

    team: str
    colour: str
    version: str


class LooksJson(TypedDict):
    """Looks of a table."""

    seats: list[LookJson]
    delay_s: float
    late_s: float


@dataclass(frozen=True, slots=True)
class TableLooks:
    """Team names, colours (``#rrggbb``) and photo files, one per seat A-D or empty. ``delay_s``: delay of the video, s.

    ``late_s``: delay of the late feed, s; 0 if that feed has no fixed delay.
    """

    teams: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    photos: tuple[str, ...] = ()
    delay_s: float = 0.0
    late_s: float = 0.0

    def to_json(self) -> LooksJson:
        """Return the looks for pages; a photo is represented by its identity only, "" for none."""
        seats: list[LookJson] = [
            {"team": _at(self.teams, seat), "colour": _at(self.colours, seat), "version": self._version(seat)}
            for seat in SEATS
        ]
        return {"seats": seats, "delay_s": self.delay_s, "late_s": self.late_s}

    def photo(self, seat: Seat) -> tuple[bytes, str] | None:
        """Return bytes and media type of a seat's photo; None if there is no valid picture."""
        name = _at(self.photos, seat)
        return read_photo(Path(name)) if name else None

    def _version(self, seat: Seat) -> str:
        name = _at(self.photos, seat)
        try:
            found = Path(name).stat() if name else None
        except OSError:
            found = None
        return "" if found is None else sha256(f"{name}|{found.st_mtime_ns}|{found.st_size}".encode()).hexdigest()[:12]


# Windows has neither flag, and follows links.
_NO_LINK: Final = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


NO_LOOKS: Final = TableLooks()


def read_photo(file: Path) -> tuple[bytes, str] | None:
    """Return a picture file's bytes and its media type by magic number; None for a link, a large file or no picture."""
    try:
        with open(os.open(file, _NO_LINK), "rb") as opened:
            found = os.fstat(opened.fileno())
            if not stat.S_ISREG(found.st_mode) or found.st_size > LARGEST:
                return None
            data = opened.read(LARGEST)
    except OSError:
        return None
    kind = next((media for begin, media in _BEGINS if data.startswith(begin)), None)
    if kind is None and data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        kind = PHOTO_TYPES[-1]
    return None if kind is None else (data, kind)


def check_colours(colours: tuple[str, ...]) -> None:
    """Raise VenueError unless there are four colours or empty texts."""
    _four(colours)
    if not all(not each or COLOUR.fullmatch(each) for each in colours):
        raise VenueError(
            Text(
                "色は `#c02030` の形で入力するか、空にしてください。",
                "expected colours such as #c02030, or empty texts",
            )
        )


def check_photos(photos: tuple[str, ...]) -> None:
    """Raise VenueError unless there are four plain names of picture files or empty texts."""
    _four(photos)
    if not all(not each or PHOTO_NAME.fullmatch(each) for each in photos):
        raise VenueError(
            Text(
                "写真は保存先のフォルダーにある画像の名前を入力するか、空にしてください。",
                f"expected names of png, jpg or webp files in the folder {FOLDER}, or empty texts",
            )
        )


def _four(values: tuple[str, ...]) -> None:
    if len(values) not in (0, len(SEATS)):
        raise VenueError(
            Text(
                f"値が{len(values)}個です。四つの席の分をそろえるか、すべて空にしてください。",
                f"{len(values)} values: expected four texts, of seats A to D, or an empty list",
            )
        )


def _at(values: tuple[str, ...], seat: Seat) -> str:
    return values[seat] if values else ""
