"""Two witnesses of a table brought together: tiles found anywhere, and zones read where the profile says they lie.

A zone that was read in its place counts where found tiles confirm every tile of it; then it is told as it was read
there. Elsewhere the explanation of the found tiles stands.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Generic

import numpy as np

from controller.ports.eyes import SeenHand, SeenMeld, SeenRiverTile, SeenTile, Sighting
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from vision.arrays import Floats
from vision.explain.found import Content, FoundTile, Surface, TableExplanation, ZoneReading
from vision.explain.wall.seat_wall import Eye

_AT_MM: Final = 7.0
"""Mm within which a found tile is the one that was read: a third of a tile; finder and pose err by 2 mm each."""
_USUAL_MM: Final = 3.5
"""The median of those distances at most, mm: what lies exactly in its place; rows of careful players are 8 mm off."""
_TIGHT_MM: Final = 1.4
"""The same where a wall was put up by a machine: the error of finder and pose alone.

Measured on painted tables: .5 to 1.3 where laid exactly, from 1.5 on where laid carefully.
"""
_ALIKE: Final = frozenset({Tile.WHITE, Tile.P1, Tile.P4, Tile.P5, Tile.P5_RED, Tile.P9})
"""Faces whose print looks the same a quarter turn on, or that have none: only their outline tells how they lie."""
_TURNED: Final = 45.0
"""Degrees from which a found tile lies the other way than the one that was read: half of a quarter turn."""
_CLEAR: Final = 0.9
"""Chance from which the explanation of the found tiles stands whatever was read in the place.

Measured on painted tables of careful laying: such explanations were right where reading in place was not.
"""
_STRONG: Final = 0.6
"""Chance of a found tile from which a reading that leaves it out is not confirmed; chosen: likelier there than not."""
_LEAST_STACKS: Final = 10
"""Stacks of a wall on which readings must agree before one fills in the other; chosen: more than half of a wall."""
_ONE_IN: Final = 6
"""Tiles of a zone of which one may be missed or lie across its box; chosen: a row of a river."""
_DRAWN: Final = (0, 1)
"""Tiles of a hand beyond those that its melds leave of 13."""
_HAND: Final = 13
"""Tiles of a hand, a meld counted as three."""
_LEAST: Final = 0.3
"""Chance of a found tile from which it tells that something stands on a stack; chosen: backs are found less surely."""
_MOST: Final = 0.9
"""Share of a wall's stacks at which both must tell the same; chosen: one back in twenty is not found."""
_EMPTY: Final = SeenHand(0)
"""A place before a player where no tile of a hand lies."""
_MANY: Final = 10
"""Faces found from which a table tells whether it is laid to the millimetre; chosen: fewer may lie so by chance."""
_EXACT_MM: Final = 3.0
"""Mm off their places of nine in ten faces, below which a table is laid to the millimetre.

Measured on painted tables, eight of each laying: up to 2.1 where laid exactly, from 5.0 on where laid carefully.
"""
_NEARLY_ALL: Final = 0.95
"""Share of the found faces that were read alike in their places on such a table; measured likewise: .97 and more."""
Wall = tuple[int | None, ...]
"""Tiles on the stacks of a wall, None where a stack cannot be judged."""


