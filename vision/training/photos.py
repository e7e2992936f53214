"""Crops and pictures of the labelled real photos."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classifier import BONUS
from vision.detector import Boxes
from vision.faces import Image
from vision.training import sources
from vision.training.fit_classifier import Exemplars

_ASPECT = (0.38, 2.6)
_UPRIGHT = (0.6, 0.86)
_CLEAR = 0.1
_SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], np.float32)


@dataclass(frozen=True, slots=True)
class Photo:
    """A photo and its boxes: tile numbers [N], centres and sizes [N,2] in pixels; ``clean`` [N]: upright, tight."""

    name: str
    image: Image
    number: NDArray[np.int64]
    centre: NDArray[np.float32]
    size: NDArray[np.float32]
    clean: NDArray[np.bool_]


def load(folder: Path) -> list[Photo]:
    """Photos of a data set, by name; those whose median box is stretched beyond use are left out."""
    notes = json.loads((folder / "annotations.json").read_text(encoding="utf-8"))
    photos = []
    for name, note in sorted(notes.items()):
        boxes = [box for box in note["boxes_cxcywh_norm"] if box[0] != "unknown_0"]
        image = cv2.imread(str(folder / "images" / name))
        if image is None or not boxes:
            continue
        scale = np.array([image.shape[1], image.shape[0]])
        centre = np.array([box[1:3] for box in boxes]) * scale
        size = np.array([box[3:5] for box in boxes]) * scale
        if not _ASPECT[0] <= float(np.median(size[:, 0] / size[:, 1])) <= _ASPECT[1]:
            continue
        number = np.array([sources.number_of(box[0]) for box in boxes])
        photos.append(
            Photo(
                name,
                image.astype(np.uint8),
                number,
                centre.astype(np.float32),
                size.astype(np.float32),
                _clean(centre, size),
            )
        )
    return photos


def exemplars(photos: list[Photo], look: Callable[[Image], Boxes] | None) -> Exemplars:
    """The faces of labelled photos for the classifier: outlines from a finder, else the clean boxes only.

    Labels are upright boxes around tiles that lie at any angle; the finder supplies the outline, the label the name.
    """
    picture, corners, kinds = [], [], []
    for place, photo in enumerate(photos):
        matched: dict[int, NDArray[np.float32]] = {}
        if look is not None:
            boxes = look(photo.image)
            matched = {box: boxes.corners[i] for i, box in _matches(photo, boxes)}
        for box in range(len(photo.number)):
            if box not in matched and not photo.clean[box]:
                continue
            upright = photo.centre[box] + _SQUARE * photo.size[box]
            picture.append(place)
            corners.append(matched.get(box, upright))
            kinds.append(BONUS if photo.number[box] == sources.BONUS else int(photo.number[box]))
    return Exemplars(
        [photo.image for photo in photos],
        np.array(picture, np.int64),
        np.array(corners, np.float32).reshape(-1, 4, 2),
        np.array(kinds, np.int64),
        np.zeros(len(kinds), bool),
    )


def _matches(photo: Photo, boxes: Boxes) -> list[tuple[int, int]]:
    """Pairs of a found face and the one label around it, where the two fill each other well."""
    pairs = []
    away = np.abs(boxes.centre[:, None] - photo.centre[None]) / photo.size[None]
    close = (away < 0.3).all(axis=2)
    for i in np.nonzero(close.sum(axis=1) == 1)[0]:
        label = int(np.argmax(close[i]))
        span = boxes.corners[i].max(axis=0) - boxes.corners[i].min(axis=0)
        share = span / photo.size[label]
        if close[:, label].sum() == 1 and share.min() > 0.55 and share.max() < 1.25:
            pairs.append((int(i), label))
    return pairs


def _clean(centre: NDArray[np.float64], size: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Boxes that hold one upright or sideways face and nothing of their neighbours."""
    ratio = size.min(axis=1) / size.max(axis=1)
    overlap = np.minimum(size[:, None], size[None]) / 2 + np.maximum(size[:, None], size[None]) / 2
    gap = np.abs(centre[:, None] - centre[None])
    shared = np.clip(overlap - gap, 0, np.minimum(size[:, None], size[None])).prod(axis=2)
    np.fill_diagonal(shared, 0)
    crowded = shared.max(axis=1, initial=0.0) / size.prod(axis=1) > _CLEAR
    return np.asarray((ratio > _UPRIGHT[0]) & (ratio < _UPRIGHT[1]) & ~crowded & (size.min(axis=1) > 12))
