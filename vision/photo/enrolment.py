"""A venue's set of tiles, learnt from one photo of its faces in a known order; stored as one small file."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from controller.errors import EyesError
from controller.riichi.notation import parse_tiles
from controller.riichi.tile import Tile
from controller.text import Text
from vision.arrays import Floats32, Image
from vision.photo.order import rows
from vision.photo.reader import PhotoReading, PhotoTile
from vision.tiles.classifier import FEATURES, TURNS, Classifier
from vision.tiles.crop import cut_faces
from vision.tiles.finder import Boxes

_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
"""Valid names of tile sets, which are valid file names on any system."""
_RANGE: Final = re.compile(r"([0-9])-([0-9])")
"""A range of ranks in a list of faces, such as 1-9."""
_CUTS: Final = 12
"""Number of crops of each face, slightly shifted and scaled, whose mean is learnt; chosen for a steady mean."""
_AGREE: Final = 0.5
"""Share of the faces that must be recognised as named before they are learnt; chosen: half, so that a wrong order or
another set of tiles is refused but unusual faces are not."""
_ODD: Final = 0.3
"""Largest difference (natural logarithm) of a face's size from the median; chosen: a third."""
_SHARP: Final = 25.0
"""Log odds for a difference of one in cosine similarity; chosen: a difference of 0.1 makes twelve to one."""
_TRUST: Final = 0.5
"""Exponent of the network's probabilities when combined with the similarity; chosen: half their weight."""
_MOST: Final = 60.0
"""Largest number of examples of a face that a set counts with when it is joined; chosen: a set wears slowly."""


@dataclass(frozen=True, slots=True)
class TileSet:
    """Features of the faces of one set, computed by the classifier's network.

    ``kinds`` [K]: tile numbers; ``looks`` [K,4,F]: features of unit length for each quarter turn; ``weight`` [K]:
    number of examples.
    """

    name: str
    kinds: NDArray[np.int64]
    looks: Floats32
    weight: Floats32

    def __post_init__(self) -> None:
        if self.looks.shape != (len(self.kinds), TURNS, FEATURES) or self.weight.shape != self.kinds.shape:
            raise EyesError(f"tile set {self.name}: looks of shape {self.looks.shape}: enrol it again")

    def rescore(self, chances: Floats32, features: Floats32) -> Floats32:
        """Return probabilities [N,40]: enrolled faces share their total by similarity, all others are unchanged."""
        alike = np.einsum("nf,ktf->nkt", _unit(features), self.looks).max(axis=2)
        sure = np.exp(_SHARP * (alike - alike.max(axis=1, keepdims=True)))
        network = chances[:, self.kinds]
        share = network**_TRUST * sure
        share /= np.maximum(share.sum(axis=1, keepdims=True), 1e-9)
        rescored = chances.copy()
        rescored[:, self.kinds] = share * network.sum(axis=1, keepdims=True)
        return rescored

    def joined(self, other: "TileSet") -> "TileSet":
        """Return this set with the examples of another added; a face of either counts as at most ``_MOST`` examples."""
        kinds = np.union1d(self.kinds, other.kinds)
        looks, weight = np.zeros((len(kinds), TURNS, FEATURES), np.float32), np.zeros(len(kinds), np.float32)
        for one in (self, other):
            places, share = np.searchsorted(kinds, one.kinds), np.minimum(one.weight, _MOST).astype(np.float32)
            looks[places] += one.looks * share[:, None, None]
            weight[places] += share
        return TileSet(self.name, kinds, _unit(looks), weight)

    def close_faces(self, least: float = 0.9) -> tuple[tuple[Tile, Tile, float], ...]:
        """Return pairs of faces that look alike in this set, with their cosine similarity 0-1, the closest first."""
        alike = np.einsum("itf,jsf->ijts", self.looks, self.looks).max(axis=(2, 3))
        pairs = [
            (Tile(int(self.kinds[i])), Tile(int(self.kinds[j])), float(alike[i, j]))
            for i in range(len(self.kinds))
            for j in range(i)
            if alike[i, j] >= least
        ]
        return tuple(sorted(pairs, key=lambda pair: -pair[2]))

    def save(self, folder: Path) -> Path:
        """Write the set to its file in ``folder`` and return the path; raises EyesError if it cannot be written."""
        file = file_of(folder, self.name)
        try:
            folder.mkdir(parents=True, exist_ok=True)
            np.savez(file, kinds=self.kinds, looks=self.looks, weight=self.weight)
        except OSError as error:
            raise EyesError(f"tile set {file} cannot be written: {error.strerror}") from error
        return file

    @classmethod
    def load(cls, folder: Path, name: str) -> "TileSet":
        """Load the set ``name`` from ``folder``; raises EyesError, listing the available sets if it is missing."""
        file = file_of(folder, name)
        if not file.exists():
            there = ", ".join(sorted(other.stem for other in folder.glob("*.npz"))) or "none"
            raise EyesError(f"no tile set {name!r} in {folder}: enrol it first (there: {there})")
        try:
            with np.load(file) as stored:
                return cls(
                    name,
                    stored["kinds"].astype(np.int64),
                    stored["looks"].astype(np.float32),
                    stored["weight"].astype(np.float32),
                )
        except (OSError, KeyError, ValueError) as error:
            raise EyesError(f"tile set {file} cannot be read: enrol it again") from error


