"""What yaku and fu are judged by: one reading of a hand as bits and small numbers.

Plain numbers and functions of nothing else: the batch scorer compiles these very functions, and those of ``yaku``.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from controller.riichi.tile import ORPHANS, Tile
from controller.scoring.hand import traits

SUIT_MASKS: Final = (0x1FF, 0x1FF << 9, 0x1FF << 18)
HONOUR_MASK: Final = 0x7F << 27
ORPHAN_MASK: Final[int] = sum(1 << kind for kind in ORPHANS)
WIND_MASK: Final = 0xF << 27
DRAGON_MASK: Final = 0x7 << 31
# Chows by their lowest kind: those of 123, those of 789, and both, which hold a terminal.
FIRST_CHOWS: Final[int] = sum(1 << start for start in (0, 9, 18))
LAST_CHOWS: Final = FIRST_CHOWS << 6
EDGE_CHOWS: Final = FIRST_CHOWS | LAST_CHOWS
GREEN_MASK: Final[int] = sum(1 << int(kind) for kind in (Tile.S2, Tile.S3, Tile.S4, Tile.S6, Tile.S8, Tile.GREEN))

STANDARD, SEVEN_PAIRS, THIRTEEN_ORPHANS = range(3)
# The waits of a standard hand first, in the order of trying: the first of equals is taken.
STANDARD_WAITS: Final = range(5)
WAITS: Final = range(7)
TANKI, RYANMEN, KANCHAN, PENCHAN, SHANPON, THIRTEEN, ORPHAN = WAITS


class Melds(NamedTuple):
    """Groups that lie on the table, a bit each by lowest kind."""

    chows: int
    pungs: int
    open_kongs: int
    closed_kongs: int


class Shape(NamedTuple):
    """A reading: bits by lowest kind for chows and for triplets (kongs in); ``pair``: bit of its kind.

    ``gates``: 1 for nine gates, 2 when it waited on all nine. ``own``, ``opened``, ``open_kongs`` and ``closed_kongs``
    part the triplets; one that a ron completed is not ``own``. ``form``, ``wait``: numbers of this module; ``traits``:
    bits of Trait, those of tiles and reading.
    """

    form: int
    chows: int
    triplets: int
    pair: int
    wait: int
    gates: int
    own: int
    opened: int
    open_kongs: int
    closed_kongs: int
    traits: int


def waits_of(chows: int, triplets: int, pair: int, winning: int) -> int:
    """Waits on which a winning kind (its bit) may have completed these concealed groups, as bits by number."""
    found = 0
    if pair & winning:
        found |= 1 << TANKI
    if chows & (winning & ~LAST_CHOWS | winning >> 2 & ~FIRST_CHOWS):
        found |= 1 << RYANMEN
    if chows & winning >> 1:
        found |= 1 << KANCHAN
    if chows & (winning & LAST_CHOWS | winning >> 2 & FIRST_CHOWS):
        found |= 1 << PENCHAN
    if triplets & winning:
        found |= 1 << SHANPON
    return found


def standard_shape(
    chows: int,
    twins: int,
    triplets: int,
    pair: int,
    wait: int,
    ronned: int,
    melds: Melds,
    gates: int,
    told: int,
) -> Shape:
    """Shape of four groups and a pair: the concealed ones as bits, the wait, and beside them the melds.

    ``twins``: pairs of equal chows. ``ronned``: bit of the winning kind on a ron, else 0: a pung that it completes is
    not concealed (npm art. 42, tomioka yaku 28). ``told``: ``traits_of`` all marks of the hand.
    """
    own = triplets & ~ronned if wait == SHANPON else triplets
    every = triplets | melds.pungs | melds.open_kongs | melds.closed_kongs
    runs = chows | melds.chows
    concealed = (own | melds.closed_kongs).bit_count()
    kongs = (melds.open_kongs | melds.closed_kongs).bit_count()
    if twins:
        told |= traits.ONE_TWIN if twins == 1 else traits.TWO_TWINS
    if runs.bit_count() > 2:
        told |= traits.THREE_CHOWS
    elif every.bit_count() > 2:
        told |= traits.THREE_TRIPLETS
        if concealed > 2:
            told |= traits.THREE_CONCEALED if concealed == 3 else traits.FOUR_CONCEALED
        if kongs > 2:
            told |= traits.THREE_KONGS if kongs == 3 else traits.FOUR_KONGS
    if gates:
        told |= traits.NINE_GATES
    return Shape(
        STANDARD,
        runs,
        every,
        pair,
        wait,
        gates,
        own,
        melds.pungs | triplets ^ own,
        melds.open_kongs,
        melds.closed_kongs,
        told,
    )


def paired_shape(form: int, wait: int, told: int) -> Shape:
    """Shape of seven pairs or thirteen orphans; ``told``: ``traits_of`` the marks of its kinds."""
    told |= traits.SEVEN_PAIRS if form == SEVEN_PAIRS else traits.THIRTEEN_ORPHANS
    return Shape(form, 0, 0, 0, wait, 0, 0, 0, 0, 0, told)


# Marks of a part of a hand: put together by "or", so that the traits of the whole are looked up, not worked out.
(
    _MAN,
    _PIN,
    _SOU,
    _HONOURS,
    _SIMPLES,
    _ORPHANS,
    _CHOWS,
    _INNER_CHOWS,
    _TRIPLETS,
    _WINDS,
    _WHITE,
    _GREEN,
    _RED,
    _NOT_GREEN,
) = (1 << place for place in range(14))
MARKS: Final = 1 << 14


def marks_of(chows: int, triplets: int, pair: int) -> int:
    """Marks of some groups of a hand and its pair, or pairs."""
    kinds = chows | chows << 1 | chows << 2 | triplets | pair
    marks = 0
    if kinds & SUIT_MASKS[0]:
        marks |= _MAN
    if kinds & SUIT_MASKS[1]:
        marks |= _PIN
    if kinds & SUIT_MASKS[2]:
        marks |= _SOU
    if kinds & HONOUR_MASK:
        marks |= _HONOURS
    if kinds & ~ORPHAN_MASK:
        marks |= _SIMPLES
    if kinds & ORPHAN_MASK:
        marks |= _ORPHANS
    if chows:
        marks |= _CHOWS
    if chows & ~EDGE_CHOWS:
        marks |= _INNER_CHOWS
    if triplets:
        marks |= _TRIPLETS
    if triplets & WIND_MASK:
        marks |= _WINDS
    if kinds & ~GREEN_MASK:
        marks |= _NOT_GREEN
    return marks | (triplets & DRAGON_MASK) >> 31 << 10


def traits_of(marks: int) -> int:
    """Traits of a hand with these marks."""
    told = traits.HONOURS if marks & _HONOURS else traits.NO_HONOURS
    suits = marks & (_MAN | _PIN | _SOU)
    told |= traits.SUITED if suits else traits.NO_SUIT
    if suits & suits - 1 == 0:
        told |= traits.ONE_SUIT
    if not marks & _ORPHANS:
        told |= traits.NO_ORPHANS
    if not marks & _SIMPLES:
        told |= traits.ONLY_ORPHANS
    if marks & _CHOWS:
        told |= traits.CHOWS if marks & _INNER_CHOWS else traits.CHOWS | traits.EDGES
    else:
        told |= traits.NO_CHOWS
    told |= traits.TRIPLETS if marks & _TRIPLETS else traits.NO_TRIPLETS
    if marks & _WINDS:
        told |= traits.WINDS
    if not marks & _NOT_GREEN:
        told |= traits.ALL_GREEN
    dragons = marks >> 10 & 7
    if dragons.bit_count() == 2:
        told |= traits.TWO_DRAGONS
    return told | dragons * traits.WHITE


def gates_of(counts: Sequence[int], winning_kind: int) -> int:
    """``gates`` of a hand of one suit without melds; ``counts`` by kind, the winning tile in."""
    first = winning_kind // 9 * 9
    if counts[first] < 3 or counts[first + 8] < 3:
        return 0
    for kind in range(first + 1, first + 8):
        if counts[kind] == 0:
            return 0
    return 2 if counts[winning_kind] == 2 or counts[winning_kind] == 4 else 1
