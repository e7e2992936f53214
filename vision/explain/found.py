"""What the explanation of a table starts from, and what it comes to: tiles found anywhere, and the zones they make."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final, Generic, Protocol, TypeVar

import numpy as np

from controller.ports.eyes import SeenHand, SeenIndicator, SeenLoose, SeenMeld, SeenRiverTile, SeenTile
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from hardware.profiles.schema import TileSize
from vision.arrays import Floats

Content = TypeVar("Content")
_UPPER: Final = 0.5
"""Chance from which a tile lies on another one, of a wall that may not be made out; chosen: even odds."""
_NAMED: Final = (0.9, 0.9)
"""Confidence of a name from which a face is a tile's however faintly it was found, and how likely at least; measured on
painted tables seen from above: of faces found with less than .6, 47 of 48 that were named so surely lay there, 11 of 17
of the others."""

ALIKE: Final = frozenset({Tile.WHITE, Tile.P1})
"""Faces whose print is the same a quarter turn on, or none; measured on painted tables: of 5,000 other faces, cut as
they lie and across, the classifier told the way of all but 5: circles of a crop that is cut across are no circles."""

_MOVED_MM: Final = 8.0
"""Mm, along both axes together, within which a face is the one that lay there; chosen: places are 2 mm off, tiles 19
apart."""


class Surface(Enum):
    """Which surface of a tile looks up: its face, its back, or the narrow top of a standing one."""

    FACE = "face"
    BACK = "back"
    TOP = "top"


_CORNERS: Final = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
"""Of a square with sides of 2, in order."""


@dataclass(frozen=True, slots=True)
class FoundTile:
    """A tile found anywhere: which surface looks up, that surface's middle x, y, z mm in the table frame, how surely.

    ``angle``: degrees clockwise of the tile's top from seat A's upright; only its half turn is told by backs and tops
    of standing tiles (there the long edge runs along the row at angle 0 and 180). ``score`` 0-1: that a tile is there;
    ``upper`` 0-1: that it lies on another tile. ``tile``: the face named, None for others, with its ``confidence`` and
    the next likeliest face. ``way`` 0-1: that it lies so and not a quarter turn on.
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
        """How likely a tile is there, its name being asked as well where it lies on the table."""
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


def lowered(tile: FoundTile, eye: tuple[float, float, float], thickness: float) -> FoundTile:
    """A face or back that is on no wall lies on the table itself, wherever it was thought to lie."""
    if tile.surface is Surface.TOP or tile.z < 1.5 * thickness:
        return tile
    share = (eye[2] - thickness) / (eye[2] - tile.z)
    return replace(tile, x=eye[0] + (tile.x - eye[0]) * share, y=eye[1] + (tile.y - eye[1]) * share, z=thickness)


def same_tile(one: FoundTile | SeenTile, other: FoundTile | SeenTile) -> bool:
    """Whether two sights are of one tile that lies where it lay."""
    return one.tile is other.tile and abs(one.x - other.x) + abs(one.y - other.y) < _MOVED_MM


class TableGround(Protocol):
    """What the picture tells of places of the table where no tile was found."""

    def unseen(self, outline: Floats, z: float = 0.0) -> float:
        """Share 0-1 of a convex outline [K,2] mm at height ``z`` that is out of the picture or covered by a hand."""
        ...

    def bare(self, outline: Floats, z: float = 0.0) -> float:
        """Share 0-1 of a convex outline [K,2] mm that plainly shows the table itself."""
        ...


class RowCounter(Protocol):
    """What the picture tells of the tiles that stand along a row."""

    def count(self, seat: Seat, tops: Sequence[tuple[float, float]], lying: Sequence[FoundTile]) -> int | None:
        """How many stand along ``tops``, across and distance mm of a seat, or wherever along its rail anything does.

        ``lying``: the tiles that lie near it. None where that is open.
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
    """Where a tile of a wall stood, mm; ``wall``, ``stack`` from 0: on which, where that was told for sure.

    ``back``: it showed its back when it was first seen to stand there.
    """

    x: float
    y: float
    wall: Seat | None = None
    stack: int = -1
    back: bool = False


@dataclass(frozen=True, slots=True)
class TableExplanation:
    """The zones of seats A-D, None where nothing can be said, and the tiles that no zone explains.

    ``noise``: what was found so faintly that, as no zone explains it, it is taken for no tile. ``loose``: faces and
    backs that surely lie there and are in no zone that is told.

    ``walls``: tiles (0, 1, 2) on stacks from the owner's right end, None for a stack that cannot be judged.
    ``laid``, ``shown``, ``thrown``: the melds of each seat, the indicators and the rivers that were last told for sure.
    ``stood``: where tiles of walls lay whenever the indicators on them were told for sure, since none stood;
    ``firsts``: who may have had the first turn, by all rivers that were told for sure since they were empty.
    """

    rivers: tuple[ZoneReading[tuple[SeenRiverTile, ...]] | None, ...]
    melds: tuple[ZoneReading[tuple[SeenMeld, ...]] | None, ...]
    hands: tuple[ZoneReading[SeenHand] | None, ...]
    walls: tuple[ZoneReading[tuple[int | None, ...]] | None, ...]
    indicators: ZoneReading[tuple[SeenIndicator, ...]] | None
    unexplained: tuple[FoundTile, ...] = ()
    noise: tuple[FoundTile, ...] = ()
    loose: tuple[SeenLoose, ...] = ()
    laid: tuple[tuple[SeenMeld, ...], ...] = ((),) * 4
    shown: tuple[SeenIndicator, ...] = ()
    thrown: tuple[tuple[SeenRiverTile, ...], ...] = ((),) * 4
    stood: tuple[Stood, ...] = ()
    firsts: tuple[Seat, ...] = SEATS
