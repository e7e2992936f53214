"""Recognises the faces that geometry found; a face whose pixels did not change keeps its answer."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Protocol

import numpy as np

from controller.ports.eyes import SeenTile
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
"""Probability from which an answer is kept while its crop stays alike; below it all turns are asked.

Chosen above ``DOUBT``.
"""
DOUBT: Final = 0.9
"""Probability below which a face is doubted and its zone is read again; evaluations count as sure what is not below."""
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
    """What recognises crops: vision.tiles.classifier.Classifier."""

    def classify(self, crops: Image, turns: int = ...) -> Faces:
        """Faces of crops uint8 [N,64,64,3] BGR."""
        ...


@dataclass(frozen=True, slots=True)
class FacePose:
    """Where a face lies: centre mm in the table frame, degrees clockwise of its top, height of the face mm."""

    x: float
    y: float
    angle: float
    z: float


@dataclass(frozen=True, slots=True)
class Recognised:
    """Where a face is and what it is: the likeliest tile, None for a back; probability; quarter turns of its top.

    ``other``: the next likeliest tile.
    """

    pose: FacePose
    tile: Tile | None
    confidence: float
    turn: int
    other: Tile | None = None

    def seen(self) -> SeenTile:
        """The face as evidence."""
        # Half a turn cannot be told from the way the tile lies, only from its face.
        angle = (self.pose.angle + (180.0 if self.turn == 2 else 0.0)) % 360.0
        return SeenTile(self.tile, self.pose.x, self.pose.y, angle, min(1.0, self.confidence), self.other)


@dataclass(frozen=True, slots=True)
class _Known:
    """A face recognised before, and the crop that it was recognised from."""

    face: Recognised
    crop: Image


class FaceRecogniser:
    """Recognises the faces of a table zone by zone, and remembers them."""

    def __init__(self, layout: Layout, camera: Camera, classifier: FaceClassifier) -> None:
        self._layout, self._camera, self._classifier = layout, camera, classifier
        self._known: dict[Zone, tuple[_Known, ...]] = {}

    def recognise(
        self, image: Image, wanted: Mapping[Zone, tuple[FacePose, ...]], backs: Floats | None = None
    ) -> dict[Zone, tuple[Recognised, ...]]:
        """The faces of each zone, in order; all new faces are classified together.

        ``backs``: BGR of the tiles' backs where they are seen elsewhere: tells a blank face from a back.
        """
        poses = [self._steady(key, pose) for key, zone in wanted.items() for pose in zone]
        keys = [key for key, zone in wanted.items() for _ in zone]
        crops = self._crops(image, poses)
        known = [self._recall(key, pose, crop) for key, pose, crop in zip(keys, poses, crops, strict=True)]
        new = [place for place, each in enumerate(known) if each is None]
        for place, face in zip(new, self._classify([poses[i] for i in new], crops[new]), strict=True):
            known[place] = _Known(face if backs is None else _blank(face, crops[place], backs), crops[place])
        found = [each for each in known if each is not None]
        result: dict[Zone, tuple[Recognised, ...]] = {}
        for key, zone in wanted.items():
            part, found = tuple(found[: len(zone)]), found[len(zone) :]
            self._known[key] = part
            result[key] = tuple(each.face for each in part)
        return result

    def _crops(self, image: Image, poses: list[FacePose]) -> Image:
        quads = np.zeros((len(poses), 3, 2))
        for z in {pose.z for pose in poses}:
            level = [place for place, pose in enumerate(poses) if pose.z == z]
            spots = np.array([(poses[i].x, poses[i].y, poses[i].angle) for i in level])
            quads[level] = face_quads(self._layout, self._camera, spots, z)
        return cut_faces(image, quads[:, 0], quads[:, 1], quads[:, 2])

    def _steady(self, key: Zone, pose: FacePose) -> FacePose:
        """The pose as it was before where it has hardly changed, so that its crop can be compared."""
        for each in self._known.get(key, ()):
            if _close(each.face.pose, pose):
                return each.face.pose
        return pose

    def _recall(self, key: Zone, pose: FacePose, crop: Image) -> _Known | None:
        """What was recognised there before, where it was sure and the crop looks the same."""
        for each in self._known.get(key, ()):
            if each.face.pose == pose and each.face.confidence >= _SURE:
                apart = np.abs(crop.astype(np.int16) - each.crop).mean()
                if apart < _SAME_LEVELS:
                    return each
        return None

    def _classify(self, poses: list[FacePose], crops: Image) -> list[Recognised]:
        """Answers by a look at one turn, and at all four where that leaves doubts."""
        if not poses:
            return []
        found = _recognised(poses, self._classifier.classify(crops, _ONE_TURN))
        doubtful = [place for place, face in enumerate(found) if face.confidence < _SURE]
        if doubtful:
            again = self._classifier.classify(crops[doubtful], TURNS)
            for place, face in zip(doubtful, _recognised([poses[i] for i in doubtful], again), strict=True):
                found[place] = face
        return found


def _blank(face: Recognised, crop: Image, backs: Floats) -> Recognised:
    """A doubtful white dragon or back, settled by its colour where backs have one."""
    if face.confidence >= _SURE or face.tile not in (None, Tile.WHITE):
        return face
    middle = crop[_RIM_PX:-_RIM_PX, _RIM_PX:-_RIM_PX].reshape(-1, 3).mean(axis=0)
    to_back, to_grey = (float(colour_distance(middle, other)) for other in (backs, np.array(_PRINTLESS)))
    if abs(to_back - to_grey) < _CLEAR_HUE:
        return face
    tile = None if to_back < to_grey else Tile.WHITE
    return replace(face, tile=tile, confidence=max(face.confidence, _BY_COLOUR), turn=0)


def _close(one: FacePose, other: FacePose) -> bool:
    """Whether two poses are the same but for noise."""
    turned = abs((one.angle - other.angle + 180.0) % 360.0 - 180.0)
    apart = float(np.hypot(one.x - other.x, one.y - other.y))
    return one.z == other.z and apart < _SAME_MM and turned < _SAME_DEGREES


def _recognised(poses: list[FacePose], faces: Faces) -> list[Recognised]:
    """What the classifier says of faces that lie where a tile must be."""
    found = []
    for pose, kind, confidence, turn, chances in zip(
        poses, faces.kinds, faces.confidence, faces.turn, faces.probabilities, strict=True
    ):
        if kind == BACK:
            found.append(Recognised(pose, None, float(confidence), 0))
        else:
            # What is taken for no tile lies where a tile must be: the likeliest face, with its own small chance.
            second, best = (int(place) for place in np.argsort(chances[:BACK], kind="stable")[-2:])
            found.append(Recognised(pose, Tile(best), float(chances[best]), int(turn), Tile(second)))
    return found
