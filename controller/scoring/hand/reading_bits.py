"""One reading of a hand as bits and small numbers: the input of yaku and fu."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from controller.riichi.readings import ORPHAN_MASK, SEVEN_PAIRS_FORM, STANDARD_FORM, HandSplitter
from controller.riichi.tile import Tile

# Features: conditions of yaku. Up to INTO_OPEN circumstances under a rulebook, then features of tiles and reading.
# LAST_TILE: HAITEI or HOUTEI. INTO_OPEN: ron of an open riichi from a player not in riichi. ONE_SUIT: no second suit,
# honours allowed. EDGES: every chow contains a terminal. ONE_TWIN, TWO_TWINS: pairs of equal chows; THREE_EQUAL,
# FOUR_EQUAL: at least that many equal chows. THREE_CHOWS, THREE_TRIPLETS: at least three different ones. WHITE, GREEN,
# RED: a triplet of that dragon; TWO_DRAGONS: triplets of exactly two. ALL_OPEN: four melds, none a concealed kong.
FEATURES: Final = 51
(
    TSUMO,
    RON,
    CLOSED,
    RIICHI,
    DOUBLE_RIICHI,
    IPPATSU,
    HAITEI,
    HOUTEI,
    RINSHAN,
    CHANKAN,
    FIRST_TURN,
    DEALER,
    CHILD,
    LAST_TILE,
    OPEN_RIICHI,
    INTO_OPEN,
    ONE_SUIT,
    HONOURS,
    NO_HONOURS,
    SUITED,
    NO_SUIT,
    NO_ORPHANS,
    ONLY_ORPHANS,
    ALL_GREEN,
    CHOWS,
    NO_CHOWS,
    EDGES,
    TRIPLETS,
    NO_TRIPLETS,
    WHITE,
    GREEN,
    RED,
    TWO_DRAGONS,
    WINDS,
    ONE_TWIN,
    TWO_TWINS,
    THREE_CHOWS,
    THREE_TRIPLETS,
    THREE_CONCEALED,
    FOUR_CONCEALED,
    THREE_KONGS,
    FOUR_KONGS,
    SEVEN_PAIRS,
    THIRTEEN_ORPHANS,
    NINE_GATES,
    MAN,
    PIN,
    SOU,
    ALL_OPEN,
    THREE_EQUAL,
    FOUR_EQUAL,
) = (1 << place for place in range(FEATURES))
CIRCUMSTANCE_FEATURES: Final = ONE_SUIT - 1

SUIT_MASKS: Final = (0x1FF, 0x1FF << 9, 0x1FF << 18)
HONOUR_MASK: Final = 0x7F << 27
WIND_MASK: Final = 0xF << 27
DRAGON_MASK: Final = 0x7 << 31
# Masks of chows by their lowest kind: 123, 789, and both, which contain a terminal.
FIRST_CHOWS: Final[int] = sum(1 << start for start in (0, 9, 18))
LAST_CHOWS: Final = FIRST_CHOWS << 6
EDGE_CHOWS: Final = FIRST_CHOWS | LAST_CHOWS
GREEN_MASK: Final[int] = sum(1 << int(kind) for kind in (Tile.S2, Tile.S3, Tile.S4, Tile.S6, Tile.S8, Tile.GREEN))

# The waits of a standard hand come first, in the order of trial: the first of equal ones is used.
STANDARD_WAITS: Final = range(5)
WAITS: Final = range(7)
TANKI, RYANMEN, KANCHAN, PENCHAN, SHANPON, THIRTEEN, ORPHAN = WAITS


class Melds(NamedTuple):
    """Melds as one bit each by lowest kind; ``odd``: chows that occur once or three times."""

    chows: int
    pungs: int
    open_kongs: int
    closed_kongs: int
    odd: int = 0


class Shape(NamedTuple):
    """A reading: bits by lowest kind for chows and for triplets (including kongs); ``pair``: bit of its kind.

    ``gates``: 1 for nine gates, 2 for a wait on all nine. ``own``, ``opened``, ``open_kongs`` and ``closed_kongs``
    partition the triplets; a triplet completed by ron is not ``own``. ``form``, ``wait``: numbers of this module;
    ``features``: those of tiles and reading.
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
    features: int


