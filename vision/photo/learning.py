"""Learns a venue's set without a photo of it in order: from tiles that a person corrected, or by watching a game."""

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
"""Probability of the name from which an uncorrected tile is an example; chosen: only certain names teach."""
_STAYS: Final = 3
"""Number of doubtful tiles of one face, or of consecutive pictures, that must agree; chosen: one may be a shadow."""
_HALF: Final = 0.5
"""Share of doubtful tiles of a face from which the face is doubtful; chosen."""
_SAME_PLACE: Final = 0.3
"""Largest movement of an unmoved tile between pictures, in its sizes; chosen: a third of its width."""
_CORRECTION: Final = re.compile(r"(\d+)=([0-9][mpsz])")
"""A correction: number of the tile in reading order, from 1, and the face that it shows."""


def parse_corrections(text: str) -> dict[int, Tile]:
    """Parse corrections such as ``3=6s,12=4s`` by index from 0; raises EyesError, NotationError for a bad face."""
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
    """Learn a set from a picture with a person's corrections ``right``, by index in reading order from 0.

    Tiles with a certain name are examples too. Raises EyesError on an index beyond the tiles, or without an example.
    """
    order = [tile for row in rows(reading.tiles) for tile in row]
    beyond = [place + 1 for place in right if place >= len(order)]
    if beyond:
        raise EyesError(f"tile {beyond[0]} is corrected, but {len(order)} tiles were read")
    names = {id(order[place]): tile for place, tile in right.items()}
    faces = [names.get(id(tile), tile.tile if tile.confidence >= _SURE else None) for tile in reading.tiles]
    return _learnt(image, reading, faces, name, classifier)


def unsure_face(tiles: Iterable[PhotoTile]) -> Tile | None:
    """Return the face with the most doubtful readings, at least three and half of all; None if there is none."""
    shown = [tile for tile in tiles if tile.tile is not None]
    every = Counter(tile.tile for tile in shown)
    doubtful = Counter(tile.tile for tile in shown if tile.confidence < DOUBT)
    for face, count in doubtful.most_common():
        if count >= _STAYS and count >= _HALF * every[face]:
            return face
    return None


@dataclass(slots=True)
class GameWatch:
    """Learns a set from consecutive pictures of a game: from tiles that keep position and certain name three times.

    ``learnt``: the set so far, None before the first example.
    """

    name: str
    classifier: Classifier
    learnt: TileSet | None = None
    _standing: list[tuple[PhotoTile, int]] = field(default_factory=list)

    def see(self, image: Image, reading: PhotoReading) -> None:
        """Learn from the next picture and its reading."""
        standing = [(tile, 1 + self._times(tile)) for tile in reading.tiles]
        self._standing = standing
        faces = [tile.tile if times == _STAYS else None for tile, times in standing]
        if any(face is not None for face in faces):
            seen = _learnt(image, reading, faces, self.name, self.classifier)
            self.learnt = seen if self.learnt is None else self.learnt.joined(seen)

    def _times(self, tile: PhotoTile) -> int:
        """Return in how many consecutive earlier pictures the tile had this position and name; -1 if it is doubtful."""
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
