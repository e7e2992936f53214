"""Network cameras by HTTP, read as single pictures or as a stream, as the camera's first answer shows."""

import http.client
import time
import zlib
from collections.abc import Callable, Mapping
from math import isfinite
from typing import Any, ClassVar, Final

from controller.errors import EyesError, PictureError
from controller.ports.eyes import LOST
from controller.ports.log import without_logins
from vision.arrays import Image
from vision.capture.frame import CameraFrame, decode
from vision.capture.network.answer import MOST_BYTES
from vision.capture.network.asking import Asking, refuse_page
from vision.capture.network.mjpeg import MjpegParser
from vision.capture.newest import NewestSource
from vision.capture.retry import RetryingSource
from vision.capture.settings import ANSWER_S, CameraSettings
from vision.capture.trouble import SILENT_S, UNREADABLE, CameraTrouble

_FAILURES: Final = (OSError, http.client.HTTPException, EyesError, ValueError, zlib.error)
"""Errors raised if a camera does not answer, or answers wrongly."""
_CHUNK_BYTES: Final = 65536
"""Most bytes of one read; chosen: a picture of 1440 x 1080 takes a few reads."""
_FIRST_S: Final = 12.0
"""Seconds that the first picture may take; chosen: small cameras have to wake their sensor and start a Wi-Fi link."""
_AT_HAND_S: Final = 0.01
"""Seconds to wait for further bytes of an answer that has begun; chosen: a network's round trip."""
_GZIP_OR_ZLIB: Final = zlib.MAX_WBITS | 32
"""Window bits with which zlib accepts both headers."""
_STAMPS: Final = ("X-Frame", "X-At", "X-Timestamp", "Last-Modified")
"""Headers by which cameras number or date an exposure; the header Date dates the answer only."""


