"""Bodies of requests: read whole before the application is asked, up to their limit and within their time."""

import asyncio
from typing import Final

from starlette.datastructures import Headers
from starlette.types import Message, Receive

BODY_S: Final = 15.0
_PLAIN: Final = frozenset({"", "identity"})
"""Codings of a body that is taken as it comes (RFC 9110 8.4); unpacked it may be a thousand times as large."""


class BodyRefusedError(Exception):
    """A body that is not taken: the HTTP status and why."""

    def __init__(self, status: int, detail: str) -> None:
        """Keep both."""
        super().__init__(detail)
        self.status, self.detail = status, detail


async def read_body(headers: Headers, receive: Receive, most: int, within_s: float = BODY_S) -> bytes:
    """The body in one piece; raises BodyRefusedError: it is packed, too large, drips, or says a false length."""
    packed = [each.strip().lower() for each in headers.get("content-encoding", "").split(",")]
    if not {*packed} <= _PLAIN:
        raise BodyRefusedError(415, "a body that is packed: expected none with a content-encoding")
    told = headers.get("content-length")
    if told is not None and (not told.isdecimal() or int(told) > most):
        raise BodyRefusedError(413, f"a body of {told[:20]} bytes: expected at most {most}")
    try:
        async with asyncio.timeout(within_s):
            return await _collected(receive, most)
    except TimeoutError:
        raise BodyRefusedError(408, f"the body did not come within {within_s:g} s") from None


async def _collected(receive: Receive, most: int) -> bytes:
    pieces: list[bytes] = []
    size = 0
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise BodyRefusedError(400, "the client left before its body had come")
        piece = message.get("body", b"")
        size += len(piece)
        if size > most:
            raise BodyRefusedError(413, f"a body of more than {most} bytes: expected at most so many")
        pieces.append(piece)
        if not message.get("more_body", False):
            return b"".join(pieces)


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
