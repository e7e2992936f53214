"""The I2C bus of the machine that the service runs on, by its address."""

import sys
from typing import Final, Protocol

from controller.errors import LinkError

if sys.platform == "linux":
    from firmware_bridge.drawers.linux import LinuxBus

PREFIX: Final = "i2c:"


class I2cBus(Protocol):
    """Bytes to and from the chips of a bus. Every method may raise LinkError."""

    def write(self, address: int, data: bytes) -> None:
        """Send bytes to a chip."""
        ...

    def read(self, address: int, count: int) -> bytes:
        """So many bytes of a chip."""
        ...

    def close(self) -> None:
        """Release the bus."""
        ...


def open_bus(address: str) -> I2cBus:
    """The bus of an address ``i2c:N``; raises LinkError."""
    number = address.removeprefix(PREFIX)
    if not address.startswith(PREFIX) or not number.isdecimal():
        raise LinkError(f"{address!r}: expected {PREFIX} and the number of the bus, such as {PREFIX}1")
    if sys.platform != "linux":
        raise LinkError(f"{address}: sticks are counted on Linux only")
    return LinuxBus(number)
