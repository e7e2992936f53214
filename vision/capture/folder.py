"""A folder of pictures as a camera."""

from pathlib import Path
from typing import Final

from controller.errors import EyesError
from vision.capture.frame import CameraFrame, decode
from vision.capture.retry import RetryState

_SUFFIXES: Final = (".jpg", ".jpeg", ".png", ".webp", ".bmp")
"""Extensions of files that are read as pictures."""


class FolderSource:
    """Pictures of a folder in order of name, ``period_s`` apart on the camera's clock; ends after the last."""

    def __init__(self, folder: Path, period_s: float = 0.2) -> None:
        """Source over the pictures of ``folder``; raises EyesError if there is no such folder."""
        if not folder.is_dir():
            raise EyesError(f"{folder}: no such folder of pictures")
        self._files = sorted(file for file in folder.iterdir() if file.suffix.lower() in _SUFFIXES)
        self._place = 0
        self._period_s = period_s
        self._state = RetryState(str(folder))

    @property
    def trouble(self) -> str | None:
        """Reason why there are no frames, or None."""
        return self._state.trouble

    def next(self, timeout: float) -> CameraFrame | None:
        """Return the next readable picture, or None after the last."""
        del timeout
        while self._place < len(self._files):
            number, file = self._place, self._files[self._place]
            self._place += 1
            try:
                image = decode(file.read_bytes(), file.name)
            except (OSError, EyesError) as error:
                self._state.failed(error)
                continue
            self._state.succeeded()
            return CameraFrame(image, number, number * self._period_s)
        self._state.failed("no more pictures")
        return None

    def close(self) -> None:
        """Nothing to release."""
