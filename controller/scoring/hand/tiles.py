"""Tiles of a win as numbers, counted once for all users."""

from collections.abc import Sequence
from operator import itemgetter
from typing import Final, NamedTuple

from controller.riichi.meld import Meld, MeldKind
from controller.riichi.tile import COPIES, KINDS, RED_FIVES, Tile
from controller.scoring.hand.reading_bits import Melds, group_features_of

KIND: Final = tuple(tile.kind for tile in Tile)
_DORA: Final = tuple(tile.dora.kind for tile in Tile)
# One tile as a number with a byte per face; a red five is also counted under its kind.
_ONE: Final = tuple(1 << 8 * tile.kind | (1 << 8 * tile if tile.is_red else 0) for tile in Tile).__getitem__
_BIT: Final = tuple(1 << tile.kind for tile in Tile)
_NO_MELDS: Final = Melds(0, 0, 0, 0)


class Bonus(NamedTuple):
    """Tiles indicated by the first indicator and by the others; red fives by suit, norths set aside."""

    dora: int
    kan_dora: int
    ura: int
    kan_ura: int
    reds: tuple[int, int, int]
    norths: int = 0


class TileCounts(NamedTuple):
    """Tile counts of a win. ``cells``: concealed tiles by 34 kinds, with the winning one, then the red fives.

    ``winning``: kind 0-33. ``called``: there is a meld; ``closed``: no meld opens the hand; ``group_features``: those
    of the melds. ``five``: a kind that occurs five times in hand, melds and indicators, -1 for none. ``copies``: number
    of tiles of the winning kind there; ``fives``: of man, pin, sou including red fives, then the red fives.
    """

    cells: bytes
    winning: int
    melds: Melds
    group_features: int
    called: bool
    closed: bool
    bonus: Bonus
    five: int
    copies: int
    fives: bytes


def tile_counts_of(
    hand: Sequence[Tile],
    tile: Tile,
    melds: Sequence[Meld],
    dora: Sequence[Tile],
    ura: Sequence[Tile],
    riichi: bool,
    norths: int = 0,
) -> TileCounts:
    """Return the counts of a hand and of indicated tiles, ura-dora only after riichi; checks only ``five``."""
    packed = sum(map(_ONE, hand), _ONE(tile))
    cells = every = packed.to_bytes(_FACES, "little")
    called, closed = False, True
    laid, group_features = _NO_MELDS, 0
    if melds:
        packed = sum([sum(map(_ONE, meld.tiles)) for meld in melds], packed)
        every = packed.to_bytes(_FACES, "little")
        laid = _laid(melds)
        called, closed = True, not (laid.chows or laid.pungs or laid.open_kongs)
        group_features = group_features_of(laid.chows, laid.pungs | laid.open_kongs | laid.closed_kongs, 0)
    if norths:
        packed += norths * _ONE(Tile.NORTH)
        every = packed.to_bytes(_FACES, "little")
    bonus = _NO_BONUS
    reds = every[KINDS:]
    if dora or ura or norths or reds != _NO_REDS:
        bonus = Bonus(
            *_pointed(every, dora), *_pointed(every, ura if riichi else ()), (reds[0], reds[1], reds[2]), norths
        )
        packed += sum(map(_ONE, dora)) + sum(map(_ONE, ura))
    five = -1
    every = packed.to_bytes(_FACES, "little")
    if packed + _UP_TO_FOUR & _MORE:
        five = next(kind for kind, count in enumerate(every) if count > COPIES)
    winning = KIND[tile]
    return TileCounts(
        cells, winning, laid, group_features, called, closed, bonus, five, every[winning], bytes(_FIVES(every))
    )


def _laid(melds: Sequence[Meld]) -> Melds:
    chows = pungs = open_kongs = closed_kongs = odd = 0
    for meld in melds:
        kind = meld.kind
        first = _BIT[meld.tiles[0]]
        if kind is MeldKind.CHII:
            bits = first | _BIT[meld.tiles[1]] | _BIT[meld.tiles[2]]
            chows |= bits & -bits
            odd ^= bits & -bits
        elif kind is MeldKind.PON:
            pungs |= first
        elif kind is MeldKind.KAN_CONCEALED:
            closed_kongs |= first
        else:
            open_kongs |= first
    return Melds(chows, pungs, open_kongs, closed_kongs, odd)


def _pointed(every: bytes, indicators: Sequence[Tile]) -> tuple[int, int]:
    if not indicators:
        return 0, 0
    if len(indicators) == 1:
        return every[_DORA[indicators[0]]], 0
    first, *others = [every[_DORA[tile]] for tile in indicators]
    return first, sum(others)


_FACES: Final = KINDS + 3
_FIVES: Final = itemgetter(*(red.kind for red in RED_FIVES), *RED_FIVES)
_NO_REDS: Final = bytes(3)
_NO_BONUS: Final = Bonus(0, 0, 0, 0, (0, 0, 0))
# Added to counts of one byte each, these set the highest bit of every byte above four.
_UP_TO_FOUR: Final = int.from_bytes(bytes([127 - COPIES] * _FACES), "little")
_MORE: Final = int.from_bytes(bytes([128] * _FACES), "little")
