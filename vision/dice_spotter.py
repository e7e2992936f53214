"""Dice in a picture seen from straight above: pale squares, read by comparing with every face in every direction."""

from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.camera import Floats
from vision.faces import Image
from vision.zones import PX_PER_MM

# Places of the pips in quarters of the edge from the middle; 1 has one big pip. Faces that look different when turned
# by a quarter stand twice.
_FACES: Final[tuple[tuple[int, tuple[tuple[int, int], ...]], ...]] = (
    (1, ((0, 0),)),
    (2, ((-1, -1), (1, 1))),
    (2, ((-1, 1), (1, -1))),
    (3, ((-1, -1), (0, 0), (1, 1))),
    (3, ((-1, 1), (0, 0), (1, -1))),
    (4, ((-1, -1), (-1, 1), (1, -1), (1, 1))),
    (5, ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0))),
    (6, ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1))),
    (6, ((-1, -1), (0, -1), (1, -1), (-1, 1), (0, 1), (1, 1))),
)
_PLACES: Final = frozenset((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1))
# Where no pip may be; the big one reaches half-way to its neighbours' places.
_BLANK: Final = {
    pips: _PLACES if pips > 1 else frozenset(place for place in _PLACES if all(place)) for pips in range(1, 7)
}
_PIP: Final = 0.1
_BIG_PIP: Final = 0.17
_COARSE_STEP: Final = 10.0
_STEP: Final = 5.0
_DRAWN_UP: Final = 8
_SOFT: Final = 0.035
_GROUND: Final = 70
_BODY: Final = 235
_INK: Final = 40
_REACH_PX: Final = 4
_SLIP_PX: Final = 4
_ENLARGED: Final = 2.0
_INNER: Final = 0.86
_CANDIDATES: Final = 6
_SQUARE_SCORE: Final = 0.55
_SURE_SCORE: Final = 0.8
_DIE_SCORE: Final = 0.68
"""A die with mirrored lamps beside it falls to seven tenths; what lamps alone reach is no square."""
_INSIDE: Final = 0.42
_OUTSIDE: Final = 0.62
_PIP_RIM: Final = 0.035
_PALE_PERCENT: Final = 80
_PALE_SHARE: Final = 0.8
_PIP_BLUR: Final = 0.053
_RING_BLUR: Final = 0.143
_SLACK_PX: Final = 5
_DARK_ENOUGH: Final = 12.0
_CLEAR_LEAD: Final = 6.0
"""Grey levels."""

Floats32 = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class SpottedDie:
    """A die: pips, None where unsure; middle px; ``confidence`` 0-1 of the pips; ``score`` 0-1 of the outline."""

    pips: int | None
    x: float
    y: float
    confidence: float
    score: float


@dataclass(frozen=True, slots=True)
class _Pose:
    score: float
    x: float
    y: float
    turn: float


