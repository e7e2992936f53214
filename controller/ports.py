"""The two edges and the clock as the controller sees them, and the frozen values that cross."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, Protocol

from controller.riichi.meld import Meld
from controller.riichi.seat import SEATS, Seat, Wind
from controller.riichi.tile import Tile


class SignalKind(Enum):
    """What the table itself can report; the value is its name in journals and feeds."""

    SET_PRESSED = "set_pressed"
    HATCH_OPENED = "hatch_opened"
    HATCH_CLOSED = "hatch_closed"
    MIXING = "mixing"
    WALLS_UP = "walls_up"
    DICE_PRESSED = "dice_pressed"
    DICE_STOPPED = "dice_stopped"
    FAULT = "fault"
    FAULT_CLEARED = "fault_cleared"
    POINTS = "points"
    READY = "ready"
    LIFTED = "lifted"
    DEALER_LIT = "dealer_lit"
    DICE_ROLLING = "dice_rolling"
    LINK_UP = "link_up"
    LINK_LOST = "link_lost"


# Reports of a person's hand: a board does not report its own presses.
BUTTONS: Final = (SignalKind.SET_PRESSED, SignalKind.DICE_PRESSED)


@dataclass(frozen=True, slots=True)
class TableSignal:
    """One report of the table. ``at`` in seconds of the edge's clock; ``pips`` empty where the table cannot tell them.

    ``id`` is the same each time a board sends the same report again; empty for what the edge itself reports.
    ``points``: of the sticks in the drawers of seats A-D, where the table counts them.
    """

    kind: SignalKind
    at: float
    seat: Seat | None = None
    pips: tuple[int, ...] = ()
    code: str = ""
    id: str = ""
    points: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SeenTile:
    """A tile that the eyes found; ``tile`` is None when it lies face down. Centre in mm in the layout's table frame.

    ``angle``: degrees clockwise of the tile's top from seat A's upright. ``confidence`` 0-1 of the face; ``other``: the
    next likeliest face, where the eyes can tell.
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
    """Standing tiles as their own seat's camera sees them, left to right; ``apart``: the one set off on the right."""

    tiles: tuple[SeenTile, ...]
    apart: SeenTile | None = None


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
class SeenDie:
    """A die in the centre; ``pips`` None when it cannot be read."""

    pips: int | None
    x: float
    y: float
    confidence: float


