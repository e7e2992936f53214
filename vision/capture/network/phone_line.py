"""What crosses between the service, to which a phone sends its pictures, and the eyes that ask for the newest.

Both ends are processes of one user on one machine; no picture is opened here.
"""

from typing import Final

import msgspec

from controller.errors import EyesError

PHONE: Final = "phone:"
"""Scheme of a phone's address; alone, it is the phone of that table or seat."""
_BETWEEN: Final = "#"


class PhoneAsk(msgspec.Struct, frozen=True):
    """For the newest picture of ``line``, ``TABLE`` or ``TABLE/SEAT``, past that number, within ``wait_s`` seconds."""

    line: str
    past: int
    wait_s: float


class PhonePicture(msgspec.Struct, frozen=True):
    """The answer: a picture as it came, dated by the service's clock; without bytes ``trouble`` says why none came.

    ``battery_low``: the phone will not last. ``awaited``: none has come yet, since the service began.
    """

    number: int = -1
    at: float = 0.0
    jpeg: bytes = b""
    trouble: str = ""
    battery_low: bool = False
    awaited: bool = False


def line_name(table: str, seat: str = "") -> str:
    """How a table's phone, or that of a seat, is called."""
    return f"{table}/{seat}" if seat else table


def phone_address(socket: str, line: str) -> str:
    """The address under which eyes find a phone's pictures."""
    return f"{PHONE}{socket}{_BETWEEN}{line}"


def parsed_address(address: str) -> tuple[str, str]:
    """Socket and line of an address; raises EyesError for one that no service has completed."""
    socket, _, line = address.removeprefix(PHONE).partition(_BETWEEN)
    if not socket or not line:
        raise EyesError(f"{address!r}: a phone sends to a running service: expected it as a table's camera of serve")
    return socket, line
