"""Standings of any event; the golden ones are in standings_wakashachi.toml and standings_kenko.toml."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.errors import EventError
from controller.riichi.seat import SEATS
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.scoring.game.placement import GamePoints
from controller.scoring.game.standings import EventGame, standings


@given(
    st.lists(st.permutations("abcdefgh"), min_size=1, max_size=4),
    st.lists(st.permutations([41_000, 33_000, 33_000, 13_000]), min_size=8, max_size=8),
    st.sampled_from(rulebook_ids()),
)
def test_ranks_follow_the_points_of_all_games(seatings: list[list[str]], points: list[list[int]], name: str) -> None:
    book = rulebook(name)
    games = []
    for number, order in enumerate(seatings, start=1):
        for table in (0, 1):
            a, b, c, d = points[2 * (number - 1) + table]
            p, q, r, s = order[4 * table : 4 * table + 4]
            games.append(EventGame(number, str(table), (p, q, r, s), GamePoints((a, b, c, d))))
    event = standings(games, book)
    assert len(event.entries) == 8
    assert [entry.rank for entry in event.entries] == sorted(entry.rank for entry in event.entries)
    totals = [entry.total for entry in event.entries]
    assert totals == sorted(totals, reverse=True)
    assert sum(totals) == sum(sum(result.totals) for _, result in event.results)
    for entry in event.entries:
        own = [
            result.totals[seat]
            for game, result in event.results
            for seat in SEATS
            if game.players[seat] == entry.player
        ]
        assert entry.total == sum(own)
        assert sum(other.total > entry.total for other in event.entries) < entry.rank
        assert 0 <= entry.win_rate <= 1
    shuffled = standings(list(reversed(games)), book)
    assert [entry.player for entry in shuffled.entries] == [entry.player for entry in event.entries]


def test_nonsense_is_refused() -> None:
    book = rulebook("npm-2008")
    with pytest.raises(EventError, match="at least one"):
        standings([], book)
    with pytest.raises(EventError, match="four different names"):
        EventGame(1, "1", ("a", "a", "b", "c"), GamePoints((25_000,) * 4))
    with pytest.raises(EventError, match="0 or more"):
        GamePoints((25_000,) * 4, left_sticks=-1)
    with pytest.raises(EventError, match="game 0"):
        EventGame(0, "1", ("a", "b", "c", "d"), GamePoints((25_000,) * 4))
