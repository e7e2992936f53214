"""Reasons why a camera gives no pictures: one line for the log, and the code of the fault shown to people."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import numpy as np

from controller.errors import PictureError, PoorPictureError, SizeError
from controller.ports.eyes import LOST
from vision.capture.frame import CameraFrame

UNREADABLE: Final = "camera-unreadable"
"""Fault code of a camera whose answers are no complete pictures."""
FROZEN: Final = "camera-frozen"
"""Fault code of a camera that repeats the same picture."""
RESIZED: Final = "camera-resized"
"""Fault code of a camera whose pictures have another size than it was calibrated for."""
WAITING: Final = "camera-waiting"
"""Fault code of a camera that has not connected yet: a phone whose page has not been opened since the service began."""
BATTERY: Final = "camera-battery"
"""Fault code of a camera that reports a low battery; its pictures still arrive."""
SILENT_S: Final = 1.8
"""Seconds without a new picture after which a source is in trouble; chosen: shown within 3 s, and every usable camera
gives one picture in two seconds."""
_CODES: Final[Mapping[type, str]] = MappingProxyType({PictureError: UNREADABLE, SizeError: RESIZED})
_SAMPLED: Final = 8
"""Step between compared rows and columns of a picture without a file; chosen: of 24,000 pixels of any real camera some
are noisy."""


class CameraTrouble(str):
    """Reason, in one line; ``code``: code of the fault shown to people."""

    code: str

    def __new__(cls, line: str, code: str = LOST) -> "CameraTrouble":
        """Return the line with its code."""
        told = super().__new__(cls, line)
        told.code = code
        return told

    @classmethod
    def of(cls, error: Exception | str) -> "CameraTrouble":
        """Return the trouble that an error stands for."""
        if isinstance(error, CameraTrouble):
            return error
        code = error.code if isinstance(error, PoorPictureError) else _CODES.get(type(error), LOST)
        return cls(" ".join(str(error).split()) or type(error).__name__, code)


def code_of(trouble: str) -> str:
    """Return the fault code of a trouble; that of a lost camera for a line without a code."""
    return trouble.code if isinstance(trouble, CameraTrouble) else LOST


def same_exposure(one: CameraFrame, other: CameraFrame) -> bool:
    """True if two frames are one exposure: bitwise equal, with the same number and date from the camera.

    A real sensor always has noise: no two pictures of a still table are equal. Painted ones may be, so their numbers
    are compared too.
    """
    if one.stamp != other.stamp:
        return False
    if one.file is not None or other.file is not None:
        return one.file == other.file
    grain = np.s_[::_SAMPLED, ::_SAMPLED]
    return one.image.shape == other.image.shape and bool(np.array_equal(one.image[grain], other.image[grain]))
