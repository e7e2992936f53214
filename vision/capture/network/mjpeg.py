"""Parser of motion-JPEG streams: bytes in, parts out, no I/O (RFC 2046 section 5.1, as cameras send it)."""

from collections.abc import Mapping
from email.message import Message
from email.parser import BytesHeaderParser
from typing import Final

from controller.errors import EyesError

_LONGEST_PART_BYTES: Final = 32 * 1024 * 1024
"""Bytes after which a part without an end is an error; chosen: no JPEG of a camera comes near it."""


class MjpegParser:
    """Collects bytes and gives out whole parts as (headers, body)."""

    def __init__(self, boundary: str = "frame") -> None:
        """Parser for one boundary, given without its leading dashes."""
        self._mark = b"--" + boundary.removeprefix("--").encode()
        self._held = bytearray()

    @classmethod
    def of(cls, content_type: str) -> "MjpegParser":
        """Parser for a Content-Type header; raises EyesError when it is not multipart with a boundary."""
        message = Message()
        message["Content-Type"] = content_type
        boundary = message.get_boundary()
        if message.get_content_maintype() != "multipart" or boundary is None:
            raise EyesError(f"stream of type {content_type!r}: expected multipart with a boundary")
        return cls(boundary)

    def feed(self, data: bytes) -> list[tuple[Mapping[str, str], bytes]]:
        """Parts that these bytes made whole, oldest first; raises EyesError when a part grows past 32 MiB."""
        self._held += data
        parts = []
        while (part := self._take()) is not None:
            parts.append(part)
        if len(self._held) > _LONGEST_PART_BYTES:
            raise EyesError(f"stream: {len(self._held)} bytes without the end of a part")
        return parts

    def _take(self) -> tuple[Mapping[str, str], bytes] | None:
        start = self._held.find(self._mark)
        head_end = self._held.find(b"\r\n\r\n", start)
        if start < 0 or head_end < 0:
            return None
        head_start = self._held.find(b"\r\n", start) + 2
        message = BytesHeaderParser().parsebytes(bytes(self._held[head_start : head_end + 4]))
        headers = {key.title(): str(value) for key, value in message.items()}
        body_start = head_end + 4
        length = headers.get("Content-Length")
        if length is not None and length.isdecimal():
            body_end = body_start + int(length)
            if len(self._held) < body_end:
                return None
        else:
            body_end = self._held.find(b"\r\n" + self._mark, body_start)
            if body_end < 0:
                return None
        body = bytes(self._held[body_start:body_end])
        del self._held[:body_end]
        return headers, body
