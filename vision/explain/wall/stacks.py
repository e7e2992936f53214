"""Match detected tiles to stacks of their wall, and compute the evidence for the height of every stack."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from vision.arrays import Floats
from vision.explain.found import TableGround
from vision.explain.vacant import place_outline
from vision.explain.wall.lines import WallTiles

BEYOND: Final = 3
"""Stacks by which a match may differ from the best one; chosen: 63 mm are four standard deviations of a shift."""
_STEP_MM: Final = 2.5
"""Standard deviation, mm, of the distance from one stack to the next; chosen: tiles lie 1.5-3 mm off."""
_GAP_MM: Final = 1.2
"""Contribution of each stack missing between two to that deviation, mm; chosen: gaps between stacks add up."""
_TOUCH: Final = 0.62
"""Distance, in tile widths, below which two tiles cannot lie side by side; chosen: tiles lie 3 mm off, boxes 2 mm."""
_NEXT: Final = 1.35
"""Distance, in tile widths, from which two tiles may be more than one stack apart; chosen: half a tile is no stack."""
_NARROWEST: Final = 0.97
"""Smallest mean distance of stacks, in tile widths; chosen: makes of tiles differ."""
_WIDEST: Final = 1.2
"""Largest mean distance of stacks, in tile widths; chosen: makes of tiles differ, and gaps add up."""
_FEW: Final = 3
"""Number of distances of touching stacks up to which their median is less reliable than a tile's width; chosen."""
_FALSE: Final = float(np.log(0.002))
"""Log probability of a false back on an empty stack: one in a hundred, as measured of the finder; chosen: a fifth of
these fits."""
_FALSE_HIGH: Final = float(np.log(0.0005))
"""Log probability of a false back that is plainly upper; chosen: only walls have face-down upper tiles."""
_STRAY_FACE: Final = float(np.log(0.3))
"""Log probability that a face in a wall's line is not of the wall; chosen: melds lie in line with turned walls."""
_PLAINLY_HIGH: Final = 4.0
"""Bound on the log odds of a tier; chosen: one tier in fifty is wrong."""
_SURELY_ONE: Final = 0.9
"""Score of a face from which its height counts; chosen: a shining back is taken for a white dragon with .6."""
_MISSED: Final = (0.5, 100.0)
"""Prior counts of missed tiles and of all tiles, added to those of this wall; measured on painted tables: of 1,522
visible backs 8 were undetected, but on one table of forty nearly all were."""
_ALLOWED: Final = 1
"""Empty places of a wall that may not show the table; chosen: a shadow falls on one."""
_DARK: Final = 0.8
"""Bare share below which a place may well hold a tile; measured: of 970 empty places 1 in 25 shows less."""
_BARE: Final = (0.3, 0.5, 0.7, 0.9)
"""Bare shares of a stack's place for which the log probabilities below are given; between them, these are interpolated.
"""
_OF_EMPTY: Final = np.log((0.007, 0.005, 0.027, 0.961))
"""Log probabilities of these bare shares at an empty place; measured on 970 places of painted tables."""
_OF_MISSED: Final = np.log((0.85, 0.08, 0.04, 0.03))
"""Log probabilities of these bare shares at a place with an undetected tile: 11 of 11 showed less than .3; chosen
beyond that."""
_ALWAYS_UNSEEN: Final = 0.05
"""Share of a place that is called out of sight though all of it is visible; measured on painted tables: up to .03."""
_BROKEN: Final = 0.03
"""Share of distances between stacks at which a wall is parted in two; chosen: one wall in three, on photographs."""
_CRUSHED: Final = 1e-4
"""The same share if stacks between the pieces lack room, or the pieces are farther apart; chosen: places are sometimes
wrong."""
_LEAST_ROOM: Final = 2.0
"""Standard deviations by which a distance is less than due from which stacks lack room; chosen: one in fifty."""
_BROKEN_MM: Final = 52.0
"""Largest gap, mm, between such pieces; chosen: less than a hand's breadth, and two lay 48 apart."""
_MOVED: Final = 6.0
"""Loss in log probability of a match with tiles on other stacks, or on none, than were confirmed at their place;
chosen: nobody moves a wall by a stack, and of such places one in four hundred is wrong."""
_MOST: Final = 10
"""Largest number of matches of one wall that are followed up; chosen to bound the time."""
_CLOSE: Final = 8.0
"""Log probability below that of the best match from which another is dropped; chosen."""
PART: Final = 0.35
"""Half extent of the checked part of a stack's place, as a share of the tile; chosen: neighbours' sides show in the
rest."""


