"""Parser of motion-JPEG streams: bytes in, pictures out, no I/O.

Pictures are found by the markers of JPEG (ITU-T T.81, annex B): boundaries, line ends and lengths differ from maker to
maker and are not needed.
"""

import re
from collections.abc import Mapping
from typing import Final

from controller.errors import PictureError

_LONGEST_PART_BYTES: Final = 32 * 1024 * 1024
"""Bytes after which a picture without an end is an error; chosen: no camera's JPEG is nearly as large."""
_HEAD_BYTES: Final = 4096
"""Bytes before a picture that are searched for its headers; chosen: cameras write a few hundred."""
_BEGINS: Final = b"\xff\xd8\xff"
_BEGIN: Final = b"\xd8"
_END: Final = b"\xd9"
_MARKER: Final = re.compile(rb"\xff+([\xc0-\xcf\xd8-\xfe])", re.DOTALL)
"""A marker that ends compressed data: neither a stuffed byte nor a restart marker."""
_HEADER: Final = re.compile(rb"^([A-Za-z][\w-]*):[ \t]*([^\r\n]*?)[ \t]*$", re.MULTILINE)


class MjpegParser:
    """Collects bytes and returns complete pictures as (headers, JPEG); a truncated picture is dropped."""

    def __init__(self) -> None:
        self._held = bytearray()
        self._start: int | None = None
        self._at = 0

    def feed(self, data: bytes) -> list[tuple[Mapping[str, str], bytes]]:
        """Return the pictures that these bytes complete, oldest first; raises PictureError if one exceeds 32 MiB."""
        self._held += data
        parts = []
        while (part := self._take()) is not None:
            parts.append(part)
        if len(self._held) > _LONGEST_PART_BYTES:
            raise PictureError(f"stream: {len(self._held)} bytes without the end of a picture")
        return parts

    def _take(self) -> tuple[Mapping[str, str], bytes] | None:
        if self._start is None:
            found = self._held.find(_BEGINS)
            if found < 0:
                del self._held[:-_HEAD_BYTES]
                return None
            self._start, self._at = found, found + len(_BEGINS) - 1
        end = self._end()
        if end is None:
            return None
        head, body = bytes(self._held[max(0, self._start - _HEAD_BYTES) : self._start]), self._held[self._start : end]
        del self._held[:end]
        self._start = None
        return _headers(head), bytes(body)

    def _end(self) -> int | None:
        """Return the position of the current picture's end; None if it has not been received yet."""
        while (found := _MARKER.search(self._held, self._at)) is not None:
            if found[1] == _END:
                return found.end()
            if found[1] == _BEGIN:
                self._start, self._at = found.end() - len(_BEGINS) + 1, found.end()
                continue
            length = self._held[found.end() : found.end() + 2]
            after = found.end() + int.from_bytes(length, "big")
            if len(length) < len(b"00") or after > len(self._held):
                self._at = found.start()
                return None
            self._at = after
        # A marker may be split between two reads.
        self._at = max(self._at, len(self._held) - 1)
        return None


def _headers(head: bytes) -> Mapping[str, str]:
    """Return headers by name, as in HTTP, with any line end; the last of equal names counts."""
    plain = head.replace(b"\r", b"\n")
    return {name.decode().title(): value.decode("latin-1") for name, value in _HEADER.findall(plain)}
