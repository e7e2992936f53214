"""Golden events of standings_wakashachi.toml and standings_kenko.toml, through the answer that callers get."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from api.standings_wire import EventBody, answer
from controller.errors import EventError
from controller.riichi.seat import SEATS
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.scoring.placement import GamePoints
from controller.scoring.standings import EventGame, standings
from tests.controller.golden import has_clause, vectors


def games_of(vector: dict[str, Any]) -> list[dict[str, Any]]:
    """The games of a vector; ``repeat``: the same games so many times over."""
    if "repeat" not in vector:
        return list(vector["games"])
    return [game | {"game": number} for number in range(1, vector["repeat"] + 1) for game in vector["games"]]


@pytest.mark.parametrize(("vector", "name"), vectors("standings_wakashachi", "standings_kenko"))
def test_golden_event(vector: dict[str, Any], name: str) -> None:
    body = EventBody.model_validate({"games": games_of(vector)})
    expected = vector["expect"]
    assert vector["source"]
    if "refused" in expected:
        with pytest.raises(EventError, match=expected["refused"]):
            answer(body, rulebook(name))
        return
    event = answer(body, rulebook(name))
    entries = event["standings"]
    got = {
        "complete": event["complete"],
        "rows": [[entry["player"], entry["rank"], entry["points"], entry["decided_by"] or ""] for entry in entries],
        "qualified": [entry["player"] for entry in entries if entry["qualifies"]],
        "open": sorted(entry["player"] for entry in entries if entry["qualifies"] is None),
        "next_tables": event["next_tables"],
        "notes": [f"{note['id']} {note['subject']}" for note in event["notes"]],
    }
    named = {key: {entry["player"]: entry[key] for entry in entries} for key in ("win_rate", "winds_left")}
    wanted = {key: value for key, value in expected.items() if key in got}
    assert {key: got[key] for key in wanted} == wanted
    assert named["win_rate"].items() >= expected.get("win_rates", {}).items()
    for player, winds in expected.get("winds_left", {}).items():
        assert named["winds_left"][player] == winds
    assert set(expected.get("unstated", ())) <= set(event["unstated"])
    assert has_clause(vector["clause"][name], event["clauses"])
    assert all(note["ja"] and note["en"] and note["clause"] for note in event["notes"])
    assert all(line["ja"] and line["en"] and line["clause"] for game in event["games"] for line in game["lines"])


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