@dataclass(frozen=True, slots=True)
class StackMatches:
    """The likely assignments of N tiles to a wall's stacks, the best first.

    ``stack`` [M, N] from 0, -1 for a tile that is not of the wall; ``score`` [M]: log probabilities; ``places``
    [M, stacks + 2 BEYOND]: where each stack, and ``BEYOND`` stacks before and after them, lie along the wall, mm.
    """

    stack: NDArray[np.int64]
    score: Floats
    places: Floats


def matches(tiles: WallTiles, high: Floats, wall: tuple[int, float, float]) -> StackMatches:
    """All likely assignments of the tiles of a wall's rows to its stacks; ``high`` [N]: log odds of being upper.

    ``wall``: number of its stacks, width of one, mm, and standard deviation of its shift along its line, mm.
    """
    stacks, width_mm, shift_mm = wall
    along = np.where(high > 0, tiles.along[:, 1], tiles.along[:, 0])
    order = _parted(tiles, np.argsort(along), along, width_mm)
    at = along[order]
    gaps = np.diff(at)
    pitch = width_mm
    touching = gaps[gaps < _NEXT * width_mm]
    if len(touching) > _FEW:
        pitch *= min(max(float(np.median(touching)) / width_mm, _NARROWEST), _WIDEST)
    costs = (_MOVED * (tiles.known >= 0) - _stray(tiles.back, high, tiles.score))[order]
    found: list[tuple[float, int, int, NDArray[np.int64]]] = []
    for first, last, lost in _ends(costs):
        wide = np.flatnonzero(gaps[first : last - 1] > _NEXT * pitch)
        for steps, cost in _steps(gaps[first : last - 1], wide, pitch):
            taken = np.concatenate([[0], np.cumsum(steps)])
            begins = np.arange(max(stacks - int(taken[-1]), 0))
            off: Floats = np.asarray(at[first:last] - (taken - (stacks - 1) / 2) * pitch, np.float64)
            scores = -lost - cost + _slid(np.split(off, wide + 1), np.asarray(begins * pitch, np.float64), shift_mm)
            scores -= _moved(tiles.known[order[first:last]], begins[:, None] + taken)
            found += [(float(score), first, last, begin + taken) for begin, score in zip(begins, scores, strict=True)]
    found.sort(key=lambda match: -match[0])
    found = [match for match in found[:_MOST] if match[0] > found[0][0] - _CLOSE]
    number = np.arange(-BEYOND, stacks + BEYOND)
    if not found:
        due = np.asarray((number - (stacks - 1) / 2) * width_mm)
        return StackMatches(np.full((1, len(tiles)), -1), np.array([-float(costs.sum())]), due[None])
    stack = np.full((len(found), len(tiles)), -1)
    places = np.empty((len(found), len(number)))
    for place, (_, first, last, taken) in enumerate(found):
        stack[place, order[first:last]] = taken
        near = np.abs(number[:, None] - taken).argmin(axis=1)
        places[place] = at[first:last][near] + (number - taken[near]) * pitch
    return StackMatches(stack, np.array([match[0] for match in found]), places)


