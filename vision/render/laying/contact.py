"""Resolves overlaps: tiles, as boxes seen from above, push each other aside."""

from collections.abc import Iterator
from math import radians
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats

_ROUNDS: Final = 120
"""Largest number of passes; chosen: a row of 17 compressed by a third is separated within 100."""
_AIR_MM: Final = 0.05
"""Gap left between tiles that were pushed apart, mm; chosen: the next pass finds no overlap."""
_REACH_MM: Final = 8.0
"""Movement after which neighbours are searched again, mm; chosen: a third of a tile."""

Pairs = NDArray[np.int64]


def box(x: float, y: float, angle: float, size: tuple[float, float], span: tuple[float, float]) -> tuple[float, ...]:
    """Return a box [7] for the functions below.

    Arguments: centre mm, angle degrees, width and depth mm, heights of underside and top mm. The box has the angle in
    radians, and half of width and depth.
    """
    return x, y, radians(angle), size[0] / 2, size[1] / 2, *span


def deepest(boxes: Floats, others: Floats) -> float:
    """Return the largest overlap (mm) of any of the boxes [N,7] with any of the ``others`` [M,7]; 0 if none."""
    if not len(boxes) or not len(others):
        return 0.0
    every = np.concatenate([boxes, others])
    first, second = np.meshgrid(np.arange(len(boxes)), len(boxes) + np.arange(len(others)), indexing="ij")
    pairs = _near(every, np.stack([first.ravel(), second.ravel()], axis=1))
    return float(_depths(every, pairs)[0].max(initial=0.0))


def clear_of(boxes: Floats, others: Floats, ways: Floats) -> Floats:
    """Move each box [N,7] along its unit vector in ``ways`` [N,2] until clear of the ``others`` [M,7]."""
    moved = boxes.copy()
    first, second = (each.ravel() for each in np.indices((len(others), len(boxes))))
    every = np.stack([first, len(others) + second], axis=1)
    for _ in range(len(others)):
        both = np.concatenate([others, moved])
        pairs = _near(both, every)
        needed = _needed(both, pairs, ways[pairs[:, 1] - len(others)])
        farthest = np.zeros(len(moved))
        np.maximum.at(farthest, pairs[:, 1] - len(others), needed)
        if not farthest.any():
            break
        moved[:, :2] += ways * (farthest + _AIR_MM * (farthest > 0))[:, None]
    return moved


def pushed_apart(boxes: Floats, free: NDArray[np.bool_]) -> Floats:
    """Move the ``free`` [N] ones of the boxes [N,7] until none overlap, where there is room."""
    moved = boxes.copy()
    first, second = np.nonzero(np.triu(free[:, None] | free[None], 1))
    every = np.stack([first, second], axis=1)
    seen, pairs = moved.copy(), _near(moved, every)
    for _ in range(_ROUNDS):
        if np.abs(moved[:, :2] - seen[:, :2]).max(initial=0.0) > _REACH_MM / 2:
            seen, pairs = moved.copy(), _near(moved, every)
        depth, ways = _depths(moved, pairs)
        touching = depth > 0
        if not touching.any():
            break
        hit, push = pairs[touching], ways[touching] * (depth[touching] + _AIR_MM)[:, None]
        yields = free[hit].astype(float)
        share = yields / yields.sum(axis=1, keepdims=True)
        step, met = np.zeros((len(moved), 2)), np.zeros(len(moved))
        for side, sign in ((0, -1.0), (1, 1.0)):
            np.add.at(step, hit[:, side], sign * push * share[:, side : side + 1])
            np.add.at(met, hit[:, side], yields[:, side])
        # Between neighbours that push from both sides, a full step would oscillate.
        moved[:, :2] += step / np.maximum(1.0, 0.6 * met)[:, None]
    return moved


def _near(boxes: Floats, pairs: Pairs) -> Pairs:
    """Return the pairs [P,2] that overlap in height and may touch."""
    reach = np.hypot(boxes[:, 3], boxes[:, 4])
    a, b = pairs[:, 0], pairs[:, 1]
    close = np.hypot(*(boxes[a, :2] - boxes[b, :2]).T) < reach[a] + reach[b] + _REACH_MM
    level = (boxes[a, 5] < boxes[b, 6] - _AIR_MM) & (boxes[b, 5] < boxes[a, 6] - _AIR_MM)
    return np.asarray(pairs[close & level])


def _needed(boxes: Floats, pairs: Pairs, ways: Floats) -> Floats:
    """Return how far [P] each pair's second box must move along its way [P,2] to clear the first; 0 if clear."""
    least = np.full(len(pairs), np.inf)
    apart = np.zeros(len(pairs), np.bool_)
    for axis, gap, reach in _axes(boxes, pairs):
        goes = (ways * axis).sum(axis=1)
        apart |= np.abs(gap) >= reach
        # Moving at right angles to the axis never separates the boxes along it.
        far = np.abs(goes) > 1e-9
        least[far] = np.minimum(least, (reach - gap * np.sign(goes)) / np.where(far, np.abs(goes), 1.0))[far]
    return np.where(apart | ~np.isfinite(least), 0.0, least)


def _depths(boxes: Floats, pairs: Pairs) -> tuple[Floats, Floats]:
    """Return the overlap [P] of each pair (negative: apart), and the direction [P,2] in which to push the second.

    By separating axes: the direction is that of the smallest push that separates them.
    """
    best = np.full(len(pairs), np.inf)
    ways = np.zeros((len(pairs), 2))
    for axis, gap, reach in _axes(boxes, pairs):
        depth = reach - np.abs(gap)
        less = depth < best
        best = np.where(less, depth, best)
        ways = np.where(less[:, None], axis * np.where(gap < 0, -1.0, 1.0)[:, None], ways)
    return best, ways


def _axes(boxes: Floats, pairs: Pairs) -> Iterator[tuple[Floats, Floats, Floats]]:
    """Yield the separating axes [P,2] of boxes, the distance [P] of the second along each, and their joint reach."""
    a, b = boxes[pairs[:, 0]], boxes[pairs[:, 1]]
    apart = b[:, :2] - a[:, :2]
    turn = b[:, 2] - a[:, 2]
    cos, sin = np.abs(np.cos(turn)), np.abs(np.sin(turn))
    for one, other in ((a, b), (b, a)):
        for quarter, own, across, along in ((0.0, 3, cos, sin), (np.pi / 2, 4, sin, cos)):
            axis = np.stack([np.cos(one[:, 2] + quarter), np.sin(one[:, 2] + quarter)], axis=1)
            yield axis, (apart * axis).sum(axis=1), one[:, own] + other[:, 3] * across + other[:, 4] * along
