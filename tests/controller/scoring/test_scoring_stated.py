"""Wins entered by han and fu, without tiles: worth the same as with tiles, and at least their circumstances."""

from dataclasses import replace
from itertools import product
from random import Random
from typing import Final

import pytest

from controller.errors import HandError
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import From, Seat
from controller.rulebooks.catalogue import outside_ids, rulebook, rulebook_ids
from controller.scoring.score import Score
from controller.scoring.scorer import score_win
from controller.scoring.stated import FU_TOLD, MOST_HAN, values_said
from controller.scoring.win import NOT_TOLD, Riichi, Win, WinBy
from tests.support.winning_hands import random_win

_WINS: Final = 250
_BY_CIRCUMSTANCE: Final = frozenset(
    ("RIICHI", "DOUBLE_RIICHI", "IPPATSU", "HAITEI", "HOUTEI", "RINSHAN", "CHANKAN", "MENZEN_TSUMO")
)


def _told(win: Win, han: int, fu: int, yakuman: int) -> Win:
    return replace(win, told=(han, fu, yakuman), hand=(), melds=(), dora_indicators=(), ura_indicators=())


@pytest.mark.parametrize("book_id", [*rulebook_ids(), *outside_ids()])
def test_a_win_told_by_its_han_and_fu_is_paid_as_its_tiles_are(book_id: str) -> None:
    """Regression: double riichi, or riichi with tsumo, could be entered with one han."""
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


_LIABLE: Final = {
    "DAISANGEN": ("22m34p", "5p", "555z 666z 777z"),
    "DAISUUSHII": ("2m", "2m", "111z 222z 333z 444z"),
    "SUUKANTSU": ("2m", "2m", "1111m 3333p 4444s 9999s"),
}


@pytest.mark.parametrize("book_id", [*rulebook_ids(), *outside_ids()])
def test_whoever_is_liable_pays_a_yakuman_that_was_told_as_one_of_tiles(book_id: str) -> None:
    """Regression: a yakuman entered without its tiles was paid as if nobody were liable."""
    for yakuman, loser in product(_LIABLE, (None, Seat.B, Seat.C)):
        _pays(book_id, yakuman, loser)


def _pays(book_id: str, yakuman: str, loser: Seat | None) -> None:
    hand, tile, called = _LIABLE[yakuman]
    book, melds = rulebook(book_id), tuple(map(_called, called.split()))
    by = WinBy.TSUMO if loser is None else WinBy.RON
    seats = Win(parse_tiles(hand), parse_tile(tile), by, melds, winner=Seat.A, dealer=Seat.D, loser=loser)
    win = replace(seats, liable_for=((yakuman, Seat.C),), counters=2, riichi_sticks=1)
    score = score_win(win, book)
    assert isinstance(score, Score)
    again = score_win(_told(win, 0, 0, score.yakuman), book)
    assert isinstance(again, Score)
    assert (again.points, again.payments) == (score.points, score.payments)
    seen_by_seat = replace(_told(win, 0, 0, score.yakuman), liable_for=(), liable=Seat.C)
    if yakuman in book.claims.liability.value and score.yakuman == 1:
        assert score_win(seen_by_seat, book) == again


def _called(tiles: str) -> Meld:
    found = parse_tiles(tiles)
    return Meld(MeldKind.PON if len(found) == 3 else MeldKind.KAN_OPEN, found, found[0], From.ACROSS)


@pytest.mark.parametrize("book_id", [*rulebook_ids(), *outside_ids()])
def test_no_more_yakuman_are_told_than_the_book_adds_up(book_id: str) -> None:
    """Regression: six yakuman were paid under a book that counts one, and a negative count as a win."""
    book = rulebook(book_id)
    most = book.scoring.most_yakuman.value
    told = [value[2] for value, _ in values_said(tsumo=True, book=book) if value[2]]
    assert told == [1, 2][: most or 2]
    for times in (-1, *(() if most is None else (most + 1,))):
        with pytest.raises(HandError, match="at most"):
            score_win(Win((), NOT_TOLD, WinBy.TSUMO, told=(0, 0, times)), book)