def _slid(pieces: Sequence[Floats], begins: Floats, shift_mm: float) -> Floats:
    """Log prior [B] of a wall's slide along its line, if its row of tiles begins at each of ``begins``, mm.

    ``pieces``: offsets of the tiles of each piece from their places if the row began at the first stack, mm. Any piece
    may be the one that stayed, a longer one more likely.
    """
    count = sum(map(len, pieces))
    each = [np.log(len(piece) / count) - 0.5 * ((float(piece.mean()) - begins) / shift_mm) ** 2 for piece in pieces]
    return np.asarray(np.logaddexp.reduce(each, axis=0))


def _moved(known: NDArray[np.int64], stacks: NDArray[np.int64]) -> Floats:
    """Cost [B] of assigned ``stacks`` [B, N] that differ from the confirmed stacks ``known`` [N] (-1: unknown)."""
    told = known >= 0
    return np.asarray(_MOVED * (stacks[:, told] != known[told]).mean(axis=1)) if told.any() else np.zeros(len(stacks))


def _stray(back: NDArray[np.bool_], lead: Floats, score: Floats) -> Floats:
    """Log probabilities [N] that tiles in a wall's line are not of it; faces of rivers and melds lie low."""
    high = np.where(score >= _SURELY_ONE, np.minimum(lead, _PLAINLY_HIGH), -_PLAINLY_HIGH)
    return np.where(back, np.where(high >= _PLAINLY_HIGH, _FALSE_HIGH, _FALSE), _STRAY_FACE - np.logaddexp(0.0, high))


def _parted(tiles: WallTiles, order: NDArray[np.int64], along: Floats, width_mm: float) -> NDArray[np.int64]:
    """Indices of the tiles from right to left, without those that overlap a surer one; a face on a back is upper."""
    kept: list[int] = []
    for tile in order.tolist():
        if kept and along[tile] - along[kept[-1]] < _TOUCH * width_mm:
            worth = [float(tiles.score[each]) + 0.5 * (not tiles.back[each]) for each in (kept[-1], tile)]
            if worth[1] > worth[0]:
                kept[-1] = tile
        else:
            kept.append(tile)
    return np.array(kept, np.int64)


def _ends(costs: Floats) -> Iterator[tuple[int, int, float]]:
    """Yield first and end index of the tiles that count, and the cost of dropping those beyond as not of the wall."""
    count = len(costs)
    right, left = np.concatenate([[0.0], np.cumsum(costs)]), np.concatenate([[0.0], np.cumsum(costs[::-1])])
    for first in range(count):
        if right[first] > _CLOSE:
            break
        for less in range(count - first):
            lost = float(right[first] + left[less])
            if lost > _CLOSE:
                break
            yield first, count - less, lost


def _steps(gaps: Floats, wide: NDArray[np.int64], pitch: float) -> list[tuple[NDArray[np.int64], float]]:
    """Candidate numbers of stacks from each tile to the next, with their cost, the most likely first.

    ``wide``: indices of gaps that may be more than one stack.
    """
    chosen: list[tuple[dict[int, int], float]] = [({}, 0.0)]
    for place in wide.tolist():
        exact = float(gaps[place]) / pitch
        steps = np.arange(max(1, round(exact - _BROKEN_MM / pitch)), max(1, int(exact + 1.0)) + 1)
        off = gaps[place] - steps * pitch
        deviation = np.hypot(_STEP_MM, _GAP_MM * steps)
        chance = (1 - _BROKEN) * np.exp(-0.5 * (off / deviation) ** 2) / (deviation * np.sqrt(2 * np.pi))
        # Pieces lie apart, but no stack fits into less than its width.
        parted = (off > -_LEAST_ROOM * deviation) & (off < _BROKEN_MM)
        broken = np.where(parted, _BROKEN, _CRUSHED) / _BROKEN_MM
        cost = -np.log(chance + broken)
        extra = (cost - cost.min()).tolist()
        both = [
            ({**taken, place: int(step)}, before + each)
            for taken, before in chosen
            for step, each in zip(steps.tolist(), extra, strict=True)
            if before + each < _CLOSE
        ]
        chosen = sorted(both, key=lambda one: one[1])[:_MOST]
    found = []
    for taken, cost_of in chosen:
        steps = np.ones(len(gaps), np.int64)
        steps[list(taken)] = list(taken.values())
        found.append((steps, cost_of))
    return found


