"""Seating at tables of four by tabu search: players swap tables to reduce a cost, also past local minima.

Cost of rounds: for each pair of players the cost per meeting, times their meetings, plus the weighted square of their
meetings.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Final

Matrix = list[list[int]]
Rounds = list[list[list[int]]]
"""Player numbers at tables, in rounds."""

_IDLE: Final = 300
"""Swaps per round without improvement after which the search ends; chosen with _TENURE so that 16 players are seated in
5 rounds without a second meeting (tests/controller/scoring/test_seat_search.py)."""
_MOST: Final = 1_000_000
"""Maximum number of swaps evaluated; chosen: a few seconds on a slow machine for any number of tables."""
_TENURE: Final = (2, 8)
"""Number of swaps in its round for which a pair of players is not swapped again."""
_PAIRS: Final = 12
"""Number of pairs of players whose meetings change when two tables of four swap a player."""
_MATES: Final = 3


class SeatSearch:
    """Tabu search; the same seed gives the same result.

    ``cost``: per meeting of a pair; ``met``: earlier meetings; ``weight``: of squared meetings; ``may``: True if two
    players may swap.
    """

    def __init__(
        self, cost: Matrix, met: Matrix, weight: int, may: Callable[[int, int], bool] = lambda _one, _other: True
    ) -> None:
        self._cost, self._weight, self._may = cost, weight, may
        self._met = [[*row] for row in met]
        self._each = [
            [own + 2 * weight * known for own, known in zip(*rows, strict=True)] for rows in zip(cost, met, strict=True)
        ]

    def improved(self, rounds: Sequence[Sequence[Sequence[int]]], random: Random, least: int = 0) -> Rounds:
        """Return the best rounds found; ``least``: lower bound of the cost, at which the search ends."""
        own = [[[*table] for table in tables] for tables in rounds]
        for tables in own:
            self._meet(tables, 1)
        best = now = self._total()
        kept, forbidden = _copied(own), dict[tuple[int, int, int], int]()
        looked = idle = step = 0
        while idle < _IDLE * len(own) and looked < _MOST and best > least:
            step, idle, number = step + 1, idle + 1, random.randrange(len(own))
            fewest, found = None, list[tuple[int, int]]()
            for one, other, change in self._changes(own[number]):
                looked += 1
                if fewest is not None and change > fewest:
                    continue
                if now + change >= best and forbidden.get((number, one, other), 0) > step:
                    continue
                found = [*found, (one, other)] if change == fewest else [(one, other)]
                fewest = change
            if fewest is None:
                continue
            one, other = random.choice(found)
            self._swap(own[number], one, other)
            until = step + random.randint(*_TENURE) * len(own)
            forbidden[number, one, other] = forbidden[number, other, one] = until
            now += fewest
            if now < best:
                best, kept, idle = now, _copied(own), 0
        return kept

    def _changes(self, tables: Sequence[Sequence[int]]) -> Iterator[tuple[int, int, int]]:
        """Yield all swaps that move a player out of a costly meeting, each with the change in cost."""
        each, fixed, free = self._each, _PAIRS * self._weight, 2 * _MATES * self._weight
        sums = {
            player: [sum([each[player][other] for other in table]) for table in tables]
            for mates in tables
            for player in mates
        }
        for here, there in combinations(range(len(tables)), 2):
            for one in tables[here]:
                of_one = sums[one]
                gone = of_one[there] - of_one[here] + fixed
                for other in tables[there]:
                    of_other = sums[other]
                    if (of_one[here] > free or of_other[there] > free) and self._may(one, other):
                        yield one, other, gone + of_other[here] - of_other[there] - 2 * each[one][other]

    def _swap(self, tables: list[list[int]], one: int, other: int) -> None:
        here, there = (next(table for table in tables if player in table) for player in (one, other))
        self._meet((here, there), -1)
        here[here.index(one)], there[there.index(other)] = other, one
        self._meet((here, there), 1)

    def _meet(self, tables: Sequence[Sequence[int]], times: int) -> None:
        for table in tables:
            for pair in combinations(table, 2):
                for one, other in (pair, pair[::-1]):
                    self._met[one][other] += times
                    self._each[one][other] += 2 * self._weight * times

    def _total(self) -> int:
        pairs = combinations(range(len(self._met)), 2)
        return sum(
            self._cost[one][other] * self._met[one][other] + self._weight * self._met[one][other] ** 2
            for one, other in pairs
        )


def fewest_meetings(players: int, tables: int, rounds: int) -> int:
    """Return the least possible sum of squared meetings without earlier ones: all pairs meet equally often."""
    pairs, meetings = players * (players - 1) // 2, 6 * tables * rounds
    often, more = divmod(meetings, pairs) if pairs else (0, 0)
    return pairs * often**2 + more * (2 * often + 1)


def _copied(rounds: Rounds) -> Rounds:
    return [[[*table] for table in tables] for tables in rounds]
