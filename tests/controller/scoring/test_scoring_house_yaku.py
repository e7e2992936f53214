"""Yaku that houses rate differently: renhou as han, as at least a mangan, or as a yakuman; a maximum for yakuman."""

from typing import Any, Final

import pytest

from api.http.schemas.scores import win_of
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.score import Limit, Score
from controller.scoring.scorer import score_win
from controller.scoring.win import Win
from tests.support.houses import house


def ron(hand: str, win: str, **more: Any) -> Win:
    return win_of({"winner": 1, "dealer": 0, "loser": 0, "prevailing_wind": "E", "hand": hand, "win": win, **more})


def scored(win: Win, book: Rulebook) -> Score:
    score = score_win(win, book)
    assert isinstance(score, Score)
    return score


SMALL: Final = ron("123m456p789s11p24s", "3s", first_turn=True)


@pytest.mark.parametrize(
    ("worth", "han", "points", "limit"),
    [
        ("{ closed = 4 }", 4, 8000, Limit.MANGAN),
        ("{ closed = 5 }", 5, 8000, Limit.MANGAN),
        ('{ limit = "mangan" }', 0, 8000, Limit.MANGAN),
        ('{ limit = "haneman" }', 0, 12_000, Limit.HANEMAN),
        ('{ limit = "mangan", closed = 6 }', 6, 12_000, Limit.HANEMAN),
        ("{ yakuman = 1 }", 0, 32_000, Limit.YAKUMAN),
    ],
)
def test_renhou_is_worth_what_the_house_says(worth: str, han: int, points: int, limit: Limit) -> None:
    score = scored(SMALL, house(f"scoring.yaku = {{ RENHOU = {worth} }}"))
    assert [line.id for line in score.yaku] == ["RENHOU"]
    assert (score.han, score.points, score.limit) == (han, points, limit)


def test_a_hand_worth_more_than_the_limit_of_its_renhou_is_paid_in_full() -> None:
    flush = ron("1113355577799s", "9s", first_turn=True, dora_indicators="8s")
    book = house('scoring.yaku = { RENHOU = { limit = "mangan" } }')
    assert scored(flush, book).points == scored(ron("1113355577799s", "9s", dora_indicators="8s"), book).points > 8000


def test_renhou_of_a_limit_holds_by_a_table_of_han_too() -> None:
    book = house('scoring.yaku = { RENHOU = { limit = "mangan" } }', "wakashachi-2025")
    assert (scored(SMALL, book).points, scored(SMALL, book).limit) == (8000, Limit.MANGAN)


@pytest.mark.parametrize(("most", "times"), [('"none"', 3), ("2", 2), ("1", 1)])
def test_yakuman_add_up_to_the_most_that_count(most: str, times: int) -> None:
    hand = ron("111222333444z5z", "5z")
    book = house(f"scoring.most_yakuman = {most}\nscoring.yaku = {{ DAISUUSHII = {{ yakuman = 1 }} }}", "teikoku")
    score = scored(hand, book)
    assert {line.id for line in score.yaku} == {"DAISUUSHII", "TSUUIISOU", "SUUANKOU"}
    assert (score.yakuman, score.points) == (times, 32_000 * times)
