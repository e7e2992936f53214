"""The phases of table cycle and round as a literal table, and the state machine built from it.

The machine stores the phase. The state derives its phase separately (``RoundState.phase``), and tests check that both
agree. The director refuses an event that is not listed for a phase and reports it in its step.
"""

from collections.abc import Sequence
from typing import Any, Final

from transitions import Machine

from controller.journal import events as ev
from controller.journal.state import Phase

Row = tuple[type[ev.Event], Sequence[Phase], Phase | None]

_ALL: Final = tuple(Phase)
_OPEN_WALL: Final = (Phase.BROKEN, Phase.DEALT, Phase.PLAY)
_HANDS: Final = (Phase.DEALT, Phase.PLAY)
_WALLS: Final = (Phase.WALLS_UP, Phase.DICE, Phase.BROKEN)
# A round that has not begun when time is up is not played.
_BEFORE_PLAY: Final = (Phase.WAITING_FOR_SET, Phase.MIXING, *_WALLS, Phase.DEALT)

# (event, phases it may happen in, phase after it; None: the phase stays)
TRANSITIONS: Final[tuple[Row, ...]] = (
    (ev.SessionOpened, _ALL, Phase.WAITING_FOR_SET),
    (ev.PlayersSeated, _ALL, None),
    (ev.GameStarted, _ALL, Phase.WAITING_FOR_SET),
    (ev.RoundStarted, _ALL, Phase.WAITING_FOR_SET),
    (ev.SetPressed, (Phase.WAITING_FOR_SET,), Phase.MIXING),
    (ev.SetPressed, (Phase.MIXING,), None),
    (ev.MixingStarted, (Phase.WAITING_FOR_SET,), Phase.MIXING),
    (ev.MixingStarted, (Phase.MIXING,), None),
    (ev.WallsRaised, (Phase.WAITING_FOR_SET, Phase.MIXING), Phase.WALLS_UP),
    (ev.DicePressed, (Phase.WAITING_FOR_SET, Phase.MIXING), None),
    (ev.DicePressed, (Phase.WALLS_UP, Phase.DICE), Phase.DICE),
    (ev.DiceRolled, (Phase.WALLS_UP, Phase.DICE), Phase.DICE),
    (ev.WallBroken, (Phase.WALLS_UP, Phase.DICE), Phase.BROKEN),
    (ev.WallBroken, _HANDS, None),
    (ev.DoraShown, _OPEN_WALL, None),
    (ev.HandsDealt, (Phase.WALLS_UP, Phase.DICE, Phase.BROKEN), Phase.DEALT),
    (ev.Discarded, _HANDS, Phase.PLAY),
    (ev.Called, _HANDS, Phase.PLAY),
    (ev.DiscardCorrected, (Phase.PLAY, Phase.RESULT), None),
    (ev.IndicatorCorrected, (*_OPEN_WALL, Phase.RESULT), None),
    (ev.RiichiDeclared, (Phase.PLAY,), None),
    (ev.RiichiAccepted, _HANDS, None),
    (ev.RiichiCancelled, (*_HANDS, Phase.RESULT), None),
    (ev.HandRevealed, (*_HANDS, Phase.RESULT), None),
    (ev.HandTakenUp, (*_HANDS, Phase.RESULT), None),
    (ev.VoicesStated, (Phase.PLAY, Phase.RESULT), None),
    (ev.CallUndone, (Phase.PLAY,), None),
    (ev.HandSeen, _HANDS, None),
    (ev.PlayUnseen, (*_HANDS, Phase.RESULT), None),
    (ev.UraShown, _HANDS, None),
    (ev.RoundWon, (*_HANDS, Phase.RESULT), Phase.RESULT),
    (ev.RoundDrawn, (*_WALLS, *_HANDS, Phase.RESULT), Phase.RESULT),
    (ev.RoundReopened, (Phase.RESULT,), None),
    (ev.PointsStated, _ALL, None),
    (ev.SettlementConfirmed, (Phase.RESULT,), Phase.SETTLEMENT),
    (ev.GameEnded, (Phase.RESULT, Phase.SETTLEMENT, *_BEFORE_PLAY), None),
    (ev.LastRoundCalled, _ALL, None),
    (ev.DeclaredWrong, _ALL, None),
    (ev.ClockMoved, _ALL, None),
    (ev.PointsCalled, _ALL, None),
    (ev.TimeTakenBack, _ALL, None),
    (ev.RightLost, (*_HANDS, Phase.RESULT), None),
    (ev.RightRestored, (*_HANDS, Phase.RESULT), None),
    (ev.FinePaid, (*_HANDS, Phase.RESULT), None),
    (ev.DecisionTaken, _ALL, None),
    (ev.DecisionUndone, _ALL, None),
    (ev.QuestionAsked, _ALL, None),
    (ev.QuestionAnswered, _ALL, None),
    (ev.GoalMoved, _ALL, None),
    (ev.MachineTimed, _ALL, None),
    (ev.ReleaseChanged, _ALL, None),
    (ev.JudgingChanged, _ALL, None),
    (ev.BoardNamed, _ALL, None),
    (ev.RulebookKept, _ALL, None),
    (ev.LeagueTold, _ALL, None),
    (ev.FaultRaised, _ALL, None),
    (ev.FaultRemedyChanged, _ALL, None),
    (ev.FaultDecided, _ALL, None),
    (ev.FaultReviewed, _ALL, None),
    (ev.ResultAmended, _ALL, None),
    (ev.ResultConfirmed, _ALL, None),
    (ev.PaymentsAmended, _ALL, None),
    (ev.FineAmended, _ALL, None),
    (ev.RiichiAmended, _ALL, None),
    (ev.RoundRenamed, _ALL, None),
    (ev.GameBeginAmended, _ALL, None),
)

