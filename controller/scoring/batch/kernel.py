"""The compiled loop over the records of a batch: it splits and looks up; what anything means it asks the law."""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

from controller.riichi.readings import ORPHAN_MASK, SEVEN_PAIRS_FORM, THIRTEEN_ORPHANS_FORM
from controller.riichi.tile import KINDS
from controller.scoring.batch.compiler import asker, compiled, inner, kept, lowest_place, spliced, stamp
from controller.scoring.batch.lookup import BASE
from controller.scoring.batch.record_checks import all_flags, bonus, count_melds, count_tiles, few_enough
from controller.scoring.batch.records import IMPOSSIBLE, KONG_NOT_ROBBABLE, NO_YAKU, NOT_COMPLETE, OK
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
# Places of what is kept of the best reading.
_RON, _YAKUMAN, _HAN, _FU, _YAKU, _LIMIT, _BASIC, _CHILD, _DEALER, _READINGS = range(10)

_ask = asker()
_circumstances = compiled(circumstances)
_fu_counts = compiled(fu_counts)
_gates_of = compiled(gates_of)
_marks_of = compiled(group_features_of)
_paired_shape = compiled(paired_shape)
_standard_shape = compiled(standard_shape)
_waits_of = compiled(waits_of)


def _loop(law: int) -> Callable[..., None]:
    """The loop, whose copy on disk numba keeps under the stamp of the law."""

    def score_records(hands: Any, tables: Any, book: Any, out: Any) -> None:
        counts, every, best = np.zeros(KINDS, np.int64), np.zeros(KINDS, np.int64), np.zeros(10, np.int64)
        for row in range(len(hands) if law else 0):
            hand, score = hands[row], out[row]
            number, red, right = count_tiles(hand, tables.faces, counts)
            for kind in range(KINDS):
                every[kind] = counts[kind]
            melds, called, called_red, formed = count_melds(hand, tables.faces, every)
            flags, seated = all_flags(hand, melds, called)
            right = right and formed and seated and number == 13 - 3 * called
            if not right or tables.wrong[np.uint64(flags)] or not few_enough(hand, tables.faces, every):
                score.status = IMPOSSIBLE
                continue
            dora, ura, reds = bonus(hand, tables.faces, every, flags & _RIICHI, red + called_red, book.terms)
            win = _circumstances(book.terms.allowed, flags)
            best[_RON], best[_READINGS] = -1, 0
            winning = tables.faces[np.uint64(hand.tile), 0]
            _read_groups(counts, melds, called, winning, win, dora + ura + reds, tables, book, best)
            form = SEVEN_PAIRS_FORM
            if not called:
                form = _read_pairs(counts, winning, win, dora + ura + reds, tables, book, best)
            if best[_READINGS] == 0:
                score.status = NOT_COMPLETE
            elif flags & _ROBBED_CONCEALED and not (book.terms.kokushi_robs and form == THIRTEEN_ORPHANS_FORM):
                score.status = KONG_NOT_ROBBABLE
            elif best[_RON] < 0:
                score.status = NO_YAKU
            else:
                if not best[_YAKUMAN]:
                    score.dora, score.ura, score.red = dora, ura, reds
                _settle(hand, book.terms, best, score)

    return kept(score_records)


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
        laid = _marks_of(melds.chows, melds.pungs | melds.open_kongs | melds.closed_kongs, _LONG(0))
    for a in range(man >> 4, (man >> 4) + (man & 15)):
        for b in range(pin >> 4, (pin >> 4) + (pin & 15)):
            for c in range(sou >> 4, (sou >> 4) + (sou & 15)):
                for d in range(honour >> 4, (honour >> 4) + (honour & 15)):
                    pair = splits[a, 3] | splits[b, 3] << 9 | splits[c, 3] << 18 | splits[d, 3]
                    if pair == 0 or pair & pair - 1:
                        continue
                    chows = splits[a, 0] | splits[b, 0] << 9 | splits[c, 0] << 18
                    twins = splits[a, 1] + splits[b, 1] + splits[c, 1]
                    triplets = splits[a, 2] | splits[b, 2] << 9 | splits[c, 2] << 18 | splits[d, 2]
                    group_features = laid | splits[a, 4] | splits[b, 5] | splits[c, 6] | splits[d, 4]
                    told, sure = tables.group_features[group_features, 0], tables.group_features[group_features, 1]
                    gates = _LONG(0)
                    if told & _FLUSH == _FLUSH and not called:
                        gates = _gates_of(counts, winning)
                    waits = _waits_of(chows, triplets, pair, bit)
                    for wait in range(_WAITS):
                        if waits >> wait & 1:
                            seen = _standard_shape(chows, twins, triplets, pair, wait, ronned, melds, gates, told)
                            _rate(
                                win,
                                seen,
                                sure,
                                extra,
                                book.terms,
                                book.given,
                                book.known,
                                book.yaku,
                                book.fu,
                                book.values,
                                book.yakuman,
                                best,
                            )


