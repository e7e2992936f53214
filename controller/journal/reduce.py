"""state + event -> state, by a literal table. Total: a fact that fits badly changes what it can and never raises."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from controller.journal import corrections, hands
from controller.journal import events as ev
from controller.journal.events import NOTHING
from controller.journal.state import (
    Discard,
    FaultState,
    Indicator,
    LastAct,
    Made,
    Outcome,
    RiichiStand,
    RiichiState,
    RoundState,
    TableState,
    Undo,
    is_claim,
)
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.seat import SEATS, Seat
from controller.scoring.score import Four


def reduce(state: TableState, event: ev.Event) -> TableState:
    """State after the event. Never raises for an event of the table."""
    return REDUCERS[type(event)](state, event)


def _session_opened(state: TableState, event: ev.SessionOpened) -> TableState:
    return TableState(event.rulebook, event.profile, event.names, faults=state.faults)


def _players_seated(state: TableState, event: ev.PlayersSeated) -> TableState:
    return replace(state, names=event.names, first_dealer=event.first)


def _game_started(state: TableState, event: ev.GameStarted) -> TableState:
    return replace(
        state,
        game=event.number,
        game_over=False,
        scores=event.scores,
        starting_sum=sum(event.scores),
        riichi_stick=event.riichi_stick,
        riichi_sticks=0,
        round=None,
        column=NOTHING,
        off_total=NOTHING,
        last=None,
        last_round=0,
    )


def _round_started(state: TableState, event: ev.RoundStarted) -> TableState:
    started = RoundState(event.prevailing_wind, event.number, event.dealer, event.counters, turn=event.dealer)
    return replace(
        state,
        rounds=state.rounds + 1,
        round=started,
        scores=event.scores,
        riichi_sticks=event.riichi_sticks,
        undo=None,
        questions=(),
    )


def _game_ended(state: TableState, event: ev.GameEnded) -> TableState:
    total = sum(event.scores) + sum(state.column)
    return replace(state, game_over=True, scores=event.scores, starting_sum=total, riichi_sticks=0)


def _set_pressed(now: RoundState, _event: ev.SetPressed) -> RoundState:
    return replace(now, set_pressed=True)


def _mixing(now: RoundState, _event: ev.MixingStarted) -> RoundState:
    return replace(now, mixing=True)


def _walls_raised(now: RoundState, _event: ev.WallsRaised) -> RoundState:
    return replace(now, walls_up=True)


def _dice_pressed(now: RoundState, _event: ev.DicePressed) -> RoundState:
    # Dice thrown before the walls stand are rolled again (npm art. 13 ha): they do not move the round on.
    return replace(now, dice_pressed=now.dice_pressed + now.walls_up, rolls_said=())


def _dice_rolled(now: RoundState, event: ev.DiceRolled) -> RoundState:
    said = tuple(roll for roll in now.rolls_said if roll < event.roll)
    said = (*said, event.roll) if event.by else said
    return replace(now, rolls=(*now.rolls[: event.roll - 1], event.pips), rolls_said=said)


def _wall_broken(now: RoundState, event: ev.WallBroken) -> RoundState:
    return replace(now, broken=event.seen)


def _dora_shown(now: RoundState, event: ev.DoraShown) -> RoundState:
    return replace(now, dora=(*now.dora, Indicator(event.tile, event.seen)))


def _ura_shown(now: RoundState, event: ev.UraShown) -> RoundState:
    dora = tuple(replace(shown, ura=event.tile) if shown.place == event.place else shown for shown in now.dora)
    return replace(now, dora=dora)


def _hands_dealt(now: RoundState, _event: ev.HandsDealt) -> RoundState:
    return replace(now, dealt=True)


def _discarded(now: RoundState, event: ev.Discarded) -> RoundState:
    stands = now.riichi
    if now.last is not None and now.last.meld is not None:
        # A kong that could be robbed ends ippatsu only once it was not.
        stands = _without_ippatsu(stands)
    return replace(
        now,
        discards=(*now.discards, Discard(event.seat, event.tile, event.sideways)),
        live_draws=now.live_draws + (not now.drawn),
        drawn=False,
        last=LastAct(event.seat),
        # After a discard out of turn it is still the turn of whom it was.
        turn=event.seat.turn(1) if event.seat is now.turn else now.turn,
        riichi=_put(stands, event.seat, replace(stands[event.seat], ippatsu=False)),
    )


def _riichi_declared(now: RoundState, event: ev.RiichiDeclared) -> RoundState:
    own = _own(now, event.seat)
    # The declaration may be known only after its tile was called.
    called_before = any(made.discards <= own[-1] for made in now.made) if own else now.calls > 0
    declared = RiichiState(RiichiStand.DECLARED, double=len(own) <= 1 and not called_before)
    return replace(now, riichi=_put(now.riichi, event.seat, declared))


def _riichi_accepted(state: TableState, event: ev.RiichiAccepted) -> TableState:
    now = state.round
    if now is None:
        return state
    own = _own(now, event.seat)
    passed = not own or now.discards[own[-1]].called_by is None
    accepted = replace(now.riichi[event.seat], stand=RiichiStand.ACCEPTED, ippatsu=passed)
    paid = tuple(
        score - state.riichi_stick * (seat is event.seat) for seat, score in zip(SEATS, state.scores, strict=True)
    )
    return replace(
        state,
        scores=_four(paid),
        riichi_sticks=state.riichi_sticks + 1,
        round=replace(now, riichi=_put(now.riichi, event.seat, accepted)),
    )


def _own(now: RoundState, seat: Seat) -> list[int]:
    """Places of a seat's discards."""
    return [place for place, discard in enumerate(now.discards) if discard.seat is seat]


