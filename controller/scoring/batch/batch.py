"""Scores of many hands at once: records in, records out, as ``score_win`` would answer each.

The first call in a process loads the compiled loop from disk; the first ever compiles it, which takes seconds.
"""

import numpy as np

from controller.errors import HandError
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.batch.kernel import score_records
from controller.scoring.batch.lookup import book_tables, tables
from controller.scoring.batch.records import HAND, NOBODY, SCORE, LiableFor, Records, win_of
from controller.scoring.hand.yaku import YAKU_BITS
from controller.scoring.score import Score
from controller.scoring.scorer import score_win


def score_hands(hands: Records, book: Rulebook, liable_for: LiableFor | None = None) -> Records:
    """Records of SCORE for records of HAND under one rulebook; raises HandError for an array of another kind.

    ``liable_for``: by row, where two seats are liable; as in Win.
    """
    if hands.dtype != HAND or hands.ndim != 1:
        raise HandError(f"hands are {hands.dtype} {list(hands.shape)}: expected one row of records of HAND")
    scores = np.zeros(len(hands), SCORE)
    score_records(np.ascontiguousarray(hands), tables(), book_tables(book), scores)
    _share_liability(hands, book, scores, liable_for or {})
    return scores


def _share_liability(hands: Records, book: Rulebook, scores: Records, by_yakuman: LiableFor) -> None:
    """Settle the few rows in which somebody is liable for a yakuman, one by one."""
    named = sum([YAKU_BITS[name] for name in book.claims.liability.value])
    liable = hands["liable"] != NOBODY
    liable[list(by_yakuman)] = True
    for row in np.flatnonzero(liable & (scores["yakuman"] > 0) & (scores["yaku"] & np.uint64(named) != 0)):
        score = score_win(win_of(hands[row], by_yakuman.get(int(row), ())), book)
        if isinstance(score, Score):
            scores[row]["payments"] = score.payments
