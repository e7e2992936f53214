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
    """What the rulebook requires now, with its clause; for a default value, the reason instead of a clause."""

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
    """A possible fault for the referee to decide; ``id`` is unique in the journal.

    ``subject`` distinguishes two faults with the same code. ``frame``: number of the latest camera frame that shows it;
    ``by``: who entered it, "" if it was observed.
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
    """Question which face a tile shows; ``choices``: the most likely face first, which is used until it is answered.

    ``index`` from 0: of the discard in the round, of the indicator, or of the tile in the hand; ``seat``: owner of the
    hand or wall. The tile's centre ``x``, ``y`` in the picture ``frame`` is in mm of the table frame; ``angle`` as in
    ``SeenTile``.
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
    """A fault is reported to the referee. ``round``: ordinal of the earlier round concerned, 0: the one in play."""

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
    """A fault was decided by the referee, named by role, or by the device; ``penalty`` is the imposed one.

    ``after``: sequel ruled instead of the rulebook's; ``seat``: offender, for a fault found without a seat; ``why``:
    the referee's reason. ``without_effect``: as in ``FaultReviewed``. ``beside_win``: effect of the penalty on another
    player's valid win in the round; None if there is none.
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
    """A decided fault is decided again: by whom and why. The earlier decision stays in the journal.

    ``without_effect``: play has gone on, so an undone act is not restored, or a paid result is not recomputed with the
    riichi or the right to win that the decision changes. ``beside_win``: as in ``FaultDecided``.
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
    """A seat loses the right to win in this round by that fault. ``round``: ordinal of an earlier round, else 0."""

    seat: Seat
    fault: str
    round: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclaredWrong(Event):
    """A seat stated wrong points before the last round: it ranks below correct seats (teikoku art. 4-6).

    ``stands``: False if a later ruling cancels it.
    """

    seat: Seat
    fault: str
    stands: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class RightRestored(Event):
    """That fault no longer takes the right to win from a seat; another may. ``round``: as in ``RightLost``."""

    seat: Seat
    fault: str
    round: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FinePaid(Event):
    """A seat pays a fine into the pot: ``points``, worth ``riichi_sticks``. ``round``: an earlier round, else 0."""

    seat: Seat
    points: int
    riichi_sticks: int
    fault: str
    round: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionAsked(Event):
    """The cameras cannot decide which face a tile shows; play continues with the most likely answer."""

    question: Question


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionAnswered(Event):
    """A question is closed by a person (a role name), by ``camera``, or by ``record`` if no longer relevant."""

    question: str
    answer: Tile
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionTaken(Event):
    """A person made a decision that can be undone for a while. ``what`` is the claim's kind.

    ``round``: ordinal of the earlier round that it is about, 0 for the current one. ``place``: kind and number of its
    subject, "" if unknown.
    """

    what: str
    subject: str
    by: str
    round: int = 0
    place: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionUndone(Event):
    """The last decision is undone: the state before it returns, in phase ``back_to``; faults found since then stay."""

    back_to: str
    by: str