def _riichi_cancelled(state: TableState, event: ev.RiichiCancelled) -> TableState:
    now = state.round
    if now is None:
        return state
    paid = now.riichi[event.seat].stand is RiichiStand.ACCEPTED and state.riichi_sticks > 0
    back = tuple(
        score + state.riichi_stick * (paid and seat is event.seat)
        for seat, score in zip(SEATS, state.scores, strict=True)
    )
    cancelled = replace(now, riichi=_put(now.riichi, event.seat, RiichiState()))
    return replace(state, scores=_four(back), riichi_sticks=state.riichi_sticks - paid, round=cancelled)


def _called(now: RoundState, event: ev.Called) -> RoundState:
    claim = is_claim(event.meld.kind)
    return replace(
        now,
        discards=_claimed(now.discards, event) if claim else now.discards,
        melds=_put(now.melds, event.seat, _with_meld(now.melds[event.seat], event.meld)),
        riichi=_without_ippatsu(now.riichi) if claim else now.riichi,
        calls=now.calls + 1,
        live_draws=now.live_draws + (not claim and not now.drawn),
        drawn=True,
        last=LastAct(event.seat, event.meld.kind),
        turn=event.seat,
        made=(*now.made, Made(event.seat, event.meld, len(now.discards))),
    )


def _claimed(discards: tuple[Discard, ...], event: ev.Called) -> tuple[Discard, ...]:
    """The newest discard of the seat that the meld points to, taken by the caller."""
    source = None if event.meld.source is None else event.seat.turn(event.meld.source.value)
    source = event.taken_from if event.taken_from is not None else source
    for place in range(len(discards) - 1, -1, -1):
        discard = discards[place]
        if discard.called_by is None and source in (None, discard.seat):
            return (*discards[:place], replace(discard, called_by=event.seat), *discards[place + 1 :])
    return discards


def _without_ippatsu(stands: tuple[RiichiState, ...]) -> tuple[RiichiState, ...]:
    return tuple(replace(stand, ippatsu=False) for stand in stands)


def _with_meld(row: tuple[Meld, ...], meld: Meld) -> tuple[Meld, ...]:
    if meld.kind is MeldKind.KAN_ADDED:
        for place, old in enumerate(row):
            if old.kind is MeldKind.PON and old.first_kind == meld.first_kind:
                return (*row[:place], meld, *row[place + 1 :])
    return (*row, meld)


def _round_won(now: RoundState, event: ev.RoundWon) -> RoundState:
    payments = _four(tuple(sum(won.score.payments[seat] for won in event.wins) for seat in SEATS))
    return replace(now, outcome=Outcome(event.wins, None, (), payments, by=event.by))


def _round_drawn(now: RoundState, event: ev.RoundDrawn) -> RoundState:
    outcome = Outcome(
        (),
        event.kind,
        event.tenpai,
        event.payments,
        seats=event.seats,
        riichi_sticks=event.riichi_sticks,
        column=event.column,
        off_total=event.off_total,
        after=event.after,
        by=event.by,
    )
    return replace(now, outcome=outcome)


def _settlement_confirmed(state: TableState, event: ev.SettlementConfirmed) -> TableState:
    now = state.round
    if now is not None and now.outcome is not None:
        now = replace(now, outcome=replace(now.outcome, confirmed=True, payments=event.deltas))
    paid = tuple(score + delta for score, delta in zip(state.scores, event.deltas, strict=True))
    return replace(
        state,
        scores=_four(paid),
        riichi_sticks=event.riichi_sticks,
        round=now,
        column=_sum(state.column, event.column),
        off_total=_sum(state.off_total, event.off_total),
    )


def _fault_raised(state: TableState, event: ev.FaultRaised) -> TableState:
    discards = 0 if state.round is None else len(state.round.discards)
    standing = FaultState(event.fault, state.rounds, event.at, event.evidence, discards=discards)
    return replace(state, faults=(*state.faults, standing))


def _fault_remedy_changed(state: TableState, event: ev.FaultRemedyChanged) -> TableState:
    def changed(standing: FaultState) -> FaultState:
        return replace(standing, fault=replace(standing.fault, remedy=event.remedy))

    return _each_fault(state, event.fault, changed)


