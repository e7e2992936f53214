"""Recognises the faces that geometry found; a face whose pixels did not change keeps its answer."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, Protocol

import cv2
import numpy as np

from controller.ports.eyes import SeenTile
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from vision.arrays import Floats, Image
from vision.camera.model import Camera
from vision.distances import distances
from vision.image.view import face_quads
from vision.tiles.classifier import BACK, NOTHING, TINY, TURNS, Faces
from vision.tiles.crop import cut_faces

_SAME_MM: Final = 1.5
"""mm below which a face counts as not moved; chosen above the error of a pose from frame to frame, about a pixel."""
_SAME_DEGREES: Final = 10.0
"""Degrees below which it counts as not turned; chosen as ``_SAME_MM``, over the length of a face."""
_SAME_LEVELS: Final = 5.0
"""Mean difference of two crops, grey levels, below which they show the same; chosen above a camera's noise of 4."""
_SURE: Final = 0.93
"""Probability from which an answer is cached while its crop is unchanged; below it all turns are classified.

Chosen above ``DOUBT``.
"""
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
_FLOOR: Final = 8.0
"""Grey levels added to every channel before ratios are taken: chosen so that noise of dark pixels is no hue."""
_REMEMBERED: Final = 300
"""Faces remembered, the newest; chosen: two sets of tiles, so that what an arm covered for a while is known again."""
_BACKS: Final = 40
"""Newest backs, whose median gives their colour; chosen: more than a hand, few enough to be quick."""


class FaceClassifier(Protocol):
    """What recognises crops: vision.tiles.classifier.Classifier."""

    def classify(self, crops: Image, turns: int = ..., first: Faces | None = ...) -> Faces:
        """Faces of crops uint8 [N,64,64,3] BGR; ``first``: what was said of them at one turn."""
        ...


@dataclass(frozen=True, slots=True)
class FacePose:
    """Pose of a face: centre mm in the table frame, degrees clockwise of its top, height of the face mm."""

    x: float
    y: float
    angle: float
    z: float


@dataclass(frozen=True, slots=True)
class Recognised:
    """A face with its pose: the likeliest tile, None for a back; probability; quarter turns of its top.

    ``other``: the next likeliest tile; ``nothing``, ``back``: probability that it is no tile, or a tile's back.
    """

    pose: FacePose
    tile: Tile | None
    confidence: float
    turn: int
    other: Tile | None = None
    nothing: float = 0.0
    back: float = 0.0

    def named(self, seen_as_back: float = 1.0) -> float:
        """Probability 0-1 of its name, given that it is a tile: the finder decides that.

        ``seen_as_back``: the finder's odds of a back against a face.
        """
        other = max(1.0 - self.nothing - self.back - self.confidence, 0.0)
        # What has a print is no back, and the finder may be wrong of what has none.
        back = self.back * (min(seen_as_back, 1.0) if self.tile is Tile.WHITE else 1.0)
        return min(1.0, self.confidence / max(self.confidence + other + back, TINY))

    def seen(self) -> SeenTile:
        """The face as evidence."""
        return SeenTile(self.tile, self.pose.x, self.pose.y, self.angle, min(1.0, self.confidence), self.other)

    @property
    def angle(self) -> float:
        """Degrees clockwise of the face's top: the face gives the half turn, the tile's pose the rest."""
        return (self.pose.angle + (180.0 if self.turn == 2 else 0.0)) % 360.0


@dataclass(frozen=True, slots=True)
class _Known:
    """A face recognised before, and the crop that it was recognised from."""

    face: Recognised
    crop: Image


