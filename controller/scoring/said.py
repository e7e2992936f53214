"""Points of a win as announced at the table: 500・1,000, 1,300オール, 3,900は4,200."""

from collections.abc import Sequence
from typing import Final

from controller.riichi.seat import Seat
from controller.scoring.score import PaymentLine
from controller.text import Text

_ALONE: Final = ("RON", "TSUMO")
_COUNTERS: Final = "COUNTERS"
_STICKS: Final = "RIICHI_STICKS"


def points_said(lines: Sequence[PaymentLine], winner: Seat, dealer: Seat) -> Text:
    """Return the points as announced, with counters last; with a liable seat, the sum.

    ``lines``: of the payment; sticks are not announced.
    """
    hand = [line for line in lines if line.id not in (_COUNTERS, _STICKS)]
    if [line.id for line in hand] not in ([alone] for alone in _ALONE):
        total = sum(line.amounts[winner] for line in hand)
        return Text(f"{total:,}点（責任払い）", f"{total:,} (liability)")
    bare = _payment_text(hand, winner, dealer)
    whole = _payment_text([line for line in lines if line.id != _STICKS], winner, dealer)
    if bare == whole:
        return bare
    return Text(f"{bare.ja.removesuffix('オール')}は{whole.ja}", f"{bare.en}, with counters {whole.en}")


def _payment_text(lines: Sequence[PaymentLine], winner: Seat, dealer: Seat) -> Text:
    paid = {
        seat: -sum(line.amounts[seat] for line in lines) for seat in Seat if any(line.amounts[seat] for line in lines)
    }
    paid.pop(winner, None)
    if lines[0].id == "RON":
        return Text(*[f"{sum(paid.values()):,}"] * 2)
    by_dealer = paid.pop(dealer, None)
    shares = sorted(set(paid.values()))
    if by_dealer is None:
        return Text(f"{shares[0]:,}オール", f"{shares[0]:,} all")
    children = f"{shares[0]:,}" if shares else "0"
    return Text(f"{children}・{by_dealer:,}", f"{children} / {by_dealer:,}")
