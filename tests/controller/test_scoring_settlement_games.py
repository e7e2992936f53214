"""Golden situations of settlement_flow.toml and settlement_games.toml: what follows a round; a game in the record."""

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.errors import EventError, HandError
from controller.riichi.seat import Seat, Wind
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.rulebooks.flow_rules import Rounding
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.flow import Closing, Following, Last, Round, after_draw, after_win, read_clock
from controller.scoring.placement import GamePoints, close_game, five_down_six_up
from tests.controller.golden import has_clause, house, vectors


def followed(vector: dict[str, Any], now: Round, book: Rulebook, closing: Closing) -> Following:
    if vector["after"] == "win":
        return after_win(now, [Seat(seat) for seat in vector["winners"]], book, closing)
    return after_draw(now, [seat in vector["tenpai"] for seat in Seat], book, closing)


@pytest.mark.parametrize(("vector", "name"), vectors("settlement_flow"))
def test_golden_flow(vector: dict[str, Any], name: str) -> None:
    book = house(rulebook(name), vector.get("house", {}))
    expected, clause = vector["expect"], vector["clause"][name]
    assert vector["source"]
    if "clock" in expected:
        clock = read_clock(book, vector["minutes"])
        got = {"left": clock.left, "announce": clock.announce, "last": clock.last}
        assert got == {"left": None} | expected["clock"]
        assert has_clause(clause, [clock.clause])
        return
    place = vector.get("now", {})
    wind = Wind.from_letter(place.get("wind", "E"))
    now = Round(wind, Seat(place.get("dealer", 0)), place.get("counters", 0), place.get("riichi_sticks", 0))
    last = Last(vector["last"]) if "last" in vector else None
    closing = Closing(last, vector.get("scores"), vector.get("dealer_stops", False))
    if "refused" in expected:
        with pytest.raises(HandError, match=expected["refused"]):
            followed(vector, now, book, closing)
        return
    following = followed(vector, now, book, closing)
    then = following.round
    assert expected["next"] == ("over" if then is None else f"{then.name} {then.counters} {then.riichi_sticks}")
    assert following.riichi_sticks == expected.get("sticks", following.riichi_sticks)
    assert has_clause(clause, following.clauses)
    assert (clause == "unstated") <= bool(following.unstated)


def amounts(values: tuple[Fraction, ...], unit: int = 1) -> list[float]:
    return [round(float(value / unit), 2) for value in values]


@pytest.mark.parametrize(("vector", "name"), vectors("settlement_games"))
def test_golden_game(vector: dict[str, Any], name: str) -> None:
    book = house(rulebook(name), vector.get("house", {}))
    expected = vector["expect"]
    four = (0, 0, 0, 0)
    points = GamePoints(
        tuple(vector["scores"]),
        vector.get("left_sticks", 0),
        tuple(vector.get("chombo", four)),
        tuple(vector.get("penalty_points", four)),
        frozenset(Seat(seat) for seat in vector.get("wrong_declared", ())),
    )
    assert vector["source"]
    if "refused" in expected:
        with pytest.raises(EventError, match=expected["refused"]):
            close_game(points, book)
        return
    result = close_game(points, book)
    got = {
        "places": list(result.places),
        "points": amounts(result.totals, result.unit),
        "scores": amounts(result.scores),
        "difference": result.difference,
        "stick_column": result.stick_column,
        "penalty_column": list(result.penalty_column),
    }
    wanted = {key: value for key, value in expected.items() if key not in ("lines", "unstated")}
    assert {key: got[key] for key in wanted} == wanted
    lines = {line.id: amounts(line.amounts) for line in result.lines}
    for line, wanted_amounts in expected.get("lines", {}).items():
        assert lines.get(line, [0, 0, 0, 0]) == wanted_amounts, line
    clauses = [line.clause for line in result.lines if line.id == vector.get("line")]
    assert has_clause(vector["clause"][name], clauses) or not lines.get(vector.get("line", ""))
    assert set(expected.get("unstated", ())) <= set(result.unstated)
    assert all(line.ja and line.en and line.clause for line in result.lines)
    assert amounts(result.totals) == amounts(
        tuple(sum(column) for column in zip(*(line.amounts for line in result.lines), strict=True))
    )


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
