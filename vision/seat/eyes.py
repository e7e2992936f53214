"""Combines the camera over a table with those of the seats: every sighting includes the newest row of each hand."""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

import structlog

from controller.errors import EyesError
from controller.ports.eyes import EyesPort, SeenRow, Sighting
from controller.ports.log import WordLog
from controller.ports.table import TableSignal
from controller.riichi.seat import SEATS, Seat
from vision.capture.frame import FrameSource
from vision.capture.trouble import CameraTrouble
from vision.eyes import CameraFaults
from vision.seat.reader import SeatReader

_LOG: Final[WordLog] = structlog.get_logger("vision.seat.eyes")


class SeatCameraEyes:
    """One seat's camera with its reader; never waits, and returns the last row if there is no new frame."""

    def __init__(
        self, seat: Seat, source: FrameSource, reader: SeatReader, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Takes over the source, which must return its newest frame at once."""
        self._source, self._reader, self._clock = source, reader, clock
        self._faults = CameraFaults(clock, seat)
        self._row: SeenRow | None = None
        self._trouble: CameraTrouble | None = None

    def look(self) -> SeenRow | None:
        """Return the row of standing tiles; None while it is hidden or unreadable, or if no frame came for a while."""
        frame = self._source.next(0.0)
        if frame is None:
            if self._faults.missed(self._source.trouble):
                self._row = None
            return self._row
        try:
            self._row, self._trouble = self._reader.read(frame), None
        except EyesError as error:
            if str(error) != self._trouble:
                _LOG.warning("frame_refused", reason=str(error))
            self._row, self._trouble = None, CameraTrouble.of(error)
            self._faults.refused(self._trouble)
            return None
        self._faults.seen(frame.at, frame.warnings)
        return self._row

    def signals(self) -> tuple[TableSignal, ...]:
        """Faults of the camera that began or ended since the last call."""
        return self._faults.drain()

    def close(self) -> None:
        """Release the camera."""
        self._source.close()


class CombinedEyes:
    """An EyesPort over the table's eyes and those of seats; the loss of a seat's camera stops nothing."""

    def __init__(self, over: EyesPort, seats: Mapping[Seat, SeatCameraEyes]) -> None:
        """Takes over all eyes: closing this object closes them."""
        self._over, self._seats = over, dict(seats)

    def look(self, timeout: float) -> Sighting | None:
        """Return the sighting of the eyes above with the newest rows of standing tiles; None if these return None."""
        sighting = self._over.look(timeout)
        rows = {seat: eye.look() for seat, eye in self._seats.items()}
        return None if sighting is None else replace(sighting, concealed=tuple(rows.get(seat) for seat in SEATS))

    def signals(self) -> Sequence[TableSignal]:
        """Faults of any of the cameras that began or ended since the last call."""
        return (*self._over.signals(), *(signal for eye in self._seats.values() for signal in eye.signals()))

    def close(self) -> None:
        """Release every camera."""
        self._over.close()
        for eye in self._seats.values():
            eye.close()
