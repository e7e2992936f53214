"""Conversion of han and fu, or of yakuman, to points."""

from dataclasses import dataclass
from functools import lru_cache

from controller.scoring.hand.scoring_rules import ScoringRules
from controller.scoring.score import Limit


# Compared and hashed by identity: equal values are interchangeable, and payments are cached by them.
@dataclass(frozen=True, slots=True, eq=False)
class Value:
    """Value of a hand: ``ron`` from one player, or on tsumo ``child_share`` from each child and ``dealer_share``.

    ``clause``: the clause that gives this value.
    """

    limit: Limit | None
    basic_points: int
    ron: int
    child_share: int
    dealer_share: int
    clause: str


@lru_cache(maxsize=1 << 12)
def value_of(scoring_rules: ScoringRules, han: int, fu: int, dealer: bool) -> Value:
    """Return an ordinary hand's value; ``han`` without ba-zoro, with dora (npm art. 44, 45; or by a table of han)."""
    rules = scoring_rules.book.scoring
    for step in scoring_rules.han_steps:
        if han >= step.han:
            limit = None if step.limit is None else Limit(step.limit)
            shares = (step.child_share, step.dealer_share)
            if dealer:
                shares = (step.ron // 2, step.ron // 2)
            shares = _among(scoring_rules, *shares)
            return _value(
                limit, step.ron // 4, step.ron * 3 // 2 if dealer else step.ron, *shares, rules.han_table.cite
            )
    for least, limit, basic in scoring_rules.limits:
        if han >= least:
            counted = limit is Limit.YAKUMAN
            return _from_basic(
                scoring_rules, limit, basic, dealer, (rules.counted_yakuman if counted else rules.limits).cite
            )
    least, mangan, cap = scoring_rules.limits[-1]
    basic = fu << (han + scoring_rules.base_power)
    if (fu, han) in scoring_rules.kiriage:
        return _from_basic(scoring_rules, mangan, cap, dealer, scoring_rules.kiriage[fu, han])
    if basic >= cap:
        return _from_basic(scoring_rules, mangan, cap, dealer, rules.limits.cite)
    return _from_basic(scoring_rules, None, basic, dealer, rules.base_power.cite)


@lru_cache(maxsize=1 << 8)
def yakuman_value(scoring_rules: ScoringRules, times: int, dealer: bool) -> Value:
    """Return the value of that many yakuman."""
    return _from_basic(
        scoring_rules,
        Limit.YAKUMAN,
        scoring_rules.yakuman_points * times,
        dealer,
        scoring_rules.book.scoring.yakuman_points.cite,
    )


def mangan_value(scoring_rules: ScoringRules, dealer: bool) -> Value:
    """Return the value of a mangan without a hand, such as nagashi mangan."""
    by_han = [step.han for step in scoring_rules.han_steps if step.limit == Limit.MANGAN.value]
    return value_of(scoring_rules, by_han[0] if by_han else scoring_rules.limits[-1][0], 0, dealer)


def tsumo_total(value: Value, by_dealer: bool, players: int) -> int:
    """Return the sum of all shares of a tsumo among that many players."""
    if by_dealer:
        return (players - 1) * value.child_share
    return (players - 2) * value.child_share + value.dealer_share


def _from_basic(scoring_rules: ScoringRules, limit: Limit | None, basic: int, dealer: bool, clause: str) -> Value:
    step = scoring_rules.rounding
    once = -(-basic // step) * step
    twice = -(-basic * 2 // step) * step
    if dealer:
        return _value(limit, basic, -(-basic * 6 // step) * step, *_among(scoring_rules, twice, twice), clause)
    return _value(limit, basic, -(-basic * 4 // step) * step, *_among(scoring_rules, once, twice), clause)


def _among(scoring_rules: ScoringRules, child_share: int, dealer_share: int) -> tuple[int, int]:
    """Return a child's and the dealer's share, each with half of a missing child's if the rulebook says so."""
    if not scoring_rules.shares_halved:
        return child_share, dealer_share
    half = -(-child_share // (2 * scoring_rules.rounding)) * scoring_rules.rounding
    return child_share + half, dealer_share + half


_value = lru_cache(maxsize=1 << 12)(Value)
