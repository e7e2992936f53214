"""From han and fu, or from yakuman, to points."""

from functools import lru_cache
from typing import NamedTuple

from controller.scoring.score import Limit
from controller.scoring.sheet import Sheet
from controller.scoring.win import Win


class Value(NamedTuple):
    """What a hand is worth: ``ron`` from one, or on tsumo ``child_share`` from each child and ``dealer_share``."""

    limit: Limit | None
    basic_points: int
    ron: int
    child_share: int
    dealer_share: int


@lru_cache(maxsize=1 << 12)
def value_of(sheet: Sheet, han: int, fu: int, dealer: bool) -> Value:
    """Value of an ordinary hand; ``han`` without ba-zoro, dora in (npm art. 44, 45; or by a table of han)."""
    for step in sheet.han_steps:
        if han >= step.han:
            limit = None if step.limit is None else Limit(step.limit)
            if dealer:
                return Value(limit, step.ron // 4, step.ron * 3 // 2, step.ron // 2, step.ron // 2)
            return Value(limit, step.ron // 4, step.ron, step.child_share, step.dealer_share)
    for least, limit, basic in sheet.limits:
        if han >= least:
            return _from_basic(sheet, limit, basic, dealer)
    least, mangan, cap = sheet.limits[-1]
    basic = fu << (han + sheet.base_power)
    if basic >= cap or (fu, han) in sheet.kiriage:
        return _from_basic(sheet, mangan, cap, dealer)
    return _from_basic(sheet, None, basic, dealer)


@lru_cache(maxsize=1 << 8)
def yakuman_value(sheet: Sheet, times: int, dealer: bool) -> Value:
    """Value of so many yakuman."""
    return _from_basic(sheet, Limit.YAKUMAN, sheet.yakuman_points * times, dealer)


def mangan_value(sheet: Sheet, dealer: bool) -> Value:
    """Value of a mangan that is no hand, such as nagashi mangan."""
    by_han = [step.han for step in sheet.han_steps if step.limit == Limit.MANGAN.value]
    return value_of(sheet, by_han[0] if by_han else sheet.limits[-1][0], 0, dealer)


def points_of(win: Win, value: Value) -> int:
    """All that is paid for the hand itself."""
    return tsumo_total(value, win.winner is win.dealer) if win.by_tsumo else value.ron


def tsumo_total(value: Value, by_dealer: bool) -> int:
    """All three shares of a tsumo."""
    return 3 * value.child_share if by_dealer else 2 * value.child_share + value.dealer_share


def _from_basic(sheet: Sheet, limit: Limit | None, basic: int, dealer: bool) -> Value:
    step = sheet.rounding
    once = -(-basic // step) * step
    twice = -(-basic * 2 // step) * step
    if dealer:
        return Value(limit, basic, -(-basic * 6 // step) * step, twice, twice)
    return Value(limit, basic, -(-basic * 4 // step) * step, once, twice)