class HttpSource(RetryingSource):
    """Requests one picture after another, or reads a stream of pictures if the first answer is one.

    Headers X-Frame and X-At number and date the exposure. Of a stream's exposures that have arrived together only the
    newest is returned, and decoded when needed: cameras stream 25 a second, of which five are read.
    """

    retried: ClassVar = _FAILURES

    def __init__(
        self,
        url: str,
        answers_within: float = ANSWER_S,
        may_freeze: bool = True,
        clock: Callable[[], float] = time.time,
        settings: CameraSettings | None = None,
    ) -> None:
        """Source at an http(s) address; raises EyesError for any other address.

        ``answers_within``: seconds until a picture must be complete, even if the caller waits for less: the next call
        continues to wait for it. ``may_freeze``: as in RetryingSource. ``clock``: dates pictures without a time.
        """
        super().__init__(without_logins(url), may_freeze)
        self._asking = Asking(url, settings or CameraSettings())
        self._answers_within, self._clock = answers_within, clock
        self.streams = False
        self._count = 0
        self._left_at = 0.0
        self._last: CameraFrame | None = None
        self._forget()

    def close(self) -> None:
        """Disconnect; the next call connects again."""
        self._asking.close()
        self._forget()

    def _forget(self) -> None:
        self._asked_at: float | None = None
        self._answer: http.client.HTTPResponse | None = None
        self._body, self._bytes = bytearray(), 0
        self._parts = MjpegParser()
        self._packed: Any = None

    def _fetch(self, deadline: float) -> CameraFrame | None:
        now = time.monotonic()
        if self._asked_at is not None and now - self._left_at > SILENT_S and not self.streams:
            # Nobody has waited for this answer: its picture would be dated later than it was taken.
            self.close()
        if self._asked_at is None:
            self._asking.request()
            self._asked_at = now
        frame = self._frame(deadline)
        self._left_at = time.monotonic()
        if frame is None:
            self._wait_on(self._left_at - self._asked_at)
        return frame

    def _frame(self, deadline: float) -> CameraFrame | None:
        while self._answer is None:
            if not self._asking.has_begun(deadline - time.monotonic()):
                return None
            self._answer = self._asking.answer()
            if self._answer is None:
                self._asking.request()
            else:
                self._begin(self._answer)
        # A caller that does not wait still reads the bytes received, for as long as more follow without a pause.
        ends = max(deadline, time.monotonic() + ANSWER_S)
        while time.monotonic() < ends:
            self._asking.allow(max(deadline - time.monotonic(), _AT_HAND_S))
            try:
                data = self._answer.read1(_CHUNK_BYTES)
            except TimeoutError:
                return None
            self._bytes += len(data)
            if data and self._packed is not None and not (data := self._packed.decompress(data, MOST_BYTES)):
                continue
            if (frame := self._streamed(data) if self.streams else self._single(data)) is not None:
                self._bytes = 0
                return frame
        return None

    def _begin(self, answer: http.client.HTTPResponse) -> None:
        kind = answer.headers.get_content_type()
        refuse_page(self._asking.shown, kind if "Content-Type" in answer.headers else "", b"")
        self.streams = kind.startswith("multipart/")
        # Compression is not requested, but small servers compress everything.
        packed = answer.headers.get("Content-Encoding", "") in ("gzip", "x-gzip", "deflate")
        self._packed = zlib.decompressobj(_GZIP_OR_ZLIB) if packed else None

    def _streamed(self, data: bytes) -> CameraFrame | None:
        if not data:
            raise EyesError(f"{self._asking.shown}: the stream ended")
        if not (parts := self._parts.feed(data)):
            return None
        self._asked_at = time.monotonic()
        headers, body = parts[-1]
        frame = self._dated(None, body, headers, self._count)
        self._count += 1
        return frame

    def _single(self, data: bytes) -> CameraFrame | None:
        if not self._body:
            refuse_page(self._asking.shown, "", data)
        self._body += data
        assert self._answer is not None
        if self._body.startswith(b"--") and self._parts.feed(data):
            # A stream whose headers do not declare it.
            self.streams = True
        if len(self._body) > MOST_BYTES:
            raise PictureError(f"more than {MOST_BYTES} bytes and no end of the picture")
        if data and self._answer.length != 0:
            return None
        if self._answer.length:
            raise PictureError(f"{len(self._body)} bytes, {self._answer.length} fewer than said")
        headers, body = self._answer.headers, bytes(self._body)
        self._answer.read()
        self._forget()
        last = self._last
        if last is None or (body, _stamp(headers)) != (last.file, last.stamp):
            self._last = last = self._dated(decode(body, "frame"), body, headers, self._count)
            self._count = last.number + 1
        return last

    def _dated(self, image: Image | None, body: bytes, headers: Any, number: int) -> CameraFrame:
        at = float(headers.get("X-At", "nan"))
        at = at if isfinite(at) else self._clock()
        return CameraFrame(image, int(headers.get("X-Frame", number)), at, body, _stamp(headers))

    def _wait_on(self, waited: float) -> None:
        """Report a wait of so many seconds without a picture as trouble; raises if none is to be expected any more."""
        begun = ANSWER_S if self._answer is not None else 0.0
        allowed = SILENT_S if self.streams else self._answers_within + begun
        if waited < allowed:
            return
        told = CameraTrouble(
            f"{self._asking.shown}: no whole picture in {allowed:g} s" if self._bytes else "no answer",
            UNREADABLE if self._bytes else LOST,
        )
        if self._newest is not None or waited >= max(allowed, _FIRST_S):
            raise (PictureError if self._bytes else TimeoutError)(told)
        self._retry.still(told)


class LiveSource:
    """A camera by HTTP; if it turns out to stream, a thread reads it from then on."""

    def __init__(self, source: HttpSource) -> None:
        """Takes over ``source``."""
        self._http = source
        self._inner: HttpSource | NewestSource = source

    @property
    def trouble(self) -> str | None:
        """Reason why there are no frames, or None."""
        return self._inner.trouble

    def next(self, timeout: float) -> CameraFrame | None:
        """As ``HttpSource.next``, or as ``NewestSource.next`` for a stream."""
        frame = self._inner.next(timeout)
        if self._http.streams and self._inner is self._http:
            self._inner = NewestSource(self._http)
        return frame

    def close(self) -> None:
        """Release the camera."""
        self._inner.close()


def _stamp(headers: Mapping[str, str] | Any) -> str:
    return " ".join(str(headers[name]) for name in _STAMPS if name in headers)
