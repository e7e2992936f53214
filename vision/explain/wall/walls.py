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
    WallRows,
    likelier_tiers,
    said_tiers,
    seat_wall,
    usual_shift,
    wall_rows,
)
from vision.explain.wall.widths import Eye, WallLook
from vision.image.kept import KeptAnswers

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


@dataclass(frozen=True, slots=True)
class _ToldWalls:
    """Walls and indicators with the chance of these; ``used``, ``before``: places of the tiles among those of walls."""

    walls: tuple[ZoneReading[tuple[int | None, ...]] | None, ...]
    indicators: tuple[SeenIndicator, ...]
    chance: float
    used: tuple[NDArray[np.int64], ...]
    before: tuple[tuple[int, ...], ...]


def explain_walls(
    tiles: Sequence[FoundTile],
    layout: Layout,
    ground: TableGround | None = None,
    eye: Eye | None = None,
    look: WallLook | None = None,
    kept: KeptAnswers | None = None,
) -> ExplainedWalls:
    """The likeliest walls and the indicators on and before them.

    ``eye`` tells tiles lifted at the wrong tier, ``look`` how wide they look; ``kept``: see ``explain``.
    """
    kept = KeptAnswers() if kept is None else kept
    places = TablePlaces(tiles, layout.profile.tile.thickness_mm, eye)
    rows = [wall_rows(places, layout, seat) for seat in SEATS]
    faces = [tiles[number] for own in rows for number in (*own.tiles.index[~own.tiles.back], *own.lifted.values())]
    told = kept.answer(
        "walls",
        ([(own.lie(), list(own.lifted)) for own in rows], faces, eye, layout.profile.wall, layout.profile.tile),
        lambda: _told(tiles, rows, layout, ground, eye, look, kept),
    )
    used = {int(number) for own, stands in zip(rows, told.used, strict=True) for number in own.tiles.index[stands]}
    used |= {own.lifted[place] for own, lie in zip(rows, told.before, strict=True) for place in lie}
    known = any(wall is not None for wall in told.walls)
    return ExplainedWalls(told.walls, ZoneReading(told.indicators, told.chance) if known else None, frozenset(used))


def _told(
    tiles: Sequence[FoundTile],
    rows: Sequence[WallRows],
    layout: Layout,
    ground: TableGround | None,
    eye: Eye | None,
    look: WallLook | None,
    kept: KeptAnswers,
) -> _ToldWalls:
    ring = wall_ring(layout.profile.wall.stacks)
    shift_mm = usual_shift(rows, layout)
    sight = None if eye is None or look is None else (eye, look)
    tiers = said_tiers(rows) if sight is None else likelier_tiers(rows, layout, *sight, kept)
    parts = [seat_wall(own, layout, ground, shift_mm, each, sight) for own, each in zip(rows, tiers, strict=True)]
    seen = [part.seen(shown) for part, shown in zip(parts, ring.shown, strict=True)]
    chances = ring.chances([ways for _, ways in seen])
    walls: list[ZoneReading[tuple[int | None, ...]] | None] = []
    indicators: list[SeenIndicator] = []
    used, laid_before = [], []
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
        found, before = _indicators(tiles, part, np.where(stands, stacks, -1), heights)
        indicators += found
        used.append(np.flatnonzero(stands))
        laid_before.append(before)
        placed *= _surely_placed(part, weights.sum(axis=1), np.where(stands, stacks, -1), heights)
    named = float(np.prod([each.seen.confidence for each in indicators]))
    told = named * (placed if placed >= _PLACED else 1 - _PLACED)
    return _ToldWalls(tuple(walls), tuple(indicators), told, tuple(used), tuple(laid_before))


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
) -> tuple[list[SeenIndicator], tuple[int, ...]]:
    """The faces on a wall, and those before a stack whose lower tile shows its face; before which tiles these lie."""
    found, before = [], []
    for place in np.flatnonzero((stacks >= 0) & ~part.tiles.back).tolist():
        stack = int(stacks[place])
        lower = bool(heights[stack, 1] > heights[stack, 2])
        found.append(SeenIndicator(_seen(tiles[int(part.tiles.index[place])]), part.seat, stack + 1, lower))
        if lower and place in part.before:
            found.append(SeenIndicator(_seen(tiles[part.before[place]]), part.seat, stack + 1))
            before.append(place)
    return found, tuple(before)


def _seen(tile: FoundTile) -> SeenTile:
    return SeenTile(tile.tile, tile.x, tile.y, tile.angle, tile.confidence, tile.other)
