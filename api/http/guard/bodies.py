"""Bodies of requests: read whole before the application is asked, up to their limit and within their time."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from starlette.datastructures import Headers
from starlette.types import Message, Receive

BODY_S: Final = 15.0
_MIB: Final = 2**20
ROOM: Final = 192 * _MIB
"""Bytes of bodies of all clients together that are held at once; chosen: sixteen large photos at once.
Who is known by a session or a token has another room of that size, which nobody unknown can fill."""
_PLAIN: Final = frozenset({"", "identity"})
"""Codings of a body that is taken as it comes (RFC 9110 8.4); unpacked it may be a thousand times as large."""


class BodyRefusedError(Exception):
    """A body that is not taken: the HTTP status and why."""

    def __init__(self, status: int, detail: str) -> None:
        """Keep both."""
        super().__init__(detail)
        self.status, self.detail = status, detail


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
            raise BodyRefusedError(503, "so much comes in already that there is no room for more: try again")
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
        raise BodyRefusedError(415, "a body that is packed: expected none with a content-encoding")
    told = headers.get("content-length")
    if told is not None and (not told.isdecimal() or int(told) > most):
        raise BodyRefusedError(413, f"a body of {told[:20]} bytes: expected at most {most}")
    try:
        async with asyncio.timeout(within_s):
            await _collect(receive, most, body)
            return body.whole()
    except TimeoutError:
        raise BodyRefusedError(408, f"the body did not come within {within_s:g} s") from None


async def _collect(receive: Receive, most: int, body: HeldBody) -> None:
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise BodyRefusedError(400, "the client left before its body had come")
        piece = message.get("body", b"")
        if body.size + len(piece) > most:
            raise BodyRefusedError(413, f"a body of more than {most} bytes: expected at most so many")
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
