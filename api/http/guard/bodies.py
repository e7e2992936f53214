"""Request bodies: read completely before the application is called, within a size limit and a time limit."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from starlette.datastructures import Headers
from starlette.types import Message, Receive

from controller.text import Text

BODY_S: Final = 15.0
_MIB: Final = 2**20
ROOM: Final = 192 * _MIB
"""Bytes of request bodies that are held at once, of all clients; chosen: sixteen large photos.

Clients with a session or a token share a second room of the same size, so that unknown clients cannot fill it.
"""
_PLAIN: Final = frozenset({"", "identity"})
"""Content codings that are accepted (RFC 9110 8.4); a compressed body may expand a thousandfold."""


_FULL: Final = Text(
    "いま届いている内容が多すぎます。少し待って、もう一度お試しください。",
    "so much comes in already that there is no room for more: try again",
)
_PACKED: Final = Text("圧縮した内容は受け取れません。", "a body that is packed: expected none with a content-encoding")
_LEFT: Final = Text("送信の途中で接続が切れました。", "the client left before its body had come")


def _large(told: str, most: int) -> Text:
    return Text(f"送られた内容が大きすぎます。{most}バイトまでです。", f"{told}: expected at most {most}")


def _late(within_s: float) -> Text:
    return Text(
        f"{within_s:g}秒以内に届きませんでした。もう一度お試しください。",
        f"the body did not come within {within_s:g} s",
    )


class BodyRefusedError(Exception):
    """A body that is refused, with the HTTP status and the reason."""

    def __init__(self, status: int, said: Text) -> None:
        """Store status and reason."""
        super().__init__(said.en)
        self.status, self.said = status, said


class BodyRoom:
    """Memory budget for the bodies of many clients; a body that does not fit is refused instead of queued."""

    def __init__(self, most: int = ROOM) -> None:
        """``most``: the budget in bytes."""
        self._left = most

    @contextmanager
    def held(self) -> Iterator["HeldBody"]:
        """Context with an empty body; its bytes are returned to the budget at the end."""
        body = HeldBody(self)
        try:
            yield body
        finally:
            self._left += body.size

    def take(self, size: int) -> None:
        """Take ``size`` bytes from the budget; raises BodyRefusedError (503) if fewer are left."""
        if size > self._left:
            raise BodyRefusedError(503, _FULL)
        self._left -= size


class HeldBody:
    """The bytes of one body received so far, counted against a room."""

    def __init__(self, room: BodyRoom) -> None:
        """Start with an empty body."""
        self._room, self._pieces, self.size = room, list[bytes](), 0

    def add(self, piece: bytes) -> None:
        """Append a chunk; raises BodyRefusedError if the room is full."""
        self._room.take(len(piece))
        self.size += len(piece)
        self._pieces.append(piece)

    def whole(self) -> bytes:
        """Return the body received so far."""
        return b"".join(self._pieces)


async def read_body(headers: Headers, receive: Receive, most: int, body: HeldBody, within_s: float = BODY_S) -> bytes:
    """Return the complete body.

    Raises BodyRefusedError if the body is compressed (415), larger than ``most`` bytes or of invalid length (413), not
    received within ``within_s`` seconds (408), or if the client disconnects (400).
    """
    packed = [each.strip().lower() for each in headers.get("content-encoding", "").split(",")]
    if not {*packed} <= _PLAIN:
        raise BodyRefusedError(415, _PACKED)
    told = headers.get("content-length")
    if told is not None and (not told.isdecimal() or int(told) > most):
        raise BodyRefusedError(413, _large(f"a body of {told[:20]} bytes", most))
    try:
        async with asyncio.timeout(within_s):
            await _collect(receive, most, body)
            return body.whole()
    except TimeoutError:
        raise BodyRefusedError(408, _late(within_s)) from None


async def _collect(receive: Receive, most: int, body: HeldBody) -> None:
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise BodyRefusedError(400, _LEFT)
        piece = message.get("body", b"")
        if body.size + len(piece) > most:
            raise BodyRefusedError(413, _large(f"a body of more than {most} bytes", most))
        body.add(piece)
        if not message.get("more_body", False):
            return


def replayed(body: bytes, receive: Receive) -> Receive:
    """Return a receive function that yields the body already read, then any later messages of ``receive``."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again
