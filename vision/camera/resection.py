"""Finds the new pose of a knocked camera from faces of unmoved tiles, which are now elsewhere in its picture."""

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
"""Share that must agree of the faces known before or of those visible now, if these are fewer; chosen: the smaller half
may have been moved."""
_TRIES: Final = 200
"""Number of pairs of faces tried; chosen: rare faces come first, so that a few dozen suffice."""
_RARE: Final = 14
"""Number of rarest landmarks that pairs are made of; chosen: half of them may be gone."""
_APART: Final = 0.1
"""Least distance of a pair, in parts of the picture's longer side, to determine turn and scale; chosen."""
_GROWTH: Final = (0.6, 1.7)
"""Range of the factor by which faces may have grown; chosen: a camera that falls farther shows another table."""
_NEAR: Final = (1.5, 0.7)
"""Largest distance, in sizes of a face, from a face's predicted position: by turn and shift alone, and by a pose."""
_ROUNDS: Final = 3
"""Number of pose fits, each to the faces that the last one explains; chosen: they settle by then."""
_SURE_PX: Final = 0.12
"""Largest median residual of an accepted pose, in sizes of a face; chosen: 3 mm."""


@dataclass(frozen=True, slots=True)
class Landmark:
    """An unmoved face: its tile number, and its centre x, y, z mm."""

    face: int
    x: float
    y: float
    z: float


def resect(camera: Camera, known: Sequence[Landmark], faces: NDArray[np.int64], px: Floats) -> Camera | None:
    """Return the camera in its new pose, from ``faces`` [N] (tile numbers) at ``px`` [N,2]; None if too few agree."""
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
    """Return the landmarks' positions [M,2], px, by the turn, growth and shift of the picture that most faces fit."""
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
    """Return pairs i, j of landmarks with pairs k, m of faces that may be the same, the rarest faces first."""
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
    """Return indices of landmarks and faces [K,2] that are each other's nearest of one tile, within ``near`` px."""
    away = np.where(same, distances(there, px), np.inf)
    away = np.where(np.isfinite(away), away, np.inf)
    best, back = away.argmin(axis=1), away.argmin(axis=0)
    rows = np.arange(len(there))
    kept = (away[rows, best] < near) & (back[best] == rows)
    return np.stack([rows[kept], best[kept]], axis=1)


def _solved(camera: Camera, marks: Floats, px: Floats) -> Camera | None:
    """Return the camera in the pose that projects landmarks [K,3] mm to ``px`` [K,2]; None if there is none."""
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
    """Return the size of a usual face in the picture, px: the median length of 24 mm at the landmarks."""
    step = np.array([_FACE_MM, 0.0, 0.0])
    return float(np.nanmedian(np.linalg.norm(camera.project(marks + step) - camera.project(marks), axis=1)))
