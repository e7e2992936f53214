"""The camera as the controller sees it: the reading of one frame, and the port of a camera with its reader."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final, Protocol

from controller.ports.table import TableSignal
from controller.riichi.seat import SEATS, Seat, Wind
from controller.riichi.tile import Tile

LOST: Final = "camera-lost"
"""Fault code of a camera that delivers no frames."""
HANG: Final = "eyes-hang"
"""Fault code of eyes that do not answer, so that the camera's state is unknown."""
ENDED: Final = "eyes-ended"
"""Fault code of eyes whose process has ended."""
LOST_S: Final = 2.1
"""Seconds without a frame after which a camera fault is reported; chosen: a short break needs no help, and people are
informed within 3 s."""


@dataclass(frozen=True, slots=True)
class SeenTile:
    """A detected tile; ``tile``: None if it is face down. Centre in mm of the layout's table frame.

    ``angle``: degrees clockwise from seat A's upright to the tile's top. ``confidence``: 0-1, of the face; ``other``:
    second most likely face, if known.
    """

    tile: Tile | None
    x: float
    y: float
    angle: float
    confidence: float
    other: Tile | None = None


@dataclass(frozen=True, slots=True)
class SeenRiverTile:
    """A discard; ``sideways``: rotated as seen by its owner."""

    seen: SeenTile
    sideways: bool


@dataclass(frozen=True, slots=True)
class SeenHand:
    """A hand: number of standing tiles, face-up tiles left to right, and the tile set apart on the right, if any."""

    standing: int
    shown: tuple[SeenTile, ...] = ()
    apart: SeenTile | None = None


@dataclass(frozen=True, slots=True)
class SeenRow:
    """Standing tiles read by their seat's camera, left to right; ``apart``: tile set apart on the right."""

    tiles: tuple[SeenTile, ...] = field(repr=False)
    apart: SeenTile | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class SeenMeld:
    """A meld, left to right as its owner sees it; ``sideways``: index of the sideways tile, None if there is none."""

    tiles: tuple[SeenTile, ...]
    sideways: int | None


@dataclass(frozen=True, slots=True)
class SeenIndicator:
    """A face-up tile on a wall, stack 1-17 from the owner's right end; ``lower``: an ura-dora indicator after a win."""

    seen: SeenTile
    wall: Seat
    stack: int
    lower: bool = False


@dataclass(frozen=True, slots=True)
class SeenLoose:
    """A confident detection outside every reported zone; ``owner``: seat of its likely zone, None if a person must say.

    Zones within a hand's breadth that may miss this tile are not reported while no zone contains it.
    """

    seen: SeenTile
    owner: Seat | None = None


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die in the centre; ``pips``: None if it cannot be read."""

    pips: int | None
    x: float
    y: float
    confidence: float


@dataclass(frozen=True, slots=True)
class Sighting:
    """Reading of one camera frame. None in place of a zone: hidden, moving or not readable in this frame.

    ``rivers``, ``hands``, ``melds``, ``walls``: one per seat A-D; rivers in order of discard; ``walls``: number of
    tiles (0, 1, 2) on stacks 1-17 of each wall, None if a stack cannot be judged. ``at`` in seconds of the edge's
    clock. Fields after ``dice`` are None if the camera cannot see them: ``sticks``: True if a riichi stick is in front
    of the seat; ``pot``: number of all sticks on the table; ``counters``: number of counters; ``dealer_mark``: seat
    with the first dealer's marker, ``mark_wind``: its wind; ``concealed``: standing tiles by the seats' cameras;
    ``moved``: shift of the picture over the table since the camera was calibrated, in mm; ``displays``: points on the
    table's displays; ``raised``: True if the table's centre is raised, None until it was seen to move; ``loose``: tiles
    outside every reported zone, except standing ones. Every confident detection is in one reported zone or in
    ``loose``.
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
        """Raise ValueError if a field with one zone per seat does not have four."""
        for name in ("rivers", "hands", "melds", "walls", "sticks", "concealed", "displays"):
            zones = getattr(self, name)
            if zones is not None and len(zones) != len(SEATS):
                raise ValueError(f"{name} of {len(zones)} seats: expected {len(SEATS)}")


class EyesPort(Protocol):
    """A camera with its reader."""

    def look(self, timeout: float) -> Sighting | None:
        """Return the reading of the newest frame, or None if no frame came within ``timeout`` seconds."""
        ...

    def signals(self) -> Sequence[TableSignal]:
        """Return faults of the camera itself that began or ended since the last call."""
        ...

    def close(self) -> None:
        """Release the camera."""
        ...
