"""Bodies of requests: read whole before the application is asked, up to their limit and within their time."""

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
"""Bytes of bodies of all clients together that are held at once; chosen: sixteen large photos at once.
Who is known by a session or a token has another room of that size, which nobody unknown can fill."""
_PLAIN: Final = frozenset({"", "identity"})
"""Codings of a body that is taken as it comes (RFC 9110 8.4); unpacked it may be a thousand times as large."""


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
    """A body that is not taken: the HTTP status and why."""

    def __init__(self, status: int, said: Text) -> None:
        """Keep both."""
        super().__init__(said.en)
        self.status, self.said = status, said


class BodyRoom:
    """Room for the bodies of many clients: what does not fit in beside the others is refused, not waited for."""

    def __init__(self, most: int = ROOM) -> None:
        """``most`` bytes in all."""
        self._left = most

    @contextmanager
    def held(self) -> Iterator["HeldBody"]:
        """Room for one body, given back at the end."""
        body = HeldBody(self)
        try:
            yield body
        finally:
            self._left += body.size

    def take(self, size: int) -> None:
        """Take so many bytes; raises BodyRefusedError if there are fewer."""
        if size > self._left:
            raise BodyRefusedError(503, _FULL)
        self._left -= size


class HeldBody:
    """The bytes of one body as they come, in a room."""

    def __init__(self, room: BodyRoom) -> None:
        """Nothing has come."""
        self._room, self._pieces, self.size = room, list[bytes](), 0

    def add(self, piece: bytes) -> None:
        """Keep another piece; raises BodyRefusedError."""
        self._room.take(len(piece))
        self.size += len(piece)
        self._pieces.append(piece)

    def whole(self) -> bytes:
        """All that has come."""
        return b"".join(self._pieces)


async def read_body(headers: Headers, receive: Receive, most: int, body: HeldBody, within_s: float = BODY_S) -> bytes:
    """The body in one piece; raises BodyRefusedError: it is packed, too large, drips, or says a false length."""
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
    """A receive that gives the body that was read, then what comes after it."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again
