"""Faces before stacks as upper tiles that were lifted from a dora indicator's stack.

Also the tiles that earlier pictures prove to be in a wall or in none, by what was at their places.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import compress
from math import hypot
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from controller.ports.eyes import SeenIndicator, SeenTile
from controller.riichi.seat import SEATS, Seat
from vision.arrays import Floats
from vision.distances import distances
from vision.explain.found import FoundTile, Stood, Surface, TableExplanation
from vision.explain.wall.conservation import HAND
from vision.explain.wall.lines import WallTiles

BEFORE_MM: Final = 9.0
"""Standard deviation, mm, of a lifted indicator from its place before its stack; chosen: it is placed by hand."""
BEFORE_REACH: Final = 2.3
"""Distance, in such deviations, from which a face is no lifted indicator; chosen: the next stack's is more than two
off."""
_KNOWN_REACH: Final = 2.0
"""Factor on that distance if the face was seen on that stack; chosen: one lay 34 mm from a stack that was 12 mm out of
its row."""
_BESIDE: Final = (0.6, 1.5)
"""Distance range, in tile widths, of neighbours in a row; chosen: less overlaps, more is a gap of half a tile."""
_IN_LINE: Final = 0.5
"""Largest offset of neighbours from one line, in tile widths; chosen: rows of rivers are no straighter."""
_BESIDE_THEM: Final = 2
"""New faces beside a new face from which they are of no wall; chosen: one indicator is turned over at a time."""
_LAID_BY: Final = 2.0
"""Search radius, in tile widths, of a lifted indicator; chosen: less than one and a half where it touches its stack,
and stacks are pushed."""
_BY: Final = 1.6
"""Largest distance, in tile widths, of neighbours in any orientation; chosen: no tile but the next is so near."""
_EVEN: Final = 0.5
"""Probability from which a tile looks like the upper one of a stack; chosen."""
_LAID_DOWN: Final = (3, HAND + 1)
"""Fewest and most backs in a row that may be a hand laid face down; chosen: fewer may be a wall's end."""
_FAR: Final = 2.0
"""Distance, in tile widths, from all former places of walls beyond which they are such a hand; chosen: walls are pushed
by less at a time."""


def faces_before(
    faces: NDArray[np.int64],
    upper: Floats,
    low: Sequence[Floats],
    walls: Sequence[WallTiles],
    known: Callable[[Seat, int, int], bool],
) -> list[dict[int, int]]:
    """For each wall, the index of the face before each of its tiles that show a face, towards the table's centre.

    At a corner a face counts for the nearest tile, and for another one too if no other face is near that one. ``low``
    [K,2] of each wall: the places that ``faces`` were lifted from; ``upper`` [K]: their probabilities of lying on a
    tile; ``known``: true if a face was seen above a tile of a wall, by seat and both indices: the search radius is
    larger then.
    """
    near, stands = [], [np.isin(faces, own.index) & (upper > 0.5) for own in walls]
    for seat, own, spots in zip(SEATS, walls, low, strict=True):
        elsewhere = np.any(stands[:seat] + stands[seat + 1 :], axis=0)
        for place in np.flatnonzero(~own.back).tolist():
            off = np.hypot(spots[:, 0] - own.along[place, 0], spots[:, 1] - own.out[place, 0]) / BEFORE_MM
            for face in np.flatnonzero((off < _KNOWN_REACH * BEFORE_REACH) & ~elsewhere).tolist():
                strange = not known(seat, int(own.index[place]), int(faces[face]))
                if off[face] < BEFORE_REACH or not strange:
                    near.append((strange, float(off[face]), seat, place, int(faces[face])))
    before: list[dict[int, int]] = [{} for _ in walls]
    taken: set[int] = set()
    for shared in (False, True):
        for _, _, seat, place, face in sorted(near):
            if place not in before[seat] and (shared or face not in taken):
                before[seat][place] = face
                taken.add(face)
    return before


def with_neighbours(spots: Floats, others: Floats, width_mm: float) -> NDArray[np.bool_]:
    """Mask of places [K, 2], mm along a wall and out from the centre, with one of ``others`` [M, 2] at their side."""
    along, out = np.abs(spots[:, None] - others).transpose(2, 0, 1) / width_mm
    return np.asarray(((along > _BESIDE[0]) & (along < _BESIDE[1]) & (out < _IN_LINE)).any(axis=1))


