"""How a source goes on when its camera fails: attempts with growing pauses, each new trouble logged once."""

import time
from abc import ABC, abstractmethod
from typing import ClassVar, Final

import structlog

from vision.capture.frame import CameraFrame

_FIRST_PAUSE_S: Final = 0.1
"""Seconds before the second attempt; chosen: a camera that only skipped a frame costs no more than half a look."""
_LONGEST_PAUSE_S: Final = 5.0
"""Seconds between attempts at most, the pause doubling up to it; chosen: a camera plugged in again is soon back."""
_LOG: Final = structlog.get_logger("vision.capture")


class RetryState:
    """What is wrong with a source, in one line (``trouble``), and when it may be tried again."""

    def __init__(self, name: str) -> None:
        """``name``: how the log calls the source."""
        self.trouble: str | None = None
        self._name = name
        self._pause = _FIRST_PAUSE_S
        self._again_at = 0.0

    def succeeded(self) -> None:
        """The source gave what it was asked for: no trouble, no pause."""
        if self.trouble is not None:
            _LOG.info("source_recovered", source=self._name)
        self.trouble, self._pause, self._again_at = None, _FIRST_PAUSE_S, 0.0

    def failed(self, error: Exception | str) -> None:
        """The attempt failed: note why, and double the pause before the next."""
        line = " ".join(str(error).split()) or type(error).__name__
        if line != self.trouble:
            _LOG.warning("source_failed", source=self._name, reason=line)
        self.trouble = line
        self._again_at = time.monotonic() + self._pause
        self._pause = min(2 * self._pause, _LONGEST_PAUSE_S)

    def wait(self, deadline: float) -> bool:
        """Wait out the pause; False when the deadline (monotonic seconds) comes first."""
        now = time.monotonic()
        time.sleep(max(0.0, min(self._again_at, deadline) - now))
        return self._again_at <= deadline


class RetryingSource(ABC):
    """A frame source that is tried again until the caller's time is up; a subclass says how one frame is fetched."""

    retried: ClassVar[tuple[type[Exception], ...]]
    """What ``_fetch`` may raise when the camera fails; anything else is a fault of the program."""

    def __init__(self, name: str) -> None:
        """``name``: how the log calls the source."""
        self._retry = RetryState(name)

    @property
    def trouble(self) -> str | None:
        """What keeps frames from coming, or None."""
        return self._retry.trouble

    def next(self, timeout: float) -> CameraFrame | None:
        """The newest frame not yet given, or None when none came within ``timeout`` seconds; never raises."""
        deadline = time.monotonic() + timeout
        while self._retry.wait(deadline):
            try:
                frame = self._fetch(deadline)
            except self.retried as error:
                self.close()
                self._retry.failed(error)
                continue
            if frame is not None:
                self._retry.succeeded()
            return frame
        return None

    @abstractmethod
    def close(self) -> None:
        """Release the camera; the next call of ``next`` opens it again."""

    @abstractmethod
    def _fetch(self, deadline: float) -> CameraFrame | None:
        """A frame not yet given, None when none came before the deadline (monotonic seconds); raises ``retried``."""
