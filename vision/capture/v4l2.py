"""Reads and sets modes and controls of a camera on this machine by its driver (Video for Linux 2), if there is one."""

import os
import struct
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from vision.capture.settings import AUTO

_ENUM_FORMAT: Final = 0xC0405602  # VIDIOC_ENUM_FMT
_ENUM_SIZE: Final = 0xC02C564A  # VIDIOC_ENUM_FRAMESIZES
_ENUM_INTERVAL: Final = 0xC034564B  # VIDIOC_ENUM_FRAMEINTERVALS
_QUERY_CONTROL: Final = 0xC0445624  # VIDIOC_QUERYCTRL
_GET_CONTROL: Final = 0xC008561B  # VIDIOC_G_CTRL
_SET_CONTROL: Final = 0xC008561C  # VIDIOC_S_CTRL
_CAPTURE: Final = 1  # V4L2_BUF_TYPE_VIDEO_CAPTURE
_DISCRETE: Final = 1  # V4L2_FRMSIZE_TYPE_DISCRETE, and of intervals
_DISABLED: Final = 1  # V4L2_CTRL_FLAG_DISABLED
FOCUS_AUTO: Final = 0x009A090C  # V4L2_CID_FOCUS_AUTO
FOCUS: Final = 0x009A090A  # V4L2_CID_FOCUS_ABSOLUTE
EXPOSURE_AUTO: Final = 0x009A0901  # V4L2_CID_EXPOSURE_AUTO
EXPOSURE: Final = 0x009A0902  # V4L2_CID_EXPOSURE_ABSOLUTE
MAINS: Final = 0x00980918  # V4L2_CID_POWER_LINE_FREQUENCY
_NAMES: Final = {"focus": FOCUS, "exposure": EXPOSURE, "mains": MAINS}
BY_HAND: Final = 1
"""Value of ``EXPOSURE_AUTO``: V4L2_EXPOSURE_MANUAL."""
_BY_APERTURE: Final = 3
"""Value of ``EXPOSURE_AUTO`` for automatic exposure of USB cameras."""
_MOST: Final = 64
"""Most formats, sizes or rates that are queried; chosen: cameras have up to some twenty."""
LEAST: Final = (1440, 1080)
"""Least size that a table's camera should have; docs/cameras.md."""


@dataclass(frozen=True, slots=True, order=True)
class Mode:
    """A size that a camera offers in a format, and its highest rate, pictures a second; 0.0: unknown."""

    width: int
    height: int
    format: str
    rate: float


@dataclass(frozen=True, slots=True)
class Control:
    """A control: its bounds and current value."""

    least: int
    most: int
    value: int


@dataclass(frozen=True, slots=True)
class CameraProbe:
    """A camera's capabilities; ``controls`` by focus, exposure and mains if it has them; ``autofocus``: it is on."""

    modes: tuple[Mode, ...] = ()
    controls: dict[str, Control] | None = None
    autofocus: bool = False


def probe(device: str) -> CameraProbe:
    """Return the capabilities that a device reports; empty if it is no camera or does not open."""
    with _opened(device) as camera:
        if camera is None:
            return CameraProbe()
        controls = {name: found for name, number in _NAMES.items() if (found := _control(camera, number)) is not None}
        focus = _control(camera, FOCUS_AUTO)
        return CameraProbe(tuple(sorted(_modes(camera))), controls, focus is not None and bool(focus.value))


def set_control(device: str, number: int, value: int) -> bool:
    """Set a control; return True if the driver accepted the value."""
    with _opened(device) as camera:
        return camera is not None and _ask(camera, _SET_CONTROL, number, value) is not None


def hold(device: str, name: str, value: str) -> bool:
    """Fix focus or exposure at a value, or leave it to the camera if that is ``AUTO``; return True if accepted."""
    switch = FOCUS_AUTO if name == "focus" else EXPOSURE_AUTO
    if value == AUTO:
        return set_control(device, switch, 1 if name == "focus" else _BY_APERTURE)
    return set_control(device, switch, 0 if name == "focus" else BY_HAND) and set_control(
        device, _NAMES[name], int(value)
    )


def chosen(modes: Sequence[Mode], size: tuple[int, int] | None, form: str = "") -> Mode | None:
    """Return the mode nearest to ``size``; without a size the smallest of at least ``LEAST``, else the largest.

    Of equal modes the fastest; None if the camera names none.
    """
    fit = [mode for mode in modes if mode.format == form] or list(modes)
    if not fit:
        return None
    if size is not None:
        return min(fit, key=lambda mode: (abs(mode.width - size[0]) + abs(mode.height - size[1]), -mode.rate))
    enough = [mode for mode in fit if mode.width >= LEAST[0] and mode.height >= LEAST[1]]
    if enough:
        return min(enough, key=lambda mode: (mode.width * mode.height, -mode.rate))
    return max(fit, key=lambda mode: (mode.width * mode.height, mode.rate))


@contextmanager
def _opened(device: str) -> Iterator[int | None]:
    camera = None
    try:
        if sys.platform == "linux":
            camera = os.open(device, os.O_RDWR | os.O_NONBLOCK)
    except OSError:
        camera = None
    try:
        yield camera
    finally:
        if camera is not None:
            os.close(camera)


def _modes(camera: int) -> Iterator[Mode]:
    for form in _each(camera, _ENUM_FORMAT, _CAPTURE):
        (fourcc,) = struct.unpack_from("I", form, 44)
        name = struct.pack("I", fourcc).decode("ascii", "replace")
        for size in _each(camera, _ENUM_SIZE, fourcc):
            kind, width, height = struct.unpack_from("3I", size, 8)
            if kind == _DISCRETE:
                yield Mode(width, height, name, _rate(camera, fourcc, width, height))


def _rate(camera: int, fourcc: int, width: int, height: int) -> float:
    rates = [0.0]
    for one in _each(camera, _ENUM_INTERVAL, fourcc, width, height):
        kind, numerator, denominator = struct.unpack_from("3I", one, 16)
        if kind == _DISCRETE and numerator:
            rates.append(denominator / numerator)
    return max(rates)


def _control(camera: int, number: int) -> Control | None:
    told = _ask(camera, _QUERY_CONTROL, number)
    if told is None:
        return None
    least, most = struct.unpack_from("2i", told, 40)
    value = _ask(camera, _GET_CONTROL, number)
    if struct.unpack_from("I", told, 56)[0] & _DISABLED or value is None:
        return None
    return Control(least, most, struct.unpack_from("i", value, 4)[0])


def _each(camera: int, request: int, *fields: int) -> Iterator[bytes]:
    """Yield the driver's answers for indices from 0 until there are no more; ``fields`` follow the index."""
    for index in range(_MOST):
        told = _ask(camera, request, index, *fields)
        if told is None:
            return
        yield told


def _ask(camera: int, request: int, *fields: int) -> bytes | None:
    """Send a structure that begins with these numbers; return it as filled by the driver, None if refused."""
    import fcntl

    # The request's number contains its size.
    told = bytearray((request >> 16) & 0x3FFF)
    struct.pack_into(f"{len(fields)}I", told, 0, *fields)
    try:
        fcntl.ioctl(camera, request, told)
    except OSError:
        return None
    return bytes(told)
