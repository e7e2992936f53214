"""Payments of all rounds of a session: unconfirmed results, their payments, and the books of every game."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from types import MappingProxyType
from zlib import crc32

from controller.journal.books import NO_PAYMENT, Booked, Books
from controller.journal.events import DrawKind
from controller.journal.seating import SatFrom, seated_at
from controller.journal.state import Outcome, PastRound, RiichiStand, RoundState, TableState
from controller.memo import once_each
from controller.riichi.seat import SEATS
from controller.scoring.payment_lines import four


def books_of(state: TableState, game: int) -> Books:
    """Return the books of a game; of the present game if none is stored under that number."""
    kept = next((books for books in state.games if books.game == game and game != state.game), None)
    if kept is not None:
        return kept
    return Books(
        state.game,
        state.scores,
        state.starting_sum,
        state.riichi_stick,
        state.riichi_sticks,
        state.column,
        state.off_total,
        state.game_over,
        state.last,
        state.last_round,
        state.end_took,
        state.wrong_declared,
        state.first_dealer,
    )


def with_books(state: TableState, books: Books) -> TableState:
    """Return the state with ``books`` in place of that game's books."""
    if books.game != state.game:
        return replace(state, games=tuple(books if each.game == books.game else each for each in state.games))
    return replace(
        state,
        scores=books.scores,
        starting_sum=books.starting_sum,
        riichi_sticks=books.riichi_sticks,
        column=books.column,
        off_total=books.off_total,
        game_over=books.game_over,
        end_took=books.end_took,
    )


def round_at(state: TableState, ordinal: int) -> PastRound | None:
    """Return the round with that ordinal, including the current one; None if it is not stored."""
    if state.round is not None and ordinal == state.rounds:
        return PastRound(ordinal, state.game, state.round)
    return next((each for each in reversed(state.past) if each.ordinal == ordinal), None)


def rounds_of(state: TableState, game: int) -> Iterator[PastRound]:
    """Yield the rounds of a game in order, including the one in play."""
    yield from (each for each in state.past if each.game == game)
    if state.round is not None and game == state.game:
        yield PastRound(state.rounds, state.game, state.round)


def who_sat(state: TableState, game: int) -> Iterator[tuple[PastRound, SatFrom]]:
    """Yield the rounds of a game in order, each with the players and teams at seats A-D after all later corrections."""
    for told in rounds_of(state, game):
        yield told, seated_at(state.seatings, told.ordinal)


def with_round(state: TableState, ordinal: int, change: Callable[[RoundState], RoundState]) -> TableState:
    """Return the state with that round changed; unchanged if the round is not stored."""
    if state.round is not None and ordinal == state.rounds:
        return replace(state, round=change(state.round))
    return replace(
        state,
        past=tuple(replace(each, round=change(each.round)) if each.ordinal == ordinal else each for each in state.past),
    )


def pending(state: TableState) -> tuple[PastRound, ...]:
    """Return the earlier rounds whose results are unconfirmed, in order."""
    return tuple(each for each in state.past if each.round.pending)


def unseen_ends(state: TableState) -> tuple[PastRound, ...]:
    """Return the earlier rounds whose end was not observed and has not been entered."""
    return tuple(each for each in state.past if each.round.unseen)


def rests_on_unseen(state: TableState, ordinal: int) -> bool:
    """True if an earlier round's end is unknown and not entered, so that the names of later rounds are guesses."""
    return any(each.ordinal < ordinal for each in unseen_ends(state))


def is_paid_later(state: TableState, ordinal: int) -> bool:
    """True if a ruling on that round comes after its payment, or after another round has begun."""
    told = round_at(state, ordinal)
    return told is not None and (ordinal != state.rounds or was_paid(told.round))


def was_paid(round_: RoundState) -> bool:
    """True if the round's result has been confirmed, or replaces a confirmed one."""
    return round_.outcome is not None and (round_.outcome.confirmed or round_.outcome.replaces is not None)


def results_of(state: TableState, game: int) -> Iterator[tuple[PastRound, Booked]]:
    """Yield the rounds of a game in order, each with the payments of its result under all present rulings.

    The seat that takes the pot gets the riichi sticks and fines left there by earlier rounds, under the present
    rulings.
    """
    for told, _, result in _reckoned(state, game):
        yield told, result


def result_of(state: TableState, ordinal: int) -> Booked:
    """Return the payments of a round's result under all present rulings; NO_PAYMENT if it has no result."""
    told = round_at(state, ordinal)
    rounds = () if told is None else results_of(state, told.game)
    return next((result for each, result in rounds if each.ordinal == ordinal), NO_PAYMENT)


