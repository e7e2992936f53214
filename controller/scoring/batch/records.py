"""How a batch of hands and what is found about each lie in memory: one row a hand in two numpy arrays."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from controller.riichi.meld import Meld, MeldKind
from controller.scoring.hand import circumstances as flag
from controller.scoring.win import MOST_INDICATORS

Readings = NDArray[np.int64]

# A claimed win, uint8 [HAND_BYTES]. Tiles are faces 0-36 as in Tile; rows of tiles begin at their left, and EMPTY fills
# what is left of them. Each of four melds is its place in MELD_KINDS and four tiles.
EMPTY: Final = 255
CONCEALED: Final = 0
CONCEALED_TILES: Final = 13
WINNING: Final = CONCEALED + CONCEALED_TILES
MELDS: Final = WINNING + 1
MELD_BYTES: Final = 5
MOST_MELDS: Final = 4
DORA: Final = MELDS + MOST_MELDS * MELD_BYTES
URA: Final = DORA + MOST_INDICATORS
# Flags of ``circumstances``, low byte first; CALLED and OPEN are left out, they follow from the melds.
FLAGS: Final = URA + MOST_INDICATORS
HAND_BYTES: Final = FLAGS + 2
MELD_KINDS: Final = tuple(MeldKind)

# What the best reading of a hand is, int64 [READING_FIELDS]; all 0 but STATUS where there is none.
READING_FIELDS: Final = 10
(
    STATUS,  # one of the five below
    YAKUMAN,  # times yakuman, 0 for an ordinary hand
    HAN,  # with dora, without ba-zoro; 0 for a yakuman
    FU,
    YAKU,  # bits as in YAKU_BITS
    FU_COUNTS,  # as of ``fu_counts``
    BONUS,  # fields of Bonus, a byte each, the red fives of each suit last
    RIVALS,  # 1 where another reading says something else
    FEATURES,  # of tiles and reading, bits as of Feature
    ALL_FLAGS,  # flags with CALLED and OPEN
) = range(READING_FIELDS)
WIN, NOT_COMPLETE, NO_YAKU, KONG_NOT_ROBBABLE, IMPOSSIBLE = range(5)
_FILL: Final = bytes([EMPTY])
_MELDS_BYTES: Final = MOST_MELDS * MELD_BYTES


def row_of(concealed: bytes, winning: bytes, melds: bytes, dora: bytes, ura: bytes, flags: int) -> bytes:
    """The row of a win from its faces; longer than HAND_BYTES where there are more tiles than any hand holds."""
    return b"".join(
        (
            concealed.ljust(CONCEALED_TILES, _FILL),
            winning,
            melds.ljust(_MELDS_BYTES, _FILL),
            dora.ljust(MOST_INDICATORS, _FILL),
            ura.ljust(MOST_INDICATORS, _FILL),
            (flags & ~_OF_MELDS).to_bytes(2, "little"),
        )
    )


def meld_bytes(meld: Meld) -> bytes:
    """One meld of a row: its kind and its tiles."""
    return bytes([MELD_KINDS.index(meld.kind), *meld.tiles]).ljust(MELD_BYTES, _FILL)


_OF_MELDS: Final = flag.CALLED | flag.OPEN