class DiceSpotter:
    """Spots dice of one size in pictures of PX_PER_MM."""

    def __init__(self, edge_mm: float) -> None:
        self._edge = edge_mm

    def spot(self, light: Image, most: int) -> tuple[SpottedDie, ...]:
        """At most ``most`` dice in one channel of a picture, the likeliest first."""
        found: list[SpottedDie] = []
        for column, row in self._squares(light):
            if sum(die.score > _SURE_SCORE for die in found) == most:
                break
            seen = self._read_one(light, column, row)
            if seen is not None and all(self._apart(seen, other) for other in found):
                found.append(seen)
        return tuple(sorted(found, key=lambda die: -die.score)[:most])

    def _squares(self, light: Image) -> list[tuple[int, int]]:
        """Middles (column, row) of what may be dice, the likeliest first."""
        small = cv2.resize(light, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
        score: Floats = np.zeros(small.shape)
        for template in _templates(self._edge, PX_PER_MM / 2, _COARSE_STEP, blank=True):
            reach = template.shape[0] // 2
            padded = cv2.copyMakeBorder(small, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
            match = cv2.matchTemplate(padded, template, cv2.TM_CCOEFF_NORMED)
            np.maximum(score, match[: score.shape[0], : score.shape[1]], out=score)
        peaks = (score >= cv2.dilate(score, np.ones((9, 9)))) & (score > _SQUARE_SCORE)
        rows, columns = np.nonzero(peaks)
        order = np.argsort(-score[rows, columns])[:_CANDIDATES]
        return [(2 * int(columns[i]), 2 * int(rows[i])) for i in order]

    def _read_one(self, light: Image, column: int, row: int) -> SpottedDie | None:
        pose = self._pose(light, column, row)
        if pose.score < _DIE_SCORE:
            return None
        if not self._is_square(light, pose):
            return None
        pips, lead = self._pips(light, pose)
        sure = lead >= _CLEAR_LEAD
        if not sure and pose.score < _SURE_SCORE:
            return None
        confidence = min(1.0, 0.8 + lead / 120.0) if sure else 0.0
        return SpottedDie(pips if sure else None, pose.x, pose.y, confidence, pose.score)

    def _is_square(self, light: Image, pose: _Pose) -> bool:
        """Whether all of the body is pale, pips left out: lamps mirrored side by side are not pale into the corners."""
        body, around = _body(self._edge)
        upright = _upright(light, pose, pose.turn, body.shape[0])
        middle = (float(np.percentile(upright[body], _PALE_PERCENT)) + float(np.median(upright[around]))) / 2
        return float((upright[body] > middle).mean()) > _PALE_SHARE

    def _apart(self, one: SpottedDie, other: SpottedDie) -> bool:
        return float(np.hypot(one.x - other.x, one.y - other.y)) > 0.8 * self._edge * PX_PER_MM

    def _pose(self, light: Image, column: int, row: int) -> _Pose:
        """Where a die near that pixel lies, by its outline and pips together."""
        templates = _templates(self._edge, PX_PER_MM, _STEP)
        reach = templates[0].shape[0] // 2 + _REACH_PX
        padded = cv2.copyMakeBorder(light, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
        patch = padded[row : row + 2 * reach + 1, column : column + 2 * reach + 1]
        best = _Pose(-1.0, 0.0, 0.0, 0.0)
        for number, template in enumerate(templates):
            _, score, _, (right, down) = cv2.minMaxLoc(cv2.matchTemplate(patch, template, cv2.TM_CCOEFF_NORMED))
            if score > best.score:
                turn = number // len(_FACES) * _STEP
                best = _Pose(score, column + right - _REACH_PX, row + down - _REACH_PX, turn)
        return best

    def _pips(self, light: Image, pose: _Pose) -> tuple[int, float]:
        """Pips, and by how many grey levels the faintest of them is darker than the darkest place without one."""
        faces = _inner_faces(self._edge)
        side = faces[0].shape[0] + 2 * _SLIP_PX
        best, upright, slip = -1.0, np.zeros((side, side), np.float32), (0, 0)
        for turn in (pose.turn - _STEP / 2, pose.turn, pose.turn + _STEP / 2):
            turned = _upright(light, pose, turn, side)
            for face in faces:
                _, score, _, place = cv2.minMaxLoc(cv2.matchTemplate(turned, face, cv2.TM_CCOEFF_NORMED))
                if score > best:
                    best, upright, slip = score, turned, (place[0] - _SLIP_PX, place[1] - _SLIP_PX)
        px = self._edge * PX_PER_MM * _ENLARGED
        # A glare may wash a pip out nearly white; next to its own surroundings it is still the darker spot, and how
        # dark the others are does not count against it.
        near, wide = (cv2.GaussianBlur(upright, (0, 0), share * px) for share in (_PIP_BLUR, _RING_BLUR))
        dark = cv2.dilate(wide - near, np.ones((_SLACK_PX, _SLACK_PX), np.uint8))
        middle = side // 2

        def depth(place: tuple[int, int]) -> float:
            across, down = (round(quarter * px / 4) for quarter in place)
            return min(float(dark[middle + slip[1] + down, middle + slip[0] + across]), _DARK_ENOUGH)

        depths = {place: depth(place) for place in _PLACES}
        leads = [
            (min(depths[spot] for spot in places) - max(depths[spot] for spot in _BLANK[pips] - set(places)), pips)
            for pips, places in _FACES
        ]
        lead, pips = max(leads)
        return pips, lead


def _upright(light: Image, pose: _Pose, turn: float, side: int) -> Floats32:
    """The face of a die turned upright and enlarged, the die in the middle."""
    angle = np.radians(turn)
    axes = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]) / _ENLARGED
    start = np.array([pose.x, pose.y]) - axes @ np.full(2, (side - 1) / 2)
    flags = cv2.INTER_CUBIC | cv2.WARP_INVERSE_MAP
    turned = cv2.warpAffine(light, np.column_stack([axes, start]), (side, side), flags=flags)
    return turned.astype(np.float32)


@cache
def _templates(edge_mm: float, px_per_mm: float, step: float, blank: bool = False) -> tuple[Image, ...]:
    """Pictures of dice from above: for each turn below 90 degrees every face, or a blank one."""
    edge = edge_mm * px_per_mm
    side = int(np.ceil(edge * 1.42 + 2)) // 2 * 2 + 1
    faces = ((0, ()),) if blank else _FACES
    turns = np.arange(0.0, 90.0, step)
    return tuple(_draw(edge, side, float(turn), pips, places) for turn in turns for pips, places in faces)


@cache
def _body(edge_mm: float) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """What of an upright die shows no pip whatever it shows, and what lies around it."""
    edge = edge_mm * PX_PER_MM * _ENLARGED
    side = round(edge * 1.5) // 2 * 2 + 1
    places = (np.arange(side) - side // 2) / edge
    across, down = np.meshgrid(places, places)
    out = np.maximum(np.abs(across), np.abs(down))
    body = out < _INSIDE
    for x, y in _PLACES:
        body &= np.hypot(across - x / 4, down - y / 4) > (_BIG_PIP if (x, y) == (0, 0) else _PIP) + _PIP_RIM
    return body, (out > _OUTSIDE) & (out < 0.75)


@cache
def _inner_faces(edge_mm: float) -> tuple[Floats32, ...]:
    """Pictures of the upright faces without their rim."""
    edge = edge_mm * PX_PER_MM * _ENLARGED
    side = round(edge * _INNER) // 2 * 2 + 1
    return tuple(_draw(edge, side, 0.0, pips, places).astype(np.float32) for pips, places in _FACES)


def _draw(edge: float, side: int, turn: float, pips: int, places: tuple[tuple[int, int], ...]) -> Image:
    """A die of that edge in the middle of a square picture, both in px."""
    big = side * _DRAWN_UP
    picture = np.full((big, big), _GROUND, np.uint8)
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    axes = np.array([[c, -s], [s, c]]) * edge * _DRAWN_UP
    middle = np.array([(big - 1) / 2] * 2)
    corners = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]) @ axes.T + middle
    cv2.fillConvexPoly(picture, np.round(corners).astype(np.int32), _BODY)
    radius = round((_BIG_PIP if pips == 1 else _PIP) * edge * _DRAWN_UP)
    for place in places:
        x, y = axes @ (np.array(place) / 4) + middle
        cv2.circle(picture, (round(x), round(y)), radius, _INK, -1)
    soft = cv2.GaussianBlur(picture, (0, 0), _SOFT * edge * _DRAWN_UP)
    return np.asarray(cv2.resize(soft, (side, side), interpolation=cv2.INTER_AREA), dtype=np.uint8)