_POSSIBLE: Final = {phase: frozenset(event for event, sources, _ in TRANSITIONS if phase in sources) for phase in Phase}


class PhaseMachine:
    """State machine of one table; ``phase`` is its current state."""

    phase: Phase

    def __init__(self, phase: Phase = Phase.WAITING_FOR_SET) -> None:
        """Start in a phase; a resumed table starts in the last phase of its journal."""
        self._machine: Any = Machine(
            self,
            states=Phase,
            initial=phase,
            transitions=[
                {"trigger": event.__name__, "source": list(sources), "dest": target or "="}
                for event, sources, target in TRANSITIONS
            ],
            auto_transitions=False,
            model_attribute="phase",
        )

    def stand_at(self, phase: Phase) -> None:
        """Set the phase without an event."""
        self._machine.set_state(phase, model=self)

    def allows(self, event: ev.Event) -> bool:
        """True if the event may happen in the present phase."""
        return may_happen(event, self.phase)

    def advance(self, event: ev.Event) -> Phase:
        """Return the phase after an event that ``allows``; raises transitions.MachineError for any other."""
        if isinstance(event, ev.DecisionUndone | ev.RoundReopened | ev.ResultAmended) and event.back_to:
            # The target is in the event: the phase before the decision, before the result, or before its payment.
            self.stand_at(Phase(event.back_to))
            return self.phase
        if _is_about_earlier(event):
            return self.phase
        self.trigger(type(event).__name__)  # type: ignore[attr-defined]  # given by transitions
        return self.phase


def may_happen(event: ev.Event, phase: Phase) -> bool:
    """True if the event may happen in a phase; an event about an earlier round or game may happen in any."""
    return _is_about_earlier(event) or type(event) in _POSSIBLE[phase]


def _is_about_earlier(event: ev.Event) -> bool:
    of_round = isinstance(event, ev.FinePaid | ev.RightLost | ev.RightRestored) and event.round
    return bool(of_round or (isinstance(event, ev.GameEnded) and event.game))
