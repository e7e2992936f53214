"""Recorder of frames: each is saved as the file received from the camera, named by its number, to be read again later.

The folder has a quota: the oldest pictures are deleted first, and only pictures.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import cv2

from controller.errors import EyesError
from vision.arrays import Image
from vision.capture.frame import CameraFrame, FrameSource, decode
from vision.stored_frames import ALL, Retention, file_name, note_gone, note_stored

_DOWN_TO: Final = 0.9
"""Share of a quota down to which pictures are deleted, so that not every new picture requires a scan of all files."""
_DAY_S: Final = 86400.0
"""Seconds of a day."""
_LOOK_S: Final = 3600.0
"""Seconds between scans for pictures that are too old."""


class FrameQuota:
    """Limits the pictures below a folder to a quota; a picture under several names counts once."""

    def __init__(
        self,
        folder: Path,
        kept: Retention,
        going: Callable[[Path, Sequence[Path]], None],
        clock: Callable[[], float] = time.time,
    ) -> None:
        """``folder`` need not exist. ``going`` is called with files before they are deleted."""
        self._folder, self._kept, self._going, self._clock = folder, kept, going, clock
        self._held: int | None = None
        self._looked = float("-inf")

    def added(self, size: int) -> None:
        """Count a written picture of ``size`` bytes; delete the oldest if the quota is exceeded or some are too old."""
        now, limit = self._clock(), self._kept.bytes
        if not limit and not self._kept.days:
            return
        aged = self._kept.days > 0 and now - self._looked >= _LOOK_S
        if self._held is not None and not aged:
            self._held += size
            if not limit or self._held <= limit:
                return
        self._look(now)

    def _look(self, now: float) -> None:
        """Add up the files and delete the excess."""
        files: dict[int, list[Path]] = defaultdict(list)
        sizes: dict[int, tuple[float, int]] = {}
        for file in self._folder.rglob("*"):
            if file.name.isdecimal() and file.is_file():
                told = file.stat()
                files[told.st_ino].append(file)
                sizes[told.st_ino] = (told.st_mtime, told.st_size)
        held = sum(size for _, size in sizes.values())
        limit, days = self._kept.bytes, self._kept.days
        down_to = limit * _DOWN_TO if limit and held > limit else held
        before = now - days * _DAY_S if days else float("-inf")
        gone: list[Path] = []
        for each in sorted(sizes, key=lambda each: sizes[each]):
            at, size = sizes[each]
            if held <= down_to and at >= before:
                break
            gone += files[each]
            held -= size
        # Note files before deleting them: a file deleted without a note counts as missing when pictures are checked.
        self._going(self._folder, gone)
        for file in gone:
            file.unlink(missing_ok=True)
        for folder in {file.parent for same in files.values() for file in same}:
            # An empty folder would count as a name with saved pictures.
            if folder != self._folder and not any(folder.iterdir()):
                folder.rmdir()
        self._held, self._looked = held, now


class RecordingSource:
    """A frame source that writes every frame of another into a folder."""

    def __init__(self, inner: FrameSource, folder: Path, kept: Retention = ALL) -> None:
        """Wrap the inner source; the folder must exist. ``kept``: quota of the folder."""
        self._inner, self._folder = inner, folder
        self._quota = FrameQuota(folder, kept, lambda below, files: note_gone(below, [file.name for file in files]))
        self._trouble: str | None = None

    @property
    def trouble(self) -> str | None:
        """Reason why there are no frames or they are not saved, or None."""
        return self._inner.trouble or self._trouble

    def next(self, timeout: float) -> CameraFrame | None:
        """Return the inner source's next frame and record it; a full disk is reported as trouble only."""
        frame = self._inner.next(timeout)
        if frame is not None:
            try:
                self._quota.added(write_frame(frame, self._folder))
                self._trouble = None
            except OSError as error:
                self._trouble = f"frame {frame.number} is not kept: {error}"
        return frame

    def close(self) -> None:
        """Release the camera."""
        self._inner.close()


def write_frame(frame: CameraFrame, folder: Path) -> int:
    """Write a frame's file, named by its number, list it, and return its size in bytes; raises OSError.

    A frame without a file is written as PNG.
    """
    name, data = file_name(frame.number), frame.file or _png(frame.image)
    (folder / name).write_bytes(data)
    note_stored(folder, name, data)
    return len(data)


def read_frame(folder: Path, number: int, at: float) -> CameraFrame:
    """Return a recorded frame, dated ``at``; raises EyesError if it cannot be read."""
    file = folder / file_name(number)
    try:
        data = file.read_bytes()
    except OSError as error:
        raise EyesError(f"{file}: no frame kept there: {error.strerror}") from None
    return CameraFrame(decode(data, str(file)), number, at, data)


def _png(image: Image) -> bytes:
    good, data = cv2.imencode(".png", image)
    if not good:
        raise OSError("a picture that cannot be written as PNG")
    return bytes(data)
