"""Shanten: number of tiles that a hand is away from tenpai; 0 is tenpai, -1 complete."""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from itertools import product
from typing import Final

from controller.errors import HandError
from controller.riichi.tile import COPIES, KINDS, ORPHANS

Distances = tuple[int, ...]
"""Missing tiles for 0-4 groups (indexes 0-4) and for 0-4 groups with the pair (indexes 5-9)."""

_FAR: Final = 99
_GROUPS: Final = 5
_HALF: Final = 4
_ORPHANS: Final = tuple(sorted(ORPHANS))
# At most two equal chows: three are three pungs of the same tiles.
_CHOWS: Final = range(3)


def shanten(counts: Sequence[int]) -> int:
    """Return the least shanten of three forms. ``counts``: 34 numbers of concealed tiles, 13 or 14 less 3 per meld.

    No form may need a fifth tile of a kind in ``counts``. Raises HandError for a wrong number of tiles.
    """
    best = standard_shanten(counts)
    if sum(counts) >= 13:
        best = min(best, seven_pairs_shanten(counts), orphans_shanten(counts))
    return best


def standard_shanten(counts: Sequence[int]) -> int:
    """Return the shanten for four groups and a pair; a meld is a finished group. Raises HandError as ``shanten``."""
    total = sum(counts)
    if len(counts) != KINDS or not 1 <= total <= 14 or total % 3 == 0:
        raise HandError(
            f"{total} concealed tiles of {len(counts)} kinds: expected 13 or 14 less 3 per meld, of {KINDS}"
        )
    cells = bytes(counts)
    groups = (total - 1) // 3
    left = _joined(_distances(cells[:9], True), _distances(cells[9:18], True), groups)
    right = _joined(_distances(cells[18:27], True), _distances(cells[27:], False), groups)
    missing = _FAR
    for mine in range(groups + 1):
        other = groups - mine
        missing = min(missing, left[mine] + right[other + _GROUPS], left[mine + _GROUPS] + right[other])
    return missing - 1


def seven_pairs_shanten(counts: Sequence[int]) -> int:
    """Return the shanten for seven different pairs, of 13 or 14 concealed tiles."""
    kinds = KINDS - list(counts).count(0)
    pairs = kinds - list(counts).count(1)
    return 6 - pairs + max(0, 7 - kinds)


def orphans_shanten(counts: Sequence[int]) -> int:
    """Return the shanten for thirteen orphans, of 13 or 14 concealed tiles."""
    held = [counts[kind] for kind in _ORPHANS]
    return held.count(0) + (0 if max(held) > 1 else 1) - 1


@lru_cache(maxsize=1 << 14)
def _distances(cells: bytes, chows: bool) -> Distances:
    """Return the missing tiles (see ``Distances``) in one suit."""
    if not chows:
        return _tail(cells, 0, 0, False)
    return _least(
        _joined(head, _tail(cells[_HALF:], one, two, True), _GROUPS - 1) for (one, two), head in _heads(cells[:_HALF])
    )


@cache
def _heads(cells: bytes) -> tuple[tuple[tuple[int, int], Distances], ...]:
    """Return the distances of a suit's first cells by the chows begun in the last cell and in the one before."""
    reach: dict[tuple[int, int], Distances] = {(0, 0): (0, *[_FAR] * 9)}
    for held in cells:
        ahead: dict[tuple[int, int], list[Distances]] = {}
        for (one, two), distances in reach.items():
            for begun in _CHOWS:
                if (step := _step(held, one + two + begun, begun)) is not None:
                    ahead.setdefault((begun, one), []).append(_joined(distances, step, _GROUPS - 1))
        reach = {state: _least(found) for state, found in ahead.items()}
    return tuple(reach.items())


@cache
def _tail(cells: bytes, one: int, two: int, chows: bool) -> Distances:
    """Return the distances of a suit's last cells; ``one``, ``two``: chows begun one and two cells before."""
    if not cells:
        return (0, *[_FAR] * 9) if one == two == 0 else (_FAR,) * 10
    return _least(
        _joined(step, _tail(cells[1:], begun, one, chows), _GROUPS - 1)
        for begun in (_CHOWS if chows else range(1))
        if (step := _step(cells[0], one + two + begun, begun)) is not None
    )


@cache
def _step(held: int, chows: int, begun: int) -> Distances | None:
    """Return the distances of one cell in ``chows`` chows, ``begun`` of them new; None if it needs five tiles."""
    if chows > COPIES:
        return None
    distances = [_FAR] * 10
    for pung, pair in product(range(2), range(2)):
        wanted = chows + 3 * pung + 2 * pair
        if wanted <= COPIES and begun + pung < _GROUPS:
            place = begun + pung + _GROUPS * pair
            distances[place] = min(distances[place], max(0, wanted - held))
    return tuple(distances)


@lru_cache(maxsize=1 << 15)
def _joined(left: Distances, right: Distances, most: int) -> Distances:
    """Return the distances of two parts together, up to ``most`` groups."""
    out = [_FAR] * 10
    for groups in range(most + 1):
        for mine in range(groups + 1):
            other = groups - mine
            plain, paired = right[other], right[other + _GROUPS]
            own, own_pair = left[mine], left[mine + _GROUPS]
            out[groups] = min(out[groups], own + plain)
            out[groups + _GROUPS] = min(out[groups + _GROUPS], own + paired, own_pair + plain)
    return tuple(out)


def _least(every: Iterable[Distances]) -> Distances:
    return tuple(map(min, zip(*every, strict=True)))
