"""Network cameras described by data: what the camera answers, how it authenticates, and how it writes its stream."""

import base64
import gzip
import hashlib
import re
import socket
import ssl
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import cache
from typing import IO, Final

import cv2
import numpy as np

from tests.support.listening import Listening

USER, PASSWORD = "admin", "pa ss@/:word"
LOGIN: Final = "admin:pa%20ss%40%2F%3Aword@"
_NONCE: Final = "dcd98b7102dd2f0e8b11d0f600bfb0c0"


@dataclass(frozen=True)
class Kind:
    """Behaviour of a camera.

    ``answer``: stream, image, page or nothing. ``login``: "", basic, digest or both. ``hops``: number of redirects;
    ``there``: their target if it is not the camera. ``written``: names from ``PARTS`` and ``PICTURES``, and ways to
    send bytes: chunked, gzip, dripping (small pieces), hangs up (after each picture). ``pictures``: returns the picture
    of a number; None: ``picture``.
    """

    answer: str = "stream"
    login: str = ""
    end: str = "\r\n"
    boundary: str = "--frame"
    told: str = "multipart/x-mixed-replace; boundary=frame"
    length: bool = True
    delay_s: float = 0.0
    hops: int = 0
    there: str = ""
    written: tuple[str, ...] = ()
    password: str = PASSWORD
    pictures: Callable[[int], bytes] | None = None


def picture(number: int, *options: int) -> bytes:
    """JPEG of one frame whose brightness encodes its number."""
    return cv2.imencode(".jpg", np.full((24, 32, 3), 20 * (number % 12), np.uint8), options)[1].tobytes()


def _without_tables(jpeg: bytes) -> bytes:
    """Remove the Huffman tables, as USB cameras send it (the tables of ITU-T T.81, annex K, are implied)."""
    kept, at = jpeg[:2], 2
    while jpeg[at + 1] != 0xDA:
        after = at + 2 + int.from_bytes(jpeg[at + 2 : at + 4], "big")
        kept += b"" if jpeg[at + 1] == 0xC4 else jpeg[at:after]
        at = after
    return kept + jpeg[at:]


def _with_thumbnail(jpeg: bytes) -> bytes:
    """Add an EXIF thumbnail, which is a whole picture inside the picture."""
    inside = b"Exif\0\0" + picture(11)
    return jpeg[:2] + b"\xff\xe1" + (len(inside) + 2).to_bytes(2, "big") + inside + jpeg[2:]


PICTURES: Final[Mapping[str, Callable[[int], bytes]]] = {
    "no tables": lambda number: _without_tables(picture(number)),
    "thumbnail": lambda number: _with_thumbnail(picture(number)),
    "progressive": lambda number: picture(number, cv2.IMWRITE_JPEG_PROGRESSIVE, 1),
    "restarts": lambda number: picture(number, cv2.IMWRITE_JPEG_RST_INTERVAL, 1),
    "filled": lambda number: picture(number).replace(b"\xff\xd9", b"\xff\xff\xff\xd9"),
}
"""Variants of the picture itself, by name."""
PARTS: Final[Mapping[str, Callable[[bytes], bytes]]] = {
    "lower case": lambda part: part.replace(b"Content-Length", b"content-length"),
    "no type": lambda part: part.replace(b"Content-Type: image/jpeg\r\n", b""),
    "length too long": lambda part: re.sub(rb"Length: (\d+)", lambda told: b"Length: %d" % (int(told[1]) + 7), part),
    "length too short": lambda part: re.sub(rb"Length: (\d+)", lambda told: b"Length: %d" % (int(told[1]) - 7), part),
    "padded": lambda part: part + b"\0" * 700,
    "junk": lambda part: b"\r\n\xff\xd8 no picture \xff\r\n" + part,
    "many headers": lambda part: b"\r\n".join(
        (part[:9], *(b"X-Pad-%d: %s" % (at, b"a" * 90) for at in range(30)), part[9:])
    ),
}
"""Variants of how a part of a stream is written, by name."""


@cache
def bomb() -> bytes:
    """A small gzip body that expands to 40 MB."""
    return gzip.compress(picture(0) + bytes(40_000_000))


