"""The tiles of a win as numbers, counted once for all that asks."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from controller.riichi.meld import Meld, MeldKind
from controller.riichi.tile import KINDS, Tile
from controller.scoring.shape import Melds, marks_of

KIND: Final = tuple(tile.kind for tile in Tile)
_DORA: Final = tuple(tile.dora.kind for tile in Tile)
# One tile in a number with a byte for each face, a red five also counted under its kind.
_ONE: Final = tuple(1 << 8 * tile.kind | (1 << 8 * tile if tile.is_red else 0) for tile in Tile).__getitem__
_BIT: Final = tuple(1 << tile.kind for tile in Tile)
_NO_MELDS: Final = Melds(0, 0, 0, 0)


class Tally(NamedTuple):
    """Tiles of a win. ``cells``: concealed ones by kind, the winning one in; ``every``: melds too.

    Both hold 37 numbers, 34 kinds and the red fives. ``winning``: kind 0-33. ``dora``, ``ura``: tiles
    that the first indicator points at, and those of the others. ``called``: any meld; ``closed``: none that opens;
    ``marks``: those of the melds. ``reds``: red fives of man, pin, sou, None for none.
    """

    cells: bytes
    every: bytes
    reds: bytes | None
    winning: int
    melds: Melds
    marks: int
    called: bool
    closed: bool
    dora: tuple[int, int]
    ura: tuple[int, int]


def tally_of(
    hand: Sequence[Tile], tile: Tile, melds: Sequence[Meld], dora: Sequence[Tile], ura: Sequence[Tile]
) -> Tally:
    """Count a hand and what its indicators point at; nothing is checked."""
    packed = sum(map(_ONE, hand), _ONE(tile))
    cells = every = packed.to_bytes(_FACES, "little")
    called, closed = False, True
    laid, marks = _NO_MELDS, 0
    if melds:
        called, closed = True, all(meld.kind is MeldKind.KAN_CONCEALED for meld in melds)
        every = sum([sum(map(_ONE, meld.tiles)) for meld in melds], packed).to_bytes(_FACES, "little")
        laid = _laid(melds)
        marks = marks_of(laid.chows, laid.pungs | laid.open_kongs | laid.closed_kongs, 0)
    reds = every[KINDS:]
    return Tally(
        cells,
        every,
        reds if any(reds) else None,
        KIND[tile],
        laid,
        marks,
        called,
        closed,
        _pointed(every, dora) if dora else _NOTHING,
        _pointed(every, ura) if ura else _NOTHING,
    )


def _laid(melds: Sequence[Meld]) -> Melds:
    chows = pungs = open_kongs = closed_kongs = 0
    for meld in melds:
        kind = meld.kind
        first = _BIT[meld.tiles[0]]
        if kind is MeldKind.CHII:
            bits = first | _BIT[meld.tiles[1]] | _BIT[meld.tiles[2]]
            chows |= bits & -bits
        elif kind is MeldKind.PON:
            pungs |= first
        elif kind is MeldKind.KAN_CONCEALED:
            closed_kongs |= first
        else:
            open_kongs |= first
    return Melds(chows, pungs, open_kongs, closed_kongs)


def _pointed(every: bytes, indicators: Sequence[Tile]) -> tuple[int, int]:
    if len(indicators) == 1:
        return every[_DORA[indicators[0]]], 0
    first, *others = [every[_DORA[tile]] for tile in indicators]
    return first, sum(others)


_FACES: Final = KINDS + 3
_NOTHING: Final = (0, 0)
