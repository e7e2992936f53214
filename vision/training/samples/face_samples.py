"""Named faces in pictures, the training data of the classifier."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Image
from vision.tiles.classifier import BACK, BONUS, NOTHING
from vision.tiles.finder import STRIDE, TILE, Boxes, suppress_overlaps
from vision.training.faces import layers
from vision.training.pictures.window import BACK as FACE_DOWN
from vision.training.pictures.window import SIGN, TOP, UNLABELLED, UNNAMED
from vision.training.samples.labelled_photos import Photo
from vision.training.samples.scene_pool import ScenePool

_CLEAR: Final = 0.7
"""Visible share from which a face is used; chosen: covered faces are made by ``augmentation.covered``."""
_SMALLEST: Final = 12.0
"""Size (geometric mean of the edges) from which a face is used, px: smaller ones are not read (model card)."""
_OFF: Final = 0.6
"""Smallest distance, in sizes, of a false detection from the centre of every tile surface; chosen: more than half of it
is off the tile."""


Look = Callable[[Image], Boxes]
"""Finds faces in a picture."""


@dataclass(frozen=True, slots=True)
class FaceSamples:
    """Faces in pictures: picture index, corners [M,4,2], class [M], whether their top is known [M]."""

    images: list[Image]
    picture: NDArray[np.int64]
    corners: NDArray[np.float32]
    kind: NDArray[np.int64]
    topped: NDArray[np.bool_]


def from_pool(pool: ScenePool) -> FaceSamples:
    """Return the faces of rendered scenes that are visible well enough to be named."""
    right, down = edges(pool.corners)
    size = np.sqrt(np.hypot(*right.T) * np.hypot(*down.T))
    cross = np.abs(right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0])
    flat = cross / np.maximum(np.maximum(np.hypot(*right.T), np.hypot(*down.T)) ** 2, 1e-3)
    use = (pool.visible > _CLEAR) & (size > _SMALLEST) & (flat > 0.28) & (pool.number != UNNAMED)
    number = pool.number[use].astype(np.int64)
    kind = number.copy()
    for drawn, named in ((FACE_DOWN, BACK), (layers.BONUS, BONUS), (SIGN, NOTHING), (TOP, NOTHING)):
        kind[number == drawn] = named
    return FaceSamples(
        list(pool.images), pool.scene[use].astype(np.int64), pool.corners[use], kind, np.ones(len(kind), bool)
    )


def with_outlines(photos: Sequence[Photo], look: Look) -> list[Photo]:
    """Return the photos with face outlines from a finder; their labels are upright boxes around rotated tiles."""
    done = []
    for photo in photos:
        boxes = look(photo.image)
        boxes = boxes.take(suppress_overlaps(boxes, boxes.score))
        outline = photo.outline.copy()
        for i, box in _matches(photo, boxes):
            outline[box] = boxes.corners[i]
        done.append(replace(photo, outline=outline))
    return done


def from_photos(photos: Sequence[Photo]) -> FaceSamples:
    """Return the faces of labelled photos for the classifier: those with an outline or a clean box."""
    picture, corners, kinds = [], [], []
    for place, photo in enumerate(photos):
        outlined = photo.outlined
        best = np.where(outlined[:, None, None], photo.outline, photo.upright)
        for box in np.nonzero(outlined | photo.clean)[0]:
            picture.append(place)
            corners.append(best[box])
            kinds.append(BONUS if photo.number[box] == layers.BONUS else int(photo.number[box]))
    return FaceSamples(
        [photo.image for photo in photos],
        np.array(picture, np.int64),
        np.array(corners, np.float32).reshape(-1, 4, 2),
        np.array(kinds, np.int64),
        np.zeros(len(kinds), bool),
    )


def mistaken(pool: ScenePool, look: Look) -> FaceSamples:
    """Return false detections of a finder in rendered scenes: book backs, keys, cards, cloth."""
    picture, corners = [], []
    # Unnamed faces are not taught, so their surroundings would teach that everything in such pictures is no tile.
    unnamed = set(pool.scene[pool.number == UNNAMED].tolist())
    for place, image in enumerate(pool.images):
        if place in unnamed:
            continue
        boxes = look(image)
        boxes = boxes.take(boxes.size > _SMALLEST)
        spots = np.clip(boxes.centre // STRIDE, 0, len(pool.matter[place]) - 1).astype(int)
        here = pool.matter[place][spots[:, 1], spots[:, 0]]
        faces = pool.corners[pool.scene == place].mean(axis=1)
        away = np.linalg.norm(boxes.centre[:, None] - faces[None], axis=2).min(axis=1, initial=np.inf)
        none = (here != TILE) & (here != UNLABELLED) & (away > _OFF * boxes.size)
        boxes = boxes.take(none)
        boxes = boxes.take(suppress_overlaps(boxes, boxes.score))
        picture += [place] * len(boxes)
        corners.append(boxes.corners)
    kinds = np.full(len(picture), NOTHING, np.int64)
    joined = np.concatenate(corners) if corners else np.zeros((0, 4, 2), np.float32)
    return FaceSamples(list(pool.images), np.array(picture, np.int64), joined, kinds, np.zeros(len(kinds), bool))


def _matches(photo: Photo, boxes: Boxes) -> list[tuple[int, int]]:
    """Return pairs of detection and label that coincide, are of similar size and match nothing else."""
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


def edges(corners: NDArray[np.floating[Any]]) -> tuple[NDArray[np.floating[Any]], NDArray[np.floating[Any]]]:
    """Return the mean edges to the right and down [N,2] of quads [N,4,2] that start at the top left."""
    right = (corners[:, 1] - corners[:, 0] + corners[:, 2] - corners[:, 3]) / 2
    down = (corners[:, 3] - corners[:, 0] + corners[:, 2] - corners[:, 1]) / 2
    return right, down
