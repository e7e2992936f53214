"""Messages between the service, to which a phone sends its pictures, and the eyes, which request the newest one.

Both ends are processes of one user on one machine; no picture is decoded here.
"""

from typing import Final

import msgspec

from controller.errors import EyesError

PHONE: Final = "phone:"
"""Scheme of a phone's address; alone, it stands for the phone of that table or seat."""
_BETWEEN: Final = "#"


class PhoneAsk(msgspec.Struct, frozen=True):
    """Request for the newest picture of ``line``, ``TABLE`` or ``TABLE/SEAT``, after number ``past``.

    ``wait_s``: seconds that the service may wait for one.
    """

    line: str
    past: int
    wait_s: float


class PhonePicture(msgspec.Struct, frozen=True):
    """Answer: a picture's file as received, dated by the service's clock; without bytes ``trouble`` gives the reason.

    ``battery_low``: the phone's battery is low. ``awaited``: no picture has been received since the service began.
    """

    number: int = -1
    at: float = 0.0
    jpeg: bytes = b""
    trouble: str = ""
    battery_low: bool = False
    awaited: bool = False


def line_name(table: str, seat: str = "") -> str:
    """Return the line name of a table's phone, or of a seat's."""
    return f"{table}/{seat}" if seat else table


def phone_address(socket: str, line: str) -> str:
    """Return the address at which eyes request a phone's pictures."""
    return f"{PHONE}{socket}{_BETWEEN}{line}"


def parsed_address(address: str) -> tuple[str, str]:
    """Return socket and line of an address; raises EyesError if no service has completed it."""
    socket, _, line = address.removeprefix(PHONE).partition(_BETWEEN)
    if not socket or not line:
        raise EyesError(f"{address!r}: a phone sends to a running service: expected it as a table's camera of serve")
    return socket, line
