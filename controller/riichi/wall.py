"""The wall as stacks and tiers: the break by the dice, the order of draw, and the dead wall by position.

Stacks are counted from their owner's right end, from 1. Tiles are drawn leftwards: along the wall to its left end, then
from the right end of the wall of the player to the left. The dead wall extends the other way, rightwards from the
break.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from itertools import takewhile
from typing import Final

from controller.errors import WallError
from controller.riichi.seat import SEATS, Seat
from controller.text import Text

STACKS: Final = (17, 17, 17, 17)
DEAD_WALL: Final = 14
REPLACEMENTS: Final = 4
FIRST_INDICATOR: Final = 3
DEALT: Final = 53
# Draw numbers of each hand, by turns from the dealer: three times four tiles, then one each; the dealer gets the 1st
# and 5th.
DEAL: Final = tuple(
    (*(16 * lap + 4 * turn + tile for lap in range(3) for tile in range(4)), 48 + turn, *((52,) if turn == 0 else ()))
    for turn in range(4)
)


class Tier(IntEnum):
    """Upper and lower tile of a stack; the upper is drawn first."""

    UPPER = 0
    LOWER = 1


@dataclass(frozen=True, slots=True)
class Slot:
    """A tile's place: stack 1... from the right end of ``wall`` as its owner sees it, and the tier."""

    wall: Seat
    stack: int
    tier: Tier


