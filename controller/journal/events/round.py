"""What happens in a round, from its start to its payment."""

from dataclasses import dataclass, field

from controller.journal.events.base import NOTHING, ClaimBeside, DrawKind, Event, StackPlace, WonHand
from controller.riichi.meld import Meld
from controller.riichi.seat import Seat, Wind
from controller.riichi.tile import Tile
from controller.rulebooks.schema.penalties import AfterChombo
from controller.scoring.score import Four, PaymentLine


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundStarted(Event):
    """A round is due: ``number`` 1-4 within the prevailing wind; ``scores`` as it begins."""

    prevailing_wind: Wind
    number: int
    dealer: Seat
    counters: int
    riichi_sticks: int
    scores: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class WallBroken(Event):
    """The wall is open: first stack taken, as the dice put it (None: no dice known) and as seen."""

    expected: StackPlace | None
    seen: StackPlace


@dataclass(frozen=True, slots=True, kw_only=True)
class DoraShown(Event):
    """An indicator is face up on a wall; ``expected`` is its due place from the actual break, None if unknown."""

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
    """A discard; ``sideways`` as its owner sees it."""

    seat: Seat
    tile: Tile
    sideways: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscardCorrected(Event):
    """Discard ``index`` (from 0, over the whole round) was misread: it is ``tile``. ``by``: the person, if any.

    No later reading changes a person's statement; the same holds for indicators and open hands.
    """

    index: int
    tile: Tile
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class IndicatorCorrected(Event):
    """Indicator ``index`` (from 0, in order of turning), or the ura under it, was misread: it is ``tile``."""

    index: int
    tile: Tile
    ura: bool = False
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RiichiDeclared(Event):
    """The last discard declared riichi. ``guessed``: which calls and discards came before it nobody saw."""

    seat: Seat
    guessed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RiichiAccepted(Event):
    """The declared tile passed: the stick is paid."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class RiichiCancelled(Event):
    """A riichi is void: retracted where the book allows it, or by a ruling; a paid stick goes back.

    ``fault``: of the ruling, "" for none.
    """

    seat: Seat
    fault: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Called(Event):
    """A meld was made; with an added kong ``meld`` replaces the pung it grew from.

    ``taken_from``: seat of the claimed discard if the sideways tile points elsewhere.
    """

    seat: Seat
    meld: Meld
    taken_from: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CallUndone(Event):
    """A ruling undid the last call, with the caller's discard after it: a claimed tile is back in its river.

    The turn is restored, and the round goes on as if the meld had not been made. ``fault``: by a ruling on it.
    """

    seat: Seat
    meld: Meld
    fault: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandTakenUp(Event):
    """An open hand is taken up again, as ruled by ``fault``: it won nothing, and the round goes on."""

    seat: Seat
    fault: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayUnseen(Event):
    """The table was not seen once ``since`` tiles had been discarded: acts may be missing from then on.

    ``until``: number of discards when rivers and melds were all read again, None before that. ``accounted``: rivers,
    melds and wall show that no act is missing.
    """

    since: int
    until: int | None = None
    accounted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class VoicesStated(Event):
    """Who called ron on the last tile, the earliest first; ``together``: all at the same time. ``by``: who says so."""

    seats: tuple[Seat, ...]
    together: bool
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRevealed(Event):
    """A hand is open, left to right; ``apart`` is the tile set apart. No tiles: laid face down (noten)."""

    seat: Seat
    tiles: tuple[Tile, ...]
    apart: Tile | None = None
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandSeen(Event):
    """A seat's camera sees its standing tiles, left to right; ``drawn`` is set apart. A secret until released."""

    seat: Seat
    tiles: tuple[Tile, ...] = field(repr=False)
    drawn: Tile | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundWon(Event):
    """The round is won; winners in turn order after the discarder. ``by``: who entered it, "" if it was read.

    ``beside``: simultaneous claims of the same tile, and why they do not win it.

    If a ruling on ``fault`` adds a penalty to the win: ``seats`` penalized, ``payments`` in addition to those of the
    wins, ``lines``, ``column``, ``off_total`` and ``after`` as in ``RoundDrawn``.
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
    """An unpaid result is void: its basis was corrected. The round is in phase ``back_to`` again.

    ``fault``: by a ruling on it that revokes the win, or "".
    """

    back_to: str
    fault: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsStated(Event):
    """A winner's count of the hand; without a result, or ``held``, a player's stated total."""

    seat: Seat
    points: int
    held: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDrawn(Event):
    """The round ends without a win; ``payments`` gain per seat A-D, ``lines`` explain them.

    ``seats``: those with nagashi mangan, or those penalized. ``riichi_sticks``: left on the table, None for no change.
    ``column``: points to nobody; ``off_total``: off the event's points. ``after``: of a penalty. ``fault``: whose
    ruling ended the round, "" for none. ``nagashi_said``: a person stated who has nagashi mangan, or that nobody has
    it.
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
