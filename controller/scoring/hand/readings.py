"""Every reading of a win's tiles as a shape, the winning tile in each place where it can sit."""

from itertools import compress
from typing import Final, NamedTuple

from controller.memo import Kept
from controller.riichi.reading import CHOW, split_cells
from controller.riichi.tile import KINDS
from controller.scoring.hand.reading_bits import (
    NO_HONOURS,
    ONE_SUIT,
    ORPHAN,
    ORPHAN_MASK,
    SEVEN_PAIRS_FORM,
    STANDARD_WAITS,
    TANKI,
    THIRTEEN,
    THIRTEEN_ORPHANS_FORM,
    Shape,
    features_of,
    gates_of,
    group_features_of,
    paired_shape,
    standard_shape,
    waits_of,
)
from controller.scoring.hand.tiles import TileCounts


class Split(NamedTuple):
    """One way to see the tiles of a suit as groups and at most one pair; bits as in Shape.

    ``twins``: pairs of equal chows; ``group_features`` as in ``shape``.
    """

    chows: int
    twins: int
    triplets: int
    pair: int
    group_features: int


def shapes_of(tile_counts: TileCounts, tsumo: bool) -> list[Shape]:
    """Every reading of a hand; empty when it is not complete."""
    cells, melds = tile_counts.cells, tile_counts.melds
    found: list[Shape] = []
    honours = _HONOURS[cells[27:34]]
    if honours and (sou := _SOU[cells[18:27]]) and (pin := _PIN[cells[9:18]]):
        winning = 1 << tile_counts.winning
        ronned = 0 if tsumo else winning
        for man_chows, man_twins, man_triplets, man_pair, man_marks in _MAN[cells[:9]]:
            for pin_chows, pin_twins, pin_triplets, pin_pair, pin_marks in pin:
                for sou_chows, sou_twins, sou_triplets, sou_pair, sou_marks in sou:
                    for _, _, honour_triplets, honour_pair, honour_marks in honours:
                        pair = man_pair | pin_pair | sou_pair | honour_pair
                        if pair & pair - 1 or not pair:
                            # Two or more pairs, or none: the suits are whole, the hand is not.
                            continue
                        chows = man_chows | pin_chows | sou_chows
                        triplets = man_triplets | pin_triplets | sou_triplets | honour_triplets
                        twins = man_twins + pin_twins + sou_twins
                        features = _TRAITS[
                            tile_counts.group_features | man_marks | pin_marks | sou_marks | honour_marks
                        ]
                        gates = 0
                        if features & _FLUSH == _FLUSH and not tile_counts.called:
                            gates = gates_of(cells, tile_counts.winning)
                        found += [
                            standard_shape(chows, twins, triplets, pair, wait, ronned, melds, gates, features)
                            for wait in _WAITS_IN[waits_of(chows, triplets, pair, winning)]
                        ]
    if not tile_counts.called:
        if cells.count(2, 0, KINDS) == 7:
            found.append(paired_shape(SEVEN_PAIRS_FORM, TANKI, _of_kinds(sum(compress(_BITS, cells)))))
        elif cells[0] and cells[33] and sum(compress(_BITS, cells)) == ORPHAN_MASK:
            # All thirteen orphans and no other kind among fourteen tiles: one of them is doubled.
            found.append(
                paired_shape(
                    THIRTEEN_ORPHANS_FORM,
                    THIRTEEN if cells[tile_counts.winning] == 2 else ORPHAN,
                    _of_kinds(ORPHAN_MASK),
                )
            )
    return found


def _of_kinds(kinds: int) -> int:
    return _TRAITS[group_features_of(0, 0, kinds)]


def splits_of(cells: bytes, start: int) -> tuple[Split, ...]:
    """Every split of a suit's counts, the suit's first kind being ``start``; see ``split_cells``."""
    splits = []
    for groups, pair in split_cells(cells, start < 27):
        chows = single = twins = triplets = 0
        for place, form in groups:
            bit = 1 << start + place
            if form == CHOW:
                chows |= bit
                # ``single``: chows without a partner so far; each partner found makes a pair of equal chows.
                twins += single & bit != 0
                single ^= bit
            else:
                triplets |= bit
        paired = 0 if pair < 0 else 1 << start + pair
        splits.append(Split(chows, twins, triplets, paired, group_features_of(chows, triplets, paired)))
    return tuple(splits)


_FLUSH: Final = ONE_SUIT | NO_HONOURS
_MAN: Final[Kept[bytes, tuple[Split, ...]]] = Kept(lambda cells: splits_of(cells, 0))
_PIN: Final[Kept[bytes, tuple[Split, ...]]] = Kept(lambda cells: splits_of(cells, 9))
_SOU: Final[Kept[bytes, tuple[Split, ...]]] = Kept(lambda cells: splits_of(cells, 18))
_HONOURS: Final[Kept[bytes, tuple[Split, ...]]] = Kept(lambda cells: splits_of(cells, 27))
_TRAITS: Final[Kept[int, int]] = Kept(features_of)
_BITS: Final = tuple(1 << kind for kind in range(KINDS))
# The waits of a standard hand that a set of them holds.
_WAITS_IN: Final = tuple(
    tuple(wait for wait in STANDARD_WAITS if found >> wait & 1) for found in range(1 << len(STANDARD_WAITS))
)
