"""Input and output of the explanation of a table: tiles found anywhere, and the zones they make."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final, Generic, Protocol, TypeVar

import numpy as np

from controller.ports.eyes import SeenHand, SeenIndicator, SeenLoose, SeenMeld, SeenRiverTile, SeenTile
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from hardware.profiles.schema import TileSize
from vision.arrays import Floats

Content = TypeVar("Content")
River = tuple[SeenRiverTile, ...]
Melds = tuple[SeenMeld, ...]
Eye = tuple[float, float, float]
"""Position of the lens: x, y, z mm in the table frame."""
_UPPER: Final = 0.5
"""Probability of lying on another tile from which a tile counts as upper, perhaps of an unread wall; chosen: even odds.
"""
_NAMED: Final = (0.9, 0.9)
"""Confidence from which a face counts as a tile however low its score, and its least probability then; measured on
painted tables seen from above: of faces with a score below .6, 47 of 48 with such a confidence were tiles, of the
others 11 of 17."""

ALIKE: Final = frozenset({Tile.WHITE, Tile.P1})
"""Faces with the same print after a quarter turn, or no print; measured on painted tables: of 5,000 other faces,
cropped along and across, the classifier got the orientation of all but 5 right: circles cropped across are no circles.
"""

_MOVED_MM: Final = 8.0
"""Distance, mm, summed over both axes, within which a face is the previous one; chosen: places are 2 mm off, tiles 19
apart."""


class Surface(Enum):
    """Surface of a tile that faces up: its face, its back, or the narrow top of a standing tile."""

    FACE = "face"
    BACK = "back"
    TOP = "top"


_CORNERS: Final = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
"""Corners of a square with sides of 2, in order."""


@dataclass(frozen=True, slots=True)
class FoundTile:
    """A detected tile: the surface facing up, its centre x, y, z mm in the table frame, and probabilities.

    ``angle``: degrees clockwise from seat A's upright to the tile's top, modulo 180 for backs and tops of standing
    tiles (there the long edge runs along the row at angle 0 and 180). ``score`` 0-1: probability that a tile is there;
    ``upper`` 0-1: that it lies on another tile. ``tile``: the classified face, None for other surfaces, with its
    ``confidence``; ``other``: the second most likely face. ``way`` 0-1: probability that the orientation is right and
    not 90 degrees off.
    """

    surface: Surface
    x: float
    y: float
    z: float
    angle: float
    score: float
    upper: float = 0.0
    tile: Tile | None = None
    confidence: float = 1.0
    other: Tile | None = None
    way: float = 1.0

    @property
    def there(self) -> float:
        """Probability that a tile is there: the score, or more for a confidently named face not on another tile."""
        named = self.tile is not None and self.confidence >= _NAMED[0] and self.upper < _UPPER
        return max(self.score, _NAMED[1]) if named else self.score

    @property
    def seen(self) -> SeenTile:
        """The tile in the controller's form."""
        return SeenTile(self.tile, self.x, self.y, self.angle, self.confidence, self.other)


def outlines(tiles: Sequence[FoundTile], size: TileSize, share: float = 1.0) -> Floats:
    """Corners [N, 4, 2] mm of the outlines of lying tiles, scaled by ``share`` about their centres."""
    at = np.array([(tile.x, tile.y, tile.angle) for tile in tiles]).reshape(-1, 1, 3)
    turn, half = np.radians(at[..., 2]), share * np.array((size.width_mm, size.height_mm)) / 2
    along, down = np.stack([np.cos(turn), np.sin(turn)], axis=2), np.stack([-np.sin(turn), np.cos(turn)], axis=2)
    return np.asarray(at[..., :2] + _CORNERS[:, :1] * half[0] * along + _CORNERS[:, 1:] * half[1] * down)


def lowered(tile: FoundTile, eye: Eye, thickness: float) -> FoundTile:
    """Return a lying tile outside every wall at table height, moved along the line of sight from ``eye``.

    Its measured height is not used.
    """
    if tile.surface is Surface.TOP or tile.z < 1.5 * thickness:
        return tile
    share = (eye[2] - thickness) / (eye[2] - tile.z)
    return replace(tile, x=eye[0] + (tile.x - eye[0]) * share, y=eye[1] + (tile.y - eye[1]) * share, z=thickness)


def same_tile(one: FoundTile | SeenTile, other: FoundTile | SeenTile) -> bool:
    """True if two sightings are of the same unmoved tile."""
    return one.tile is other.tile and abs(one.x - other.x) + abs(one.y - other.y) < _MOVED_MM


class TableGround(Protocol):
    """Evidence of the picture about places of the table without a detected tile."""

    def unseen(self, outline: Floats, z: float = 0.0) -> float:
        """Share 0-1 of a convex outline [K,2] mm at height ``z`` that is out of the picture or covered by a hand."""
        ...

    def bare(self, outline: Floats, z: float = 0.0) -> float:
        """Share 0-1 of a convex outline [K,2] mm at height ``z`` that plainly shows the bare table."""
        ...


class RowCounter(Protocol):
    """Evidence of the picture about tiles standing along a row."""

    def count(self, seat: Seat, tops: Sequence[tuple[float, float]], lying: Sequence[FoundTile]) -> int | None:
        """Number of standing tiles along ``tops`` (across, distance, mm) of a seat, or anywhere along its rail.

        ``lying``: the lying tiles near it. Returns None if the number cannot be determined.
        """
        ...


@dataclass(frozen=True, slots=True)
class ZoneReading(Generic[Content]):
    """The most likely content of a zone with its probability 0-1, and the runner-up if it is close.

    ``signs``: features that the probability is computed from, see ``vision.explain.chances``; ``parts``: signs [stacks]
    of a wall's stacks.
    """

    content: Content
    chance: float
    other: Content | None = None
    signs: Mapping[str, float] = field(default_factory=dict, compare=False)
    parts: Mapping[str, Floats] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Stood:
    """Last known place x, y mm of a wall tile; ``wall``, ``stack`` (from 0) if they were confirmed.

    ``back``: it showed its back at first sight.
    """

    x: float
    y: float
    wall: Seat | None = None
    stack: int = -1
    back: bool = False


@dataclass(frozen=True, slots=True)
class TableExplanation:
    """The zones of seats A-D, None if not determined, and the tiles outside every zone.

    ``noise``: unexplained detections too faint to be tiles. ``loose``: confident faces and backs outside every reported
    zone. ``walls``: tiles (0, 1, 2) on stacks from the owner's right end, None for an undetermined stack. ``laid``,
    ``shown``, ``thrown``: the last confirmed melds of each seat, indicators, and rivers of each seat. ``stood``: places
    of wall tiles at each confirmation of the indicators on them, since there last was no wall.
    """

    rivers: tuple[ZoneReading[River] | None, ...]
    melds: tuple[ZoneReading[Melds] | None, ...]
    hands: tuple[ZoneReading[SeenHand] | None, ...]
    walls: tuple[ZoneReading[tuple[int | None, ...]] | None, ...]
    indicators: ZoneReading[tuple[SeenIndicator, ...]] | None
    unexplained: tuple[FoundTile, ...] = ()
    noise: tuple[FoundTile, ...] = ()
    loose: tuple[SeenLoose, ...] = ()
    laid: tuple[Melds, ...] = ((),) * 4
    shown: tuple[SeenIndicator, ...] = ()
    thrown: tuple[River, ...] = ((),) * 4
    stood: tuple[Stood, ...] = ()
