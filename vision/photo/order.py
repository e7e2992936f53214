"""Tiles of a photo in the order a person reads them: rows from top to bottom, each from left to right."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Final, Protocol, TypeVar

import numpy as np

_SAME_ROW: Final = 0.5
"""How far a tile may lie off the last one of its row, in depths of the smaller; chosen: half, between two rows."""


class Placed(Protocol):
    """What has a place in a picture: centre in pixels, size, degrees clockwise that its top is turned from up."""

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
    """A growing row: numbers of its tiles, the vertical place of each, px, and the depth of the last one, px."""

    tiles: list[int] = field(default_factory=list)
    across: list[float] = field(default_factory=list)
    depth: float = 0.0


def rows(tiles: Iterable[T]) -> tuple[tuple[T, ...], ...]:
    """The rows of tiles; a row may slope and be interrupted, and its tiles may lie sideways."""
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
    """Tiles from one end to the other of the straight line that runs through them; either end may come first."""
    every = tuple(tiles)
    if not every:
        return ()
    places = np.array([(tile.x, tile.y) for tile in every])
    _, _, axes = np.linalg.svd(places - places.mean(axis=0))
    along = (places - places.mean(axis=0)) @ axes[0]
    return tuple(every[int(place)] for place in np.argsort(along))


def _slope(tiles: Sequence[Placed]) -> float:
    """Degrees by which the rows fall to the right, as the edges of the tiles tell it."""
    turned = [(tile.angle + 45) % 90 - 45 for tile in tiles]
    return median(turned) if turned else 0.0


def _depth(tile: Placed) -> float:
    """How far a tile reaches from top to bottom of the picture."""
    angle = math.radians(tile.angle)
    return max(abs(tile.height * math.cos(angle)), abs(tile.width * math.sin(angle)))
