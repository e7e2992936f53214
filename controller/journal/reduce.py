"""Reducer: state + event -> new state, by a literal table. Contradictory events change what they can, never raise."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from controller.journal import events as ev
from controller.journal.chain import Record, verify
from controller.journal.reducers import ending, late, playing, referee, regrouped, setting_up, table, taken_back
from controller.journal.state import NOTHING_YET, RoundState, TableState


def reduce(state: TableState, event: ev.Event) -> TableState:
    """Return the state after the event. Never raises for an event of the table."""
    return REDUCERS[type(event)](state, event)


def _in_round(change: Callable[[RoundState, Any], RoundState]) -> Callable[[TableState, Any], TableState]:
    """Lift a change of the round to a change of the whole state; no change if no round is in play."""

    def whole(state: TableState, event: Any) -> TableState:
        return state if state.round is None else replace(state, round=change(state.round, event))

    return whole


REDUCERS: Mapping[type[ev.Event], Callable[[TableState, Any], TableState]] = MappingProxyType(
    {
        ev.SessionOpened: table.session_opened,
        ev.PlayersSeated: table.players_seated,
        ev.GameStarted: table.game_started,
        ev.RoundStarted: table.round_started,
        ev.SetPressed: _in_round(setting_up.set_pressed),
        ev.MixingStarted: _in_round(setting_up.mixing_started),
        ev.WallsRaised: _in_round(setting_up.walls_raised),
        ev.DicePressed: _in_round(setting_up.dice_pressed),
        ev.DiceRolled: _in_round(setting_up.dice_rolled),
        ev.WallBroken: _in_round(setting_up.wall_broken),
        ev.DoraShown: _in_round(setting_up.dora_shown),
        ev.UraShown: _in_round(setting_up.ura_shown),
        ev.HandsDealt: _in_round(setting_up.hands_dealt),
        ev.Discarded: _in_round(playing.discarded),
        ev.DiscardCorrected: _in_round(referee.discard_corrected),
        ev.IndicatorCorrected: _in_round(referee.indicator_corrected),
        ev.RiichiDeclared: _in_round(playing.riichi_declared),
        ev.RiichiAccepted: playing.riichi_accepted,
        ev.RiichiCancelled: playing.riichi_cancelled,
        ev.Called: _in_round(playing.called),
        ev.CallUndone: _in_round(taken_back.call_undone),
        ev.HandRevealed: _in_round(ending.hand_revealed),
        ev.HandTakenUp: _in_round(taken_back.hand_taken_up),
        ev.VoicesStated: _in_round(ending.voices_stated),
        ev.HandSeen: _in_round(playing.hand_seen),
        ev.PlayUnseen: _in_round(playing.play_unseen),
        ev.RoundWon: ending.round_ended,
        ev.RoundDrawn: ending.round_ended,
        ev.RoundReopened: _in_round(ending.round_reopened),
        ev.PointsStated: ending.points_stated,
        ev.SettlementConfirmed: ending.settlement_confirmed,
        ev.GameEnded: table.game_ended,
        ev.FaultRaised: referee.fault_raised,
        ev.FaultRemedyChanged: referee.fault_remedy_changed,
        ev.FaultDecided: referee.fault_decided,
        ev.FaultReviewed: referee.fault_decided,
        ev.RightLost: referee.right_lost,
        ev.DeclaredWrong: referee.declared_wrong,
        ev.RightRestored: referee.right_restored,
        ev.FinePaid: referee.fine_paid,
        ev.LastRoundCalled: table.last_round_called,
        ev.ClockMoved: table.clock_moved,
        ev.PointsCalled: table.points_called,
        ev.TimeTakenBack: table.time_taken_back,
        ev.DecisionTaken: referee.decision_taken,
        ev.DecisionUndone: referee.decision_undone,
        ev.GoalMoved: table.goal_moved,
        ev.MachineTimed: table.machine_timed,
        ev.ReleaseChanged: table.release_changed,
        ev.JudgingChanged: table.judging_changed,
        ev.BoardNamed: table.board_named,
        ev.RulebookKept: table.rulebook_kept,
        ev.QuestionAsked: referee.question_asked,
        ev.QuestionAnswered: referee.question_answered,
        ev.ResultAmended: late.result_amended,
        ev.ResultConfirmed: late.result_confirmed,
        ev.PaymentsAmended: late.payments_amended,
        ev.FineAmended: late.fine_amended,
        ev.RiichiAmended: late.riichi_amended,
        ev.RoundRenamed: late.round_renamed,
        ev.GameBeginAmended: regrouped.game_begin_amended,
        # Facts of a league belong to its own journal and change nothing at a table.
        ev.LeagueTold: lambda state, _: state,
    }
)


@dataclass(frozen=True, slots=True)
class Replay:
    """Result of a replay: state, its last record (None: no record yet), and the highest evidence id so far.

    ``start``: state before the current round; ``facts``: events of the round, its start first. ``book``: text of the
    rulebook in use; "" in a journal without one.
    """

    state: TableState
    last: Record | None
    last_evidence: int
    start: TableState = NOTHING_YET
    facts: tuple[ev.Event, ...] = ()
    book: str = ""

    def followed(self, record: Record, state: TableState) -> "Replay":
        """Return the replay after one more record, which produced ``state``."""
        event = record.event
        begins = isinstance(event, ev.RoundStarted)
        return Replay(
            state,
            record,
            max((self.last_evidence, *event.evidence)),
            self.state if begins else self.start,
            (event,) if begins else (*self.facts, event),
            event.book if isinstance(event, ev.RulebookKept) else self.book,
        )


UNTOUCHED: Final = Replay(NOTHING_YET, None, 0)
"""Replay before the first record."""


def replay(
    records: Iterable[Record],
    begun: Replay = UNTOUCHED,
    seen: Callable[[Record, TableState], None] = lambda _, __: None,
) -> Replay:
    """Fold verified records into a state; raises JournalError at the first record that does not match the chain.

    ``begun``: replay of the records before these. ``seen``: called with each record and the state after it.
    """
    for record in verify(records, begun.last):
        begun = begun.followed(record, reduce(begun.state, record.event))
        seen(record, begun.state)
    return begun
