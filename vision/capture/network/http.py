"""Network cameras by HTTP: single pictures asked for one by one, or a motion-JPEG stream."""

import http.client
import time
from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final
from urllib.parse import SplitResult, urlsplit

from controller.errors import EyesError, PictureError
from vision.arrays import Image
from vision.capture.frame import CameraFrame, decode
from vision.capture.network.answer import ANSWER_S, Line
from vision.capture.network.mjpeg import MjpegParser
from vision.capture.retry import RetryingSource
from vision.capture.trouble import SILENT_S

_FAILURES: Final = (OSError, http.client.HTTPException, EyesError, ValueError)
"""What a camera that does not answer, or not as it should, raises."""
_CHUNK_BYTES: Final = 65536
"""Bytes read of a stream at once at most; chosen: a picture of 1440 x 1080 comes in a few reads."""
_STAMPS: Final = ("X-Frame", "X-At", "X-Timestamp", "Last-Modified")
"""Headers by which cameras number or date an exposure; the date of an answer is none."""


class SnapshotSource(RetryingSource):
    """Pulls one JPEG at a time by HTTP; headers X-Frame and X-At number and date the exposure."""

    retried: ClassVar = _FAILURES

    def __init__(
        self,
        url: str,
        answers_within: float = ANSWER_S,
        may_freeze: bool = True,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Source at an http(s) address; raises EyesError for any other address.

        ``answers_within``: seconds until an answer begins, however little the caller waits for frames: what was asked
        for is waited for by the next call. From its first byte on it has ``ANSWER_S``. ``may_freeze``: as of
        RetryingSource. ``clock``: dates what says no time.
        """
        super().__init__(url, may_freeze)
        self._url = _http_url(url)
        self._answers_within, self._clock = answers_within, clock
        self._line: Line | None = None
        self._asked_at: float | None = None
        self._left_at = 0.0
        self._count = 0
        self._last: CameraFrame | None = None

    def close(self) -> None:
        """Disconnect; the next call connects again."""
        if self._line is not None:
            self._line.close()
        self._line, self._asked_at = None, None

    def _fetch(self, deadline: float) -> CameraFrame | None:
        now = time.monotonic()
        if self._asked_at is not None and now - self._left_at > SILENT_S:
            # Nobody has waited for it: what comes would be dated later than it was taken.
            self.close()
        if self._line is None:
            self._line = Line(self._url)
        if self._asked_at is None:
            self._line.request()
            self._asked_at = now
        until = self._asked_at + self._answers_within
        if not self._line.has_begun(min(deadline, until) - time.monotonic()):
            self._left_at = time.monotonic()
            if self._left_at >= until:
                raise TimeoutError(f"{self._url.geturl()}: no answer in {self._answers_within:g} s")
            return None
        self._asked_at = None
        answer = self._line.answer()
        body = answer.read()
        if answer.status != http.client.OK:
            raise EyesError(f"{self._url.geturl()}: HTTP {answer.status} {answer.reason}, expected 200")
        last = self._last
        if last is None or (body, _stamp(answer.headers)) != (last.file, last.stamp):
            image = decode(body, "frame")
            self._last = last = _frame(image, body, answer.headers, self._count, self._clock)
            self._count = last.number + 1
        return last


class StreamSource(RetryingSource):
    """Reads a motion-JPEG stream (multipart/x-mixed-replace); parts may carry X-Frame and X-At.

    Where several exposures have arrived together, the newest is given. Its picture is made of its file when somebody
    needs it: cameras stream 25 a second or more, of which five are read.
    """

    retried: ClassVar = _FAILURES

    def __init__(self, url: str, clock: Callable[[], float] = time.time) -> None:
        """Source at an http(s) address; raises EyesError for any other. ``clock``: dates what says no time."""
        super().__init__(url)
        self._url, self._clock = _http_url(url), clock
        self._line: Line | None = None
        self._answer: http.client.HTTPResponse | None = None
        self._parts = MjpegParser()
        self._count = 0
        self._whole_at, self._bytes = 0.0, 0

    def close(self) -> None:
        """Disconnect; the next call connects again."""
        if self._line is not None:
            self._line.close()
        self._line, self._answer, self._parts = None, None, MjpegParser()

    def _fetch(self, deadline: float) -> CameraFrame | None:
        part = self._part(deadline)
        if part is None:
            if time.monotonic() - self._whole_at >= SILENT_S:
                told = f"{self._url.geturl()}: no whole picture for {SILENT_S} s, {self._bytes} bytes"
                raise PictureError(told) if self._bytes else TimeoutError(told)
            return None
        frame = _frame(None, part[1], part[0], self._count, self._clock)
        self._count += 1
        self._whole_at, self._bytes = time.monotonic(), 0
        return frame

    def _part(self, deadline: float) -> tuple[Mapping[str, str], bytes] | None:
        while (left := deadline - time.monotonic()) > 0:
            if self._answer is None or self._line is None:
                self._whole_at, self._bytes = time.monotonic(), 0
                self._line = Line(self._url)
                self._line.request()
                self._answer = self._line.answer()
                if self._answer.status != http.client.OK:
                    raise EyesError(f"{self._url.geturl()}: HTTP {self._answer.status}, expected 200")
                self._parts = MjpegParser.of(self._answer.headers.get("Content-Type", ""))
                continue
            self._line.allow(left)
            try:
                data = self._answer.read1(_CHUNK_BYTES)
            except TimeoutError:
                return None
            if not data:
                raise EyesError(f"{self._url.geturl()}: the stream ended")
            self._bytes += len(data)
            if parts := self._parts.feed(data):
                return parts[-1]
        return None


def _frame(image: Image | None, body: bytes, headers: Any, number: int, clock: Callable[[], float]) -> CameraFrame:
    at = float(headers.get("X-At", clock()))
    return CameraFrame(image, int(headers.get("X-Frame", number)), at, body, _stamp(headers))


def _stamp(headers: Any) -> str:
    return " ".join(str(headers[name]) for name in _STAMPS if name in headers)


def _http_url(url: str) -> SplitResult:
    parts = urlsplit(url)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise EyesError(f"{url!r}: expected an http address of a camera")
    return parts
