"""Invariants of every standing that a table shows: all its numbers are derived from the same points."""

from collections.abc import Iterator
from itertools import pairwise

from controller.journal.ledger import books_of, course
from controller.journal.state import TableState
from controller.rulebooks.rulebook import Rulebook
from controller.views.standing import FourStandings, four_standings
from controller.views.table import table_view


def standing_problems(state: TableState, book: Rulebook) -> Iterator[str]:
    """Yield violations in the views of a table, in words."""
    view = table_view(state, book)
    if view.round is not None:
        shown = tuple(each.standing for each in view.seats)
        a, b, c, d = shown
        yield from _agree((a, b, c, d), book, "shown")
        if view.result is not None and tuple(_numbers(view.result.after)) != tuple(_numbers((a, b, c, d))):
            yield f"the result card has {view.result.after}: expected the plates' {shown}"
        stakes = sum(each.points for each in shown) + state.riichi_stick * view.round.riichi_sticks
        if not state.game_over and stakes + _column(state) != 4 * book.settlement.start_points.value:
            yield f"points and sticks shown make {stakes}"
        waits = bool(view.result and not view.result.confirmed) or any(each.game == state.game for each in view.pending)
        if any(each.provisional is not waits for each in shown):
            yield f"provisional is not {waits}"
        for seat in view.seats:
            if seat.settled.points != state.scores[seat.seat] or (not waits and seat.settled != seat.standing):
                yield f"settled {seat.settled} beside {seat.standing}"
    for game in (*(each.game for each in state.games), *([state.game] if state.game else ())):
        yield from _of_game(state, game, book)


def _of_game(state: TableState, game: int, book: Rulebook) -> Iterator[str]:
    rounds, books = tuple(course(state, game)), books_of(state, game)
    for one, other in pairwise(rounds):
        if one.after.scores != other.before.scores:
            yield f"game {game}: {one.after.scores} after a round, {other.before.scores} before the next"
    if rounds and rounds[0].before.scores != (book.settlement.start_points.value,) * 4:
        yield f"game {game} begins with {rounds[0].before.scores}"
    if rounds and not rounds[-1].waits and rounds[-1].after.scores != books.scores:
        yield f"game {game} ends with {rounds[-1].after.scores}: expected {books.scores}"
    for each in rounds:
        yield from _agree(four_standings(each.after, book, waits=each.waits), book, f"game {game}")


def _numbers(standings: FourStandings) -> Iterator[tuple[int, int, int, bool]]:
    for each in standings:
        yield each.points, each.place, each.lead, each.provisional


def _agree(standings: FourStandings, book: Rulebook, where: str) -> Iterator[str]:
    """Check that places follow points, unless the book ranks some below, and that leads are differences of points."""
    for seat, each in enumerate(standings):
        best = max(other.points for place, other in enumerate(standings) if place != seat)
        if each.lead != each.points - best:
            yield f"{where}: lead {each.lead} of {standings}"
    if book.settlement.wrong_declared_ranked_below.value:
        return
    in_order = sorted(standings, key=lambda each: each.place)
    if any(one.points < other.points for one, other in pairwise(in_order)):
        yield f"{where}: places are not in the order of points: {standings}"


def _column(state: TableState) -> int:
    *_, last = course(state, state.game)
    return sum(last.after.column)
