"""Read the tiles of any photo: scale and perspective are found in the picture itself."""

import math
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from controller.errors import EyesError
from controller.riichi.tile import Tile
from vision.arrays import Image
from vision.photo.candidates import chosen, sure_faces, whole_faces
from vision.photo.order import along_line, rows
from vision.tiles.classifier import BACK, NO_TOP, NOTHING, Classifier, Faces, Rescorer
from vision.tiles.crop import cut_faces
from vision.tiles.finder import Boxes, Finder, suppress_overlaps

_SHAPE: Final = 0.76
"""Width of a face over its height: chosen between 3:4 and 7:9, as tiles are sold."""
_STRETCHED: Final = 0.14
"""Natural logarithm of the stretch of a picture from which a second look is worth its time; chosen: 15 %."""
_MOST: Final = 1.2
"""The most of it that is believed; chosen: a picture three times as wide as it should be is no photo."""
_LEAST: Final = 0.03
"""Score of the finder times chance to be a tile, from which a candidate is looked at closely; chosen low: a glance may
err."""


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
class PhotoReading:
    """The tiles of a photo, with the outline and the chances [N,40] of the classes of each."""

    tiles: tuple[PhotoTile, ...]
    boxes: Boxes
    chances: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class PhotoReader:
    """Reads any photo of tiles: finder and classifier together."""

    finder: Finder
    classifier: Classifier

    @classmethod
    def load(cls, threads: int = 2, rescorer: Rescorer | None = None) -> "PhotoReader":
        """The networks that ship with the project, ``rescorer`` knowing the set of tiles; raises EyesError."""
        return cls(Finder.load(threads), Classifier.load(threads, rescorer, photo=True))

    def read(self, image: Image) -> tuple[PhotoTile, ...]:
        """Tiles of a BGR picture uint8 [h,w,3], row by row from top to bottom; raises EyesError on anything else."""
        return tuple(tile for row in rows(self.reading(image).tiles) for tile in row)

    def reading(self, image: Image) -> PhotoReading:
        """As ``read``, in no order, with what the reading rests on."""
        if image.ndim != 3 or image.shape[2] != 3 or image.dtype != np.uint8 or 0 in image.shape:
            raise EyesError(f"picture of shape {image.shape} and type {image.dtype}: expected uint8 [height, width, 3]")
        boxes = self.finder.find_any_size(image)
        glance = self.classifier.classify_quickly(_crops(image, boxes))
        stretch = _stretch(boxes, glance)
        if abs(math.log(stretch)) > _STRETCHED:
            boxes = self.finder.find_any_size(image, stretch=stretch)
            glance = self.classifier.classify_quickly(_crops(image, boxes))
        boxes = boxes.take(boxes.score * (1 - glance.probabilities[:, NOTHING]) > _LEAST)
        faces = self.classifier.classify(_crops(image, boxes))
        wider = whole_faces(boxes, faces, chosen(boxes, faces))
        boxes, faces = Boxes.join([boxes, wider]), faces.joined(self.classifier.classify(_crops(image, wider)))
        best = chosen(boxes, faces)
        tiles = tuple(_tile(boxes, faces, int(i)) for i in best)
        return PhotoReading(tiles, boxes.take(best), faces.probabilities[best])


def _crops(image: Image, boxes: Boxes) -> Image:
    return cut_faces(image, boxes.centre, boxes.right, boxes.down)


def _stretch(boxes: Boxes, faces: Faces) -> float:
    """How much wider the picture must be made for its sure faces to get a tile's shape; 1 where too few are sure."""
    worth = boxes.score * faces.confidence
    sure = sure_faces(worth, faces, suppress_overlaps(boxes, worth))
    if not len(sure):
        return 1.0
    shape = np.log(np.abs(boxes.right[sure, 0]) / np.abs(boxes.down[sure, 1]))
    upright = np.where(faces.turn[sure] % 2 == 0, 1, -1)
    return float(np.exp(-np.clip(np.median(shape - upright * math.log(_SHAPE)), -_MOST, _MOST)))


def read_photo(image: Image) -> tuple[PhotoTile, ...]:
    """Tiles of a BGR picture uint8 [h,w,3], row by row from top to bottom; raises EyesError on anything else."""
    return _reader().read(image)


def read_row(image: Image, tiles: int) -> tuple[Tile, ...]:
    """The faces along the row that the face-up tiles make; raises EyesError where they are another number."""
    seen = along_line(tile for tile in read_photo(image) if tile.tile is not None)
    if len(seen) != tiles:
        raise EyesError(f"{len(seen)} tiles lie face up in the picture: expected a row of {tiles}")
    return tuple(each.tile for each in seen if each.tile is not None)


@cache
def _reader() -> PhotoReader:
    return PhotoReader.load()


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
