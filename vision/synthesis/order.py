"""Which of two boxes on a table hides the other: painter's order from back to front."""

from collections.abc import Hashable, Mapping, Sequence
from heapq import heapify, heappop, heappush
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.synthesis.solid import Block, Bounds

Key = TypeVar("Key", bound=Hashable)
_STACK_MM = 2.0


def in_front(a: Block, b: Block, eye: tuple[float, float, float]) -> bool:
    """Whether ``a`` may hide a part of ``b`` from the eye; at most one of (a, b) and (b, a) holds."""
    (low_a, high_a), (low_b, high_b) = a.span, b.span
    if low_a >= high_b - _STACK_MM and eye[2] > low_a:
        above, gap = True, low_a - high_b
    elif low_b >= high_a - _STACK_MM and eye[2] > low_b:
        above, gap = False, low_b - high_a
    else:
        above, gap = False, -np.inf
    # The plane that parts the two best tells which lies on the side of the eye.
    corners_a, corners_b = a.footprint(), b.footprint()
    best, nearer = gap, above
    for edges in (corners_a, corners_b):
        for axis in (edges[1] - edges[0], edges[3] - edges[0]):
            unit = axis / np.hypot(*axis)
            along_a, along_b, here = corners_a @ unit, corners_b @ unit, float(unit[0] * eye[0] + unit[1] * eye[1])
            for sign in (1.0, -1.0):
                apart = float((sign * along_a).min() - (sign * along_b).max())
                if apart > best:
                    best, nearer = apart, sign * here > float((sign * along_a).min() + (sign * along_b).max()) / 2
    return bool(nearer)


def back_to_front(keys: Sequence[Key], hides: Mapping[Key, Sequence[Key]], far_first: Mapping[Key, float]) -> list[Key]:
    """Keys in painting order; ``hides[k]`` are keys k may cover; of free ones the farthest by ``far_first`` is next."""
    below = {key: len(hides[key]) for key in keys}
    covers: dict[Key, list[Key]] = {key: [] for key in keys}
    for key in keys:
        for under in hides[key]:
            covers[under].append(key)
    places = {key: place for place, key in enumerate(keys)}
    ready = [(-far_first[key], places[key]) for key in keys if not below[key]]
    heapify(ready)
    done: list[Key] = []
    left = set(keys)
    while left:
        if not ready:  # Boxes that hide one another in a ring: start anywhere, the farthest is the least wrong.
            key = max(left, key=lambda one: far_first[one])
            ready.append((-far_first[key], places[key]))
        _, place = heappop(ready)
        key = keys[place]
        if key not in left:
            continue
        left.remove(key)
        done.append(key)
        for over in covers[key]:
            below[over] -= 1
            if over in left and not below[over]:
                heappush(ready, (-far_first[over], places[over]))
    return done


def overlapping(bounds: NDArray[np.int64], one: Bounds) -> NDArray[np.int64]:
    """Rows of ``bounds`` [N, 4] that share pixels with the rectangle (left, top, right, bottom)."""
    left, top, right, bottom = one
    apart = (bounds[:, 0] >= right) | (bounds[:, 2] <= left) | (bounds[:, 1] >= bottom) | (bounds[:, 3] <= top)
    return np.flatnonzero(~apart)
