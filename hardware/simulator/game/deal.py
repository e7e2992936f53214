"""New wall, dice and break: the position of every tile of a round before the first act."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from controller.machine.facts import USUAL_WORK, Dealer, TableWork
from controller.riichi.seat import Seat, Wind
from controller.riichi.tile import COPIES, KINDS, RED_FIVES, Tile
from controller.riichi.wall import DEAL, DEALT, FIRST_INDICATOR, Break, Slot, Tier, break_from_dice

DICE = 2
# Tiles in the hands after a machine deal; the dealer draws the fourteenth.
HANDED = DEALT - 1


@dataclass(frozen=True, slots=True)
class RoundStart:
    """State at the beginning of a round; points per seat A-D."""

    number: int
    prevailing_wind: Wind
    dealer: Seat
    counters: int
    riichi_sticks: int
    points: tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Deal:
    """All random choices of a round: ``faces[tile]`` by tile index, dice rolls, and the due and actual break.

    If the machine deals, tile indices beyond those of the wall are in the hands, and no dice are rolled.
    """

    standing: RoundStart
    faces: tuple[Tile, ...]
    rolls: tuple[tuple[int, ...], ...]
    due: Break
    made: Break
    work: TableWork = USUAL_WORK

    @property
    def dice(self) -> tuple[int, ...]:
        """Pips of all dice in the order of their rolls."""
        return tuple(pips for roll in self.rolls for pips in roll)

    @property
    def by_machine(self) -> bool:
        """True if the machine dealt."""
        return self.work.dealer is Dealer.MACHINE

    @property
    def wrong_break(self) -> bool:
        """True if the wall was deliberately broken at another stack than the dice demand."""
        return self.made != self.due

    def tile(self, slot: Slot) -> int:
        """Return the tile in a slot of the wall."""
        return tile_at(self.made.stacks)[slot]

    def drawn(self, number: int) -> int:
        """Return the tile drawn as number ``number`` from the break; the deal counts."""
        return self.tile(self.made.drawn(number - HANDED if self.by_machine else number))

    def live(self, kans: int) -> int:
        """Return the number of live tiles after ``kans`` kans; dealt tiles count."""
        return len(self.made.live(kans)) + (HANDED if self.by_machine else 0)

    @property
    def lowered_place(self) -> tuple[Seat, int]:
        """Wall and stack beside which the replacement tile is lowered: the open end of the dead wall.

        If a machine dealt, the wall is not open there, and the tile lies beyond the left end of that wall.
        """
        if not self.by_machine:
            return self.made.wall, self.made.stack
        last = self.made.dead(1)
        return last.wall, last.stack + 1

    def blocks(self) -> Iterator[tuple[Seat, tuple[int, ...]]]:
        """Yield the blocks of the deal in order, 4-4-4-1 per player, without the dealer's fourteenth tile."""
        if self.by_machine:
            for turn in range(4):
                start = self.made.tiles + turn * HANDED // 4
                yield self.standing.dealer.turn(turn), tuple(range(start, start + HANDED // 4))
            return
        for lap in range(4):
            for turn in range(4):
                numbers = DEAL[turn][4 * lap : 4 * lap + 4] if lap < 3 else DEAL[turn][12:13]
                yield self.standing.dealer.turn(turn), tuple(self.drawn(number) for number in numbers)

    def indicator(self, kans: int) -> tuple[int, int]:
        """Return upper (dora) and lower (ura) tile of the indicator stack turned with kan ``kans`` (0: at the deal)."""
        return self.tile(self.made.indicator(kans)), self.tile(self.made.indicator(kans, ura=True))


@cache
def slots(stacks: tuple[int, int, int, int]) -> tuple[Slot, ...]:
    """Return the slot of every tile index; tiles are numbered in drawing order from the right end of seat A's wall."""
    return Break(Seat.A, 1, stacks).order


@cache
def tile_at(stacks: tuple[int, int, int, int]) -> dict[Slot, int]:
    """Return the tile index of every slot, the inverse of ``slots``."""
    return {slot: tile for tile, slot in enumerate(slots(stacks))}


def fresh_set(red_fives: tuple[int, int, int]) -> list[Tile]:
    """Return the 136 tiles of a set with these numbers of red fives of man, pin and sou."""
    tiles = [Tile(kind) for kind in range(KINDS) for _ in range(COPIES)]
    for red, number in zip(RED_FIVES, red_fives, strict=True):
        for _ in range(number):
            tiles[tiles.index(red.plain)] = red
    return tiles


def deal(
    standing: RoundStart,
    rng: Random,
    red_fives: tuple[int, int, int],
    stacks: tuple[int, int, int, int],
    staged_wrong: bool,
    rolls: int = 1,
    work: TableWork = USUAL_WORK,
    dora_stack: int = FIRST_INDICATOR,
) -> Deal:
    """Shuffle, roll and break; ``staged_wrong`` breaks another wall, or one to three stacks beside the correct one.

    Without rolls, the machine leaves the first draw at the right end of the dealer's wall (assumed).
    """
    tiles = fresh_set(red_fives)
    rng.shuffle(tiles)
    rolled = tuple(tuple(rng.randint(1, 6) for _ in range(DICE)) for _ in range(rolls))
    due = break_from_dice(standing.dealer, rolled, stacks) if rolled else Break(standing.dealer, 1, stacks)
    due = replace(due, dora_stack=dora_stack)
    made = _wrong_break(due, rng) if staged_wrong and rolled else due
    return Deal(standing, tuple(tiles), rolled, due, made, work)


def _wrong_break(due: Break, rng: Random) -> Break:
    if rng.random() < 0.5:
        return Break(due.wall.turn(rng.randint(1, 3)), due.stack, due.stacks)
    order = slots(due.stacks)
    shift = rng.choice((-3, -2, -1, 1, 2, 3))
    place = tile_at(due.stacks)[Slot(due.wall, due.stack, Tier.UPPER)]
    shifted = order[(place + 2 * shift) % len(order)]
    return Break(shifted.wall, shifted.stack, due.stacks)
