"""A complete table in terms of the game (walls, rivers, hands, melds), and its posed scene: ground truth."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from controller.riichi.meld import MeldKind
from controller.riichi.meld_layout import sideways_place
from controller.riichi.seat import SEATS, From, Seat
from controller.riichi.tile import COPIES, KINDS, RED_FIVES, Tile
from controller.riichi.wall import FIRST_INDICATOR
from hardware.profiles.layout import Layout, Spot
from vision.render.laying.habits import EXACT, Laying, Zone
from vision.render.laying.play import LaidRound, played_round
from vision.render.laying.settle import LaidTile, laid_tile, obstacles, row_moves, settled
from vision.render.laying.slots import Slots
from vision.render.scene import Pose, PosedDie, PosedPlate, PosedScene, PosedStick

STACKS: Final = 17
"""Stacks per wall: 136 tiles in four walls of two tiers; profiles with other walls are not supported here."""
_DIE_APART_MM: Final = 17.0
"""Distance between the centres of two dice before each is moved by up to 6 mm; chosen: a die is 14 mm."""
_LONG_RIVER: Final = 20
"""Largest number of discards of a random river; chosen: the three rows of six of an exhaustive draw, and two more."""
_SHORT_RIVER: Final = 18
"""The same if an indicator lies before the wall: there is no room for a fourth row."""
_AMISS: Final = 0.04
"""Share of tables with a hand of one tile too few or too many; chosen higher than in practice, so that readers allow
it."""


@dataclass(frozen=True, slots=True)
class ArrangedMeld:
    """A meld left to right as its owner sees it: index of the sideways tile, of those face down, and the added tile."""

    tiles: tuple[Tile, ...]
    sideways: int | None = None
    hidden: tuple[int, ...] = ()
    added: Tile | None = None


@dataclass(frozen=True, slots=True)
class ArrangedSeat:
    """Objects of one player: discards (tile, sideways), hand and its pose, drawn tile, melds, riichi stick."""

    river: tuple[tuple[Tile, bool], ...] = ()
    hand: tuple[Tile, ...] = ()
    drawn: Tile | None = None
    pose: Pose = Pose.STANDING
    melds: tuple[ArrangedMeld, ...] = ()
    stick: bool = False


@dataclass(frozen=True, slots=True)
class ArrangedIndicator:
    """A dora indicator on a stack; once its ``ura`` is shown, the ura stays and ``tile`` lies before the wall."""

    wall: Seat
    stack: int
    tile: Tile
    ura: Tile | None = None


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A complete table; ``heights``: tiles 0-2 of stacks 1-17 of walls A-D, 1 where an indicator's ura is shown.

    ``plate``: face of the first dealer's plate, ``marked``: that dealer; ``counters`` and the ``left`` sticks of
    earlier rounds lie before ``dealer``; ``raised``: height of the centre above the felt, mm.
    """

    heights: tuple[tuple[int, ...], ...] = ((2,) * STACKS,) * 4
    parts: tuple[ArrangedSeat, ...] = field(default_factory=lambda: (ArrangedSeat(),) * 4)
    indicators: tuple[ArrangedIndicator, ...] = ()
    dice: tuple[int, ...] = ()
    plate: Tile | None = Tile.EAST
    marked: Seat = Seat.A
    dealer: Seat = Seat.A
    counters: int = 0
    left: int = 0
    raised: float = 0.0

    def scene(self, layout: Layout, rng: np.random.Generator, laying: Laying = EXACT) -> PosedScene:
        """Return the scene of the arrangement in this laying style, determined by the generator state."""
        return _Poser(layout, rng, laying).scene(self)


