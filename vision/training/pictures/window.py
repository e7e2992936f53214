"""Common parts of training pictures: size, labels of faces, the map of matter, and the cutting of windows.

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
"""Number of a face-down tile; other tiles have the numbers of ``Tile``, flowers BONUS."""
SIGN: Final = -3
"""Number of a surface that looks like a face but is none: a written character, the side of a tile."""
TOP: Final = -4
"""Number of the narrow upper side of a standing tile."""
UNNAMED: Final = -5
"""Number of a face whose name is not known."""
UNKNOWN, UNLABELLED = 255, 254
"""Matter (see vision.tiles.finder) that is unknown, and matter that may also include unlabelled tiles."""
CELLS: Final = SIDE // STRIDE
"""Cells of the finder's maps along each side of a training picture."""
_FACES: Final = 0.6
"""Share of windows around a visible face; chosen: most surfaces of a table are backs in walls."""
_AWAY_PX: Final = 90.0
"""Largest offset of a window's centre from its tile in x and y, px; chosen."""
_SIZES: Final = (12.0, 60.0)
"""Range of sizes of a window's tile in steep views, px; chosen: what the finder learns."""
_ZOOMS: Final = (0.5, 1.5)
"""Range of scales of other pictures; chosen: their tiles have those sizes."""
_SMALL: Final = 0.7
"""Scale below which a picture is smoothed first; chosen."""
_LARGEST: Final = 2.5
"""Largest enlargement of a picture; chosen: more shows nothing but blur."""
_SQUEEZED: Final = 0.4
"""Share of windows that are squeezed; chosen."""


@dataclass(frozen=True, slots=True)
class FaceLabel:
    """A face in a picture: corners [4,2] px, clockwise from its top left; tile number or BACK; visible share 0-1.

    ``topped``: the corners are known to start at the face's top. ``upper``: the tile lies on another; ``standing``: it
    stands; None if unknown.
    """

    corners: NDArray[np.float32]
    number: int
    visible: float
    topped: bool = True
    upper: bool | None = None
    standing: bool | None = None


@dataclass(frozen=True, eq=False, slots=True)
class TrainingWindow:
    """A training picture uint8 [256,256,3] BGR, its faces, and its matter uint8 [256,256] (UNKNOWN if not known)."""

    picture: NDArray[np.uint8]
    labels: list[FaceLabel]
    matter: NDArray[np.uint8]


def hidden_by(labels: list[FaceLabel], mask: NDArray[np.bool_]) -> list[FaceLabel]:
    """Return the labels with visible shares reduced by objects drawn where ``mask`` [h,w] is true."""
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
    """Return a factor of the width (and inverse of the height), because photos are often resized to another aspect."""
    pick = rng.random()
    if pick < 0.5:
        return 1.0
    return math.exp(rng.uniform(-0.36, -0.08) if pick < 0.85 else rng.uniform(0.0, 0.3))


def squeezed(turn: NDArray[Any], rng: Random) -> NDArray[np.floating[Any]]:
    """Return an affine map [2,3] into a training picture, followed by a random squeeze about its centre."""
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
    """Yield windows of a picture with the labels in each; ``steep``: near tiles are far larger than distant ones."""
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
    """Return a random number between two, log-uniformly distributed."""
    return math.exp(rng.uniform(math.log(ends[0]), math.log(ends[1])))


def _inside(label: FaceLabel) -> bool:
    return bool(label.corners.max(axis=0).min() > 0 and label.corners.min(axis=0).max() < SIDE)
