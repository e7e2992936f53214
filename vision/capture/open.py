"""What an address opens: the one place where a new kind of camera is named."""

import time
from collections.abc import Callable
from pathlib import Path

from controller.errors import EyesError
from controller.ports.log import without_logins
from vision.capture.folder import FolderSource
from vision.capture.frame import FrameSource
from vision.capture.network.answer import ANSWER_S
from vision.capture.network.http import HttpSource, LiveSource
from vision.capture.network.phone import PhoneSource
from vision.capture.network.phone_line import PHONE
from vision.capture.newest import NewestSource
from vision.capture.opencv import CaptureSource, VideoSource
from vision.capture.settings import DEVICE, LIVE, parted


def open_source(
    address: str,
    answers_within: float = ANSWER_S,
    own_thread: bool = False,
    may_freeze: bool = True,
    clock: Callable[[], float] = time.time,
    size: tuple[int, int] | None = None,
) -> FrameSource:
    """Source of an address; raises EyesError for an invalid one.

    ``http…``, ``rtsp://…``, ``camera:0``, ``/dev/video0`` or any other name below ``/dev``, each with its settings
    behind ``#``; ``phone:`` as completed by the service, a video file, a folder of pictures. ``answers_within``,
    ``may_freeze``: as of HttpSource. ``own_thread``: pull snapshots in a thread, too. ``clock``: dates frames without a
    time. ``size``: of the pictures, unless its settings say one.
    """
    plain, settings = parted(address)
    if plain.startswith(("http://", "https://")):
        source = HttpSource(plain, answers_within, may_freeze, clock, settings)
        return NewestSource(source) if own_thread else LiveSource(source)
    if plain.startswith(PHONE):
        phone = PhoneSource(plain)
        return NewestSource(phone) if own_thread else phone
    if plain.startswith(LIVE):
        device = plain.removeprefix(DEVICE)
        return NewestSource(CaptureSource(int(device) if device.isdecimal() else device, settings, size, clock))
    if "://" in plain:
        raise EyesError(f"{without_logins(plain)}: no address of a camera: expected one of http, https or rtsp")
    file = Path(plain)
    return VideoSource(file) if file.is_file() else FolderSource(file)
