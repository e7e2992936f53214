"""Lines that explain who pays what: their names in Japanese and English, and their sums."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from controller.scoring.score import Four, PaymentLine
from controller.text import words

_TEXTS: Final = words("payments")


@lru_cache(maxsize=1 << 14)
def line(name: str, amounts: Four, clause: str) -> PaymentLine:
    """Return a line with its texts; raises KeyError for an unknown id."""
    return PaymentLine(name, *texts(name), amounts, clause)


def texts(name: str) -> tuple[str, str]:
    """Return the Japanese and English name of a line; raises KeyError for an unknown id."""
    return _TEXTS[name].ja, _TEXTS[name].en


def totals(lines: Iterable[PaymentLine]) -> Four:
    """Return the sum of the lines per seat A-D."""
    a = b = c = d = 0
    for one in lines:
        da, db, dc, dd = one.amounts
        a, b, c, d = a + da, b + db, c + dc, d + dd
    return a, b, c, d


def four(amounts: Iterable[int]) -> Four:
    """Return four numbers as a tuple per seat A-D."""
    a, b, c, d = amounts
    return a, b, c, d
