"""Four simple players: lowest shanten, riichi when allowed, calls that lower the shanten and keep a yaku."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from controller.riichi.meld import Meld, MeldKind
from controller.riichi.shanten import shanten
from controller.riichi.tile import COPIES, KINDS, ORPHANS
from controller.riichi.waits import waits

# Within these limits every rulebook allows a riichi; teikoku 3-3 is the strictest.
RIICHI_LIVE: Final = 4
RIICHI_POINTS: Final = 1000
KONG_LIVE: Final = 4
KONGS: Final = 4
TANYAO_ORPHANS: Final = 2

# Cached because a waiting hand is evaluated at every discard of the others.
_steps = lru_cache(maxsize=1 << 12)(shanten)


@dataclass(frozen=True, slots=True)
class PlayerStyle:
    """Style of a player: whether it calls value tiles, and chows and pungs towards tanyao."""

    value_calls: bool
    tanyao_calls: bool


@dataclass(frozen=True, slots=True)
class PlayerView:
    """Information of one player; ``counts``: concealed tiles by kind; ``seen``: all visible ones, own included."""

    counts: tuple[int, ...]
    melds: tuple[Meld, ...]
    seen: tuple[int, ...]
    value_kinds: frozenset[int]
    live: int
    points: int
    kongs: int
    style: PlayerStyle

    @property
    def closed(self) -> bool:
        """True if the hand has no open meld and may still declare riichi."""
        return not any(meld.is_open for meld in self.melds)

    @property
    def tanyao(self) -> bool:
        """True if the hand aims at an open tanyao: it has called, and all its melds consist of simple tiles."""
        return not self.closed and not any(tile.is_orphan for meld in self.melds for tile in meld.tiles)


@dataclass(frozen=True, slots=True)
class Choice:
    """A discard by kind and whether it declares riichi."""

    kind: int
    riichi: bool = False


def choose_discard(view: PlayerView, banned: frozenset[int] = frozenset()) -> Choice:
    """Return the discard of a hand with one tile too many; ``banned`` kinds are excluded as swap-calling."""
    ranked = _ranked(view, banned)
    best = min(steps for steps, _, _ in ranked)
    if best > 0:
        return Choice(max((worth, kind) for steps, worth, kind in ranked if steps == best)[1])
    outs, _, kind = max((_outs(view, kind), worth, kind) for steps, worth, kind in ranked if steps == 0)
    declares = view.closed and view.live >= RIICHI_LIVE and view.points >= RIICHI_POINTS and outs > 0
    return Choice(kind, declares)


def choose_kong(view: PlayerView, drawn: int) -> tuple[MeldKind, int] | None:
    """Return a kong on the player's draw that does not raise the shanten, as (meld kind, tile kind), or None."""
    if view.live < KONG_LIVE or view.kongs >= KONGS:
        return None
    now = _steps(view.counts)
    for kind in range(KINDS):
        if view.counts[kind] == COPIES and _after(view, kind, COPIES) <= now:
            return MeldKind.KAN_CONCEALED, kind
    if (
        view.counts[drawn] == 1
        and any(m.kind is MeldKind.PON and m.first_kind == drawn for m in view.melds)
        and _after(view, drawn, 1) <= now
    ):
        return MeldKind.KAN_ADDED, drawn
    return None


def might_call(counts: Sequence[int], claimed: int, from_left: bool) -> bool:
    """True if the hand has the tiles for any call of the discard; cheap test before a view is computed."""
    return counts[claimed] >= 2 or (from_left and any(True for _ in _chows(counts, claimed)))


