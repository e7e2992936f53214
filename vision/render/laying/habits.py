"""Tidiness of play as data: deviations of tiles, rows and walls from the positions in a profile."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from types import MappingProxyType
from typing import Final


class Zone(Enum):
    """Zone of a tile."""

    WALL = "wall"
    HAND = "hand"
    SHOWN = "shown"
    RIVER = "river"
    MELD = "meld"
    INDICATOR = "indicator"


@dataclass(frozen=True, slots=True)
class TileScatter:
    """Scatter of a tile about its slot: standard deviations in mm and degrees, truncated at ``Laying.cut`` of them."""

    across: float
    distance: float
    turn: float


@dataclass(frozen=True, slots=True)
class Sway:
    """Range of a whole row's deviation: mm across and in distance (lowest, highest), largest turn in degrees."""

    across: tuple[float, float] = (0.0, 0.0)
    distance: tuple[float, float] = (0.0, 0.0)
    turn: float = 0.0


@dataclass(frozen=True, slots=True)
class Laying:
    """Laying style: scatter of tiles and sway of rows by zone, gaps in rows, and shares of players 0-1.

    ``gaps``: share of tiles with a gap of up to ``gap_mm`` before them. ``columns``: fewest and most tiles of a river's
    row, None for the profile's. ``broken``: walls in two pieces, up to ``break_mm`` apart. ``fanned``: hands along an
    arc, up to ``fan`` degrees at its ends. ``stepped``: standing hands of which a part is up to ``step_mm`` nearer to
    the centre. ``aligned``: melds side by side along the rail instead of one behind another.
    """

    id: str
    scatter: Mapping[Zone, TileScatter]
    sways: Mapping[Zone, Sway] = field(default_factory=dict)
    cut: float = 2.5
    gaps: float = 0.0
    gap_mm: float = 0.0
    columns: tuple[int, int] | None = None
    broken: float = 0.0
    break_mm: float = 0.0
    fanned: float = 0.0
    fan: float = 0.0
    stepped: float = 0.0
    step_mm: float = 0.0
    aligned: float = 0.0

    @property
    def by_hand(self) -> bool:
        """True if rows sway, so that tiles must make room for one another."""
        return bool(self.sways)


def _alike(scatter: TileScatter) -> Mapping[Zone, TileScatter]:
    return MappingProxyType(dict.fromkeys(Zone, scatter))


EXACT: Final = Laying(
    "exact",
    MappingProxyType(
        {
            Zone.WALL: TileScatter(0.1, 0.2, 0.2),
            Zone.HAND: TileScatter(0.1, 0.4, 0.3),
            Zone.SHOWN: TileScatter(0.1, 0.5, 0.4),
            Zone.RIVER: TileScatter(0.4, 0.4, 1.2),
            Zone.MELD: TileScatter(0.2, 0.4, 0.6),
            Zone.INDICATOR: TileScatter(0.5, 0.5, 1.0),
        }
    ),
)
"""Every tile in its slot, tidier than any player: walls put up by the machine and hands pushed against a ruler."""
CAREFUL: Final = Laying(
    "careful",
    _alike(TileScatter(1.5, 1.5, 2.0)),
    MappingProxyType(
        {
            Zone.RIVER: Sway((-8.0, 8.0), (-8.0, 8.0), 2.0),
            Zone.HAND: Sway((-8.0, 8.0), (-8.0, 8.0), 2.0),
            Zone.SHOWN: Sway((-8.0, 8.0), (-8.0, 8.0), 2.0),
            Zone.MELD: Sway((-8.0, 4.0), (-8.0, 6.0), 2.0),
            Zone.WALL: Sway((-4.0, 4.0), (-10.0, 2.0), 2.0),
        }
    ),
    cut=2.0,
    gaps=0.1,
    gap_mm=2.0,
)
"""Careful players at a club's table, rows off by up to 8 mm and 2 degrees, walls 10 mm forward."""
PHOTO: Final = Laying(
    "photo",
    MappingProxyType({**_alike(TileScatter(3.0, 3.0, 4.0)), Zone.INDICATOR: TileScatter(4.0, 6.0, 8.0)}),
    MappingProxyType(
        {
            Zone.RIVER: Sway((-25.0, 25.0), (-10.0, 25.0), 6.0),
            Zone.HAND: Sway((-40.0, 40.0), (-10.0, 55.0), 6.0),
            Zone.SHOWN: Sway((-40.0, 40.0), (-25.0, 45.0), 8.0),
            Zone.MELD: Sway((-70.0, 6.0), (-60.0, 8.0), 10.0),
            Zone.WALL: Sway((-15.0, 15.0), (-60.0, 10.0), 15.0),
        }
    ),
    cut=2.0,
    gaps=0.2,
    gap_mm=7.0,
    columns=(5, 8),
    broken=0.3,
    break_mm=40.0,
    fanned=0.3,
    fan=9.0,
    stepped=0.25,
    step_mm=16.0,
    aligned=0.5,
)
"""As on photographs of games among friends: rows off by up to 25 mm, walls rotated and pushed inwards, gaps."""
LAYINGS: Final[Mapping[str, Laying]] = MappingProxyType({each.id: each for each in (EXACT, CAREFUL, PHOTO)})
