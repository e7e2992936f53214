"""Serial ports on Linux and macOS beyond pyserial, and the permission to open them; not imported on other systems."""

import errno
import fcntl
import grp
import os
import pwd
import select
import termios
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

import serial

ERRORS: Final = (serial.SerialException, OSError, ValueError, TypeError, termios.error)
"""Errors raised by a port that cannot be opened or has disappeared."""
_CONTROL_FLAGS: Final = 2
_SELECTED: Final = 1024
"""Number of file descriptors that select supports: FD_SETSIZE of Linux and macOS."""
# Linux Documentation/admin-guide/devices.txt: major numbers of pseudo-terminal slaves.
_PSEUDO: Final = range(136, 144)


def open_line(path: str, baud: int, write_s: float) -> serial.Serial:
    """Open and return the port for this program alone; closing it leaves DTR unchanged. Raises ``ERRORS``."""
    line = serial.Serial(path, baud, timeout=0, write_timeout=write_s, exclusive=True)
    attributes = termios.tcgetattr(line.fileno())
    # Closing leaves DTR unchanged, so that a restarted service does not reset the board.
    attributes[_CONTROL_FLAGS] &= ~termios.HUPCL
    termios.tcsetattr(line.fileno(), termios.TCSANOW, attributes)
    # pyserial's lock stops only programs that use it too. A pseudo-terminal is excluded: its other end keeps it open,
    # so it would stay locked after its holder's death.
    if os.major(os.fstat(line.fileno()).st_rdev) not in _PSEUDO:
        fcntl.ioctl(line.fileno(), termios.TIOCEXCL)
    return line


def wait(line: serial.Serial, seconds: float) -> bool:
    """Wait at most ``seconds``; True if bytes have arrived."""
    return _is_ready(line.fileno(), select.POLLIN, seconds)


def read(line: serial.Serial, most: int) -> bytes:
    """Return the bytes announced by ``wait``, at most ``most``; raises ``ERRORS`` for a port that has disappeared."""
    # pyserial would wait again with select, which supports only 1,024 files: a thousand viewers have more open.
    try:
        data = os.read(line.fileno(), most)
    except BlockingIOError:
        return b""
    if not data:
        raise OSError(errno.EIO, "the port tells of bytes and gives none")
    return data


def write(line: serial.Serial, data: bytes, seconds: float) -> None:
    """Send bytes; bytes not accepted within ``seconds`` are lost. Raises ``ERRORS`` for a port that has disappeared."""
    left, until = memoryview(data), time.monotonic() + seconds
    while left:
        with suppress(BlockingIOError):
            left = left[os.write(line.fileno(), left) :]
        if left and not _is_ready(line.fileno(), select.POLLOUT, max(0.0, until - time.monotonic())):
            return


def _is_ready(file: int, what: int, seconds: float) -> bool:
    if file < _SELECTED:
        given = ([file], []) if what == select.POLLIN else ([], [file])
        return any(select.select(*given, [], seconds))
    # macOS cannot poll devices, but no service there has that many files open.
    waiting = select.poll()
    waiting.register(file, what)
    return bool(waiting.poll(seconds * 1000))


def check(path: str, line: serial.Serial) -> None:
    """Raise OSError if the name no longer refers to the device that is open."""
    if os.stat(path).st_rdev != os.fstat(line.fileno()).st_rdev:
        raise OSError(errno.ENODEV, "the name leads to another device now")


def group_of(path: str) -> str:
    """Return the group that may open a port."""
    try:
        group = Path(path).group()
    except (OSError, KeyError):
        group = "root"
    return "dialout" if group == "root" else group


def is_not_yet_in(group: str) -> bool:
    """True if this user belongs to the group, but not yet in this login session."""
    try:
        entry = grp.getgrnam(group)
        user = pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return False
    return user in entry.gr_mem and entry.gr_gid not in os.getgroups()
