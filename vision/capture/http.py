"""Network cameras by HTTP: single pictures asked for one by one, or a motion-JPEG stream."""

import http.client
import time
from collections.abc import Mapping
from typing import Any, ClassVar, Final
from urllib.parse import SplitResult, urlsplit

from controller.errors import EyesError
from vision.capture.frame import CameraFrame, decode
from vision.capture.mjpeg import MjpegParser
from vision.capture.retry import RetryingSource

_FAILURES: Final = (OSError, http.client.HTTPException, EyesError, ValueError)
"""What a camera that does not answer, or not as it should, raises."""
_SAME_EXPOSURE_PAUSE_S: Final = 0.01
"""Seconds before a camera that gave the same exposure again is asked anew; chosen: a third of a frame at 30 Hz."""
_CONNECT_S: Final = 2.0
"""Seconds that connecting to a stream may take; chosen: a camera on the same network answers within milliseconds."""
_CHUNK_BYTES: Final = 65536
"""Bytes read of a stream at once at most; chosen: a picture of 1440 x 1080 comes in a few reads."""


class SnapshotSource(RetryingSource):
    """Pulls one JPEG at a time by HTTP; headers X-Frame and X-At number and date the exposure."""

    retried: ClassVar = _FAILURES

    def __init__(self, url: str, answers_within: float = 0.05) -> None:
        """Source at an http(s) address; raises EyesError for any other address.

        ``answers_within``: seconds that each request is given at least, however little the caller waits for frames.
        """
        super().__init__(url)
        self._url = _http_url(url)
        self._answers_within = answers_within
        self._link: http.client.HTTPConnection | None = None
        self._last: int | None = None

    def close(self) -> None:
        """Disconnect; the next call connects again."""
        if self._link is not None:
            self._link.close()
            self._link = None

    def _fetch(self, deadline: float) -> CameraFrame | None:
        while True:
            frame = self._exposure(max(deadline - time.monotonic(), self._answers_within))
            if frame.number != self._last:
                self._last = frame.number
                return frame
            self._retry.succeeded()
            if time.monotonic() + _SAME_EXPOSURE_PAUSE_S > deadline:
                return None
            time.sleep(_SAME_EXPOSURE_PAUSE_S)

    def _exposure(self, timeout: float) -> CameraFrame:
        if self._link is None:
            self._link = _connect(self._url, timeout)
        if self._link.sock is not None:
            self._link.sock.settimeout(timeout)
        self._link.request("GET", _path(self._url))
        answer = self._link.getresponse()
        body = answer.read()
        if answer.status != http.client.OK:
            raise EyesError(f"{self._url.geturl()}: HTTP {answer.status} {answer.reason}, expected 200")
        return _frame(body, answer.headers, 0 if self._last is None else self._last + 1)


class StreamSource(RetryingSource):
    """Reads a motion-JPEG stream (multipart/x-mixed-replace); parts may carry X-Frame and X-At.

    Where several exposures have arrived together, the newest is given.
    """

    retried: ClassVar = _FAILURES

    def __init__(self, url: str) -> None:
        """Source at an http(s) address; raises EyesError for any other address."""
        super().__init__(url)
        self._url = _http_url(url)
        self._link: http.client.HTTPConnection | None = None
        self._answer: http.client.HTTPResponse | None = None
        self._parts = MjpegParser()
        self._count = 0

    def close(self) -> None:
        """Disconnect; the next call connects again."""
        if self._link is not None:
            self._link.close()
        self._link, self._answer, self._parts = None, None, MjpegParser()

    def _fetch(self, deadline: float) -> CameraFrame | None:
        part = self._part(deadline)
        if part is None:
            return None
        frame = _frame(part[1], part[0], self._count)
        self._count += 1
        return frame

    def _part(self, deadline: float) -> tuple[Mapping[str, str], bytes] | None:
        while (left := deadline - time.monotonic()) > 0:
            if self._answer is None or self._link is None:
                self._link = _connect(self._url, min(left, _CONNECT_S))
                self._link.request("GET", _path(self._url))
                self._answer = self._link.getresponse()
                if self._answer.status != http.client.OK:
                    raise EyesError(f"{self._url.geturl()}: HTTP {self._answer.status}, expected 200")
                self._parts = MjpegParser.of(self._answer.headers.get("Content-Type", ""))
            if self._link.sock is not None:
                self._link.sock.settimeout(left)
            try:
                data = self._answer.read1(_CHUNK_BYTES)
            except TimeoutError:
                # A response object that timed out cannot be read on: the next call connects again.
                self.close()
                return None
            if not data:
                raise EyesError(f"{self._url.geturl()}: the stream ended")
            if parts := self._parts.feed(data):
                return parts[-1]
        return None


def _frame(body: bytes, headers: Any, number: int) -> CameraFrame:
    at = float(headers.get("X-At", time.time()))
    return CameraFrame(decode(body, "frame"), int(headers.get("X-Frame", number)), at, body)


def _http_url(url: str) -> SplitResult:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise EyesError(f"{url!r}: expected an http address of a camera")
    return parts


def _connect(url: SplitResult, timeout: float) -> http.client.HTTPConnection:
    kind = http.client.HTTPSConnection if url.scheme == "https" else http.client.HTTPConnection
    return kind(url.hostname or "", url.port, timeout=timeout)


def _path(url: SplitResult) -> str:
    return (url.path or "/") + (f"?{url.query}" if url.query else "")