@dataclass(frozen=True, slots=True)
class Break:
    """A broken wall, given by its first taken stack; maps draws to places. Creation may raise WallError.

    ``stacks``: actual lengths of the walls of seats A-D. ``dora_stack``: of the first indicator, counted from the end
    of the dead wall. ``kans``: always the number of replacement tiles drawn.
    """

    wall: Seat
    stack: int
    stacks: tuple[int, int, int, int] = STACKS
    dora_stack: int = FIRST_INDICATOR

    def __post_init__(self) -> None:
        """Check that the walls suffice for a deal and a dead wall, and that the stack exists."""
        if len(self.stacks) != 4 or min(self.stacks) < 1 or 2 * sum(self.stacks) < DEALT + DEAD_WALL:
            raise WallError(f"wall lengths {self.stacks}: expected four walls with {DEALT + DEAD_WALL} tiles or more")
        if not 1 <= self.stack <= self.stacks[self.wall]:
            raise WallError(f"no stack {self.stack} in wall {self.wall.name}: expected 1-{self.stacks[self.wall]}")

    @property
    def tiles(self) -> int:
        """Number of tiles in the four walls."""
        return 2 * sum(self.stacks)

    @property
    def order(self) -> tuple[Slot, ...]:
        """Every place of the wall in order of draw from the break; the last 14 are the dead wall before any kan."""
        return _order(self)

    def drawn(self, number: int) -> Slot:
        """Return the place of the tile drawn as number 0... counted from the break, including the deal."""
        return self.order[number]

    def number(self, slot: Slot) -> int:
        """Return the draw number of a place, the inverse of ``drawn``; raises WallError for an unknown place."""
        try:
            return self.order.index(slot)
        except ValueError:
            raise WallError(f"no stack {slot.stack} in wall {slot.wall.name}") from None

    def dead(self, column: int, tier: Tier = Tier.UPPER) -> Slot:
        """Return the place in stack D``column``, counted from 1 rightwards from the break."""
        return self.order[self.tiles - 2 * column + tier]

    def replacement(self, kans: int) -> Slot:
        """Return the replacement tile's place, kan 1-4: D1 upper (lowered), D1 lower, D2 upper, lower (npm art. 8)."""
        if not 1 <= kans <= REPLACEMENTS:
            raise WallError(f"no replacement tile for kan {kans}: expected 1-{REPLACEMENTS}")
        return self.dead((kans + 1) // 2, Tier((kans - 1) % 2))

    def indicator(self, kans: int, ura: bool = False) -> Slot:
        """Return a dora indicator's place: D3 upper, with kan 1-4 D4-D7 upper; ``ura``: the tile below (npm art. 9).

        One stack nearer to the end if ``dora_stack`` is 2.
        """
        if not 0 <= kans <= REPLACEMENTS:
            raise WallError(f"no indicator for {kans} kans: expected 0-{REPLACEMENTS}")
        return self.dead(self.dora_stack + kans, Tier.LOWER if ura else Tier.UPPER)

    def live(self, kans: int) -> tuple[Slot, ...]:
        """Return the places of the live tiles in order of draw, including the deal."""
        return self.order[: self.tiles - DEAD_WALL - kans]

    def haitei(self, kans: int) -> Slot:
        """Return the last live tile's place: D8 lower, by kans D8 upper, D9 lower, D9 upper, D10 lower (npm art. 5)."""
        return self.order[self.tiles - DEAD_WALL - kans - 1]


def break_from_dice(dealer: Seat, rolls: Sequence[Sequence[int]], stacks: tuple[int, int, int, int] = STACKS) -> Break:
    """Return the break by one roll or two; each roll lists its pips. Raises WallError.

    The first roll selects the wall, counter-clockwise from the dealer as 1; the sum of all dice counts the stacks (npm
    art. 13 and appendix). The stack left of those counted is the first taken.
    """
    if len(rolls) not in (1, 2) or not all(rolls) or not all(1 <= pips <= 6 for roll in rolls for pips in roll):
        raise WallError(
            Text(
                "サイコロの目は1から6で、1回分か2回分を入力してください。",
                f"dice {rolls!r}: expected one roll or two, each die 1-6",
            )
        )
    wall = dealer.turn(sum(rolls[0]) - 1)
    ring = _ring(stacks)
    first, stack = ring[(ring.index((wall, 1)) + sum(map(sum, rolls))) % len(ring)]
    return Break(first, stack, stacks)


def break_from_indicator(
    wall: Seat, stack: int, stacks: tuple[int, int, int, int], dora_stack: int = FIRST_INDICATOR
) -> tuple[Seat, int]:
    """Return the first stack drawn from, (wall, stack), by the first dora indicator's place (npm art. 9 i: D3)."""
    ring = _ring(stacks)
    return ring[(ring.index((wall, stack)) + dora_stack) % len(ring)]


def observed_break(walls: Sequence[Sequence[int | None] | None], kans: int = 0) -> tuple[Seat, int] | None:
    """Return the first stack taken, (wall, stack), by the gap; None without a gap or if its start is unclear.

    ``walls``: number of tiles (0, 1, 2, None unknown) on stacks 1... of the walls of seats A-D, as in a ``Sighting``.
    ``kans``: replacement tiles drawn, which extend the gap backwards. A lowered replacement tile in the gap beside its
    stack counts as taken.
    """
    a, b, c, d = (STACKS[seat] if (wall := walls[seat]) is None else len(wall) for seat in SEATS)
    ring = _ring((a, b, c, d))
    heights = [None if (wall := walls[seat]) is None else wall[stack - 1] for seat, stack in ring]
    starts = [start for start in range(len(ring)) if not heights[start] and heights[start - 1]]
    gaps = [start for start in starts if 0 in _run(heights, start)]
    if len(gaps) != 1 or heights[gaps[0]] is None:
        return None
    start = gaps[0]
    if heights[start - 1] == 1 and heights[start - 2] == 1:
        start -= 1
    return ring[(start + kans // 2) % len(ring)]


def _run(heights: Sequence[int | None], start: int) -> list[int | None]:
    """Return the heights from ``start`` on, around the ring, up to the next remaining stack."""
    turned = [*heights[start:], *heights[:start]]
    return list(takewhile(lambda height: not height, turned))


@lru_cache(maxsize=64)
def _ring(stacks: tuple[int, int, int, int]) -> tuple[tuple[Seat, int], ...]:
    """Return all stacks in order of draw from the right end of seat A's wall, then the left-hand player's wall."""
    return tuple(
        (seat, stack + 1) for seat in (Seat.A.turn(-turn) for turn in range(4)) for stack in range(stacks[seat])
    )


@lru_cache(maxsize=512)
def _order(broken: Break) -> tuple[Slot, ...]:
    ring = _ring(broken.stacks)
    start = ring.index((broken.wall, broken.stack))
    return tuple(Slot(seat, stack, tier) for seat, stack in ring[start:] + ring[:start] for tier in Tier)
