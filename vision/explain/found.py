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
"""Where the lens is: x, y, z mm in the table frame."""
_UPPER: Final = 0.5
"""Probability from which a tile is an upper one, of a wall that may be unread; chosen: even odds."""
_NAMED: Final = (0.9, 0.9)
"""Confidence of a name from which a face is a tile's however faintly it was found, and how likely at least; measured on
painted tables seen from above: of faces found with less than .6, 47 of 48 that were named so surely lay there, 11 of 17
of the others."""

ALIKE: Final = frozenset({Tile.WHITE, Tile.P1})
"""Faces with the same print after a turn by 90 degrees, or none; measured on painted tables: of 5,000 other faces,
cropped along and across, the classifier told the orientation of all but 5: circles cropped across are no circles."""

_MOVED_MM: Final = 8.0
"""mm, summed over both axes, within which a face is the previous one; chosen: places are 2 mm off, tiles 19 apart."""


class Surface(Enum):
    """Which surface of a tile looks up: its face, its back, or the narrow top of a standing one."""

    FACE = "face"
    BACK = "back"
    TOP = "top"


_CORNERS: Final = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
"""Of a square with sides of 2, in order."""


@dataclass(frozen=True, slots=True)
class FoundTile:
    """A found tile: the surface facing up, its middle x, y, z mm in the table frame, and probabilities.

    ``angle``: degrees clockwise of the tile's top from seat A's upright, modulo 180 for backs and tops of standing
    tiles (there the long edge runs along the row at angle 0 and 180). ``score`` 0-1: that a tile is there; ``upper``
    0-1: that it is on another tile. ``tile``: the named face, None for others, with its ``confidence`` and the next
    likeliest face. ``way`` 0-1: that its orientation is this one and not 90 degrees off.
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
        """Probability that a tile is there, including that of its name if it is on the table."""
        named = self.tile is not None and self.confidence >= _NAMED[0] and self.upper < _UPPER
        return max(self.score, _NAMED[1]) if named else self.score

    @property
    def seen(self) -> SeenTile:
        """The tile as the controller takes it."""
        return SeenTile(self.tile, self.x, self.y, self.angle, self.confidence, self.other)


def outlines(tiles: Sequence[FoundTile], size: TileSize, share: float = 1.0) -> Floats:
    """Corners [N, 4, 2] mm of the surfaces of tiles that lie, or of so large a share of their edges."""
    at = np.array([(tile.x, tile.y, tile.angle) for tile in tiles]).reshape(-1, 1, 3)
    turn, half = np.radians(at[..., 2]), share * np.array((size.width_mm, size.height_mm)) / 2
    along, down = np.stack([np.cos(turn), np.sin(turn)], axis=2), np.stack([-np.sin(turn), np.cos(turn)], axis=2)
    return np.asarray(at[..., :2] + _CORNERS[:, :1] * half[0] * along + _CORNERS[:, 1:] * half[1] * down)


def lowered(tile: FoundTile, eye: Eye, thickness: float) -> FoundTile:
    """Lower a face or back outside every wall to the table plane; its measured height is not used."""
    if tile.surface is Surface.TOP or tile.z < 1.5 * thickness:
        return tile
    share = (eye[2] - thickness) / (eye[2] - tile.z)
    return replace(tile, x=eye[0] + (tile.x - eye[0]) * share, y=eye[1] + (tile.y - eye[1]) * share, z=thickness)


def same_tile(one: FoundTile | SeenTile, other: FoundTile | SeenTile) -> bool:
    """True if two sightings are of the same unmoved tile."""
    return one.tile is other.tile and abs(one.x - other.x) + abs(one.y - other.y) < _MOVED_MM


class TableGround(Protocol):
    """Evidence of the picture at places of the table without a found tile."""

    def unseen(self, outline: Floats, z: float = 0.0) -> float:
        """Share 0-1 of a convex outline [K,2] mm at height ``z`` that is out of the picture or covered by a hand."""
        ...

    def bare(self, outline: Floats, z: float = 0.0) -> float:
        """Share 0-1 of a convex outline [K,2] mm that plainly shows the table itself."""
        ...


class RowCounter(Protocol):
    """Evidence of the picture about tiles standing along a row."""

    def count(self, seat: Seat, tops: Sequence[tuple[float, float]], lying: Sequence[FoundTile]) -> int | None:
        """Number of standing tiles along ``tops``, across and distance mm of a seat, or anywhere along its rail.

        ``lying``: the lying tiles near it. None: open.
        """
        ...


@dataclass(frozen=True, slots=True)
class ZoneReading(Generic[Content]):
    """The likeliest content of a zone with its chance 0-1, and the runner-up where it is close.

    ``signs``: what its chance was learnt from, see ``vision.explain.chances``; ``parts``: the same of each stack.
    """

    content: Content
    chance: float
    other: Content | None = None
    signs: Mapping[str, float] = field(default_factory=dict, compare=False)
    parts: Mapping[str, Floats] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Stood:
    """Last place of a wall's tile, mm; ``wall``, ``stack`` from 0 if they were confirmed.

    ``back``: it showed its back at first sight.
    """

    x: float
    y: float
    wall: Seat | None = None
    stack: int = -1
    back: bool = False


@dataclass(frozen=True, slots=True)
class TableExplanation:
    """The zones of seats A-D, None if open, and the tiles outside every zone.

    ``noise``: unexplained findings too faint to be tiles. ``loose``: sure faces and backs outside every reported zone.
    ``walls``: tiles (0, 1, 2) on stacks from the owner's right end, None for an open stack. ``laid``, ``shown``,
    ``thrown``: the last confirmed melds of each seat, indicators and rivers. ``stood``: places of wall tiles at each
    confirmation of the indicators on them, since there was no wall.
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
