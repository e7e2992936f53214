"""The camera as the controller sees it: what one frame shows, and the port of a camera with its reader."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from controller.ports.table import TableSignal
from controller.riichi.seat import SEATS, Seat, Wind
from controller.riichi.tile import Tile

LOST: Final = "camera-lost"
"""Fault code of a camera that gives no frames."""
HANG: Final = "eyes-hang"
"""Fault code of eyes that do not answer: nothing is known of the camera."""
ENDED: Final = "eyes-ended"
"""Fault code of eyes whose process has ended."""
LOST_S: Final = 2.1
"""Seconds without a frame after which a camera in trouble is reported; chosen: a short break needs nobody's help, and
people know within 3 s."""


@dataclass(frozen=True, slots=True)
class SeenTile:
    """A found tile; ``tile`` is None if it is face down. Centre in mm in the layout's table frame.

    ``angle``: degrees clockwise of the tile's top from seat A's upright. ``confidence`` 0-1 of the face; ``other``: the
    next likeliest face, if known.
    """

    tile: Tile | None
    x: float
    y: float
    angle: float
    confidence: float
    other: Tile | None = None


@dataclass(frozen=True, slots=True)
class SeenRiverTile:
    """A discard; ``sideways`` as its owner sees it."""

    seen: SeenTile
    sideways: bool


@dataclass(frozen=True, slots=True)
class SeenHand:
    """A hand: number of standing tiles, face-up tiles left to right, and the one set apart on the right, if any."""

    standing: int
    shown: tuple[SeenTile, ...] = ()
    apart: SeenTile | None = None


@dataclass(frozen=True, slots=True)
class SeenRow:
    """Standing tiles by their seat's camera, left to right; ``apart``: the one set off on the right."""

    tiles: tuple[SeenTile, ...] = field(repr=False)
    apart: SeenTile | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class SeenMeld:
    """A meld, left to right as its owner sees it; ``sideways``: place of the sideways tile, None if there is none."""

    tiles: tuple[SeenTile, ...]
    sideways: int | None


@dataclass(frozen=True, slots=True)
class SeenIndicator:
    """A face-up tile on a wall, stack 1-17 from the owner's right end; ``lower``: an ura indicator after a win."""

    seen: SeenTile
    wall: Seat
    stack: int
    lower: bool = False


@dataclass(frozen=True, slots=True)
class SeenLoose:
    """A sure tile outside every reported zone; ``owner``: of its likely zone.

    None if that has to be asked. Zones within a hand's breadth that may lack it are not reported while no zone takes
    it.
    """

    seen: SeenTile
    owner: Seat | None = None


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die in the centre; ``pips`` None when it cannot be read."""

    pips: int | None
    x: float
    y: float
    confidence: float


@dataclass(frozen=True, slots=True)
class Sighting:
    """Everything that one camera frame shows. None in place of a zone: hidden, moving or not readable in this frame.

    ``rivers``, ``hands``, ``melds``, ``walls`` run over seats A-D; rivers in order of discard; ``walls`` gives tiles
    (0, 1, 2) on stacks 1-17 of each wall, None if a stack cannot be judged. ``at`` in seconds of the edge's clock. Not
    every camera can see the fields after ``dice``, None if it cannot: ``sticks``: whether a riichi stick is before each
    seat; ``pot``: sticks on the table in all; ``counters``; ``dealer_mark``: seat with the first dealer's marker,
    ``mark_wind``: its wind; ``concealed``: standing tiles by the seats' cameras; ``moved``: shift of the picture over
    the table since the camera was calibrated, mm; ``displays``: points on the table's displays; ``raised``: whether the
    table's centre is raised, None until it was seen to rise or sink; ``loose``: tiles outside every reported zone,
    standing ones aside. Every sure tile is in one reported zone, or loose.
    """

    frame: int
    at: float
    rivers: tuple[tuple[SeenRiverTile, ...] | None, ...]
    hands: tuple[SeenHand | None, ...]
    melds: tuple[tuple[SeenMeld, ...] | None, ...]
    walls: tuple[tuple[int | None, ...] | None, ...]
    indicators: tuple[SeenIndicator, ...] | None
    dice: tuple[SeenDie, ...] | None
    sticks: tuple[bool | None, ...] | None = None
    pot: int | None = None
    counters: int | None = None
    dealer_mark: Seat | None = None
    concealed: tuple[SeenRow | None, ...] | None = field(default=None, repr=False)
    moved: float | None = None
    mark_wind: Wind | None = None
    displays: tuple[int | None, ...] | None = None
    raised: bool | None = None
    loose: tuple[SeenLoose, ...] = ()

    def __post_init__(self) -> None:
        """Raises ValueError where a zone of each seat does not run over four seats."""
        for name in ("rivers", "hands", "melds", "walls", "sticks", "concealed", "displays"):
            zones = getattr(self, name)
            if zones is not None and len(zones) != len(SEATS):
                raise ValueError(f"{name} of {len(zones)} seats: expected {len(SEATS)}")


class EyesPort(Protocol):
    """A camera with its reader."""

    def look(self, timeout: float) -> Sighting | None:
        """Reading of the newest frame, or None when none came within ``timeout`` seconds."""
        ...

    def signals(self) -> Sequence[TableSignal]:
        """Faults of the camera itself that began or ended since the last call."""
        ...

    def close(self) -> None:
        """Release the camera."""
        ...
