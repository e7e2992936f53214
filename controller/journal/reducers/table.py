"""What events of the sitting, its games and its goals do to the state."""

from dataclasses import replace

from controller.journal import events as ev
from controller.journal.events import NOTHING
from controller.journal.state import RoundState, TableState


def session_opened(state: TableState, event: ev.SessionOpened) -> TableState:
    """A new sitting; faults of the table stay."""
    return TableState(event.rulebook, event.profile, event.names, faults=state.faults)


def players_seated(state: TableState, event: ev.PlayersSeated) -> TableState:
    """Other players at the seats, and who deals first."""
    return replace(state, names=event.names, first_dealer=event.first)


def game_started(state: TableState, event: ev.GameStarted) -> TableState:
    """A new game with its starting points."""
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


def round_started(state: TableState, event: ev.RoundStarted) -> TableState:
    """A new round with nothing on the table."""
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


def game_ended(state: TableState, event: ev.GameEnded) -> TableState:
    """The game over with its last points."""
    total = sum(event.scores) + sum(state.column)
    return replace(state, game_over=True, scores=event.scores, starting_sum=total, riichi_sticks=0)


def last_round_called(state: TableState, event: ev.LastRoundCalled) -> TableState:
    """Which round is the last, and why."""
    return replace(state, last=event.reason, last_round=state.rounds - (not event.begun))


def goal_moved(state: TableState, event: ev.GoalMoved) -> TableState:
    """What the table was last asked for, and how far that has come."""
    return replace(state, goal=event)
