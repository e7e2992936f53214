"""Approximation of H.264 at a bit rate, by JPEG and a separate smoothing filter.

OpenCV's wheels include no H.264 encoder. Both codecs transform blocks of half-sampled colours and round the
coefficients; H.264 also predicts between blocks, which saves about half of the bytes, and smooths their edges.
"""

from typing import Any, Final

import cv2
import numpy as np

from vision.render.faces.artwork import Picture

_PICTURES_A_SECOND: Final = 25.0
"""Frame rate of the video; chosen: with mains of 50 Hz, European webcams use 25."""
_KEY_SHARE: Final = 6.0
"""Size of a key frame over the mean of all frames; assumed: one key frame in two seconds of a still table."""
_WORTH: Final = 2.0
"""Bytes of JPEG per byte of H.264 at the same loss; assumed from published comparisons of key frames."""
_STEPS: Final = 5
"""Bisections of the range of JPEG's quality; chosen: to 3 of 90."""


def through_video(picture: Picture, mbit: float) -> Picture:
    """Return the picture BGR [h,w,3] as a key frame of a video of ``mbit`` Mbit/s."""
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
        # The loop filter smooths differences of less than a quantiser step.
        shown = cv2.bilateralFilter(shown, 5, strength, 2.0)
    return np.asarray(shown, np.uint8)


def _encoded(picture: Picture, quality: int) -> Picture:
    flags = [cv2.IMWRITE_JPEG_QUALITY, quality, cv2.IMWRITE_JPEG_SAMPLING_FACTOR, cv2.IMWRITE_JPEG_SAMPLING_FACTOR_420]
    done, data = cv2.imencode(".jpg", picture, flags)
    assert done
    return np.asarray(data, np.uint8)
