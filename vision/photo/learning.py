"""A venue's set learnt without a photo of it in order: from tiles a person corrected, and from a game watched."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from controller.errors import EyesError
from controller.riichi.notation import parse_tile
from controller.riichi.tile import Tile
from vision.arrays import Image
from vision.photo.enrolment import TileSet, examples
from vision.photo.order import rows
from vision.photo.reader import PhotoReading, PhotoTile
from vision.tiles.classifier import DOUBT, Classifier

_SURE: Final = 0.97
"""Chance of its name from which a tile that nobody corrected is an example of it; chosen: what is sure teaches."""
_STAYS: Final = 3
"""Tiles of one face, or pictures in a row, that say the same; chosen: once may be a shadow."""
_HALF: Final = 0.5
"""Share of the tiles of a face that are unsure, from which the face is; chosen."""
_SAME_PLACE: Final = 0.3
"""Sizes of a tile that it may move from picture to picture and be the same one; chosen: a third of its width."""
_CORRECTION: Final = re.compile(r"(\d+)=([0-9][mpsz])")
"""A correction: number of the tile in reading order, from 1, and the face that it shows."""


def parse_corrections(text: str) -> dict[int, Tile]:
    """Corrections such as ``3=6s,12=4s`` by place from 0; raises EyesError, NotationError on a face that is none."""
    found: dict[int, Tile] = {}
    for word in text.replace(" ", "").split(","):
        match = _CORRECTION.fullmatch(word)
        if match is None or int(match[1]) < 1:
            raise EyesError(f"correction {word!r}: expected the number of a tile and its face, such as 3=6s")
        found[int(match[1]) - 1] = parse_tile(match[2])
    return found


def corrected(
    image: Image, reading: PhotoReading, right: Mapping[int, Tile], name: str, classifier: Classifier
) -> TileSet:
    """The set as a picture shows it in which a person corrected tiles, by place in reading order from 0.

    Tiles read surely are examples too. Raises EyesError on a place that there is not.
    """
    order = [tile for row in rows(reading.tiles) for tile in row]
    beyond = [place + 1 for place in right if place >= len(order)]
    if beyond:
        raise EyesError(f"tile {beyond[0]} is corrected, but {len(order)} tiles were read")
    names = {id(order[place]): tile for place, tile in right.items()}
    faces = [names.get(id(tile), tile.tile if tile.confidence >= _SURE else None) for tile in reading.tiles]
    return _learnt(image, reading, faces, name, classifier)


def unsure_face(tiles: Iterable[PhotoTile]) -> Tile | None:
    """The face with most doubtful readings, at least three and half of all; None if there is none."""
    shown = [tile for tile in tiles if tile.tile is not None]
    every = Counter(tile.tile for tile in shown)
    doubtful = Counter(tile.tile for tile in shown if tile.confidence < DOUBT)
    for face, count in doubtful.most_common():
        if count >= _STAYS and count >= _HALF * every[face]:
            return face
    return None


@dataclass(slots=True)
class GameWatch:
    """Learns a set from pictures of a game in order: from unmoved tiles with the same sure name three times.

    ``learnt`` is the set so far, None before the first example.
    """

    name: str
    classifier: Classifier
    learnt: TileSet | None = None
    _standing: list[tuple[PhotoTile, int]] = field(default_factory=list)

    def see(self, image: Image, reading: PhotoReading) -> None:
        """Take the next picture and what was read in it."""
        standing = [(tile, 1 + self._times(tile)) for tile in reading.tiles]
        self._standing = standing
        faces = [tile.tile if times == _STAYS else None for tile, times in standing]
        if any(face is not None for face in faces):
            seen = _learnt(image, reading, faces, self.name, self.classifier)
            self.learnt = seen if self.learnt is None else self.learnt.joined(seen)

    def _times(self, tile: PhotoTile) -> int:
        """In how many pictures before, in a row, that tile lay there under the same name, surely."""
        reach = _SAME_PLACE * math.sqrt(tile.width * tile.height)
        same = (
            times
            for before, times in self._standing
            if before.tile is tile.tile and math.hypot(before.x - tile.x, before.y - tile.y) < reach
        )
        return max(same, default=0) if tile.tile is not None and tile.confidence >= DOUBT else -1


def _learnt(
    image: Image, reading: PhotoReading, faces: Sequence[Tile | None], name: str, classifier: Classifier
) -> TileSet:
    places = [place for place, face in enumerate(faces) if face is not None]
    if not places:
        raise EyesError("no tile is corrected or sure: nothing can be learnt from the picture")
    return examples(image, reading.boxes.take(np.array(places)), [f for f in faces if f is not None], name, classifier)
