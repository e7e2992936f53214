"""First round, settlement, next round and end of the game, in the order that the rulebook requires."""

from collections.abc import Iterator
from dataclasses import replace

from controller.errors import HandError
from controller.journal import events as ev
from controller.journal.ledger import books_of, course, rests_on_unseen, result_of, round_at, rounds_of, unseen_ends
from controller.journal.reduce import reduce
from controller.journal.state import PastRound, RoundState, TableState
from controller.referee.following import following
from controller.referee.rulings import scores_at_the_end, wrong_declarers
from controller.riichi.seat import Seat, Wind
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.game.flow import Following, Round
from controller.table.follow.open_ends import open_place


def first_round(rulebook: Rulebook, game: int, stamp: ev.Stamp, dealer: Seat = Seat.A) -> Iterator[ev.Event]:
    """Begin a game and its first round, which ``dealer`` deals."""
    start = rulebook.settlement.start_points.value
    scores = (start, start, start, start)
    yield ev.GameStarted(**stamp, number=game, scores=scores, riichi_stick=rulebook.scoring.riichi_stick.value)
    yield ev.RoundStarted(
        **stamp, prevailing_wind=Wind.EAST, number=1, dealer=dealer, counters=0, riichi_sticks=0, scores=scores
    )


def settle(
    state: TableState, rulebook: Rulebook, by: str, stamp: ev.Stamp, ordinal: int = 0, *, dealer_stops: bool = False
) -> Iterator[ev.Event]:
    """Pay a round's waiting result, and end the game if no round follows; nothing without a waiting result.

    ``ordinal``: of a round before the one in play, 0 for that one. ``dealer_stops``: the dealer ends the game with it,
    see ``dealer_may_stop``.
    """
    told = round_at(state, ordinal or state.rounds)
    if told is None or not told.round.pending:
        return
    due, books = result_of(state, told.ordinal), books_of(state, told.game)
    left = books.reopened().riichi_sticks + due.pot
    if told.ordinal == state.rounds:
        settled: ev.Event = ev.SettlementConfirmed(
            **stamp, deltas=due.deltas, riichi_sticks=left, by=by, column=due.column, off_total=due.off_total
        )
    else:
        settled = ev.ResultConfirmed(
            **stamp,
            round=told.ordinal,
            deltas=due.deltas,
            riichi_sticks=left,
            by=by,
            column=due.column,
            off_total=due.off_total,
        )
    yield settled
    yield from close_game(reduce(state, settled), rulebook, told.game, stamp, anew=books.game_over or dealer_stops)


def close_game(
    state: TableState, rulebook: Rulebook, game: int, stamp: ev.Stamp, anew: bool = False
) -> Iterator[ev.Event]:
    """End a game whose rounds are all paid and whose last round is followed by none.

    ``anew``: skip these conditions, because the game was over before or is ended in any case.
    """
    books, played = books_of(state, game), tuple(rounds_of(state, game))
    if books.game_over or not played:
        return
    if not anew:
        last = played[-1]
        if any(each.round.pending for each in played) or last.round.outcome is None:
            return
        if game == state.game and not is_last(state, last, rulebook):
            return
    final = scores_at_the_end(books, rulebook, wrong_declarers(books))
    yield ev.GameEnded(**stamp, scores=final, game=0 if game == state.game else game)


def dealer_may_stop(state: TableState, rulebook: Rulebook) -> bool:
    """True if the dealer may end the game with the round that waits for its settlement, or was settled last."""
    told = round_at(state, state.rounds)
    if told is None or told.round.outcome is None or state.game_over:
        return False
    try:
        then = _following(state, told, rulebook, dealer_stops=True)
    except HandError:
        return False
    return then is not None and then.round is None


def end_game(state: TableState, rulebook: Rulebook, stamp: ev.Stamp) -> Iterator[ev.Event]:
    """End a game whose last round is settled; nothing if it is already over."""
    yield from close_game(state, rulebook, state.game, stamp, anew=True)


def next_round(state: TableState, rulebook: Rulebook, stamp: ev.Stamp) -> Iterator[ev.Event]:
    """Begin the next round, in a new game if the current round was the last; nothing before the result.

    An unconfirmed result counts: its payment waits while play continues.
    """
    round_ = state.round
    if state.game_over:
        yield from first_round(rulebook, state.game + 1, stamp, state.first_dealer)
        return
    if round_ is None or round_.outcome is None:
        return
    told = PastRound(state.rounds, state.game, round_)
    place = open_place(state, rulebook) if unseen_ends(state) or round_.unseen else None
    if is_last(state, told, rulebook) if place is None else place.game != state.game:
        yield from first_round(rulebook, state.game + 1, stamp, state.first_dealer)
        return
    then = following_round(state, told, rulebook) if place is None else place.round
    yield ev.RoundStarted(
        **stamp,
        prevailing_wind=then.prevailing_wind,
        number=then.dealer.turn(-state.first_dealer) + 1,
        dealer=then.dealer,
        counters=then.counters,
        riichi_sticks=state.riichi_sticks,
        scores=state.scores,
    )
    replayed = place is None and _following(state, told, rulebook) is None
    if replayed and state.last is not None and state.rounds == state.last_round:
        # A void round does not count as played, so the last round is still to come.
        yield ev.LastRoundCalled(**stamp, reason=state.last, begun=True)