class _Poser:
    def __init__(self, layout: Layout, rng: np.random.Generator, laying: Laying) -> None:
        self._layout, self._rng, self._laying = layout, rng, laying
        habits, self._sway = rng.spawn(2)
        self._slots = Slots(layout, laying, habits)

    def scene(self, what: Arrangement) -> PosedScene:
        tiles: list[LaidTile] = []
        for seat in SEATS:
            self._wall(what, seat, tiles)
        for seat, part in zip(SEATS, what.parts, strict=True):
            tiles += [*self._river(seat, part), *self._hand(seat, part), *self._melds(seat, part)]
        draws = self._rng.normal(size=(len(tiles), 3))
        sticks = tuple(self._stick(seat) for seat, part in zip(SEATS, what.parts, strict=True) if part.stick)
        sticks += tuple(self._pool(what))
        spot = self._layout.plate_spot(what.marked)
        plates = () if what.plate is None else (PosedPlate(spot.x, spot.y, spot.angle, what.plate),)
        fixed = obstacles(self._layout, sticks, plates)
        moves = row_moves(self._layout, self._laying, tiles, fixed, self._sway)
        posed = settled(self._layout, self._laying, tiles, moves, draws, fixed)
        return PosedScene(tuple(posed), tuple(self._dice(what)), sticks, plates, raised=what.raised)

    def _wall(self, what: Arrangement, seat: Seat, tiles: list[LaidTile]) -> None:
        thickness = self._layout.profile.tile.thickness_mm
        shown = {each.stack: each for each in what.indicators if each.wall is seat}
        for stack, height in enumerate(what.heights[seat], 1):
            slot, indicator = self._slots.wall(seat, stack), shown.get(stack)
            lower = indicator is not None and indicator.ura is not None
            if height > 0:
                face = indicator.ura if indicator is not None and lower else None
                tiles.append(laid_tile(slot, face, Pose.FACE_UP if lower else Pose.FACE_DOWN))
            if height > 1:
                pose = Pose.FACE_DOWN if indicator is None else Pose.FACE_UP
                tile = None if indicator is None else indicator.tile
                zone = Zone.WALL if indicator is None else Zone.INDICATOR
                tiles.append(laid_tile(slot, tile, pose, zone=zone, z=thickness, under=len(tiles) - 1))
            elif indicator is not None and lower:
                tiles.append(laid_tile(self._slots.lifted(seat, stack), indicator.tile, zone=Zone.INDICATOR))

    def _river(self, seat: Seat, part: ArrangedSeat) -> list[LaidTile]:
        slots = self._slots.river(seat, [sideways for _, sideways in part.river])
        return [laid_tile(slot, tile) for slot, (tile, _) in zip(slots, part.river, strict=True)]

    def _hand(self, seat: Seat, part: ArrangedSeat) -> list[LaidTile]:
        zone = Zone.HAND if part.pose is Pose.STANDING else Zone.SHOWN
        drawn = () if part.drawn is None else (part.drawn,)
        slots = self._slots.hand(seat, len(part.hand), zone, apart=bool(drawn))
        return [laid_tile(slot, tile, part.pose) for slot, tile in zip(slots, (*part.hand, *drawn), strict=True)]

    def _melds(self, seat: Seat, part: ArrangedSeat) -> list[LaidTile]:
        tiles = []
        shapes = [(len(laid.tiles), laid.sideways, laid.added is not None) for laid in part.melds]
        for laid, slots in zip(part.melds, self._slots.melds(seat, shapes), strict=True):
            faces = [*laid.tiles, *(() if laid.added is None else (laid.added,))]
            for place, (tile, slot) in enumerate(zip(faces, slots, strict=True)):
                tiles.append(laid_tile(slot, tile, Pose.FACE_DOWN if place in laid.hidden else Pose.FACE_UP))
        return tiles

    def _stick(self, seat: Seat) -> PosedStick:
        return _askew(self._layout.stick_spot(seat), 1000, self._rng)

    def _pool(self, what: Arrangement) -> Iterator[PosedStick]:
        # A separate generator keeps the poses of all other objects unchanged.
        (rng,) = self._rng.spawn(1)
        spots = [(self._layout.counter_spot(what.dealer, place), 100) for place in range(what.counters)]
        spots += [(self._layout.pot_spot(what.dealer, place), 1000) for place in range(what.left)]
        yield from (_askew(exact, points, rng) for exact, points in spots)

    def _dice(self, what: Arrangement) -> list[PosedDie]:
        dice, pips = [], what.dice
        for number, count in enumerate(pips):
            dx, dy = np.clip(self._rng.normal(0.0, 2.5, 2), -6.0, 6.0)
            x = _DIE_APART_MM * (2 * number - len(pips) + 1) + dx
            dice.append(PosedDie(count, float(x), float(dy), float(self._rng.uniform(0.0, 360.0)), what.raised))
        return dice


def _askew(spot: Spot, points: int, rng: np.random.Generator) -> PosedStick:
    """Return a stick within a millimetre and three degrees of its pose, because sticks lie singly on the bare felt."""
    dx, dy, turn = np.clip(rng.normal(size=3), -2.5, 2.5) * (0.4, 0.4, 1.2)
    return PosedStick(float(spot.x + dx), float(spot.y + dy), float((spot.angle + turn) % 360.0), points)


def random_arrangement(rng: np.random.Generator) -> Arrangement:
    """Return a table at a random moment of a round, with a set of 136 tiles that includes three red fives.

    It is consistent with a game, except for a small share with one tile missing or one too many.
    """
    bag = _shuffled(rng)
    (marks,) = rng.spawn(1)
    marked, dealer = (Seat(int(seat)) for seat in marks.integers(4, size=2))
    counters, left = (int(count) for count in marks.choice([0, 0, 1, 2, 3, 5], 2))
    ura = rng.random() < 0.3
    played = played_round(rng, dealer, _SHORT_RIVER if ura else _LONG_RIVER)
    melds = [tuple(_random_meld(rng, bag, *laid) for laid in own) for own in played.melds]
    heights, indicators = _random_wall(rng, bag, played, ura=ura)
    parts = [_random_part(rng, bag, played, seat, melds[seat]) for seat in SEATS]
    if rng.random() < _AMISS:
        seat, more = int(rng.integers(len(parts))), rng.random() < 0.5
        hand = parts[seat].hand
        parts[seat] = replace(parts[seat], hand=(*hand, bag.pop()) if more else hand[:-1])
    pips = tuple(int(pip) for pip in rng.integers(1, 7, 2)) if rng.random() < 0.8 else ()
    plate = Tile.EAST if rng.random() < 0.5 else Tile.SOUTH
    return Arrangement(heights, tuple(parts), indicators, pips, plate, marked, dealer, counters, left)


