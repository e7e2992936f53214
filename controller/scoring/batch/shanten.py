"""Shanten of many hands at once: arrays in, arrays out, as ``shanten`` would answer each."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from controller.errors import HandError
from controller.riichi.tile import COPIES, KINDS, ORPHANS
from controller.scoring.batch.compiler import inner, kept, spliced, stamp
from controller.scoring.batch.lookup import BASE, suit_cells

_FAR: Final = 99
_GROUPS: Final = 5
_NUMBER: Final[Any] = np.int64
_ORPHANS: Final = tuple(sorted(ORPHANS))


def shanten_of(counts: NDArray[np.uint8]) -> NDArray[np.int8]:
    """Shanten int8 [N] of concealed tiles by kind, uint8 [N, 34]: 13 or 14 less 3 per meld in each row.

    Raises HandError, naming the row, on a wrong number of tiles or five of a kind.
    """
    if counts.dtype != np.uint8 or counts.shape[1:] != (KINDS,):
        raise HandError(f"counts are {counts.dtype} {list(counts.shape)}: expected uint8 [N, {KINDS}]")
    found = np.empty(len(counts), np.int8)
    wrong = _shanten_rows(np.ascontiguousarray(counts), _distances(9), _distances(7), found)
    if wrong >= 0:
        raise HandError(
            f"row {wrong} holds {int(counts[wrong].sum())} tiles, {int(counts[wrong].max())} of a kind at most: "
            f"expected 13 or 14 less 3 per meld, {COPIES} of a kind"
        )
    return found


@lru_cache(maxsize=2)
def _distances(kinds: int) -> NDArray[np.uint8]:
    """Tiles missing by a suit's key for 0-4 groups (places 0-4) and with the pair (5-9), uint8 [keys, 10].

    The distance to what a suit may become is a sum over its kinds, so it is spread kind by kind.
    """
    table = np.full((BASE,) * kinds + (2 * _GROUPS,), _FAR, np.uint8)
    for groups, paired, cells in suit_cells(kinds):
        # The lowest kind is the lowest digit of a key, so it is the last axis.
        table[(*cells[::-1], groups + _GROUPS * paired)] = 0
    for axis in range(kinds):
        line = np.moveaxis(table, axis, 0)
        for held in range(1, BASE):
            np.minimum(line[held], line[held - 1], out=line[held])
        for held in range(BASE - 2, -1, -1):
            np.minimum(line[held], line[held + 1] + 1, out=line[held])
    return table.reshape(-1, 2 * _GROUPS)


def _loop(law: int) -> Callable[..., int]:
    """The loop, whose copy on disk numba keeps under the stamp of the law; the first wrong row, or -1."""

    def shanten_rows(counts: Any, suits: Any, honours: Any, found: Any) -> int:
        one, two = np.zeros(2 * _GROUPS, np.int64), np.zeros(2 * _GROUPS, np.int64)
        for row in range(len(counts) if law else 0):
            total, most = _NUMBER(0), _NUMBER(0)
            for kind in range(KINDS):
                total += counts[row, kind]
                most = max(most, _NUMBER(counts[row, kind]))
            if total < 1 or total > 14 or total % 3 == 0 or most > COPIES:
                return row
            groups = (total - 1) // 3
            _join(suits, _key(counts, row, 0, 9), suits, _key(counts, row, 9, 9), groups, one)
            _join(suits, _key(counts, row, 18, 9), honours, _key(counts, row, 27, 7), groups, two)
            best = _NUMBER(_FAR)
            for mine in range(groups + 1):
                other = groups - mine
                best = min(best, one[mine] + two[other + _GROUPS], one[mine + _GROUPS] + two[other])
            best -= 1
            if total >= 13:
                best = min(best, _pairs_or_orphans(counts, row))
            found[row] = best
        return -1

    return kept(shanten_rows)


@inner
def _key(counts: Any, row: Any, start: Any, kinds: Any) -> Any:
    key = _NUMBER(0)
    for place in range(start + kinds - 1, start - 1, -1):
        key = key * BASE + counts[row, place]
    return np.uint64(key)


@spliced
def _join(left: Any, mine: Any, right: Any, other: Any, most: Any, out: Any) -> None:
    """Distances of two suits together, up to ``most`` groups."""
    for groups in range(most + 1):
        plain, paired = _NUMBER(_FAR), _NUMBER(_FAR)
        for part in range(groups + 1):
            own, own_pair = _NUMBER(left[mine, part]), _NUMBER(left[mine, part + _GROUPS])
            rest, rest_pair = _NUMBER(right[other, groups - part]), _NUMBER(right[other, groups - part + _GROUPS])
            plain = min(plain, own + rest)
            paired = min(paired, own + rest_pair, own_pair + rest)
        out[groups], out[groups + _GROUPS] = plain, paired


@inner
def _pairs_or_orphans(counts: Any, row: Any) -> Any:
    """Shanten towards seven pairs or thirteen orphans, the smaller."""
    kinds, pairs, orphans, doubled = _NUMBER(0), _NUMBER(0), _NUMBER(0), _NUMBER(0)
    for kind in range(KINDS):
        kinds += counts[row, kind] > 0
        pairs += counts[row, kind] > 1
    for kind in _ORPHANS:
        orphans += counts[row, kind] > 0
        doubled |= counts[row, kind] > 1
    return min(6 - pairs + max(_NUMBER(0), 7 - kinds), 13 - orphans - doubled)


_shanten_rows: Final = _loop(stamp())
