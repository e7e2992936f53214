"""Payments of all rounds of a sitting: waiting results, their payments, and the books of every game."""

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
    """The books of a game; of the present one if none is stored under that number."""
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
    """The state with one game's books as given."""
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
    """The round with that ordinal, the current one included; None if nothing of it is stored."""
    if state.round is not None and ordinal == state.rounds:
        return PastRound(ordinal, state.game, state.round)
    return next((each for each in reversed(state.past) if each.ordinal == ordinal), None)


def rounds_of(state: TableState, game: int) -> Iterator[PastRound]:
    """The rounds of a game in order, the one in play included."""
    yield from (each for each in state.past if each.game == game)
    if state.round is not None and game == state.game:
        yield PastRound(state.rounds, state.game, state.round)


def who_sat(state: TableState, game: int) -> Iterator[tuple[PastRound, SatFrom]]:
    """The rounds of a game in order, each with the people and teams at seats A-D, with all later corrections."""
    for told in rounds_of(state, game):
        yield told, seated_at(state.seatings, told.ordinal)


def with_round(state: TableState, ordinal: int, change: Callable[[RoundState], RoundState]) -> TableState:
    """The state with that round changed; unchanged if nothing of it is stored."""
    if state.round is not None and ordinal == state.rounds:
        return replace(state, round=change(state.round))
    return replace(
        state,
        past=tuple(replace(each, round=change(each.round)) if each.ordinal == ordinal else each for each in state.past),
    )


def pending(state: TableState) -> tuple[PastRound, ...]:
    """Rounds before the one in play whose results wait for their confirmation, in order."""
    return tuple(each for each in state.past if each.round.pending)


def unseen_ends(state: TableState) -> tuple[PastRound, ...]:
    """Rounds before the one in play whose end nobody saw, and nobody has entered."""
    return tuple(each for each in state.past if each.round.unseen)


def rests_on_unseen(state: TableState, ordinal: int) -> bool:
    """Whether an earlier round ended unseen and nobody has entered how: the name of what followed is a guess."""
    return any(each.ordinal < ordinal for each in unseen_ends(state))


def is_paid_later(state: TableState, ordinal: int) -> bool:
    """Whether a ruling on that round comes after its payment, or after another round has begun."""
    told = round_at(state, ordinal)
    return told is not None and (ordinal != state.rounds or was_paid(told.round))


def was_paid(round_: RoundState) -> bool:
    """Whether the result of a round has been confirmed, or the one in whose place another is proposed."""
    return round_.outcome is not None and (round_.outcome.confirmed or round_.outcome.replaces is not None)


def results_of(state: TableState, game: int) -> Iterator[tuple[PastRound, Booked]]:
    """The rounds of a game in order, each with the payments of its result under all present rulings.

    The taker of the pot gets the riichi sticks and fines left there by earlier rounds, under the present rulings.
    """
    for told, _, result in _reckoned(state, game):
        yield told, result


def result_of(state: TableState, ordinal: int) -> Booked:
    """Payments of the result of a round under all present rulings; none without one."""
    told = round_at(state, ordinal)
    rounds = () if told is None else results_of(state, told.game)
    return next((result for each, result in rounds if each.ordinal == ordinal), NO_PAYMENT)


@once_each
def booked(state: TableState, game: int, *, waits: bool) -> MappingProxyType[int, Booked]:
    """What each round of a game has moved: riichi, fines and its result, ``waits``: also one not confirmed."""
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
    """Sticks that a round's result finds: as many as all rounds and rulings have left there."""
    told = round_at(state, ordinal)
    if told is None:
        return 0
    return next(pot for each, pot, _ in _reckoned(state, told.game) if each.ordinal == ordinal)


@dataclass(frozen=True, slots=True)
class RoundBooks:
    """One round in the course of its game: the books before and after it, every result that waits counted as paid.

    ``after`` the last round of a game that is over: as the game ended. ``waits``: some result in ``after`` is not
    confirmed, ``waits_before``: in ``before``. ``held``: sticks of ``after`` that are neither in the pot nor anybody's,
    as nobody saw how the rounds ended in which they lay.
    """

    told: PastRound
    before: Books
    after: Books
    waits_before: bool
    waits: bool
    held: int


@once_each
def course(state: TableState, game: int) -> tuple[RoundBooks, ...]:
    """The rounds of a game in order, the current one included, under all present rulings."""
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
    """The books of the present game with every result that waits counted as paid, and whether there is one."""
    books, waits = books_of(state, state.game), False
    for each in course(state, state.game):
        books, waits = each.after, each.waits
    return books, waits


def points_mark(state: TableState) -> int:
    """A number that changes whenever points of any game of the sitting do, or a result that waits."""
    waiting = [(each.ordinal, result_of(state, each.ordinal).deltas) for each in pending(state)]
    return crc32(repr(([books.scores for books in state.games], state.scores, waiting)).encode())


def standing(state: TableState) -> Books:
    """The books of the present game as if every earlier result that waits were confirmed."""
    books = books_of(state, state.game)
    if not any(each.round.pending for each in state.past):
        return books
    for told, result in results_of(state, state.game):
        if told.round.pending and told.ordinal != state.rounds:
            books = books.plus(result)
    return books


def move(state: TableState, game: int, paid: Booked) -> TableState:
    """The state with a payment in the books of a game."""
    booked = with_books(state, books_of(state, game).plus(paid))
    if booked.undo is None or not booked.undo.round:
        return booked
    moved = dict(booked.undo.booked)
    moved[game] = moved.get(game, NO_PAYMENT).plus(paid)
    return replace(booked, undo=replace(booked.undo, booked=tuple(moved.items())))


@once_each
def _reckoned(state: TableState, game: int) -> tuple[tuple[PastRound, int, Booked], ...]:
    """The rounds of a game, each with the pot at its result and the payments."""
    pot, found = 0, list[tuple[PastRound, int, Booked]]()
    for told in rounds_of(state, game):
        pot += told.round.laid
        result = moved_by(told.round.outcome, pot, state.riichi_stick)
        found.append((told, pot, result))
        pot += result.pot
    return tuple(found)


def moved_by(outcome: Outcome | None, pot: int, stick: int) -> Booked:
    """Payments of a result for a pot of so many sticks of so many points; none without one."""
    if outcome is None:
        return NO_PAYMENT
    if outcome.draw is DrawKind.UNSEEN and outcome.riichi_sticks == 0:
        # Only the result settles who owns the sticks on the table; no later winner is paid them before.
        return Booked(pot=-pot)
    due = Booked(outcome.payments, outcome.pot, outcome.column, outcome.off_total)
    if outcome.taker is None:
        return due
    # The winner takes the pot under the present rulings, not those at the time of the result.
    more = pot + outcome.pot
    return due.plus(Booked(four(stick * more * (seat is outcome.taker) for seat in SEATS), -more))
