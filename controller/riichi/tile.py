"""The 34 kinds of tile and the three red fives."""

from enum import Enum, IntEnum
from typing import Final

KINDS: Final = 34
COPIES: Final = 4
TILES: Final = KINDS * COPIES


class Suit(Enum):
    """Suit of a tile; its value is the letter of the notation."""

    MAN = "m"
    PIN = "p"
    SOU = "s"
    HONOUR = "z"


class Tile(IntEnum):
    """A face: 0-8 man, 9-17 pin, 18-26 sou, 27-33 E S W N white green red; 34-36 the red fives of man, pin, sou."""

    M1, M2, M3, M4, M5, M6, M7, M8, M9 = range(9)
    P1, P2, P3, P4, P5, P6, P7, P8, P9 = range(9, 18)
    S1, S2, S3, S4, S5, S6, S7, S8, S9 = range(18, 27)
    EAST, SOUTH, WEST, NORTH, WHITE, GREEN, RED = range(27, 34)
    M5_RED, P5_RED, S5_RED = range(34, 37)

    @property
    def kind(self) -> int:
        """Kind 0-33, a red five counted as a plain five."""
        return _KINDS[self]

    @property
    def plain(self) -> "Tile":
        """The same face without red."""
        return Tile(self.kind)

    @property
    def is_red(self) -> bool:
        """True for a red five (aka dora)."""
        return self >= KINDS

    @property
    def suit(self) -> Suit:
        """Suit of the tile."""
        return _SUITS[self.kind // 9]

    @property
    def rank(self) -> int:
        """1-9 in a suit, 1-7 for the honours E S W N white green red."""
        return self.kind % 9 + 1

    @property
    def is_honour(self) -> bool:
        """True for a wind or a dragon."""
        return self.kind >= Tile.EAST

    @property
    def is_orphan(self) -> bool:
        """True for a terminal or an honour (yaochuuhai)."""
        return self.kind in ORPHANS

    @property
    def dora(self) -> "Tile":
        """The dora that this tile indicates: the next of the suit; winds and dragons are cyclic (npm art. 9 i)."""
        kind = self.kind
        if kind < Tile.EAST:
            start, size = kind // 9 * 9, 9
        elif kind < Tile.WHITE:
            start, size = int(Tile.EAST), 4
        else:
            start, size = int(Tile.WHITE), 3
        return Tile(start + (kind - start + 1) % size)

    def __str__(self) -> str:
        """Return the notation of the tile, such as ``5m``, ``0p`` or ``7z``."""
        return f"{0 if self.is_red else self.rank}{self.suit.value}"


_KINDS: Final[tuple[int, ...]] = (*range(KINDS), 4, 13, 22)
_SUITS: Final = (Suit.MAN, Suit.PIN, Suit.SOU, Suit.HONOUR)
ORPHANS: Final = frozenset({0, 8, 9, 17, 18, 26, *range(27, 34)})
WINDS: Final = (Tile.EAST, Tile.SOUTH, Tile.WEST, Tile.NORTH)
DRAGONS: Final = (Tile.WHITE, Tile.GREEN, Tile.RED)
RED_FIVES: Final = (Tile.M5_RED, Tile.P5_RED, Tile.S5_RED)
