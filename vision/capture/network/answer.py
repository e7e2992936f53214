"""One HTTP connection to a camera whose answers have a limit as a whole: one that drips does not hold its reader."""

import http.client
import io
import socket
import time
from functools import partial
from multiprocessing.connection import wait
from typing import Any, Final
from urllib.parse import SplitResult

from controller.errors import PictureError

ANSWER_S: Final = 1.2
"""Seconds in which a connection must stand, and in which an answer must be whole once it has begun; chosen: two
attempts fit into the 3 s in which a camera is told to be lost, and a slow camera takes one second for a picture."""


MOST_BYTES: Final = 32 * 1024 * 1024
"""Of one picture; chosen: no JPEG of a camera comes near it, and a gigabit gives five times as much in time."""


class _Limit:
    """Until when (monotonic seconds) bytes are waited for; ``whole_s``: what is left from the first byte on."""

    def __init__(self) -> None:
        self.until = 0.0
        self.whole_s: float | None = None
        self.got = 0


class _LimitedReader(io.RawIOBase):
    """The receiving side of a socket; raises TimeoutError past the limit, and can be read on after it."""

    def __init__(self, sock: socket.socket, raw: Any, limit: _Limit) -> None:
        super().__init__()
        self._sock, self._raw, self._limit = sock, raw, limit

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        limit = self._limit
        left = limit.until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._sock.settimeout(left)
        got = self._sock.recv_into(buffer)
        limit.got += got
        if limit.got > MOST_BYTES:
            raise PictureError(f"more than {MOST_BYTES} bytes and no end of the picture")
        if got and limit.whole_s is not None:
            limit.until, limit.whole_s = time.monotonic() + limit.whole_s, None
        return got

    def close(self) -> None:
        self._raw.close()
        super().close()


class _LimitedAnswer(http.client.HTTPResponse):
    """A response that reads by a limit."""

    def __init__(self, limit: _Limit, sock: socket.socket, *args: Any, **kwargs: Any) -> None:
        super().__init__(sock, *args, **kwargs)
        raw: Any = self.fp
        self._limit = limit
        self.fp = io.BufferedReader(_LimitedReader(sock, raw, limit))

    def read(self, amt: int | None = None) -> bytes:
        """The body; raises PictureError where it was begun and did not come whole in time."""
        try:
            return super().read(amt)
        except TimeoutError:
            raise PictureError(f"{self._limit.got} bytes in {ANSWER_S} s and no whole picture") from None


class Line:
    """A connection, made when it is first asked."""

    def __init__(self, url: SplitResult) -> None:
        """To the host of an http(s) address."""
        self._limit = _Limit()
        self._path = (url.path or "/") + (f"?{url.query}" if url.query else "")
        kind = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
        self._link = kind(url.hostname or "", url.port, timeout=ANSWER_S)
        self._link.response_class = partial(_LimitedAnswer, self._limit)  # type: ignore[assignment]  # made like a class

    def request(self) -> None:
        """Ask; raises OSError or HTTPException."""
        if self._link.sock is not None:
            self._link.sock.settimeout(ANSWER_S)
        self._link.request("GET", self._path)

    def has_begun(self, within: float) -> bool:
        """Whether the answer begins within so many seconds, or the connection ends: then ``answer`` says which."""
        return bool(wait([self._link.sock], max(0.0, within)))

    def answer(self, begins_within: float = ANSWER_S) -> http.client.HTTPResponse:
        """The answer's head; raises OSError or HTTPException, PictureError where even the head only drips."""
        limit = self._limit
        limit.until, limit.whole_s, limit.got = time.monotonic() + begins_within, ANSWER_S, 0
        try:
            return self._link.getresponse()
        except TimeoutError:
            if limit.got:
                raise PictureError(f"{limit.got} bytes in {ANSWER_S} s and no whole picture") from None
            raise

    def allow(self, seconds: float) -> None:
        """Wait for more of the answer so long; of a stream, which has no end."""
        self._limit.until, self._limit.got = time.monotonic() + seconds, 0

    def close(self) -> None:
        """Disconnect."""
        self._link.close()