def loose_arrangement(rng: np.random.Generator) -> Arrangement:
    """Return tiles between rounds or without a game: odd, whole or missing walls, seats without discards or hands."""
    arranged, other = random_arrangement(rng), random_arrangement(rng)
    parts = tuple(
        replace(
            part,
            river=part.river if rng.random() < 0.6 else (),
            hand=part.hand if (kept := rng.random() < 0.5) else (),
            drawn=part.drawn if kept else None,
        )
        for part in arranged.parts
    )
    walls = int(rng.integers(4))
    if walls < 2:
        return replace(arranged, heights=((2 * walls,) * STACKS,) * 4, indicators=(), parts=parts)
    return replace(arranged, heights=other.heights, indicators=other.indicators, parts=parts)


def _shuffled(rng: np.random.Generator) -> list[Tile]:
    tiles = [Tile(kind) for kind in range(KINDS) for _ in range(COPIES)]
    for red in RED_FIVES:
        tiles[tiles.index(red.plain)] = red
    return [tiles[index] for index in rng.permutation(len(tiles))]


def _random_wall(
    rng: np.random.Generator, bag: list[Tile], played: LaidRound, *, ura: bool
) -> tuple[tuple[tuple[int, ...], ...], tuple[ArrangedIndicator, ...]]:
    # Tiles are drawn along a wall to its left end, then from the right end of the wall of the player to the left.
    drawn = tuple(Seat.A.turn(-wall) for wall in range(4))
    stacks = 4 * STACKS
    heights = np.full(stacks, 2)
    start = int(rng.integers(stacks))
    for tile in range(played.drawn):
        heights[(start + tile // 2) % stacks] -= 1
    for tile in range(played.kongs):
        heights[(start - 1 - tile // 2) % stacks] -= 1
    indicators = []
    for number in range(1 + played.kongs):
        place = (start - FIRST_INDICATOR - number) % stacks
        under = bag.pop() if ura else None
        indicators.append(ArrangedIndicator(drawn[place // STACKS], place % STACKS + 1, bag.pop(), under))
        heights[place] -= ura
    rows = heights.reshape(4, STACKS)
    return tuple(tuple(int(height) for height in rows[drawn.index(seat)]) for seat in SEATS), tuple(indicators)


def _random_part(
    rng: np.random.Generator, bag: list[Tile], played: LaidRound, seat: Seat, melds: tuple[ArrangedMeld, ...]
) -> ArrangedSeat:
    hand = tuple(bag.pop() for _ in range(played.hand(seat)))
    drawn = bag.pop() if played.holder is seat and played.apart else None
    river = [(bag.pop(), False) for _ in range(played.rivers[seat])]
    closed = all(kind is MeldKind.KAN_CONCEALED for kind, _ in played.melds[seat])
    riichi = bool(river) and closed and rng.random() < 0.7
    if riichi:
        place = int(rng.integers(len(river)))
        river[place] = (river[place][0], True)
    # A player with a drawn tile does not lay the hand face down.
    pose = (Pose.STANDING, Pose.FACE_UP, Pose.FACE_DOWN)[int(rng.choice([0, 0, 1, 1, 2] if drawn is None else [0, 1]))]
    return ArrangedSeat(tuple(river), hand, drawn, pose, melds, riichi)


def _random_meld(rng: np.random.Generator, bag: list[Tile], kind: MeldKind, source: From | None) -> ArrangedMeld:
    if kind is MeldKind.CHII:
        # The called tile comes first, then the others in ascending order.
        runs = [first for first in range(Tile.EAST) if first % 9 < 7]
        kinds = [int(rng.choice([first for first in runs if _has(bag, (first, first + 1, first + 2))]))]
        kinds = [kinds[0] + step for step in range(3)]
        kinds = [kinds.pop(int(rng.integers(3))), *kinds]
    else:
        count = 4 if kind.is_kong else 3
        kinds = [int(rng.choice([each for each in range(KINDS) if _has(bag, (each,) * count)]))] * count
    tiles = tuple(_taken(bag, each) for each in kinds)
    if source is None:
        return ArrangedMeld(tiles, None, (0, 3))
    if kind is MeldKind.KAN_ADDED:
        return ArrangedMeld(tiles[:3], sideways_place(kind, source), (), tiles[3])
    return ArrangedMeld(tiles, sideways_place(kind, source))


def _has(bag: Sequence[Tile], kinds: Sequence[int]) -> bool:
    there = [tile.kind for tile in bag]
    return all(there.count(kind) >= kinds.count(kind) for kind in kinds)


def _taken(bag: list[Tile], kind: int) -> Tile:
    """Remove a tile of that kind from the bag and return it."""
    return bag.pop(next(place for place, tile in enumerate(bag) if tile.kind == kind))
