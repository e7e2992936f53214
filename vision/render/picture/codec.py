"""Approximation of H.264 at a bit rate, by JPEG and a smoothing of its own.

OpenCV's wheels carry no H.264 encoder. Both codecs transform blocks of half-sampled colours and round the coefficients;
H.264 predicts between blocks, which is worth about half of the bytes, and smooths their edges.
"""

from typing import Any, Final

import cv2
import numpy as np

from vision.render.faces.artwork import Picture

_PICTURES_A_SECOND: Final = 25.0
"""Of the video; chosen: the mains' 50 Hz give European webcams 25."""
_KEY_SHARE: Final = 6.0
"""Bytes of a key picture over the mean of all; assumed: one key picture in two seconds of a still table."""
_WORTH: Final = 2.0
"""Bytes of JPEG for each byte of H.264 at the same loss; assumed from published comparisons of key pictures."""
_STEPS: Final = 5
"""Halvings of the range of JPEG's quality; chosen: to 3 of 90."""


def through_video(picture: Picture, mbit: float) -> Picture:
    """The picture BGR [h,w,3] as a key picture of a video of ``mbit`` Mbit/s would show it."""
    budget = mbit * 1e6 / 8 / _PICTURES_A_SECOND * _KEY_SHARE * _WORTH
    low, high = 5, 95
    data = _encoded(picture, low)
    for _ in range(_STEPS):
        middle = (low + high) // 2
        tried = _encoded(picture, middle)
        if len(tried) > budget:
            high = middle
        else:
            low, data = middle, tried
    shown: Any = cv2.imdecode(data, cv2.IMREAD_COLOR)
    strength = float(np.interp(low, (10, 60), (24.0, 0.0)))
    if strength > 1.0:
        # The loop filter smooths what differs by less than a step of the quantiser.
        shown = cv2.bilateralFilter(shown, 5, strength, 2.0)
    return np.asarray(shown, np.uint8)


def _encoded(picture: Picture, quality: int) -> Picture:
    flags = [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420]
    done, data = cv2.imencode(".jpg", picture, flags)
    assert done
    return np.asarray(data, np.uint8)
