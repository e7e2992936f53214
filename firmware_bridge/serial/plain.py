"""A serial port where the system offers no more than pyserial: COM ports of Windows, each exclusive to a program."""

import time
from typing import Final

import serial

ERRORS: Final = (serial.SerialException, OSError, ValueError, TypeError)
"""What a port raises when it cannot be opened or is gone."""
_LOOK_S: Final = 0.002
"""Between two looks for bytes; chosen: an answer is not late by it, and 500 looks a second cost next to nothing."""


def open_line(path: str, baud: int, write_s: float) -> serial.Serial:
    """The port; raises ``ERRORS``."""
    return serial.Serial(path, baud, timeout=0, write_timeout=write_s)


def wait(line: serial.Serial, seconds: float) -> bool:
    """Whether bytes came within so long; raises ``ERRORS`` for a port that is gone."""
    until = time.monotonic() + seconds
    while not line.in_waiting:
        left = until - time.monotonic()
        if left <= 0:
            return False
        time.sleep(min(_LOOK_S, left))
    return True


def read(line: serial.Serial, most: int) -> bytes:
    """Bytes announced by ``wait``, at most so many; raises ``ERRORS`` for a port that is gone."""
    data: bytes = line.read(most)
    return data


def write(line: serial.Serial, data: bytes, _seconds: float) -> None:
    """Send bytes; what the line does not take within the time it was opened for is lost. Raises ``ERRORS``."""
    try:
        line.write(data)
    except serial.SerialTimeoutException:
        # A line that takes nothing looks to the session like one that loses frames.
        return


def check(_path: str, _line: serial.Serial) -> None:
    """A COM port that is gone says so itself."""


def group_of(_path: str) -> str:
    """No group: every user may open a port."""
    return ""


def is_not_yet_in(_group: str) -> bool:
    """Never."""
    return False
