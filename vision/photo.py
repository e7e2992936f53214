"""Read the tiles of any photo: scale and perspective are found in the picture itself."""

import math
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from controller.errors import EyesError
from controller.riichi.tile import Tile
from vision.classifier import BACK, NO_TOP, NOTHING, Classifier, Faces
from vision.detector import BEST, Boxes, Finder, separate
from vision.faces import Floats, Image, cut_faces

_WORTH: Final = 0.12
_SURE: Final = 0.35
_NEIGHBOURS: Final = 5
_RATIO: Final = (0.6, 1.7)


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


@dataclass(frozen=True, slots=True)
class Reader:
    """Finder and classifier together."""

    finder: Finder
    classifier: Classifier

    @classmethod
    def load(cls, threads: int = 2) -> "Reader":
        """The networks that ship with the project; raises EyesError."""
        return cls(Finder.load(threads), Classifier.load(threads))

    def read(self, image: Image) -> tuple[PhotoTile, ...]:
        """Tiles of a BGR picture uint8 [h,w,3], from top to bottom; raises EyesError on anything else."""
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or 0 in image.shape:
            raise EyesError(f"picture of shape {image.shape} and type {image.dtype}: expected uint8 [height, width, 3]")
        boxes = self.finder.look(image)
        faces = self.classifier.classify(cut_faces(image, boxes.centre, boxes.right, boxes.down))
        # Parts of tiles and heaps of small ones look like tiles to the finder at a wrong scale: the classifier decides,
        # and between nearly equal claims the larger one, since a part is never larger than its tile. Not so with backs:
        # two side by side look like a larger one.
        worth = boxes.score * faces.confidence * (1 - faces.probabilities[:, NOTHING])
        best = separate(boxes, worth * np.where(faces.kinds == BACK, BEST, boxes.size))
        best = best[(worth[best] > _WORTH) & (faces.kinds[best] != NOTHING)]
        tiles = [_tile(boxes, faces, int(i)) for i in best[_of_one_scale(boxes, faces, worth, best)]]
        return tuple(sorted(tiles, key=lambda tile: (round(tile.y / max(tile.height, 1.0)), tile.x)))


def _of_one_scale(boxes: Boxes, faces: Faces, worth: Floats, best: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which of ``best`` have about the size of the sure faces around them, as side walls and parts have not."""
    sure = best[(worth[best] > _SURE) & (faces.kinds[best] < BACK) & (faces.kinds[best] != Tile.WHITE)]
    if len(sure) < _NEIGHBOURS:
        return np.ones(len(best), np.bool_)
    away = np.linalg.norm(boxes.centre[best][:, None] - boxes.centre[sure][None], axis=2)
    near = np.argsort(away, axis=1, kind="stable")[:, :_NEIGHBOURS]
    ratio = boxes.size[best] / np.median(boxes.size[sure][near], axis=1)
    return np.asarray((ratio > _RATIO[0]) & (ratio < _RATIO[1]))


def read_photo(image: Image) -> tuple[PhotoTile, ...]:
    """Tiles of a BGR picture uint8 [h,w,3], from top to bottom; raises EyesError on anything else."""
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
