"""Why a camera's pictures do not come: one line for the log, and the code of the fault shown to people."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import numpy as np

from controller.errors import PictureError, PoorPictureError, SizeError
from controller.ports.eyes import LOST
from vision.capture.frame import CameraFrame

UNREADABLE: Final = "camera-unreadable"
"""Fault code of a camera that answers with what is no whole picture."""
FROZEN: Final = "camera-frozen"
"""Fault code of a camera that gives the same picture again and again."""
RESIZED: Final = "camera-resized"
"""Fault code of a camera whose pictures have another size than it was calibrated for."""
WAITING: Final = "camera-waiting"
"""Fault code of a camera that is still to come: a phone whose page nobody has opened since the service began."""
BATTERY: Final = "camera-battery"
"""Fault code of a camera with a low battery, as it reports itself; its pictures still come."""
SILENT_S: Final = 1.8
"""Seconds without a new picture that are trouble; chosen: shown within 3 s, and every usable camera gives one in two
seconds."""
_CODES: Final[Mapping[type, str]] = MappingProxyType({PictureError: UNREADABLE, SizeError: RESIZED})
_SAMPLED: Final = 8
"""Of how many rows and columns of a bare picture one is compared; chosen: of 24,000 pixels some are noisy, or it is no
camera."""


class CameraTrouble(str):
    """Reason, in one line; ``code``: of the fault shown to people."""

    code: str

    def __new__(cls, line: str, code: str = LOST) -> "CameraTrouble":
        """The line with its code."""
        told = super().__new__(cls, line)
        told.code = code
        return told

    @classmethod
    def of(cls, error: Exception | str) -> "CameraTrouble":
        """What an error amounts to."""
        if isinstance(error, CameraTrouble):
            return error
        code = error.code if isinstance(error, PoorPictureError) else _CODES.get(type(error), LOST)
        return cls(" ".join(str(error).split()) or type(error).__name__, code)


def code_of(trouble: str) -> str:
    """The fault of a trouble; that of a lost camera for a line that does not say."""
    return trouble.code if isinstance(trouble, CameraTrouble) else LOST


def same_exposure(one: CameraFrame, other: CameraFrame) -> bool:
    """True if two frames are one exposure: bitwise equal, with the same number and date from the camera.

    A real sensor is never without noise: no two pictures of a still table are equal. Painted ones may be, so their
    numbers count.
    """
    if one.stamp != other.stamp:
        return False
    if one.file is not None or other.file is not None:
        return one.file == other.file
    grain = np.s_[::_SAMPLED, ::_SAMPLED]
    return one.image.shape == other.image.shape and bool(np.array_equal(one.image[grain], other.image[grain]))
