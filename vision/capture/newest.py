"""Returns the newest frame of a source that delivers frames faster than they are read."""

import threading
import time
from collections.abc import Callable
from typing import Final

from controller.errors import PictureError
from vision.capture.frame import CameraFrame, FrameSource
from vision.capture.trouble import SILENT_S, CameraTrouble

_PULL_S: Final = 0.5
"""Seconds that the thread waits for a frame before it checks for a stop; chosen: closing takes no longer."""


class NewestSource:
    """Reads another source in a thread, so that a slow reader always gets the newest frame."""

    def __init__(self, inner: FrameSource, ticking: Callable[[], float] = time.monotonic) -> None:
        """Takes over ``inner``: closing this source closes it. ``ticking``: clock by which its silence is measured."""
        self._inner, self._ticking = inner, ticking
        self._fresh = threading.Condition()
        self._frame: CameraFrame | None = None
        self._open = True
        self._refused: CameraTrouble | None = None
        self._pulled_at = ticking()
        self._thread = threading.Thread(target=self._pull, name="newest-frame", daemon=True)
        self._thread.start()

    @property
    def trouble(self) -> str | None:
        """Reason why there are no frames, or None; a source whose call does not return is in trouble too."""
        silent = self._ticking() - self._pulled_at
        hangs = CameraTrouble(f"no answer for {silent:.0f} s") if silent >= SILENT_S else None
        return self._refused or self._inner.trouble or hangs

    def next(self, timeout: float) -> CameraFrame | None:
        """Return the newest frame not yet returned, with its picture decoded; None after ``timeout`` seconds."""
        deadline = time.monotonic() + timeout
        while True:
            with self._fresh:
                self._fresh.wait_for(lambda: self._frame is not None, max(0.0, deadline - time.monotonic()))
                frame, self._frame = self._frame, None
            if frame is None:
                return None
            try:
                _ = frame.image
            except PictureError as error:
                self._refused = CameraTrouble.of(error)
                continue
            self._refused = None
            return frame

    def close(self) -> None:
        """Stop the thread and release the camera."""
        self._open = False
        self._thread.join()
        self._inner.close()

    def _pull(self) -> None:
        while self._open:
            frame = self._inner.next(_PULL_S)
            self._pulled_at = self._ticking()
            if frame is not None:
                with self._fresh:
                    self._frame = frame
                    self._fresh.notify()
