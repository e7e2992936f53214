"""Value of a win derived from its points alone, for formats that name neither shares nor limit."""

from collections.abc import Sequence
from typing import Final

from controller.records.record import ScoreNote, YakuNote
from controller.scoring.score import Limit

_ROUNDED: Final = 100
"""Every share is rounded up to a multiple of this under every rulebook."""
_BASES: Final = (
    (8000, Limit.YAKUMAN),
    (6000, Limit.SANBAIMAN),
    (4000, Limit.BAIMAN),
    (3000, Limit.HANEMAN),
    (2000, Limit.MANGAN),
)
"""Base points from which a hand has that limit name; a dealer's hand is worth six times the base, any
other four times."""


def note_of(
    total: int,
    fu: int | None,
    yaku: Sequence[YakuNote],
    by_dealer: bool,
    by_tsumo: bool,
    limit: Limit | None = None,
    han: int = 0,
) -> ScoreNote | None:
    """Return the note for the total paid for a hand; None for a total that no shares add up to.

    ``limit``: as named by the format, else derived from the points.
    """
    parts = shares(total, by_dealer, by_tsumo)
    if parts is None:
        return None
    return ScoreNote(limit or limit_of(total, by_dealer), fu or None, parts, tuple(yaku), han)


def shares(total: int, by_dealer: bool, by_tsumo: bool) -> tuple[int, ...] | None:
    """Return (points,) for a ron, (each,) for a dealer's tsumo, (child's, dealer's share) for a child's, or None.

    A child's share is the base rounded up, the dealer's twice the base rounded up: twice as much, or 100 less.
    """
    if not by_tsumo:
        return (total,)
    if by_dealer:
        return None if total % 3 else (total // 3,)
    child = -(-total // (4 * _ROUNDED)) * _ROUNDED
    dealer = total - 2 * child
    return (child, dealer) if dealer in (2 * child, 2 * child - _ROUNDED) else None


def limit_of(total: int, by_dealer: bool) -> Limit | None:
    """Return the limit that corresponds to the points; None below mangan."""
    base = total // (6 if by_dealer else 4)
    return next((limit for least, limit in _BASES if base >= least), None)
