"""The painter's algorithm: which of two cuboids hides the other, and an order from back to front."""

from collections.abc import Sequence
from heapq import heapify, heappop, heappush
from typing import Protocol, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from vision.render.cuboid import Bounds, Cuboid

_STACK_MM = 2.0
"""Depth by which a tile may sink into the one below and still lie on it, mm; chosen: well under a tile's thickness."""


def in_front(a: Cuboid, b: Cuboid, eye: tuple[float, float, float]) -> bool:
    """True if ``a`` may hide a part of ``b`` from an eye at x, y, z mm; never true for both (a, b) and (b, a)."""
    (low_a, high_a), (low_b, high_b) = a.span, b.span
    if low_a >= high_b - _STACK_MM and eye[2] > low_a:
        above, gap = True, low_a - high_b
    elif low_b >= high_a - _STACK_MM and eye[2] > low_b:
        above, gap = False, low_b - high_a
    else:
        above, gap = False, -np.inf
    # The separating plane with the widest gap decides: the cuboid on the eye's side is in front.
    corners_a, corners_b = a.footprint, b.footprint
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


class Layer(Protocol):
    """An object to paint: the layers it may cover, and its distance."""

    @property
    def hides(self) -> Sequence[Self]:
        """Other layers of which it may cover a part."""

    @property
    def distance(self) -> float:
        """Distance from the lens, mm."""


AnyLayer = TypeVar("AnyLayer", bound=Layer)


def back_to_front(layers: Sequence[AnyLayer]) -> list[AnyLayer]:
    """Return the layers in painting order: each after all that it hides, otherwise the farthest first."""
    under = {id(layer): len(layer.hides) for layer in layers}
    over: dict[int, list[int]] = {id(layer): [] for layer in layers}
    for place, layer in enumerate(layers):
        for covered in layer.hides:
            over[id(covered)].append(place)
    ready = [(-layer.distance, place) for place, layer in enumerate(layers) if not layer.hides]
    heapify(ready)
    left = dict(enumerate(layers))
    done: list[AnyLayer] = []
    while left:
        if not ready:  # Layers hide one another in a ring: go on with the farthest, whose error shows least.
            ready.append(min((-layer.distance, place) for place, layer in left.items()))
        _, place = heappop(ready)
        if place not in left:
            continue
        layer = left.pop(place)
        done.append(layer)
        for above in over[id(layer)]:
            under[id(layers[above])] -= 1
            if above in left and not under[id(layers[above])]:
                heappush(ready, (-layers[above].distance, above))
    return done


def overlapping(bounds: NDArray[np.int64], one: Bounds) -> NDArray[np.int64]:
    """Return the indices of ``bounds`` [N, 4] that share pixels with the rectangle (left, top, right, bottom)."""
    left, top, right, bottom = one
    apart = (bounds[:, 0] >= right) | (bounds[:, 2] <= left) | (bounds[:, 1] >= bottom) | (bounds[:, 3] <= top)
    return np.flatnonzero(~apart)
