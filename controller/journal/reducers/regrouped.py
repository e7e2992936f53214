"""Reducers that move rounds and their payments to another game than recorded, and that undo this."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from controller.journal import events as ev
from controller.journal.books import NO_PAYMENT, Booked, Books
from controller.journal.ledger import booked, books_of, move, round_at, rounds_of, with_books
from controller.journal.state import TableState


def game_begin_amended(state: TableState, event: ev.GameBeginAmended) -> TableState:
    """Return the state with the round's game split before it, or joined to the game before; both are reopened."""
    told = round_at(state, event.round)
    if told is None:
        return state
    begins = next(iter(rounds_of(state, told.game))).ordinal == event.round
    if begins is event.begins or (not event.begins and told.game == 1):
        return state
    return _divided(state, event, told.game) if event.begins else _joined(state, told.game)


def is_regrouped(before: TableState, state: TableState) -> bool:
    """True if rounds belong to other games than in ``before``."""
    return _games(before) != {each: game for each, game in _games(state).items() if each in _games(before)}


def grouped_as_before(state: TableState, before: TableState) -> TableState:
    """Return the games and books of ``before``; payments and sticks of the current round since then stay.

    If the round had its result then, only effects of the decision can have been recorded since.
    """
    assert state.round is not None
    assert before.round is not None
    old = before.round
    if old.outcome is not None:
        return replace(before, questions=state.questions, asked=state.asked, clock=state.clock, undo=None)
    now = replace(
        state.round,
        prevailing_wind=old.prevailing_wind,
        number=old.number,
        dealer=old.dealer,
        counters=old.counters,
        turn=old.turn if state.round.last is None else state.round.turn,
    )
    back = replace(before, round=now, questions=state.questions, asked=state.asked, clock=state.clock, undo=None)
    was, due = (booked(each, before.game, waits=False)[before.rounds] for each in (before, back))
    return move(back, before.game, due.plus(was, -1))


def _games(state: TableState) -> Mapping[int, int]:
    return {each.ordinal: each.game for each in state.past} | {state.rounds: state.game}


def _divided(state: TableState, event: ev.GameBeginAmended, game: int) -> TableState:
    paid = booked(state, game, waits=False)
    later = _sum({each: amount for each, amount in paid.items() if each >= event.round})
    whole = books_of(state, game).reopened()
    early = whole.plus(later, -1)
    late = Books(game + 1, event.scores, sum(event.scores), event.riichi_stick, first_dealer=whole.first_dealer)
    late = late.plus(later)
    if whole.last is not None and whole.last_round >= event.round:
        early, late = (
            replace(early, last=None, last_round=0),
            replace(late, last=whole.last, last_round=whole.last_round),
        )

    def number(ordinal: int, here: int) -> int:
        return here + 1 if here > game or (here == game and ordinal >= event.round) else here

    others = [replace(each, game=number(0, each.game)) for each in _books(state) if each.game != game]
    return _settled(_numbered(state, number, [*others, early, late]), {game: paid, game + 1: paid})


def _joined(state: TableState, game: int) -> TableState:
    paid = booked(state, game - 1, waits=False) | booked(state, game, waits=False)
    early, late = (books_of(state, each).reopened() for each in (game - 1, game))
    whole = early.plus(_sum(booked(state, game, waits=False)))
    whole = replace(whole, last=late.last, last_round=late.last_round, wrong_declared=late.wrong_declared)

    def number(_ordinal: int, here: int) -> int:
        return here - 1 if here >= game else here

    others = [replace(each, game=number(0, each.game)) for each in _books(state) if each.game not in (game - 1, game)]
    return _settled(_numbered(state, number, [*others, whole]), {game - 1: paid})


def _numbered(state: TableState, number: Callable[[int, int], int], every: list[Books]) -> TableState:
    """Return the state with its rounds numbered into games by ``number`` and ``every`` as the books of all games."""
    present = number(state.rounds, state.game)
    past = tuple(replace(each, game=number(each.ordinal, each.game)) for each in state.past)
    games = tuple(sorted((each for each in every if each.game != present), key=lambda each: each.game))
    (now,) = (each for each in every if each.game == present)
    begun = min([each.ordinal for each in past if each.game == present], default=state.rounds)
    state = replace(
        state,
        past=past,
        games=games,
        game=present,
        game_from=begun - 1,
        riichi_stick=now.riichi_stick,
        last=now.last,
        last_round=now.last_round,
        wrong_declared=now.wrong_declared,
    )
    return with_books(state, now)


def _settled(state: TableState, paid: Mapping[int, Mapping[int, Booked]]) -> TableState:
    """Return the state with results paid from these games' new pots; ``paid``: earlier payments by game and ordinal."""
    for game, before in paid.items():
        due = booked(state, game, waits=False)
        rest = _sum(due).plus(_sum({each: before[each] for each in due}), -1)
        state = with_books(state, books_of(state, game).plus(rest))
    return state


def _books(state: TableState) -> list[Books]:
    return [*state.games, books_of(state, state.game)]


def _sum(amounts: Mapping[int, Booked]) -> Booked:
    total = NO_PAYMENT
    for each in amounts.values():
        total = total.plus(each)
    return total
