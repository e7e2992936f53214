"""Objects on a table at one moment, posed in millimetres in the frame of hardware.profiles.layout."""

from dataclasses import dataclass
from enum import Enum

from controller.errors import EyesError
from controller.riichi.tile import Tile


class Pose(Enum):
    """Orientation of a tile; STANDING has its face towards its owner and its back towards the centre."""

    FACE_UP = "face_up"
    FACE_DOWN = "face_down"
    STANDING = "standing"


@dataclass(frozen=True, slots=True)
class PosedTile:
    """A tile; x, y mm of the centre of its footprint, z mm of its underside, angle in degrees clockwise from upright.

    ``tile`` may be None if the face is not visible; a face-up None is rendered blank. For STANDING the angle is the
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
    """A die showing ``pips`` 1-6 on top; its centre in mm; ``body`` BGR 0-255, None for the usual white."""

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
    """A point stick (100, 500, 1000, 5000 or 10000); angle 0 is parallel to seat A's edge."""

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
    """Visible parts of a centre that is raised above the felt."""

    HOLE = "hole"
    SHAFT = "shaft"
    PLATE = "plate"


@dataclass(frozen=True, slots=True)
class PosedCentre:
    """A part of the table's centre, which is ``raised`` by this many mm while tiles are taken in."""

    part: CentrePart
    raised: float
    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0


class ForeignKind(Enum):
    """Objects over a table that are not part of the game."""

    ARM = "arm"
    CUP = "cup"
    PHONE = "phone"
    HEAD = "head"
    SHADE = "shade"


@dataclass(frozen=True, slots=True)
class ForeignThing:
    """An object over the table: x, y mm of its tip, its direction, and the seed of its form and colours.

    The direction is in degrees clockwise from upright for seat A; an arm comes from behind its tip.
    """

    kind: ForeignKind
    x: float
    y: float
    angle: float
    seed: int


@dataclass(frozen=True, slots=True)
class PosedScene:
    """All objects on the table, in any order: nearer ones hide farther ones, foreign objects cover everything.

    ``raised``: height of the centre above the felt, mm, with the dice under its dome.
    """

    tiles: tuple[PosedTile, ...] = ()
    dice: tuple[PosedDie, ...] = ()
    sticks: tuple[PosedStick, ...] = ()
    plates: tuple[PosedPlate, ...] = ()
    foreign: tuple[ForeignThing, ...] = ()
    raised: float = 0.0
