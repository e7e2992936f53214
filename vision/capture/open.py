"""What an address opens: the one place where a new kind of camera is named."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

from vision.capture.folder import FolderSource
from vision.capture.frame import FrameSource
from vision.capture.network.answer import ANSWER_S
from vision.capture.network.http import SnapshotSource, StreamSource
from vision.capture.network.phone import PhoneSource
from vision.capture.network.phone_line import PHONE
from vision.capture.newest import NewestSource
from vision.capture.opencv import CaptureSource, VideoSource

_STREAMS: Final = (".mjpg", ".mjpeg")
"""How the path of an http address ends that gives a motion-JPEG stream; any other gives single pictures."""


def open_source(
    address: str,
    answers_within: float = ANSWER_S,
    own_thread: bool = False,
    may_freeze: bool = True,
    clock: Callable[[], float] = time.time,
) -> FrameSource:
    """Source of an address; raises EyesError for one that is none.

    ``http…/frame.jpg`` or ``…mjpg``, ``rtsp://…``, ``camera:0`` or ``/dev/video0``, ``phone:`` as the service
    completes it, a video file, a folder of pictures.
    ``answers_within``, ``may_freeze``: as of SnapshotSource. ``own_thread``: pull snapshots too in a thread of their
    own. ``clock``: dates what says no time of its own.
    """
    if address.startswith(("http://", "https://")):
        if urlsplit(address).path.endswith(_STREAMS):
            return NewestSource(StreamSource(address, clock))
        snapshots = SnapshotSource(address, answers_within, may_freeze, clock)
        return NewestSource(snapshots) if own_thread else snapshots
    if address.startswith(PHONE):
        phone = PhoneSource(address)
        return NewestSource(phone) if own_thread else phone
    if address.startswith("camera:"):
        device = address.removeprefix("camera:")
        return NewestSource(CaptureSource(int(device) if device.isdecimal() else device, clock=clock))
    if address.startswith(("rtsp://", "rtsps://", "/dev/video")):
        return NewestSource(CaptureSource(address, clock=clock))
    file = Path(address)
    return VideoSource(file) if file.is_file() else FolderSource(file)