def upper_and_laid(shown: Sequence[SeenIndicator]) -> tuple[list[list[SeenTile]], list[list[SeenTile]]]:
    """Dora indicators of each wall, and those of them that lie before their stacks."""
    bare = {(each.wall, each.stack) for each in shown if each.lower}
    of_seats = [[each for each in shown if each.wall is seat and not each.lower] for seat in SEATS]
    laid = [[each.seen for each in those if (each.wall, each.stack) in bare] for those in of_seats]
    return [[each.seen for each in those] for those in of_seats], laid


def was_above(
    under: FoundTile, face: FoundTile, shown: Sequence[SeenTile], laid: Sequence[SeenTile], near_mm: float
) -> bool:
    """True if a face before a stack was seen on it, or lifted there already, and another face is on the stack now.

    ``shown``: the indicators of that wall, ``laid``: those before their stacks; one at a corner may be of the next
    wall's stack.
    """
    return under.tile != face.tile and any(
        each.tile == face.tile and hypot(each.x - on.x, each.y - on.y) < near_mm
        for those, on in ((shown, under), (laid, face))
        for each in those
    )


def was_on(under: FoundTile, face: FoundTile, shown: Sequence[SeenTile], near_mm: float) -> bool:
    """True if ``face`` was an indicator where ``under`` is now, and has moved away."""
    return under.tile != face.tile and any(
        each.tile == face.tile
        and hypot(each.x - under.x, each.y - under.y) < near_mm < 2 * hypot(each.x - face.x, each.y - face.y)
        for each in shown
    )


def lifted_behind(faces: Floats, along: Floats, line: tuple[float, float]) -> list[int]:
    """Stacks, from 0, of a wall that ``faces`` were lifted from; ``along`` [stacks]: their places on its line."""
    at, slope = line
    off = np.hypot(along[:, None] - faces[:, 0], (at + slope * along)[:, None] - faces[:, 1])
    return sorted(set(off.argmin(axis=0)[off.min(axis=0) < BEFORE_REACH * BEFORE_MM].tolist()))


def still_there(under: FoundTile, told: Sequence[SeenTile], near_mm: float) -> bool:
    """True if ``under`` is the confirmed indicator of its place, so that none was lifted from it."""
    return any(each.tile == under.tile and hypot(each.x - under.x, each.y - under.y) < near_mm / 2 for each in told)


def stood_in_all(before: tuple[Stood, ...], table: TableExplanation, sure: float, near_mm: float) -> tuple[Stood, ...]:
    """Last confirmed places of wall tiles, each once, without stacks that are gone; empty between rounds.

    ``sure``: probability from which a reading of indicators, or else of a wall, counts; places less than half of
    ``near_mm`` apart are the same.
    """
    walls = zip(SEATS, table.walls, strict=True)
    heights = {seat: wall.content for seat, wall in walls if wall is not None and wall.chance >= sure}
    now = table.stood
    if table.indicators is None or table.indicators.chance < sure:
        now = tuple(each for each in now if each.wall in heights)
        if not now:
            return before
    gone = {(seat, stack) for seat, wall in heights.items() for stack, height in enumerate(wall) if height == 0}
    before = tuple(each for each in before if (each.wall, each.stack) not in gone)
    if not before or not now:
        return now
    here, told = (np.array([(each.x, each.y) for each in those]) for those in (before, now))
    away, places = distances(told, here), list(before)
    new = (away.min(axis=1) > near_mm / 2).tolist()
    for place, each, elsewhere in zip(away.argmin(axis=1).tolist(), now, new, strict=True):
        if each.wall is not None and not elsewhere:
            places[place] = replace(places[place], wall=each.wall, stack=each.stack)
    return (*places, *compress(now, new))


