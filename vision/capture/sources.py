"""Where frames come from: a network camera's snapshots or stream, a folder of pictures; others in vision.capture.

A source never raises into the reader: what goes wrong stands in ``trouble`` and is tried again with a growing pause.
"""

import http.client
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import SplitResult, urlsplit

from controller.errors import EyesError
from vision.capture.frame import CameraFrame, FrameSource, Mood, decode
from vision.capture.mjpeg import Multipart
from vision.capture.opencv import CaptureSource, VideoSource

__all__ = [
    "CameraFrame",
    "CaptureSource",
    "FolderSource",
    "FrameSource",
    "NewestSource",
    "SnapshotSource",
    "StreamSource",
    "VideoSource",
    "decode",
    "open_source",
]

PICTURES: Final = (".jpg", ".jpeg", ".png", ".webp", ".bmp")
_SAME_FRAME_PAUSE_S: Final = 0.01
_CONNECT_S: Final = 2.0
_CHUNK: Final = 65536


class SnapshotSource:
    """Pulls one JPEG at a time by HTTP; headers X-Frame and X-At number and date the exposure."""

    def __init__(self, url: str, answers_within: float = 0.05) -> None:
        """Source at an http(s) address; raises EyesError for any other address.

        ``answers_within``: seconds that each request is given at least, however little the caller waits for frames.
        """
        self._url = _http_url(url)
        self._answers_within = answers_within
        self._mood = Mood(url)
        self._link: http.client.HTTPConnection | None = None
        self._last: int | None = None

    @property
    def trouble(self) -> str | None:
        """What keeps frames from coming, or None."""
        return self._mood.trouble

    def next(self, timeout: float) -> CameraFrame | None:
        """The newest exposure, or None when no new one came within ``timeout`` seconds."""
        deadline = time.monotonic() + timeout
        while self._mood.may_try(deadline):
            try:
                frame = self._fetch(max(deadline - time.monotonic(), self._answers_within))
            except (OSError, http.client.HTTPException, EyesError, ValueError) as error:
                self.close()
                self._mood.failed(error)
                continue
            self._mood.well()
            if frame.number != self._last:
                self._last = frame.number
                return frame
            if time.monotonic() + _SAME_FRAME_PAUSE_S > deadline:
                return None
            time.sleep(_SAME_FRAME_PAUSE_S)
        return None

    def close(self) -> None:
        """Hang up; the next call dials again."""
        if self._link is not None:
            self._link.close()
            self._link = None

    def _fetch(self, timeout: float) -> CameraFrame:
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


class StreamSource:
    """Reads a motion-JPEG stream (multipart/x-mixed-replace); parts may carry X-Frame and X-At."""

    def __init__(self, url: str) -> None:
        """Source at an http(s) address; raises EyesError for any other address."""
        self._url = _http_url(url)
        self._mood = Mood(url)
        self._link: http.client.HTTPConnection | None = None
        self._answer: http.client.HTTPResponse | None = None
        self._parts = Multipart()
        self._count = 0

    @property
    def trouble(self) -> str | None:
        """What keeps frames from coming, or None."""
        return self._mood.trouble

    def next(self, timeout: float) -> CameraFrame | None:
        """The next exposure, the newest where several have arrived together, or None after ``timeout`` s."""
        deadline = time.monotonic() + timeout
        while self._mood.may_try(deadline):
            try:
                part = self._part(deadline)
                if part is None:
                    return None
                frame = _frame(part[1], part[0], self._count)
            except (OSError, http.client.HTTPException, EyesError, ValueError) as error:
                self.close()
                self._mood.failed(error)
                continue
            self._count += 1
            self._mood.well()
            return frame
        return None

    def close(self) -> None:
        """Hang up; the next call dials again."""
        if self._link is not None:
            self._link.close()
        self._link, self._answer, self._parts = None, None, Multipart()

    def _part(self, deadline: float) -> tuple[Mapping[str, str], bytes] | None:
        while (left := deadline - time.monotonic()) > 0:
            if self._answer is None or self._link is None:
                self._link = _connect(self._url, min(left, _CONNECT_S))
                self._link.request("GET", _path(self._url))
                self._answer = self._link.getresponse()
                if self._answer.status != http.client.OK:
                    raise EyesError(f"{self._url.geturl()}: HTTP {self._answer.status}, expected 200")
                self._parts = Multipart.of(self._answer.headers.get("Content-Type", ""))
            if self._link.sock is not None:
                self._link.sock.settimeout(left)
            try:
                data = self._answer.read1(_CHUNK)
            except TimeoutError:
                # A timed-out response object cannot be read on: dial anew next time.
                self.close()
                return None
            if not data:
                raise EyesError(f"{self._url.geturl()}: the stream ended")
            if parts := self._parts.feed(data):
                return parts[-1]
        return None


