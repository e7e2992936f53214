"""Seats of the next game if each player begins once in each wind: first winds, then tables."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from random import Random

from controller.riichi.seat import Wind
from controller.scoring.game.seat_search import SeatSearch

Table = tuple[str, str, str, str]


def seat_plan(
    players: Sequence[str], winds_left: Mapping[str, Sequence[Wind]], played: Sequence[Sequence[str]]
) -> tuple[Table, ...]:
    """Return the tables of the next game, players from East on; () if not everybody can get a wind not had yet.

    ``players`` by rank; ``played``: earlier tables. No rulebook says who meets whom: repeated meetings are reduced by
    swapping players of the same wind, and higher-ranked players sit at earlier tables.
    """
    tables, rest = divmod(len(players), len(Wind))
    winds = None if rest else _winds(players, winds_left, tables)
    if not winds:
        return ()
    met = Counter(frozenset(pair) for table in played for pair in combinations(table, 2))
    cost = [[met[frozenset((one, other))] for other in players] for one in players]
    rows = [[place for place, player in enumerate(players) if winds[player] is wind] for wind in Wind]
    search = SeatSearch(cost, cost, 0, lambda one, other: winds[players[one]] is winds[players[other]])
    (found,) = search.improved([[*zip(*rows, strict=True)]], Random(0))
    return tuple(_from_east([players[place] for place in table], winds) for table in found)


def _from_east(table: Sequence[str], winds: Mapping[str, Wind]) -> Table:
    east, south, west, north = sorted(table, key=lambda player: winds[player])
    return east, south, west, north


def _winds(players: Sequence[str], left: Mapping[str, Sequence[Wind]], tables: int) -> dict[str, Wind] | None:
    """Return a wind for each player, each wind as often as there are tables; None if impossible."""
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
