"""Layout of a called meld: the place of its sideways tile tells the discarder (npm art. 31)."""

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from controller.errors import HandError
from controller.riichi.meld import MeldKind, is_sequence
from controller.riichi.seat import From
from controller.riichi.tile import Tile

# Places from the left as the owner sees them. An added kong keeps the pung's layout, its fourth tile on the sideways
# one.
_OF_THREE: Final = MappingProxyType({From.LEFT: 0, From.ACROSS: 1, From.RIGHT: 2})
_OF_FOUR: Final = MappingProxyType({From.LEFT: 0, From.ACROSS: 2, From.RIGHT: 3})


def tiles_in_row(kind: MeldKind) -> int:
    """Return the number of tiles side by side: four in an open or concealed kong, three in every other meld."""
    return 4 if kind in (MeldKind.KAN_OPEN, MeldKind.KAN_CONCEALED) else 3


def sideways_place(kind: MeldKind, source: From) -> int:
    """Return the place of a called meld's sideways tile, from the left, 0-3; an open kong from across has the third."""
    return (_OF_FOUR if kind is MeldKind.KAN_OPEN else _OF_THREE)[source]


def source_at(place: int, in_row: int) -> From:
    """Return whom the sideways tile at ``place`` of a row of 3 or 4 was claimed from; raises HandError outside the row.

    Either middle tile of four means across: players use both.
    """
    if not 0 <= place < in_row:
        raise HandError(f"sideways tile at place {place}: expected 0-{in_row - 1}")
    return From.LEFT if place == 0 else From.RIGHT if place == in_row - 1 else From.ACROSS


def is_set(faces: Sequence[Tile | None]) -> bool:
    """True if three or four faces make a chow, a pung or a kong; False if one of them was not read."""
    kinds = [face.kind for face in faces if face is not None]
    return len(kinds) == len(faces) in (3, 4) and (len(set(kinds)) == 1 or is_sequence(kinds))