@once_each
def booked(state: TableState, game: int, *, waits: bool) -> MappingProxyType[int, Booked]:
    """Return what each round has moved: riichi sticks, fines and result; an unconfirmed result only if ``waits``."""
    moved = {}
    for told, result in results_of(state, game):
        round_ = told.round
        riichi = four(-state.riichi_stick * (each.stand is RiichiStand.ACCEPTED) for each in round_.riichi)
        paid = Booked(riichi, sum(each < 0 for each in riichi))
        for fine in round_.fines:
            paid = paid.plus(fine.booked) if fine.stands else paid
        moved[told.ordinal] = paid.plus(NO_PAYMENT if round_.pending and not waits else result)
    return MappingProxyType(moved)


def pot_at(state: TableState, ordinal: int) -> int:
    """Return the sticks in the pot at a round's result, left by all rounds up to it under the present rulings."""
    told = round_at(state, ordinal)
    if told is None:
        return 0
    return next(pot for each, pot, _ in _reckoned(state, told.game) if each.ordinal == ordinal)


@dataclass(frozen=True, slots=True)
class RoundBooks:
    """Books before and after one round of a game, with every unconfirmed result counted as paid.

    ``after`` of the last round of a finished game: the final books. ``waits``, ``waits_before``: some result counted in
    ``after`` or ``before`` is unconfirmed. ``held``: sticks missing from the pot and from all scores in ``after``, laid
    in rounds whose end was not observed.
    """

    told: PastRound
    before: Books
    after: Books
    waits_before: bool
    waits: bool
    held: int


@once_each
def course(state: TableState, game: int) -> tuple[RoundBooks, ...]:
    """Return the rounds of a game in order, including the current one, under all present rulings."""
    books, settled = books_of(state, game), booked(state, game, waits=False)
    due, rounds = booked(state, game, waits=True), tuple(rounds_of(state, game))
    before, waits, held = books.reopened(), False, 0
    for paid in settled.values():
        before = before.plus(paid, -1)
    found = list[RoundBooks]()
    for told in rounds:
        waited, waits = waits, waits or told.round.pending
        after = before.plus(due[told.ordinal])
        if told.round.unseen:
            held += before.riichi_sticks + told.round.laid - after.riichi_sticks
        ended = told is rounds[-1] and books.game_over and not waits
        found.append(RoundBooks(told, before, books if ended else after, waited, waits, held))
        before = after
    return tuple(found)


def shown(state: TableState) -> tuple[Books, bool]:
    """Return the present game's books with unconfirmed results counted as paid, and True if there are any."""
    books, waits = books_of(state, state.game), False
    for each in course(state, state.game):
        books, waits = each.after, each.waits
    return books, waits


def points_mark(state: TableState) -> int:
    """Return a checksum that changes whenever points of any game of the session or an unconfirmed result change."""
    waiting = [(each.ordinal, result_of(state, each.ordinal).deltas) for each in pending(state)]
    return crc32(repr(([books.scores for books in state.games], state.scores, waiting)).encode())


def standing(state: TableState) -> Books:
    """Return the books of the present game as if every earlier unconfirmed result were confirmed."""
    books = books_of(state, state.game)
    if not any(each.round.pending for each in state.past):
        return books
    for told, result in results_of(state, state.game):
        if told.round.pending and told.ordinal != state.rounds:
            books = books.plus(result)
    return books


def move(state: TableState, game: int, paid: Booked) -> TableState:
    """Return the state with a payment added to the books of a game."""
    booked = with_books(state, books_of(state, game).plus(paid))
    if booked.undo is None or not booked.undo.round:
        return booked
    moved = dict(booked.undo.booked)
    moved[game] = moved.get(game, NO_PAYMENT).plus(paid)
    return replace(booked, undo=replace(booked.undo, booked=tuple(moved.items())))


@once_each
def _reckoned(state: TableState, game: int) -> tuple[tuple[PastRound, int, Booked], ...]:
    """Return the rounds of a game, each with the pot at its result and the result's payments."""
    pot, found = 0, list[tuple[PastRound, int, Booked]]()
    for told in rounds_of(state, game):
        pot += told.round.laid
        result = moved_by(told.round.outcome, pot, state.riichi_stick)
        found.append((told, pot, result))
        pot += result.pot
    return tuple(found)


def moved_by(outcome: Outcome | None, pot: int, stick: int) -> Booked:
    """Return the payments of a result for ``pot`` sticks of ``stick`` points each; NO_PAYMENT without a result."""
    if outcome is None:
        return NO_PAYMENT
    if outcome.draw is DrawKind.UNSEEN and outcome.riichi_sticks == 0:
        # The owner of the sticks on the table is unknown until the result is entered, so no later winner gets them
        # before.
        return Booked(pot=-pot)
    due = Booked(outcome.payments, outcome.pot, outcome.column, outcome.off_total)
    if outcome.taker is None:
        return due
    # The winner takes the pot as it is under the present rulings, not as it was when the result was recorded.
    more = pot + outcome.pot
    return due.plus(Booked(four(stick * more * (seat is outcome.taker) for seat in SEATS), -more))
