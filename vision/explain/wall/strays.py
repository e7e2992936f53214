"""Tiles beside walls that nothing explains: what may be of a wall, or a hand, or another indicator."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from controller.riichi.seat import SEATS, Seat
from hardware.profiles.layout import Layout
from vision.arrays import Floats
from vision.explain.found import FoundTile, Surface, ZoneReading
from vision.explain.wall.conservation import HAND
from vision.explain.wall.seat_wall import INWARDS_MM, TablePlaces
from vision.explain.wall.walls import MAY_HAVE_SLID, ON_OPEN, ExplainedWalls
from vision.explain.wall.widths import Eye

_STRAYS_MM: Final = (55.0, 90.0)
"""Mm out of a wall's place at which its strays lie at most, one tile high and two, as no hand is; chosen: ends of walls
that bow lay 49 and 50 out, of walls turned by 15 degrees 87."""
_ABOUT: Final = 2.5
"""Stacks from the place of a stack within which a back may be of it; chosen: walls slide and are pushed askew."""
_PLAIN: Final = 0.5
"""Score from which a back that nothing explains is one; chosen: walls are held to be whole for less."""
_AT_MM: Final = 8.0
"""mm from the place of a confirmed stack within which such a back is of it; chosen: less than half a tile's width."""
_NEIGHBOURS: Final = 5
"""Tiles of a wall that determine a stack's offset from its place; chosen: two to either side."""
ANOTHER: Final = "another"
"""Sign of indicators beside which a face is left that nothing explains."""
_BY: Final = 1.6
"""Widths of a tile from that of a wall within which a face that nothing explains may be an indicator; chosen: one that
was turned over carelessly lay 1.4 from its neighbour."""
_HAND: Final = 0.5
"""Probability of a wall with unexplained stacks before it; chosen: a hand laid face down was taken for one."""
_HAND_MM: Final = 12.0
"""Mm beyond its place from which on such a wall may be a hand; chosen: walls are pushed in, one hand lay 45 out and
one 24 by the tiles alone."""


def beside_strays(
    told: ExplainedWalls,
    left: Sequence[FoundTile],
    hands: Sequence[FoundTile],
    unseen: Sequence[int],
    found: Sequence[FoundTile],
    layout: Layout,
    eye: Eye | None,
) -> ExplainedWalls:
    """Lower the probability of walls that unexplained tiles contradict: ``left`` ones, and backs of false ``hands``.

    Indicators are in doubt on a wall that may have slid, or with a face left beside a wall's tile, as it may be
    another; a wall is in doubt with stacks between it and the middle, or if it is far out and has as many stacks as its
    seat has tiles in an ``unseen`` hand, 0 if it is seen: it may be a hand laid face down.
    """
    rows = [[found[number] for number, place in told.stacks.items() if place[0] is seat] for seat in SEATS]
    walls = without_strays(told.walls, [*left, *hands], layout, eye, _stack_places(told, found, layout))
    high = [tile for tile in left if tile.surface is Surface.BACK and tile.score >= _PLAIN and tile.upper > 0.5]
    walls = tuple(
        wall
        if wall is None or not (_inside(high, row, layout, seat) or _like_a_hand(row, due, layout, seat))
        else replace(wall, chance=min(wall.chance, _HAND))
        for seat, wall, row, due in zip(SEATS, walls, rows, unseen, strict=True)
    )
    if told.indicators is None:
        return replace(told, walls=walls)
    on = [walls[each.wall] for each in told.indicators.content]
    slid = any(each is not None and each.signs.get(MAY_HAVE_SLID) for each in on)
    faces, stands = (
        np.array([(tile.x, tile.y) for tile in tiles]).reshape(-1, 2)
        for tiles in (
            [tile for tile in left if tile.surface is Surface.FACE and tile.score >= _PLAIN],
            [found[number] for number in sorted(told.used)],
        )
    )
    another = np.linalg.norm(faces[:, None] - stands, axis=2).min(initial=np.inf) < _BY * layout.profile.tile.width_mm
    if not slid and not another:
        return replace(told, walls=walls)
    chance, signs = min(told.indicators.chance, ON_OPEN), {**told.indicators.signs, ANOTHER: float(another)}
    return replace(told, walls=walls, indicators=replace(told.indicators, chance=chance, signs=signs))


def _inside(strays: Sequence[FoundTile], row: Sequence[FoundTile], layout: Layout, seat: Seat) -> bool:
    """True if any of the ``strays`` is before a row of a wall, towards the middle, that may be a hand."""
    if not strays or not row or len(row) > HAND + 1:
        return False
    across, out = np.array([layout.local(seat, tile.x, tile.y) for tile in row]).T
    size = layout.profile.tile
    spots = [layout.local(seat, tile.x, tile.y) for tile in strays]
    return any(
        off - layout.profile.wall.distance_mm > -INWARDS_MM
        and np.abs(across - along).min() < size.width_mm / 2
        and off < out[np.abs(across - along).argmin()] - size.height_mm
        for along, off in spots
    )


