"""What follows a round: the facts of its end that matter, and the rulebook's answer."""

from dataclasses import dataclass, replace
from typing import Self

from controller.journal.books import Books
from controller.journal.events import DrawKind
from controller.journal.state import Outcome, PastRound
from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.penalties import AfterChombo
from controller.scoring.game.flow import (
    Closing,
    Following,
    Last,
    Round,
    after_abortive_draw,
    after_chombo,
    after_draw,
    after_nagashi,
    after_win,
)
from controller.scoring.payment_lines import four
from controller.scoring.score import Four


@dataclass(frozen=True, slots=True)
class End:
    """The end of a round, as far as what follows depends on it; fields as in ``Outcome``."""

    winners: frozenset[Seat] = frozenset()
    draw: DrawKind | None = None
    tenpai: frozenset[Seat] = frozenset()
    seats: tuple[Seat, ...] = ()
    after: AfterChombo | None = None

    @classmethod
    def of(cls, outcome: Outcome) -> Self:
        """Return the end by a result."""
        winners = frozenset(won.win.winner for won in outcome.wins)
        return cls(winners, outcome.draw, frozenset(outcome.tenpai), outcome.seats, outcome.after)


def followed(
    round_: Round,
    end: End,
    paid: Four,
    first: Seat,
    rulebook: Rulebook,
    last: Last | None = None,
    dealer_stops: bool = False,
) -> Following | None:
    """Return what follows a round that ended so, None if it is played again; ``paid``: points once it is paid.

    Round, end and points are by seats of the table. What follows is by seats of the game, whose ``first`` dealer is at
    A.
    """
    played = replace(round_, dealer=round_.dealer.turn(-first))
    closing = Closing(last, four(paid[seat.turn(first)] for seat in SEATS), dealer_stops)
    if end.winners and end.after is None:
        return after_win(played, {seat.turn(-first) for seat in end.winners}, rulebook, closing)
    tenpai = [seat.turn(first) in end.tenpai for seat in SEATS]
    if end.draw is DrawKind.EXHAUSTIVE:
        return after_draw(played, tenpai, rulebook, closing)
    if end.draw is not None and end.draw.aborts is not None:
        return after_abortive_draw(played, rulebook, closing)
    if end.draw is DrawKind.NAGASHI_MANGAN:
        return after_nagashi(played, [seat.turn(-first) for seat in end.seats], tenpai, rulebook, closing)
    if end.after in (AfterChombo.DEALER_PASSES, AfterChombo.DEALER_STAYS):
        return after_chombo(played, rulebook, ruling=end.after, closing=closing)
    # Void, replayed, or left to the referee: the round is played again unless something else is entered.
    return None


def until_decided(rulebook: Rulebook) -> AfterChombo:
    """Return what follows a penalty until the referee decides: a replay, without counters if the book removes them."""
    counted = rulebook.penalties.after_chombo.value in (AfterChombo.REPLAY, AfterChombo.REFEREE)
    return AfterChombo.REFEREE if counted else AfterChombo.DEALER_STAYS


def following(told: PastRound, books: Books, rulebook: Rulebook, dealer_stops: bool = False) -> Following | None:
    """Return what follows a round with a result, as in ``followed``; ``books``: points with that result paid."""
    round_, outcome = told.round, told.round.outcome
    assert outcome is not None
    played, last = Round(round_.prevailing_wind, round_.dealer, round_.counters), books.last_at(told.ordinal)
    return followed(played, End.of(outcome), books.scores, books.first_dealer, rulebook, last, dealer_stops)
