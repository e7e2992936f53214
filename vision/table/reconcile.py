"""Two witnesses of a table brought together: tiles found anywhere, and zones read where the profile says they lie.

A zone that was read in its place counts where found tiles confirm every tile of it; then it is told as it was read
there. Elsewhere the explanation of the found tiles stands.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from controller.ports.eyes import SeenTile, Sighting
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from vision.arrays import Floats
from vision.explain.found import FoundTile, Surface
from vision.explain.wall.widths import Eye

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
_ONE_IN: Final = 6
"""Tiles of a zone of which one may be missed or lie across its box; chosen: a row of a river."""
_LEAST: Final = 0.3
"""Chance of a found tile from which it tells that something stands on a stack; chosen: backs are found less surely."""
_MOST: Final = 0.9
"""Share of a wall's stacks at which both must tell the same; chosen: one back in twenty is not found."""
Wall = tuple[int | None, ...]
"""Tiles on the stacks of a wall, None where a stack cannot be judged."""


def reconciled(
    told: Sighting,
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
    walls = tuple(_wall(told.walls[seat], placed.walls[seat], stands[seat]) for seat in SEATS)
    alike = all(wall is not None and wall == read for wall, read in zip(walls, placed.walls, strict=True))
    seen = [each.seen for each in placed.indicators or ()]
    in_place = all(off < _USUAL_MM for off in stands) or (alike and witness.confirms(seen))
    return replace(
        told,
        walls=walls,
        indicators=placed.indicators if in_place else told.indicators,
    )


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


def _turn_between(one: Floats, other: Floats) -> Floats:
    """Degrees 0-90 between the ways that two tiles lie, a half turn being none."""
    return np.asarray(np.abs((one - other + 90.0) % 180.0 - 90.0))


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
    """A wall of found tiles, or as it was read in its place where it stands there to the millimetre (``off_mm``).

    Stacks that found tiles leave open stay open: on path-traced tables half of what their place told was wrong.
    """
    if read is None or (found is None and off_mm >= _USUAL_MM):
        return found
    if found is None or off_mm < _TIGHT_MM:
        return read
    return found
