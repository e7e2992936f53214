"""The compiled loop over the rows of a batch: it splits and looks up; every rule is one of the scorer's functions."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from controller.riichi.readings import ORPHAN_MASK, SEVEN_PAIRS_FORM, THIRTEEN_ORPHANS_FORM
from controller.riichi.tile import KINDS
from controller.scoring.batch.compiler import asker, compiled, inner, kept, lowest_place, spliced, stamp
from controller.scoring.batch.lookup import BASE
from controller.scoring.batch.record_checks import all_flags, bonus, can_be, count_melds, count_tiles
from controller.scoring.batch.records import (
    ALL_FLAGS,
    BONUS,
    FEATURES,
    FU,
    FU_COUNTS,
    HAN,
    IMPOSSIBLE,
    KONG_NOT_ROBBABLE,
    NO_YAKU,
    NOT_COMPLETE,
    RIVALS,
    STATUS,
    WIN,
    WINNING,
    YAKU,
    YAKUMAN,
)
from controller.scoring.hand import circumstances as flag
from controller.scoring.hand.circumstances import circumstances
from controller.scoring.hand.fu import FU_BITS, FU_LINES, ONLY_SEVEN_PAIRS, fu_counts
from controller.scoring.hand.reading_bits import (
    NO_HONOURS,
    ONE_SUIT,
    ORPHAN,
    STANDARD_WAITS,
    TANKI,
    THIRTEEN,
    features_of,
    gates_of,
    group_features_of,
    paired_shape,
    standard_shape,
    waits_of,
)

_LONG: Final[Any] = np.int64
_FLUSH: Final = ONE_SUIT | NO_HONOURS
_WAITS: Final = len(STANDARD_WAITS)
_FU_LINES: Final = len(FU_LINES)
_FU_MASK: Final = (1 << FU_BITS) - 1
_RIICHI: Final = flag.RIICHI | flag.DOUBLE_RIICHI
_ROBBED_CONCEALED: Final = flag.ROBBED_CONCEALED_KONG
# Memo beside the fields of a reading while a hand is read: its points on a ron, and how many readings there were.
_RON, _READINGS = range(2)

_ask = asker()
_circumstances = compiled(circumstances)
_features_of = compiled(features_of)
_fu_counts = compiled(fu_counts)
_gates_of = compiled(gates_of)
_group_features_of = compiled(group_features_of)
_paired_shape = compiled(paired_shape)
_standard_shape = compiled(standard_shape)
_waits_of = compiled(waits_of)


def _loop(law: int) -> Callable[..., None]:
    """The loop, whose copy on disk numba keeps under the stamp of the scorer's source."""

    def read_rows(hands: Any, tables: Any, book: Any, out: Any) -> None:
        counts, every, best = np.zeros(KINDS, np.int64), np.zeros(KINDS, np.int64), np.zeros(2, np.int64)
        for row in range(len(hands) if law else 0):
            hand, found = hands[row], out[row]
            number, red, right = count_tiles(hand, tables.faces, counts)
            for kind in range(KINDS):
                every[kind] = counts[kind]
            melds, called, called_red, formed = count_melds(hand, tables.faces, every)
            flags = all_flags(hand, melds, called)
            right = right and formed and number == 13 - 3 * called
            if not right or not can_be(hand, tables, every, melds, flags, red + called_red, book.terms.red_fives):
                found[STATUS] = IMPOSSIBLE
                continue
            packed, extra = bonus(hand, tables.faces, every, flags & _RIICHI, red + called_red, book.terms)
            win = _circumstances(book.terms.allowed, flags)
            best[_RON], best[_READINGS] = -1, 0
            winning = tables.faces[np.uint64(hand[WINNING]), 0]
            _read_groups(counts, melds, called, winning, win, extra, tables, book, best, found)
            form = SEVEN_PAIRS_FORM
            if not called:
                form = _read_pairs(counts, winning, win, extra, book, best, found)
            if best[_READINGS] == 0:
                found[STATUS] = NOT_COMPLETE
            elif flags & _ROBBED_CONCEALED and not (book.terms.kokushi_robs and form == THIRTEEN_ORPHANS_FORM):
                found[STATUS] = KONG_NOT_ROBBABLE
            elif best[_RON] < 0:
                found[STATUS] = NO_YAKU
            else:
                found[STATUS], found[BONUS], found[ALL_FLAGS] = WIN, packed, flags

    return kept(read_rows)


@spliced
def _read_groups(
    counts: Any,
    melds: Any,
    called: Any,
    winning: Any,
    win: Any,
    extra: Any,
    tables: Any,
    book: Any,
    best: Any,
    found: Any,
) -> None:
    """Rate every reading as groups and a pair."""
    splits = tables.splits
    man, pin, sou, honour = _keys(counts)
    man, pin, sou, honour = tables.suits[man], tables.suits[pin], tables.suits[sou], tables.honours[honour]
    if not (man and pin and sou and honour):
        return
    bit = _LONG(1) << winning
    ronned = _LONG(0) if win.tsumo else bit
    laid = _LONG(0)
    if called:
        laid = _group_features_of(melds.chows, melds.pungs | melds.open_kongs | melds.closed_kongs, _LONG(0))
    for a in range(man >> 4, (man >> 4) + (man & 15)):
        for b in range(pin >> 4, (pin >> 4) + (pin & 15)):
            for c in range(sou >> 4, (sou >> 4) + (sou & 15)):
                for d in range(honour >> 4, (honour >> 4) + (honour & 15)):
                    pair = splits[a, 3] | splits[b, 3] << 9 | splits[c, 3] << 18 | splits[d, 3]
                    if pair == 0 or pair & pair - 1:
                        continue
                    chows = splits[a, 0] | splits[b, 0] << 9 | splits[c, 0] << 18
                    twins = splits[a, 1] + splits[b, 1] + splits[c, 1]
                    odd = splits[a, 4] | splits[b, 4] << 9 | splits[c, 4] << 18
                    triplets = splits[a, 2] | splits[b, 2] << 9 | splits[c, 2] << 18 | splits[d, 2]
                    features = _features_of(laid | _group_features_of(chows, triplets, pair))
                    gates = _LONG(0)
                    if features & _FLUSH == _FLUSH and not called:
                        gates = _gates_of(counts, winning)
                    waits = _waits_of(chows, triplets, pair, bit)
                    for wait in range(_WAITS):
                        if waits >> wait & 1:
                            seen = _standard_shape(
                                chows, twins, triplets, pair, wait, ronned, melds, gates, features, odd
                            )
                            _rate(
                                win,
                                seen,
                                extra,
                                book.terms,
                                book.given,
                                book.known,
                                book.yaku,
                                book.fu,
                                book.ron,
                                book.yakuman_ron,
                                best,
                                found,
                            )