def evidence(
    found: StackMatches,
    lead: Floats,
    back: NDArray[np.bool_],
    score: Floats,
    ground: tuple[Floats, Floats],
) -> tuple[Floats, Floats]:
    """Log likelihoods of each stack's evidence by its height [M, stacks, HEIGHTS], and of gaps between stacks [M].

    ``lead`` [N]: see ``likelier_heights``; ``back``, ``score`` [N]: see ``WallTiles``; ``ground`` [P]: shares of the
    places of the best match that are out of sight and bare, nan if there is a tile or nothing is known.
    """
    unseen, bare = ground
    hidden = np.maximum(np.nan_to_num(unseen) - _ALWAYS_UNSEEN, 0.0) / (1.0 - _ALWAYS_UNSEEN)
    shown, covered = (np.exp(np.interp(bare, _BARE, each)) for each in (_OF_EMPTY, _OF_MISSED))
    dark = int(((bare < _DARK) & (hidden < _DARK))[BEYOND:-BEYOND].sum())
    often = _MISSED[0] + max(0, dark - _ALLOWED), _MISSED[1] + dark + int((found.stack[0] >= 0).sum())
    # Without evidence about a place, an empty one and a missed tile are equally likely to look so.
    shown, hides = (
        np.nan_to_num(shown, nan=0.5),
        np.nan_to_num(covered * often[0] / often[1], nan=0.5 * _MISSED[0] / _MISSED[1]),
    )
    of_empty = np.log(shown * (1 - hidden) + hidden)
    of_missed = np.log(hides * (1 - hidden) + hidden)
    nearest = np.abs(found.places[:, BEYOND:-BEYOND, None] - found.places[0]).argmin(axis=2)
    seen: Floats = np.stack([of_empty, of_missed, of_missed], axis=1)[nearest]
    chance = 1.0 / (1.0 + np.exp(-np.clip(lead, -20, 20)))
    given = np.stack([_stray(back, lead, score), np.log1p(-chance), np.log(chance)], axis=1)
    match, tile = np.nonzero(found.stack >= 0)
    seen[match, found.stack[match, tile]] = given[tile]
    # Between two pieces of a wall there is bare table.
    lies = np.flatnonzero(np.isin(np.arange(-BEYOND, len(bare) - BEYOND), found.stack[0][found.stack[0] >= 0]))
    inside = ~np.isnan(bare)
    if len(lies):
        inside[: lies[0]] = inside[lies[-1] :] = False
    between = np.flatnonzero(inside).tolist()
    apart = np.array([of_empty[[place for place in between if place not in each]].sum() for each in nearest.tolist()])
    return seen, apart


def seen_ground(
    layout: Layout,
    seat: Seat,
    line: tuple[float, float],
    along: Floats,
    free: NDArray[np.bool_],
    ground: TableGround | None,
) -> tuple[Floats, Floats]:
    """Shares of stack places [P] without a detected tile that are out of sight and that are bare; nan elsewhere."""
    size, (at, slope) = layout.profile.tile, line
    unseen, bare = (np.full(len(along), np.nan) for _ in range(2))
    if ground is None:
        return unseen, bare
    # A neighbour may hide a place on the table, but not the upper side of a tile there.
    for place in np.flatnonzero(free).tolist():
        middle = -along[place], at + slope * along[place]
        outline = place_outline(layout, seat, middle, (PART * size.width_mm, PART * size.height_mm))
        low = ground.unseen(outline)
        unseen[place] = low and min(low, ground.unseen(outline, size.thickness_mm))
        bare[place] = max(ground.bare(outline), ground.bare(outline, size.thickness_mm))
    return unseen, bare
