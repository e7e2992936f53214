"""Windows of photographs without a tile: whatever is found in them is none."""

import math
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

import cv2
import numpy as np

from vision.arrays import Image
from vision.training.pictures.window import SIDE, UNKNOWN, TrainingWindow

_ZOOMS: Final = (0.3, 4.0)
"""Least and most that a picture is scaled by; chosen: grain of cloth and fur becomes as large as tiles."""


def plain_windows(pictures: Sequence[Image], seed: int, count: int) -> Iterator[TrainingWindow]:
    """Windows of the pictures, turned and scaled; what they show besides tiles is not known."""
    rng = Random(seed)
    for _ in range(count):
        picture = rng.choice(pictures)
        low, high = (math.log(each) for each in _ZOOMS)
        zoom = max(math.exp(rng.uniform(low, high)), SIDE / min(picture.shape[:2]))
        reach = SIDE / 2 / zoom
        tall, wide = picture.shape[:2]
        focus = (rng.uniform(reach, wide - reach), rng.uniform(reach, tall - reach))
        turn = cv2.getRotationMatrix2D(focus, rng.uniform(0, 360), zoom)
        turn = turn + np.array([[0, 0, SIDE / 2 - at] for at in focus])
        smooth = cv2.GaussianBlur(picture, (0, 0), 0.4 / zoom) if zoom < 1 else picture
        window = cv2.warpAffine(smooth, turn, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
        yield TrainingWindow(np.asarray(window, np.uint8), [], np.full((SIDE, SIDE), UNKNOWN, np.uint8))
