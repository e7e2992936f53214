"""How a camera is opened, as its address says behind ``#``: /dev/video0#size=1440x1080&mains=50."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final
from urllib.parse import parse_qsl, quote

from controller.errors import EyesError

DEVICE: Final = "camera:"
"""Before the number or path of a camera on this machine."""
LIVE: Final = ("http://", "https://", "rtsp://", "rtsps://", DEVICE, "/dev/")
"""How the address of a camera begins that is neither a phone nor files."""
AUTO: Final = "auto"
"""The camera sees to it by itself."""


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
"""Of each setting its pattern, and that in words."""


@dataclass(frozen=True, slots=True)
class CameraSettings:
    """Settings of one camera; None, "" and 0: leave the camera's value.

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


def parted(address: str) -> tuple[str, CameraSettings]:
    """The address itself and its settings; raises EyesError for one that is not known or cannot be."""
    if not address.startswith(LIVE):
        return address, CameraSettings()
    plain, _, told = address.partition("#")
    given = dict(parse_qsl(told, keep_blank_values=True))
    for name, value in given.items():
        form, expected = FORMS.get(name, ("", f"one of {', '.join(FORMS)}"))
        if not form or not re.fullmatch(form, value):
            raise EyesError(f"camera setting {name}={value}: expected {expected}")
    width, _, height = given.pop("size", "").partition("x")
    return plain, CameraSettings(
        size=(int(width), int(height)) if width else None,
        rate=float(given.pop("rate", 0)),
        mains=int(given.pop("mains", 0)),
        **given,
    )


def device_of(plain: str) -> str:
    """The device of an address on this machine; "" for any other."""
    number = plain.removeprefix(DEVICE)
    return f"/dev/video{number}" if number.isdecimal() else number if number.startswith("/dev/") else ""


def joined(address: str, settings: Mapping[str, object]) -> str:
    """The address with settings behind it, before any that it has itself."""
    told = "&".join(f"{name}={quote(str(value), safe=':/')}" for name, value in settings.items() if value)
    plain, _, own = address.partition("#")
    return "#".join(filter(None, (plain, "&".join(filter(None, (told, own))))))