def is_last(state: TableState, told: PastRound, rulebook: Rulebook) -> bool:
    """True if no round follows this one in its game."""
    if told.round.outcome is None:
        return False
    then = _following(state, told, rulebook)
    if then is None:
        books = books_of(state, told.game)
        return books.last is not None and told.ordinal > books.last_round
    return then.round is None


def following_round(state: TableState, told: PastRound, rulebook: Rulebook) -> Round:
    """Return the round that follows by its result, ``dealer`` by seats of the table.

    A void round is followed by the one that was due before it: a round that follows from rounds of the wrong dealer is
    itself not due once those are void (npm art. 14).
    """
    round_ = told.round
    then = None if round_.outcome is None else _following(state, told, rulebook)
    if then is not None and then.round is not None:
        return replace(then.round, dealer=then.round.dealer.turn(books_of(state, told.game).first_dealer))
    before = None if then is not None or round_.outcome is None else _before(state, told)
    if before is not None and not is_last(state, before, rulebook):
        return replace(following_round(state, before, rulebook), riichi_sticks=state.riichi_sticks)
    return Round(round_.prevailing_wind, round_.dealer, round_.counters, state.riichi_sticks)


def _before(state: TableState, told: PastRound) -> PastRound | None:
    """Return the previous round of its game; None before the first, and after an unseen end."""
    earlier = [each for each in rounds_of(state, told.game) if each.ordinal < told.ordinal]
    if not earlier or earlier[-1].round.outcome is None or any(each.unseen for each in (told.round, earlier[-1].round)):
        return None
    return None if rests_on_unseen(state, told.ordinal) else earlier[-1]


def is_misnamed(state: TableState, ordinal: int, rulebook: Rulebook) -> bool:
    """True if that round or an earlier one does not follow from the result that a person entered for the round before.

    Such a round was named by a guess, as after an unseen end. It does not count if a person has entered its own result
    as well, and so has checked it.
    """
    for told in state.past:
        outcome, since = told.round.outcome, round_at(state, told.ordinal + 1)
        if told.ordinal >= ordinal or since is None or outcome is None or not outcome.by:
            continue
        if since.round.outcome is not None and since.round.outcome.by:
            continue
        over = is_last(state, told, rulebook)
        played, due = since.round, following_round(state, told, rulebook)
        named = played.prevailing_wind, played.dealer, played.counters
        if over is (since.game == told.game) or (not over and named != (due.prevailing_wind, due.dealer, due.counters)):
            return True
    return False


def same_round(state: TableState, round_: RoundState, stamp: ev.Stamp) -> ev.RoundStarted:
    """Return the start of the same round over again, after a void round or when the walls are rebuilt."""
    return ev.RoundStarted(
        **stamp,
        prevailing_wind=round_.prevailing_wind,
        number=round_.number,
        dealer=round_.dealer,
        counters=round_.counters,
        riichi_sticks=state.riichi_sticks,
        scores=state.scores,
    )


def renamed(
    state: TableState,
    name: Round,
    stamp: ev.Stamp,
    ordinal: int = 0,
    *,
    counters_seen: bool = False,
    wind_seen: bool = False,
    sticks_seen: int | None = None,
) -> ev.RoundRenamed:
    """Return the event that gives a round the name ``name``, by seats of the table.

    ``ordinal``: of an earlier round, 0 for the one in play. What was seen of the round: as in the event.
    """
    return ev.RoundRenamed(
        **stamp,
        prevailing_wind=name.prevailing_wind,
        number=name.dealer.turn(-state.first_dealer) + 1,
        dealer=name.dealer,
        counters=name.counters,
        round=ordinal,
        counters_seen=counters_seen,
        wind_seen=wind_seen,
        sticks_seen=sticks_seen,
    )


def awaits_replay(state: TableState, rulebook: Rulebook) -> bool:
    """True if the round that was just paid is to be played again."""
    told = round_at(state, state.rounds)
    if told is None or told.round.outcome is None:
        return False
    return _following(state, told, rulebook) is None


def _following(state: TableState, told: PastRound, rulebook: Rulebook, dealer_stops: bool = False) -> Following | None:
    """Return what follows by the book, waiting results counted as paid; None if the round is to be played again.

    The result uses seats of the game, with the first dealer at A.
    """
    books = next(each.after for each in course(state, told.game) if each.told.ordinal == told.ordinal)
    return following(told, books.reopened(), rulebook, dealer_stops)
