"""Sections of a table profile: positions of objects, and the machine that builds, deals and rolls."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from controller.machine.facts import Builder, Dealer, DiceButton, SetButton
from controller.ports.table import Verb


@dataclass(frozen=True, slots=True)
class TableSize:
    """Names of the table family; outer edge of the table, its square field and its centre, mm."""

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
    """Stacks of the walls of seats A-D, and the distance of a wall's middle line from the centre, mm."""

    stacks: tuple[int, int, int, int]
    distance_mm: float


@dataclass(frozen=True, slots=True)
class RiverPlace:
    """Tiles per row of the river, inner edge of its first row, row pitch and left end, mm."""

    columns: int
    distance_mm: float
    row_pitch_mm: float
    across_mm: float


@dataclass(frozen=True, slots=True)
class HandPlace:
    """Position of concealed and open hands, mm."""

    distance_mm: float
    depth_mm: float
    across_mm: float
    drawn_gap_mm: float


@dataclass(frozen=True, slots=True)
class MeldPlace:
    """Position of melds in the right corner: right edge, near edge of the first meld, pitch of further ones, mm."""

    right_mm: float
    distance_mm: float
    row_pitch_mm: float


@dataclass(frozen=True, slots=True)
class Dice:
    """Number and edge length of the dice in the centre, and whether they are thrown by hand."""

    count: int
    edge_mm: float
    thrown: bool


@dataclass(frozen=True, slots=True)
class Cycle:
    """Durations of the machine's cycle, seconds; ``left_open_s``: after this time an open centre is reported"""

    hatch_open_s: float
    hatch_close_s: float
    mixing_s: float
    walls_up_s: float
    dice_s: float
    left_open_s: float


@dataclass(frozen=True, slots=True)
class Buttons:
    """Switches connected to the board, by output name, and their effect."""

    outputs: tuple[str, ...]
    set_does: SetButton
    dice_does: DiceButton
    set_tells_seat: bool
    dice_tells_seat: bool


@dataclass(frozen=True, slots=True)
class Chords:
    """Buttons with another effect when pressed together; empty if the table has no such chord."""

    lift: tuple[str, ...]
    first_dealer: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Lamps:
    """Inputs of the board: wired inputs and lamps of the machine.

    ``counter``: highest number of counters on the table's display, 0 without one. ``faults``: fault code of each fault
    lamp; ``table-fault`` if the lamp does not identify the fault.
    """

    inputs: tuple[str, ...]
    set_complete: bool
    dealer: int
    counter: int
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BoardWiring:
    """Debounce and pulse times of the board, ms; ``inverted``: inputs that are active high.

    ``lamp_share``: percentage of ``lamp_window_ms`` from which a multiplexed lamp counts as on; 0 if lamps are lit
    steadily.

    ``lamps.inputs`` and ``buttons.outputs`` list the wired lines, ``lamps.faults`` the meanings of fault lamps.
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
    """Who builds the walls, number of sets used in turns, and build time of the next set, seconds.

    ``slow_s``: a longer build is reported as slow; ``ahead``: the next set is built while a round is played.
    """

    by: Builder
    sets: int
    ahead: bool
    build_s: float
    slow_s: float


@dataclass(frozen=True, slots=True)
class Dealing:
    """Who deals, and what the machine does besides.

    It may turn the dora indicator, lower the replacement tile, and draw the first dealer by a roulette of lamps.
    """

    by: Dealer
    dora_turned: bool
    replacement_lowered: bool
    roulette: bool


@dataclass(frozen=True, slots=True)
class Sticks:
    """How the table counts point sticks, and their values."""

    counted_by: str
    values: tuple[int, ...]


class DisplayMake(Enum):
    """Type of a digit display: lit digits, or dark digits on light ground."""

    LED = "led"
    LCD = "lcd"


@dataclass(frozen=True, slots=True)
class Displays:
    """Point displays of the table, one before each of seats A-D, read by the camera.

    ``digits``: digits of each, 0 without displays; ``unit``: points of the last digit; upright for its player.
    ``across_mm`` and ``distance_mm``: middle of each display in the seat frame; ``width_mm``, ``height_mm``: its size;
    ``above_mm``: its height above the table.
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
    """A goal as written in the profile, with states and proof by name; see ``controller.machine.facts.Plan``.

    ``may`` contains ``unknown`` if no switch senses the centre; ``by_camera``: the camera provides the proof.
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
    """One family of tables; ``sources`` maps dotted keys to the source of their value."""

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