class KnownWalls(NamedTuple):
    """Tiles, by index, that earlier pictures prove to be in no wall (``apart``) or in one (``stood``).

    ``apart``: faces in a row of three or more where no wall was, as of an opened hand, backs one tile high of a hand
    laid face down there, and lifted indicators. ``stood``: backs at places of a wall, and the faces under such
    indicators; they are in no hand. ``stacks``: tiles with the wall and the stack, from 0, confirmed at their place.
    ``lifted``: indicators beside their former place, even if no tile shows there. ``turned``: faces in the place of a
    back, without a confirmed indicator since.
    """

    apart: frozenset[int] = frozenset()
    stood: frozenset[int] = frozenset()
    stacks: tuple[tuple[int, Seat, int], ...] = ()
    lifted: frozenset[int] = frozenset()
    turned: frozenset[int] = frozenset()

    @classmethod
    def of(
        cls,
        tiles: Sequence[FoundTile],
        stood: Sequence[Stood],
        shown: Sequence[SeenIndicator],
        width_mm: float,
    ) -> "KnownWalls":
        """Compare tiles with the places where walls ``stood`` and indicators were ``shown``; empty if none stood."""
        if not stood or not tiles:
            return cls()
        spots = np.array([(tile.x, tile.y) for tile in tiles])
        every = distances(spots, np.array([(each.x, each.y) for each in stood]))
        away, nearest = every.min(axis=1), every.argmin(axis=1)
        back, face = (np.array([tile.surface is each for tile in tiles]) for each in (Surface.BACK, Surface.FACE))
        new = face & (away > width_mm)
        apart = np.linalg.norm(spots[:, None] - spots[new], axis=2)
        row = new & (((apart > 0.0) & (apart < _BY * width_mm)).sum(axis=1) >= _BESIDE_THEM)
        row = new & (apart[:, row[new]] < _BY * width_mm).any(axis=1)
        row |= _laid_down(tiles, spots, back & (away > _FAR * width_mm), width_mm)
        still = away < width_mm / 2
        off, under, alone = _lifted(tiles, np.flatnonzero(face).tolist(), shown, width_mm)
        on = [(number, stood[nearest[number]]) for number in np.flatnonzero((back | face) & still).tolist()]
        told = np.array([(each.seen.x, each.seen.y) for each in shown]).reshape(-1, 2)
        known = np.any(distances(spots, told) < width_mm / 2, axis=1).tolist()
        turned = [number for number, place in on if place.back and face[number] and not known[number]]
        return cls(
            off | set(np.flatnonzero(row).tolist()),
            under | set(np.flatnonzero(back & still).tolist()),
            tuple((number, place.wall, place.stack) for number, place in on if place.wall is not None),
            off | alone,
            frozenset(turned),
        )


def _laid_down(tiles: Sequence[FoundTile], spots: Floats, new: NDArray[np.bool_], width_mm: float) -> NDArray[np.bool_]:
    """Mask of the ``new`` backs, at ``spots`` [N, 2] mm, in rows one tile high that are as long as a hand."""
    backs = np.flatnonzero(new)
    near = distances(spots[backs], spots[backs]) < _BY * width_mm
    rows = np.linalg.matrix_power(near.astype(np.float64), max(len(backs), 1)) > 0.0
    upper = np.array([tiles[number].upper for number in backs.tolist()])
    low = np.array([np.median(upper[row]) < _EVEN for row in rows], np.bool_)
    fewest, most = _LAID_DOWN
    laid = np.zeros(len(tiles), np.bool_)
    laid[backs[low & (rows.sum(axis=1) >= fewest) & (rows.sum(axis=1) <= most)]] = True
    return laid


def _lifted(
    tiles: Sequence[FoundTile], faces: Sequence[int], shown: Sequence[SeenIndicator], width_mm: float
) -> tuple[frozenset[int], frozenset[int], frozenset[int]]:
    """Indicators among ``faces`` beside the places where they were ``shown``, and the faces at those places now.

    The third set: such indicators whose former place shows no tile, as behind the next stack.
    """
    off, under, alone = set[int](), set[int](), set[int]()
    every = [{n: hypot(tiles[n].x - each.seen.x, tiles[n].y - each.seen.y) for n in faces} for each in shown]
    for each, away in zip(shown, every, strict=True):
        # A face at the place of another indicator was under that indicator.
        elsewhere = {number for own in every if own is not away for number in faces if own[number] < width_mm / 2}
        same = [number for number in set(faces) - elsewhere if tiles[number].tile == each.seen.tile]
        others = [number for number in set(faces).difference(same) if away[number] < width_mm]
        near = min(map(away.__getitem__, same), default=0.0)
        if not width_mm / 2 <= near < _LAID_BY * width_mm:
            continue
        if others:
            off.add(min(same, key=away.__getitem__))
            under.add(min(others, key=away.__getitem__))
        elif all(hypot(tile.x - each.seen.x, tile.y - each.seen.y) > width_mm / 2 for tile in tiles):
            alone.add(min(same, key=away.__getitem__))
    return frozenset(off), frozenset(under), frozenset(alone)


NOTHING_KNOWN: Final = KnownWalls()
