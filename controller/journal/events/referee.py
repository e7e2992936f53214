"""Faults, questions about doubtful tiles, and the decisions of people on them."""

from dataclasses import dataclass
from enum import Enum

from controller.journal.events.base import Event
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from controller.rulebooks.schema.penalties import AfterChombo, BesideWin, Penalty
from controller.rulebooks.schema.table import RemedyKind
from controller.text import Text


class Severity(Enum):
    """How serious a fault is: for information, for the referee, or for service staff."""

    NOTE = "note"
    REFEREE = "referee"
    SERVICE = "service"


class Decision(Enum):
    """Outcome of a fault; ``CLEARED``: the device's all-clear, ``SETTLED``: by consent among the players."""

    UPHELD = "upheld"
    DISMISSED = "dismissed"
    CORRECTED = "corrected"
    CLEARED = "cleared"
    SETTLED = "settled"


@dataclass(frozen=True, slots=True)
class DueRemedy:
    """What the rulebook says to do now, with its clause, or the reason of a default."""

    kind: RemedyKind
    text: Text
    clause: str


@dataclass(frozen=True, slots=True)
class DuePenalty:
    """A penalty with its text. ``unstated``: rulebook field left at its default, "" if the rulebook states it.

    ``effect``: the penalty's effect on the round.
    """

    penalty: Penalty
    text: Text
    clause: str
    unstated: str = ""
    effect: Text = Text("", "")


@dataclass(frozen=True, slots=True)
class Fault:
    """A proposal to the referee. ``subject`` separates two faults of one code; ``id`` is unique in the journal.

    ``frame``: number of the camera's frame that showed it last; ``by``: who entered it, "" if it was observed.
    """

    id: str
    code: str
    severity: Severity
    name: Text
    detail: Text
    rulebook: str
    remedy: DueRemedy
    seat: Seat | None = None
    subject: str = ""
    penalty: DuePenalty | None = None
    frame: int | None = None
    by: str = ""


class QuestionKind(Enum):
    """Which tile a question is about: a discard, a dora or ura-dora indicator, or a tile of an open hand."""

    DISCARD = "discard"
    DORA = "dora"
    URA = "ura"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Question:
    """Question which face a tile shows; ``choices``: the likeliest first, which is used meanwhile.

    ``index``: of the discard over the round, of the indicator, or of the tile in the hand, from 0; ``seat``: of the
    hand or wall. ``frame`` shows it with its centre in mm in the table frame, ``angle`` as in ``SeenTile``.
    """

    id: str
    asks: QuestionKind
    index: int
    seat: Seat
    choices: tuple[Tile, ...]
    frame: int
    x: float
    y: float
    angle: float


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultRaised(Event):
    """A fault is put to the referee. ``round``: ordinal of the earlier round that it is about, 0: the one in play."""

    fault: Fault
    round: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultRemedyChanged(Event):
    """The remedy of an open fault changed (for example because the opening has passed or another player won too).

    ``penalty``: penalty due now; None if unchanged. ``acted``: a discard of the player since the fault was seen but is
    not recorded yet.
    """

    fault: str
    remedy: DueRemedy
    penalty: DuePenalty | None = None
    acted: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultDecided(Event):
    """A fault was closed by the referee, named by role, or by the device; ``penalty`` is the imposed one.

    ``after``: sequel ruled in place of the book's; ``seat``: on whom a fault found without a seat falls; ``why``: the
    referee's reason. ``without_effect``: as in ``FaultReviewed``. ``beside_win``: effect of it and another's valid win
    in the round, None if there is none.
    """

    fault: str
    decision: Decision
    by: str
    penalty: Penalty | None = None
    after: AfterChombo | None = None
    seat: Seat | None = None
    why: str = ""
    without_effect: bool = False
    beside_win: BesideWin | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FaultReviewed(Event):
    """A decided fault is decided anew, at any time: by whom and why. The ruling before stays in the record.

    ``without_effect``: play has gone on, so an act that was undone is not brought back, or a paid win or draw is not
    worked out again with the riichi or the right that the ruling changes. ``beside_win``: as in ``FaultDecided``.
    """

    fault: str
    decision: Decision
    by: str
    why: str
    penalty: Penalty | None = None
    after: AfterChombo | None = None
    seat: Seat | None = None
    without_effect: bool = False
    beside_win: BesideWin | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RightLost(Event):
    """A seat has lost the right to win for this round, by that fault. ``round``: an earlier one's ordinal, else 0."""

    seat: Seat
    fault: str
    round: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredWrong(Event):
    """A seat declared wrong points before the last round: it ranks below correct ones (teikoku art. 4-6).

    ``stands``: False once a later ruling cancels it.
    """

    seat: Seat
    fault: str
    stands: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class RightRestored(Event):
    """That fault no longer costs a seat the right to win; another may. ``round``: as in ``RightLost``."""

    seat: Seat
    fault: str
    round: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FinePaid(Event):
    """A fine into the pot: points of a seat, worth so many sticks. ``round``: an earlier one's ordinal, else 0."""

    seat: Seat
    points: int
    riichi_sticks: int
    fault: str
    round: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionAsked(Event):
    """Something on the table cannot be settled by the eyes; play goes on by the likeliest answer."""

    question: Question


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionAnswered(Event):
    """A question is closed: by a person (a role name), by the ``camera``, or by the ``record`` where it is moot."""

    question: str
    answer: Tile
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionTaken(Event):
    """A person's decision: its effects can be undone for a while. ``what`` is the claim's kind.

    ``round``: ordinal of the earlier round that it is about, 0 for the current one. ``place``: its subject by kind and
    number, "" if unknown.
    """

    what: str
    subject: str
    by: str
    round: int = 0
    place: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionUndone(Event):
    """The last decision is taken back: all is as before it, in phase ``back_to``, but for the faults found since."""

    back_to: str
    by: str
