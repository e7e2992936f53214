"""What follows a round: the next dealer, counters and wind, and whether the game is over."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from controller.errors import HandError
from controller.riichi.seat import Seat, Wind
from controller.rulebooks.rulebook import Rulebook


@dataclass(frozen=True, slots=True)
class Round:
    """A round by its place in the game, with the counters and the riichi sticks that lie on the table."""

    prevailing_wind: Wind = Wind.EAST
    dealer: Seat = Seat.A
    counters: int = 0
    riichi_sticks: int = 0

    def __post_init__(self) -> None:
        """Refuse negative numbers; raises HandError."""
        if self.counters < 0 or self.riichi_sticks < 0:
            raise HandError(f"counters {self.counters}, riichi_sticks {self.riichi_sticks}: expected 0 or more")

    @property
    def name(self) -> str:
        """Wind and number of the round, such as ``E1`` or ``S4``; the first dealer sits at seat A."""
        return f"{self.prevailing_wind.letter}{self.dealer + 1}"


@dataclass(frozen=True, slots=True)
class Following:
    """What follows a round: ``round`` is None when the game is over; ``stays``: the dealer deals again.

    ``clauses``: those that decided it. ``riichi_sticks``: left on the table, also when the game is over.
    """

    round: Round | None
    stays: bool
    riichi_sticks: int
    clauses: tuple[str, ...]


def after_win(now: Round, winners: Collection[Seat], book: Rulebook, *, last: bool = False) -> Following:
    """What follows a win; ``last``: the clock has run out, so nothing does. The sticks on the table are taken."""
    if not winners:
        raise HandError("a win without a winner: expected at least one seat")
    rules = book.flow
    by_dealer = now.dealer in winners
    stays = by_dealer and rules.dealer_stays_on_win.value
    clauses = [rules.dealer_stays_on_win.cite]
    if by_dealer:
        counters = now.counters + rules.counter_on_dealer_win.value
        clauses.append(rules.counter_on_dealer_win.cite)
    else:
        counters = 0 if rules.counters_cleared_by_child_win.value else now.counters
        clauses.append(rules.counters_cleared_by_child_win.cite)
    return _following(replace(now, counters=counters, riichi_sticks=0), book, stays, clauses, last)


def after_draw(now: Round, tenpai: Sequence[bool], book: Rulebook, *, last: bool = False) -> Following:
    """What follows an exhaustive draw; ``tenpai`` by seat A-D, ``last`` as in ``after_win``. The sticks stay."""
    rules = book.flow
    stays = tenpai[now.dealer] and rules.dealer_stays_on_tenpai.value
    counter = rules.counter_on_draw_dealer_stays if stays else rules.counter_on_draw_dealer_passes
    clauses = [rules.dealer_stays_on_tenpai.cite, counter.cite]
    return _following(replace(now, counters=now.counters + counter.value), book, stays, clauses, last)


def _following(table: Round, book: Rulebook, stays: bool, clauses: list[str], last: bool) -> Following:
    """``table``: the round that ended, with the counters and sticks that are left."""
    rules = book.flow
    dealer = table.dealer if stays else table.dealer.turn(1)
    wind = int(table.prevailing_wind) + (not stays and dealer is Seat.A)
    if last or wind >= rules.winds_played.value:
        clauses.append(rules.clock_minutes.cite if last else rules.winds_played.cite)
        return Following(None, stays, table.riichi_sticks, tuple(clauses))
    then = replace(table, prevailing_wind=Wind(wind), dealer=dealer)
    return Following(then, stays, table.riichi_sticks, tuple(clauses))