@dataclass(frozen=True, slots=True)
class Sighting:
    """All that one camera frame shows. None in place of a zone: hidden, moving or not readable in this frame.

    ``rivers``, ``hands``, ``melds``, ``walls`` run over seats A-D; rivers in order of discard; ``walls`` gives tiles
    (0, 1, 2) on stacks 1-17 of each wall, None where a stack cannot be judged. ``at`` in seconds of the edge's clock.
    What follows ``dice`` not every eye can see, None where it cannot: ``sticks``: whether a riichi stick lies before
    each seat; ``pot``: sticks on the table in all; ``counters``; ``dealer_mark``: seat with the first dealer's marker,
    ``mark_wind``: the wind that it shows; ``concealed``: what a seat's own camera sees of its standing tiles;
    ``moved``: how far the picture has slipped over the table since the camera was calibrated, mm.
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
    concealed: tuple[SeenRow | None, ...] | None = None
    moved: float | None = None
    mark_wind: Wind | None = None

    def __post_init__(self) -> None:
        """Raises ValueError where a zone of each seat does not run over four seats."""
        for name in ("rivers", "hands", "melds", "walls", "sticks", "concealed"):
            zones = getattr(self, name)
            if zones is not None and len(zones) != len(SEATS):
                raise ValueError(f"{name} of {len(zones)} seats: expected {len(SEATS)}")


class ClaimKind(Enum):
    """What a person enters at the console or through the API."""

    CONFIRM_SETTLEMENT = "confirm_settlement"
    UPHOLD_FAULT = "uphold_fault"
    DISMISS_FAULT = "dismiss_fault"
    CORRECT_FAULT = "correct_fault"
    REPORT_FAULT = "report_fault"
    CONFIRM_DRAW = "confirm_draw"
    VOID_ROUND = "void_round"
    CANCEL_RIICHI = "cancel_riichi"
    TIME_UP = "time_up"
    END_GAME = "end_game"
    STATE_POINTS = "state_points"
    UNDO = "undo"
    ANSWER_QUESTION = "answer_question"
    CORRECT_DISCARD = "correct_discard"
    CORRECT_INDICATOR = "correct_indicator"
    CORRECT_HAND = "correct_hand"
    ENTER_RESULT = "enter_result"
    SEAT_PLAYERS = "seat_players"
    STATE_DICE = "state_dice"


@dataclass(frozen=True, slots=True)
class EnteredWin:
    """A win as a person enters it: all but what the round itself tells. ``loser``: None for a tsumo.

    ``hand``: concealed tiles without the winning one; ``riichi``: ``none``, ``riichi`` or ``double``.
    """

    winner: Seat
    hand: tuple[Tile, ...]
    tile: Tile
    loser: Seat | None = None
    melds: tuple[Meld, ...] = ()
    riichi: str = "none"
    ippatsu: bool = False
    last_tile: bool = False
    replacement: bool = False
    robbed_kong: bool = False
    robbed_concealed_kong: bool = False
    first_turn: bool = False
    dora_indicators: tuple[Tile, ...] = ()
    ura_indicators: tuple[Tile, ...] = ()
    tile_shown_apart: bool = True


@dataclass(frozen=True, slots=True)
class Claim:
    """A person's entry: who (a role name), when, and the subject where the kind has one: a fault's id or code, a
    question's id, ``dora`` or ``ura``. ``index`` and ``tiles``: which tile is corrected, and to what; ``wins``: of a
    result; ``names``: of seats A-D; ``pips``: of the dice, for roll ``index`` or the one that is due.

    ``seat``: whom it concerns; ``seats``: who is tenpai at a draw that is entered, None: whoever shows it;
    ``points``: a claimed score. ``penalty`` and ``after``: what the referee rules in place of the book, by the values
    of the rulebooks' enums.
    """

    kind: ClaimKind
    at: float
    by: str
    subject: str = ""
    seat: Seat | None = None
    seats: tuple[Seat, ...] | None = None
    points: int | None = None
    penalty: str = ""
    after: str = ""
    index: int | None = None
    tiles: tuple[Tile, ...] = ()
    wins: tuple[EnteredWin, ...] = ()
    names: tuple[str, ...] = ()
    pips: tuple[int, ...] = ()


class Verb(Enum):
    """What a table may be asked for."""

    OPEN = "open"
    CLOSE = "close"
    LIFT = "lift"
    DICE = "dice"
    FIRST_DEALER = "first_dealer"
    WAIT_READY = "wait_ready"


class GoalStep(Enum):
    """How far a goal has come; from ``DONE`` on it has ended."""

    ASKED = "asked"
    PRESSED = "pressed"
    DOUBTFUL = "doubtful"
    DONE = "done"
    ALREADY = "already"
    UNKNOWN = "unknown"
    REFUSED = "refused"
    TIMED_OUT = "timed_out"
    SUPERSEDED = "superseded"

    @property
    def ended(self) -> bool:
        """Whether nothing more is to come."""
        return self not in (GoalStep.ASKED, GoalStep.PRESSED, GoalStep.DOUBTFUL)


@dataclass(frozen=True, slots=True)
class Wish:
    """A goal as somebody asks for it: who (a role name), why, and whether that person says that hands are clear."""

    verb: Verb
    by: str
    why: str
    hands_clear: bool = False


@dataclass(frozen=True, slots=True)
class Request:
    """Somebody (a role name) asks the table for a goal; without ``wish`` the one under way is called off."""

    at: float
    by: str
    wish: Wish | None


@dataclass(frozen=True, slots=True)
class GoalReport:
    """The edge tells how far a goal has come. ``goal``: number it was asked under; ``pressed``: a press was made, or
    may have been; ``said``: what the sensors said; ``reason``: code of why it was refused or ended.
    """

    goal: int
    wish: Wish
    step: GoalStep
    at: float
    pressed: bool = False
    said: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MachineStand:
    """How a table's machine stands: states of line, centre and build by their values, and the goals that it knows.

    ``presses``: those of ``verbs`` that press a button; ``hands_clear``: those for which a person has to confirm that
    hands are clear.
    """

    link: str
    centre: str
    build: str
    verbs: tuple[Verb, ...] = ()
    presses: tuple[Verb, ...] = ()
    hands_clear: tuple[Verb, ...] = ()


Evidence = TableSignal | Sighting | Claim | Request | GoalReport


class TablePort(Protocol):
    """A connected table."""

    def poll(self, timeout: float) -> Sequence[TableSignal | GoalReport]:
        """Reports that arrived, waiting at most ``timeout`` seconds for the first; takes those given before."""
        ...

    def ask(self, goal: int, wish: Wish) -> None:
        """Begin a goal, from any thread; ``poll`` tells what becomes of it under that number."""
        ...

    def call_off(self) -> None:
        """End the goal under way, if any, and let go of every button; from any thread."""
        ...

    def stand(self) -> MachineStand:
        """How the machine stands now."""
        ...

    def close(self) -> None:
        """Release the table."""
        ...


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


class Clock(Protocol):
    """Time as seconds; the wall clock for records, the edge's clock for evidence."""

    def now(self) -> float:
        """Seconds since the Unix epoch."""
        ...
