"""All events of a table. Each event names its evidence; events are never edited, and a correction is a new event.

Import events from this package: ``from controller.journal import events as ev``.
"""

from typing import Final

from controller.journal.events.base import NOTHING, UNSTAMPED, ClaimBeside, DrawKind, Event, StackPlace, Stamp, WonHand
from controller.journal.events.late import (
    FineAmended,
    GameBeginAmended,
    PaymentsAmended,
    ResultAmended,
    ResultConfirmed,
    RiichiAmended,
    RoundRenamed,
)
from controller.journal.events.league import LeagueTold
from controller.journal.events.referee import (
    Decision,
    DecisionTaken,
    DecisionUndone,
    DeclaredWrong,
    DuePenalty,
    DueRemedy,
    Fault,
    FaultDecided,
    FaultRaised,
    FaultRemedyChanged,
    FaultReviewed,
    FinePaid,
    Question,
    QuestionAnswered,
    QuestionAsked,
    QuestionKind,
    RightLost,
    RightRestored,
    Severity,
)
from controller.journal.events.round import (
    Called,
    CallUndone,
    DiscardCorrected,
    Discarded,
    DoraShown,
    HandRevealed,
    HandsDealt,
    HandSeen,
    HandTakenUp,
    IndicatorCorrected,
    PlayUnseen,
    PointsStated,
    RiichiAccepted,
    RiichiCancelled,
    RiichiDeclared,
    RoundDrawn,
    RoundReopened,
    RoundStarted,
    RoundWon,
    SettlementConfirmed,
    UraShown,
    VoicesStated,
    WallBroken,
)
from controller.journal.events.table import (
    USUAL_STICK,
    BoardNamed,
    ClockMoved,
    DicePressed,
    DiceRolled,
    GameEnded,
    GameStarted,
    GoalMoved,
    JudgedBy,
    JudgingChanged,
    LastRoundCalled,
    MachineTimed,
    MixingStarted,
    PlayersSeated,
    PointsCalled,
    ReleaseChanged,
    RulebookKept,
    SessionOpened,
    SetPressed,
    TimeTakenBack,
    WallsRaised,
)

EVENTS: Final[tuple[type[Event], ...]] = tuple(
    each for each in globals().values() if isinstance(each, type) and issubclass(each, Event) and each is not Event
)
"""Every event type; the class name is the event's name in a stored journal."""