def reconciled(
    told: Sighting,
    table: TableExplanation,
    placed: Sighting,
    tiles: Sequence[FoundTile],
    layout: Layout,
    eye: Eye,
) -> Sighting:
    """What found tiles tell (of ``table``, ``told`` is likely enough), with the zones confirmed in their place.

    ``eye``: where the lens is, x, y, z mm.
    """
    deep = layout.profile.tile.thickness_mm
    witness = _Witness(tiles, deep, eye)
    backs = _either_tier([tile for tile in tiles if tile.score > _LEAST], deep, eye)[0]
    stands = [_off_its_place(seat, placed.walls[seat], backs, layout) for seat in SEATS]
    every = [_of_river(each) for each in placed.rivers] + [_of_melds(each) for each in placed.melds]
    every += [_of_hand(each) for each in placed.hands]
    if witness.exact([tile for zone in every for tile in zone], [each.seen for each in placed.indicators or ()]):
        return _as_read(placed, told)
    exact = [zone for zone in every if zone and witness.confirms(zone)]
    taken = [tile for zone in exact for tile in zone]
    for seat, off in zip(SEATS, stands, strict=True):
        taken += _of_wall(seat, placed, layout) if off < _USUAL_MM else []
    rivers, melds, hands = [], [], []
    for seat in SEATS:
        river = _Zone(told.rivers[seat], table.rivers[seat], placed.rivers[seat], backs_open=True)
        rivers.append(river.settled(_of_river, taken, witness))
        meld = _Zone(told.melds[seat], table.melds[seat], placed.melds[seat])
        melds.append(meld.settled(_of_melds, taken, witness))
        confirmed = _of_hand(placed.hands[seat]) in exact
        confirmed |= _stands_in_place(seat, placed.hands[seat], melds[seat], tiles, layout)
        hands.append(_hand(told.hands[seat], table.hands[seat], placed.hands[seat], confirmed, melds[seat]))
    walls = tuple(_wall(told.walls[seat], placed.walls[seat], stands[seat]) for seat in SEATS)
    alike = all(wall is not None and wall == read for wall, read in zip(walls, placed.walls, strict=True))
    seen = [each.seen for each in placed.indicators or ()]
    in_place = all(off < _USUAL_MM for off in stands) or (alike and witness.confirms(seen))
    return replace(
        told,
        rivers=tuple(rivers),
        melds=tuple(melds),
        hands=tuple(hands),
        walls=walls,
        indicators=placed.indicators if in_place else told.indicators,
    )


def _as_read(placed: Sighting, told: Sighting) -> Sighting:
    """Every zone as it was read in its place, those that could not be read there as found tiles tell."""

    def either(read: Sequence[Content | None], found: Sequence[Content | None]) -> tuple[Content | None, ...]:
        return tuple(other if one is None else one for one, other in zip(read, found, strict=True))

    return replace(
        told,
        rivers=either(placed.rivers, told.rivers),
        melds=either(placed.melds, told.melds),
        hands=either(placed.hands, told.hands),
        walls=tuple(_agreed(read, found) for read, found in zip(placed.walls, told.walls, strict=True)),
        indicators=told.indicators if placed.indicators is None else placed.indicators,
    )


def _agreed(read: Wall | None, found: Wall | None) -> Wall | None:
    """A wall as it was read in its place; stacks that found tiles tell otherwise are left open."""
    if read is None or found is None:
        return found if read is None else read
    return tuple(one if other is None or one == other else None for one, other in zip(read, found, strict=True))