def waits_of(chows: int, triplets: int, pair: int, winning: int) -> int:
    """Return the waits, as bits by number, on which a winning kind (its bit) may have completed these groups."""
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
    features: int,
    odd: int,
) -> Shape:
    """Return the shape of four groups and a pair: concealed groups as bits, the wait, and the melds.

    ``twins``: pairs of equal chows; ``odd``: chows that occur once or three times. ``ronned``: bit of the winning kind
    for a ron, else 0: a pung completed by ron is not concealed (npm art. 42, tomioka yaku 28). ``features``:
    ``features_of`` the union of all group_features of the hand.
    """
    own = triplets & ~ronned if wait == SHANPON else triplets
    every = triplets | melds.pungs | melds.open_kongs | melds.closed_kongs
    runs = chows | melds.chows
    concealed = (own | melds.closed_kongs).bit_count()
    kongs = (melds.open_kongs | melds.closed_kongs).bit_count()
    if twins:
        features |= ONE_TWIN if twins == 1 else TWO_TWINS
    different = runs.bit_count()
    # Chows beyond the first of each kind: of four chows in two kinds, 3 + 1 are odd, 2 + 2 are not.
    again = 4 - every.bit_count() - different
    if again > 1 and (different == 1 or odd ^ melds.odd):
        features |= THREE_EQUAL if again == 2 else THREE_EQUAL | FOUR_EQUAL
    if not chows | triplets | melds.closed_kongs:
        features |= ALL_OPEN
    if different > 2:
        features |= THREE_CHOWS
    elif every.bit_count() > 2:
        features |= THREE_TRIPLETS
        if concealed > 2:
            features |= THREE_CONCEALED if concealed == 3 else FOUR_CONCEALED
        if kongs > 2:
            features |= THREE_KONGS if kongs == 3 else FOUR_KONGS
    if gates:
        features |= NINE_GATES
    return Shape(
        STANDARD_FORM,
        runs,
        every,
        pair,
        wait,
        gates,
        own,
        melds.pungs | triplets ^ own,
        melds.open_kongs,
        melds.closed_kongs,
        features,
    )


def paired_shape(form: int, wait: int, features: int) -> Shape:
    """Return the shape of seven pairs or thirteen orphans; ``features``: result of ``features_of`` for the hand."""
    features |= SEVEN_PAIRS if form == SEVEN_PAIRS_FORM else THIRTEEN_ORPHANS
    return Shape(form, 0, 0, 0, wait, 0, 0, 0, 0, 0, features)


# Bits of groups, combined by "or" over a hand; ``features_of`` the union is cached.
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


def group_features_of(chows: int, triplets: int, pair: int) -> int:
    """Return the bits of some groups of a hand and its pair or pairs."""
    kinds = chows | chows << 1 | chows << 2 | triplets | pair
    group_features = 0
    if kinds & SUIT_MASKS[0]:
        group_features |= _MAN
    if kinds & SUIT_MASKS[1]:
        group_features |= _PIN
    if kinds & SUIT_MASKS[2]:
        group_features |= _SOU
    if kinds & HONOUR_MASK:
        group_features |= _HONOURS
    if kinds & ~ORPHAN_MASK:
        group_features |= _SIMPLES
    if kinds & ORPHAN_MASK:
        group_features |= _ORPHANS
    if chows:
        group_features |= _CHOWS
    if chows & ~EDGE_CHOWS:
        group_features |= _INNER_CHOWS
    if triplets:
        group_features |= _TRIPLETS
    if triplets & WIND_MASK:
        group_features |= _WINDS
    if kinds & ~GREEN_MASK:
        group_features |= _NOT_GREEN
    return group_features | (triplets & DRAGON_MASK) >> 31 << 10


def features_of(group_features: int) -> int:
    """Return the features of a hand, given the combined features of its groups."""
    features = HONOURS if group_features & _HONOURS else NO_HONOURS
    suits = group_features & (_MAN | _PIN | _SOU)
    features |= SUITED if suits else NO_SUIT
    if suits & suits - 1 == 0:
        features |= ONE_SUIT
    features |= suits * MAN
    if not group_features & _ORPHANS:
        features |= NO_ORPHANS
    if not group_features & _SIMPLES:
        features |= ONLY_ORPHANS
    if group_features & _CHOWS:
        features |= CHOWS if group_features & _INNER_CHOWS else CHOWS | EDGES
    else:
        features |= NO_CHOWS
    features |= TRIPLETS if group_features & _TRIPLETS else NO_TRIPLETS
    if group_features & _WINDS:
        features |= WINDS
    if not group_features & _NOT_GREEN:
        features |= ALL_GREEN
    dragons = group_features >> 10 & 7
    if dragons.bit_count() == 2:
        features |= TWO_DRAGONS
    return features | dragons * WHITE


def gates_of(counts: Sequence[int], winning_kind: int) -> int:
    """Return ``gates`` of a hand of one suit without melds; ``counts`` by kind, including the winning tile."""
    first = winning_kind // 9 * 9
    if counts[first] < 3 or counts[first + 8] < 3:
        return 0
    for kind in range(first + 1, first + 8):
        if counts[kind] == 0:
            return 0
    return 2 if counts[winning_kind] == 2 or counts[winning_kind] == 4 else 1


SPLITTER: Final = HandSplitter(group_features_of)
