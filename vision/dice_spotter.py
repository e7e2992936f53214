"""Dice in a picture seen from straight above: a small network says where they lie and what they show."""

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.classifier import load_model
from vision.faces import Image
from vision.zones import PX_PER_MM

MODEL: Final = "dice.onnx"
EDGE_PX: Final = 28.0
"""Edge of a die in the pictures that the network was trained on."""
STRIDE: Final = 4
CHANNELS: Final = 9
"""Heat of the middle, its offset across and down in cells, six faces."""
_PADDED_TO: Final = 8
_PEAK: Final = 3
_DIE: Final = 0.6
_SURE: Final = 0.8
_APART: Final = 0.8

Maps = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class SpottedDie:
    """A die: pips, None where unsure; middle px; ``confidence`` 0-1 of the pips; ``score`` 0-1 that it is one."""

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
        given = piece if zoom == 1 else cv2.resize(piece, None, fx=zoom, fy=zoom, interpolation=way)
        found: list[SpottedDie] = []
        for x, y, score, faces in _peaks(_look(np.asarray(given, np.uint8))):
            if len(found) == most:
                break
            die = self._die((x + 0.5) / zoom - 0.5, (y + 0.5) / zoom - 0.5, score, faces)
            if all(self._apart(die, other) for other in found):
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
    top = (heat > _DIE) & (heat >= cv2.dilate(heat, np.ones((_PEAK, _PEAK), np.uint8)))
    rows, columns = np.nonzero(top)
    found = []
    for row, column in sorted(zip(rows, columns, strict=True), key=lambda cell: -heat[cell]):
        across, along = maps[1:3, row, column]
        faces = np.exp(maps[3:, row, column] - maps[3:, row, column].max())
        x, y = ((float(place) + 0.5) * STRIDE - 0.5 for place in (column + across, row + along))
        found.append((x, y, float(heat[row, column]), np.asarray(faces / faces.sum(), np.float32)))
    return found


@cache
def _session() -> Any:
    return load_model(MODEL, 1)
