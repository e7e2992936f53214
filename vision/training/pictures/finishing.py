"""Final effects on training pictures: covering objects, and artefacts of video and networks."""

import math
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Image
from vision.render.optics import motion_kernel, through_jpeg
from vision.tiles.finder import FOREIGN
from vision.training.pictures.foreign_things import cover
from vision.training.pictures.window import TrainingWindow, hidden_by

_FOREIGN = 0.4
"""Share of tables, groups and photos that foreign objects cover in part; chosen."""
_FILMED = 0.15
"""Share of pictures with video artefacts; chosen."""


def finished(windows: Iterator[TrainingWindow], free: bool, rng: Random) -> Iterator[TrainingWindow]:
    """Yield the windows, some covered by foreign objects (not in ``free`` scenes), some with video artefacts."""
    for window in windows:
        done = with_foreign_things(window, rng) if not free and rng.random() < _FOREIGN else window
        yield replace(done, picture=filmed(done.picture, rng)) if rng.random() < _FILMED else done


def with_foreign_things(window: TrainingWindow, rng: Random) -> TrainingWindow:
    """Return the window with arms, cups and similar objects over it."""
    canvas = np.asarray(window.picture / 255, np.float32)
    mask = cover(canvas, rng)
    grain = np.random.default_rng(rng.getrandbits(32)).normal(0, 0.012, canvas.shape) * mask[..., None]
    picture = np.clip((canvas + grain) * 255, 0, 255).astype(np.uint8)
    matter: NDArray[np.uint8] = np.where(mask, np.uint8(FOREIGN), window.matter)
    return TrainingWindow(picture, hidden_by(window.labels, mask), matter)


def filmed(picture: Image, rng: Random) -> Image:
    """Return the picture as in a low-bitrate video: motion blur, lower resolution, compression blocks."""
    if rng.random() < 0.5:
        shake = motion_kernel(11, rng.uniform(0, math.pi), rng.uniform(1, 4), cv2.LINE_AA)
        picture = np.asarray(cv2.filter2D(picture, -1, shake), np.uint8)
    if rng.random() < 0.5:
        side = picture.shape[0]
        small = round(side * rng.uniform(0.45, 0.8))
        fewer = cv2.resize(picture, (small, small), interpolation=cv2.INTER_AREA)
        picture = np.asarray(cv2.resize(fewer, (side, side), interpolation=cv2.INTER_LINEAR), np.uint8)
    return through_jpeg(picture, rng.randint(12, 40))
