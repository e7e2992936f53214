"""The end of a game: the erratum of tomioka, rounding, and that nothing comes from nowhere."""

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.rulebooks.schema.settlement import Rounding
from controller.scoring.game.placement import GamePoints, close_game, five_down_six_up


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
    assert five_down_six_up(score, by_magnitude=True) == 1000 * thousands


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
