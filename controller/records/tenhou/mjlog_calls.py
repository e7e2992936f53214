"""Calls of mjlog: one number each, whose bits encode kind, tiles and source."""

from typing import Final

from controller.records.record import CallAct
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.seat import From, Seat
from controller.riichi.tile import COPIES, KINDS, RED_FIVES, Tile

_CHII, _PON, _ADDED = 0x4, 0x8, 0x10
_FIRST_IN_SUIT: Final = 7
"""Number of ranks in a suit at which a chow can begin."""


def tile(number: int, red_fives: bool) -> Tile:
    """Return the tile of a number 0-135: four per kind; the first five of a suit is red if red fives are used."""
    kind = number // COPIES
    if red_fives and number % COPIES == 0 and kind < Tile.EAST and kind % 9 == RED_FIVES[0].rank - 1:
        return Tile(KINDS + kind // 9)
    return Tile(kind)


def call(bits: int, seat: Seat, red_fives: bool) -> CallAct:
    """Return the call of a seat; raises HandError or ValueError for bits that encode none."""
    source = From(bits & 3) if bits & 3 else None
    if bits & _CHII:
        place, called = divmod(bits >> 10, 3)
        base = place // _FIRST_IN_SUIT * 9 + place % _FIRST_IN_SUIT
        numbers = [COPIES * (base + step) + (bits >> shift & 3) for step, shift in enumerate((3, 5, 7))]
        return _made(MeldKind.CHII, numbers, called, From.LEFT, seat, red_fives)
    if bits & (_PON | _ADDED):
        base, called = divmod(bits >> 9, 3)
        spare = bits >> 5 & 3
        numbers = [COPIES * base + copy for copy in range(COPIES) if copy != spare]
        if bits & _PON:
            return _made(MeldKind.PON, numbers, called, source, seat, red_fives)
        return _made(MeldKind.KAN_ADDED, [*numbers, COPIES * base + spare], called, source, seat, red_fives)
    base, called = divmod(bits >> 8, COPIES)
    numbers = [COPIES * base + copy for copy in range(COPIES)]
    kind = MeldKind.KAN_CONCEALED if source is None else MeldKind.KAN_OPEN
    return _made(kind, numbers, called, source, seat, red_fives)


def _made(kind: MeldKind, numbers: list[int], called: int, source: From | None, seat: Seat, red_fives: bool) -> CallAct:
    tiles = tuple(tile(number, red_fives) for number in numbers)
    return CallAct(seat, Meld(kind, tiles, None if source is None else tiles[called], source))
