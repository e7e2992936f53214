"""Shared by all training pictures: their side, labels of faces, the map of matter, and the cutting of windows.

Windows are cut from the picture of a whole table; photos may be squeezed.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Image
from vision.tiles.finder import STRIDE

SIDE: Final = 256
"""Side of a training picture in px; chosen: ten faces of 24 px in a row."""
BACK: Final = -2
"""Number of a face-down tile; other numbers are those of ``Tile``, and BONUS for flowers."""
SIGN: Final = -3
"""Number of what looks like a face and is none: a written character, the side of a tile."""
TOP: Final = -4
"""Number of the narrow upper side of a standing tile."""
UNNAMED: Final = -5
"""Number of a face of which nobody says which it is."""
UNKNOWN, UNLABELLED = 255, 254
"""Matter (see vision.tiles.finder) that is not known, and where there may be tiles without a label as well."""
CELLS: Final = SIDE // STRIDE
"""Cells of the finder's maps along each side of a training picture."""
_FACES: Final = 0.6
"""Share of windows about a face that shows; chosen: backs of walls are the most of a table."""
_AWAY_PX: Final = 90.0
"""Largest offset, px, of a window's middle from its tile, each way; chosen."""
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


@dataclass(frozen=True, slots=True)
class FaceLabel:
    """A face in a picture: corners [4,2] px, clockwise from its left top; tile number or BACK; visible share 0-1.

    ``topped``: whether the corners are known to start at the face's top. ``upper``: whether the tile is on another;
    ``standing``: whether it stands; None if unknown.
    """

    corners: NDArray[np.float32]
    number: int
    visible: float
    topped: bool = True
    upper: bool | None = None
    standing: bool | None = None


@dataclass(frozen=True, eq=False, slots=True)
class TrainingWindow:
    """A training picture uint8 [256,256,3] BGR, its faces, and its matter uint8 [256,256], UNKNOWN where not known."""

    picture: NDArray[np.uint8]
    labels: list[FaceLabel]
    matter: NDArray[np.uint8]


def hidden_by(labels: list[FaceLabel], mask: NDArray[np.bool_]) -> list[FaceLabel]:
    """The labels after things were drawn over a picture where ``mask`` [h,w] is true."""
    done = []
    for label in labels:
        low = np.maximum(np.floor(label.corners.min(axis=0)).astype(int), 0)
        high = np.minimum(np.ceil(label.corners.max(axis=0)).astype(int) + 1, mask.shape[::-1])
        over = mask[low[1] : high[1], low[0] : high[0]]
        if over.any():
            inside = np.zeros(over.shape, np.uint8)
            cv2.fillConvexPoly(inside, np.round(label.corners - low).astype(np.int32), 1)
            share = float(over[inside > 0].mean()) if inside.any() else 0.0
            done.append(replace(label, visible=label.visible * (1 - share)))
        else:
            done.append(label)
    return done


def random_squeeze(rng: Random) -> float:
    """Factor of the width (and inverse of the height): photos are often squeezed into another shape of frame."""
    pick = rng.random()
    if pick < 0.5:
        return 1.0
    return math.exp(rng.uniform(-0.36, -0.08) if pick < 0.85 else rng.uniform(0.0, 0.3))


def squeezed(turn: NDArray[Any], rng: Random) -> NDArray[np.floating[Any]]:
    """An affine map [2,3] into a training picture, followed by a random squeeze about the picture's middle."""
    wide = random_squeeze(rng)
    scale = np.array([[wide], [1 / wide]])
    middle = np.array([0.0, 0.0, SIDE / 2])
    return np.asarray((turn - middle) * scale + middle)


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
