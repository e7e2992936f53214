"""A recorder of frames: each is kept as the file that it came as, named by its number, to be read again later."""

from pathlib import Path
from typing import Final

import cv2

from controller.errors import EyesError
from vision.arrays import Image
from vision.capture.frame import CameraFrame, FrameSource, decode

_NAME: Final = "{:08d}"


class RecordingSource:
    """A frame source that writes every frame of another into a folder."""

    def __init__(self, inner: FrameSource, folder: Path) -> None:
        """Takes over the inner source; the folder must be there."""
        self._inner, self._folder = inner, folder
        self._trouble: str | None = None

    @property
    def trouble(self) -> str | None:
        """What keeps frames from coming or from being kept, or None."""
        return self._inner.trouble or self._trouble

    def next(self, timeout: float) -> CameraFrame | None:
        """The inner source's next frame, recorded; a full disk is trouble, but frames go on."""
        frame = self._inner.next(timeout)
        if frame is not None:
            try:
                write_frame(frame, self._folder)
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


def write_frame(frame: CameraFrame, folder: Path) -> None:
    """Write a frame's file, named by its number; bare pixels become a PNG. Raises OSError."""
    (folder / file_name(frame.number)).write_bytes(frame.file or _png(frame.image))


def read_frame(folder: Path, number: int, at: float) -> CameraFrame:
    """A recorded frame, dated ``at``; raises EyesError."""
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
