"""Seats of the next game where each player begins once in each wind: winds first, then tables."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from controller.riichi.seat import Wind

Table = tuple[str, str, str, str]


def seat_plan(
    players: Sequence[str], winds_left: Mapping[str, Sequence[Wind]], played: Sequence[Sequence[str]]
) -> tuple[Table, ...]:
    """Tables of the next game, each from East on; () where not everybody can get a wind that they have not had.

    ``players`` by rank; ``played``: who sat together. No book says who meets whom: few meet again, as far as changing
    two of one wind helps, and who stands higher sits at an earlier table.
    """
    tables, rest = divmod(len(players), len(Wind))
    winds = None if rest else _winds(players, winds_left, tables)
    if not winds:
        return ()
    met = Counter(frozenset(pair) for table in played for pair in combinations(table, 2))
    rows = [[player for player in players if winds[player] is wind] for wind in Wind]
    _part(rows, met)
    return tuple((east, south, west, north) for east, south, west, north in zip(*rows, strict=True))


def _winds(players: Sequence[str], left: Mapping[str, Sequence[Wind]], tables: int) -> dict[str, Wind] | None:
    """A wind for each player, each wind as often as there are tables; None where there is no such way."""
    given: dict[str, Wind] = {}

    def place(player: str, tried: set[Wind]) -> bool:
        for wind in left[player]:
            if wind in tried:
                continue
            tried.add(wind)
            holders = [other for other, has in given.items() if has is wind]
            if len(holders) < tables or any(place(other, tried) for other in holders):
                given[player] = wind
                return True
        return False

    return given if all(place(player, set()) for player in players) else None


def _part(rows: list[list[str]], met: Mapping[frozenset[str], int]) -> None:
    """Change players of one wind between tables while fewer meet again."""

    def again(*tables: int) -> int:
        return sum(
            met.get(frozenset(pair), 0) for table in tables for pair in combinations([row[table] for row in rows], 2)
        )

    better = True
    while better:
        better = False
        for row in rows[1:]:
            for one, other in combinations(range(len(row)), 2):
                before = again(one, other)
                row[one], row[other] = row[other], row[one]
                if again(one, other) < before:
                    better = True
                else:
                    row[one], row[other] = row[other], row[one]
