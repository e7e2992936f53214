"""Settings of a camera, given in its address behind ``#``: /dev/video0#size=1440x1080&mains=50."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final
from urllib.parse import quote

DEVICE: Final = "camera:"
"""Prefix of the number or path of a camera on this machine."""
ANSWER_S: Final = 1.2
"""Seconds within which a connection must be made, and an answer must be complete once it has begun; chosen: two
attempts fit into the 3 s after which a camera is reported lost, and a slow camera takes one second for a picture."""
AUTO: Final = "auto"
"""Value of a setting that the camera controls automatically."""


_HELD: Final = (rf"{AUTO}|\d{{1,6}}", f"{AUTO}, or a number that the camera has")
FORMS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "size": (r"\d{2,5}x\d{2,5}", "columns and rows, such as 1440x1080"),
        "rate": (r"\d{1,3}(\.\d+)?", "a number of pictures a second"),
        "format": ("[A-Z0-9]{4}", "four letters, such as MJPG or YUYV"),
        "focus": _HELD,
        "exposure": _HELD,
        "mains": ("50|60", "50 or 60"),
        "fingerprint": ("([0-9A-Fa-f]{2}:?){31}[0-9A-Fa-f]{2}", "64 hexadecimal digits"),
        "ca": (".+", "a PEM file"),
    }
)
"""Pattern of each setting's value, and its description."""


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """Settings of one camera; None, "" and 0 keep the camera's value.

    ``focus``, ``exposure``: "auto", or a fixed value in the camera's units; ``mains``: Hz of the lamps;
    ``fingerprint``: SHA-256 of the certificate, ``ca``: file of its authority.
    """

    size: tuple[int, int] | None = None
    rate: float = 0.0
    format: str = ""
    focus: str = ""
    exposure: str = ""
    mains: int = 0
    fingerprint: str = ""
    ca: str = ""


def device_of(plain: str) -> str:
    """Return the device file of an address on this machine; "" for any other address."""
    number = plain.removeprefix(DEVICE)
    return f"/dev/video{number}" if number.isdecimal() else number if number.startswith("/dev/") else ""


def joined(address: str, settings: Mapping[str, object]) -> str:
    """Return the address with further settings, placed before those it already has."""
    told = "&".join(f"{name}={quote(str(value), safe=':/')}" for name, value in settings.items() if value)
    plain, _, own = address.partition("#")
    return "#".join(filter(None, (plain, "&".join(filter(None, (told, own))))))