def _fault_decided(state: TableState, event: ev.FaultDecided) -> TableState:
    def decided(standing: FaultState) -> FaultState:
        return replace(standing, decision=event.decision, by=event.by, decided_at=event.at, penalty=event.penalty)

    return _each_fault(state, event.fault, decided)


def _right_lost(now: RoundState, event: ev.RightLost) -> RoundState:
    return replace(now, lost_right=_put(now.lost_right, event.seat, True))


def _fine_paid(state: TableState, event: ev.FinePaid) -> TableState:
    fine = tuple(-event.points * (seat is event.seat) for seat in SEATS)
    return replace(
        state, scores=_sum(state.scores, _four(fine)), riichi_sticks=state.riichi_sticks + event.riichi_sticks
    )


def _last_round_called(state: TableState, event: ev.LastRoundCalled) -> TableState:
    return replace(state, last=event.reason, last_round=state.rounds - (not event.begun))


def _decision_taken(state: TableState, event: ev.DecisionTaken) -> TableState:
    return replace(state, undo=Undo(replace(state, undo=None), event.at, event.by, event.what, event.subject))


def _decision_undone(state: TableState, _event: ev.DecisionUndone) -> TableState:
    if state.undo is None:
        return state
    before = replace(state.undo.before, goal=state.goal)
    known = {standing.fault.id for standing in before.faults}
    since = tuple(standing for standing in state.faults if standing.fault.id not in known)
    asked = state.questions[len(before.questions) :]
    return replace(before, faults=(*before.faults, *since), questions=(*before.questions, *asked), asked=state.asked)


def _goal_moved(state: TableState, event: ev.GoalMoved) -> TableState:
    return replace(state, goal=event)


def _each_fault(state: TableState, fault: str, change: Callable[[FaultState], FaultState]) -> TableState:
    return replace(
        state, faults=tuple(change(standing) if standing.fault.id == fault else standing for standing in state.faults)
    )


def _in_round(change: Callable[[RoundState, Any], RoundState]) -> Callable[[TableState, Any], TableState]:
    def whole(state: TableState, event: Any) -> TableState:
        return state if state.round is None else replace(state, round=change(state.round, event))

    return whole


def _put(row: tuple[Any, ...], seat: Seat, value: object) -> tuple[Any, ...]:
    return (*row[:seat], value, *row[seat + 1 :])


def _four(row: tuple[int, ...]) -> tuple[int, int, int, int]:
    a, b, c, d = row
    return a, b, c, d


def _sum(one: Four, other: Four) -> Four:
    return _four(tuple(had + more for had, more in zip(one, other, strict=True)))


REDUCERS: Mapping[type[ev.Event], Callable[[TableState, Any], TableState]] = MappingProxyType(
    {
        ev.SessionOpened: _session_opened,
        ev.PlayersSeated: _players_seated,
        ev.GameStarted: _game_started,
        ev.RoundStarted: _round_started,
        ev.SetPressed: _in_round(_set_pressed),
        ev.MixingStarted: _in_round(_mixing),
        ev.WallsRaised: _in_round(_walls_raised),
        ev.DicePressed: _in_round(_dice_pressed),
        ev.DiceRolled: _in_round(_dice_rolled),
        ev.WallBroken: _in_round(_wall_broken),
        ev.DoraShown: _in_round(_dora_shown),
        ev.UraShown: _in_round(_ura_shown),
        ev.HandsDealt: _in_round(_hands_dealt),
        ev.Discarded: _in_round(_discarded),
        ev.DiscardCorrected: _in_round(corrections.discard),
        ev.IndicatorCorrected: _in_round(corrections.indicator),
        ev.RiichiDeclared: _in_round(_riichi_declared),
        ev.RiichiAccepted: _riichi_accepted,
        ev.RiichiCancelled: _riichi_cancelled,
        ev.Called: _in_round(_called),
        ev.HandRevealed: _in_round(corrections.hand),
        ev.HandSeen: _in_round(hands.seen),
        ev.RoundWon: _in_round(_round_won),
        ev.RoundDrawn: _in_round(_round_drawn),
        ev.RoundReopened: _in_round(corrections.reopened),
        ev.PointsStated: _in_round(corrections.stated),
        ev.SettlementConfirmed: _settlement_confirmed,
        ev.GameEnded: _game_ended,
        ev.FaultRaised: _fault_raised,
        ev.FaultRemedyChanged: _fault_remedy_changed,
        ev.FaultDecided: _fault_decided,
        ev.RightLost: _in_round(_right_lost),
        ev.FinePaid: _fine_paid,
        ev.LastRoundCalled: _last_round_called,
        ev.DecisionTaken: _decision_taken,
        ev.DecisionUndone: _decision_undone,
        ev.GoalMoved: _goal_moved,
        ev.QuestionAsked: corrections.asked,
        ev.QuestionAnswered: corrections.answered,
    }
)
