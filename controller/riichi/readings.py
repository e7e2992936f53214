"""Readings of a complete hand: every decomposition into four groups and a pair, seven pairs or thirteen orphans.

Kinds are bits of a number (1 << kind, 0-33), so that yaku can test many tiles in one operation.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import compress
from operator import lshift, mul
from typing import Final, NamedTuple

from controller.errors import HandError
from controller.memo import Memo
from controller.riichi.meld import Meld
from controller.riichi.tile import KINDS, ORPHANS
from controller.text import Text

STANDARD_FORM, SEVEN_PAIRS_FORM, THIRTEEN_ORPHANS_FORM = range(3)
ORPHAN_MASK: Final[int] = sum(1 << kind for kind in ORPHANS)

_PUNG, _CHOW = range(2)
_PlacedGroup = tuple[int, int]
_DIGITS: Final = range(0, 27, 3)
_BITS: Final = tuple(1 << kind for kind in range(KINDS))
# Creates a named tuple from a tuple directly, in half the time of its constructor.
_new: Final = tuple.__new__
_SUIT_STARTS: Final = (0, 9, 18, 27)


class SuitSplit(NamedTuple):
    """One way to split the tiles of a suit into groups and at most one pair.

    ``chows`` (by lowest kind), ``triplets`` and ``pair``: bits; ``twins``: pairs of equal chows; ``odd``: bits of chows
    that occur once or three times; ``features``: result of the splitter's function for these.
    """

    chows: int
    twins: int
    triplets: int
    pair: int
    features: int
    odd: int


class Reading(NamedTuple):
    """One reading of the concealed tiles, independent of the winning tile; fields as in ``SuitSplit``.

    ``form``: one of the three constants. ``pairs``: the pair of a standard reading, else every kind of the hand.
    ``features``: bitwise or of the suits'.
    """

    form: int
    chows: int
    twins: int
    triplets: int
    pairs: int
    features: int
    odd: int

    def groups(self, counts: Sequence[int]) -> tuple[tuple[int, int, int], ...]:
        """Return the kinds of each group by its lowest kind, a pung before chows. ``counts``: those that were read."""
        found = []
        left = list(counts[:KINDS]) if self.form == STANDARD_FORM else []
        for kind in range(len(left)):
            left[kind] -= 2 * (self.pairs >> kind & 1)
            if self.triplets >> kind & 1:
                found.append((kind, kind, kind))
                left[kind] -= 3
            # Chows from lower kinds have been removed: the remaining tiles of this kind begin chows.
            while left[kind]:
                found.append((kind, kind + 1, kind + 2))
                for each in found[-1]:
                    left[each] -= 1
        return tuple(found)


class HandSplitter:
    """Finds the readings of hands; ``features``: called with chows, triplets and pair (bits) of each split suit."""

    def __init__(self, features: Callable[[int, int, int], int]) -> None:
        """Start with an empty cache."""
        self._features = features
        self._man, self._pin, self._sou, self._honours = (
            Memo[bytes, tuple[SuitSplit, ...]](partial(self.split, start=start)) for start in _SUIT_STARTS
        )

    def readings(self, counts: bytes, called: bool) -> list[Reading]:
        """Return every reading, none if the hand is not complete; the input is not checked.

        ``counts``: concealed tiles including the winning one by kind; bytes after the 34th are ignored. ``called``:
        True if there are melds, concealed kongs included.
        """
        found: list[Reading] = []
        honours = self._honours[counts[27:34]]
        if honours and (sou := self._sou[counts[18:27]]) and (pin := self._pin[counts[9:18]]):
            for man_chows, man_twins, man_triplets, man_pair, man_features, man_odd in self._man[counts[:9]]:
                for pin_chows, pin_twins, pin_triplets, pin_pair, pin_features, pin_odd in pin:
                    for sou_chows, sou_twins, sou_triplets, sou_pair, sou_features, sou_odd in sou:
                        for _, _, honour_triplets, honour_pair, honour_features, _ in honours:
                            pair = man_pair | pin_pair | sou_pair | honour_pair
                            # Even if every suit can be split, the hand is incomplete with no pair or with several.
                            if pair and not pair & pair - 1:
                                reading = (
                                    STANDARD_FORM,
                                    man_chows | pin_chows | sou_chows,
                                    man_twins + pin_twins + sou_twins,
                                    man_triplets | pin_triplets | sou_triplets | honour_triplets,
                                    pair,
                                    man_features | pin_features | sou_features | honour_features,
                                    man_odd | pin_odd | sou_odd,
                                )
                                found.append(_new(Reading, reading))
        if not called:
            if counts.count(2, 0, KINDS) == 7:
                found.append(self._of_pairs(SEVEN_PAIRS_FORM, sum(compress(_BITS, counts))))
            elif counts[0] and counts[33] and sum(compress(_BITS, counts)) == ORPHAN_MASK:
                # All thirteen orphans and no other kind among fourteen tiles: one of them occurs twice.
                found.append(self._of_pairs(THIRTEEN_ORPHANS_FORM, ORPHAN_MASK))
        return found

    def split(self, cells: bytes, start: int) -> tuple[SuitSplit, ...]:
        """Return every split of a suit's counts, ``start``: its first kind; none if groups and a pair do not fit."""
        splits = []
        for groups, place in _split_cells(cells, start < 27):
            chows = single = twins = triplets = 0
            for low, shape in groups:
                bit = 1 << start + low
                if shape == _CHOW:
                    chows |= bit
                    # ``single``: chows without a partner so far; each partner found makes a pair of equal chows.
                    twins += single & bit != 0
                    single ^= bit
                else:
                    triplets |= bit
            pair = 0 if place < 0 else 1 << start + place
            splits.append(SuitSplit(chows, twins, triplets, pair, self._features(chows, triplets, pair), single))
        return tuple(splits)

    def _of_pairs(self, form: int, kinds: int) -> Reading:
        return Reading(form, 0, 0, 0, kinds, self._features(0, 0, kinds), 0)


