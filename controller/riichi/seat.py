"""Seats are fixed places at the table; seat winds rotate around them."""

from enum import Enum, IntEnum

from controller.riichi.tile import Tile


class Wind(IntEnum):
    """East, South, West, North."""

    EAST = 0
    SOUTH = 1
    WEST = 2
    NORTH = 3

    @property
    def letter(self) -> str:
        """The letter E, S, W or N."""
        return self.name[0]

    @property
    def tile(self) -> Tile:
        """The tile of this wind."""
        return Tile(Tile.EAST + self)

    @classmethod
    def from_letter(cls, letter: str) -> "Wind":
        """Return the wind of ``E``, ``S``, ``W`` or ``N``; raises ValueError."""
        return cls("ESWN".index(letter)) if len(letter) == 1 else cls(-1)


class From(Enum):
    """Whom a tile was claimed from, as the caller sees it; the value is the distance in turn order to that seat."""

    RIGHT = 1
    ACROSS = 2
    LEFT = 3


class Seat(IntEnum):
    """A place at the table, in turn order (counter-clockwise from above); the first dealer is usually at 0."""

    A = 0
    B = 1
    C = 2
    D = 3

    def turn(self, steps: int) -> "Seat":
        """Return the seat ``steps`` turns later; 1: right-hand neighbour (shimocha), 3: left-hand one (kamicha)."""
        return Seat((self + steps) % 4)

    def wind(self, dealer: "Seat") -> Wind:
        """Return the seat wind while ``dealer`` deals."""
        return Wind((self - dealer) % 4)

    def towards(self, other: "Seat") -> From:
        """Return where ``other`` sits as seen from this seat; raises ValueError for the seat itself."""
        return From((other - self) % 4)


SEATS = tuple(Seat)