class FolderSource:
    """Pictures of a folder in order of name, ``period_s`` apart on the camera's clock; ends after the last."""

    def __init__(self, folder: Path, period_s: float = 0.2) -> None:
        """Source over the pictures of ``folder``; raises EyesError when there is no such folder."""
        if not folder.is_dir():
            raise EyesError(f"{folder}: no such folder of pictures")
        self._files = sorted(file for file in folder.iterdir() if file.suffix.lower() in PICTURES)
        self._place = 0
        self._period_s = period_s
        self._mood = Mood(str(folder))

    @property
    def trouble(self) -> str | None:
        """What keeps frames from coming, or None."""
        return self._mood.trouble

    def next(self, timeout: float) -> CameraFrame | None:
        """The next picture that can be read, or None after the last."""
        del timeout
        while self._place < len(self._files):
            number, file = self._place, self._files[self._place]
            self._place += 1
            try:
                image = decode(file.read_bytes(), file.name)
            except (OSError, EyesError) as error:
                self._mood.failed(error)
                continue
            self._mood.well()
            return CameraFrame(image, number, number * self._period_s)
        self._mood.failed("no more pictures")
        return None

    def close(self) -> None:
        """Nothing to release."""


class NewestSource:
    """Reads another source in a thread of its own so that a slow reader always gets the newest frame."""

    def __init__(self, inner: FrameSource) -> None:
        """Source that empties ``inner`` and closes it in the end."""
        self._inner = inner
        self._fresh = threading.Condition()
        self._frame: CameraFrame | None = None
        self._open = True
        self._thread = threading.Thread(target=self._pull, name="newest-frame", daemon=True)
        self._thread.start()

    @property
    def trouble(self) -> str | None:
        """What keeps frames from coming, or None."""
        return self._inner.trouble

    def next(self, timeout: float) -> CameraFrame | None:
        """The newest frame not yet given, or None after ``timeout`` seconds."""
        with self._fresh:
            self._fresh.wait_for(lambda: self._frame is not None, timeout)
            frame, self._frame = self._frame, None
            return frame

    def close(self) -> None:
        """Stop the thread and release the camera."""
        self._open = False
        self._thread.join()
        self._inner.close()

    def _pull(self) -> None:
        while self._open:
            frame = self._inner.next(0.5)
            if frame is not None:
                with self._fresh:
                    self._frame = frame
                    self._fresh.notify()


def open_source(address: str, answers_within: float = 0.05) -> FrameSource:
    """Source of an address; raises EyesError for one that is none. ``answers_within``: as of SnapshotSource.

    ``http…/frame.jpg`` or ``…mjpg``, ``rtsp://…``, ``camera:0`` or ``/dev/video0``, a video file, a folder of pictures.
    """
    if address.startswith(("http://", "https://")):
        streams = urlsplit(address).path.endswith((".mjpg", ".mjpeg"))
        return NewestSource(StreamSource(address)) if streams else SnapshotSource(address, answers_within)
    if address.startswith("camera:"):
        device = address.removeprefix("camera:")
        return NewestSource(CaptureSource(int(device) if device.isdecimal() else device))
    if address.startswith(("rtsp://", "rtsps://", "/dev/video")):
        return NewestSource(CaptureSource(address))
    file = Path(address)
    return VideoSource(file) if file.is_file() else FolderSource(file)


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
