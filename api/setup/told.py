"""JSON views of a table in set-up."""

from typing import TypedDict

from api.photos.told import LearntTold
from api.setup.steps import ItemStand, SetupPart
from controller.ports.table import GoalStep, Verb
from controller.text import NamedTold, TextTold
from firmware_bridge.commission.lamps import LampTold
from firmware_bridge.operator import BoardRowTold

Point = tuple[float, float]


class SetUpTableTold(TypedDict):
    """A table of the list; ``known``: the venue file has it."""

    table: str
    running: bool
    known: bool


class OverviewTold(TypedDict):
    """Name of the venue file, its tables and the available table profiles."""

    file: str
    tables: list[SetUpTableTold]
    profiles: list[NamedTold]


class FoundCameraTold(TypedDict):
    """A camera connected to this machine."""

    address: str
    path: str
    name: str


class FoundBoardTold(FoundCameraTold):
    """A serial port; ``likely``: probably a board of a table."""

    usb: str
    serial_number: str
    likely: bool


class FoundTold(TypedDict):
    """Boards and cameras connected to this machine."""

    boards: list[FoundBoardTold]
    cameras: list[FoundCameraTold]


class CameraCanTold(TypedDict):
    """Settings that a camera offers."""

    sizes: list[list[int]]
    formats: list[str]
    rate: float
    focus: list[int] | None
    exposure: list[int] | None
    mains: bool
    autofocus: bool | None


class InputTold(TypedDict):
    """An input of a board and where it is wired."""

    input: str
    at: str
    on: bool


class WireTold(InputTold, TextTold):
    """A wire that the profile names, with the instruction that makes its input change."""

    seen: bool
    flickers: bool


class TimedTold(TextTold):
    """Measured durations of one operation of the machine."""

    work: str
    times: int
    of: int
    last: float


class SelftestTold(TypedDict):
    """Result of a board's self-test."""

    well: bool
    detail: str
    faults: list[str]


class CycleTold(TypedDict):
    """How a goal ended."""

    verb: Verb
    step: GoalStep
    pressed: bool
    said: str
    reason: TextTold | None


class BenchTold(BoardRowTold):
    """A board in set-up."""

    current: bool
    wires: list[WireTold]
    others: list[InputTold]
    lamps: list[LampTold]
    timed: list[TimedTold]
    selftest: SelftestTold | None
    written: list[str] | None
    goal: CycleTold | None


class FocusTold(TypedDict):
    """Sharpness of the picture, 0 to 100, now and the best so far."""

    id: str
    level: int
    best: int


class LightTold(TypedDict):
    """Brightness of the picture in percent, and the share of clipped pixels."""

    id: str
    level: int
    clipped: float


class AimLookTold(TypedDict):
    """Newest picture of a camera that is aimed; points in pixels of the picture."""

    frame: int
    size: list[int]
    focus: FocusTold
    light: LightTold
    sheets: dict[str, list[Point]]
    lines: dict[str, list[list[Point]]]
    seats: dict[str, Point]
    resized: bool


class FittedTold(TypedDict):
    """Quality of fit of a calibrated camera."""

    how: str
    error_px: float
    edges_off_mm: float | None
    focal_certain: bool
    height_mm: int
    well: bool


class ValuesTold(TypedDict):
    """Values of the table: those of the venue file with the choices applied."""

    serial: str | None
    board: str | None
    camera: str | None
    profile: str
    rulebook: str
    unverified: bool
    names: list[str]
    undo_s: float
    automatic: list[str]
    confirmed: list[str]


class StepTold(TypedDict):
    """A step and its state."""

    id: str
    part: SetupPart | None
    title: TextTold
    what: TextTold
    stand: ItemStand


class ItemTold(TypedDict):
    """A line of the checklist."""

    code: str
    step: str
    stand: ItemStand
    name: TextTold
    detail: TextTold
    cure: TextTold | None


class GuessTold(TextTold):
    """A profile value that nobody has measured, and how to measure it."""

    key: str


class SetupTold(TypedDict):
    """A table in set-up."""

    table: str
    known: bool
    pending: bool
    version: int
    doing: str
    running: bool
    trouble: TextTold | None
    simulated: bool
    without: list[SetupPart]
    values: ValuesTold
    steps: list[StepTold]
    items: list[ItemTold]
    camera_can: CameraCanTold | None
    board: BenchTold | None
    guessed: list[GuessTold]
    goals: list[Verb]
    by_camera: list[Verb]
    fitted: FittedTold | None
    calibrated: bool
    tiles: LearntTold | None
    cycle: CycleTold | None
