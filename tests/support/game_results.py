"""Invariants of a whole game: it ended where the book ends it, and its result adds up as the book says."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from controller.journal.state import TableState
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.penalties import ChomboCost
from controller.rulebooks.schema.riichi import LeftSticks
from controller.rulebooks.schema.settlement import Rounding
from controller.scoring.game.placement import GamePoints, close_game
from controller.scoring.payment_lines import four


def result_problems(ended: TableState, book: Rulebook) -> Iterator[str]:
    """Yield violated invariants of a game in words; ``ended``: the table after its last round was paid."""
    yield from _ended_by_the_book(ended, book)
    yield from _adds_up(ended, book)


def _ended_by_the_book(state: TableState, book: Rulebook) -> Iterator[str]:
    round_ = state.round
    # A round that has begun when time is up does not count.
    counted = round_ is not None and (round_.outcome is not None or state.last is None)
    if round_ is None or (counted and (round_.outcome is None or not round_.outcome.confirmed)):
        yield "the game ended in a round that is not paid"
        return
    played, regular = round_.prevailing_wind + 1, book.flow.winds_played.value
    last = played > regular or (played, round_.number) == (regular, 4)
    bust = book.flow.ends_below_zero.value and min(state.scores) < (1 if book.flow.bust_at_zero.value else 0)
    if not last and not bust and state.last is None:
        yield f"the game ended in {round_.prevailing_wind.letter}{round_.number}"


def _adds_up(state: TableState, book: Rulebook) -> Iterator[str]:
    """Yield a violation unless the four totals add up to what the book prescribes, chombo included."""
    cost, each = book.penalties.chombo_cost.value, book.penalties.chombo_points.value
    chombo = four(0 for _ in state.scores)
    if cost is ChomboCost.OFF_TOTAL:
        chombo = four(-points // each for points in state.off_total)
    elif cost is ChomboCost.TO_NOBODY:
        chombo = four(points // each for points in state.column)
    result = close_game(GamePoints(state.scores, state.riichi_sticks, chombo), book)
    total, due = sum(result.totals), _due(state, book, chombo)
    if total != due:
        yield f"the totals make {float(total)}: expected {float(due)}"
    if sorted(result.places)[0] != 1:
        yield f"no first place in {result.places}"


def _due(state: TableState, book: Rulebook, chombo: Sequence[int]) -> Fraction:
    rules = book.settlement
    off = book.penalties.chombo_points.value * sum(chombo)
    if rules.rounding_to_record.value not in (Rounding.TENTHS, Rounding.POINTS):
        return Fraction(0)
    sticks = state.riichi_sticks * state.riichi_stick
    left = sticks if book.riichi.left_sticks.value is LeftSticks.NOBODY else 0
    if rules.rounding_to_record.value is Rounding.POINTS:
        return Fraction(4 * rules.start_points.value - left - sum(state.column))
    rank = 1000 * sum(rules.rank_points.value)
    oka = 0 if rules.oka.value else 4 * (rules.return_points.value - rules.start_points.value)
    return Fraction(rank - oka - left - (off if book.penalties.chombo_cost.value is ChomboCost.OFF_TOTAL else 0))
