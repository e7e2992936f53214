"""Which stack of its wall each found tile lies on, and what that says of the tiles on every stack."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.arrays import Floats
from vision.explain.walls_line import WallLine, WallTiles
from vision.explain.walls_ring import HEIGHTS

BEYOND: Final = 3
"""Stacks by which a match may differ from the best one; chosen: 63 mm are four standard deviations of a shift."""
_SHIFT_MM: Final = 14.0
"""Standard deviation of a wall's shift along its own line, mm; chosen: rows on photographs lie up to 25 mm off."""
_STEP_MM: Final = 2.5
"""Standard deviation of the distance from stack to stack, mm, of one step; chosen: tiles lie 1.5-3 mm off."""
_GAP_MM: Final = 1.2
"""What each stack missing between two adds to that, mm; chosen: gaps between stacks add up."""
_TOUCH: Final = 0.62
"""Share of a tile's width below which two tiles cannot lie side by side; chosen: tiles lie 3 mm off, boxes 2 mm."""
_NARROWEST: Final = 0.97
"""Least mean distance of stacks in widths of a tile; chosen: makes of tiles differ."""
_WIDEST: Final = 1.2
"""Greatest mean distance of stacks in widths of a tile; chosen: makes of tiles differ, and gaps add up."""
_FEW: Final = 3
"""Distances of touching stacks of which the mean says less than a tile's width; chosen."""
_FALSE: Final = np.log(0.002)
"""How rare a false back on an empty stack is: as measured of the finder, one in a hundred; chosen: a fifth fits."""
_MISSED: Final = 0.02
"""Share of tiles in sight that are not found: as measured of the finder, one in fifty."""
_UPPER_WRONG: Final = 0.005
"""Share of tiles whose tier is told wrong however surely; chosen until the finder is measured."""
_BARE_SHOWN: Final = 0.95
"""Share of empty places that plainly show the table; chosen: shadows and sides of stacks hide some."""
_BROKEN: Final = 0.03
"""Share of distances from stack to stack where a wall is in two pieces; chosen: one wall in three, on photographs."""
_BROKEN_MM: Final = 45.0
"""How far, mm, such pieces lie apart at most; chosen: a hand's breadth shows a break less."""
_MOST: Final = 12
"""Matches of one wall that are followed up; chosen to bound the time."""
_CLOSE: Final = 9.0
"""How much less likely than the best, as a natural logarithm, another match must be to be left out; chosen."""
_LEAST_OFF_MM: Final = 0.8
"""Least standard deviation of tiles across their row, mm: where finders place tiles."""
_OUTLIER: Final = 0.02
"""Share of tiles that lie anywhere, not in their row; chosen: false ones and bumped ones."""
_RANGE_MM: Final = 20.0
"""How far, mm, those may lie off; chosen as far as rows are looked for."""


@dataclass(frozen=True, slots=True)
class StackMatch:
    """One way in which tiles lie on a wall's stacks: ``stack`` [N] from 0, -1 of what is none; its log chance.

    ``places``: where each stack, and ``BEYOND`` stacks before and after them, lie along the wall, mm.
    """

    stack: NDArray[np.int64]
    score: float
    places: Floats


def likelier_heights(tiles: WallTiles, lines: list[WallLine]) -> Floats:
    """How much likelier each tile lies on another than alone [N], a logarithm: by the finder and by its row's line."""
    upper = np.clip(tiles.upper, _UPPER_WRONG, 1 - _UPPER_WRONG)
    said = np.log(upper / (1 - upper))
    found = said.copy()
    for line in lines:
        found[line.members] += _by_line(tiles.take(line.members), said[line.members])
    return found


def _by_line(tiles: WallTiles, said: Floats) -> Floats:
    """What the tiles' places against their common line say of their heights."""
    places = np.stack([tiles.along, tiles.out], axis=2)
    lead = said.copy()
    gain = np.zeros(len(tiles))
    if len(tiles) < 3:
        return gain
    for _ in range(3):
        high = lead > 0
        at = places[np.arange(len(tiles)), high.astype(int)]
        design = np.stack([np.ones(len(tiles)), at[:, 0] / 100.0], axis=1)
        pull = np.diag([0.0, 0.3])
        weights = 1.0 / (1.0 + ((lead * 0) ** 2))
        solved = np.linalg.solve(design.T @ (design * weights[:, None]) + pull, design.T @ (at[:, 1] * weights))
        first = at[:, 1] - design @ solved
        spread = max(1.4826 * float(np.median(np.abs(first - np.median(first)))), _LEAST_OFF_MM)
        weights = 1.0 / (1.0 + (first / spread) ** 2 / 4)
        solved = np.linalg.solve(design.T @ (design * weights[:, None]) + pull, design.T @ (at[:, 1] * weights))
        own = weights * np.einsum(
            "ni,ij,nj->n", design, np.linalg.inv(design.T @ (design * weights[:, None]) + pull), design
        )
        off = places[:, :, 1] - np.stack([np.ones(len(tiles) * 2), places[:, :, 0].ravel() / 100.0], 1).dot(
            solved
        ).reshape(-1, 2)
        # A tile's own weight in the line is taken out again.
        current = off[np.arange(len(tiles)), high.astype(int)]
        off = off + (current * own / np.maximum(1 - own, 0.2))[:, None]
        spread *= np.sqrt(1.0 + own)
        chance = (1 - _OUTLIER) * np.exp(-0.5 * (off / spread[:, None]) ** 2) / (spread[:, None] * 2.5066)
        chance += _OUTLIER / (2 * _RANGE_MM)
        gain = np.log(chance[:, 1] / chance[:, 0])
        lead = said + gain
    return gain


