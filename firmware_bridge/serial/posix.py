"""What a serial port is on Linux and macOS beyond pyserial, and who may open it; not imported elsewhere."""

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
"""What a port raises when it cannot be opened or is gone."""
_CONTROL_FLAGS: Final = 2
_SELECTED: Final = 1024
"""Files that select knows: FD_SETSIZE of Linux and macOS."""
# Linux Documentation/admin-guide/devices.txt: majors of the slaves of pseudo-terminals.
_PSEUDO: Final = range(136, 144)


def open_line(path: str, baud: int, write_s: float) -> serial.Serial:
    """The port, for this program alone, left as it is when it is closed; raises ``ERRORS``."""
    line = serial.Serial(path, baud, timeout=0, write_timeout=write_s, exclusive=True)
    attributes = termios.tcgetattr(line.fileno())
    # Closing leaves DTR as it is, so that a service that starts again does not reset the board.
    attributes[_CONTROL_FLAGS] &= ~termios.HUPCL
    termios.tcsetattr(line.fileno(), termios.TCSANOW, attributes)
    # pyserial's lock stops only programs that ask for it. A pseudo-terminal, which its other end keeps open, would
    # stay held after its holder's death.
    if os.major(os.fstat(line.fileno()).st_rdev) not in _PSEUDO:
        fcntl.ioctl(line.fileno(), termios.TIOCEXCL)
    return line


def wait(line: serial.Serial, seconds: float) -> bool:
    """Whether bytes came within so long."""
    return _is_ready(line.fileno(), select.POLLIN, seconds)


def read(line: serial.Serial, most: int) -> bytes:
    """Bytes announced by ``wait``, at most so many; raises ``ERRORS`` for a port that is gone."""
    # pyserial waits by select once more, which knows no file past the 1,024th: a thousand viewers have more open.
    try:
        data = os.read(line.fileno(), most)
    except BlockingIOError:
        return b""
    if not data:
        raise OSError(errno.EIO, "the port tells of bytes and gives none")
    return data


def write(line: serial.Serial, data: bytes, seconds: float) -> None:
    """Send bytes; what the line does not take within so long is lost. Raises ``ERRORS`` for a port that is gone."""
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
    # macOS cannot poll devices, but no service there has so many files open.
    waiting = select.poll()
    waiting.register(file, what)
    return bool(waiting.poll(seconds * 1000))


def check(path: str, line: serial.Serial) -> None:
    """Raises OSError when the name no longer leads to the device that is open."""
    if os.stat(path).st_rdev != os.fstat(line.fileno()).st_rdev:
        raise OSError(errno.ENODEV, "the name leads to another device now")


def group_of(path: str) -> str:
    """The group that may open a port."""
    try:
        group = Path(path).group()
    except (OSError, KeyError):
        group = "root"
    return "dialout" if group == "root" else group


def is_not_yet_in(group: str) -> bool:
    """Whether this user belongs to the group, but not yet in this login."""
    try:
        entry = grp.getgrnam(group)
        user = pwd.getpwuid(os.geteuid()).pw_name
    except KeyError:
        return False
    return user in entry.gr_mem and entry.gr_gid not in os.getgroups()
