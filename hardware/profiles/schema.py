"""The sections of a table profile: where things lie, and the machine that builds, deals and rolls."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from controller.machine.facts import Builder, Dealer, DiceButton, SetButton
from controller.ports.table import Verb


@dataclass(frozen=True, slots=True)
class TableSize:
    """Names of the family, outer edge of the table and its square field, mm."""

    name: str
    name_ja: str
    outer_mm: float
    field_mm: float
    centre_mm: float


@dataclass(frozen=True, slots=True)
class TileSize:
    """Outer size of a tile, mm."""

    height_mm: float
    width_mm: float
    thickness_mm: float


@dataclass(frozen=True, slots=True)
class WallPlace:
    """Stacks of the wall of seats A-D, and the distance of its middle line from the centre, mm."""

    stacks: tuple[int, int, int, int]
    distance_mm: float


@dataclass(frozen=True, slots=True)
class RiverPlace:
    """Rows of the river: the first row's inner edge, left end and pitch, mm."""

    columns: int
    distance_mm: float
    row_pitch_mm: float
    across_mm: float


@dataclass(frozen=True, slots=True)
class HandPlace:
    """Where concealed and revealed hands lie, mm."""

    distance_mm: float
    depth_mm: float
    across_mm: float
    drawn_gap_mm: float


@dataclass(frozen=True, slots=True)
class MeldPlace:
    """The right corner: right edge, near edge of the first meld, pitch of the next ones, mm."""

    right_mm: float
    distance_mm: float
    row_pitch_mm: float


@dataclass(frozen=True, slots=True)
class Dice:
    """Number and edge of the dice in the centre, and whether they are thrown by hand."""

    count: int
    edge_mm: float
    thrown: bool


@dataclass(frozen=True, slots=True)
class Cycle:
    """Durations of the machine's cycle, seconds; ``left_open_s``: a centre open for longer was forgotten."""

    hatch_open_s: float
    hatch_close_s: float
    mixing_s: float
    walls_up_s: float
    dice_s: float
    left_open_s: float


@dataclass(frozen=True, slots=True)
class Buttons:
    """Switches that the board is wired to, by the name of its output, and their effect."""

    outputs: tuple[str, ...]
    set_does: SetButton
    dice_does: DiceButton
    set_tells_seat: bool
    dice_tells_seat: bool


@dataclass(frozen=True, slots=True)
class Chords:
    """Buttons that do something else when pressed together; none where the table knows no such chord."""

    lift: tuple[str, ...]
    first_dealer: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lamps:
    """What the board can read: wired inputs and the machine's lamps.

    ``counter``: highest number of counters on the table's display, 0 without one. ``faults``: fault code of each
    fault lamp; ``table-fault`` if the lamp does not name the fault.
    """

    inputs: tuple[str, ...]
    set_complete: bool
    dealer: int
    counter: int
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoardWiring:
    """How the board is set to listen and press, ms; ``inverted``: inputs that are active high.

    ``lamp_share``: a lamp of a panel that drives its lamps in turns counts as on from this share of the time, in 100,
    taken over ``lamp_window_ms``; 0 where lamps burn steadily.

    Which lines are wired is said by ``lamps.inputs`` and ``buttons.outputs``, what a fault lamp means by
    ``lamps.faults``.
    """

    button_ms: int
    lamp_on_ms: int
    lamp_off_ms: int
    lamp_share: int
    lamp_window_ms: int
    gap_ms: int
    inverted: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Building:
    """Who puts up the walls, of how many sets by turns, and how long the next one takes, seconds.

    ``slow_s``: a build that takes longer is slow; ``ahead``: the next set is built while a round is played.
    """

    by: Builder
    sets: int
    ahead: bool
    build_s: float
    slow_s: float


@dataclass(frozen=True, slots=True)
class Dealing:
    """Who deals, and the machine's part in the dora indicator and the first dealer.

    Whether it turns the indicator, lowers the replacement tile, and draws the first dealer by a roulette of lamps.
    """

    by: Dealer
    dora_turned: bool
    replacement_lowered: bool
    roulette: bool


@dataclass(frozen=True, slots=True)
class Sticks:
    """How the table knows its point sticks, and their values."""

    counted_by: str
    values: tuple[int, ...]


class DisplayMake(Enum):
    """How a display shows digits: they light up, or are dark on light."""

    LED = "led"
    LCD = "lcd"


@dataclass(frozen=True, slots=True)
class Displays:
    """The table's point displays, one before each of seats A-D, read by the camera.

    ``digits``: digits of each, 0 without displays; ``unit``: points of the last digit; upright for its player.
    ``across_mm`` and ``distance_mm`` to the middle of each, mm, its size along them, and its height.
    """

    digits: int
    make: DisplayMake
    unit: int
    across_mm: tuple[float, float, float, float]
    distance_mm: tuple[float, float, float, float]
    width_mm: float
    height_mm: float
    above_mm: float


@dataclass(frozen=True, slots=True)
class GoalPlace:
    """A goal as written: see ``controller.machine.facts.Plan``; states and proof by name.

    ``may`` holds ``unknown`` if no switch senses the centre; ``by_camera``: the camera proves it.
    """

    press: tuple[str, ...]
    ms: int
    within_s: float
    may: tuple[str, ...]
    under_way: tuple[str, ...]
    done: tuple[str, ...]
    proof: str
    by_camera: bool
    hands_clear: bool


@dataclass(frozen=True, slots=True)
class TableProfile:
    """One family of tables; ``sources`` by dotted key."""

    id: str
    table: TableSize
    tile: TileSize
    wall: WallPlace
    river: RiverPlace
    hand: HandPlace
    meld: MeldPlace
    dice: Dice
    cycle: Cycle
    building: Building
    dealing: Dealing
    buttons: Buttons
    chords: Chords
    lamps: Lamps
    wiring: BoardWiring
    sticks: Sticks
    displays: Displays
    goals: Mapping[Verb, GoalPlace]
    sources: Mapping[str, str]
