"""The camera as the controller knows it: one call, one sighting; and what is wrong with it, as signals."""

import time
from collections.abc import Callable
from typing import Final

import structlog

from controller.errors import EyesError
from controller.ports import Sighting, SignalKind, TableSignal
from vision.edges import USUAL_MM
from vision.sources import FrameSource
from vision.table_reader import TableReader

LOST: Final = "camera-lost"
MOVED: Final = "camera-moved"
_LOST_S: Final = 3.0
_LOG: Final = structlog.get_logger("vision.eyes")


class CameraEyes:
    """A frame source with its reader; an EyesPort."""

    def __init__(self, source: FrameSource, reader: TableReader, clock: Callable[[], float] = time.monotonic) -> None:
        """Takes over the source: closing the eyes closes it."""
        self._source, self._reader, self._clock = source, reader, clock
        self._trouble: str | None = None
        self._seen_at, self._frame_at = clock(), 0.0
        self._open: set[str] = set()
        self._signals: list[TableSignal] = []

    @property
    def trouble(self) -> str | None:
        """What keeps sightings from coming, in one line; None while all is well."""
        return self._source.trouble or self._trouble

    def look(self, timeout: float) -> Sighting | None:
        """Reading of the newest frame, or None when no usable one came within ``timeout`` seconds."""
        deadline = time.monotonic() + timeout
        while True:
            frame = self._source.next(max(0.0, deadline - time.monotonic()))
            if frame is None:
                self._tell(LOST, self.trouble is not None and self._clock() - self._seen_at >= _LOST_S)
                return None
            try:
                sighting = self._reader.read(frame)
            except EyesError as error:
                if str(error) != self._trouble:
                    _LOG.warning("frame_refused", reason=str(error))
                self._trouble = str(error)
                continue
            self._trouble = None
            self._seen_at, self._frame_at = self._clock(), frame.at
            self._tell(LOST, False)
            if sighting.moved is not None:
                self._tell(MOVED, sighting.moved > USUAL_MM)
            return sighting

    def signals(self) -> tuple[TableSignal, ...]:
        """Faults of the camera that began or ended since the last call: ``camera-lost`` and ``camera-moved``."""
        told, self._signals = tuple(self._signals), []
        return told

    def close(self) -> None:
        """Release the camera."""
        self._source.close()

    def _tell(self, code: str, wrong: bool) -> None:
        if wrong == (code in self._open):
            return
        self._open ^= {code}
        at = self._frame_at + self._clock() - self._seen_at
        self._signals.append(TableSignal(SignalKind.FAULT if wrong else SignalKind.FAULT_CLEARED, at, code=code))