class _Witness:
    """The found tiles, asked whether they confirm what was read elsewhere."""

    def __init__(self, tiles: Sequence[FoundTile], tile_mm: float, eye: Eye) -> None:
        self._at, self._angle, self._score = _either_tier(tiles, tile_mm, eye)
        self._face = [tile.tile for tile in tiles if tile.surface is not Surface.TOP] * 2

    def confirms(self, zone: Sequence[SeenTile]) -> bool:
        """Whether the tiles of a zone were found where they were read, and the zone as a whole lies in its place."""
        if not len(self._at) or not zone:
            return False
        off = np.array([np.hypot(*(self._at - (tile.x, tile.y)).T) for tile in zone])
        near = off.argmin(axis=1)
        turned = _turn_between(self._angle[near], np.array([tile.angle for tile in zone])) >= _TURNED
        # The turn of what is named alike and looks alike either way is told by its place among the others.
        alike = [tile.tile in _ALIKE and self._face[found] is tile.tile for tile, found in zip(zone, near, strict=True)]
        least = off[np.arange(len(zone)), near]
        right = (least < _AT_MM) & (~turned | np.array(alike))
        return bool((~right).sum() <= len(zone) // _ONE_IN and np.median(least) < _USUAL_MM)

    def exact(self, read: Sequence[SeenTile], indicators: Sequence[SeenTile]) -> bool:
        """Whether the faces found beside the walls were read alike in their places, and lie there to the millimetre."""
        named = [(tile.x, tile.y, int(tile.tile)) for tile in read if tile.tile is not None]
        on_walls = np.array([(tile.x, tile.y) for tile in indicators]).reshape(-1, 2)
        own = np.array([face is not None for face in self._face], np.bool_) & (self._score > _STRONG)
        own[len(own) // 2 :] = False
        away = np.linalg.norm(self._at[:, None] - on_walls[None], axis=2)
        own &= ~(away < _AT_MM).any(axis=1)
        if own.sum() < _MANY or not named:
            return False
        x, y, name = np.array(named).T
        off = np.hypot(self._at[own, :1] - x, self._at[own, 1:] - y)
        near = off.argmin(axis=1)
        alike = name[near] == np.array([-1 if face is None else int(face) for face in self._face])[own]
        least = off.min(axis=1)
        return bool(alike.mean() >= _NEARLY_ALL and np.quantile(least, 0.9) < _EXACT_MM)

    def strong(self, tile: SeenTile) -> bool:
        """Whether a tile was found there that is likelier there than not."""
        off = np.hypot(*(self._at - (tile.x, tile.y)).T)
        return bool(((off < _AT_MM) & (self._score > _STRONG)).any())


@dataclass(frozen=True, slots=True)
class _Zone(Generic[Content]):
    """A zone as it is ``told``, its likeliest explanation however likely, and what was ``read`` in its place."""

    told: Content | None
    likeliest: ZoneReading[Content] | None
    read: Content | None
    backs_open: bool = False
    """Whether a back in it is something else, such as a piece of a wall."""

    def settled(
        self, tiles: Callable[[Content | None], list[SeenTile]], taken: Sequence[SeenTile], witness: _Witness
    ) -> Content | None:
        """The zone as it was read where that is confirmed; None where its tiles belong to another zone."""
        own = tiles(_content(self.likeliest))
        if self.read is not None and _alike_but_for_the_turn(own, tiles(self.read)):
            return self.read
        if _clear(self.likeliest) and not (self.backs_open and any(tile.tile is None for tile in own)):
            return self.told
        if self.backs_open:
            own = [tile for tile in own if tile.tile is not None]
        if self.read is not None:
            read = tiles(self.read)
            left = [tile for tile in own if not _among(tile, taken) and not _among(tile, read)]
            if (not read or witness.confirms(read)) and not any(map(witness.strong, left)):
                # An empty place where nothing was found is empty, even where the explanation was not sure.
                return self.read
        differs = self.read is not None and len(tiles(self.read)) > len(own)
        return None if differs or any(_among(tile, taken) for tile in own) else self.told


def _alike_but_for_the_turn(own: Sequence[SeenTile], read: Sequence[SeenTile]) -> bool:
    """Whether two readings differ in nothing but the turn of faces that look the same a quarter turn on."""
    if len(own) != len(read) or any(one.tile is not other.tile for one, other in zip(own, read, strict=True)):
        return False
    angles = [np.array([tile.angle for tile in tiles]) for tiles in (own, read)]
    turned = [one.tile for one, off in zip(own, _turn_between(*angles), strict=True) if off > _TURNED]
    return bool(turned) and all(tile in _ALIKE for tile in turned)


def _turn_between(one: Floats, other: Floats) -> Floats:
    """Degrees 0-90 between the ways that two tiles lie, a half turn being none."""
    return np.asarray(np.abs((one - other + 90.0) % 180.0 - 90.0))


def _among(tile: SeenTile, others: Sequence[SeenTile]) -> bool:
    return any(math.hypot(tile.x - other.x, tile.y - other.y) < _AT_MM for other in others)


def _clear(reading: ZoneReading[Content] | None) -> bool:
    return reading is not None and reading.chance >= _CLEAR


def _content(reading: ZoneReading[Content] | None) -> Content | None:
    return None if reading is None else reading.content


def _of_river(river: tuple[SeenRiverTile, ...] | None) -> list[SeenTile]:
    return [each.seen for each in river or ()]


def _of_melds(melds: tuple[SeenMeld, ...] | None) -> list[SeenTile]:
    return [tile for meld in melds or () for tile in meld.tiles]


def _of_hand(hand: SeenHand | None) -> list[SeenTile]:
    if hand is None:
        return []
    return [*hand.shown, *(() if hand.apart is None else (hand.apart,))]


def _hand(
    told: SeenHand | None,
    likeliest: ZoneReading[SeenHand] | None,
    read: SeenHand | None,
    in_place: bool,
    melds: tuple[SeenMeld, ...] | None,
) -> SeenHand | None:
    """A hand of found tiles; as it was read in its place where found tiles confirm it, or it stands in full number.

    Narrow tops of standing tiles are missed more easily by the finder than by their place.
    """
    if told == _EMPTY and read != _EMPTY:
        return read if in_place else None
    if read is None or in_place or _clear(likeliest):
        return told if read is None or (_clear(likeliest) and not in_place) else read
    lies = told is not None and bool(told.shown or told.apart)
    if read.shown or read.apart or lies:
        # Whether a row stands or lies has to be seen alike.
        return None if lies and read.standing else told
    counted = told or _content(likeliest)
    if counted is not None and counted.standing == read.standing:
        return read
    whole = None if melds is None else _HAND - 3 * len(melds)
    fits = [hand for hand in (told, read) if hand is not None and whole is not None and hand.standing - whole in _DRAWN]
    return fits[0] if len({hand.standing for hand in fits}) == 1 else None


def _stands_in_place(
    seat: Seat, read: SeenHand | None, melds: tuple[SeenMeld, ...] | None, tiles: Sequence[FoundTile], layout: Layout
) -> bool:
    """Whether a hand of lawful number was read where narrow tops were found in their exact place."""
    if (
        read is None
        or melds is None
        or read.shown
        or read.apart
        or read.standing - _HAND + 3 * len(melds) not in _DRAWN
    ):
        return False
    place = layout.profile.hand
    tops = [layout.local(seat, tile.x, tile.y) for tile in tiles if tile.surface is Surface.TOP]
    off = [abs(out - place.distance_mm) for across, out in tops if abs(across) < out and out > place.distance_mm / 2]
    return 2 * len(off) > read.standing and float(np.median(off)) < _USUAL_MM


def _either_tier(tiles: Sequence[FoundTile], tile_mm: float, eye: Eye) -> tuple[Floats, Floats, Floats]:
    """Places [2N,2] mm, angles and scores of lying tiles, each taken to lie on the table and on another tile."""
    lying = [tile for tile in tiles if tile.surface is not Surface.TOP]
    at = np.array([(tile.x, tile.y) for tile in lying]).reshape(-1, 2)
    z = np.array([tile.z for tile in lying])
    places = []
    for tier in (1, 2):
        reach = (z - tier * tile_mm) / (eye[2] - z)
        places.append(at + (at - eye[:2]) * reach[:, None])
    angle, score = (np.array([getattr(tile, name) for tile in lying]) for name in ("angle", "score"))
    return np.concatenate(places), np.tile(angle, 2), np.tile(score, 2)


def _of_wall(seat: Seat, placed: Sighting, layout: Layout) -> list[SeenTile]:
    """The stacks of a wall that stand, each as a tile in its exact place, and the indicators on and before it."""
    heights = enumerate(placed.walls[seat] or (), 1)
    spots = [layout.wall_stack(seat, stack) for stack, height in heights if height != 0]
    indicators = [each.seen for each in placed.indicators or () if each.wall is seat]
    return [*(SeenTile(None, spot.x, spot.y, spot.angle, 1.0) for spot in spots), *indicators]


def _off_its_place(seat: Seat, wall: Wall | None, at: Floats, layout: Layout) -> float:
    """The usual mm by which tiles found (``at`` [N,2] mm) lie off the stacks of a wall as it was read in its place.

    Without end where tiles were not found at all those stacks, or found at others.
    """
    if wall is None or not len(at):
        return math.inf
    spots = [layout.wall_stack(seat, stack + 1) for stack in range(len(wall))]
    off = np.array([np.hypot(*(at - (spot.x, spot.y)).T).min() for spot in spots])
    high = np.array([height is None or height > 0 for height in wall])
    alike = ((off < _AT_MM) == high).mean() >= _MOST
    return float(np.median(off[high])) if alike and high.any() else math.inf


def _wall(found: Wall | None, read: Wall | None, off_mm: float) -> Wall | None:
    """A wall of found tiles, its open stacks as they were read in their place if all others were read alike.

    Where the whole wall stands in its place to the millimetre (``off_mm``), that tells its stacks.
    """
    if read is None or (found is None and off_mm >= _USUAL_MM):
        return found
    if found is None or off_mm < _TIGHT_MM:
        return read
    both = list(zip(found, read, strict=True))
    known = [(one, other) for one, other in both if one is not None and other is not None]
    if len(known) < _LEAST_STACKS or any(one != other for one, other in known):
        return found
    # Single tiles are told least surely in their place: 6 of 11 were wrong on painted tables laid by hand.
    return tuple(other if one is None and other != 1 else one for one, other in both)
