"""What lies between a hand and its rail: counters and sticks of earlier rounds, the first dealer's plate."""

import itertools
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from controller.riichi.seat import Seat, Wind
from hardware.profiles.layout import Layout
from vision import means
from vision.camera import Camera, Floats
from vision.cloth import Cloth
from vision.faces import CROP, FACE, Image
from vision.naming import FaceClassifier
from vision.zones import LEAST_VISIBLE, PX_PER_MM, Span, View

COUNTER: Final = 100
STICK: Final = 1000
_ACROSS: Final = Span(-192.0, 184.0)
_DISTANCE: Final = Span(303.0, 353.0)
_HIGH_MM: Final = 3.0
_LONG_MM: Final = (55.0, 74.0)
_WIDE_MM: Final = 6.5
_APART_MM: Final = (6.0, 9.8)
"""Middles of sticks that run together in the picture: they touch, or lie a little apart."""
_DIP: Final = 0.02
_GAP_MM: Final = 12.0
"""Dots part the light of a stick."""
_BRIGHTER: Final = 1.25
_RIM_MM: Final = 2.0
_PALE_PERCENT: Final = 90
_LEAST_MM2: Final = 60.0
_ENDS: Final = (0.2, 0.36)
_DOTS: Final = (0.075, 0.22)
"""Where a stick is blank, where its dots are: shares of its length and width from its middle."""
_RED: Final = 0.14
_DARK: Final = 0.93
_PLATE_MM: Final = (50.0, 26.0)
_STICK_MM2: Final = 66.0 * 6.5
_GROWN: Final = 1.35
"""Sides and soft edges of what lies there, and the gaps between sticks."""
_STRAY_MM2: Final = 250.0
_PLATE_SLACK_MM: Final = 7.0
_SIGN_MM: Final = (12.0, 16.0)
_WINDS: Final = tuple(wind.tile for wind in Wind)
_LEGIBLE: Final = 0.8


@dataclass(frozen=True, slots=True)
class PoolLook:
    """Counters and sticks before a seat; whether the plate lies there, and the wind it shows if that can be read."""

    counters: int
    sticks: int
    plate: bool = False
    wind: Wind | None = None


class PoolReader:
    """Looks at one seat's place of one table under one camera."""

    def __init__(self, layout: Layout, camera: Camera, seat: Seat, classifier: FaceClassifier) -> None:
        self._classifier = classifier
        self.view = View(layout, camera, seat, _HIGH_MM, _ACROSS, _DISTANCE)

    def find(self, image: Image, cloth: Cloth) -> PoolLook | None:
        """What lies there; None when the place is out of view or something else covers it."""
        if self.view.visible < LEAST_VISIBLE:
            return None
        piece = self.view.cut(image)
        covered = cloth.covered(self.view, piece)
        if not covered.any():
            return PoolLook(0, 0)
        light, felt = means.brightest(piece), max(cloth.felt)
        # Between sticks that lie close the picture is half as bright as they are.
        bright = light > max(_BRIGHTER * felt, (felt + float(np.percentile(light[covered > 0], _PALE_PERCENT))) / 2)
        # Sticks that touch at an end come apart when each loses its rim; then dots no longer part their light.
        rim, gap = (round(width * PX_PER_MM) + 1 for width in (_RIM_MM, _GAP_MM))
        slim = cv2.erode((covered & bright).astype(np.uint8), np.ones((rim, 1), np.uint8))
        pale = cv2.morphologyEx(slim, cv2.MORPH_CLOSE, np.ones((1, gap), np.uint8))
        counts = {COUNTER: 0, STICK: 0}
        for middle, (long, wide), turn in _boxes(np.asarray(pale, np.uint8)):
            if not _LONG_MM[0] < long < _LONG_MM[1]:
                continue
            for off in _middles(piece, middle, wide + _RIM_MM, turn):
                kind = _kind(_upright(piece, middle, turn, off))
                if kind is None:
                    return None
                counts[kind] += 1
        plates = [box for box in _boxes(covered) if _is_plate(box[1])]
        due = sum(counts.values()) * _STICK_MM2 + len(plates) * _PLATE_MM[0] * _PLATE_MM[1]
        if float(covered.sum()) / PX_PER_MM**2 > due * _GROWN + _STRAY_MM2:
            return None
        wind = self._wind(piece, plates[0]) if len(plates) == 1 else None
        return PoolLook(counts[COUNTER], counts[STICK], len(plates) == 1, wind)

    def _wind(self, piece: Image, plate: "Box") -> Wind | None:
        """The wind on a plate, light on dark: read as a tile's face in its negative."""
        wide, tall = (side * PX_PER_MM / FACE for side in _SIGN_MM)
        middle, _, turn = plate
        sign = _cut(piece, middle, turn, (wide, tall), (CROP, CROP))
        faces = self._classifier.classify(np.asarray(255 - sign, np.uint8)[None])
        chances = faces.probabilities[0][[int(tile) for tile in _WINDS]]
        best = int(chances.argmax())
        return tuple(Wind)[best] if chances[best] > _LEGIBLE * float(chances.sum()) else None