def readings(counts: Sequence[int], melds: Sequence[Meld]) -> list[Reading]:
    """Return all readings of a hand, none if it is not complete. Raises HandError for a wrong number of tiles.

    ``counts``: 34 numbers, the concealed tiles including the winning one (14 less 3 per meld).
    """
    if len(counts) != KINDS or sum(counts) != 14 - 3 * len(melds):
        raise HandError(
            Text(
                f"副露が{len(melds)}組で、手の中の牌が{sum(counts)}枚あります。{14 - 3 * len(melds)}枚にしてください。",
                f"{sum(counts)} concealed tiles beside {len(melds)} melds: expected {14 - 3 * len(melds)}",
            )
        )
    return _PLAIN.readings(bytes(counts), bool(melds))


@lru_cache(maxsize=1 << 14)
def is_whole(cells: bytes, chows: bool) -> bool:
    """True if a suit's counts are groups with at most one pair; ``chows``: True if the suit can form chows."""
    return bool(_split_cells(cells, chows))


def _split_cells(cells: bytes, chows: bool) -> list[tuple[Sequence[_PlacedGroup], int]]:
    """Return every split of a suit's counts into groups (lowest place, _PUNG or _CHOW) and a pair's place, -1 for none.

    Groups are ordered by place, pungs first; each set of groups occurs once.
    """
    left = sum(cells) % 3
    if left == 1:
        return []
    octal = sum(map(lshift, cells, _DIGITS))
    if left == 0:
        return [(groups, -1) for groups in _groups(octal, chows)]
    # A group adds a multiple of three to the sum of the places, so only the pair determines the remainder.
    remainder = sum(map(mul, cells, range(9))) * 2 % 3
    return [
        (groups, place)
        for place, count in enumerate(cells)
        if count >= 2 and (place % 3 == remainder or not chows)
        for groups in _groups(octal - (2 << 3 * place), chows)
    ]


@lru_cache(maxsize=1 << 14)
def _groups(octal: int, chows: bool) -> list[tuple[_PlacedGroup, ...]]:
    """Return the splits of counts, one octal digit per place, into groups only."""
    if not octal:
        return [()]
    digit = ((octal & -octal).bit_length() - 1) // 3 * 3
    found: list[tuple[_PlacedGroup, ...]] = []
    pung = (digit // 3, _PUNG)
    if octal >> digit & 7 >= 3:
        found = [(pung, *others) for others in _groups(octal - (3 << digit), chows)]
    if chows and octal & 0o70 << digit and octal & 0o700 << digit:
        chow = (digit // 3, _CHOW)
        # A pung of the same kind was tried above; after a chow here only chows may follow, or a set would occur twice.
        found += [
            (chow, *others) for others in _groups(octal - (0o111 << digit), chows) if not others or others[0] != pung
        ]
    return found


_PLAIN: Final = HandSplitter(lambda _chows, _triplets, _pairs: 0)
