"""Recognises the faces at given poses; a face whose pixels did not change keeps its cached answer."""

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
"""Degrees below which a face counts as not turned; chosen as ``_SAME_MM``, over the length of a face."""
_SAME_LEVELS: Final = 5.0
"""Mean difference of two crops, grey levels, below which they show the same; chosen above a camera's noise of 4."""
_SURE: Final = 0.93
"""Probability from which an answer is cached while its crop is unchanged; below it all turns are classified.

Chosen above ``DOUBT``.
"""
_RIM_PX: Final = 16
"""Pixels of a crop left out on each side when its colour is measured: rim and edges of the tile."""
_PRINTLESS: Final = (200.0, 200.0, 200.0)
"""BGR of a face without a print: grey, as ivory has hardly a hue."""
_CLEAR_HUE: Final = 0.15
"""Difference of the hue distances to backs and to grey from which the colour decides; chosen: backs of nearly no hue
stay undecided."""
_BY_COLOUR: Final = 0.9
"""Probability of a face decided by colour; chosen below ``_SURE``, so that it is classified again."""
_ONE_TURN: Final = 1
"""Number of turns classified first, in a quarter of the time of all."""
_FLOOR: Final = 8.0
"""Grey levels added to every channel before ratios are taken: chosen so that noise of dark pixels is no hue."""
_REMEMBERED: Final = 300
"""Number of faces cached, the newest; chosen: two sets of tiles, so that faces covered for a while stay cached."""
_BACKS: Final = 40
"""Number of newest backs whose median is the colour of backs; chosen: more than a hand, few enough to be quick."""


class FaceClassifier(Protocol):
    """Classifies crops, as vision.tiles.classifier.Classifier does."""

    def classify(self, crops: Image, turns: int = ..., first: Faces | None = ...) -> Faces:
        """Classify crops uint8 [N,64,64,3] BGR; ``first``: answers for the same crops at one turn, if known."""
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
    """A face with its pose: the most probable tile, None for a back; its probability; quarter turns of its top.

    ``other``: the second most probable tile; ``nothing``, ``back``: probability of no tile, and of a tile's back.
    """

    pose: FacePose
    tile: Tile | None
    confidence: float
    turn: int
    other: Tile | None = None
    nothing: float = 0.0
    back: float = 0.0

    def named(self, seen_as_back: float = 1.0) -> float:
        """Return the probability 0-1 of the name given that this is a tile, which the finder decides.

        ``seen_as_back``: the finder's odds of a back against a face.
        """
        other = max(1.0 - self.nothing - self.back - self.confidence, 0.0)
        # The finder's odds count for a face without a print only, and never in favour of a back: they may be wrong.
        back = self.back * (min(seen_as_back, 1.0) if self.tile is Tile.WHITE else 1.0)
        return min(1.0, self.confidence / max(self.confidence + other + back, TINY))

    def seen(self) -> SeenTile:
        """Convert the face to a tile of a sighting."""
        return SeenTile(self.tile, self.pose.x, self.pose.y, self.angle, min(1.0, self.confidence), self.other)

    @property
    def angle(self) -> float:
        """Degrees clockwise of the face's top: the face gives the half turn, the tile's pose the rest."""
        return (self.pose.angle + (180.0 if self.turn == 2 else 0.0)) % 360.0


@dataclass(frozen=True, slots=True)
class _Known:
    """A cached face, and the crop that it was recognised from."""

    face: Recognised
    crop: Image


class FaceRecogniser:
    """Recognises the faces of one table under one camera, and caches them."""

    def __init__(self, layout: Layout, camera: Camera, classifier: FaceClassifier) -> None:
        self._layout, self._camera, self._classifier = layout, camera, classifier
        self._known: list[_Known] = []

    def recognise(self, image: Image, wanted: Sequence[FacePose], least: float = 0.0) -> tuple[Recognised, ...]:
        """Return the faces at the poses, in order; all faces that are not cached are classified together.

        ``least``: a name that cannot reach this probability keeps its answer from one quarter turn.
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
        """Return the median BGR colour of the newest certain backs; None while there is none."""
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
        """Return the cached face at each pose if that pose has hardly changed, else None."""
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
        """Classify crops at one turn, and at all four if that leaves doubts."""
        if not poses:
            return []
        first = self._classifier.classify(crops, _ONE_TURN)
        found = _recognised(poses, first)
        # Answers are means over the turns, each of which gives at most 1.
        low = TURNS * least - (TURNS - _ONE_TURN)
        doubtful = [place for place, face in enumerate(found) if low <= face.confidence < _SURE]
        if doubtful:
            again = self._classifier.classify(crops[doubtful], TURNS, first.take(np.array(doubtful)))
            for place, face in zip(doubtful, _recognised([poses[i] for i in doubtful], again), strict=True):
                found[place] = face
        return found


def _recalled(known: _Known | None, crop: Image) -> _Known | None:
    """Return the cached face if it was certain and the crop looks the same, else None."""
    if known is None or known.face.confidence < _SURE:
        return None
    return known if cv2.norm(crop, known.crop, cv2.NORM_L1) < _SAME_LEVELS * crop.size else None


def _middle_colour(crop: Image) -> Floats:
    return np.asarray(crop[_RIM_PX:-_RIM_PX, _RIM_PX:-_RIM_PX].reshape(-1, 3).mean(axis=0))


def _blank(face: Recognised, crop: Image, backs: Floats) -> Recognised:
    """Decide a doubtful white dragon or back by its colour if that is clear; return any other face unchanged."""
    if face.confidence >= _SURE or face.tile not in (None, Tile.WHITE):
        return face
    to_back, to_grey = (float(_hue_distance(_middle_colour(crop), other)) for other in (backs, np.array(_PRINTLESS)))
    if abs(to_back - to_grey) < _CLEAR_HUE:
        return face
    tile = None if to_back < to_grey else Tile.WHITE
    return replace(face, tile=tile, confidence=max(face.confidence, _BY_COLOUR), turn=0)


def _recognised(poses: list[FacePose], faces: Faces) -> list[Recognised]:
    """Convert the classifier's answers to faces with poses."""
    found = []
    likeliest = np.argsort(faces.probabilities[:, :BACK], axis=1, kind="stable")[:, -2:].tolist()
    for pose, kind, confidence, turn, chances, (second, best) in zip(
        poses, faces.kinds, faces.confidence, faces.turn, faces.probabilities, likeliest, strict=True
    ):
        if kind == BACK:
            found.append(Recognised(pose, None, float(confidence), 0))
        else:
            # A detection classified as no tile keeps the most probable face, with its small probability.
            nothing, back = float(chances[NOTHING]), float(chances[BACK])
            found.append(Recognised(pose, Tile(best), float(chances[best]), int(turn), Tile(second), nothing, back))
    return found


def _hue_distance(colours: Floats, other: Floats) -> Floats:
    """Return how far colours [N, 3] differ in hue from another, without brightness, as logarithms of channel ratios."""
    step = np.log((colours + _FLOOR) / (other + _FLOOR))
    return np.asarray(np.abs(step - step.mean(axis=-1, keepdims=True)).max(axis=-1))
