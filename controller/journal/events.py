"""The facts of a session. Each event names its evidence; nothing is edited, a correction is a new event."""

from dataclasses import dataclass
from typing import Final

from controller.journal.fact import NOTHING, DrawKind, Event, HandSeen, StackPlace, WonHand
from controller.journal.faults import Decision, DuePenalty, DueRemedy, Fault, Severity
from controller.journal.questions import Asked, Question, QuestionAnswered, QuestionAsked
from controller.ports.table import GoalStep, Verb
from controller.riichi.meld import Meld
from controller.riichi.seat import Seat, Wind
from controller.riichi.tile import Tile
from controller.rulebooks.schema.penalties import AfterChombo, Penalty
from controller.scoring.game.flow import Last
from controller.scoring.score import Four, PaymentLine
from controller.text import Text

USUAL_STICK: Final = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionOpened(Event):
    """A sitting begins: rulebook id, table profile id and the names of seats A-D."""

    rulebook: str
    profile: str
    names: tuple[str, str, str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayersSeated(Event):
    """Before a game: who sits at seats A-D, and which seat deals first."""

    names: tuple[str, str, str, str]
    first: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted(Event):
    """A game begins; ``number`` counts from 1, ``scores`` are the starting points of seats A-D.

    ``riichi_stick``: points of a riichi stick; journals from before this field was kept were all played with 1000.
    """

    number: int
    scores: tuple[int, int, int, int]
    riichi_stick: int = USUAL_STICK


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
class SetPressed(Event):
    """The set button was pressed; ``seat`` None where the table cannot tell whose."""

    seat: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MixingStarted(Event):
    """The machine mixes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WallsRaised(Event):
    """Four walls stand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DicePressed(Event):
    """The dice were set going; ``seat`` None where the table cannot tell by whom."""

    seat: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceRolled(Event):
    """The dice lie still; ``roll`` 1 or 2. A later event of the same roll replaces it (roll again, or a misread).

    ``by``: whoever said so, "" where it was read; what a person has said, no later reading changes.
    """

    roll: int
    pips: tuple[int, ...]
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class WallBroken(Event):
    """The wall is open: first stack taken, as the dice put it (None: no dice known) and as seen."""

    expected: StackPlace | None
    seen: StackPlace


@dataclass(frozen=True, slots=True, kw_only=True)
class DoraShown(Event):
    """An indicator lies face up on a wall; ``expected`` is its due place from the break as seen, None if unknown."""

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
    """Discard ``index`` (from 0, over the whole round) was misread: it is ``tile``. ``by``: whoever says so, if anyone.

    What a person has said, no later reading changes; the same holds for indicators and open hands.
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
    """The last discard declared riichi."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class RiichiAccepted(Event):
    """The declared tile passed: the stick is paid."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class RiichiCancelled(Event):
    """A riichi does not stand: taken back where the book lets it, or ruled so; a stick that was paid goes back."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Called(Event):
    """A meld was made; with an added kong ``meld`` replaces the pung it grew from.

    ``taken_from``: whose discard it took where the sideways tile tells otherwise.
    """

    seat: Seat
    meld: Meld
    taken_from: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRevealed(Event):
    """A hand lies open, left to right; ``apart`` is the tile set apart. No tiles: laid face down (noten)."""

    seat: Seat
    tiles: tuple[Tile, ...]
    apart: Tile | None = None
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundWon(Event):
    """The round is won; winners in turn order after the discarder. ``by``: who entered it, "" where it was read."""

    wins: tuple[WonHand, ...]
    by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundReopened(Event):
    """A result that is not paid yet falls: what it rested on was corrected. The round is in phase ``back_to`` again."""

    back_to: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsStated(Event):
    """A winner's own count of the hand; without a result, what a player says to hold in all."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundDrawn(Event):
    """The round ends without a win; ``payments`` gain per seat A-D, ``lines`` tell why where there is more to tell.

    ``seats``: those with nagashi mangan, or those who are penalized. ``riichi_sticks``: left on the table, None for as
    many as before. ``column``: points to nobody; ``off_total``: off the event's points. ``after``: of a penalty.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementConfirmed(Event):
    """The round is paid: change per seat A-D, sticks left on the table, and who confirmed it (a role name)."""

    deltas: tuple[int, int, int, int]
    riichi_sticks: int
    by: str
    column: Four = NOTHING
    off_total: Four = NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded(Event):
    """The game is over with these points (left-over sticks dealt with as the rulebook says)."""

    scores: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultRaised(Event):
    """A fault is put to the referee."""

    fault: Fault


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultRemedyChanged(Event):
    """The remedy of an open fault is another one now (the opening has passed)."""

    fault: str
    remedy: DueRemedy


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultDecided(Event):
    """The referee, named by role, or the device itself has closed a fault; ``penalty`` is what was imposed."""

    fault: str
    decision: Decision
    by: str
    penalty: Penalty | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RightLost(Event):
    """A seat has lost the right to win for this round, by that fault."""

    seat: Seat
    fault: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FinePaid(Event):
    """A fine goes into the pot: points of a seat, worth so many sticks."""

    seat: Seat
    points: int
    riichi_sticks: int
    fault: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LastRoundCalled(Event):
    """The round in play is the last, or where ``begun`` is False the one before it was."""

    reason: Last
    begun: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionTaken(Event):
    """A person decides: what follows from it can be undone for a while. ``what`` is the claim's kind."""

    what: str
    subject: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionUndone(Event):
    """The last decision is taken back: all is as before it, in phase ``back_to``, but for the faults found since."""

    back_to: str
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalMoved(Event):
    """A goal that somebody (``by``, ``why``) asked of the table has come as far as ``step``; ``goal``: evidence id of
    the request. ``pressed``: a press was made, or may have been; ``said``: by the sensors; ``reason``: of its end.
    """

    goal: int
    verb: Verb
    by: str
    why: str
    step: GoalStep
    pressed: bool
    said: str = ""
    reason: Text | None = None


EVENTS: tuple[type[Event], ...] = (
    SessionOpened,
    GoalMoved,
    PlayersSeated,
    GameStarted,
    RoundStarted,
    SetPressed,
    MixingStarted,
    WallsRaised,
    DicePressed,
    DiceRolled,
    WallBroken,
    DoraShown,
    UraShown,
    HandsDealt,
    Discarded,
    DiscardCorrected,
    IndicatorCorrected,
    RiichiDeclared,
    RiichiAccepted,
    RiichiCancelled,
    Called,
    HandRevealed,
    HandSeen,
    RoundWon,
    RoundDrawn,
    RoundReopened,
    PointsStated,
    SettlementConfirmed,
    GameEnded,
    FaultRaised,
    FaultRemedyChanged,
    FaultDecided,
    RightLost,
    FinePaid,
    LastRoundCalled,
    DecisionTaken,
    DecisionUndone,
    QuestionAsked,
    QuestionAnswered,
)

# Faults and questions are facts too; whoever speaks of events speaks of them.
__all__ = [
    "NOTHING",
    "Asked",
    "Decision",
    "DrawKind",
    "DuePenalty",
    "DueRemedy",
    "Event",
    "Fault",
    "HandSeen",
    "Question",
    "QuestionAnswered",
    "QuestionAsked",
    "Severity",
    "StackPlace",
    "Text",
    "WonHand",
]
