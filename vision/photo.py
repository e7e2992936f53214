"""Read the tiles of any photo: scale and perspective are found in the picture itself."""

import math
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from controller.errors import EyesError
from controller.riichi.tile import Tile
from vision.classifier import BACK, NO_TOP, NOTHING, Classifier, Faces, Judge
from vision.detector import BEST, Boxes, Finder, separate
from vision.faces import Floats, Image, cut_faces
from vision.rows import rows

_WORTH: Final = 0.12
_SURE: Final = 0.35
_NEIGHBOURS: Final = 5
_RATIO: Final = (0.6, 1.7)
_SPREAD: Final = 0.25
_SHAPE: Final = 0.76
"""Width of a face over its height."""
_STRETCHED: Final = 0.14


@dataclass(frozen=True, slots=True)
class PhotoTile:
    """A tile in a photo; ``tile`` None for a back, or for a face that is no riichi tile. Pixels; centre of the face.

    ``angle``: degrees clockwise that the face's top is turned from up. ``face``: "up" or "down".
    """

    tile: Tile | None
    x: float
    y: float
    angle: float
    width: float
    height: float
    confidence: float
    face: str

    @property
    def name(self) -> str:
        """Notation of the tile, ``back``, or ``bonus`` for a face that is no riichi tile."""
        if self.tile is not None:
            return str(self.tile)
        return "bonus" if self.face == "up" else "back"


@dataclass(frozen=True, slots=True)
class Reading:
    """The tiles of a photo, with the outline and the chances [N,40] of the classes of each."""

    tiles: tuple[PhotoTile, ...]
    boxes: Boxes
    chances: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Reader:
    """Finder and classifier together."""

    finder: Finder
    classifier: Classifier

    @classmethod
    def load(cls, threads: int = 2, judge: Judge | None = None) -> "Reader":
        """The networks that ship with the project, ``judge`` knowing the set; raises EyesError."""
        return cls(Finder.load(threads), Classifier.load(threads, judge))

    def read(self, image: Image) -> tuple[PhotoTile, ...]:
        """Tiles of a BGR picture uint8 [h,w,3], row by row from top to bottom; raises EyesError on anything else."""
        return tuple(tile for row in rows(self.look(image).tiles) for tile in row)

    def look(self, image: Image) -> Reading:
        """As ``read``, in no order, with what the reading rests on."""
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or 0 in image.shape:
            raise EyesError(f"picture of shape {image.shape} and type {image.dtype}: expected uint8 [height, width, 3]")
        boxes = self.finder.look(image)
        faces = self._name(image, boxes)
        stretch = _stretch(boxes, faces)
        if abs(math.log(stretch)) > _STRETCHED:
            boxes = self.finder.look(image, stretch=stretch)
            faces = self._name(image, boxes)
        # Parts of tiles and heaps of small ones look like tiles to the finder at a wrong scale: the classifier decides,
        # and between nearly equal claims the larger one, since a part is never larger than its tile. Not so with backs:
        # two side by side look like a larger one. Where sure faces are near, what is of their size comes first.
        worth = boxes.score * faces.confidence * (1 - faces.probabilities[:, NOTHING])
        claim = worth * np.where(faces.kinds == BACK, BEST, boxes.size)
        ratio = _ratio(boxes, faces, worth, separate(boxes, claim))
        fitting = np.exp(-0.5 * (np.log(ratio) / _SPREAD) ** 2)
        best = separate(boxes, claim * fitting)
        best = best[(worth[best] > _WORTH) & (faces.kinds[best] != NOTHING)]
        best = best[(ratio[best] > _RATIO[0]) & (ratio[best] < _RATIO[1])]
        tiles = tuple(_tile(boxes, faces, int(i)) for i in best)
        return Reading(tiles, boxes.take(best), faces.probabilities[best])

    def _name(self, image: Image, boxes: Boxes) -> Faces:
        return self.classifier.classify(cut_faces(image, boxes.centre, boxes.right, boxes.down))


def _stretch(boxes: Boxes, faces: Faces) -> float:
    """How much wider the picture must be made for its sure faces to get a tile's shape; 1 where too few are sure."""
    worth = boxes.score * faces.confidence
    best = separate(boxes, worth)
    best = best[(worth[best] > _SURE) & (faces.kinds[best] < BACK) & (faces.kinds[best] != Tile.WHITE)]
    if len(best) < _NEIGHBOURS:
        return 1.0
    wide, tall = np.abs(boxes.right[best, 0]), np.abs(boxes.down[best, 1])
    lying = faces.turn[best] % 2 == 1
    shape = np.log(wide / tall) - np.where(lying, -1, 1) * math.log(_SHAPE)
    return float(np.exp(-np.clip(np.median(shape), -1.2, 1.2)))


def _ratio(boxes: Boxes, faces: Faces, worth: Floats, best: NDArray[np.int64]) -> Floats:
    """Size of every box over that of the sure faces around it; 1 for all where too few are sure."""
    sure = best[(worth[best] > _SURE) & (faces.kinds[best] < BACK) & (faces.kinds[best] != Tile.WHITE)]
    if len(sure) < _NEIGHBOURS:
        return np.ones(len(boxes))
    away = np.linalg.norm(boxes.centre[:, None] - boxes.centre[sure][None], axis=2)
    near = np.argsort(away, axis=1, kind="stable")[:, :_NEIGHBOURS]
    return np.asarray(boxes.size / np.median(boxes.size[sure][near], axis=1))


def read_photo(image: Image) -> tuple[PhotoTile, ...]:
    """Tiles of a BGR picture uint8 [h,w,3], row by row from top to bottom; raises EyesError on anything else."""
    return _reader().read(image)


@cache
def _reader() -> Reader:
    return Reader.load()


def _tile(boxes: Boxes, faces: Faces, i: int) -> PhotoTile:
    right, down = boxes.right[i].astype(float), boxes.down[i].astype(float)
    wide, tall = math.hypot(*right), math.hypot(*down)
    kind, turn = int(faces.kinds[i]), int(faces.turn[i])
    if kind in NO_TOP:
        turn = 0 if tall >= wide else 1
    top = (-down, right, down, -right)[turn]
    if turn % 2:
        wide, tall = tall, wide
    return PhotoTile(
        tile=Tile(kind) if kind < BACK else None,
        x=float(boxes.centre[i, 0]),
        y=float(boxes.centre[i, 1]),
        angle=math.degrees(math.atan2(top[0], -top[1])) % 360.0,
        width=wide,
        height=tall,
        confidence=float(faces.confidence[i]),
        face="down" if kind == BACK else "up",
    )
