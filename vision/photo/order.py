"""Tiles of a photo in the order a person reads them: rows from top to bottom, each from left to right."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Final, Protocol, TypeVar

import numpy as np

_SAME_ROW: Final = 0.5
"""Largest offset of a tile across its row from the last one, in depths of the smaller; chosen: midway to the next
row."""


class Placed(Protocol):
    """An object in a picture: centre and size in pixels, degrees clockwise from up to its top."""

    @property
    def x(self) -> float: ...
    @property
    def y(self) -> float: ...
    @property
    def angle(self) -> float: ...
    @property
    def width(self) -> float: ...
    @property
    def height(self) -> float: ...


T = TypeVar("T", bound=Placed)


@dataclass(slots=True)
class _Row:
    """A row under construction: indices of its tiles, position of each across it, px, and depth of the last one, px."""

    tiles: list[int] = field(default_factory=list)
    across: list[float] = field(default_factory=list)
    depth: float = 0.0


def rows(tiles: Iterable[T]) -> tuple[tuple[T, ...], ...]:
    """Group tiles into rows, top to bottom, each left to right; rows may slope and have gaps and sideways tiles."""
    every = tuple(tiles)
    slope = math.radians(_slope(every))
    along = [tile.x * math.cos(slope) + tile.y * math.sin(slope) for tile in every]
    across = [tile.y * math.cos(slope) - tile.x * math.sin(slope) for tile in every]
    found: list[_Row] = []
    for place in sorted(range(len(every)), key=along.__getitem__):
        here, deep = across[place], _depth(every[place])
        gaps = [abs(row.across[-1] - here) for row in found]
        near = found[gaps.index(min(gaps))] if gaps else None
        if near is None or abs(near.across[-1] - here) > _SAME_ROW * min(deep, near.depth):
            near = _Row()
            found.append(near)
        near.tiles.append(place)
        near.across.append(here)
        near.depth = deep
    found.sort(key=lambda row: median(row.across))
    return tuple(tuple(every[place] for place in row.tiles) for row in found)


def along_line(tiles: Iterable[T]) -> tuple[T, ...]:
    """Return tiles in order along the straight line fitted through them; either end may be first."""
    every = tuple(tiles)
    if not every:
        return ()
    places = np.array([(tile.x, tile.y) for tile in every])
    _, _, axes = np.linalg.svd(places - places.mean(axis=0))
    along = (places - places.mean(axis=0)) @ axes[0]
    return tuple(every[int(place)] for place in np.argsort(along))


def _slope(tiles: Sequence[Placed]) -> float:
    """Return the slope of the rows in degrees, falling to the right: the median over the tiles' edges."""
    turned = [(tile.angle + 45) % 90 - 45 for tile in tiles]
    return median(turned) if turned else 0.0


def _depth(tile: Placed) -> float:
    """Return the vertical extent of a tile in the picture, px."""
    angle = math.radians(tile.angle)
    return max(abs(tile.height * math.cos(angle)), abs(tile.width * math.sin(angle)))
