"""Dice in a picture seen from straight above: a small network says where they lie and what they show."""

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Image
from vision.image.view import PX_PER_MM
from vision.tiles.classifier import load_model

MODEL: Final = "dice.onnx"
EDGE_PX: Final = 28.0
"""Edge of a die in the pictures that the network was trained on."""
STRIDE: Final = 4
CHANNELS: Final = 9
"""Heat of the middle, its offset across and down in cells, six faces."""
_PADDED_TO: Final = 8
_PEAK: Final = 3
_DIE: Final = 0.92
_CLEAR: Final = 0.95
"""Of what scores less the pips are sure, or it is no die."""
_CERTAIN: Final = 0.985
"""A score beyond doubt: below it, what goes on round the middle as pale as it is itself is a part of a tile."""
_RING: Final = 0.8
_WITHIN: Final = (0.1, 0.2, 0.3, 0.4)
"""Edges from the middle: all round a die, and on it."""
_BODY_PERCENT: Final = 80
_PALE: Final = 0.75
_MOST_PALE: Final = 0.3
_SAMPLES: Final = 48
_SURE: Final = 0.8
_APART: Final = 0.8

Maps = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class SpottedDie:
    """A die: pips, None where unsure; middle px; ``confidence`` 0-1 of the pips; ``score`` 0-1, to rank it by."""

    pips: int | None
    x: float
    y: float
    confidence: float
    score: float


class DiceSpotter:
    """Spots dice of one size in pictures of PX_PER_MM."""

    def __init__(self, edge_mm: float) -> None:
        self._edge = edge_mm * PX_PER_MM

    def spot(self, piece: Image, most: int) -> tuple[SpottedDie, ...]:
        """At most ``most`` dice in a picture [h, w, 3] BGR, the likeliest first; raises EyesError without its model."""
        zoom = EDGE_PX / self._edge
        way = cv2.INTER_AREA if zoom < 1 else cv2.INTER_LINEAR
        scaled = piece if zoom == 1 else cv2.resize(piece, None, fx=zoom, fy=zoom, interpolation=way)
        given = np.asarray(scaled, np.uint8)
        found: list[SpottedDie] = []
        for x, y, score, faces in _peaks(_look(given)):
            if len(found) == most:
                break
            if score < _CERTAIN and not _ends(given, x, y):
                continue
            die = self._die((x + 0.5) / zoom - 0.5, (y + 0.5) / zoom - 0.5, score, faces)
            doubtful = die.pips is None and score < _CLEAR
            if not doubtful and all(self._apart(die, other) for other in found):
                found.append(die)
        return tuple(found)

    def _die(self, x: float, y: float, score: float, faces: Maps) -> SpottedDie:
        best = int(faces.argmax())
        sure = float(faces[best])
        return SpottedDie(best + 1, x, y, sure, score) if sure >= _SURE else SpottedDie(None, x, y, 0.0, score)

    def _apart(self, one: SpottedDie, other: SpottedDie) -> bool:
        return float(np.hypot(one.x - other.x, one.y - other.y)) > _APART * self._edge


def _look(picture: Image) -> Maps:
    """The maps [CHANNELS, h, w] of a picture, a cell for every STRIDE px."""
    down, right = (-side % _PADDED_TO for side in picture.shape[:2])
    padded = cv2.copyMakeBorder(picture, 0, down, 0, right, cv2.BORDER_REPLICATE)
    (maps,) = _session().run(None, {"picture": np.ascontiguousarray(padded.transpose(2, 0, 1)[None], np.float32)})
    return np.asarray(maps[0], np.float32)


def _peaks(maps: Maps) -> list[tuple[float, float, float, Maps]]:
    """Middle px, score 0-1 and chances of the faces [6] of every die, the likeliest first."""
    heat = 1 / (1 + np.exp(-maps[0]))
    # A middle between cells is half as warm in each of them: it counts that it is in one of four.
    cold = np.pad(1 - heat, 1, constant_values=1.0)
    pairs = cold[:, :-1] * cold[:, 1:]
    four = pairs[:-1] * pairs[1:]
    score = 1 - np.minimum(np.minimum(four[:-1, :-1], four[:-1, 1:]), np.minimum(four[1:, :-1], four[1:, 1:]))
    top = (score > _DIE) & (heat >= cv2.dilate(heat, np.ones((_PEAK, _PEAK), np.uint8)))
    rows, columns = np.nonzero(top)
    found = []
    for row, column in sorted(zip(rows, columns, strict=True), key=lambda cell: -score[cell]):
        right, low = maps[1:3, row, column]
        faces = np.exp(maps[3:, row, column] - maps[3:, row, column].max())
        x, y = ((float(place) + 0.5) * STRIDE - 0.5 for place in (column + right, row + low))
        found.append((x, y, float(score[row, column]), np.asarray(faces / faces.sum(), np.float32)))
    return found


def _ends(picture: Image, x: float, y: float) -> bool:
    """Whether a pale thing with its middle there ends where a die would."""
    turns = np.linspace(0, 2 * np.pi, _SAMPLES, endpoint=False)

    def light(edges: float) -> NDArray[np.float64]:
        columns = np.clip(np.round(x + edges * EDGE_PX * np.cos(turns)), 0, picture.shape[1] - 1).astype(np.intp)
        rows = np.clip(np.round(y + edges * EDGE_PX * np.sin(turns)), 0, picture.shape[0] - 1).astype(np.intp)
        return np.asarray(picture[rows, columns].mean(axis=1))

    pale = _PALE * float(np.percentile([light(edges) for edges in _WITHIN], _BODY_PERCENT))
    return float((light(_RING) > pale).mean()) <= _MOST_PALE


@cache
def _session() -> Any:
    return load_model(MODEL, 1)
