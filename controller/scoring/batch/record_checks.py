"""The tiles and flags of one row as numbers, and whether they can be."""

from typing import Any, Final

import numpy as np

from controller.riichi.meld import MeldKind
from controller.riichi.tile import COPIES, KINDS
from controller.scoring.batch.compiler import compiled, inner
from controller.scoring.batch.lookup import ABSENT
from controller.scoring.batch.records import (
    CONCEALED_TILES,
    DORA,
    EMPTY,
    FLAGS,
    MELD_BYTES,
    MELD_KINDS,
    MELDS,
    MOST_MELDS,
    URA,
    WINNING,
)
from controller.scoring.hand import circumstances as flag
from controller.scoring.hand.possible import face_beyond, signs_of
from controller.scoring.hand.reading_bits import Melds
from controller.scoring.win import MOST_INDICATORS

_LONG: Final[Any] = np.int64
_CHII: Final = MELD_KINDS.index(MeldKind.CHII)
_PON: Final = MELD_KINDS.index(MeldKind.PON)
_CLOSED_KONG: Final = MELD_KINDS.index(MeldKind.KAN_CONCEALED)
_MOST_CODE: Final = len(MELD_KINDS) - 1
_CALLED: Final = flag.CALLED
_OPEN: Final = flag.OPEN
_signs_of = compiled(signs_of)
_face_beyond = compiled(face_beyond)


@inner
def count_tiles(hand: Any, faces: Any, counts: Any) -> Any:
    """Number of concealed tiles, the winning one not counted; red fives, a byte a suit; whether all are tiles.

    ``counts`` is filled in by kind, the winning tile in.
    """
    right, number, red = True, 0, _LONG(0)
    for kind in range(KINDS):
        counts[kind] = 0
    for place in range(CONCEALED_TILES):
        face = np.uint64(hand[place])
        kind = faces[face, 0]
        if kind >= 0:
            counts[np.uint64(kind)] += 1
            red += faces[face, 2]
            number += 1
        elif kind != ABSENT:
            right = False
    face = np.uint64(hand[WINNING])
    kind = faces[face, 0]
    if kind < 0:
        return 0, red, False
    counts[np.uint64(kind)] += 1
    return number, red + faces[face, 2], right


@inner
def count_melds(hand: Any, faces: Any, every: Any) -> Any:
    """Melds, their number, their red fives, and whether each can be; ``every`` is added to by kind."""
    right: Any = True
    called, red = 0, _LONG(0)
    chows = pungs = open_kongs = closed_kongs = odd = _LONG(0)
    for place in range(MOST_MELDS):
        start = MELDS + place * MELD_BYTES
        code = hand[start]
        if code == EMPTY:
            continue
        called += 1
        low, high, total = _LONG(KINDS), _LONG(0), _LONG(0)
        for part in range(1, 4 if code <= _PON else 5):
            face = np.uint64(hand[start + part])
            kind = faces[face, 0]
            if kind < 0:
                right, kind = False, _LONG(0)
            every[np.uint64(kind)] += 1
            red += faces[face, 2]
            low, high, total = min(low, kind), max(high, kind), total + kind
        if code <= _PON and hand[start + 4] != EMPTY:
            right = False
        bit = _LONG(1) << low
        if code == _CHII:
            # Of one suit and in sequence: the middle tile is what is left of the sum.
            right = right and high == low + 2 and total == 3 * low + 3 and high < 27 and low // 9 == high // 9
            chows |= bit
            odd ^= bit
        else:
            right = right and low == high and code <= _MOST_CODE
            if code == _PON:
                pungs |= bit
            elif code == _CLOSED_KONG:
                closed_kongs |= bit
            else:
                open_kongs |= bit
    return Melds(chows, pungs, open_kongs, closed_kongs, odd), called, red, right


@inner
def all_flags(hand: Any, melds: Any, called: Any) -> Any:
    """Flags, including those that follow from the melds."""
    flags = _LONG(hand[FLAGS]) | _LONG(hand[FLAGS + 1]) << 8
    if called:
        flags |= _CALLED | _OPEN if melds.chows | melds.pungs | melds.open_kongs else _CALLED
    return flags


@inner
def can_be(hand: Any, tables: Any, every: Any, melds: Any, flags: Any, red: Any, red_fives: Any) -> bool:
    """Whether the win can be, as ``possible`` judges it; ``every`` is changed and put back."""
    faces: Any = tables.faces
    right, most = True, 0
    shown = np.zeros(2, np.int64)
    for place in range(DORA, URA + MOST_INDICATORS):
        face = np.uint64(hand[place])
        kind = faces[face, 0]
        if kind >= 0:
            every[np.uint64(kind)] += 1
            red += faces[face, 2]
            shown[0 if place < URA else 1] += 1
        elif kind != ABSENT:
            right = False
    for kind in range(KINDS):
        most = max(most, every[kind])
    kong = melds.open_kongs | melds.closed_kongs != 0
    signs = flags | _signs_of(every[faces[np.uint64(hand[WINNING]), 0]], kong, shown[0], shown[1])
    for row in range(len(tables.wrong)):
        if signs & tables.wrong[row, 0] == tables.wrong[row, 0] and not signs & tables.wrong[row, 1]:
            right = False
    beyond = _face_beyond(every[4], every[13], every[22], red & 255, red >> 8 & 255, red >> 16, red_fives)
    for place in range(DORA, URA + MOST_INDICATORS):
        kind = faces[np.uint64(hand[place]), 0]
        if kind >= 0:
            every[np.uint64(kind)] -= 1
    return right and most <= COPIES and beyond < 0


@inner
def bonus(hand: Any, faces: Any, every: Any, riichi: Any, red: Any, terms: Any) -> Any:
    """Fields of Bonus, a byte each, and the han that a book gives for them."""
    packed, han = red << 32, _LONG(0)
    for place in range(MOST_INDICATORS):
        shown = faces[np.uint64(hand[DORA + place]), 1]
        if shown >= 0:
            count = every[np.uint64(shown)]
            packed += count if place == 0 else count << 8
            if terms.dora and (place == 0 or terms.kan_dora):
                han += count
        shown = faces[np.uint64(hand[URA + place]), 1]
        if shown >= 0 and riichi:
            count = every[np.uint64(shown)]
            packed += count << 16 if place == 0 else count << 24
            if terms.ura_dora and (place == 0 or terms.kan_ura):
                han += count
    if red:
        man, pin, sou = terms.red_fives
        han += min(red & 255, man) + min(red >> 8 & 255, pin) + min(red >> 16, sou)
    return packed, han
