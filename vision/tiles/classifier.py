"""Names the face in a crop: one of the 37 faces, a back, a flower, or no tile."""

from dataclasses import dataclass, fields
from typing import Any, Final, Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.errors import EyesError
from controller.riichi.notation import parse_tiles
from controller.riichi.tile import Tile
from vision.arrays import Floats32, Image
from vision.tiles.crop import CROP
from vision.tiles.network import Network, load_model, softmax

BACK: Final = len(Tile)
"""Class of a tile's back; the tiles' own classes are their numbers."""
BONUS: Final = BACK + 1
"""Class of a flower or season."""
NOTHING: Final = BACK + 2
"""Class of a crop that shows no tile."""
CLASSES: Final = BACK + 3
"""Number of classes."""
TURNS: Final = 4
"""Number of quarter turns that the top of a face may have in its crop."""
FEATURES: Final = 128
"""Length of the network's last layer before the classes; two crops of one face have similar features."""
HALF_TURN: Final = frozenset(int(tile) for tile in parse_tiles("01234589p0245689s"))
"""Faces that look the same upside down."""
NO_TOP: Final = frozenset({int(Tile.WHITE), BACK, NOTHING})
"""Classes that have no top."""
MODEL: Final = "classifier.onnx"
SECOND: Final = "photo/classifier-second.onnx"
"""Second network, used for photos: two independently trained networks together are right more often than one."""
DOUBT: Final = 0.9
"""Probability of a face's name below which it is doubtful, read again and to be checked; from there on it is certain.

Chosen: the model card's figure for few wrong names."""
TINY: Final = 1e-6
"""Least probability used where probabilities are divided."""
_SECOND_SHARE: Final = 0.3
"""Weight of the second network in the mean; chosen: smaller, less trained, and uncertain where there is no tile."""
_ROTATIONS: Final = (cv2.ROTATE_90_CLOCKWISE, cv2.ROTATE_180, cv2.ROTATE_90_COUNTERCLOCKWISE)
_BATCH: Final = 64
"""Largest number of crops in one run of a network; chosen: 12 MB with its layers, and no slower."""


@dataclass(frozen=True, slots=True)
class Faces:
    """Answers for N crops: ``kinds`` [N]: tile number, BACK, BONUS or NOTHING; ``confidence`` [N]: its probability.

    ``turn`` [N]: clockwise quarter turns from the crop's top to the face's top; one of two for a face that looks the
    same upside down. ``probabilities`` [N,40]: of the classes; ``tops`` [N,4]: probabilities of the turns.
    """

    kinds: NDArray[np.int64]
    confidence: Floats32
    turn: NDArray[np.int64]
    probabilities: Floats32
    tops: Floats32

    @classmethod
    def likeliest(cls, chances: Floats32, tops: Floats32) -> "Faces":
        """Return the most probable answers from probabilities [N,40] of the classes and [N,4] of the turns."""
        best = chances.argmax(axis=1)
        return cls(best, chances[np.arange(len(best)), best], tops.argmax(axis=1), chances, tops)

    @property
    def labels(self) -> tuple[Tile | None, ...]:
        """The tile of each crop, None for a back, a flower or no tile."""
        return tuple(Tile(int(kind)) if kind < BACK else None for kind in self.kinds)

    def __len__(self) -> int:
        return len(self.kinds)

    def take(self, which: NDArray[Any]) -> "Faces":
        """Return the answers selected by an index or mask array."""
        return Faces(*(getattr(self, part.name)[which] for part in fields(self)))

    def replaced(self, where: NDArray[np.bool_], other: "Faces") -> "Faces":
        """Return these answers, with those selected by a mask [N] replaced by the ``other`` ones in order."""
        order = np.arange(len(self))
        order[where] = len(self) + np.arange(len(other))
        return self.joined(other).take(order)

    def joined(self, other: "Faces") -> "Faces":
        """Return the answers of both, these first."""
        pairs = ((getattr(self, part.name), getattr(other, part.name)) for part in fields(self))
        return Faces(*(np.concatenate(pair) for pair in pairs))


class Rescorer(Protocol):
    """Corrects the network's answers for one known set of tiles, as vision.photo.enrolment.TileSet does."""

    def rescore(self, chances: Floats32, features: Floats32) -> Floats32:
        """Return class probabilities [N,40], corrected by the features [N,128] of the crops at the same turn."""
        ...


