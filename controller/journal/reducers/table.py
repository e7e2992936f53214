"""Reducers of events of the session, its games, settings and goals."""

from dataclasses import replace

from controller.journal import events as ev
from controller.journal.events import NOTHING
from controller.journal.game_clock import NOT_ENDED, GameClock
from controller.journal.ledger import books_of, with_books
from controller.journal.seating import SatFrom, seated_anew
from controller.journal.state import PastRound, RoundState, TableState
from controller.rulebooks.written import digest

_NOBODY = (False, False, False, False)


def session_opened(state: TableState, event: ev.SessionOpened) -> TableState:
    """Return the state of a new session; faults, release policy, judging settings and board are carried over."""
    return TableState(
        *(event.rulebook, event.profile, (SatFrom(names=event.names),)),
        faults=state.faults,
        release=state.release,
        automatic=state.automatic,
        confirmed=state.confirmed,
        board=state.board,
        board_set=state.board_set,
    )


def rulebook_kept(state: TableState, event: ev.RulebookKept) -> TableState:
    """Return the state with the digest of the rulebook's text."""
    return replace(state, book=digest(event.book))


def release_changed(state: TableState, event: ev.ReleaseChanged) -> TableState:
    """Return the state with another release policy of concealed hands."""
    return replace(state, release=event)


def judging_changed(state: TableState, event: ev.JudgingChanged) -> TableState:
    """Return the state with the venue's list of automatically upheld faults, or of confirmed readings of the rules."""
    if event.name is ev.JudgedBy.AUTOMATIC:
        return replace(state, automatic=event.codes)
    return replace(state, confirmed=event.codes)


def board_named(state: TableState, event: ev.BoardNamed) -> TableState:
    """Return the state with another board."""
    return replace(state, board=event.board, board_set=event.board if event.set else state.board_set)


def players_seated(state: TableState, event: ev.PlayersSeated) -> TableState:
    """Return the state with other players from the event's round on, and with the first dealer."""
    since = event.since or (0 if state.round is None else state.rounds)
    seatings = seated_anew(state.seatings, since, event.names, event.teams)
    return replace(state, seatings=seatings, first_dealer=event.first)


def game_started(state: TableState, event: ev.GameStarted) -> TableState:
    """Return the state of a new game with its starting points; the books of the previous game are stored."""
    games = (*state.games, books_of(state, state.game)) if state.game else state.games
    return replace(
        state,
        past=_past(state),
        games=games,
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
        clock=None,
        points_called=0,
        points_told=_NOBODY,
        end_took=NOT_ENDED,
        wrong_declared=_NOBODY,
        game_from=state.rounds,
    )


def round_started(state: TableState, event: ev.RoundStarted) -> TableState:
    """Return the state of a new round with nothing on the table."""
    started = RoundState(event.prevailing_wind, event.number, event.dealer, event.counters, turn=event.dealer)
    return replace(
        state,
        past=_past(state),
        rounds=state.rounds + 1,
        round=started,
        scores=event.scores,
        riichi_sticks=event.riichi_sticks,
        undo=None,
        questions=(),
    )


def game_ended(state: TableState, event: ev.GameEnded) -> TableState:
    """Return the state with the game over and its final points."""
    return with_books(state, books_of(state, event.game or state.game).ended(event.scores))


def last_round_called(state: TableState, event: ev.LastRoundCalled) -> TableState:
    """Return the state with the ordinal of the last round and why it is the last."""
    return replace(state, last=event.reason, last_round=state.rounds - (not event.begun))


def clock_moved(state: TableState, event: ev.ClockMoved) -> TableState:
    """Return the state with the clock as set by the event."""
    return replace(state, clock=GameClock(event.left_s, event.running, event.at))


def points_called(state: TableState, _event: ev.PointsCalled) -> TableState:
    """Return the state with the points asked for in the current round; nobody has stated them yet."""
    return replace(state, points_called=state.rounds, points_told=_NOBODY)


def machine_timed(state: TableState, _event: ev.MachineTimed) -> TableState:
    """Return the state unchanged: durations of the machine have no effect on the game."""
    return state


def time_taken_back(state: TableState, _event: ev.TimeTakenBack) -> TableState:
    """Return the state with no last round by the clock; a finished game is reopened with its points before the end."""
    return replace(with_books(state, books_of(state, state.game).reopened()), last=None, last_round=0)


def goal_moved(state: TableState, event: ev.GoalMoved) -> TableState:
    """Return the state with the latest step of the goal last requested from the table."""
    return replace(state, goal=event)


def _past(state: TableState) -> tuple[PastRound, ...]:
    """Return the past rounds, with the one in play added if it has a result or fines."""
    round_ = state.round
    if round_ is None or (round_.outcome is None and not round_.fines):
        return state.past
    # Sightings of hands are needed only while the round is played; afterwards the journal has them.
    return (*state.past, PastRound(state.rounds, state.game, replace(round_, looks=((),) * len(round_.looks))))
