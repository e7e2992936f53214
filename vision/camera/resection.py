"""The pose of a camera that was knocked, from faces of tiles that lay still: the same faces, seen elsewhere."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.camera.model import Camera
from vision.distances import distances

_FACE_MM: Final = 24.0
"""Size of a usual face, mm: square root of 21 times 28."""
_LEAST: Final = 6
"""Least number of faces seen again; chosen: the pose has six unknowns, and each face gives two equations."""
_LEAST_SHARE: Final = 0.5
"""Share of the faces, known before or in sight now, that must agree; chosen: the smaller half may have been moved."""
_TRIES: Final = 200
"""Pairs of faces that are tried; chosen: rare faces come first, so that a few dozen suffice."""
_RARE: Final = 14
"""Rarest landmarks of which pairs are made; chosen: half of them may be gone."""
_APART: Final = 0.1
"""How far apart, in parts of the picture's longer side, a pair must lie to tell turn and scale; chosen."""
_GROWTH: Final = (0.6, 1.7)
"""How much larger faces may have become; chosen: a camera that falls farther shows another table."""
_NEAR: Final = (1.5, 0.7)
"""Distance, in sizes of a face, within which a face is the expected one: by turn and shift alone, by the pose."""
_ROUNDS: Final = 3
"""Poses fitted, each to the faces that the last one explains; chosen: they settle by then."""
_SURE_PX: Final = 0.12
"""Median distance, in sizes of a face, by which an accepted pose misses the faces at most; chosen: 3 mm."""


@dataclass(frozen=True, slots=True)
class Landmark:
    """An unmoved face: which tile, and its middle x, y, z mm."""

    face: int
    x: float
    y: float
    z: float


def resect(camera: Camera, known: Sequence[Landmark], faces: NDArray[np.int64], px: Floats) -> Camera | None:
    """The camera's pose now, from ``faces`` [N] seen at ``px`` [N,2]; None where too few agree on one."""
    if min(len(known), len(faces)) < _LEAST:
        return None
    marks = np.array([(each.x, each.y, each.z) for each in known])
    names = np.array([each.face for each in known])
    before = camera.project(marks)
    size = _face_px(camera, marks)
    same = names[:, None] == faces[None]
    there = _by_turn_and_shift(before, px, same, size, max(camera.size))
    least = max(_LEAST, _LEAST_SHARE * min(int(same.any(axis=1).sum()), len(faces)))
    found = None
    for _ in range(_ROUNDS):
        pairs = _pairs(there, px, same, size * _NEAR[found is not None])
        if len(pairs) < least:
            return None
        found = _solved(camera, marks[pairs[:, 0]], px[pairs[:, 1]])
        if found is None:
            return None
        there = found.project(marks)
    pairs = _pairs(there, px, same, size * _NEAR[1])
    if found is None or len(pairs) < least:
        return None
    off = np.linalg.norm(there[pairs[:, 0]] - px[pairs[:, 1]], axis=1)
    return found if float(np.median(off)) < _SURE_PX * size else None


def _by_turn_and_shift(before: Floats, px: Floats, same: NDArray[np.bool_], size: float, side: int) -> Floats:
    """Where the marks [M,2] are seen now, by the turn, growth and shift of the picture that explains most of them."""
    old, new = before[:, 0] + 1j * before[:, 1], px[:, 0] + 1j * px[:, 1]
    best, most = old, 0
    for i, j, k, m in islice(_hypotheses(old, same, _APART * side), _TRIES):
        turn = (new[m] - new[k]) / (old[j] - old[i])
        if _GROWTH[0] < abs(turn) < _GROWTH[1]:
            moved = new[k] + turn * (old - old[i])
            count = int(((np.abs(moved[:, None] - new[None]) < _NEAR[0] * size) & same).any(axis=1).sum())
            if count > most:
                best, most = moved, count
    return np.stack([best.real, best.imag], axis=1)


def _hypotheses(old: NDArray[np.complex128], same: NDArray[np.bool_], apart: float) -> list[tuple[int, int, int, int]]:
    """Pairs of marks and of faces that they may be now, the rarest first."""
    often = same.sum(axis=1)
    marks = [int(i) for i in np.argsort(often, kind="stable") if often[i]][:_RARE]
    pairs = [
        (int(often[i] * often[j]), i, j)
        for place, i in enumerate(marks)
        for j in marks[place + 1 :]
        if abs(old[i] - old[j]) > apart
    ]
    return [
        (i, j, int(k), int(m))
        for _, i, j in sorted(pairs)
        for k in np.flatnonzero(same[i])
        for m in np.flatnonzero(same[j])
        if k != m
    ]


def _pairs(there: Floats, px: Floats, same: NDArray[np.bool_], near: float) -> NDArray[np.int64]:
    """Marks and faces [K,2] that are each other's nearest of one kind, and near."""
    away = np.where(same, distances(there, px), np.inf)
    away = np.where(np.isfinite(away), away, np.inf)
    best, back = away.argmin(axis=1), away.argmin(axis=0)
    rows = np.arange(len(there))
    kept = (away[rows, best] < near) & (back[best] == rows)
    return np.stack([rows[kept], best[kept]], axis=1)


def _solved(camera: Camera, marks: Floats, px: Floats) -> Camera | None:
    """The camera whose pose shows the marks there."""
    tangents = camera.undistorted(px)
    points = marks * np.array([1.0, 1.0, -1.0])
    good, turn, shift = cv2.solvePnP(points, tangents, np.eye(3), None, flags=cv2.SOLVEPNP_SQPNP)
    if not good:
        return None
    turn, shift = cv2.solvePnPRefineLM(points, tangents, np.eye(3), None, turn, shift)
    rx, ry, rz = (float(value) for value in turn.ravel())
    tx, ty, tz = (float(value) for value in shift.ravel())
    return replace(camera, rotation=(rx, ry, rz), translation=(tx, ty, tz))


def _face_px(camera: Camera, marks: Floats) -> float:
    """Size of a usual face in the picture, px, by how far apart points of 24 mm are."""
    step = np.array([_FACE_MM, 0.0, 0.0])
    return float(np.nanmedian(np.linalg.norm(camera.project(marks + step) - camera.project(marks), axis=1)))
