"""Seats of rounds: fewest meetings, even winds, neighbours, teams apart, the same draw from the same seed."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.journal.events.league import DrawRule, FourNames
from controller.league.league import LeagueError
from controller.league.seating import DrawnRound, Entrants, drawn, meetings


def names(count: int) -> tuple[str, ...]:
    return tuple(f"p{number}" for number in range(count))


def again(rounds: tuple[DrawnRound, ...]) -> int:
    return sum(count - 1 for count in meetings([each.tables for each in rounds]).values())


@pytest.mark.parametrize(("players", "rounds"), [(16, 5), (20, 5), (28, 7), (40, 7), (64, 8)])
@pytest.mark.parametrize("seed", [11, 12, 13])
def test_nobody_meets_twice_where_that_can_be(players: int, rounds: int, seed: int) -> None:
    """16 players in 5 rounds are the affine plane of order 4; the other cases are less constrained."""
    assert again(drawn(DrawRule.EQUAL, Entrants(names(players)), rounds, seed)) == 0


def test_where_all_meet_all_each_pair_meets_as_often() -> None:
    met = meetings([each.tables for each in drawn(DrawRule.EQUAL, Entrants(names(8)), 7, 3)])
    assert set(met.values()) == {3}
    assert len(met) == 28


@settings(max_examples=25, deadline=None)
@given(st.integers(4, 30), st.integers(1, 6), st.integers(0, 99), st.sampled_from([DrawRule.EQUAL, DrawRule.RANDOM]))
def test_a_draw_seats_everybody_evenly_and_again_the_same(players: int, rounds: int, seed: int, rule: DrawRule) -> None:
    entrants = Entrants(names(players))
    first = drawn(rule, entrants, rounds, seed)
    assert drawn(rule, entrants, rounds, seed) == first
    winds, rested = Counter[tuple[str, int]](), Counter[str]()
    for each in first:
        seated = [player for table in each.tables for player in table]
        assert sorted([*seated, *each.resting]) == sorted(entrants.players)
        rested.update(each.resting)
        winds.update((player, wind) for table in each.tables for wind, player in enumerate(table))
    rests = [rested[player] for player in entrants.players]
    assert max(rests) - min(rests) <= 1
    for player in entrants.players:
        own = [winds[player, wind] for wind in range(4)]
        assert max(own) - min(own) <= 1


def _nearer(players: Sequence[str], tables: Sequence[FourNames], met: Mapping[frozenset[str], int]) -> set[str]:
    """Pairs of tables between which swapping two players would bring near ranks together without a repeated meeting."""
    rank = {player: place for place, player in enumerate(players)}

    def apart(table: Iterable[str]) -> int:
        return sum((rank[a] - rank[b]) ** 2 for a, b in combinations(table, 2))

    better = set()
    for one, two in combinations(tables, 2):
        for here, there in product(one, two):
            changed = ({*one} - {here} | {there}, {*two} - {there} | {here})
            again = any(met[frozenset(pair)] for table in changed for pair in combinations(table, 2))
            if not again and sum(map(apart, changed)) < apart(one) + apart(two):
                better.add(f"{here} and {there}")
    return better


@settings(max_examples=25, deadline=None)
@given(st.integers(4, 8), st.integers(0, 99))
def test_a_swiss_round_seats_neighbours_that_have_not_met(tables: int, seed: int) -> None:
    players = names(4 * tables)
    before = drawn(DrawRule.EQUAL, Entrants(players), 2, seed)
    met = meetings([each.tables for each in before])
    (next_,) = drawn(DrawRule.SWISS, Entrants(players, met=met), 1, seed)
    pairs = meetings([next_.tables])
    assert not any(met[pair] for pair in pairs)
    assert not _nearer(players, next_.tables, met)


def test_a_round_by_rank_takes_the_first_four_then_the_next() -> None:
    (found,) = drawn(DrawRule.RANK, Entrants(names(12)), 1, 5)
    assert [sorted(table) for table in found.tables] == [sorted(names(12)[at : at + 4]) for at in (0, 4, 8)]


@pytest.mark.parametrize("rule", [DrawRule.RANDOM, DrawRule.EQUAL, DrawRule.SWISS])
def test_players_of_one_team_do_not_meet(rule: DrawRule) -> None:
    players = names(32)
    teams = {player: f"team {number // 4}" for number, player in enumerate(players)}
    (found,) = drawn(rule, Entrants(players, teams), 1, 9)
    assert not any(teams[a] == teams[b] for table in found.tables for a, b in combinations(table, 2))


def test_what_cannot_be_drawn_is_said() -> None:
    for count in (3, 164):
        with pytest.raises(LeagueError, match=f"{count} players"):
            drawn(DrawRule.RANDOM, Entrants(names(count)), 1, 1)
    with pytest.raises(LeagueError, match="one round"):
        drawn(DrawRule.SWISS, Entrants(names(8)), 2, 1)
