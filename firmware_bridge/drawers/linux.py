"""The I2C bus of Linux's own device, such as a Raspberry Pi has; not imported elsewhere."""

import fcntl
import os
from typing import Final

from controller.errors import LinkError

# <linux/i2c-dev.h>
_I2C_SLAVE: Final = 0x0703


class LinuxBus:
    """``/dev/i2c-N``; one user at a time."""

    def __init__(self, number: str) -> None:
        """Open it; raises LinkError."""
        self._name = f"/dev/i2c-{number}"
        try:
            self._file = os.open(self._name, os.O_RDWR)
        except OSError as error:
            raise LinkError(f"{self._name}: {error.strerror}") from None

    def write(self, address: int, data: bytes) -> None:
        """Send bytes to a chip."""
        self._choose(address)
        try:
            os.write(self._file, data)
        except OSError as error:
            raise LinkError(f"{self._name}: no answer of {address:#04x}: {error.strerror}") from None

    def read(self, address: int, count: int) -> bytes:
        """So many bytes of a chip."""
        self._choose(address)
        try:
            return os.read(self._file, count)
        except OSError as error:
            raise LinkError(f"{self._name}: no answer of {address:#04x}: {error.strerror}") from None

    def close(self) -> None:
        """Release the bus."""
        os.close(self._file)

    def _choose(self, address: int) -> None:
        try:
            fcntl.ioctl(self._file, _I2C_SLAVE, address)
        except OSError as error:
            raise LinkError(f"{self._name}: {address:#04x}: {error.strerror}") from None
