"""Candidates detected in pictures with known tiles: their class and their features."""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from controller.riichi.tile import Tile
from vision.arrays import Floats
from vision.photo.judgement import IS_BACK, IS_FACE, IS_NONE, Things, untrusted
from vision.photo.reader import PhotoReader
from vision.tiles.classifier import BACK, BONUS, Faces
from vision.tiles.finder import Boxes
from vision.training.objects.pictures import KnownTiles

UNKNOWN: Final = -1
"""Class of a candidate that is ignored."""
_SIZES: Final = (0.5, 1.6)
"""Range of candidate size over box size in which the two may match; chosen: boxes may include sides."""
_NEAR: Final = 0.5
"""Largest distance of a candidate from a labelled back's centre to match, in candidate sizes."""


@dataclass(frozen=True, eq=False, slots=True)
class SeenThings:
    """Candidates of a picture: class [N], whether their names were right [N], and inputs of their features.

    ``part``: see ``KnownTiles``.
    """

    group: str
    name: str
    things: Things | None
    truth: NDArray[np.int64]
    right: NDArray[np.bool_]
    faces: Faces
    part: int

    def signs(self, trust: Floats | None = None) -> Floats:
        """Return features [N,K], given how far each candidate is trusted to be a tile; by default not at all."""
        if self.things is None:
            return np.zeros((0, 0))
        return self.things.signs(untrusted(len(self.truth)) if trust is None else trust)


def seen(group: str, known: KnownTiles, reader: PhotoReader) -> SeenThings:
    """Return the candidates that the reader detects in a picture."""
    boxes, faces = reader.things(known.image)
    truth, right = _truth(known, boxes, faces)
    things = Things(known.image, boxes, faces, turned=known.turned) if len(boxes) else None
    return SeenThings(group, known.name, things, truth, right, faces, known.part)


def _truth(known: KnownTiles, boxes: Boxes, faces: Faces) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return each candidate's class and whether its name is right; a tile prefers a rightly named candidate."""
    truth, right = np.full(len(boxes), IS_NONE), np.zeros(len(boxes), np.bool_)
    free = np.ones(len(boxes), np.bool_)
    pairs = sorted(_pairs(known, boxes, faces))
    done: set[int] = set()
    for _, number, place in pairs:
        if number not in done and free[place]:
            done.add(number)
            free[place] = False
            truth[place], right[place] = IS_FACE, _is_named(known.faces[number][0], int(faces.kinds[place]))
    for spot in known.backs:
        away = np.linalg.norm(boxes.centre - np.array(spot), axis=1) / np.maximum(boxes.size, 1e-3)
        away[~free] = np.inf
        if len(away) and away.min() < _NEAR:
            place = int(away.argmin())
            free[place], truth[place], right[place] = False, IS_BACK, faces.kinds[place] == BACK
    for left, top, wide, low in known.ignored:
        x, y = boxes.centre.T
        truth[free & (x >= left) & (x <= wide) & (y >= top) & (y <= low)] = UNKNOWN
    printed = (faces.kinds <= BONUS) & (faces.kinds != BACK) & (faces.kinds != Tile.WHITE)
    truth[free & ((known.open_backs & (faces.kinds == BACK)) | (known.open_faces & printed))] = UNKNOWN
    return truth, right


def _pairs(known: KnownTiles, boxes: Boxes, faces: Faces) -> list[tuple[float, int, int]]:
    """Return distance, tile number and candidate index of every possible match."""
    found = []
    for number, (label, x, y, wide, tall) in enumerate(known.faces):
        off = np.abs(boxes.centre - (x, y)) / (wide, tall)
        ratio = boxes.size / np.sqrt(wide * tall)
        for place in np.flatnonzero((off.max(axis=1) <= 0.5) & (ratio > _SIZES[0]) & (ratio < _SIZES[1])).tolist():
            wrong = not _is_named(label, int(faces.kinds[place]))
            found.append((float(off[place].sum()) + wrong, number, place))
    return found


def _is_named(label: str, kind: int) -> bool:
    return kind == BONUS if label.startswith("bonus") else kind < BACK and str(Tile(kind)) == label
