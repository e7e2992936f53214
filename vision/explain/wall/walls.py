"""The four walls and the indicators on them, from tiles found anywhere: their rows, their stacks, the order of draw."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from controller.ports.eyes import SeenIndicator, SeenTile
from controller.riichi.seat import SEATS
from hardware.profiles.layout import Layout
from vision.arrays import Floats
from vision.explain.found import FoundTile, TableGround, ZoneReading
from vision.explain.wall.ring import wall_ring
from vision.explain.wall.seat_wall import (
    SeatWall,
    TablePlaces,
    likelier_tiers,
    said_tiers,
    seat_wall,
    usual_shift,
    wall_rows,
)
from vision.explain.wall.widths import Eye, WallLook

_SURE: Final = 0.96
"""Chance that all that is said of a wall is right, below which its least sure stacks are left open.

Measured on painted tables: of 128 walls from above one was told wrong from .96 on, three from .955 on.
"""
_UNSEEN: Final = 0.5
"""Share of a stack's place that is not seen from which nothing is said of it; chosen: half of it."""
_PLACED: Final = 0.9
"""Chance that all indicators lie on the stacks and tiers that are told, below which they are no likely reading; chosen:
as sure as a wall's least sure stacks."""
_CERTAIN: Final = 1e-4
"""Doubt below which there is no runner-up; chosen: nobody would look at it."""


@dataclass(frozen=True, slots=True)
class ExplainedWalls:
    """Walls and indicators as in ``TableExplanation``; ``used``: numbers of the tiles that they are made of."""

    walls: tuple[ZoneReading[tuple[int | None, ...]] | None, ...]
    indicators: ZoneReading[tuple[SeenIndicator, ...]] | None
    used: frozenset[int]


def explain_walls(
    tiles: Sequence[FoundTile],
    layout: Layout,
    ground: TableGround | None = None,
    eye: Eye | None = None,
    look: WallLook | None = None,
) -> ExplainedWalls:
    """The likeliest walls and the indicators on and before them.

    ``eye`` tells tiles lifted at the wrong tier, ``look`` how wide they look.
    """
    ring = wall_ring(layout.profile.wall.stacks)
    places = TablePlaces(tiles, layout.profile.tile.thickness_mm, eye)
    rows = [wall_rows(places, layout, seat) for seat in SEATS]
    shift_mm = usual_shift(rows, layout)
    sight = None if eye is None or look is None else (eye, look)
    tiers = said_tiers(rows) if sight is None else likelier_tiers(rows, layout, *sight)
    parts = [
        seat_wall(tiles, own, layout, ground, shift_mm, each, sight) for own, each in zip(rows, tiers, strict=True)
    ]
    seen = [part.seen(shown) for part, shown in zip(parts, ring.shown, strict=True)]
    chances = ring.chances([ways for _, ways in seen])
    walls: list[ZoneReading[tuple[int | None, ...]] | None] = []
    indicators: list[SeenIndicator] = []
    used: set[int] = set()
    placed = 1.0
    for part, (scores, ways), shown, chance in zip(parts, seen, ring.shown, chances, strict=True):
        weights = np.empty(scores.shape)
        for (_, which), way, each in zip(part.ways, ways, chance, strict=True):
            weights[which] = np.exp(scores[which] - way.scores) * each
        heights = part.heights(weights @ shown)
        walls.append(_reading(heights, part.unseen))
        match = int(weights.sum(axis=1).argmax())
        stacks = part.matches.stack[match]
        stands = (stacks >= 0) & (heights[stacks, 0] < 0.5)
        used.update(part.tiles.index[stands].tolist())
        for indicator, number in _indicators(tiles, part, np.where(stands, stacks, -1), heights):
            indicators.append(indicator)
            used.add(number)
        placed *= _surely_placed(part, weights.sum(axis=1), np.where(stands, stacks, -1), heights)
    known = any(wall is not None for wall in walls)
    named = float(np.prod([each.seen.confidence for each in indicators]))
    told = named * (placed if placed >= _PLACED else 1 - _PLACED)
    return ExplainedWalls(tuple(walls), ZoneReading(tuple(indicators), told) if known else None, frozenset(used))


def _reading(heights: Floats, unseen: Floats) -> ZoneReading[tuple[int | None, ...]] | None:
    """The likeliest heights; the least sure are left open until all that is said is sure."""
    hidden = np.nan_to_num(unseen) > _UNSEEN
    if hidden.all():
        return None
    best, likely = heights.argmax(axis=1), heights.max(axis=1)
    doubt = np.where(hidden, 0.0, 1 - likely)
    said = ~hidden
    for stack in np.argsort(-doubt).tolist():
        if doubt[said].sum() <= 1 - _SURE:
            break
        said[stack] = False
    content = tuple(height if sure else None for height, sure in zip(best.tolist(), said.tolist(), strict=True))
    worst = int(doubt.argmax())
    other = None
    if doubt[worst] > _CERTAIN:
        second = best.copy()
        second[worst] = np.argsort(heights[worst])[-2]
        other = tuple(second.tolist())
    return ZoneReading(content, float(np.prod(likely[said])), other)


def _surely_placed(part: SeatWall, weights: Floats, stacks: NDArray[np.int64], heights: Floats) -> float:
    """How sure it is on which stacks and tiers the faces of a wall lie; ``weights`` [M] of matches."""
    sure = 1.0
    for place in np.flatnonzero((stacks >= 0) & ~part.tiles.back).tolist():
        here = part.matches.stack[:, place] == stacks[place]
        lower, upper = heights[stacks[place], 1:].tolist()
        sure *= float(weights[here].sum() / weights.sum()) * max(lower, upper) / (lower + upper)
    return sure


def _indicators(
    tiles: Sequence[FoundTile], part: SeatWall, stacks: NDArray[np.int64], heights: Floats
) -> list[tuple[SeenIndicator, int]]:
    """The faces on a wall, and those that lie before a stack whose lower tile shows its face; with their numbers."""
    found = []
    for place in np.flatnonzero((stacks >= 0) & ~part.tiles.back).tolist():
        stack, index = int(stacks[place]), int(part.tiles.index[place])
        lower = bool(heights[stack, 1] > heights[stack, 2])
        found.append((SeenIndicator(_seen(tiles[index]), part.seat, stack + 1, lower), index))
        if lower and place in part.before:
            before = part.before[place]
            found.append((SeenIndicator(_seen(tiles[before]), part.seat, stack + 1), before))
    return found


def _seen(tile: FoundTile) -> SeenTile:
    return SeenTile(tile.tile, tile.x, tile.y, tile.angle, tile.confidence, tile.other)
