"""Wins told by han and fu, without tiles: worth what the tiles are, and never less than their circumstances."""

from dataclasses import replace
from random import Random
from typing import Final

import pytest

from controller.errors import HandError
from controller.rulebooks.catalogue import outside_ids, rulebook, rulebook_ids
from controller.scoring.score import Score
from controller.scoring.scorer import score_win
from controller.scoring.told import FU_TOLD, MOST_HAN
from controller.scoring.win import Riichi, Win
from tests.support.winning_hands import random_win

_WINS: Final = 250
_BY_CIRCUMSTANCE: Final = frozenset(
    ("RIICHI", "DOUBLE_RIICHI", "IPPATSU", "HAITEI", "HOUTEI", "RINSHAN", "CHANKAN", "MENZEN_TSUMO")
)


def _told(win: Win, han: int, fu: int, yakuman: int) -> Win:
    return replace(win, told=(han, fu, yakuman), hand=(), melds=(), dora_indicators=(), ura_indicators=())


@pytest.mark.parametrize("book_id", [*rulebook_ids(), *outside_ids()])
def test_a_win_told_by_its_han_and_fu_is_paid_as_its_tiles_are(book_id: str) -> None:
    """Red where double riichi, or riichi with tsumo, could be told with one han."""
    book, random, told = rulebook(book_id), Random(f"told {book_id}"), 0
    while told < _WINS:
        win = random_win(random, book.scoring.red_fives.value)
        score = score_win(win, book)
        if not isinstance(score, Score):
            continue
        told += 1
        han, fu, yakuman = min(score.han, MOST_HAN), score.fu, score.yakuman
        again = score_win(_told(win, 0 if yakuman else han, 0 if yakuman else fu, yakuman), book)
        assert isinstance(again, Score)
        assert (again.points, again.payments) == (score.points, score.payments), win
        closed = win.riichi is not Riichi.NONE or win.first_turn
        least = sum(
            line.han for line in score.yaku if line.id in _BY_CIRCUMSTANCE and (closed or line.id != "MENZEN_TSUMO")
        )
        for less in range(1, 0 if yakuman else least):
            with pytest.raises(HandError, match="at least"):
                score_win(_told(win, less, FU_TOLD[3], 0), book)
