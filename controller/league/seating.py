"""Seating of a league's rounds: first who meets whom by the draw's rule, then who sits in which wind.

Players of one team meet only if there is no other way. The same seed gives the same seats.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from random import Random
from typing import Final

from controller.journal.events.league import DrawRule, FourNames
from controller.league.league import LeagueError
from controller.riichi.seat import Wind
from controller.scoring.game.seat_search import Matrix, SeatSearch, fewest_meetings

MOST_TABLES: Final = 40
_AT_A_TABLE: Final = len(Wind)
_TEAM: Final = 1_000_000
"""Cost of a meeting of two players of one team; above everything else, for up to 160 players."""
_AGAIN: Final = 200_000
"""Cost of a repeated meeting in a Swiss round: above all rank distances of a table, which are at most 6 · 159²."""
_SWEEPS: Final = 60
"""Number of passes over all tables to improve the winds; chosen: none improved after 20."""


@dataclass(frozen=True, slots=True)
class Entrants:
    """Players to be seated: ``players`` by rank, best first; ``teams``: "" or missing for a player without a team.

    ``met``: how often two have met; ``winds``: how often each began in E, S, W and N; ``rested``: how often each had no
    seat.
    """

    players: tuple[str, ...]
    teams: Mapping[str, str] = field(default_factory=dict)
    met: Mapping[frozenset[str], int] = field(default_factory=dict)
    winds: Mapping[str, Sequence[int]] = field(default_factory=dict)
    rested: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DrawnRound:
    """Tables of a round, each from East on, and players without a seat."""

    tables: tuple[FourNames, ...]
    resting: tuple[str, ...]


def drawn(rule: DrawRule, entrants: Entrants, rounds: int, seed: int) -> tuple[DrawnRound, ...]:
    """Return the next rounds; raises LeagueError for too few or too many players."""
    random = Random(seed)
    tables = len(entrants.players) // _AT_A_TABLE
    if not 1 <= tables <= MOST_TABLES:
        few, many = _AT_A_TABLE, MOST_TABLES * _AT_A_TABLE + _AT_A_TABLE - 1
        found = len(entrants.players)
        raise LeagueError(f"選手{found}人:{few}人から{many}人まで", f"{found} players: expected {few} to {many}")
    if rounds > 1 and rule in (DrawRule.SWISS, DrawRule.RANK):
        raise LeagueError("順位による抽選は1回戦ずつです", f"{rounds} rounds: a draw by the standing is of one round")
    rested = Counter(entrants.rested)
    seated, resting = list[list[str]](), list[tuple[str, ...]]()
    for _ in range(rounds):
        out = _resting(entrants.players, rested, random)
        rested.update(out)
        resting.append(out)
        seated.append([player for player in entrants.players if player not in out])
    met = _together(rule, entrants, seated, random)
    return tuple(
        DrawnRound(tables, out) for tables, out in zip(_winds(met, entrants.winds, random), resting, strict=True)
    )


def _resting(players: Sequence[str], rested: Mapping[str, int], random: Random) -> tuple[str, ...]:
    """Return the players without a table: those who rested least often so far."""
    rest = len(players) % _AT_A_TABLE
    order = sorted(random.sample(players, len(players)), key=lambda player: rested.get(player, 0))
    return tuple(order[:rest])


def _together(
    rule: DrawRule, entrants: Entrants, seated: Sequence[Sequence[str]], random: Random
) -> list[list[list[str]]]:
    """Return who sits together in each round."""
    number = {player: place for place, player in enumerate(entrants.players)}
    cost, weight = _costs(rule, entrants), int(rule is DrawRule.EQUAL)
    met = [[entrants.met.get(frozenset((one, other)), 0) for other in number] for one in number]
    by_rank = rule in (DrawRule.SWISS, DrawRule.RANK)
    shuffled = random.sample(entrants.players, len(entrants.players))
    starts = []
    for turn, players in enumerate(seated):
        if by_rank or rule is DrawRule.RANDOM:
            order = list(players) if by_rank else random.sample(players, len(players))
            starts.append([order[at : at + _AT_A_TABLE] for at in range(0, len(order), _AT_A_TABLE)])
        else:
            starts.append(_turned([player for player in shuffled if player in players], turn))
    numbered = [[[number[player] for player in table] for table in tables] for tables in starts]
    known = any(map(any, met))
    least = fewest_meetings(len(number), len(starts[0]), len(starts)) if weight and not known else 0
    found = SeatSearch(cost, met, weight).improved(numbered, random, least)
    return [[[entrants.players[place] for place in table] for table in tables] for tables in found]


def _costs(rule: DrawRule, entrants: Entrants) -> Matrix:
    """Return the cost of each pair's meeting, apart from the number of their meetings."""
    players, teams = entrants.players, entrants.teams

    def cost(here: int, there: int) -> int:
        one, other = players[here], players[there]
        own = _TEAM if here != there and teams.get(one, "") and teams.get(one) == teams.get(other) else 0
        if rule is DrawRule.SWISS and here != there:
            own += _AGAIN * entrants.met.get(frozenset((one, other)), 0) + (here - there) ** 2
        return own

    return [[cost(here, there) for there in range(len(players))] for here in range(len(players))]


def _turned(order: Sequence[str], turn: int) -> list[list[str]]:
    """Return tables from four groups rotated by different steps.

    With 5, 7, 11, 13 … tables nobody meets twice in as many rounds.
    """
    tables = len(order) // _AT_A_TABLE
    groups = [order[group * tables : (group + 1) * tables] for group in range(_AT_A_TABLE)]
    return [[group[(table + step * turn) % tables] for step, group in enumerate(groups)] for table in range(tables)]


def _winds(
    rounds: Sequence[Sequence[Sequence[str]]], before: Mapping[str, Sequence[int]], random: Random
) -> list[tuple[FourNames, ...]]:
    """Return each table from East on, so that each player begins about equally often in each wind."""
    had = {player: list(counts) for player, counts in before.items()}
    seats = [[_of_four(table) for table in tables] for tables in rounds]
    for table in (table for tables in seats for table in tables):
        _sit(table, had, 1)
    for _ in range(_SWEEPS):
        for tables in seats:
            for place, table in enumerate(tables):
                _sit(table, had, -1)
                ways = [(sum(had[player][wind] for wind, player in enumerate(way)), way) for way in permutations(table)]
                least = min(cost for cost, _ in ways)
                tables[place] = _of_four(random.choice([way for cost, way in ways if cost == least]))
                _sit(tables[place], had, 1)
    return [tuple(tables) for tables in seats]


def _sit(table: FourNames, had: dict[str, list[int]], times: int) -> None:
    for wind, player in enumerate(table):
        had.setdefault(player, [0] * _AT_A_TABLE)[wind] += times


def _of_four(table: Sequence[str]) -> FourNames:
    a, b, c, d = table
    return a, b, c, d


def meetings(rounds: Sequence[Sequence[FourNames]]) -> Counter[frozenset[str]]:
    """Return how often each pair of players has met in these rounds."""
    return Counter(frozenset(pair) for tables in rounds for table in tables for pair in combinations(table, 2))
