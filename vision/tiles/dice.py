"""Finds dice in a picture from straight above: a small network gives their positions and upper faces."""

from dataclasses import dataclass, replace
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats32, Image
from vision.image.view import PX_PER_MM
from vision.tiles.network import Network, load_model

MODEL: Final = "dice.onnx"
EDGE_PX: Final = 28.0
"""Edge of a die in the pictures that the network was trained on."""
STRIDE: Final = 4
"""Pixels to a cell of the network's maps."""
CHANNELS: Final = 9
"""Number of maps: logit of the centre, its offset across and down in cells, logits of six faces."""
_PADDED_TO: Final = 8
"""Pixels that the sides of a picture are padded to a multiple of, as the network halves them three times over."""
_PEAK_CELLS: Final = 3
"""Side, in cells, of the square in which a die's centre has the highest score; chosen: a die is seven cells wide."""
_DIE: Final = 0.92
"""Score above which a peak is a die; chosen on drawn dice and clutter: parts of tiles score less."""
_PART: Final = (0.6, 0.8)
"""Score and confidence of the pips from which a peak may be the top of a die whose side is detected too; measured on 17
tables seen from 45 degrees: the faintest top beside its side scores .63."""
_ASLANT: Final = (0.6, 0.85, 0.95)
"""Tangent of the viewing angle from which a top with this score and confidence of the pips is a die; measured on the
same tables: single tops score .87 and more, other objects .78 and less. From 35 degrees 59 of 60 pairs are read, with
.8 57."""
_SIDE: Final = 0.3
"""Largest distance, in edges, of a side from the position expected for it; chosen: dice turned by 45 degrees show two
sides."""
_CLEAR: Final = 0.95
"""Score below which a peak is a die only if its pips are certain; chosen as ``_DIE``."""
_CERTAIN: Final = 0.985
"""Score below which the surroundings must differ from the die in colour, as they do not on parts of tiles; chosen."""
_RING: Final = 0.8
"""Radius, in edges, of a ring outside a die: its corners reach 0.71."""
_WITHIN: Final = (0.1, 0.2, 0.3, 0.4)
"""Radii, in edges, of rings that lie on a die: its sides are 0.5 away."""
_BODY_PERCENT: Final = 80
"""Percentile of the levels on these rings that is the body's level: pips are darker and cover less than a third."""
_ALIKE: Final = 0.25
"""Difference of a channel, relative to the body's brightest, below which a pixel looks like the body; chosen: felt and
shadow differ by more."""
_MOST_ALIKE: Final = 0.3
"""Largest share of the outer ring that may look like the body; chosen: another die or a tile is on one side only."""
_SAMPLES: Final = 48
"""Samples on each ring: one every 3 px of the outer one."""
_SURE: Final = 0.8
"""Confidence of the pips below which they are unknown; chosen."""
_APART: Final = 0.8
"""Least distance of two dice, in edges: their bodies cannot be nearer than 1, less the error of their positions."""


Peak = tuple[float, float, float, Floats32]


@dataclass(frozen=True, slots=True)
class FoundDie:
    """A die: pips, None if unknown; centre px; ``confidence`` 0-1 of the pips; ``score`` 0-1, to rank it by.

    ``faint``: it may be no die.
    """

    pips: int | None
    x: float
    y: float
    confidence: float
    score: float
    faint: bool = False


class DiceFinder:
    """Finds dice of one size in pictures of PX_PER_MM."""

    def __init__(self, edge_mm: float) -> None:
        self._edge = edge_mm * PX_PER_MM

    def find(self, piece: Image, most: int, eye: tuple[float, float, float] | None = None) -> tuple[FoundDie, ...]:
        """Return at most ``most`` dice in a picture [h, w, 3] BGR, best first; raises EyesError without its model.

        If some but fewer than ``most`` are found, obliquely seen dice of low score are added as faint ones. ``eye``:
        position x, y of the lens in px and its height in px above the dice; None: straight above all of them.
        """
        zoom = EDGE_PX / self._edge
        way = cv2.INTER_AREA if zoom < 1 else cv2.INTER_LINEAR
        scaled = piece if zoom == 1 else cv2.resize(piece, None, fx=zoom, fy=zoom, interpolation=way)
        given = np.asarray(scaled, np.uint8)
        found: list[FoundDie] = []
        peaks = _peaks(_answer(given))
        eye_px = np.array(eye or (*given.shape[1::-1], np.inf)) * zoom
        for x, y, score, faces in _tops(peaks, eye_px):
            if len(found) == most:
                break
            if score < _CERTAIN and not _stands_out(given, x, y):
                continue
            die = self._die((x + 0.5) / zoom - 0.5, (y + 0.5) / zoom - 0.5, score, faces)
            doubtful = die.pips is None and score < _CLEAR and _slant(eye_px, x, y) < _ASLANT[0]
            if not doubtful and all(self._apart(die, other) for other in found):
                found.append(die)
        for x, y, score, faces in peaks if 0 < len(found) < most else ():
            die = replace(self._die((x + 0.5) / zoom - 0.5, (y + 0.5) / zoom - 0.5, score, faces), faint=True)
            likely = _slant(eye_px, x, y) > _ASLANT[0] and die.confidence > _ASLANT[2] and _stands_out(given, x, y)
            if likely and len(found) < most and all(self._apart(die, other) for other in found):
                found.append(die)
        return tuple(found)

    def _die(self, x: float, y: float, score: float, faces: Floats32) -> FoundDie:
        best = int(faces.argmax())
        sure = float(faces[best])
        return FoundDie(best + 1, x, y, sure, score) if sure >= _SURE else FoundDie(None, x, y, 0.0, score)

    def _apart(self, one: FoundDie, other: FoundDie) -> bool:
        return float(np.hypot(one.x - other.x, one.y - other.y)) > _APART * self._edge


