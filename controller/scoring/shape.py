"""What yaku are judged by: a reading as bits and small numbers, and the circumstances of a win as a book sees them."""

from enum import IntFlag, auto
from typing import Final, NamedTuple

from controller.riichi.reading import Form, GroupShape, Reading, Wait
from controller.riichi.tile import KINDS, ORPHANS, Tile

SUIT_MASKS: Final = (0x1FF, 0x1FF << 9, 0x1FF << 18)
HONOUR_MASK: Final = 0x7F << 27
ORPHAN_MASK: Final = sum(1 << kind for kind in ORPHANS)
WIND_MASK: Final = 0xF << 27
DRAGON_MASK: Final = 0x7 << 31
# Chows that hold a terminal: those that begin with 1 or 7.
EDGE_CHOWS: Final = sum((1 | 1 << 6) << start for start in (0, 9, 18))
GREEN_MASK: Final = sum(1 << Tile(kind) for kind in (Tile.S2, Tile.S3, Tile.S4, Tile.S6, Tile.S8, Tile.GREEN))
ORPHAN_KIND: Final = tuple(kind in ORPHANS for kind in range(KINDS))


class Trait(IntFlag):
    """Coarse traits of a win and its reading: a yaku that needs one it lacks is not even asked.

    ODD: last tile, replacement tile, robbed kong or first turn. ONE_SUIT: no second suit, honours allowed.
    """

    RIICHI = auto()
    TSUMO = auto()
    ODD = auto()
    CLOSED = auto()
    ONE_SUIT = auto()
    CHOWS = auto()
    NO_CHOWS = auto()
    TRIPLETS = auto()


class Circumstances(NamedTuple):
    """A win without its reading, as one book sees it. ``kinds``: bit per kind held; ``counts``: concealed by kind.

    ``winning``: bit of the winning kind; ``seat``, ``prevailing``: bit of the wind tile; ``called``: any meld at all.
    ``traits``: bits of Trait that hold whatever the reading.
    """

    tsumo: bool
    dealer: bool
    closed: bool
    called: bool
    riichi: bool
    double_riichi: bool
    ippatsu: bool
    haitei: bool
    houtei: bool
    rinshan: bool
    chankan: bool
    first_turn: bool
    mixed_in: bool
    hatsu_needed: bool
    honours_in_pairs: bool
    seat: int
    prevailing: int
    kinds: int
    counts: list[int]
    winning: int
    traits: int


class Shape(NamedTuple):
    """A reading: bits by lowest kind for chows and for triplets (kongs in), and numbers. ``pair``: bit of its kind.

    ``twins``: pairs of equal chows; ``concealed``: triplets that no ron and no call completed.
    """

    form: Form
    chows: int
    twins: int
    triplets: int
    concealed: int
    kongs: int
    pair: int
    wait: Wait


def shape_of(reading: Reading, tsumo: bool) -> Shape:
    """The shape of a reading; a pung that a ron completes is not concealed (npm art. 42, tomioka yaku 28)."""
    if reading.form is not Form.STANDARD:
        return Shape(reading.form, 0, 0, 0, 0, 0, 0, reading.wait)
    chows = single = twins = triplets = concealed = kongs = 0
    for group in reading.groups:
        bit = 1 << group.first
        if group.shape is GroupShape.CHOW:
            chows |= bit
            # ``single``: chows without a partner so far; each partner found makes a pair of equal chows.
            twins += bool(single & bit)
            single ^= bit
        else:
            triplets |= bit
            concealed += group.concealed
            kongs += group.shape is GroupShape.KONG
    if not tsumo and reading.wait is Wait.SHANPON:
        concealed -= 1
    return Shape(reading.form, chows, twins, triplets, concealed, kongs, 1 << reading.pairs[0], reading.wait)


def win_traits(*, riichi: bool, tsumo: bool, odd: bool, closed: bool, kinds: int) -> int:
    """Traits that hold whatever the reading."""
    traits = _RIICHI * riichi | _TSUMO * tsumo | _ODD * odd | _CLOSED * closed
    for others in _BEYOND_ONE_SUIT:
        if not kinds & others:
            return traits | _ONE_SUIT
    return traits


def traits_of(win: Circumstances, shape: Shape) -> int:
    """Traits of a win in one of its readings."""
    return win.traits | (_CHOWS if shape.chows else _NO_CHOWS) | (_TRIPLETS if shape.triplets else 0)


# As plain numbers: operations on flags cost ten times as much.
_RIICHI, _TSUMO, _ODD, _CLOSED, _ONE_SUIT, _CHOWS, _NO_CHOWS, _TRIPLETS = map(int, Trait)
_BEYOND_ONE_SUIT: Final = tuple(sum(SUIT_MASKS) & ~suit for suit in SUIT_MASKS)