def _like_a_hand(row: Sequence[FoundTile], due: int, layout: Layout, seat: Seat) -> bool:
    """True if the row of a wall may be a hand laid face down, of ``due`` tiles or one more; 0: there is none.

    One of them may be out of the row.
    """
    if not row or not due or len(row) - due not in (-1, 0, 1):
        return False
    out = [layout.local(seat, tile.x, tile.y)[1] - layout.profile.wall.distance_mm for tile in row]
    return float(np.median(out)) > _HAND_MM


def without_strays(
    walls: Sequence[ZoneReading[tuple[int | None, ...]] | None],
    left: Sequence[FoundTile],
    layout: Layout,
    eye: Eye | None = None,
    places: Sequence[Floats] | None = None,
) -> tuple[ZoneReading[tuple[int | None, ...]] | None, ...]:
    """The walls, with empty stacks left open where unexplained backs are ``left`` nearby.

    ``places`` [stacks,2] mm: of the stacks of each wall; by default the nominal ones.
    """
    wall, near_mm = layout.profile.wall, _ABOUT * layout.profile.tile.width_mm
    backs = [tile for tile in left if tile.surface is Surface.BACK and tile.score >= _PLAIN]
    seen = TablePlaces(backs, layout.profile.tile.thickness_mm, eye).found
    told_ones = _on_told(seen, walls, [_due(seat, layout) for seat in SEATS] if places is None else places)
    backs = [tile for tile, on in zip(backs, told_ones.tolist(), strict=True) if not on]
    told: list[ZoneReading[tuple[int | None, ...]] | None] = []
    for seat, reading in zip(SEATS, walls, strict=True):
        spots = [(*layout.local(seat, tile.x, tile.y), _STRAYS_MM[tile.upper > 0.5]) for tile in backs]
        about = [across for across, out, most in spots if -INWARDS_MM < out - wall.distance_mm < most]
        if reading is None or not about:
            told.append(reading)
            continue
        due = [layout.local(seat, x, y)[0] for x, y in _due(seat, layout).tolist()]
        near = [any(abs(across - place) < near_mm for across in about) for place in due]
        slid = _slid(reading.content, due, about, near_mm)
        content = zip(np.logical_or(near, slid).tolist(), reading.content, strict=True)
        opened = tuple(None if close and not height else height for close, height in content)
        told.append(replace(reading, content=opened, signs={**reading.signs, MAY_HAVE_SLID: float(slid.any())}))
    return tuple(told)


def _due(seat: Seat, layout: Layout) -> Floats:
    """Where the stacks of a wall are due [stacks, 2] mm."""
    spots = [layout.wall_stack(seat, stack) for stack in range(1, layout.profile.wall.stacks[seat] + 1)]
    return np.array([(spot.x, spot.y) for spot in spots])


def _stack_places(told: ExplainedWalls, found: Sequence[FoundTile], layout: Layout) -> list[Floats]:
    """Places of the stacks of each wall [stacks,2] mm, by the tiles nearest to each."""
    places = []
    for seat in SEATS:
        due = _due(seat, layout)
        own = [(stack, found[number]) for number, (wall, stack) in told.stacks.items() if wall is seat and stack >= 0]
        if own:
            on = np.array([stack for stack, _ in own])
            off = np.array([(tile.x, tile.y) for _, tile in own]) - due[on]
            near = np.argsort(np.abs(on - np.arange(len(due))[:, None]), axis=1, kind="stable")[:, :_NEIGHBOURS]
            due = due + np.median(off[near], axis=1)
        places.append(due)
    return places


def _on_told(
    found: Floats, walls: Sequence[ZoneReading[tuple[int | None, ...]] | None], places: Sequence[Floats]
) -> NDArray[np.bool_]:
    """Mask [N] of tiles, at places [N,2,2] mm if one or two high, seen on a stack of that reported height."""
    seen = np.zeros(len(found), np.bool_)
    for reading, spots in zip(walls, places, strict=True):
        for height, spot in zip(() if reading is None else reading.content, spots, strict=False):
            if height:
                seen |= np.linalg.norm(found[:, height - 1] - spot, axis=1) < _AT_MM
    return seen


def _slid(
    heights: Sequence[int | None], due: Sequence[float], strays: Sequence[float], near_mm: float
) -> NDArray[np.bool_]:
    """Stacks that may be no gap.

    A piece of the row with ``strays`` at its outer end may have slid, and lacks as many at its other end.
    """
    # An open stack may be there.
    stands, open_ones = np.array([height != 0 for height in heights]), np.zeros(len(heights), np.bool_)
    if stands.any():
        first, last = int(stands.argmax()), len(stands) - int(stands[::-1].argmax())
        by = [sum(abs(across - due[end]) < near_mm for across in strays) for end in (first, last - 1)]
        gaps = np.flatnonzero(~stands[first:last]) + first
        right, left = (last, first) if not len(gaps) else (int(gaps[0]), int(gaps[-1]) + 1)
        open_ones[right : right + by[0]] = True
        open_ones[max(0, left - by[1]) : left] = True
    return open_ones
