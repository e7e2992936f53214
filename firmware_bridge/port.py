"""Serial ports through pyserial; the only file that knows it. Works on pseudo-terminals as on USB."""

import errno
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import serial
from serial.tools import list_ports

from firmware_bridge.link import PortError
from firmware_bridge.session import Reason

BAUD: Final = 115200
_WRITE_S: Final = 0.05
_REASONS: Final = {
    errno.ENOENT: Reason.PORT_MISSING,
    errno.ENODEV: Reason.PORT_MISSING,
    errno.ENXIO: Reason.PORT_MISSING,
    errno.EACCES: Reason.PORT_DENIED,
    errno.EPERM: Reason.PORT_DENIED,
    errno.EBUSY: Reason.PORT_BUSY,
    errno.EAGAIN: Reason.PORT_BUSY,
}


@dataclass(frozen=True, slots=True)
class FoundPort:
    """A serial port of this machine; ``usb`` as ``vid:pid`` in hex, empty for none."""

    path: str
    description: str
    usb: str
    serial_number: str


class SerialPort:
    """An exclusively opened serial port."""

    def __init__(self, path: str, baud: int = BAUD) -> None:
        """Open ``path`` (device or link to one); raises PortError with the reason."""
        self.path = path
        try:
            self._serial = serial.Serial(path, baud, timeout=0, write_timeout=_WRITE_S, exclusive=True)
        except (serial.SerialException, OSError, ValueError) as error:
            reason = _REASONS.get(getattr(error, "errno", None) or 0, Reason.PORT_FAILED)
            raise PortError(reason, f"{path}: {reason.value}, expected a serial port free to open ({error})") from None

    def read(self, timeout: float) -> bytes:
        """Bytes that came, waiting at most ``timeout`` seconds; raises PortError when the port is gone."""
        try:
            if timeout > 0 and not self._serial.in_waiting:
                self._serial.timeout = timeout
                first: bytes = self._serial.read(1)
            else:
                first = b""
            waiting = self._serial.in_waiting
            return first + (self._serial.read(waiting) if waiting else b"")
        except (serial.SerialException, OSError, TypeError) as error:
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
