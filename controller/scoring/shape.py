"""What yaku are judged by: a reading as bits and small numbers, and the circumstances of a win as a book sees them."""

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


class Circumstances(NamedTuple):
    """A win without its reading, as one book sees it. ``kinds``: bit per kind held; ``counts``: concealed by kind.

    ``winning``: bit of the winning kind; ``seat``, ``prevailing``: bit of the wind tile; ``called``: any meld at all.
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
