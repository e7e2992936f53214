"""Windows cut out of a picture of a whole table whose tiles are known."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from random import Random
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Image
from vision.training.pictures.window import BACK, SIDE, FaceLabel, TrainingWindow, squeezed

_FACES: Final = 0.6
"""Share of windows about a face that shows; chosen: backs of walls are the most of a table."""
_AWAY_PX: Final = 90.0
"""Most px that a window's middle lies off the tile it is about, each way; chosen."""
_SIZES: Final = (12.0, 60.0)
"""Least and most size px of the tile that a window is about, where views are steep; chosen: what the finder learns."""
_ZOOMS: Final = (0.5, 1.5)
"""Least and most that other pictures are scaled by; chosen: their tiles are of that size."""
_SMALL: Final = 0.7
"""Scale below which a picture is smoothed first; chosen."""
_LARGEST: Final = 2.5
"""Times that a picture is enlarged at most; chosen: more shows nothing but blur."""
_SQUEEZED: Final = 0.4
"""Share of windows that are squeezed; chosen."""


def cut_windows(
    picture: Image,
    labels: Sequence[FaceLabel],
    matter: NDArray[np.uint8],
    count: int,
    rng: Random,
    *,
    steep: bool = False,
) -> Iterator[TrainingWindow]:
    """Windows of a picture with the labels in each; ``steep``: its near tiles are far larger than its far ones."""
    if not labels:
        return
    centres = np.array([label.corners.mean(axis=0) for label in labels])
    everything = range(len(labels))
    shown = [place for place in everything if labels[place].number != BACK]
    for _ in range(count):
        about = rng.choice(shown if shown and rng.random() < _FACES else everything)
        focus = centres[about] + np.array([rng.uniform(-_AWAY_PX, _AWAY_PX) for _ in range(2)])
        zoom = _between(_ZOOMS, rng)
        if steep:
            size = math.sqrt(max(cv2.contourArea(labels[about].corners), 16.0))
            zoom = min(_between(_SIZES, rng) / size, _LARGEST)
            focus = centres[about] + np.array([rng.uniform(-_AWAY_PX, _AWAY_PX) for _ in range(2)]) / zoom
        angle = rng.choice([0, 90, 180, 270]) + rng.choice([0.0, rng.gauss(0, 3), rng.uniform(0, 90)])
        turn = cv2.getRotationMatrix2D((float(focus[0]), float(focus[1])), angle, zoom)
        turn[:, 2] += SIDE / 2 - focus
        if rng.random() < _SQUEEZED:
            turn = squeezed(turn, rng)
        source = cv2.GaussianBlur(picture, (0, 0), 0.4 / zoom) if zoom < _SMALL else picture
        window = cv2.warpAffine(source, turn, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        lies = cv2.warpAffine(matter, turn, (SIDE, SIDE), flags=cv2.INTER_NEAREST, borderMode=cv2.BORDER_REPLICATE)
        moved = [
            replace(label, corners=(label.corners @ turn[:, :2].T + turn[:, 2]).astype(np.float32)) for label in labels
        ]
        inside = [label for label in moved if _inside(label)]
        yield TrainingWindow(np.asarray(window, np.uint8), inside, np.asarray(lies, np.uint8))


def _between(ends: tuple[float, float], rng: Random) -> float:
    """A number between two, as likely to be in any octave."""
    return math.exp(rng.uniform(math.log(ends[0]), math.log(ends[1])))


def _inside(label: FaceLabel) -> bool:
    return bool(label.corners.max(axis=0).min() > 0 and label.corners.min(axis=0).max() < SIDE)
