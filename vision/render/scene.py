"""What lies on a table at one moment, posed in millimetres in the frame of hardware.profiles.layout."""

from dataclasses import dataclass
from enum import Enum

from controller.errors import EyesError
from controller.riichi.tile import Tile


class Pose(Enum):
    """How a tile lies; STANDING turns its face to its owner and its back to the centre."""

    FACE_UP = "face_up"
    FACE_DOWN = "face_down"
    STANDING = "standing"


@dataclass(frozen=True, slots=True)
class PosedTile:
    """A tile; x, y mm of the middle of its footprint, z mm of its underside, angle degrees clockwise of its upright.

    ``tile`` may be None where the face cannot be seen; a face-up None is painted blank. For STANDING the angle is the
    owner's upright.
    """

    tile: Tile | None
    x: float
    y: float
    z: float
    angle: float
    pose: Pose = Pose.FACE_UP


@dataclass(frozen=True, slots=True)
class PosedDie:
    """A die showing ``pips`` 1-6 on top; its middle in mm; ``body`` BGR 0-255, None for the usual white."""

    pips: int
    x: float
    y: float
    angle: float
    z: float = 0.0
    body: tuple[float, float, float] | None = None

    def __post_init__(self) -> None:
        if not 1 <= self.pips <= 6:
            raise EyesError(f"die: expected 1 to 6 pips, got {self.pips}")


@dataclass(frozen=True, slots=True)
class PosedStick:
    """A point stick (100, 500, 1000, 5000 or 10000); angle 0 lies along seat A's edge."""

    x: float
    y: float
    angle: float
    points: int = 1000


@dataclass(frozen=True, slots=True)
class PosedPlate:
    """The wind plate beside the first dealer, showing East or South."""

    x: float
    y: float
    angle: float
    wind: Tile = Tile.EAST


class CentrePart(Enum):
    """What shows of a centre that stands above the felt."""

    HOLE = "hole"
    SHAFT = "shaft"
    PLATE = "plate"


@dataclass(frozen=True, slots=True)
class PosedCentre:
    """A part of the table's centre while it is ``raised`` so many mm, as tables lift it to take in the tiles."""

    part: CentrePart
    raised: float
    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0


class ForeignKind(Enum):
    """What may come over a table that is no part of the game."""

    ARM = "arm"
    CUP = "cup"
    PHONE = "phone"
    HEAD = "head"
    SHADE = "shade"


@dataclass(frozen=True, slots=True)
class ForeignThing:
    """Something over the table: x, y mm of where it reaches to, the way it points in degrees clockwise of seat A's
    upright (an arm comes from behind), and the number that its form and colours are drawn from."""

    kind: ForeignKind
    x: float
    y: float
    angle: float
    seed: int


@dataclass(frozen=True, slots=True)
class PosedScene:
    """Everything on the table; order does not matter, nearer things hide farther ones, foreign things lie over all.

    ``raised``: mm by which the centre stands above the felt, with the dice under its dome.
    """

    tiles: tuple[PosedTile, ...] = ()
    dice: tuple[PosedDie, ...] = ()
    sticks: tuple[PosedStick, ...] = ()
    plates: tuple[PosedPlate, ...] = ()
    foreign: tuple[ForeignThing, ...] = ()
    raised: float = 0.0
