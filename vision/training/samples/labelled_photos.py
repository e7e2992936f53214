"""Real photos, labelled or without tiles: selection of usable ones, loading, and windows like rendered scenes."""

import json
import math
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.riichi.tile import COPIES
from vision.arrays import Image
from vision.tiles.finder import TILE
from vision.training.faces import data_sets
from vision.training.pictures import window as window_module
from vision.training.pictures.window import SIDE, FaceLabel, TrainingWindow, squeezed

NOTES: Final = "annotations.json"
"""File of a data set's labels."""
UNKNOWN: Final = "unknown_0"
"""Label of a tile that could not be named."""
_ASPECT: Final = (0.3, 2.6)
"""Range of width over height of the median box; chosen: upright (0.75) or lying (1.33), squeezed twofold."""

LabelledBox = tuple[str, float, float, float, float]
"""Label, centre x and y, width and height, all in the same unit."""
_SAME = 0.16
"""Largest difference of a box's log aspect from the median; chosen: that of a tile rotated by 20 degrees."""
_CLEAR = 0.15
"""Largest share of a box's area that others may overlap; chosen: neighbours touch and hardly overlap."""
_SURELY: Final = 0.8
"""Share of a clean box's edges within which there is only tile; chosen: boxes are a little too large."""
_AROUND: Final = np.float32(3)
"""Range around a box, in box edges, within which every tile is labelled; chosen: walls and hands farther off are
not."""
_ZOOMS: Final = (0.3, 4.0)
"""Range of scales of a picture; chosen: grain of cloth and fur becomes as large as tiles."""
SQUARE: Final = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], np.float32)


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo and its boxes: tile numbers [N], centres and sizes [N,2] in pixels; ``clean`` [N]: upright, tight.

    ``outline`` [N,4,2] px: corners of each face if a finder agrees with its box, else nan.
    """

    name: str
    image: Image
    number: NDArray[np.int64]
    centre: NDArray[np.float32]
    size: NDArray[np.float32]
    clean: NDArray[np.bool_]
    outline: NDArray[np.float32]

    @property
    def upright(self) -> NDArray[np.float32]:
        """Corners [N,4,2] of the boxes."""
        return np.asarray(self.centre[:, None] + SQUARE * self.size[:, None], np.float32)

    @property
    def outlined(self) -> NDArray[np.bool_]:
        """Mask [N] of the faces with an outline."""
        return np.asarray(np.isfinite(self.outline).all(axis=(1, 2)))


def usable(boxes: Sequence[LabelledBox]) -> bool:
    """Return False if the median box is stretched too far, or the labels were never filled in.

    A set has four tiles of a face: a name on more of them is a tool's default, not a label.
    """
    named = [box for box in boxes if box[0] != UNKNOWN]
    if not named or max(Counter(box[0] for box in named).values()) > COPIES:
        return False
    return _ASPECT[0] <= median(box[3] / box[4] for box in named) <= _ASPECT[1]


def taught(data: Path, without: Collection[str] = ()) -> list[Photo]:
    """Return the labelled photos under ``data`` for training, except those of the data sets in ``without``."""
    sets = [name for name in data_sets.TABLE_PHOTOS if name not in without]
    return [photo for name in sets for photo in load(data / data_sets.PHOTO_FOLDER / name)]


def usable_photos(folder: Path, every: int = 1) -> Iterator[tuple[str, Image, list[LabelledBox]]]:
    """Yield name, picture and boxes (px) of every ``every``-th photo of a data set, if usable.

    A data set is a folder of ``annotations.json`` and ``images``.
    """
    notes = json.loads((folder / NOTES).read_text(encoding="utf-8"))
    for name, note in sorted(notes.items())[::every]:
        image = cv2.imread(str(folder / "images" / name))
        if image is None:
            continue
        tall, wide = image.shape[:2]
        boxes = [(label, x * wide, y * tall, w * wide, h * tall) for label, x, y, w, h in note["boxes_cxcywh_norm"]]
        if usable(boxes):
            yield name, image.astype(np.uint8), boxes


def load(folder: Path) -> list[Photo]:
    """Return the usable photos of a data set, without boxes that could not be named."""
    photos = []
    for name, image, boxes in usable_photos(folder):
        named = [box for box in boxes if box[0] != UNKNOWN]
        centre, size = np.array([box[1:3] for box in named]), np.array([box[3:5] for box in named])
        number = np.array([data_sets.number_of(box[0]) for box in named])
        clean = _clean(centre, size) & (folder.name not in data_sets.WITH_SIDES)
        unknown = np.full((len(named), 4, 2), np.nan, np.float32)
        photos.append(Photo(name, image, number, centre.astype(np.float32), size.astype(np.float32), clean, unknown))
    return photos


def load_corrected(folder: Path) -> list[Photo]:
    """Return the photos that ``jantaku corrections`` wrote: one named face each, with its outline."""
    notes = json.loads((folder / NOTES).read_text(encoding="utf-8"))
    return [
        replace(photo, outline=np.array(notes[photo.name]["outlines_px"], np.float32).reshape(-1, 4, 2))
        for photo in load(folder)
    ]


def _clean(centre: NDArray[np.float64], size: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return a mask [N] of boxes that fit one upright face: of the photo's usual aspect, without overlaps."""
    shape = np.log(size[:, 0] / size[:, 1])
    odd = np.abs(shape - np.median(shape))
    gap = np.abs(centre[:, None] - centre[None])
    shared = np.clip((size[:, None] + size[None]) / 2 - gap, 0, np.minimum(size[:, None], size[None])).prod(axis=2)
    np.fill_diagonal(shared, 0)
    crowded = shared.max(axis=1, initial=0.0) / size.prod(axis=1) > _CLEAR
    return np.asarray((odd < _SAME) & (np.median(odd) < _SAME / 2) & ~crowded)


