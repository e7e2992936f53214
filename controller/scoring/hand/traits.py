"""Traits of a win: the plain facts about circumstances and tiles that yaku ask for."""

from enum import IntFlag, auto
from typing import Final


class Trait(IntFlag):
    """What a yaku may need. Up to CHILD of the circumstances as a book sees them, the others of tiles and reading.

    ONE_SUIT: no second suit, honours allowed. EDGES: every chow holds a terminal. ONE_TWIN, TWO_TWINS: pairs of equal
    chows. THREE_CHOWS, THREE_TRIPLETS: at least three different ones. WHITE, GREEN, RED: a triplet of
    it; TWO_DRAGONS: triplets of just two.
    """

    TSUMO = auto()
    RON = auto()
    CLOSED = auto()
    RIICHI = auto()
    DOUBLE_RIICHI = auto()
    IPPATSU = auto()
    HAITEI = auto()
    HOUTEI = auto()
    RINSHAN = auto()
    CHANKAN = auto()
    FIRST_TURN = auto()
    DEALER = auto()
    CHILD = auto()
    ONE_SUIT = auto()
    HONOURS = auto()
    NO_HONOURS = auto()
    SUITED = auto()
    NO_SUIT = auto()
    NO_ORPHANS = auto()
    ONLY_ORPHANS = auto()
    ALL_GREEN = auto()
    CHOWS = auto()
    NO_CHOWS = auto()
    EDGES = auto()
    TRIPLETS = auto()
    NO_TRIPLETS = auto()
    WHITE = auto()
    GREEN = auto()
    RED = auto()
    TWO_DRAGONS = auto()
    WINDS = auto()
    ONE_TWIN = auto()
    TWO_TWINS = auto()
    THREE_CHOWS = auto()
    THREE_TRIPLETS = auto()
    THREE_CONCEALED = auto()
    FOUR_CONCEALED = auto()
    THREE_KONGS = auto()
    FOUR_KONGS = auto()
    SEVEN_PAIRS = auto()
    THIRTEEN_ORPHANS = auto()
    NINE_GATES = auto()


# As plain numbers: operations on flags cost ten times as much, and no compiler knows them.
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
) = map(int, Trait)
OF_CIRCUMSTANCES: Final = ONE_SUIT - 1
# Those that the marks of ``shape`` tell.
OF_MARKS: Final = ONE_TWIN - 1 & ~OF_CIRCUMSTANCES