class FakeCamera(Listening):
    """A camera of a kind on its own port; ``asked``: request lines and logins in order."""

    def __init__(self, kind: Kind, family: int = socket.AF_INET, tls: ssl.SSLContext | None = None) -> None:
        self.kind, self.asked = kind, list[str]()
        if "bomb" in kind.written:
            # On a busy machine compression takes longer than a camera's answer may take, so it is done before the
            # request.
            bomb()
        self._tls, self._pictures = tls, 0
        super().__init__(family)

    def serve(self, link: socket.socket) -> None:
        with suppress(OSError), link:
            speaks = link if self._tls is None else self._tls.wrap_socket(link, server_side=True)
            lines = speaks.makefile("rb")
            while head := _head(lines):
                self.asked.append(head)
                self._answer(speaks, head)

    def _answer(self, link: socket.socket, head: str) -> None:
        kind, end = self.kind, self.kind.end
        path = head.split()[1]
        if not self._lets_in(head):
            challenge = {
                "basic": [f'Basic realm="cam"{end}'],
                "digest": [f'Digest realm="cam", qop="auth", nonce="{_NONCE}"{end}'],
            }
            challenge["both"] = challenge["basic"] + challenge["digest"]
            told = "".join(f"WWW-Authenticate: {each}" for each in challenge[kind.login])
            link.sendall(f"HTTP/1.1 401 No{end}{told}Content-Length: 2{end}{end}no".encode())
            return
        hop = int((re.findall(r"hop=(\d+)", path) or ["0"])[0])
        if hop < kind.hops:
            there = kind.there or f"/next?hop={hop + 1}"
            link.sendall(f"HTTP/1.1 302 There{end}Location: {there}{end}Content-Length: 0{end}{end}".encode())
            return
        self._closing.wait(kind.delay_s)
        if kind.answer == "stream":
            self._stream(link)
        body, told = (
            ((kind.pictures or picture)(self._next()), "image/jpeg")
            if kind.answer == "image"
            else (b"<html>hello", "text/html")
        )
        packed = ""
        if "gzip" in kind.written:
            body, packed = gzip.compress(body), "Content-Encoding: gzip"
        elif "bomb" in kind.written:
            body, packed = bomb(), "Content-Encoding: gzip"
        lines = ("HTTP/1.1 200 OK", f"Content-Type: {told}", f"Content-Length: {len(body)}", packed)
        link.sendall(f"{end.join(filter(None, lines))}{end}{end}".encode() + body)

    def _stream(self, link: socket.socket) -> None:
        kind, end = self.kind, self.kind.end
        ways = kind.written
        sent = f"Transfer-Encoding: chunked{end}" if "chunked" in ways else ""
        sent += f"Content-Encoding: gzip{end}" if "gzip" in ways else ""
        told = f"Content-Type: {kind.told}{end}" if kind.told else ""
        link.sendall(f"HTTP/1.{int('chunked' in ways)} 200 OK{end}{told}{sent}{end}".encode())
        packing = zlib.compressobj(wbits=31) if "gzip" in ways else None
        while not self._closing.wait(0.005):
            make = next((PICTURES[each] for each in ways if each in PICTURES), kind.pictures or picture)
            body = make(self._next())
            length = f"Content-Length: {len(body)}{end}" if kind.length else ""
            head = f"{kind.boundary}{end}Content-Type: image/jpeg{end}{length}{end}" if kind.boundary else ""
            part = head.encode() + body + end.encode()
            for each in ways:
                part = PARTS[each](part) if each in PARTS else part
            if packing is not None:
                part = packing.compress(part) + packing.flush(zlib.Z_SYNC_FLUSH)
            for piece in re.findall(rb"(?s).{1,97}", part) if "dripping" in ways else (part,):
                link.sendall(b"%x\r\n%s\r\n" % (len(piece), piece) if "chunked" in ways else piece)
            if "hangs up" in ways:
                break
        raise OSError

    def _next(self) -> int:
        self._pictures += 1
        return self._pictures

    def _lets_in(self, head: str) -> bool:
        if not self.kind.login:
            return True
        login = (re.findall(r"(?im)^authorization: (.*?)\r?$", head) or [""])[0]
        basic = base64.b64encode(f"{USER}:{self.kind.password}".encode()).decode()
        if self.kind.login == "basic":
            return bool(login == f"Basic {basic}")
        told = dict(re.findall(r'(\w+)="?([^",]+)"?', login.removeprefix("Digest ")))
        if not login.startswith("Digest ") or told.get("uri") != head.split()[1]:
            return False
        ours, asked = _md5(f"{USER}:cam:{self.kind.password}"), _md5(f"GET:{told['uri']}")
        return str(told["response"]) == _md5(f"{ours}:{_NONCE}:{told['nc']}:{told['cnonce']}:auth:{asked}")


@contextmanager
def fake_camera(kind: Kind, family: int = socket.AF_INET, tls: ssl.SSLContext | None = None) -> Iterator[FakeCamera]:
    """Run a camera until the context ends."""
    camera = FakeCamera(kind, family, tls)
    try:
        yield camera
    finally:
        camera.close()


def _head(lines: IO[bytes]) -> str:
    read = []
    while (line := lines.readline().decode()).strip():
        read.append(line)
    return "".join(read)


def _md5(text: str) -> str:
    return hashlib.md5(text.encode()).hexdigest()
