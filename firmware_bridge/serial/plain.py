"""Serial port on systems where only pyserial is available: COM ports of Windows, each exclusive to a program."""

import time
from typing import Final

import serial

ERRORS: Final = (serial.SerialException, OSError, ValueError, TypeError)
"""Errors raised by a port that cannot be opened or has disappeared."""
_LOOK_S: Final = 0.002
"""Seconds between two checks for bytes; chosen: it does not delay answers, and 500 checks a second cost
almost nothing."""


def open_line(path: str, baud: int, write_s: float) -> serial.Serial:
    """Open and return the port; raises ``ERRORS``."""
    return serial.Serial(path, baud, timeout=0, write_timeout=write_s)


def wait(line: serial.Serial, seconds: float) -> bool:
    """Wait at most ``seconds``; True if bytes have arrived. Raises ``ERRORS`` for a port that has disappeared."""
    until = time.monotonic() + seconds
    while not line.in_waiting:
        left = until - time.monotonic()
        if left <= 0:
            return False
        time.sleep(min(_LOOK_S, left))
    return True


def read(line: serial.Serial, most: int) -> bytes:
    """Return the bytes announced by ``wait``, at most ``most``; raises ``ERRORS`` for a port that has disappeared."""
    data: bytes = line.read(most)
    return data


def write(line: serial.Serial, data: bytes, _seconds: float) -> None:
    """Send bytes; bytes not accepted within the time given to ``open_line`` are lost. Raises ``ERRORS``."""
    try:
        line.write(data)
    except serial.SerialTimeoutException:
        # For the session, a line that accepts no bytes is the same as one that loses frames.
        return


def check(_path: str, _line: serial.Serial) -> None:
    """Do nothing: a COM port that has disappeared raises errors by itself."""


def group_of(_path: str) -> str:
    """Return "": every user may open a port."""
    return ""


def is_not_yet_in(_group: str) -> bool:
    """Return False: there are no groups."""
    return False
