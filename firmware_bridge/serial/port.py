"""Serial ports through pyserial; the only file that knows it. Works on pseudo-terminals as on USB."""

import errno
import fcntl
import os
import select
import termios
import time
from collections.abc import Sequence
from typing import Final

import serial
from serial.tools import list_ports

from firmware_bridge.serial.usb import FoundPort, resolve
from firmware_bridge.session.events import Reason
from firmware_bridge.session.link import PortError
from firmware_bridge.wire.limits import BAUD

# How long the loss of a port that raises no error may stay unnoticed.
LOOK_S: Final = 0.25
_WRITE_S: Final = 0.05
_BYTES: Final = 4096
_CONTROL_FLAGS: Final = 2
# Linux Documentation/admin-guide/devices.txt: majors of the slaves of pseudo-terminals.
_PSEUDO: Final = range(136, 144)
_REASONS: Final = {
    errno.ENOENT: Reason.PORT_MISSING,
    errno.ENODEV: Reason.PORT_MISSING,
    errno.ENXIO: Reason.PORT_MISSING,
    errno.EIO: Reason.PORT_MISSING,
    errno.EACCES: Reason.PORT_DENIED,
    errno.EPERM: Reason.PORT_DENIED,
    errno.EBUSY: Reason.PORT_BUSY,
    errno.EAGAIN: Reason.PORT_BUSY,
}


class SerialPort:
    """An exclusively opened serial port."""

    def __init__(self, name: str, baud: int = BAUD) -> None:
        """Open the port of that name (as ``usb.resolve`` takes it); raises PortError with the reason."""
        self.path = path = name if "/" in name else resolve(name, found_ports())
        try:
            self._serial = serial.Serial(path, baud, timeout=0, write_timeout=_WRITE_S, exclusive=True)
            self._fd: int = self._serial.fileno()
            self._hold()
        except (serial.SerialException, OSError, ValueError, termios.error) as error:
            reason = _REASONS.get(getattr(error, "errno", None) or 0, Reason.PORT_FAILED)
            raise PortError(reason, f"{path}: {reason.value}, expected a serial port free to open ({error})") from None
        self._looked = time.monotonic()

    def read(self, timeout: float) -> bytes:
        """Bytes that came, waiting at most ``timeout`` seconds; raises PortError when the port is gone."""
        until = time.monotonic() + timeout
        try:
            while True:
                now = time.monotonic()
                if now >= self._looked + LOOK_S:
                    self._look(now)
                ready, _, _ = select.select([self._fd], [], [], max(0.0, min(until - now, LOOK_S)))
                if ready:
                    data: bytes = self._serial.read(_BYTES)
                    return data
                if time.monotonic() >= until:
                    return b""
        except (serial.SerialException, OSError, TypeError, ValueError) as error:
            raise self._gone(error) from None

    def write(self, data: bytes) -> None:
        """Send bytes; what a full line does not take at once is lost; raises PortError when the port is gone."""
        try:
            self._serial.write(data)
        except serial.SerialTimeoutException:
            # A line that takes nothing looks to the session like one that loses frames.
            return
        except (serial.SerialException, OSError) as error:
            raise self._gone(error) from None

    def close(self) -> None:
        """Release the port."""
        self._serial.close()

    def _hold(self) -> None:
        attributes = termios.tcgetattr(self._fd)
        # Closing leaves DTR as it is, so that a service that starts again does not reset the board.
        attributes[_CONTROL_FLAGS] &= ~termios.HUPCL
        termios.tcsetattr(self._fd, termios.TCSANOW, attributes)
        # pyserial's lock stops only programs that ask for it. A pseudo-terminal, which its other end keeps open, would
        # stay held after its holder's death.
        if os.major(os.fstat(self._fd).st_rdev) not in _PSEUDO:
            fcntl.ioctl(self._fd, termios.TIOCEXCL)

    def _look(self, now: float) -> None:
        """Raises OSError when the name no longer leads to the device that is open."""
        self._looked = now
        if os.stat(self.path).st_rdev != os.fstat(self._fd).st_rdev:
            raise OSError(errno.ENODEV, "the name leads to another device now")

    def _gone(self, error: Exception) -> PortError:
        return PortError(Reason.PORT_GONE, f"{self.path}: port went away ({error})")


def found_ports() -> Sequence[FoundPort]:
    """The serial ports that this machine lists, USB ones first."""
    found = [
        FoundPort(
            port.device,
            port.description or "",
            f"{port.vid:04x}:{port.pid:04x}" if port.vid is not None and port.pid is not None else "",
            port.serial_number or "",
        )
        for port in list_ports.comports()
    ]
    return sorted(found, key=lambda port: (not port.usb, port.path))