def _answer(picture: Image) -> Floats32:
    """Return the network's maps [CHANNELS, h, w] of a picture, a cell for every STRIDE px."""
    down, right = (-side % _PADDED_TO for side in picture.shape[:2])
    padded = cv2.copyMakeBorder(picture, 0, down, 0, right, cv2.BORDER_REPLICATE)
    (maps,) = _session().run(np.asarray(padded, np.uint8)[None])
    return np.asarray(maps[0], np.float32)


def _tops(peaks: list[Peak], eye: NDArray[np.float64]) -> list[Peak]:
    """Return the peaks that are dice, without their sides, which are nearer to the lens and raise a top's score."""
    tops: list[Peak] = []
    for peak in sorted(peaks, key=lambda peak: -float(np.hypot(peak[0] - eye[0], peak[1] - eye[1]))):
        for place, (x, y, score, faces) in enumerate(tops):
            aslant = (eye[:2] - (x, y)) / eye[2]
            away = float(np.hypot(*aslant))
            due = np.array([x, y]) + aslant / max(away, 1e-6) * (1.0 + away) / 2.0 * EDGE_PX
            top = score >= _PART[0] and float(faces.max()) >= _PART[1]
            if top and np.hypot(*(due - peak[:2])) < _SIDE * EDGE_PX:
                tops[place] = x, y, 1.0 - (1.0 - score) * (1.0 - peak[2]), faces
                break
        else:
            tops.append(peak)
    return [peak for peak in sorted(tops, key=lambda peak: -peak[2]) if _is_die(peak, eye)]


def _slant(eye: NDArray[np.float64], x: float, y: float) -> float:
    """Return the tangent of the angle to the vertical at which a position, px, is seen."""
    return float(np.hypot(*(eye[:2] - (x, y)))) / float(eye[2])


def _is_die(peak: Peak, eye: NDArray[np.float64]) -> bool:
    """True if a top scores enough to be a die; less is enough in oblique views, which training does not have."""
    x, y, score, faces = peak
    slant, aslant, sure = _ASLANT
    return score > _DIE or (_slant(eye, x, y) > slant and score > aslant and float(faces.max()) > sure)


def _peaks(maps: Floats32) -> list[Peak]:
    """Return centre px, score 0-1 and probabilities of the faces [6] of possible dice or parts of dice, best first."""
    heat = 1 / (1 + np.exp(-maps[0]))
    # A centre between cells has half the heat in each: the score combines the four cells.
    cold = np.pad(1 - heat, 1, constant_values=1.0)
    pairs = cold[:, :-1] * cold[:, 1:]
    four = pairs[:-1] * pairs[1:]
    score = 1 - np.minimum(np.minimum(four[:-1, :-1], four[:-1, 1:]), np.minimum(four[1:, :-1], four[1:, 1:]))
    top = (score > _PART[0]) & (heat >= cv2.dilate(heat, np.ones((_PEAK_CELLS, _PEAK_CELLS), np.uint8)))
    rows, columns = np.nonzero(top)
    found = []
    for row, column in sorted(zip(rows, columns, strict=True), key=lambda cell: -score[cell]):
        right, low = maps[1:3, row, column]
        faces = np.exp(maps[3:, row, column] - maps[3:, row, column].max())
        x, y = ((float(place) + 0.5) * STRIDE - 0.5 for place in (column + right, row + low))
        found.append((x, y, float(score[row, column]), np.asarray(faces / faces.sum(), np.float32)))
    return found


def _stands_out(picture: Image, x: float, y: float) -> bool:
    """True if a possible die differs in colour from the ring around it, as dice do and parts of tiles do not."""
    turns = np.linspace(0, 2 * np.pi, _SAMPLES, endpoint=False)

    def seen(edges: float) -> NDArray[np.float64]:
        columns = np.clip(np.round(x + edges * EDGE_PX * np.cos(turns)), 0, picture.shape[1] - 1).astype(np.intp)
        rows = np.clip(np.round(y + edges * EDGE_PX * np.sin(turns)), 0, picture.shape[0] - 1).astype(np.intp)
        return np.asarray(picture[rows, columns], np.float64)

    body = np.percentile(np.concatenate([seen(edges) for edges in _WITHIN]), _BODY_PERCENT, axis=0)
    apart = np.abs(seen(_RING) - body).max(axis=1)
    return float((apart < _ALIKE * body.max()).mean()) <= _MOST_ALIKE


@cache
def _session() -> Network:
    return load_model(MODEL, 1)
