"""The camera as the controller knows it: one call, one sighting."""

import time
from typing import Final

import structlog

from controller.errors import EyesError
from controller.ports import Sighting
from vision.sources import FrameSource
from vision.table_reader import TableReader

_LOG: Final = structlog.get_logger("vision.eyes")


class CameraEyes:
    """A frame source with its reader; an EyesPort."""

    def __init__(self, source: FrameSource, reader: TableReader) -> None:
        """Takes over the source: closing the eyes closes it."""
        self._source, self._reader = source, reader
        self._trouble: str | None = None

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
                return None
            try:
                sighting = self._reader.read(frame)
            except EyesError as error:
                if str(error) != self._trouble:
                    _LOG.warning("frame_refused", reason=str(error))
                self._trouble = str(error)
                continue
            self._trouble = None
            return sighting

    def close(self) -> None:
        """Release the camera."""
        self._source.close()
