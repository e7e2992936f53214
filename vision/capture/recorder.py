"""Frames kept as they came, under their number, so that other eyes can look at them later."""

from pathlib import Path

import cv2

from controller.errors import EyesError
from vision.arrays import Image
from vision.capture.sources import CameraFrame, FrameSource, decode

_NAME = "{:08d}"


class TapedSource:
    """A frame source that leaves every frame in a folder on its way."""

    def __init__(self, inner: FrameSource, folder: Path) -> None:
        """Takes over the inner source; the folder must be there."""
        self._inner, self._folder = inner, folder
        self._trouble: str | None = None

    @property
    def trouble(self) -> str | None:
        """What keeps frames from coming or from being kept, or None."""
        return self._inner.trouble or self._trouble

    def next(self, timeout: float) -> CameraFrame | None:
        """The inner source's next frame, kept; a full disk is trouble and no reason to stop."""
        frame = self._inner.next(timeout)
        if frame is not None:
            try:
                keep(frame, self._folder)
                self._trouble = None
            except OSError as error:
                self._trouble = f"frame {frame.number} is not kept: {error}"
        return frame

    def close(self) -> None:
        """Release the camera."""
        self._inner.close()


def file_name(number: int) -> str:
    """Name of the file of a frame."""
    return _NAME.format(number)


def frame_numbers(folder: Path) -> tuple[int, ...]:
    """Numbers of the frames that lie in a folder, in order; () where there is none."""
    return tuple(sorted(int(file.name) for file in folder.glob("*") if file.name.isdecimal()))


def keep(frame: CameraFrame, folder: Path) -> None:
    """Write a frame's file under its number, bare pixels as PNG; raises OSError."""
    (folder / file_name(frame.number)).write_bytes(frame.file or _png(frame.image))


def kept(folder: Path, number: int, at: float) -> CameraFrame:
    """A frame that was kept; raises EyesError."""
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
