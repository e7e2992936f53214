"""Checks that a picture shows one moment only: lost packets leave parts of earlier pictures in it.

Sensor noise differs between any two exposures. A band of rows that repeats the noise of an earlier exposure was copied
from it, and may show tiles that have been moved since.
"""

from collections import deque
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.errors import PoorPictureError
from vision.arrays import Image

TORN: Final = "camera-torn"
"""Fault code of a camera whose pictures contain parts of several moments, or empty parts."""
_EVERY: Final = 7
"""Step between compared pixels; chosen: 30,000 pixels of a usual frame, in every column of JPEG's blocks."""
_BANDS: Final = 24
"""Number of bands of rows that are judged separately; chosen: two tiles high."""
_MOST: Final = 8
"""Grey levels to which a difference is limited; chosen: movement is no noise."""
_SAME: Final = 0.6
"""Noise of a band, relative to its usual noise, below which it repeats an earlier exposure; measured on a painted
round: new exposures 0.9 to 2, repeated ones 0.05 compressed again at a quality of 90, 0.4 at 85."""
_LEAST: Final = 1.0
"""Usual noise, grey levels, below which a band is not judged; chosen: smoothed noise is no evidence."""
_NEVER: Final = 0.25
"""Relative noise below which a band is empty and not learnt as usual; chosen: no change of light is so sudden."""
_SOME: Final = (0.2, 0.8)
"""Quantiles of the bands that give the noise of a whole picture; chosen: a tear leaves or takes a fifth."""
_LEAST_BANDS: Final = 2
"""Least number of bands of an earlier exposure that is reported; chosen: one may be by chance."""
_KEPT: Final = 16
"""Number of exposures stored: three seconds at five a second; chosen: streams send a key frame as often."""
_LEARNT: Final = 50
"""Number of differences that the usual noise is learnt from: ten seconds; chosen: light changes more slowly."""
_ENOUGH: Final = 5
"""Least number of such differences before a picture is judged; chosen."""

Noise = NDArray[np.float64]
"""Noise of each band [N], grey levels."""
Bands = NDArray[np.bool_]


class ExposureCheck:
    """Judges the pictures of one camera, all of one size, in order."""

    def __init__(self) -> None:
        self._kept: deque[Image] = deque(maxlen=_KEPT)
        self._between, self._within = _Noise(), _Noise()

    def check(self, image: Image) -> None:
        """Raise PoorPictureError with TORN for a picture with parts of earlier ones, or with empty parts."""
        sampled, below = (np.ascontiguousarray(image[row::_EVERY, ::_EVERY, 1]) for row in (0, 1))
        differ = [_differ(sampled, each) for each in self._kept]
        self._kept.append(sampled)
        within = _differ(sampled[: len(below)], below)
        # A picture that is less sharp than usual has less noise everywhere, and least where there are no edges.
        grain = self._within.share(within)
        few, many = np.quantile(grain[np.isfinite(grain)], _SOME) if np.isfinite(grain).any() else (1.0, 1.0)
        empty = grain < _NEVER * min(1.0, many)
        shares = [self._between.share(each) for each in differ]
        again = [each < _SAME * min(1.0, few) for each in shares]
        self._within.learn(within)
        if differ:
            self._between.learn(differ[-1])
        if _in_part(empty, grain >= _NEVER):
            raise PoorPictureError(f"{empty.sum()} of {_BANDS} bands of rows are empty", TORN)
        # A picture repeated as a whole shows one moment: the frame source reports a frozen camera.
        if again and _in_part(some := np.any(again, axis=0), np.isfinite(shares[-1]) & ~some):
            raise PoorPictureError(f"{some.sum()} of {_BANDS} bands are of an earlier picture", TORN)


class _Noise:
    """The usual noise of each band."""

    def __init__(self) -> None:
        self._known: deque[Noise] = deque(maxlen=_LEARNT)

    def learn(self, noise: Noise) -> None:
        """Learn from a picture's noise unless it is lower than any sensor's."""
        if len(self._known) < _ENOUGH or not (self.share(noise) < _NEVER).any():
            self._known.append(noise)

    def share(self, noise: Noise) -> Noise:
        """Return each band's noise relative to its usual noise; nan while that is unknown or too low."""
        if len(self._known) < _ENOUGH:
            return np.full(_BANDS, np.nan)
        usual = np.median(self._known, axis=0)
        return np.asarray(noise / np.where(usual < _LEAST, np.nan, usual))


def _in_part(some: Bands, not_all: Bands) -> bool:
    return int(some.sum()) >= _LEAST_BANDS and bool(not_all.any())


def _differ(one: Image, other: Image) -> Noise:
    """Return the mean difference of two pictures in each band of rows, grey levels."""
    rows = cv2.reduce(np.minimum(cv2.absdiff(one, other), np.uint8(_MOST)), 1, cv2.REDUCE_SUM, dtype=cv2.CV_32S)[:, 0]
    starts = np.arange(_BANDS) * len(rows) // _BANDS
    counts = np.diff(starts, append=len(rows)) * one.shape[1]
    return np.asarray(np.add.reduceat(rows, starts) / counts)