Box = tuple[Floats, tuple[float, float], float]
"""Middle (column, row), length and width in mm, and by how many degrees clockwise its length is turned from a row."""


def _boxes(mask: Image) -> list[Box]:
    """The smallest boxes round each thing in a mask, specks left out."""
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    found: list[Box] = []
    for outline in outlines:
        (x, y), (wide, tall), turn = cv2.minAreaRect(outline)
        wide, tall = (wide + 1) / PX_PER_MM, (tall + 1) / PX_PER_MM
        if wide < tall:
            wide, tall, turn = tall, wide, turn - 90.0
        if wide * tall >= _LEAST_MM2:
            found.append((np.array([x, y]), (wide, tall), (turn + 90.0) % 180.0 - 90.0))
    return found


def _is_plate(size: tuple[float, float]) -> bool:
    return all(abs(side - due) < _PLATE_SLACK_MM for side, due in zip(size, _PLATE_MM, strict=True))


def _cut(piece: Image, middle: Floats, turn: float, scale: tuple[float, float], size: tuple[int, int]) -> Image:
    """A picture of that size (columns, rows) round a place, its rows along ``turn``; ``scale``: pixels to a step."""
    angle = np.radians(turn)
    axes = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) * np.array(scale)
    start = middle - axes @ ((np.array(size) - 1) / 2)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpAffine(piece, np.column_stack([axes, start]), size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)


def _upright(piece: Image, middle: Floats, turn: float, off_mm: float) -> Image:
    """A stick that lies ``off_mm`` beside a place, along the rows."""
    angle = np.radians(turn)
    there = middle + off_mm * PX_PER_MM * np.array([-np.sin(angle), np.cos(angle)])
    return _cut(piece, there, turn, (1.0, 1.0), (round(66.0 * PX_PER_MM), round(_WIDE_MM * PX_PER_MM)))


def _middles(piece: Image, middle: Floats, wide_mm: float, turn: float) -> list[float]:
    """Where the sticks of a pale patch lie, mm beside its middle: between darker lines along it."""
    rows = round((wide_mm + 2 * _WIDE_MM) * PX_PER_MM)
    patch = _cut(piece, middle, turn, (1.0, 1.0), (round(66.0 * PX_PER_MM), rows)).mean(axis=2)
    along = np.abs((np.arange(patch.shape[1]) + 0.5) / patch.shape[1] - 0.5)
    light = patch[:, (along > _ENDS[0]) & (along < _ENDS[1])].mean(axis=1)
    places = ((np.arange(rows) + 0.5) / PX_PER_MM) - rows / PX_PER_MM / 2
    best, found = -np.inf, [0.0]
    for number in range(max(1, round(wide_mm / _APART_MM[1])), max(1, round(wide_mm / _APART_MM[0])) + 1):
        pitch = wide_mm / number if number == 1 else (wide_mm - _WIDE_MM) / (number - 1)
        middles = [(stick - (number - 1) / 2) * pitch for stick in range(number)]
        gaps = [(one + other) / 2 for one, other in itertools.pairwise(middles)]
        on, off = (np.interp(spots, places, light).mean() if spots else 0.0 for spots in (middles, gaps))
        score = (on - off) / max(on, 1.0) if gaps else _DIP
        if score > best:
            best, found = score, middles
    return found


def _kind(stick: Image) -> int | None:
    """A hundred has black dots in its middle, a thousand one red; None where neither shows."""
    rows, columns = stick.shape[:2]
    along = np.abs((np.arange(columns) + 0.5) / columns - 0.5)
    across = np.abs((np.arange(rows) + 0.5) / rows - 0.5) < _DOTS[1] + 0.1
    blank = stick[across][:, (along > _ENDS[0]) & (along < _ENDS[1])].reshape(-1, 3).mean(axis=0)
    dots = stick[across][:, along < _DOTS[0]].reshape(-1, 3).mean(axis=0)
    blue, green, red = dots / np.maximum(blank, 1.0)
    if red - (blue + green) / 2 > _RED:
        return STICK
    return COUNTER if max(blue, green, red) < _DARK else None
