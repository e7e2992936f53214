"""From han and fu, or from yakuman, to points; and from points to who pays what."""

from functools import lru_cache
from typing import NamedTuple

from controller.riichi.seat import SEATS
from controller.rulebooks.claim_rules import Payer
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


NOTHING = Value(None, 0, 0, 0, 0)


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


def payments(win: Win, sheet: Sheet, value: Value, liable_part: Value = NOTHING) -> tuple[int, int, int, int]:
    """Gain per seat with counters and taken sticks. ``liable_part``: what is under liability; ``value``: the rest."""
    gains = [0, 0, 0, 0]
    counters = win.counters * sheet.counter_value
    rules = sheet.book.claims
    if win.loser is not None:
        gains[win.loser] -= value.ron + liable_part.ron
        payer = win.loser
        if win.liable is not None and liable_part.ron:
            share = liable_part.ron * rules.liability_ron_percent.value // 100
            gains[win.loser] += share
            gains[win.liable] -= share
            payer = win.liable if rules.liability_counters.value is Payer.LIABLE else payer
        gains[payer] -= counters
    elif win.liable is not None and liable_part.ron:
        _shares(gains, win, value, 0)
        gains[win.liable] -= _tsumo_total(win, liable_part) + counters
    else:
        _shares(gains, win, value, counters // 3)
    gains[win.winner] += win.riichi_sticks * sheet.riichi_stick - sum(gains)
    return gains[0], gains[1], gains[2], gains[3]


def points_of(win: Win, value: Value) -> int:
    """All that is paid for the hand itself."""
    return _tsumo_total(win, value) if win.by_tsumo else value.ron


def _shares(gains: list[int], win: Win, value: Value, counters: int) -> None:
    for seat in SEATS:
        if seat is not win.winner:
            gains[seat] -= (value.dealer_share if seat is win.dealer else value.child_share) + counters


def _tsumo_total(win: Win, value: Value) -> int:
    if win.winner is win.dealer:
        return 3 * value.child_share
    return 2 * value.child_share + value.dealer_share


def _from_basic(sheet: Sheet, limit: Limit | None, basic: int, dealer: bool) -> Value:
    step = sheet.rounding
    once = -(-basic // step) * step
    twice = -(-basic * 2 // step) * step
    if dealer:
        return Value(limit, basic, -(-basic * 6 // step) * step, twice, twice)
    return Value(limit, basic, -(-basic * 4 // step) * step, once, twice)