@dataclass(frozen=True, slots=True)
class Classifier:
    """The face network; ``second``: network averaged with it; ``rescorer``: correction for the set of tiles in use."""

    session: Network
    rescorer: Rescorer | None = None
    second: Network | None = None

    @classmethod
    def load(cls, threads: int = 2, rescorer: Rescorer | None = None, *, photo: bool = False) -> "Classifier":
        """Load the network, with the second one for photos; raises EyesError if a file is missing or broken."""
        return cls(load_model(MODEL, threads), rescorer, load_model(SECOND, threads) if photo else None)

    def classify(self, crops: Image, turns: int = TURNS, first: Faces | None = None) -> Faces:
        """Classify crops uint8 [N,64,64,3] BGR (see ``cut_faces``): the mean of the answers over 1, 2 or 4 turns.

        ``first``: answers for the same crops at one turn, if known. Raises EyesError on other crops or turns.
        """
        _check(crops)
        if turns not in (1, 2, TURNS):
            raise EyesError(f"{turns} turns: expected 1, 2 or 4")
        steps = range(0, TURNS, TURNS // turns)
        asked = [turn for turn in steps if turn or first is None]
        chances, top, features = self._answer(np.concatenate([_turned(crops, turn) for turn in asked]))
        chances = chances if self.rescorer is None else self.rescorer.rescore(chances, features)
        if first is not None:
            chances, top = np.concatenate([first.probabilities, chances]), np.concatenate([first.tops, top])
        kinds = np.zeros((len(crops), CLASSES), np.float32)
        tops = np.zeros((len(crops), TURNS), np.float32)
        for place, turn in enumerate(steps):
            part = slice(place * len(crops), (place + 1) * len(crops))
            kinds += chances[part] / turns
            tops += top[part][:, np.arange(turn, turn + TURNS) % TURNS] / turns
        return Faces.likeliest(kinds, tops)

    def classify_quickly(self, crops: Image) -> Faces:
        """As ``classify``, by one network at one turn: in an eighth of the time, and less certain."""
        return Classifier(self.session).classify(crops, 1)

    def classify_once(self, crops: Image, glance: Faces) -> Faces:
        """As ``classify`` at one turn; reuses ``glance``, the answers of ``classify_quickly``, without a rescorer."""
        if self.rescorer is not None:
            return self.classify(crops, 1)
        return Faces.likeliest(*self._with_second(crops, glance.probabilities.copy(), glance.tops.copy()))

    def features(self, crops: Image) -> Floats32:
        """Return features of crops, float32 [N,4,128]: one row for each quarter turn."""
        _check(crops)
        return np.stack([self._answer(_turned(crops, turn))[2] for turn in range(TURNS)], axis=1)

    def _answer(self, crops: Image) -> tuple[Floats32, Floats32, Floats32]:
        """Return probabilities of classes and turns, and features, of crops without turning them."""
        kinds, tops, features = (np.zeros((len(crops), width), np.float32) for width in (CLASSES, TURNS, FEATURES))
        for start in range(0, len(crops), _BATCH):
            part = slice(start, start + _BATCH)
            kind, top, features[part] = self.session.run(crops[part])
            kinds[part], tops[part] = softmax(kind), softmax(top)
        return *self._with_second(crops, kinds, tops), features

    def _with_second(self, crops: Image, kinds: Floats32, tops: Floats32) -> tuple[Floats32, Floats32]:
        """Return the first network's probabilities averaged with the second's, if there is one."""
        if self.second is None:
            return kinds, tops
        for start in range(0, len(crops), _BATCH):
            part = slice(start, start + _BATCH)
            kind, top, *_ = self.second.run(crops[part])
            kinds[part] += _SECOND_SHARE * (softmax(kind) - kinds[part])
            tops[part] += _SECOND_SHARE * (softmax(top) - tops[part])
        return kinds, tops


def _turned(crops: Image, turn: int) -> Image:
    """Return crops turned clockwise by ``turn`` quarter turns; views of NumPy would later cost ten times as much."""
    if not turn:
        return crops
    turned = np.empty_like(crops)
    for crop, into in zip(crops, turned, strict=True):
        cv2.rotate(crop, _ROTATIONS[turn - 1], into)
    return turned


def _check(crops: Image) -> None:
    if crops.ndim != 4 or crops.shape[1:] != (CROP, CROP, 3) or crops.dtype != np.uint8:
        raise EyesError(f"crops of shape {crops.shape} and type {crops.dtype}: expected uint8 [N,{CROP},{CROP},3]")