@spliced
def _read_pairs(counts: Any, winning: Any, win: Any, extra: Any, tables: Any, book: Any, best: Any) -> Any:
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
    group_features = _marks_of(_LONG(0), _LONG(0), kinds)
    told, sure = tables.group_features[group_features, 0], tables.group_features[group_features, 1]
    _rate(
        win,
        _paired_shape(form, wait, told),
        sure,
        extra,
        book.terms,
        book.given,
        book.known,
        book.yaku,
        book.fu,
        book.values,
        book.yakuman,
        best,
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
    sure: Any,
    extra: Any,
    terms: Any,
    given: Any,
    known: Any,
    yaku: Any,
    fus: Any,
    values: Any,
    full_values: Any,
    best: Any,
) -> None:
    """Keep a reading where it is worth more than the best before it, or less where a book takes the lowest."""
    best[_READINGS] += 1
    told = win.features | seen.features
    bits = sure
    for place in range(len(given)):
        if told & given[place, 0] == given[place, 0]:
            bits |= given[place, 1]
    closed = 1 if win.closed else 0
    bits = (bits | _ask(win, seen, told)) & known[closed]
    han, times, bits = _worth(bits, closed, yaku)
    fu = _LONG(0)
    dealer = 1 if win.dealer else 0
    if times:
        times = min(times, terms.most_yakuman)
        worth = full_values[times, dealer]
    elif han < terms.minimum_han:
        return
    else:
        han += extra
        if not terms.by_han:
            fu = _fu(_fu_counts(win, seen), fus)
        worth = values[min(han, len(values) - 1), fu, dealer]
    if best[_RON] >= 0:
        order = worth[2] - best[_RON]
        if order == 0:
            order = times - best[_YAKUMAN]
        if order == 0:
            order = han - best[_HAN]
        if order == 0:
            order = fu - best[_FU]
        if order <= 0 if terms.highest_reading else order >= 0:
            return
    best[_YAKUMAN], best[_HAN], best[_FU], best[_YAKU] = times, han, fu, bits
    best[_LIMIT], best[_BASIC], best[_RON], best[_CHILD], best[_DEALER] = (
        worth[0],
        worth[1],
        worth[2],
        worth[3],
        worth[4],
    )


@inner
def _worth(bits: Any, closed: Any, yaku: Any) -> Any:
    """Han, times yakuman, and bits of what counts: yakuman alone, without those whose place another takes."""
    han = times = full = replaced = _LONG(0)
    left = bits
    while left:
        place: Any = lowest_place(left)
        left &= left - 1
        han += yaku[closed, place, 0]
        if yaku[closed, place, 1]:
            full |= _LONG(1) << place
            replaced |= yaku[closed, place, 2]
    if not full:
        return han, times, bits
    full &= ~replaced
    left = full
    while left:
        times += yaku[closed, lowest_place(left), 1]
        left &= left - 1
    return _LONG(0), times, full


@inner
def _fu(counts: Any, fus: Any) -> Any:
    total = _LONG(0)
    for place in range(_FU_LINES):
        total += (counts >> FU_BITS * place & _FU_MASK) * fus[place]
    return total if counts == ONLY_SEVEN_PAIRS else (total + 9) // 10 * 10


@inner
def _settle(hand: Any, terms: Any, best: Any, score: Any) -> None:
    """Write the best reading down, with what each seat pays where nobody is liable."""
    score.status = OK
    score.han, score.fu, score.yakuman = best[_HAN], best[_FU], best[_YAKUMAN]
    score.limit, score.yaku, score.basic_points = best[_LIMIT], best[_YAKU], best[_BASIC]
    counters = _LONG(hand.counters) * terms.counter_value
    points = gained = _LONG(0)
    for seat in range(4):
        paid = _LONG(0)
        if hand.loser >= 0:
            if seat == hand.loser:
                points = best[_RON]
                paid = points + counters
        elif seat != hand.winner:
            share = best[_DEALER] if seat == hand.dealer else best[_CHILD]
            points += share
            paid = share + counters // 3
        score.payments[seat] = -paid
        gained += paid
    score.points = points
    score.payments[hand.winner] = gained + _LONG(hand.riichi_sticks) * terms.riichi_stick


score_records: Final = _loop(stamp())
