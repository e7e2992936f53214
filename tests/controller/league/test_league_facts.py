"""Facts of an event: the last one is valid, withdrawn ones are not; and who gets a substitute's points."""

from dataclasses import replace
from fractions import Fraction

import pytest

from controller.journal.events.league import (
    DrawRule,
    FactWithdrawn,
    GameEntered,
    LeagueFact,
    LeagueOpened,
    PlayerDisqualified,
    PlayerEntered,
    PlayerRenamed,
    PlayerSubstituted,
    PointsGiven,
    PointsKind,
    SeatedTable,
    SeatingDrawn,
    SubstituteRule,
)
from controller.league.league import League, LeagueError, NumberedFact, check_fact, league_of
from controller.league.standing import LeagueStandings, carried, league_standings
from controller.rulebooks.catalogue import load

FOUR = ("a", "b", "c", "d")
GAME = GameEntered(1, "1", FOUR, (40_000, 30_000, 20_000, 10_000))
OPENED = LeagueOpened("spring", "mleague", 4)
BASE: tuple[LeagueFact, ...] = (
    OPENED,
    *(PlayerEntered(name, team) for name, team in zip(FOUR, ("red", "red", "blue", "blue"), strict=True)),
    PlayerEntered("s", "red", ranked=False),
)


def told(*facts: LeagueFact) -> League:
    found = league_of([NumberedFact(number, fact) for number, fact in enumerate((*BASE, *facts), 1)])
    assert found is not None
    return found


def standing(*facts: LeagueFact) -> LeagueStandings:
    return league_standings(told(*facts), load("mleague"))


def totals(*facts: LeagueFact) -> dict[str, Fraction]:
    return {entry.player: entry.total / 1000 for entry in standing(*facts).event.entries}


def test_a_game_entered_again_is_corrected_and_withdrawn_is_as_before() -> None:
    other = replace(GAME, scores=(10_000, 20_000, 30_000, 40_000))
    assert totals(GAME)["a"] == 60
    assert totals(GAME, other)["a"] == -50
    assert totals(GAME, other, FactWithdrawn(len(BASE) + 2))["a"] == 60


def test_a_name_that_is_put_right_is_right_wherever_it_was_told() -> None:
    found = totals(GAME, PlayerRenamed("a", "A"), PlayerRenamed("A", "Ann"), PointsGiven("a", 500, PointsKind.BONUS))
    assert found["Ann"] == Fraction("60.5")
    assert "a" not in found
    assert "A" not in found


@pytest.mark.parametrize(
    ("rule", "player", "substitute"),
    [(SubstituteRule.REPLACED, 60, 0), (SubstituteRule.OWN, 0, 60), (SubstituteRule.FIXED, -15, 0)],
)
def test_whose_the_points_of_a_substitute_are(rule: SubstituteRule, player: int, substitute: int) -> None:
    played = replace(GAME, players=("s", "b", "c", "d"))
    found = totals(PlayerSubstituted("a", "s", 1, 1, rule), played)
    assert [found[name] for name in "asb"] == [player, substitute, 10]
    ranks = {entry.player: entry.rank for entry in standing(played).event.entries}
    assert ranks["s"] == 0


def test_under_a_fixed_total_who_fills_a_table_has_it_too() -> None:
    played = replace(GAME, players=("s", "b", "c", "d"))
    fixed = replace(OPENED, substitutes=SubstituteRule.FIXED, fixed_points=-30_000)
    assert totals(fixed, played)["s"] == -30


def test_a_game_of_the_replaced_player_is_pointed_out() -> None:
    notes = standing(PlayerSubstituted("a", "s", 1), GAME).event.notes
    assert [note.id for note in notes] == ["PLAYED_THOUGH_REPLACED"]


def test_teams_have_their_players_and_their_own() -> None:
    team = PointsGiven("red", -5_000, PointsKind.PENALTY, 1, "late")
    teams = {each.team: each.total for each in standing(GAME, team).teams}
    assert teams == {"red": 65_000, "blue": -70_000}


def test_who_is_out_has_no_rank_and_the_games_stand() -> None:
    found = standing(GAME, PlayerDisqualified("a", "left"))
    assert {entry.player: entry.rank for entry in found.event.entries} == {"b": 1, "c": 2, "d": 3, "a": 0, "s": 0}
    assert found.why["a"].en == "disqualified"
    assert sum(entry.total for entry in found.event.entries) == 0
    few = standing(replace(OPENED, least_games=2), GAME)
    assert few.why["b"].en == "1 of the 2 games that it takes"


def test_what_is_carried_over_counts_once_and_in_part() -> None:
    earlier = standing(GAME)
    half = list(carried(told(), earlier, "winter", 50))
    assert totals(*half, *half) == {"a": 30, "b": 5, "c": -10, "d": -25, "s": 0}


def test_points_outside_games_count_to_their_round_where_ties_are_parted() -> None:
    """wakashachi-2025 breaks ties by the points before the last game."""
    book = load("wakashachi-2025")
    level = (25_000, 25_000, 25_000, 25_000)
    games = [replace(GAME, round=number, scores=level) for number in (1, 2)]
    early, late = (PointsGiven(name, 1_000, PointsKind.BONUS, number) for name, number in (("d", 1), ("a", 2)))
    rules = replace(OPENED, rulebook="wakashachi-2025")
    found = league_standings(told(rules, *games, early, late), book)
    assert [entry.player for entry in found.event.entries][:2] == ["d", "a"]


def test_a_table_without_a_result_is_pointed_out_once_its_round_is_played() -> None:
    tables = SeatedTable("1", FOUR), SeatedTable("2", ("s", "b", "c", "d"))
    seated = SeatingDrawn(1, DrawRule.PRESCRIBED, tables)
    assert standing(seated).open_tables == ()
    assert standing(seated, GAME).open_tables == ((1, "2"),)


@pytest.mark.parametrize(
    ("fact", "said"),
    [
        (PlayerRenamed("b", "a"), "'a' is a player already"),
        (SeatingDrawn(1, DrawRule.PRESCRIBED, (SeatedTable("1", ("a", "b", "c", "a")),)), "'a' sits at tables 1 and 1"),
        (SeatingDrawn(1, DrawRule.RANDOM, (SeatedTable("1", FOUR),)), "round 1 has games"),
        (SeatingDrawn(2, DrawRule.PRESCRIBED, ()), "expected tables"),
        (replace(GAME, table="2"), "'a' has a game at table 1 already"),
        (replace(GAME, players=("a", "a", "c", "d")), "'a' is there twice"),
        (replace(GAME, players=("a", "b", "c", "x")), "no player 'x'"),
        (PlayerSubstituted("a", "a", 1), "cannot play for themself"),
        (PlayerSubstituted("a", "s", 3, 2), "expected the last not before"),
        (PointsGiven("nobody", 1, PointsKind.BONUS), "no player 'nobody'"),
        (PlayerDisqualified("z"), "no player 'z'"),
        (FactWithdrawn(1), "fact 1"),
        (FactWithdrawn(99), "fact 99"),
    ],
)
def test_what_cannot_be_is_refused_in_both_languages(fact: LeagueFact, said: str) -> None:
    with pytest.raises(LeagueError, match=said) as caught:
        check_fact(fact, told(GAME))
    assert caught.value.said.ja
