"""Fu of a reading: how often each line of the fu table counts, packed into one number."""

from typing import Final

from controller.riichi.readings import ORPHAN_MASK, SEVEN_PAIRS_FORM
from controller.scoring.hand.circumstances import Circumstances
from controller.scoring.hand.reading_bits import (
    DRAGON_MASK,
    KANCHAN,
    PENCHAN,
    TANKI,
    WAITS,
    Shape,
)
from controller.scoring.hand.yaku import is_pinfu

# Lines in counting order; three bits of the packed number each, the first line lowest.
FU_LINES: Final = (
    *("BASE", "CLOSED_RON", "OPEN_PUNG_SIMPLE", "OPEN_PUNG_ORPHAN", "CONCEALED_PUNG_SIMPLE", "CONCEALED_PUNG_ORPHAN"),
    *("OPEN_KONG_SIMPLE", "OPEN_KONG_ORPHAN", "CONCEALED_KONG_SIMPLE", "CONCEALED_KONG_ORPHAN", "VALUE_PAIR"),
    *("DOUBLE_WIND_PAIR", "PENCHAN", "KANCHAN", "TANKI", "TSUMO", "OPEN_PINFU", "SEVEN_PAIRS"),
)
FU_BITS: Final = 3
_ONE: Final = {name: 1 << FU_BITS * place for place, name in enumerate(FU_LINES)}
_BASE: Final = _ONE["BASE"]
_CLOSED_RON: Final = _ONE["CLOSED_RON"]
_OPEN_PUNG: Final = _ONE["OPEN_PUNG_SIMPLE"]
_CONCEALED_PUNG: Final = _ONE["CONCEALED_PUNG_SIMPLE"]
_OPEN_KONG: Final = _ONE["OPEN_KONG_SIMPLE"]
_CONCEALED_KONG: Final = _ONE["CONCEALED_KONG_SIMPLE"]
_VALUE_PAIR: Final = _ONE["VALUE_PAIR"]
_DOUBLE_WIND_PAIR: Final = _ONE["DOUBLE_WIND_PAIR"]
# By number of the wait.
_OF_WAIT: Final = tuple(
    {TANKI: _ONE["TANKI"], KANCHAN: _ONE["KANCHAN"], PENCHAN: _ONE["PENCHAN"]}.get(wait, 0) for wait in WAITS
)
_TSUMO: Final = _ONE["TSUMO"]
_OPEN_PINFU: Final = _ONE["OPEN_PINFU"]
ONLY_SEVEN_PAIRS: Final = _ONE["SEVEN_PAIRS"]


def fu_counts(win: Circumstances, shape: Shape) -> int:
    """Return how often each line counts, packed as in FU_LINES."""
    if shape.form == SEVEN_PAIRS_FORM:
        return ONLY_SEVEN_PAIRS
    counts = _BASE
    if win.closed and not win.tsumo:
        counts += _CLOSED_RON
    if shape.triplets:
        if shape.own:
            counts += _of_triplets(shape.own) * _CONCEALED_PUNG
        if shape.opened:
            counts += _of_triplets(shape.opened) * _OPEN_PUNG
        if shape.open_kongs:
            counts += _of_triplets(shape.open_kongs) * _OPEN_KONG
        if shape.closed_kongs:
            counts += _of_triplets(shape.closed_kongs) * _CONCEALED_KONG
    if shape.pair & (DRAGON_MASK | win.seat | win.prevailing):
        counts += _DOUBLE_WIND_PAIR if shape.pair & win.seat & win.prevailing else _VALUE_PAIR
    if not win.mixed_in:
        counts += _OF_WAIT[shape.wait]
    if win.tsumo_fu and not (win.pinfu_tsumo and is_pinfu(win, shape)):
        counts += _TSUMO
    if counts == _BASE and not win.closed and not win.tsumo:
        counts += _OPEN_PINFU
    return counts


def _of_triplets(triplets: int) -> int:
    """Return packed counts of triplets: simples in the lowest place, terminals and honours in the next."""
    orphans = triplets & ORPHAN_MASK
    return (triplets ^ orphans).bit_count() + (orphans.bit_count() << FU_BITS)
