"""Cameras and video files opened by OpenCV: V4L2 devices, RTSP streams, mp4, mkv and avi."""

import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import ClassVar, Final

import cv2
import numpy as np

from controller.errors import EyesError
from controller.ports.log import without_logins
from controller.text import Text
from vision.arrays import Image
from vision.capture.frame import CameraFrame
from vision.capture.retry import RetryingSource, RetryState
from vision.capture.settings import CameraSettings
from vision.capture.v4l2 import LEAST, MAINS, chosen, hold, probe, set_control

_OPEN_MS: Final = 4000
"""Milliseconds within which a stream must open; chosen: FFmpeg's default of 30 s would hang the reader."""
_READ_MS: Final = 4000
"""Milliseconds within which a stream must deliver a frame; chosen as ``_OPEN_MS``."""
_MAINS: Final = {50: 1, 60: 2}
"""Value of V4L2_CID_POWER_LINE_FREQUENCY by Hz."""
_USUAL_RATE: Final = 25.0
"""Default frames a second of a video file: the PAL rate."""


class CaptureSource(RetryingSource):
    """A camera on this machine or an RTSP stream; frame numbers count from 0, times are those of ``clock``."""

    retried: ClassVar = (cv2.error, EyesError)

    def __init__(
        self,
        device: int | str,
        settings: CameraSettings | None = None,
        size: tuple[int, int] | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Source on a device number, path or rtsp address; ``size`` (columns, rows) unless its settings name one."""
        self._shown = f"camera {without_logins(str(device))}"
        super().__init__(self._shown)
        self._settings, self._clock = settings or CameraSettings(), clock
        self._device, self._size = device, self._settings.size or size
        self._capture: cv2.VideoCapture | None = None
        self._count = 0

    def close(self) -> None:
        """Release the camera; the next call reopens it."""
        if self._capture is not None:
            self._capture.release()
            self._capture = None

    def _fetch(self, deadline: float) -> CameraFrame:
        del deadline
        if self._capture is None:
            self._capture = self._opened()
        good, image = self._capture.read()
        if not good or image is None:
            raise EyesError(
                Text(
                    "カメラの画像が届きません。つながっているか、ほかのソフトが使っていないかを確かめてください。",
                    f"{self._shown}: no picture; is it plugged in and free?",
                )
            )
        self._count += 1
        return CameraFrame(np.asarray(image, dtype=np.uint8), self._count - 1, self._clock())

    def _opened(self) -> cv2.VideoCapture:
        if isinstance(self._device, str) and "://" in self._device:
            limits = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _OPEN_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, _READ_MS]
            capture = cv2.VideoCapture(self._device, cv2.CAP_FFMPEG, limits)
        else:
            # Without a named backend OpenCV would first try a device as a file, for half a minute.
            is_device = not isinstance(self._device, str) or self._device.startswith("/dev/")
            by_driver = is_device and sys.platform == "linux"
            capture = cv2.VideoCapture(self._device, cv2.CAP_V4L2 if by_driver else cv2.CAP_ANY)
            self._set(capture, f"/dev/video{self._device}" if isinstance(self._device, int) else self._device)
        if not capture.isOpened():
            raise EyesError(
                Text(
                    "カメラを開けません。接続とアドレスを確かめ、ほかのソフトが使っていれば閉じてください。",
                    f"{self._shown}: cannot be opened; is it plugged in, free and the address right?",
                )
            )
        return capture

    def _set(self, capture: cv2.VideoCapture, device: str) -> None:
        """Apply the settings as far as the camera supports them; settings not given keep the camera's value."""
        wanted = self._settings
        mode = chosen(probe(device).modes, self._size, wanted.format)
        # Cameras deliver more than 640x480 only compressed, and drivers queue old frames by default.
        form = mode.format if mode is not None else wanted.format or "MJPG"
        capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*form))
        capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        size = self._size or LEAST if mode is None else (mode.width, mode.height)
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, size[0])
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, size[1])
        if wanted.rate:
            capture.set(cv2.CAP_PROP_FPS, wanted.rate)
        if wanted.mains:
            set_control(device, MAINS, _MAINS[wanted.mains])
        for name in ("focus", "exposure"):
            if value := getattr(wanted, name):
                hold(device, name, value)


class VideoSource:
    """The frames of a video file in order, dated by the file's rate; ends after the last."""

    def __init__(self, file: Path) -> None:
        """Source of a video file; raises EyesError if it cannot be opened."""
        self._file = file
        self._capture = cv2.VideoCapture(str(file))
        if not self._capture.isOpened():
            raise EyesError(f"{file}: no film that can be opened, expected one as mp4, mkv or avi")
        self._rate = float(self._capture.get(cv2.CAP_PROP_FPS)) or _USUAL_RATE
        self._state = RetryState(str(file))
        self._count = 0

    @property
    def trouble(self) -> str | None:
        """Reason why there are no frames, or None."""
        return self._state.trouble

    def every(self, seconds: float) -> Iterator[tuple[int, Image]]:
        """Yield frames about that many seconds apart, each with its number."""
        step, number = max(1, round(seconds * self._rate)), 0
        while self._capture.grab():
            if number % step == 0:
                good, image = self._capture.retrieve()
                if good and image is not None:
                    yield number, np.asarray(image, dtype=np.uint8)
            number += 1

    def __len__(self) -> int:
        """Number of frames by the file's header; 0 if it gives none."""
        return max(0, int(self._capture.get(cv2.CAP_PROP_FRAME_COUNT)))

    def next(self, timeout: float) -> CameraFrame | None:
        """Return the next frame, or None after the last."""
        del timeout
        good, image = self._capture.read()
        if not good or image is None:
            self._state.failed("no more frames")
            return None
        self._state.succeeded()
        self._count += 1
        return CameraFrame(np.asarray(image, dtype=np.uint8), self._count - 1, (self._count - 1) / self._rate)

    def close(self) -> None:
        """Close the file."""
        self._capture.release()
