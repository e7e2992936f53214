"""A camera over the table as an EyesPort: one call returns one sighting; its faults are reported as signals."""

import time
from collections import deque
from collections.abc import Callable
from typing import Final, Protocol

import cv2
import structlog

from controller.errors import EyesError
from controller.ports.eyes import LOST_S, Sighting
from controller.ports.log import WordLog
from controller.ports.table import SignalKind, TableSignal
from controller.riichi.seat import Seat
from vision.camera.drift import MOVED, TOLERATED_MM
from vision.capture.frame import CameraFrame, FrameSource
from vision.capture.trouble import BATTERY, WAITING, CameraTrouble, code_of
from vision.image.glare import GLARE
from vision.table.reader import MIRRORED, TURNED

UNSTEADY: Final = "camera-unsteady"
"""Fault code of a camera that repeatedly gives unreadable pictures, with good ones in between."""
_WARNED: Final = (BATTERY, GLARE, MIRRORED, TURNED)
"""Fault codes that are reported with every picture while they last."""
_FACING: Final = (MIRRORED, TURNED)
"""Fault codes of mirrored or turned pictures, which are flipped before they are read."""
_SEEING: Final = frozenset({MOVED, UNSTEADY, *_WARNED})
"""Fault codes of a camera whose pictures arrive and are read, so that a good picture does not clear them."""
WAITED_S: Final = 15.0
"""Seconds after which a phone that has not connected yet is reported; chosen: a phone's page retries every eight
seconds at most, so that a restarted service has its phones back before."""
_STRETCHES: Final = 3
"""Number of series of unreadable pictures, within ``_STRETCHES_S``, from which a camera is unsteady; chosen: a single
knock or a switched lamp is not reported."""
_STRETCHES_S: Final = 30.0
"""Seconds within which such series count; chosen: one failure in ten seconds spoils a round sooner or later."""
_ENDED_S: Final = _STRETCHES_S / _STRETCHES
"""Seconds without a warning of ``_FACING`` after which its fault ends: a picture that flips every few seconds is one
fault."""
PACE_S: Final = 0.18
"""Least seconds from one reading to the next; chosen: five a second are enough to follow play, and a camera of 30
pictures a second does not occupy the processor."""
_LOG: Final[WordLog] = structlog.get_logger("vision.eyes")


def use_threads(count: int) -> None:
    """Limit OpenCV in this process to ``count`` threads, where several processes share the machine."""
    cv2.setNumThreads(count)


class CameraFaults:
    """Turns the faults of a camera into signals, one when a fault begins and one when it ends."""

    def __init__(self, clock: Callable[[], float], seat: Seat | None = None) -> None:
        """``seat``: seat of the camera, None for the one over the table."""
        self._clock, self._seat = clock, seat
        self._seen_at, self._frame_at = clock(), 0.0
        self._open: set[str] = set()
        self._refusing = False
        self._stretches: deque[float] = deque(maxlen=_STRETCHES)
        self._warned_at = dict[str, float]()
        self._signals: list[TableSignal] = []

    @property
    def silent_s(self) -> float:
        """Seconds since the last frame."""
        return self._clock() - self._seen_at

    def seen(self, at: float, warnings: tuple[str, ...] = ()) -> None:
        """Note a frame that was read, dated ``at`` by the camera's clock, with its warnings."""
        self._seen_at, self._frame_at = self._clock(), at
        for code in tuple(self._open - _SEEING):
            self.note(code, False)
        self._warned_at |= dict.fromkeys(warnings, self._seen_at)
        for code in _WARNED:
            since = self._seen_at - self._warned_at.get(code, float("-inf"))
            self.note(code, code in warnings or (code in _FACING and since <= _ENDED_S))
        self._refusing = False
        often = len(self._stretches) == _STRETCHES and self._clock() - self._stretches[0] <= _STRETCHES_S
        self.note(UNSTEADY, often)

    def refused(self, trouble: str) -> bool:
        """Note an unreadable frame; return True if that has lasted long enough to be reported."""
        if not self._refusing:
            self._stretches.append(self._clock())
        self._refusing = True
        return self.missed(trouble)

    def missed(self, trouble: str | None) -> bool:
        """Note a missing frame; return True if that has lasted long enough to be reported."""
        if trouble is None:
            return False
        code = code_of(trouble)
        if self.silent_s < (WAITED_S if code == WAITING else LOST_S):
            return False
        for other in tuple(self._open - _SEEING - {code}):
            self.note(other, False)
        self.note(code, True)
        return True

    def note(self, code: str, wrong: bool) -> None:
        """Note that the fault of that code holds if ``wrong``, else that it does not."""
        if wrong == (code in self._open):
            return
        self._open ^= {code}
        kind, at = SignalKind.FAULT if wrong else SignalKind.FAULT_CLEARED, self._frame_at + self.silent_s
        self._signals.append(TableSignal(kind, at, self._seat, code=code))

    def drain(self) -> tuple[TableSignal, ...]:
        """Return the signals noted since the last call."""
        noted, self._signals = tuple(self._signals), []
        return noted


class FrameReader(Protocol):
    """Reads the frames of a camera, one after another; ``warnings``: fault codes of the last frame that was read."""

    @property
    def warnings(self) -> tuple[str, ...]: ...

    def read(self, frame: CameraFrame) -> Sighting: ...


class CameraEyes:
    """A frame source with its reader; an EyesPort."""

    def __init__(
        self,
        source: FrameSource,
        reader: FrameReader,
        clock: Callable[[], float] = time.monotonic,
        timed: Callable[[float], None] = lambda _: None,
        pace_s: float = 0.0,
    ) -> None:
        """Takes over the source: closing the eyes closes it. ``timed`` gets the seconds that each reading took.

        ``pace_s``: least average interval between the starts of readings.
        """
        self._source, self._reader, self._timed, self._pace_s = source, reader, timed, pace_s
        self._next_at = float("-inf")
        self._trouble: CameraTrouble | None = None
        self._faults = CameraFaults(clock)

    @property
    def trouble(self) -> str | None:
        """Reason why there are no sightings, in one line; None while there are."""
        return self._source.trouble or self._trouble

    def look(self, timeout: float) -> Sighting | None:
        """Return the sighting of the newest frame, or None if no usable one arrived within ``timeout`` seconds."""
        deadline = time.monotonic() + timeout
        time.sleep(max(0.0, min(self._next_at, deadline) - time.monotonic()))
        while True:
            frame = self._source.next(max(0.0, deadline - time.monotonic()))
            if frame is None:
                self._faults.missed(self.trouble)
                return None
            began = time.perf_counter()
            # A late reading does not delay the next one.
            self._next_at = max(self._next_at + self._pace_s, time.monotonic())
            try:
                sighting = self._reader.read(frame)
            except EyesError as error:
                if str(error) != self._trouble:
                    _LOG.warning("frame_refused", reason=str(error))
                self._trouble = CameraTrouble.of(error)
                if self._faults.refused(self._trouble) or time.monotonic() >= deadline:
                    return None
                continue
            self._timed(time.perf_counter() - began)
            self._trouble = None
            self._faults.seen(frame.at, (*frame.warnings, *self._reader.warnings))
            if sighting.moved is not None:
                self._faults.note(MOVED, sighting.moved > TOLERATED_MM)
            return sighting

    def signals(self) -> tuple[TableSignal, ...]:
        """Return the camera's faults that began or ended since the last call, by the codes of ``trouble`` and MOVED."""
        return self._faults.drain()

    def close(self) -> None:
        """Release the camera."""
        self._source.close()