def file_of(folder: Path, name: str) -> Path:
    """Return the path of a set's file; raises EyesError for an invalid name."""
    if not _NAME.fullmatch(name):
        raise EyesError(
            Text(
                f"牌の名前「{name}」には英数字と - と _ だけを使ってください。",
                f"tile set {name!r}: expected a name of letters, digits, - and _",
            )
        )
    return folder / f"{name}.npz"


def parse_faces(text: str) -> tuple[Tile, ...]:
    """Parse faces such as ``1-9m0m1-9p``, in order, repeats allowed; raises NotationError, or EyesError if empty."""
    spread = _RANGE.sub(lambda ends: "".join(map(str, range(int(ends[1]), int(ends[2]) + 1))), text.replace(" ", ""))
    faces = parse_tiles(spread)
    if not faces:
        raise EyesError(Text("牌を1枚以上選んでください。", f"faces {text!r}: expected at least one"))
    return faces


def enrol(image: Image, reading: PhotoReading, faces: Sequence[Tile], name: str, classifier: Classifier) -> TileSet:
    """Learn a set from a photo of ``faces`` in that order, rows left to right; raises EyesError if they do not match.

    Backs and other objects in the picture are skipped.
    """
    size = reading.boxes.size / max(float(np.median(reading.boxes.size)) if len(reading.boxes) else 1.0, 1e-6)
    order = _reading_order(reading.tiles)
    shown = [place for place in order if reading.tiles[place].face == "up" and abs(np.log(size[place])) < _ODD]
    if len(shown) < len(faces):
        raise EyesError(
            Text(
                f"写真の牌が{len(shown)}枚です。{len(faces)}枚を並べてください。",
                f"{len(shown)} faces found in the photo: expected the {len(faces)} named",
            )
        )
    chances = np.log(reading.chances[shown][:, [int(tile) for tile in faces]] + 1e-4)
    places = [shown[i] for i in _aligned(chances)]
    agree = sum(reading.tiles[place].tile is tile for place, tile in zip(places, faces, strict=True))
    if agree < _AGREE * len(faces):
        raise EyesError(
            Text(
                f"{len(faces)}枚のうち{agree}枚しか見分けられません。並べる順番を確かめてください。",
                f"only {agree} of {len(faces)} faces look like the one named at their place: check the order",
            )
        )
    return examples(image, reading.boxes.take(np.array(places)), faces, name, classifier)


def examples(image: Image, boxes: Boxes, faces: Sequence[Tile], name: str, classifier: Classifier) -> TileSet:
    """Learn a set from boxes of a picture with known ``faces``; a face may occur more than once."""
    looks, named = _looks(image, boxes, classifier), np.array([int(tile) for tile in faces], np.int64)
    kinds, copies = np.unique(named, return_counts=True)
    mean = np.stack([looks[named == kind].mean(axis=0) for kind in kinds])
    return TileSet(name, kinds, _unit(mean), np.asarray(TURNS * copies, np.float32))


def _looks(image: Image, boxes: Boxes, classifier: Classifier) -> Floats32:
    """Return mean features [N,4,F] of faces over crops slightly shifted and scaled, as crops vary between photos."""
    rng = np.random.default_rng(0)
    total = np.zeros((len(boxes), TURNS, FEATURES), np.float32)
    for cut in range(_CUTS):
        off = rng.normal(0, 0.03 if cut else 0, (len(boxes), 2)).astype(np.float32)
        size = rng.normal(1, 0.05 if cut else 0, (len(boxes), 2)).astype(np.float32)
        centre = boxes.centre + boxes.right * off[:, :1] + boxes.down * off[:, 1:]
        crops = cut_faces(image, centre, boxes.right * size[:, :1], boxes.down * size[:, 1:])
        total += _unit(classifier.features(crops))
    return _unit(total)


def _unit(features: Floats32) -> Floats32:
    length = np.linalg.norm(features, axis=-1, keepdims=True)
    return np.asarray(features / np.maximum(length, 1e-6), np.float32)


def _reading_order(tiles: Sequence[PhotoTile]) -> list[int]:
    places = {id(tile): place for place, tile in enumerate(tiles)}
    return [places[id(tile)] for row in rows(tiles) for tile in row]


def _aligned(chances: NDArray[np.floating]) -> list[int]:
    """Return the tile of each face, in rising order, for the largest sum of log probabilities [tiles, faces]."""
    tiles, faces = chances.shape
    best = np.full((tiles + 1, faces + 1), -np.inf)
    best[:, 0] = 0
    for i in range(1, tiles + 1):
        best[i, 1:] = np.maximum(best[i - 1, 1:], best[i - 1, :-1] + chances[i - 1])
    picked, i = [], tiles
    for face in range(faces, 0, -1):
        while best[i, face] == best[i - 1, face]:
            i -= 1
        i -= 1
        picked.append(i)
    return picked[::-1]
