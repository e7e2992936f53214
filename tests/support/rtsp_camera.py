"""A camera that streams by RTSP over one TCP connection: JPEG in RTP (RFC 2326, section 10.12; RFC 2435)."""

import re
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from tests.support.listening import Listening

_MOST: Final = 1400
"""Largest part of a picture per packet in bytes; a network's packets have 1,500."""
_CLOCK_HZ: Final = 90_000
_TABLES_INSIDE: Final = 255
"""Q of RFC 2435: the picture contains its own quantization tables."""
_SDP: Final = "v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=cam\r\nt=0 0\r\nm=video 0 RTP/AVP 26\r\na=control:track1\r\n"


class RtspCamera(Listening):
    """Streams the pictures that ``take`` returns from PLAY on; ``take`` waits for the next picture."""

    def __init__(self, take: Callable[[], bytes]) -> None:
        self._take = take
        super().__init__()

    def serve(self, link: socket.socket) -> None:
        with suppress(OSError), link, link.makefile("rb") as lines:
            while (first := lines.readline().decode()).strip():
                said = dict(re.findall(r"(?m)^([\w-]+): *(.*?)\r?$", _rest(lines.readline)))
                method, told = first.split()[0], [f"CSeq: {said.get('CSeq', '0')}", "Session: 1"]
                body = _SDP if method == "DESCRIBE" else ""
                if method == "OPTIONS":
                    told.append("Public: OPTIONS, DESCRIBE, SETUP, PLAY, TEARDOWN")
                if method == "SETUP":
                    told.append("Transport: RTP/AVP/TCP;unicast;interleaved=0-1")
                    if "TCP" not in said.get("Transport", ""):
                        link.sendall(f"RTSP/1.0 461 No\r\nCSeq: {said['CSeq']}\r\n\r\n".encode())
                        continue
                if body:
                    told += ["Content-Type: application/sdp", f"Content-Length: {len(body)}"]
                link.sendall("\r\n".join(("RTSP/1.0 200 OK", *told, "", body)).encode())
                if method == "PLAY":
                    self._play(link)

    def _play(self, link: socket.socket) -> None:
        sequence, at = 0, 0
        while not self._closing.is_set():
            at += _CLOCK_HZ // 5
            for packet in packets(self._take(), sequence, at):
                link.sendall(b"$\0" + len(packet).to_bytes(2, "big") + packet)
                sequence += 1


def packets(jpeg: bytes, sequence: int, at: int) -> list[bytes]:
    """Return a picture as RTP packets, without its headers, which the receiver rebuilds by RFC 2435."""
    tables, size, kind, start, place = b"", (0, 0), 1, 0, 2
    while not start:
        mark, length = jpeg[place + 1], int.from_bytes(jpeg[place + 2 : place + 4], "big")
        held = jpeg[place + 4 : place + 2 + length]
        if mark == 0xDB:
            tables += b"".join(held[at : at + 65][1:] for at in range(0, len(held), 65))
        elif mark == 0xC0:
            size = int.from_bytes(held[3:5], "big"), int.from_bytes(held[1:3], "big")
            kind = 1 if held[7] == 0x22 else 0
        elif mark == 0xDA:
            start = place + 2 + length
        place += 2 + length
    scan, made = jpeg[start:-2], list[bytes]()
    for offset in range(0, len(scan), _MOST):
        piece, last = scan[offset : offset + _MOST], offset + _MOST >= len(scan)
        rtp = bytes((0x80, 26 | (0x80 if last else 0))) + ((sequence + len(made)) & 0xFFFF).to_bytes(2, "big")
        rtp += at.to_bytes(4, "big") + b"cam1"
        head = offset.to_bytes(4, "big") + bytes((kind, _TABLES_INSIDE, size[0] // 8, size[1] // 8))
        if not offset:
            head += b"\0\0" + len(tables).to_bytes(2, "big") + tables
        made.append(rtp + head + piece)
    return made


def _rest(line: Callable[[], bytes]) -> str:
    read = []
    while (one := line().decode()).strip():
        read.append(one)
    return "".join(read)
