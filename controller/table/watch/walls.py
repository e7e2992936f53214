"""Faults of the walls: tiles taken from a wrong place, the dead wall, a wall that was knocked over."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from controller.errors import JantakuError
from controller.journal.state import Phase
from controller.machine.facts import Dealer
from controller.riichi.seat import SEATS
from controller.riichi.wall import DEAD_WALL, STACKS, Break
from controller.table.observe.moment import Moment
from controller.table.watch.watch import Hold, Sign, Watcher, sign

_BEFORE_TURNS: Final = 52
_AHEAD: Final = 9
_KNOWN: Final = 0.7
_FALLEN: Final = 4
_CODES: Final = (
    "replacement-not-lowered",
    "dead-wall-drawn",
    "kan-draw-before-shown",
    "wall-broken",
    "draw-wrong-end",
)
_RUNNING: Final = (Phase.DEALT, Phase.PLAY)

Heights = tuple[tuple[int | None, ...], ...]


@dataclass(frozen=True, slots=True)
class Taken:
    """Tiles gone from a wall: from the live end, replacement tiles; ``lowered``: the next replacement tile was."""

    live: int
    replaced: int
    lowered: bool


def walls(moment: Moment) -> Iterator[Sign | Hold]:
    """Yield signs where the walls differ from what the record predicts."""
    observation, round_ = moment.observation, moment.observation.round
    seen = observation.scene.newest
    if (
        seen is None
        or round_.broken is None
        or round_.phase not in _RUNNING
        or any(round_.revealed)
        or round_.outcome is not None
    ):
        return
    stacks = observation.scene.stacks or STACKS
    heights = tuple(wall if wall is not None else (None,) * stacks[seat] for seat, wall in enumerate(seen.walls))
    try:
        broken = Break(round_.broken.wall, round_.broken.stack, stacks)
    except JantakuError:
        return
    known = sum(height is not None for wall in heights for height in wall)
    if len(heights) != len(SEATS) or known < _KNOWN * sum(stacks):
        yield Hold(_CODES)
        return
    due = (0 if observation.venue.work.dealer is Dealer.MACHINE else _BEFORE_TURNS) + round_.live_draws
    found, distance = compare(broken, heights, due, round_.kongs)
    if found is not None:
        yield from _as_taken(moment, found, bare=heights[broken.wall][broken.stack - 1] == 0)
        return
    if distance is None or not moment.at_rest() or round_.last is None:
        yield Hold(_CODES)
        return
    near, missing, more = distance
    fresh = moment.in_full_view()
    if missing + more >= _FALLEN:
        ja, en = f"壁牌が {missing + more} 枚ずれています。", f"{missing + more} tiles of the walls are out of place."
        yield sign("wall-broken", ja, en, subject="wall", fresh=fresh)
    elif missing == 1 and near.live == due and (more == 1 or _holds_a_drawn_tile(moment)):
        yield sign(
            *("draw-wrong-end", "ツモ牌の位置が違います。", "A tile is gone from another place than the next one's."),
            subject="wall",
            fresh=fresh,
        )


def _holds_a_drawn_tile(moment: Moment) -> bool:
    """True if the player on turn holds a fourteenth tile before the record has a draw for this turn."""
    round_ = moment.observation.round
    hand = moment.observation.scene.hands[round_.turn].value
    return not round_.drawn and hand is not None and hand.standing + 3 * len(round_.melds[round_.turn]) == 14


def _as_taken(moment: Moment, found: Taken, *, bare: bool) -> Iterator[Sign]:
    """Yield signs for walls that ``found`` explains; ``bare``: no tile lies in the place of the lowered tile."""
    round_, fresh = moment.observation.round, moment.in_full_view()
    if round_.last is not None and bare and not found.replaced and not found.lowered and not round_.kongs:
        yield sign(
            *("replacement-not-lowered", "嶺上牌が山の上にあります。", "The replacement tile still lies on its stack."),
            subject="wall",
        )
    if found.live > 2 * sum(moment.observation.scene.stacks or STACKS) - DEAD_WALL - found.replaced:
        yield sign(
            "dead-wall-drawn", "王牌が14枚ありません。", "Fewer than 14 tiles are left.", subject="wall", fresh=fresh
        )
    if found.replaced > round_.kongs and moment.at_rest():
        yield sign(
            *(
                "kan-draw-before-shown",
                "カンを晒さずに嶺上牌が取られました。",
                "A replacement tile is gone, no kong is shown.",
            ),
            subject=str(round_.kongs),
            fresh=fresh,
        )


def compare(
    broken: Break, heights: Heights, due: int, kongs: int
) -> tuple[Taken | None, tuple[Taken, int, int] | None]:
    """Return what explains the heights, else the nearest explanation with its numbers of missing and surplus tiles."""
    best: tuple[Taken, int, int] | None = None
    # Most probable first: what the record says, with the tile of this turn drawn or not.
    for ahead in range(_AHEAD):
        for replaced in dict.fromkeys((kongs, max(0, kongs - 1), kongs + 1)):
            for lowered in (True, False) if not replaced else (False,):
                taken = Taken(due + ahead, replaced, lowered)
                missing, more = _distance(expected(broken, taken), heights)
                if not missing and not more:
                    return taken, None
                if best is None or missing + more < best[1] + best[2]:
                    best = (taken, missing, more)
    return None, best


def _distance(due: Heights, seen: Heights) -> tuple[int, int]:
    missing = more = 0
    for due_wall, seen_wall in zip(due, seen, strict=True):
        if due_wall == seen_wall:
            continue
        for must, is_there in zip(due_wall, seen_wall, strict=False):
            if must is not None and is_there is not None and must != is_there:
                missing += max(0, must - is_there)
                more += max(0, is_there - must)
    return missing, more


@lru_cache(maxsize=2048)
def expected(broken: Break, taken: Taken) -> Heights:
    """Return the heights of all stacks after ``taken``; a lowered tile lies in the gap beside its stack (npm 9 i)."""
    walls = [[0] * number for number in broken.stacks]
    gone = {broken.replacement(kan) for kan in range(1, taken.replaced + 1)} if taken.replaced <= 4 else set()
    for slot in broken.order[taken.live :]:
        if slot not in gone:
            walls[slot.wall][slot.stack - 1] += 1
    if taken.lowered:
        last = broken.dead(1)
        walls[last.wall][last.stack - 1] -= 1
        walls[broken.wall][broken.stack - 1] += 1
    return tuple(tuple(wall) for wall in walls)


WALLS: Final[tuple[Watcher, ...]] = (walls,)
