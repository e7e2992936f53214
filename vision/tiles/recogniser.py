"""Recognises the faces that geometry found; a face whose pixels did not change keeps its answer."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Protocol

import numpy as np

from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from vision.arrays import Floats, Image
from vision.camera.model import Camera
from vision.image.colour import colour_distance
from vision.image.view import Zone, face_quads
from vision.tiles.classifier import BACK, TURNS, Faces
from vision.tiles.crop import cut_faces

_SAME_MM: Final = 1.5
"""mm below which a face counts as not moved; chosen above the error of a pose from frame to frame, about a pixel."""
_SAME_DEGREES: Final = 10.0
"""Degrees below which it counts as not turned; chosen as ``_SAME_MM``, over the length of a face."""
_SAME_LEVELS: Final = 5.0
"""Mean difference of two crops, grey levels, below which they show the same; chosen above a camera's noise of 4."""
_SURE: Final = 0.93
"""Probability from which an answer is kept while its crop stays alike; below it all turns are asked; chosen."""
_RIM_PX: Final = 16
"""Pixels of a crop that are left out on each side of the colour of its middle: rim and edges of the tile."""
_PRINTLESS: Final = (200.0, 200.0, 200.0)
"""BGR of a face without a print: grey, as light on ivory has hardly a hue."""
_CLEAR_HUE: Final = 0.15
"""Difference of the two distances in hue from which a colour decides; chosen: backs of nearly no hue stay open."""
_BY_COLOUR: Final = 0.9
"""Probability of what the colour decided; chosen below ``_SURE``, so that it is asked again."""
_ONE_TURN: Final = 1
"""Turns asked of the classifier first: its answer costs a quarter."""


class FaceClassifier(Protocol):
    """What names crops: vision.tiles.classifier.Classifier."""

    def classify(self, crops: Image, turns: int = ...) -> Faces:
        """Faces of crops uint8 [N,64,64,3] BGR."""
        ...


@dataclass(frozen=True, slots=True)
class FacePose:
    """A face to name: centre mm in the table frame, degrees clockwise of its top, height of the face mm."""

    x: float
    y: float
    angle: float
    z: float


@dataclass(frozen=True, slots=True)
class Recognised:
    """Where a face is and what it is: the likeliest tile, None for a back; probability; quarter turns of its top.

    ``other``: the next likeliest tile.
    """

    spot: FacePose
    tile: Tile | None
    confidence: float
    turn: int
    other: Tile | None = None


@dataclass(frozen=True, slots=True)
class _Known:
    """An answer, and the crop that it was given for."""

    named: Recognised
    crop: Image


class FaceRecogniser:
    """Recognises faces zone by zone, and remembers the last answers of each zone."""

    def __init__(self, layout: Layout, camera: Camera, classifier: FaceClassifier) -> None:
        self._layout, self._camera, self._classifier = layout, camera, classifier
        self._known: dict[Zone, tuple[_Known, ...]] = {}

    def recognise(
        self, image: Image, wanted: Mapping[Zone, tuple[FacePose, ...]], backs: Floats | None = None
    ) -> dict[Zone, tuple[Recognised, ...]]:
        """Answers for the faces of each zone, in order; all new ones are classified together.

        ``backs``: BGR of the tiles' backs where some are in sight: settles whether a blank face is one.
        """
        spots = [self._steady(key, spot) for key, zone in wanted.items() for spot in zone]
        keys = [key for key, zone in wanted.items() for _ in zone]
        crops = self._crops(image, spots)
        known = [self._recall(key, spot, crop) for key, spot, crop in zip(keys, spots, crops, strict=True)]
        new = [place for place, each in enumerate(known) if each is None]
        for place, named in zip(new, self._classify([spots[i] for i in new], crops[new]), strict=True):
            known[place] = _Known(named if backs is None else _blank(named, crops[place], backs), crops[place])
        found = [each for each in known if each is not None]
        result: dict[Zone, tuple[Recognised, ...]] = {}
        for key, zone in wanted.items():
            part, found = tuple(found[: len(zone)]), found[len(zone) :]
            self._known[key] = part
            result[key] = tuple(each.named for each in part)
        return result

    def _crops(self, image: Image, spots: list[FacePose]) -> Image:
        quads = np.zeros((len(spots), 3, 2))
        for z in {spot.z for spot in spots}:
            level = [place for place, spot in enumerate(spots) if spot.z == z]
            poses = np.array([(spots[i].x, spots[i].y, spots[i].angle) for i in level])
            quads[level] = face_quads(self._layout, self._camera, poses, z)
        return cut_faces(image, quads[:, 0], quads[:, 1], quads[:, 2])

    def _steady(self, key: Zone, spot: FacePose) -> FacePose:
        """The pose as it was before where it has hardly changed, so that crops can be compared pixel by pixel."""
        for each in self._known.get(key, ()):
            if _close(each.named.spot, spot):
                return each.named.spot
        return spot

    def _recall(self, key: Zone, spot: FacePose, crop: Image) -> _Known | None:
        """The last answer for the pose where it is sure and the crop still looks the same."""
        for each in self._known.get(key, ()):
            if each.named.spot == spot and each.named.confidence >= _SURE:
                apart = np.abs(crop.astype(np.int16) - each.crop).mean()
                if apart < _SAME_LEVELS:
                    return each
        return None

    def _classify(self, spots: list[FacePose], crops: Image) -> list[Recognised]:
        """Answers by a look at one turn, and at all four where that leaves doubts."""
        if not spots:
            return []
        named = _named(spots, self._classifier.classify(crops, _ONE_TURN))
        doubtful = [place for place, each in enumerate(named) if each.confidence < _SURE]
        if doubtful:
            again = self._classifier.classify(crops[doubtful], TURNS)
            for place, each in zip(doubtful, _named([spots[i] for i in doubtful], again), strict=True):
                named[place] = each
        return named


def _blank(named: Recognised, crop: Image, backs: Floats) -> Recognised:
    """A doubtful white dragon or back, settled by its colour where backs have one."""
    if named.confidence >= _SURE or named.tile not in (None, Tile.WHITE):
        return named
    middle = crop[_RIM_PX:-_RIM_PX, _RIM_PX:-_RIM_PX].reshape(-1, 3).mean(axis=0)
    to_back, to_grey = (float(colour_distance(middle, other)) for other in (backs, np.array(_PRINTLESS)))
    if abs(to_back - to_grey) < _CLEAR_HUE:
        return named
    tile = None if to_back < to_grey else Tile.WHITE
    return replace(named, tile=tile, confidence=max(named.confidence, _BY_COLOUR), turn=0)


def _close(one: FacePose, other: FacePose) -> bool:
    """Whether two poses are the same but for noise."""
    turned = abs((one.angle - other.angle + 180.0) % 360.0 - 180.0)
    apart = float(np.hypot(one.x - other.x, one.y - other.y))
    return one.z == other.z and apart < _SAME_MM and turned < _SAME_DEGREES


def _named(spots: list[FacePose], faces: Faces) -> list[Recognised]:
    named = []
    for spot, kind, confidence, turn, chances in zip(
        spots, faces.kinds, faces.confidence, faces.turn, faces.probabilities, strict=True
    ):
        if kind == BACK:
            named.append(Recognised(spot, None, float(confidence), 0))
        else:
            # What is taken for no tile lies where a tile must be: the likeliest face, with its own small chance.
            second, best = (int(place) for place in np.argsort(chances[:BACK], kind="stable")[-2:])
            named.append(Recognised(spot, Tile(best), float(chances[best]), int(turn), Tile(second)))
    return named
