"""Results of a journal's finished games, as used by the standings of an event."""

from collections.abc import Iterable
from dataclasses import dataclass

from controller.journal import events as ev
from controller.journal.books import Books
from controller.journal.ledger import books_of, rounds_of, who_sat
from controller.journal.reduce import reduce
from controller.journal.seating import Names, SatFrom, Seatings, seated_at
from controller.journal.state import NOTHING_YET, TableState
from controller.records.seating import turned
from controller.riichi.seat import SEATS, Seat
from controller.scoring.game.placement import GamePoints
from controller.scoring.payment_lines import four


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A finished game: players and points from its first dealer on; points before left-over sticks are settled.

    ``sat``: players and teams in each of its rounds; never empty. ``first``: seat of the first dealer.
    """

    sat: Seatings
    points: GamePoints
    rulebook: str
    first: Seat

    @property
    def players(self) -> Names:
        """The players at the start of the game."""
        return self.sat[0].names


def finished_games(events: Iterable[ev.Event]) -> tuple[FinishedGame, ...]:
    """Return the finished games of a journal's events in order, after all corrections."""
    state = NOTHING_YET
    for event in events:
        state = reduce(state, event)
    every = (*state.games, *([books_of(state, state.game)] if state.game else []))
    return tuple(_finished(state, books) for books in every if books.game_over)


def _finished(state: TableState, books: Books) -> FinishedGame:
    first, before = books.first_dealer, books.reopened()
    rounds = [(told.ordinal, by) for told, by in who_sat(state, books.game)]
    every = rounds or [(state.rounds, seated_at(state.seatings, state.rounds))]
    sat = tuple(SatFrom(ordinal, _four(by.names, first), _four(by.teams, first)) for ordinal, by in every)
    off = turned(before.off_total, first)
    points = GamePoints(
        four(turned(before.scores, first)),
        before.riichi_sticks,
        four(turned(_chombo(state, books.game), first)),
        four(-each for each in off),
        frozenset(seat.turn(-first) for seat in SEATS if before.wrong_declared[seat]),
    )
    return FinishedGame(sat, points, state.rulebook, first)


def _chombo(state: TableState, game: int) -> tuple[int, ...]:
    """Return for each seat the number of chombo not paid to other players; those paid are in the points."""
    outcomes = [told.round.outcome for told in rounds_of(state, game) if told.round.outcome is not None]
    # Alone, or in addition to a valid win.
    ended = [each for each in outcomes if each.draw in (None, ev.DrawKind.CHOMBO)]
    return tuple(sum(bool(each.column[seat] or each.off_total[seat]) for each in ended) for seat in SEATS)


def _four(row: Names, first: Seat) -> Names:
    a, b, c, d = turned(row, first)
    return a, b, c, d
