"""Events of a round, from its start to its payment."""

from dataclasses import dataclass, field

from controller.journal.events.base import NOTHING, ClaimBeside, DrawKind, Event, StackPlace, WonHand
from controller.riichi.meld import Meld
from controller.riichi.seat import Seat, Wind
from controller.riichi.tile import Tile
from controller.rulebooks.schema.penalties import AfterChombo
from controller.scoring.score import Four, PaymentLine


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStarted(Event):
    """A round begins; ``number``: 1-4 within the prevailing wind; ``scores``: points at its start."""

    prevailing_wind: Wind
    number: int
    dealer: Seat
    counters: int
    riichi_sticks: int
    scores: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class WallBroken(Event):
    """The wall is broken: ``expected``: first stack by the dice (None: dice unknown), ``seen``: first stack taken."""

    expected: StackPlace | None
    seen: StackPlace


@dataclass(frozen=True, slots=True, kw_only=True)
class DoraShown(Event):
    """A dora indicator is face up; ``expected``: place where it is due by the actual break, None if unknown."""

    tile: Tile
    expected: StackPlace | None
    seen: StackPlace


@dataclass(frozen=True, slots=True, kw_only=True)
class UraShown(Event):
    """The tile under the indicator at ``place`` was turned after a riichi win."""

    tile: Tile
    place: StackPlace


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsDealt(Event):
    """Every seat has its hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Discarded(Event):
    """A discard; ``sideways``: rotated as seen by its owner."""

    seat: Seat
    tile: Tile
    sideways: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardCorrected(Event):
    """Discard ``index`` (from 0, in the whole round) was misread and is ``tile``. ``by``: person, "" for the camera.

    A person's statement is not changed by later readings; the same holds for indicators and open hands.
    """

    index: int
    tile: Tile
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class IndicatorCorrected(Event):
    """Indicator ``index`` (from 0, in order of turning), or the ura-dora under it, was misread and is ``tile``."""

    index: int
    tile: Tile
    ura: bool = False
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RiichiDeclared(Event):
    """The seat's last discard declared riichi. ``guessed``: the calls and discards before it were not observed."""

    seat: Seat
    guessed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RiichiAccepted(Event):
    """The declaration tile was not won on: the riichi is valid and its stick is paid."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class RiichiCancelled(Event):
    """A riichi is void: retracted where the rulebook allows it, or by a ruling; a paid stick is returned.

    ``fault``: id of the fault whose ruling causes it, "" for none.
    """

    seat: Seat
    fault: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Called(Event):
    """A meld was made; for an added kong ``meld`` replaces its pung.

    ``taken_from``: seat of the claimed discard if the sideways tile of the meld points to another seat.
    """

    seat: Seat
    meld: Meld
    taken_from: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CallUndone(Event):
    """A ruling undid the last call and the caller's discard after it; a claimed tile returns to its river.

    The turn is restored, and the round continues as if the meld had not been made. ``fault``: id of the fault ruled on.
    """

    seat: Seat
    meld: Meld
    fault: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandTakenUp(Event):
    """An open hand is concealed again by the ruling on ``fault``: it wins nothing, and the round continues."""

    seat: Seat
    fault: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayUnseen(Event):
    """The table was out of sight after ``since`` discards: acts may be missing from then on.

    ``until``: number of discards when all rivers and melds had been read again, None before that. ``accounted``:
    rivers, melds and wall show that no act is missing.
    """

    since: int
    until: int | None = None
    accounted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class VoicesStated(Event):
    """Seats that called ron on the last tile, earliest first; ``together``: all at once. ``by``: who stated it."""

    seats: tuple[Seat, ...]
    together: bool
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRevealed(Event):
    """A hand is open, tiles left to right; ``apart``: tile set apart. No tiles: the hand is face down (noten)."""

    seat: Seat
    tiles: tuple[Tile, ...]
    apart: Tile | None = None
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSeen(Event):
    """Standing tiles read by a seat's camera, left to right; ``drawn``: tile set apart. Secret until release."""

    seat: Seat
    tiles: tuple[Tile, ...] = field(repr=False)
    drawn: Tile | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundWon(Event):
    """The round is won; winners in turn order after the discarder. ``by``: who entered it, "" if it was observed.

    ``beside``: simultaneous invalid claims of the same tile, with their fault codes.

    If a ruling on ``fault`` adds a penalty to the win: ``seats``: penalized seats; ``payments``: in addition to those
    of the wins; ``lines``, ``column``, ``off_total`` and ``after``: as in ``RoundDrawn``.
    """

    wins: tuple[WonHand, ...]
    by: str = ""
    beside: tuple[ClaimBeside, ...] = ()
    seats: tuple[Seat, ...] = ()
    payments: Four = NOTHING
    lines: tuple[PaymentLine, ...] = ()
    column: Four = NOTHING
    off_total: Four = NOTHING
    after: AfterChombo | None = None
    fault: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReopened(Event):
    """An unpaid result is void because its basis was corrected. The round returns to phase ``back_to``.

    ``fault``: id of the fault whose ruling revokes the win, "" for none.
    """

    back_to: str
    fault: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsStated(Event):
    """A winner's own count of the hand; without a result, or if ``held``, a player's stated total of points."""

    seat: Seat
    points: int
    held: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDrawn(Event):
    """The round ends without a win; ``payments``: gain per seat A-D, ``lines`` explain them.

    ``seats``: seats with nagashi mangan, or penalized seats. ``riichi_sticks``: left on the table, None for no change.
    ``column``: points that go to nobody; ``off_total``: points deducted from the event's total. ``after``: sequel of a
    penalty. ``fault``: id of the fault whose ruling ended the round, "" for none. ``nagashi_said``: a person stated who
    has nagashi mangan, or that nobody has it.
    """

    kind: DrawKind
    tenpai: tuple[Seat, ...]
    payments: tuple[int, int, int, int]
    seats: tuple[Seat, ...] = ()
    lines: tuple[PaymentLine, ...] = ()
    riichi_sticks: int | None = None
    column: Four = NOTHING
    off_total: Four = NOTHING
    after: AfterChombo | None = None
    by: str = ""
    fault: str = ""
    nagashi_said: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementConfirmed(Event):
    """The round is paid: change per seat A-D, sticks left on the table, and who confirmed it (a role name)."""

    deltas: tuple[int, int, int, int]
    riichi_sticks: int
    by: str
    column: Four = NOTHING
    off_total: Four = NOTHING
