"""Scores of many hands at once, each as ``score_win`` would answer.

Needs numba (the extra ``batch``). The first call in a process loads the compiled loop from disk; the first call ever
compiles it, which takes seconds.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

import numpy as np

from controller.memo import Memo
from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.batch.kernel import read_rows
from controller.scoring.batch.lookup import book_tables, tables
from controller.scoring.batch.records import (
    EMPTY,
    HAND_BYTES,
    KONG_NOT_ROBBABLE,
    NO_YAKU,
    NOT_COMPLETE,
    READING_FIELDS,
    URA,
    WIN,
    Readings,
)
from controller.scoring.hand import circumstances as flag
from controller.scoring.hand.book_cache import BOOK_CACHES, BookCache, CountedDora
from controller.scoring.hand.tiles import Bonus
from controller.scoring.payments import usual_payment
from controller.scoring.score import NoWin, Score
from controller.scoring.scorer import BestReading, kong_not_robbable, left_out_ura, no_yaku, not_complete, score_of


class BatchHand(NamedTuple):
    """A win without a liable seat: its row of HAND_BYTES as in ``records``, and who pays whom."""

    row: bytes
    winner: Seat
    loser: Seat | None
    dealer: Seat
    counters: int
    riichi_sticks: int


def score_batch(hands: Sequence[BatchHand], book: Rulebook) -> list[Score | NoWin | None]:
    """Answers in the order of the hands; None for a hand that ``score_win`` refuses.

    Among three players None for every hand: ``score_win`` answers those.
    """
    if len(book.seats) < len(SEATS):
        return [None] * len(hands)
    found = best_readings(b"".join([hand.row for hand in hands]), book)
    cache, no_wins = BOOK_CACHES[book], _NO_WINS[book]
    bonuses = _BONUSES[book]
    return [
        _scored(hand, reading, cache, bonuses) if reading[0] == WIN else no_wins.get(reading[0])
        for hand, reading in zip(hands, found.tolist(), strict=True)
    ]


def best_readings(rows: bytes, book: Rulebook) -> Readings:
    """Readings int64 [N, READING_FIELDS] of N rows of HAND_BYTES each; ValueError where the bytes are no such rows."""
    hands = np.frombuffer(rows, np.uint8).reshape(-1, HAND_BYTES)
    found = np.zeros((len(hands), READING_FIELDS), np.int64)
    read_rows(hands, tables(), book_tables(book), found)
    return found


def _scored(hand: BatchHand, reading: Sequence[int], cache: BookCache, bonuses: Memo[int, CountedDora]) -> Score:
    _, yakuman, han, fu, yaku, fu_counts, bonus, rivals, features, flags = reading
    dealer = not flags & _NO_DEALER
    known = cache.yaku_worths[not flags & flag.OPEN][yaku]
    worth = cache.yakuman[yakuman, dealer] if yakuman else cache.worths[max(han, known.least_han), fu, dealer]
    row, winner, loser, dealt_by, counters, sticks = hand
    if row[URA] != EMPTY:
        flags |= left_out_ura(flags)
    return score_of(
        BestReading(
            yakuman,
            han,
            fu_counts,
            worth,
            known,
            features,
            rivals != 0,
        ),
        bonuses[bonus],
        cache,
        flags,
        usual_payment(cache.rules, worth.value, winner, loser, dealt_by, counters, sticks),
        counters,
        sticks,
    )


def _bonuses(book: Rulebook) -> Memo[int, CountedDora]:
    """Dora that the book counts, by the fields of Bonus packed a byte each."""
    counted = BOOK_CACHES[book].bonus

    def count(packed: int) -> CountedDora:
        dora, kan_dora, ura, kan_ura, man, pin, sou = packed.to_bytes(7, "little")
        return counted[Bonus(dora, kan_dora, ura, kan_ura, (man, pin, sou))]

    return Memo(count)


_NO_DEALER: Final = 3 << flag.SEAT_WIND
_ANSWERS: Final[dict[int, Callable[[Rulebook], NoWin]]] = {
    NOT_COMPLETE: not_complete,
    NO_YAKU: no_yaku,
    KONG_NOT_ROBBABLE: kong_not_robbable,
}
_BONUSES: Final = Memo(_bonuses, 1 << 8)
_NO_WINS: Final[Memo[Rulebook, dict[int, NoWin]]] = Memo(
    lambda book: {status: answer(book) for status, answer in _ANSWERS.items()}, 1 << 8
)
