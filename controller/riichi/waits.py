"""Waits: the kinds that complete a hand of 13 tiles."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from controller.errors import HandError
from controller.riichi.meld import Meld
from controller.riichi.readings import is_whole
from controller.riichi.tile import COPIES, KINDS, ORPHANS, Tile
from controller.text import Text

_SUITS: Final = ((0, 9), (9, 18), (18, 27), (27, 34))
_ORPHANS: Final = tuple(sorted(ORPHANS))


def waits(
    counts: Sequence[int], melds: Sequence[Meld] = (), drop_held: bool = False, melds_hold: bool = True
) -> tuple[int, ...]:
    """Return the kinds that complete the hand in any form, ascending; () if noten. Wrong tile number: HandError.

    ``counts``: 34 numbers, the concealed tiles without the winning one (13 less 3 per meld). ``drop_held``: omit kinds
    of which the hand and, with ``melds_hold``, its melds hold all four.
    """
    if len(counts) != KINDS or sum(counts) != 13 - 3 * len(melds):
        raise HandError(
            Text(
                f"副露が{len(melds)}組で、手の中の牌が{sum(counts)}枚あります。{13 - 3 * len(melds)}枚にしてください。",
                f"{sum(counts)} concealed tiles beside {len(melds)} melds: expected {13 - 3 * len(melds)}",
            )
        )
    cells = bytes(counts)
    found = set(_standard(cells))
    if not melds:
        found.update(_seven_pairs(cells))
        found.update(_orphans(cells))
    if drop_held:
        called = [tile.kind for meld in melds for tile in meld.tiles] if melds_hold else []
        found = {kind for kind in found if counts[kind] + called.count(kind) < COPIES}
    return tuple(sorted(found))


def is_tenpai(
    counts: Sequence[int], melds: Sequence[Meld] = (), drop_held: bool = True, melds_hold: bool = True
) -> bool:
    """True if the hand waits for any kind; by default a hand that holds all of its waits is noten (npm art. 17 ro)."""
    return bool(waits(counts, melds, drop_held, melds_hold))


def _standard(cells: bytes) -> tuple[int, ...]:
    """Return the waits of the standard form: one suit is incomplete, or two suits each have a pair that can grow."""
    suits = [(cells[start:end], start) for start, end in _SUITS]
    unfinished = [suit for suit in suits if not is_whole(suit[0], suit[1] < Tile.EAST)]
    paired = [suit for suit in suits if sum(suit[0]) % 3 == 2]
    if len(unfinished) > 1 or len(paired) > 2:
        return ()
    growing = unfinished or paired
    return tuple(kind for suit in growing for kind in _completions(*suit))


@lru_cache(maxsize=1 << 14)
def _completions(cells: bytes, start: int) -> tuple[int, ...]:
    """Return the kinds of one suit that complete its cells to groups with at most one pair."""
    return tuple(
        start + place
        for place in range(len(cells))
        if is_whole(cells[:place] + bytes((cells[place] + 1,)) + cells[place + 1 :], start < Tile.EAST)
    )


def _seven_pairs(cells: bytes) -> tuple[int, ...]:
    return (cells.index(1),) if cells.count(2) == 6 and cells.count(1) == 1 else ()


def _orphans(cells: bytes) -> tuple[int, ...]:
    held = [cells[kind] for kind in _ORPHANS]
    if sum(held) != 13 or held.count(0) > 1:
        return ()
    return (_ORPHANS[held.index(0)],) if 0 in held else _ORPHANS
