"""Standing of each player in a game: points, place, lead and chance of each place, all from public points."""

from dataclasses import dataclass, replace

from controller.journal.books import Books
from controller.journal.ledger import books_of, shown
from controller.journal.state import PastRound, TableState
from controller.referee.following import following
from controller.riichi.seat import SEATS
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.game.chances import FourChances, place_chances
from controller.scoring.game.flow import Round
from controller.scoring.game.placement import GamePoints, places_of
from controller.scoring.payment_lines import four
from controller.scoring.score import Four
from controller.views.gate import Public, View


@dataclass(frozen=True, slots=True)
class StandingView(View):
    """Standing of a player; all fields are computed from the same points.

    ``place`` from 1, 0 for an empty seat; ``lead``: points above the best other player. ``chances``: of first to last
    place (docs/chances.md); None for a past standing, and if the model does not cover the game. ``provisional``: an
    unconfirmed result counts as paid.
    """

    points: Public[int]
    place: Public[int]
    lead: Public[int]
    chances: Public[FourChances | None]
    provisional: Public[bool]


FourStandings = tuple[StandingView, StandingView, StandingView, StandingView]


@dataclass(frozen=True, slots=True)
class TableStandings:
    """Standings of seats A-D: ``shown`` with every unconfirmed result paid, ``settled`` without them."""

    shown: FourStandings
    settled: FourStandings


def standings_of(state: TableState, book: Rulebook) -> TableStandings:
    """Return the standings of the present game; in a finished game the places are certain."""
    books, waits = shown(state)
    seen = four_standings(books, book, waits=waits, chances=_chances(state, books, book))
    return TableStandings(seen, four_standings(books_of(state, state.game), book) if waits else seen)


def four_standings(
    books: Books, book: Rulebook, *, waits: bool = False, chances: tuple[FourChances, ...] | None = None
) -> FourStandings:
    """Return the standings of seats A-D by these books; ``waits``: the books include an unconfirmed result."""
    places, scores = _places(books, book), books.scores
    a, b, c, d = (
        StandingView(
            scores[seat],
            places[seat],
            scores[seat] - max((scores[other] for other in book.seats if other is not seat), default=0),
            None if chances is None else chances[seat],
            waits,
        )
        for seat in SEATS
    )
    return a, b, c, d


def _from_first(books: Books, amounts: Four) -> Four:
    """Return amounts of seats A-D in turn order from the first dealer, as the game rules index them."""
    return four(amounts[seat.turn(books.first_dealer)] for seat in SEATS)


def _places(books: Books, book: Rulebook) -> Four:
    wrong = frozenset(seat for seat in SEATS if books.wrong_declared[seat.turn(books.first_dealer)])
    places = places_of(GamePoints(_from_first(books, books.scores), wrong_declared=wrong), book)
    return four(places[seat.turn(-books.first_dealer)] for seat in SEATS)


def _chances(state: TableState, books: Books, book: Rulebook) -> tuple[FourChances, ...] | None:
    """Return each seat's chances by these books, with the round's result; None if the model has no such game."""
    if state.round is None:
        return None
    next_ = _next(PastRound(state.rounds, state.game, state.round), books, book)
    if state.game_over or next_ is None:
        four_players = len(book.seats) == len(SEATS)
        return tuple(map(_certain, _places(books, book))) if four_players else None
    # If the scheduled last round is replayed, the replay is the last round.
    last = books.last is not None
    chances = place_chances(_from_first(books, books.scores), next_, book, last=last)
    return None if chances is None else tuple(chances[seat.turn(-books.first_dealer)] for seat in SEATS)


def _next(told: PastRound, books: Books, book: Rulebook) -> Round | None:
    """Return the next round by these books, with seats counted from the first dealer; None if the game ends."""
    round_ = told.round
    now = Round(round_.prevailing_wind, round_.dealer.turn(-books.first_dealer), round_.counters)
    then = None if round_.outcome is None else following(told, books, book)
    if then is not None:
        return None if then.round is None else replace(then.round, riichi_sticks=books.riichi_sticks)
    # In play, or to be replayed.
    return replace(now, riichi_sticks=books.riichi_sticks)


def _certain(place: int) -> FourChances:
    first, second, third, last = (float(place == each) for each in range(1, 5))
    return first, second, third, last
