"""Retries a source whose camera fails: attempts with growing pauses, each new trouble logged once."""

import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import ClassVar, Final

import structlog

from controller.ports.log import WordLog
from vision.capture.frame import CameraFrame
from vision.capture.trouble import FROZEN, SILENT_S, CameraTrouble, same_exposure

_FIRST_PAUSE_S: Final = 0.1
"""Seconds before the second attempt; chosen: a camera that only skipped a frame costs no more than half a look."""
_LONGEST_PAUSE_S: Final = 5.0
"""Longest pause between attempts, seconds, up to which it doubles; chosen: a camera plugged in again is soon back."""
_AGAIN_S: Final = 0.02
"""Seconds before another request to a camera that repeated an exposure; chosen: half a frame at 25 Hz."""
_LOG: Final[WordLog] = structlog.get_logger("vision.capture")


class RetryState:
    """The state of a source: its trouble in one line, None if there is none, and when it may be tried again."""

    def __init__(self, name: str, ticking: Callable[[], float] = time.monotonic) -> None:
        """``name``: name of the source in the log; ``ticking``: clock by which pauses are measured."""
        self._ticking = ticking
        self.trouble: CameraTrouble | None = None
        self._name = name
        self._pause = _FIRST_PAUSE_S
        self._again_at = 0.0

    def succeeded(self) -> None:
        """Note a delivery: clear the trouble and the pause."""
        if self.trouble is not None:
            _LOG.info("source_recovered", source=self._name)
        self.trouble, self._pause, self._again_at = None, _FIRST_PAUSE_S, 0.0

    def failed(self, error: Exception | str) -> None:
        """Note a failed attempt and its reason, and double the pause before the next."""
        line = CameraTrouble.of(error)
        if line != self.trouble:
            _LOG.warning("source_failed", source=self._name, reason=line)
        self.trouble = line
        self._again_at = self._ticking() + self._pause
        self._pause = min(2 * self._pause, _LONGEST_PAUSE_S)

    def still(self, trouble: CameraTrouble | None) -> None:
        """Note that the source repeated its last answer; ``trouble``: None until that has lasted."""
        if trouble is not None and trouble != self.trouble:
            _LOG.warning("source_failed", source=self._name, reason=trouble)
        self.trouble, self._pause = trouble, _FIRST_PAUSE_S
        self._again_at = self._ticking() + _AGAIN_S

    def wait(self, deadline: float) -> bool:
        """Wait out the pause; return False if the deadline (monotonic seconds) is reached first."""
        now = self._ticking()
        time.sleep(max(0.0, min(self._again_at, deadline) - now))
        return self._again_at <= deadline


class RetryingSource(ABC):
    """A frame source that is retried until the caller's time is up; a subclass defines how one frame is fetched."""

    retried: ClassVar[tuple[type[Exception], ...]]
    """Errors that ``_fetch`` may raise if the camera fails; any other error is a bug."""

    def __init__(self, name: str, may_freeze: bool = True, ticking: Callable[[], float] = time.monotonic) -> None:
        """``name``: name of the source in the log; ``may_freeze``: a long repeated exposure is reported as trouble.

        ``ticking``: clock of silences and deadlines, independent of the clock that dates the frames.
        """
        self._ticking = ticking
        self._retry = RetryState(name, ticking)
        self._may_freeze = may_freeze
        self._newest: CameraFrame | None = None
        self._newest_at = 0.0

    @property
    def trouble(self) -> str | None:
        """Reason why there are no frames, or None."""
        return self._retry.trouble

    def next(self, timeout: float) -> CameraFrame | None:
        """Return the newest frame not yet returned, or None if none arrived in ``timeout`` seconds; never raises."""
        deadline = self._ticking() + timeout
        while self._retry.wait(deadline):
            try:
                frame = self._fetch(deadline)
            except self.retried as error:
                self.close()
                self._retry.failed(error)
                continue
            if frame is None:
                return None
            if self._newest is None or not same_exposure(self._newest, frame):
                self._newest, self._newest_at = frame, self._ticking()
                self._retry.succeeded()
                return frame
            frozen = self._may_freeze and self._ticking() - self._newest_at >= SILENT_S
            self._retry.still(CameraTrouble("the same picture again and again", FROZEN) if frozen else None)
        return None

    @abstractmethod
    def close(self) -> None:
        """Release the camera; the next call of ``next`` reopens it."""

    @abstractmethod
    def _fetch(self, deadline: float) -> CameraFrame | None:
        """Return a new frame, None if none arrived before the deadline (monotonic seconds); raises ``retried``."""
