"""Frames of the link, bytes in and frames out: ``00 | COBS(length, type, session, seq, payload, crc32) | 00``."""

import struct
import zlib
from dataclasses import dataclass
from typing import Final

from cobs import cobs

from controller.errors import LinkError
from firmware_bridge.wire.limits import PAYLOAD_MAX

_HEAD: Final = struct.Struct("<BBII")
_CRC: Final = struct.Struct("<I")
_U32: Final = 0xFFFFFFFF
_OVERHEAD: Final = _HEAD.size + _CRC.size
# COBS adds one byte to any data under 255 bytes.
_ENCODED_MAX: Final = _OVERHEAD + PAYLOAD_MAX + 1


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame: type 0-255, session and seq u32, payload of at most 47 bytes; raises LinkError."""

    type: int
    session: int
    seq: int
    payload: bytes = b""

    def __post_init__(self) -> None:
        if len(self.payload) > PAYLOAD_MAX:
            raise LinkError(
                f"frame of type {self.type:#04x}: payload of {len(self.payload)} bytes, at most {PAYLOAD_MAX}"
            )
        if not (0 <= self.type <= 0xFF and 0 <= self.seq <= _U32 and 0 <= self.session <= _U32):
            raise LinkError(f"frame out of range: type {self.type}, session {self.session}, seq {self.seq}")

    def encode(self) -> bytes:
        """Return the bytes on the wire, with the zero before and after."""
        body = _HEAD.pack(len(self.payload), self.type, self.session, self.seq) + self.payload
        coded: bytes = cobs.encode(body + _CRC.pack(zlib.crc32(body)))
        return b"\0" + coded + b"\0"


class Decoder:
    """Splits a byte stream into frames; damaged frames are counted and dropped up to the next zero."""

    def __init__(self) -> None:
        self.frames = 0
        self.damaged = 0
        self._chunk = bytearray()
        self._overlong = False

    def feed(self, data: bytes) -> list[Frame]:
        """Return the frames completed by ``data``, in order."""
        head, *rest = data.split(b"\0")
        found = []
        self._grow(head)
        for part in rest:
            frame = self._close()
            if frame is not None:
                found.append(frame)
            self._grow(part)
        return found

    def _grow(self, part: bytes) -> None:
        # A stream without zeros must not fill the memory.
        if self._overlong or len(self._chunk) + len(part) > _ENCODED_MAX:
            self._overlong = True
            self._chunk.clear()
        else:
            self._chunk += part

    def _close(self) -> Frame | None:
        chunk, overlong = bytes(self._chunk), self._overlong
        self._chunk.clear()
        self._overlong = False
        if not chunk and not overlong:
            return None
        frame = None if overlong else _parse(chunk)
        if frame is None:
            self.damaged += 1
        else:
            self.frames += 1
        return frame


def _parse(chunk: bytes) -> Frame | None:
    try:
        raw: bytes = cobs.decode(chunk)
    except cobs.DecodeError:
        return None
    if len(raw) < _OVERHEAD or len(raw) != _OVERHEAD + raw[0]:
        return None
    body, crc = raw[: -_CRC.size], raw[-_CRC.size :]
    if _CRC.unpack(crc)[0] != zlib.crc32(body):
        return None
    _, kind, session, seq = _HEAD.unpack_from(body)
    return Frame(kind, session, seq, body[_HEAD.size :])