def choose_call(view: PlayerView, claimed: int, from_left: bool) -> tuple[MeldKind, tuple[int, ...]] | None:
    """Return the call of a discard as (meld kind, kinds of the hand's tiles) or None; a legal discard remains."""
    now = _steps(view.counts)
    held = view.counts[claimed]
    may_kong = not view.closed and view.live >= KONG_LIVE and view.kongs < KONGS
    keeps_yaku = not view.tanyao or claimed not in ORPHANS
    if held == 3 and may_kong and keeps_yaku and _after(view, claimed, 3) <= now:
        return MeldKind.KAN_OPEN, (claimed,) * 3
    useful = _is_useful(view, claimed)
    if held >= 2 and useful and _after(view, claimed, 2) < now + (claimed in view.value_kinds):
        return MeldKind.PON, (claimed, claimed)
    if not from_left or not useful:
        return None
    for own in _chows(view.counts, claimed):
        if view.tanyao and any(kind in ORPHANS for kind in own):
            continue
        if _keeps_discard(view, own, claimed) and _after_tiles(view, own) < now:
            return MeldKind.CHII, own
    return None


def swap_banned(kind: MeldKind, own: Sequence[int], claimed: int) -> frozenset[int]:
    """Return the kinds whose discard after the call is swap-calling: the called kind, and the other end of a chow."""
    if kind is not MeldKind.CHII:
        return frozenset({claimed})
    low, high = sorted(own)
    slid = {claimed}
    if high == low + 1:
        far = high + 1 if claimed < low else low - 1
        if far // 9 == claimed // 9 and far >= 0:
            slid.add(far)
    return frozenset(slid)


def _ranked(view: PlayerView, banned: frozenset[int]) -> list[tuple[int, int, int]]:
    counts = list(view.counts)
    ranked = []
    for kind in range(KINDS):
        if counts[kind] and kind not in banned:
            counts[kind] -= 1
            ranked.append((_steps(tuple(counts)), -_keep(view, kind), kind))
            counts[kind] += 1
    return ranked


def _keep(view: PlayerView, kind: int) -> int:
    """Return the value of keeping a tile, used to choose among discards of equal shanten."""
    worth = 4 * (view.counts[kind] - 1)
    if kind in ORPHANS:
        worth -= 2
        if view.tanyao:
            worth -= 20
    if kind in view.value_kinds:
        worth += 1 if view.seen[kind] < 3 else -1
    if kind < 27:
        rank = kind % 9
        for step, gain in ((-2, 1), (-1, 3), (1, 3), (2, 1)):
            if 0 <= rank + step < 9:
                worth += gain * min(view.counts[kind + step], 1)
        worth += min(rank, 8 - rank, 2)
    return worth


def _outs(view: PlayerView, discard: int) -> int:
    counts = list(view.counts)
    counts[discard] -= 1
    return sum(COPIES - view.seen[kind] for kind in waits(counts, view.melds))


def _is_useful(view: PlayerView, claimed: int) -> bool:
    """True if calling this tile leaves the open hand a yaku: a value set, or simple tiles only."""
    if any(meld.first_kind in view.value_kinds for meld in view.melds):
        return True
    if claimed in view.value_kinds:
        return view.style.value_calls
    if any(tile.is_orphan for meld in view.melds for tile in meld.tiles) or claimed in ORPHANS:
        return False
    orphans = sum(view.counts[kind] for kind in ORPHANS)
    return view.style.tanyao_calls and orphans <= TANYAO_ORPHANS


def _chows(counts: Sequence[int], claimed: int) -> Iterable[tuple[int, int]]:
    if claimed >= 27:
        return
    rank = claimed % 9
    for low, high in ((-2, -1), (-1, 1), (1, 2)):
        if rank + low >= 0 and rank + high <= 8 and counts[claimed + low] and counts[claimed + high]:
            yield claimed + low, claimed + high


def _keeps_discard(view: PlayerView, own: Sequence[int], claimed: int) -> bool:
    counts = list(view.counts)
    for kind in own:
        counts[kind] -= 1
    banned = swap_banned(MeldKind.CHII, own, claimed)
    return any(count and kind not in banned for kind, count in enumerate(counts))


def _after(view: PlayerView, kind: int, number: int) -> int:
    counts = list(view.counts)
    counts[kind] -= number
    return _steps(tuple(counts))


def _after_tiles(view: PlayerView, own: Sequence[int]) -> int:
    counts = list(view.counts)
    for kind in own:
        counts[kind] -= 1
    return _steps(tuple(counts))
