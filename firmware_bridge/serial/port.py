"""Serial ports through pyserial, on pseudo-terminals as on USB."""

import errno
import sys
import time
from collections.abc import Sequence
from types import ModuleType
from typing import Final

import serial
from serial.tools import list_ports

from firmware_bridge.serial.usb import FoundPort, resolve
from firmware_bridge.session.events import Reason
from firmware_bridge.session.link import PortError
from firmware_bridge.wire.limits import BAUD

if sys.platform == "win32":
    from firmware_bridge.serial import plain as system
else:
    from firmware_bridge.serial import posix as system

group_of: Final = system.group_of
is_not_yet_in: Final = system.is_not_yet_in
# Seconds for which the loss of a port that raises no error may stay undetected.
LOOK_S: Final = 0.25
_WRITE_S: Final = 0.05
_BYTES: Final = 4096
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
# Windows errors reach us as text in pyserial's exception: a port opened by another program is "denied".
_SAID: Final = {"FileNotFoundError": Reason.PORT_MISSING, "PermissionError": Reason.PORT_BUSY}


class SerialPort:
    """An exclusively opened serial port."""

    def __init__(self, name: str, line: ModuleType = system) -> None:
        """Open the port of that name (as accepted by ``usb.resolve``); raises PortError with the reason.

        ``line``: system-specific functions to open, wait for and check a port: ``posix`` or ``plain``.
        """
        self.path = path = name if "/" in name else resolve(name, found_ports())
        self._line = line
        try:
            self._serial: serial.Serial = line.open_line(path, BAUD, _WRITE_S)
        except line.ERRORS as error:
            reason = _reason(error)
            raise PortError(reason, f"{path}: {reason.value}, expected a serial port free to open ({error})") from None
        self._looked = time.monotonic()

    def read(self, timeout: float) -> bytes:
        """Return the bytes received, waiting at most ``timeout`` seconds; raises PortError if the port is gone."""
        until = time.monotonic() + timeout
        try:
            while True:
                now = time.monotonic()
                if now >= self._looked + LOOK_S:
                    self._looked = now
                    self._line.check(self.path, self._serial)
                if self._line.wait(self._serial, max(0.0, min(until - now, LOOK_S))):
                    data: bytes = self._line.read(self._serial, _BYTES)
                    return data
                if time.monotonic() >= until:
                    return b""
        except self._line.ERRORS as error:
            raise self._gone(error) from None

    def write(self, data: bytes) -> None:
        """Send bytes; bytes that a full line does not accept are lost. Raises PortError if the port has disappeared."""
        try:
            self._line.write(self._serial, data, _WRITE_S)
        except self._line.ERRORS as error:
            raise self._gone(error) from None

    def close(self) -> None:
        """Release the port."""
        self._serial.close()

    def _gone(self, error: Exception) -> PortError:
        return PortError(Reason.PORT_GONE, f"{self.path}: port went away ({error})")


def _reason(error: Exception) -> Reason:
    told = _REASONS.get(getattr(error, "errno", None) or 0)
    return told or next((reason for said, reason in _SAID.items() if said in str(error)), Reason.PORT_FAILED)


def found_ports() -> Sequence[FoundPort]:
    """Return the serial ports that this machine lists, USB ports first."""
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