class FaceRecogniser:
    """Recognises the faces of one table under one camera, and remembers them."""

    def __init__(self, layout: Layout, camera: Camera, classifier: FaceClassifier) -> None:
        self._layout, self._camera, self._classifier = layout, camera, classifier
        self._known: list[_Known] = []

    def recognise(self, image: Image, wanted: Sequence[FacePose], least: float = 0.0) -> tuple[Recognised, ...]:
        """The faces in order; all new ones are classified together.

        ``least``: for names below that probability the likeliest name of one look is used.
        """
        if not wanted:
            return ()
        near = self._nearest(wanted)
        poses = [pose if each is None else each.face.pose for pose, each in zip(wanted, near, strict=True)]
        crops = self._crops(image, poses)
        found = [_recalled(each, crop) for each, crop in zip(near, crops, strict=True)]
        new = [place for place, each in enumerate(found) if each is None]
        for place, face in zip(new, self._classify([poses[i] for i in new], crops[new], least), strict=True):
            found[place] = _Known(face, crops[place])
        known = [each for each in found if each is not None]
        gone = {id(each) for each in near}
        older = [each for each in self._known if id(each) not in gone]
        self._known = [*older, *known][-_REMEMBERED:]
        backs = self._backs()
        return tuple(each.face if backs is None else _blank(each.face, each.crop, backs) for each in known)

    def _backs(self) -> Floats | None:
        """The usual BGR colour of the backs that are known for sure; None while none is."""
        sure = [each.crop for each in self._known if each.face.tile is None and each.face.confidence >= _SURE]
        return np.median([_middle_colour(crop) for crop in sure[-_BACKS:]], axis=0) if sure else None

    def _crops(self, image: Image, poses: list[FacePose]) -> Image:
        quads = np.zeros((len(poses), 3, 2))
        for z in {pose.z for pose in poses}:
            level = [place for place, pose in enumerate(poses) if pose.z == z]
            spots = np.array([(poses[i].x, poses[i].y, poses[i].angle) for i in level])
            quads[level] = face_quads(self._layout, self._camera, spots, z)
        return cut_faces(image, quads[:, 0], quads[:, 1], quads[:, 2])

    def _nearest(self, wanted: Sequence[FacePose]) -> list[_Known | None]:
        """What was known at each pose before, where that has hardly changed."""
        if not self._known:
            return [None] * len(wanted)
        here, there = (
            np.array([(pose.x, pose.y, pose.z, pose.angle) for pose in poses])
            for poses in (wanted, [each.face.pose for each in self._known])
        )
        apart = distances(here[:, :3], there[:, :3])
        turned = np.abs((here[:, None, 3] - there[None, :, 3] + 180.0) % 360.0 - 180.0)
        apart[turned >= _SAME_DEGREES] = np.inf
        nearest = apart.argmin(axis=1)
        return [
            self._known[best] if apart[place, best] < _SAME_MM else None for place, best in enumerate(nearest.tolist())
        ]

    def _classify(self, poses: list[FacePose], crops: Image, least: float) -> list[Recognised]:
        """Answers by a look at one turn, and at all four where that leaves doubts."""
        if not poses:
            return []
        first = self._classifier.classify(crops, _ONE_TURN)
        found = _recognised(poses, first)
        # Answers are means over the turns, none of which says more than 1.
        low = TURNS * least - (TURNS - _ONE_TURN)
        doubtful = [place for place, face in enumerate(found) if low <= face.confidence < _SURE]
        if doubtful:
            again = self._classifier.classify(crops[doubtful], TURNS, first.take(np.array(doubtful)))
            for place, face in zip(doubtful, _recognised([poses[i] for i in doubtful], again), strict=True):
                found[place] = face
        return found


def _recalled(known: _Known | None, crop: Image) -> _Known | None:
    """What was recognised before, where it was sure and the crop looks the same."""
    if known is None or known.face.confidence < _SURE:
        return None
    return known if cv2.norm(crop, known.crop, cv2.NORM_L1) < _SAME_LEVELS * crop.size else None


def _middle_colour(crop: Image) -> Floats:
    return np.asarray(crop[_RIM_PX:-_RIM_PX, _RIM_PX:-_RIM_PX].reshape(-1, 3).mean(axis=0))


def _blank(face: Recognised, crop: Image, backs: Floats) -> Recognised:
    """A doubtful white dragon or back, settled by its colour where backs have one."""
    if face.confidence >= _SURE or face.tile not in (None, Tile.WHITE):
        return face
    to_back, to_grey = (float(_hue_distance(_middle_colour(crop), other)) for other in (backs, np.array(_PRINTLESS)))
    if abs(to_back - to_grey) < _CLEAR_HUE:
        return face
    tile = None if to_back < to_grey else Tile.WHITE
    return replace(face, tile=tile, confidence=max(face.confidence, _BY_COLOUR), turn=0)


def _recognised(poses: list[FacePose], faces: Faces) -> list[Recognised]:
    """What the classifier says of faces."""
    found = []
    likeliest = np.argsort(faces.probabilities[:, :BACK], axis=1, kind="stable")[:, -2:].tolist()
    for pose, kind, confidence, turn, chances, (second, best) in zip(
        poses, faces.kinds, faces.confidence, faces.turn, faces.probabilities, likeliest, strict=True
    ):
        if kind == BACK:
            found.append(Recognised(pose, None, float(confidence), 0))
        else:
            # A finding classified as no tile: the likeliest face, with its small probability.
            nothing, back = float(chances[NOTHING]), float(chances[BACK])
            found.append(Recognised(pose, Tile(best), float(chances[best]), int(turn), Tile(second), nothing, back))
    return found


def _hue_distance(colours: Floats, other: Floats) -> Floats:
    """How different in hue colours [N, 3] are from another, brightness left out, as logarithms of channel ratios."""
    step = np.log((colours + _FLOOR) / (other + _FLOOR))
    return np.asarray(np.abs(step - step.mean(axis=-1, keepdims=True)).max(axis=-1))
