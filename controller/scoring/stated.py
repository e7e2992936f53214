"""A win stated by han and fu, or by a number of yakuman, without tiles: its value and its payment."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from controller.errors import HandError
from controller.riichi.seat import Seat
from controller.rulebooks.names.values import LIMIT_NAMES
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.hand.book_cache import BOOK_CACHES, YakuWorth
from controller.scoring.hand.scoring_rules import scoring_rules_of
from controller.scoring.hand.value import value_of, yakuman_value
from controller.scoring.hand.yaku import YAKU_BITS
from controller.scoring.payments import payment_of
from controller.scoring.score import Limit, Score, YakuLine
from controller.scoring.win import Riichi, Win
from controller.text import Text

FU_TOLD: Final = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)
"""Possible fu of a hand (npm art. 42: 20 and up, rounded up to tens; seven pairs 25), as offered by palettes."""
_PINFU_FU, _PAIRS_FU = FU_TOLD[:2]
MOST_HAN: Final = 13
"""From this han on a hand is worth a yakuman in every rulebook that has counted yakuman."""


def fu_for(han: int, tsumo: bool, book: Rulebook) -> tuple[int, ...]:
    """Return the possible fu of a hand with that many han; () if irrelevant: from a mangan on, or by han alone."""
    rules = scoring_rules_of(book)
    if rules.han_steps or han >= rules.limits[-1][0]:
        return ()
    # 20 fu: pinfu by tsumo, at least two han; 25: seven pairs, whose tsumo adds a han.
    least = {_PINFU_FU: 2 if tsumo else MOST_HAN, _PAIRS_FU: 3 if tsumo else 2}
    return tuple(fu for fu in FU_TOLD if han >= least.get(fu, 1))


def values_said(tsumo: bool, book: Rulebook) -> Iterator[tuple[tuple[int, int, int], Text]]:
    """Yield every value by which a win can be stated, with its name: by fu and han, limits, yakuman."""
    rules = scoring_rules_of(book)
    for step in reversed(rules.han_steps):
        yield (step.han, 0, 0), Text(f"{step.han}翻", f"{step.han} han")
    least = MOST_HAN if rules.han_steps else rules.limits[-1][0]
    for fu in FU_TOLD:
        for han in range(1, least):
            if fu in fu_for(han, tsumo, book):
                yield (han, fu, 0), Text(f"{fu}符{han}翻", f"{han} han {fu} fu")
    if not rules.han_steps:
        for han, limit, _ in reversed(rules.limits):
            if limit is not Limit.YAKUMAN:
                yield (han, 0, 0), LIMIT_NAMES[limit.value]
    for times in range(1, min(rules.most_yakuman, 2) + 1):
        many = "" if times == 1 else f" ×{times}"
        yield (
            (0, 0, times),
            Text(f"{LIMIT_NAMES[Limit.YAKUMAN.value].ja}{many}", f"{LIMIT_NAMES[Limit.YAKUMAN.value].en}{many}"),
        )


def _least(win: Win, book: Rulebook) -> YakuWorth:
    """Return the value of a win's circumstances alone; only riichi and a first turn imply a concealed hand."""
    cache, concealed = BOOK_CACHES[book], win.riichi is not Riichi.NONE or win.first_turn
    known = cache.circumstances_of[win.flags]
    drawn = YAKU_BITS["MENZEN_TSUMO"] if concealed and win.by_tsumo else 0
    return cache.yaku_worths[concealed][known.yaku | drawn & sum(cache.rules.lines[True])]


def _owed(win: Win, book: Rulebook, yakuman: int) -> tuple[YakuLine, ...]:
    """Return the yakuman for which each liable seat pays; raises HandError if they must be named."""
    lines, found = scoring_rules_of(book).lines[False], defaultdict[Seat, list[YakuLine]](list)
    for each in book.claims.liability.value:
        seat = win.liable_seat(each)
        if seat is not None:
            found[seat].append(lines[YAKU_BITS[each]])
    for owed in found.values():
        if not yakuman:
            raise HandError(
                Text(
                    f"{owed[0].ja}の責任払いには役満が必要です。",
                    f"liable for {owed[0].en} without a yakuman: expected one",
                )
            )
        if yakuman > 1 and len({line.yakuman for line in owed}) > 1:
            named = ", ".join(line.id for line in owed)
            raise HandError(
                Text(
                    f"役満{yakuman}個のうち、どれが責任払いかを選んでください。",
                    f"liable for a part of {yakuman} yakuman: expected one of {named} named",
                )
            )
    return tuple(owed[0] for owed in found.values())


def score_stated(win: Win, book: Rulebook) -> Score:
    """Return the score of a win by its stated han, fu and yakuman; raises HandError for an impossible count."""
    if win.told is None:
        raise HandError(Text("翻と符、または牌を入力してください。", "no han and fu: expected them, or the tiles"))
    han, fu, yakuman = win.told
    rules, by_dealer = scoring_rules_of(book), win.winner is win.dealer
    if not 0 <= yakuman <= rules.most_yakuman:
        raise HandError(
            Text(
                f"役満が{yakuman}個になっています。{rules.most_yakuman}個までです。",
                f"{yakuman} yakuman: expected at most {rules.most_yakuman}",
            )
        )
    owed = _owed(win, book, yakuman)
    if not yakuman and not 1 <= han <= MOST_HAN:
        raise HandError(
            Text(
                f"{han}翻になっています。1から{MOST_HAN}翻、または役満にしてください。",
                f"{han} han: expected 1 to {MOST_HAN}, or yakuman",
            )
        )
    least = _least(win, book)
    if not yakuman and (least.yakuman or han < least.han):
        due = f"{least.yakuman} yakuman" if least.yakuman else f"{least.han} han at least"
        raise HandError(f"{han} han: expected {due}, by {', '.join(line.en for line in least.lines)}")
    known = () if yakuman else fu_for(han, win.by_tsumo, book)
    if known and fu not in known:
        raise HandError(
            Text(
                f"{han}翻に{fu}符はありません。{'・'.join(map(str, known))}符のどれかにしてください。",
                f"{fu} fu with {han} han: expected one of {', '.join(map(str, known))}",
            )
        )
    counted = max(han, least.least_han)
    value = yakuman_value(rules, yakuman, by_dealer) if yakuman else value_of(rules, counted, fu, by_dealer)
    paid = payment_of(win, rules, value, owed, yakuman)
    return Score(
        han=0 if yakuman else han,
        fu=0 if yakuman else fu,
        yakuman=yakuman,
        limit=value.limit,
        basic_points=value.basic_points,
        yaku=(),
        dora=0,
        ura=0,
        red=0,
        fu_lines=(),
        points=paid.points,
        payments=paid.gains,
        riichi_sticks_taken=win.riichi_sticks,
        payment_lines=paid.lines,
    )