@spliced
def _read_pairs(counts: Any, winning: Any, win: Any, extra: Any, book: Any, best: Any, found: Any) -> Any:
    """Rate seven pairs or thirteen orphans; which of them it would be."""
    kinds, pairs = _LONG(0), 0
    for kind in range(KINDS):
        if counts[kind]:
            kinds |= _LONG(1) << kind
            pairs += counts[kind] == 2
    if pairs != 7 and kinds != ORPHAN_MASK:
        return SEVEN_PAIRS_FORM
    form, wait = SEVEN_PAIRS_FORM, TANKI
    if pairs != 7:
        form, wait = THIRTEEN_ORPHANS_FORM, THIRTEEN if counts[winning] == 2 else ORPHAN
    features = _features_of(_group_features_of(_LONG(0), _LONG(0), kinds))
    _rate(
        win,
        _paired_shape(form, wait, features),
        extra,
        book.terms,
        book.given,
        book.known,
        book.yaku,
        book.fu,
        book.ron,
        book.yakuman_ron,
        best,
        found,
    )
    return form


@inner
def _keys(counts: Any) -> Any:
    man = pin = sou = honour = _LONG(0)
    for place in range(8, -1, -1):
        man = man * BASE + counts[place]
        pin = pin * BASE + counts[place + 9]
        sou = sou * BASE + counts[place + 18]
    for place in range(33, 26, -1):
        honour = honour * BASE + counts[place]
    return np.uint64(man), np.uint64(pin), np.uint64(sou), np.uint64(honour)


@inner
def _rate(
    win: Any,
    seen: Any,
    extra: Any,
    terms: Any,
    given: Any,
    known: Any,
    yaku: Any,
    fus: Any,
    values: Any,
    yakuman_values: Any,
    best: Any,
    found: Any,
) -> None:
    """Keep a reading where it is worth more than the best before it, or less where a book takes the lowest."""
    best[_READINGS] += 1
    features = win.features | seen.features
    bits = _LONG(0)
    for place in range(len(given)):
        if features & given[place, 0] == given[place, 0]:
            bits |= given[place, 1]
    closed = 1 if win.closed else 0
    bits = (bits | _ask(win, seen, features)) & known[closed]
    han, times, least, bits = _worth(bits, closed, yaku)
    fu = counts = _LONG(0)
    dealer = 1 if win.dealer else 0
    if times:
        times = min(times, terms.most_yakuman)
        ron = yakuman_values[times, dealer]
    elif han < terms.minimum_han and not least:
        return
    else:
        han += extra
        if not terms.by_han:
            counts = _LONG(_fu_counts(win, seen))
            fu = _fu(counts, fus)
        ron = values[min(max(han, least), len(values) - 1), fu, dealer]
    if best[_RON] >= 0:
        order = ron - best[_RON]
        if order == 0:
            order = times - found[YAKUMAN]
        if order == 0:
            order = han - found[HAN]
        if order == 0:
            order = fu - found[FU]
        if order:
            found[RIVALS] = 1
        if order <= 0 if terms.highest_reading else order >= 0:
            return
    best[_RON] = ron
    found[YAKUMAN], found[HAN], found[FU], found[YAKU] = times, han, fu, bits
    found[FU_COUNTS], found[FEATURES] = counts, seen.features


@inner
def _worth(bits: Any, closed: Any, yaku: Any) -> Any:
    """Han, times yakuman, the han of the least limit, and bits of what counts.

    Yakuman count alone; what another takes the place of does not count.
    """
    han = times = least = full = replaced = full_replaced = _LONG(0)
    left = bits
    while left:
        place: Any = lowest_place(left)
        left &= left - 1
        replaced |= yaku[closed, place, 2]
        if yaku[closed, place, 1]:
            full |= _LONG(1) << place
            full_replaced |= yaku[closed, place, 2]
    counted = full & ~full_replaced if full else bits & ~replaced
    left = counted
    while left:
        one: Any = lowest_place(left)
        left &= left - 1
        han += yaku[closed, one, 0]
        times += yaku[closed, one, 1]
        least = max(least, yaku[closed, one, 3])
    if full:
        return _LONG(0), times, _LONG(0), counted
    return han, times, least, counted


@inner
def _fu(counts: Any, fus: Any) -> Any:
    total = _LONG(0)
    for place in range(_FU_LINES):
        total += (counts >> FU_BITS * place & _FU_MASK) * fus[place]
    return total if counts == ONLY_SEVEN_PAIRS else (total + 9) // 10 * 10


read_rows: Final = _loop(stamp())
