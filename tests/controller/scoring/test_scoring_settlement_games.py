"""The end of a game: the erratum of tomioka, rounding, and conservation of points."""

import tomllib
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rulebooks.catalogue import editions, rulebook, rulebook_ids
from controller.rulebooks.schema.settlement import Rounding
from controller.scoring.game.placement import GamePoints, close_game, to_thousands
from tests.support.golden import house


def amounts(values: tuple[Fraction, ...], unit: int = 1) -> list[float]:
    return [round(float(value / unit), 2) for value in values]


def test_tomioka_erratum() -> None:
    """tomioka rank points, fourth line: printed 4 - 20 - 20 = -36; its own rule gives 4 - 30 - 20 = -46."""
    result = close_game(GamePoints((45_000, 33_000, 18_000, 4_000)), rulebook("tomioka"))
    assert amounts(result.totals, result.unit) == [55, 13, -22, -46]
    assert sum(result.totals) == 0


@pytest.mark.parametrize(
    ("score", "thousands"),
    [(24_500, 24), (24_600, 25), (24_550, 25), (500, 0), (600, 1), (-500, 0), (-600, -1), (0, 0)],
)
def test_five_down_six_up(score: int, thousands: int) -> None:
    """tomioka rank 4."""
    assert to_thousands(score, 501, by_magnitude=True) == 1000 * thousands


PUBLISHED: Final = tomllib.loads((Path(__file__).parents[2] / "vectors" / "published_finals.toml").read_text("utf-8"))


@pytest.mark.parametrize("told", PUBLISHED["game"], ids=[each["source"] for each in PUBLISHED["game"]])
def test_finals_are_rounded_as_tenhou_has_published_them(told: dict[str, Any]) -> None:
    a, b, c, d = told["points"]
    laws = editions(rulebook("tenhou"), told["year"] or None)
    totals = [[float(each / 1000) for each in close_game(GamePoints((a, b, c, d)), law).totals] for law in laws]
    assert told["totals"] in totals
    assert not told["year"] or len(laws) == 1 or 2020 < told["year"] < 2023


@pytest.mark.parametrize(
    ("rounding", "score", "by_magnitude", "thousands"),
    [
        ("half_up", 24_500, True, 25),
        ("half_up", 24_400, True, 24),
        ("half_up", -7_500, True, -8),
        ("half_up", -7_500, False, -7),
        ("cut", 24_900, True, 24),
        ("cut", -7_500, True, -7),
        ("cut", -7_500, False, -8),
    ],
)
def test_rounding_and_cutting(rounding: str, score: int, by_magnitude: bool, thousands: int) -> None:
    asked = {"rounding_to_record": rounding, "round_below_zero_by_magnitude": by_magnitude}
    book = house(rulebook("tomioka"), {f"settlement.{field}": value for field, value in asked.items()})
    result = close_game(GamePoints((100_000 - score, score, 10_000, 10_000)), book)
    rounded = next(line for line in result.lines if line.id == "ROUNDED")
    assert score + rounded.amounts[1] == 1000 * thousands
    assert sum(result.totals) == 0


HUNDREDS = st.integers(-300, 700).map(lambda hundreds: hundreds * 100)


@given(st.tuples(HUNDREDS, HUNDREDS, HUNDREDS), st.integers(0, 4), st.sampled_from(rulebook_ids()))
def test_a_full_game_brings_nothing_from_nowhere(three: tuple[int, int, int], sticks: int, name: str) -> None:
    book = rulebook(name)
    fourth = 4 * book.settlement.start_points.value - sum(three) - 1000 * sticks
    result = close_game(GamePoints((*three, fourth), sticks), book)
    assert result.difference == 0
    assert sum(result.scores) + result.stick_column == 4 * book.settlement.start_points.value
    ranked = sorted(range(4), key=lambda seat: result.places[seat])
    totals = [result.totals[seat] for seat in ranked]
    rounding = book.settlement.rounding_to_record.value
    if rounding is Rounding.FIVE_DOWN_SIX_UP:
        assert sum(totals) == 0
        assert len(set(result.places)) < 4 or all(total % 1000 == 0 for total in totals)
    elif rounding is Rounding.POINTS:
        assert list(result.totals) == list(result.scores)
    else:
        assert sum(totals) == -result.stick_column
    assert all(a >= b for a, b in pairwise(totals))
    for seat in range(4):
        better = sum(result.scores[other] > result.scores[seat] for other in range(4))
        assert result.places[seat] <= better + 1


def test_a_rule_that_makes_points_vanish_says_so() -> None:
    kenko = close_game(GamePoints((48_000, 30_000, 29_000, 0), 1, (0, 0, 1, 0)), rulebook("kenko-2022"))
    assert [(lost.id, lost.points, lost.clause) for lost in kenko.vanished] == [
        ("STICKS_TO_NOBODY", 1000, "art. 4"),
        ("PENALTY_TO_NOBODY", 12_000, "penalties, chombo"),
    ]
    assert kenko.vanished[0].en == "1,000 points of sticks left over go to nobody."
    teikoku = close_game(GamePoints((48_000, 30_000, 29_000, 12_000), 1), rulebook("teikoku"))
    assert teikoku.vanished == ()