def windows(photos: Sequence[Photo], seed: int, count: int) -> Iterator[TrainingWindow]:
    """Yield scaled and rotated windows of photos; boxes neither clean nor outlined are labelled half visible."""
    rng = Random(seed)
    for _ in range(count):
        photo = rng.choice(photos)
        size = float(np.median(np.sqrt(photo.size.prod(axis=1))))
        goal = rng.uniform(85, 200) if rng.random() < 0.12 else math.exp(rng.uniform(math.log(12), math.log(60)))
        focus = photo.centre[rng.randrange(len(photo.number))].astype(float)
        if rng.random() < 0.25:
            focus = np.array([rng.uniform(0, extent) for extent in photo.image.shape[1::-1]])
        focus = focus + np.array([rng.uniform(-0.3, 0.3), rng.uniform(-0.3, 0.3)]) * SIDE * size / goal
        angle = rng.choice([0, 0, 90, 180, 270]) + rng.choice([0.0, rng.gauss(0, 5), rng.uniform(-45, 45)])
        turn = cv2.getRotationMatrix2D((float(focus[0]), float(focus[1])), angle, goal / size)
        turn[:, 2] += SIDE / 2 - focus
        turn = squeezed(turn, rng)
        image, step = photo.image, goal / size
        if step < 0.6:
            image = np.asarray(cv2.GaussianBlur(image, (0, 0), 0.4 / step), np.uint8)
        window = cv2.warpAffine(image, turn, (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        labels, matter = [], np.full((SIDE, SIDE), window_module.UNLABELLED, np.uint8)
        for box in range(len(photo.number)):
            outer = (photo.centre[box] + SQUARE * photo.size[box] * _AROUND) @ turn[:, :2].T + turn[:, 2]
            cv2.fillConvexPoly(matter, np.round(outer).astype(np.int32), window_module.UNKNOWN)
        known = photo.clean | photo.outlined
        corners = np.where(photo.clean[:, None, None] | ~photo.outlined[:, None, None], photo.upright, photo.outline)
        middle = corners.mean(axis=1, keepdims=True)
        share = np.where(known, np.float32(_SURELY), np.float32(_SURELY / 2))[:, None, None]
        surely = middle + (corners - middle) * share
        corners, surely = (each @ turn[:, :2].T + turn[:, 2] for each in (corners, surely))
        for box in range(len(photo.number)):
            cv2.fillConvexPoly(matter, np.round(surely[box]).astype(np.int32), TILE)
            if corners[box].max(axis=0).min() > 0 and corners[box].min(axis=0).max() < SIDE:
                seen = 1.0 if known[box] else 0.5
                labels.append(FaceLabel(corners[box].astype(np.float32), int(photo.number[box]), seen, topped=False))
        yield TrainingWindow(window.astype(np.uint8), labels, matter)


def plain_windows(pictures: Sequence[Image], seed: int, count: int) -> Iterator[TrainingWindow]:
    """Yield rotated and scaled windows of pictures without tiles; their matter is unknown."""
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
        yield TrainingWindow(np.asarray(window, np.uint8), [], np.full((SIDE, SIDE), window_module.UNKNOWN, np.uint8))
