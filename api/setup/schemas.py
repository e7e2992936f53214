"""JSON views of a table in set-up."""

from typing import TypedDict

from api.photos.schemas import LearntJson
from api.setup.steps import ItemState, SetupPart
from controller.ports.table import GoalStep, Verb
from controller.text import NamedJson, TextJson
from firmware_bridge.commission.lamps import LampJson
from firmware_bridge.operator import BoardRowJson

Point = tuple[float, float]


class SetUpTableJson(TypedDict):
    """A table of the list; ``known``: the venue file has it."""

    table: str
    running: bool
    known: bool


class OverviewJson(TypedDict):
    """Name of the venue file, its tables and the available table profiles."""

    file: str
    tables: list[SetUpTableJson]
    profiles: list[NamedJson]


class FoundCameraJson(TypedDict):
    """A camera connected to this machine."""

    address: str
    path: str
    name: str


class FoundBoardJson(FoundCameraJson):
    """A serial port; ``likely``: probably a board of a table."""

    usb: str
    serial_number: str
    likely: bool


class FoundJson(TypedDict):
    """Boards and cameras connected to this machine."""

    boards: list[FoundBoardJson]
    cameras: list[FoundCameraJson]


class CameraCanJson(TypedDict):
    """Settings that a camera offers."""

    sizes: list[list[int]]
    formats: list[str]
    rate: float
    focus: list[int] | None
    exposure: list[int] | None
    mains: bool
    autofocus: bool | None


class InputJson(TypedDict):
    """An input of a board and where it is wired."""

    input: str
    at: str
    on: bool


class WireJson(InputJson, TextJson):
    """A wire that the profile names, with the instruction that makes its input change."""

    seen: bool
    flickers: bool


class TimedJson(TextJson):
    """Measured durations of one operation of the machine."""

    work: str
    times: int
    of: int
    last: float


class SelftestJson(TypedDict):
    """Result of a board's self-test."""

    well: bool
    detail: str
    faults: list[str]


class CycleJson(TypedDict):
    """How a goal ended."""

    verb: Verb
    step: GoalStep
    pressed: bool
    said: str
    reason: TextJson | None


class BenchJson(BoardRowJson):
    """A board in set-up."""

    current: bool
    wires: list[WireJson]
    others: list[InputJson]
    lamps: list[LampJson]
    timed: list[TimedJson]
    selftest: SelftestJson | None
    written: list[str] | None
    goal: CycleJson | None


class FocusJson(TypedDict):
    """Sharpness of the picture, 0 to 100, now and the best so far."""

    id: str
    level: int
    best: int


class LightJson(TypedDict):
    """Brightness of the picture in percent, and the share of clipped pixels."""

    id: str
    level: int
    clipped: float


class AimLookJson(TypedDict):
    """Newest picture of a camera that is aimed; points in pixels of the picture."""

    frame: int
    size: list[int]
    focus: FocusJson
    light: LightJson
    sheets: dict[str, list[Point]]
    lines: dict[str, list[list[Point]]]
    seats: dict[str, Point]
    resized: bool


class FittedJson(TypedDict):
    """Quality of fit of a calibrated camera."""

    how: str
    error_px: float
    edges_off_mm: float | None
    focal_certain: bool
    height_mm: int
    well: bool


class ValuesJson(TypedDict):
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


class StepJson(TypedDict):
    """A step and its state."""

    id: str
    part: SetupPart | None
    title: TextJson
    what: TextJson
    stand: ItemState


class ItemJson(TypedDict):
    """A line of the checklist."""

    code: str
    step: str
    stand: ItemState
    name: TextJson
    detail: TextJson
    cure: TextJson | None


class GuessJson(TextJson):
    """A profile value that nobody has measured, and how to measure it."""

    key: str


class SetupJson(TypedDict):
    """A table in set-up."""

    table: str
    known: bool
    pending: bool
    version: int
    doing: str
    running: bool
    trouble: TextJson | None
    simulated: bool
    without: list[SetupPart]
    values: ValuesJson
    steps: list[StepJson]
    items: list[ItemJson]
    camera_can: CameraCanJson | None
    board: BenchJson | None
    guessed: list[GuessJson]
    goals: list[Verb]
    by_camera: list[Verb]
    fitted: FittedJson | None
    calibrated: bool
    tiles: LearntJson | None
    cycle: CycleJson | None
