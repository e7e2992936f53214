"""Opens the camera at an address. The code for a kind of camera is imported only when one is opened."""

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple
from urllib.parse import parse_qsl

from controller.errors import EyesError
from controller.ports.log import without_logins
from controller.text import Text
from vision.capture.network.phone_line import PHONE
from vision.capture.settings import ANSWER_S, DEVICE, FORMS, CameraSettings

if TYPE_CHECKING:
    from vision.capture.frame import FrameSource


class SourceWanted(NamedTuple):
    """An address without its settings, and how to open it; see ``open_source``."""

    plain: str
    settings: CameraSettings
    answers_within: float
    own_thread: bool
    may_freeze: bool
    clock: Callable[[], float]
    size: tuple[int, int] | None


class SourceKind(NamedTuple):
    """A kind of camera: prefixes of its addresses, their description in a sentence, and the function that opens one.

    ``has_settings``: settings may follow ``#``. ``has_host``: the address names a host of a network.
    """

    begins: tuple[str, ...]
    said: str
    opened: Callable[[SourceWanted], "FrameSource"]
    has_settings: bool = True
    has_host: bool = False


def _http(asked: SourceWanted) -> "FrameSource":
    from vision.capture.network.http import HttpSource, LiveSource
    from vision.capture.newest import NewestSource

    source = HttpSource(asked.plain, asked.answers_within, asked.may_freeze, asked.clock, asked.settings)
    return NewestSource(source) if asked.own_thread else LiveSource(source)


def _live(asked: SourceWanted) -> "FrameSource":
    from vision.capture.newest import NewestSource
    from vision.capture.opencv import CaptureSource

    device = asked.plain.removeprefix(DEVICE)
    name = int(device) if device.isdecimal() else device
    return NewestSource(CaptureSource(name, asked.settings, asked.size, asked.clock))


def _phone(asked: SourceWanted) -> "FrameSource":
    from vision.capture.network.phone import PhoneSource
    from vision.capture.newest import NewestSource

    phone = PhoneSource(asked.plain)
    return NewestSource(phone) if asked.own_thread else phone


def _files(asked: SourceWanted) -> "FrameSource":
    from vision.capture.folder import FolderSource
    from vision.capture.opencv import VideoSource

    file = Path(asked.plain)
    return VideoSource(file) if file.is_file() else FolderSource(file)


KINDS: Final = (
    SourceKind(("http://", "https://"), "an http address", _http, has_host=True),
    SourceKind(("rtsp://", "rtsps://"), "an rtsp address", _live, has_host=True),
    SourceKind((DEVICE, "/dev/"), "a device below /dev", _live),
    SourceKind((PHONE,), "`phone:`", _phone, has_settings=False),
)
LIVE: Final = tuple(begin for kind in KINDS if kind.has_settings for begin in kind.begins)
"""Prefixes of addresses that may have settings."""
NETWORK: Final = tuple(begin for kind in KINDS if kind.has_host for begin in kind.begins)
"""Prefixes of addresses that name a host."""
SAID: Final = f"{', '.join(kind.said for kind in KINDS)} or a folder of pictures"
"""Description of all valid addresses."""


def is_camera(address: str) -> bool:
    """True if this is the address of a camera, not the path of files."""
    return any(address.startswith(kind.begins) for kind in KINDS)


def open_source(
    address: str,
    answers_within: float = ANSWER_S,
    own_thread: bool = False,
    may_freeze: bool = True,
    clock: Callable[[], float] = time.time,
    size: tuple[int, int] | None = None,
) -> "FrameSource":
    """Open the source at an address; raises EyesError for an invalid one.

    ``address``: one of KINDS, with its settings behind ``#``; ``phone:`` as completed by the service; a video file; a
    folder of pictures. ``answers_within``, ``may_freeze``: as in HttpSource. ``own_thread``: pull snapshots in a
    thread, too. ``clock``: dates frames without a time. ``size``: of the pictures, unless the settings name one.
    """
    plain, settings = parted(address)
    asked = SourceWanted(plain, settings, answers_within, own_thread, may_freeze, clock, size)
    for kind in KINDS:
        if plain.startswith(kind.begins):
            return kind.opened(asked)
    if "://" in plain:
        raise EyesError(
            Text(
                "カメラのアドレスではありません。USBカメラ、ネットワークカメラ、スマートフォンのどれかを選んでください。",
                f"{without_logins(plain)}: no address of a camera: expected {SAID}",
            )
        )
    return _files(asked)


def parted(address: str) -> tuple[str, CameraSettings]:
    """Split an address into itself and its settings; raises EyesError for an unknown or invalid setting."""
    if not address.startswith(LIVE):
        return address, CameraSettings()
    plain, _, told = address.partition("#")
    given = dict(parse_qsl(told, keep_blank_values=True))
    for name, value in given.items():
        form, expected = FORMS.get(name, ("", f"one of {', '.join(FORMS)}"))
        if not form or not re.fullmatch(form, value):
            raise EyesError(
                Text(
                    f"カメラの設定 `{name}={value}` は使えません。",
                    f"camera setting {name}={value}: expected {expected}",
                )
            )
    width, _, height = given.pop("size", "").partition("x")
    return plain, CameraSettings(
        size=(int(width), int(height)) if width else None,
        rate=float(given.pop("rate", 0)),
        mains=int(given.pop("mains", 0)),
        **given,
    )