def matches(
    tiles: WallTiles, members: NDArray[np.bool_], high: Floats, stacks: int, width_mm: float
) -> list[StackMatch]:
    """Every likely way in which the members of a wall's rows lie on its stacks, best first."""
    along = np.where(high > 0, tiles.along[:, 1], tiles.along[:, 0])
    order = np.flatnonzero(members)
    order = order[np.argsort(along[order])]
    order = _parted(tiles, order, along, width_mm)
    if not len(order):
        return [StackMatch(np.full(len(tiles), -1), 0.0, _places(None, None, stacks, width_mm))]
    gaps = np.diff(along[order])
    touching = gaps[gaps < 1.5 * width_mm]
    pitch = width_mm
    if len(touching) > _FEW:
        pitch *= min(max(float(np.median(touching)) / width_mm, _NARROWEST), _WIDEST)
    found: list[StackMatch] = []
    for first, last, lost in _ends(len(order)):
        for steps, cost in _steps(gaps[first : last - 1], pitch):
            taken = np.concatenate([[0], np.cumsum(steps)])
            for begin in range(stacks - int(taken[-1])):
                due = (begin + taken - (stacks - 1) / 2) * pitch
                shift = float(np.mean(along[order[first:last]] - due))
                stack = np.full(len(tiles), -1)
                stack[order[first:last]] = begin + taken
                score = lost * _FALSE - cost - 0.5 * (shift / _SHIFT_MM) ** 2
                found.append(StackMatch(stack, score, _places(begin + taken, along[order[first:last]], stacks, pitch)))
    if not found:
        return [StackMatch(np.full(len(tiles), -1), len(order) * _FALSE, _places(None, None, stacks, width_mm))]
    found.sort(key=lambda match: -match.score)
    return [match for match in found[:_MOST] if match.score > found[0].score - _CLOSE]


def _places(taken: NDArray[np.int64] | None, along: Floats | None, stacks: int, pitch: float) -> Floats:
    """Where each stack of the wall and ``BEYOND`` it lie along it [stacks + 2 BEYOND] mm, by those that are taken."""
    number = np.arange(-BEYOND, stacks + BEYOND)
    if taken is None or along is None:
        return np.asarray((number - (stacks - 1) / 2) * pitch)
    near = np.abs(number[:, None] - taken).argmin(axis=1)
    return np.asarray(along[near] + (number - taken[near]) * pitch)


def _parted(tiles: WallTiles, order: NDArray[np.int64], along: Floats, width_mm: float) -> NDArray[np.int64]:
    """The tiles from right to left without those that overlap a surer one; a face is what lies on a back."""
    kept: list[int] = []
    for tile in order:
        if kept and along[tile] - along[kept[-1]] < _TOUCH * width_mm:
            worth = [float(tiles.score[each]) + 0.5 * (not tiles.back[each]) for each in (kept[-1], tile)]
            if worth[1] > worth[0]:
                kept[-1] = int(tile)
        else:
            kept.append(int(tile))
    return np.array(kept, np.int64)


def _ends(count: int) -> Iterator[tuple[int, int, int]]:
    """First and last tile that count, and how many are taken for false: one at either end may be none."""
    yield 0, count, 0
    if count > 1:
        yield 1, count, 1
        yield 0, count - 1, 1


def _steps(gaps: Floats, pitch: float) -> list[tuple[NDArray[np.int64], float]]:
    """How many stacks on each next tile may lie, with the cost of that, the likeliest first."""
    chosen: list[tuple[list[int], float]] = [([], 0.0)]
    for gap in gaps:
        exact = gap / pitch
        low, high = max(1, round(exact - _BROKEN_MM / pitch)), max(1, int(exact + 1.0))
        steps = np.arange(low, high + 1)
        off = gap - steps * pitch
        deviation = np.hypot(_STEP_MM, _GAP_MM * steps)
        chance = (1 - _BROKEN) * np.exp(-0.5 * (off / deviation) ** 2) / (deviation * 2.5066)
        cost = -np.log(chance + _BROKEN / _BROKEN_MM)
        cost -= cost.min()
        chosen = [
            ([*taken, int(step)], before + float(each))
            for taken, before in chosen
            for step, each in zip(steps, cost, strict=True)
            if before + each < _CLOSE
        ]
        chosen = sorted(chosen, key=lambda one: one[1])[:_MOST]
    return [(np.array(taken, np.int64), cost) for taken, cost in chosen]


def evidence(match: StackMatch, lead: Floats, unseen: Floats, bare: Floats) -> Floats:
    """Logarithms of what was seen on each stack given its height [stacks, HEIGHTS].

    ``lead`` [N]: see ``likelier_heights``; ``unseen``, ``bare`` [stacks]: shares of the place of each stack, nan where
    nothing is known.
    """
    found = np.zeros((len(unseen), HEIGHTS))
    hidden = np.nan_to_num(unseen)
    found[:, 1:] = np.log(_MISSED + (1 - _MISSED) * hidden)[:, None]
    plain = np.nan_to_num(bare)
    # A place that plainly shows the table holds no tile; what is not plain may be either.
    shown = plain * _BARE_SHOWN + (1 - plain) * (1 - _BARE_SHOWN)
    hides = plain * (1 - _BARE_SHOWN) + (1 - plain) * _BARE_SHOWN
    known = ~np.isnan(bare)
    found[known, 0] += np.log(shown + 0.5 * hidden)[known]
    found[known, 1:] += np.log(hides + 0.5 * hidden)[known, None]
    there = match.stack >= 0
    stacks = match.stack[there]
    chance = 1.0 / (1.0 + np.exp(-np.clip(lead[there], -20, 20)))
    found[stacks, 0] = _FALSE
    found[stacks, 1] = np.log1p(-chance)
    found[stacks, 2] = np.log(chance)
    return found
