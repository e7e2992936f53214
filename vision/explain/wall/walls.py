"""The four walls and the indicators on them, from tiles found anywhere: their rows, their stacks, the order of draw."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from controller.ports.eyes import SeenIndicator
from controller.riichi.seat import SEATS, Seat
from hardware.profiles.layout import Layout
from hardware.profiles.schema import TileSize
from vision.arrays import Floats
from vision.explain.chances import doubt, learnt_chances, unlikely
from vision.explain.found import FoundTile, Stood, Surface, TableGround, ZoneReading
from vision.explain.wall.conservation import TableCount
from vision.explain.wall.lifted import NOTHING_KNOWN, KnownWalls
from vision.explain.wall.overlooked import doubted_where_hidden
from vision.explain.wall.ring import SeenPatterns, SeenRing, wall_ring
from vision.explain.wall.seat_wall import (
    SeatWall,
    TablePlaces,
    WallRows,
    lifted_together,
    likelier_leads,
    seat_wall,
    usual_shift,
    wall_rows,
)
from vision.explain.wall.signs import stack_signs
from vision.explain.wall.widths import Eye, WallLook
from vision.image.kept import KeptAnswers

_WHOLE: Final = 0.9
"""Probability, by the explanation, that a wall is right in every stack, from which all of it is reported.

Chosen on 1,920 painted walls in six ways of laying and seeing: of 1,739 from .95 on 4 are wrong, of 44 more from .92 on
2: the probability is calibrated. By the learnt chances of their stacks fewer are reported and more are wrong. Of ten
path-traced ones from .9 on all are right.
"""
_WHOLE_IN_PART: Final = 0.95
"""The same of one with a hidden stack; measured on path-traced tables with arms: of five with a wrong stack two were
below, and two right ones."""
_SURE: Final = 0.97
"""Learnt probability of any other wall below which its least sure stacks are left open.

Chosen likewise: of those reported in part 3 are wrong, from .93 on 9.
"""
_UNSEEN: Final = 0.5
"""Share of a stack's place that is not seen from which nothing is said of it; chosen: half of it."""
_FULL_STACK: Final = 2
"""Tiles of a whole stack."""
_NEVER: Final = 1e-9
"""Probability of a pattern of heights that is ignored; chosen: no report is ever surer."""
_ASLANT: Final = 0.6
"""Tangent of the view, 31 degrees, from which a wall's stacks hide its end."""
ON_OPEN: Final = 0.5
"""Probability from there of indicators with one on an open stack, and from anywhere on a wall that may have slid;
measured on path-traced tables: of four from 45 degrees three were a stack off, of six from above none."""
MAY_HAVE_SLID: Final = "slid"
"""Sign of a wall that lacks as many stacks at one end as lie beyond the other."""
_ON_STACK: Final = 0.99
"""Probability from which the stack of a tile is certain; chosen: later steps rely on it."""
_CERTAIN: Final = 1e-4
"""Doubt below which there is no runner-up; chosen: nobody would look at it."""


@dataclass(frozen=True, slots=True)
class ExplainedWalls:
    """Walls and indicators as in ``TableExplanation``; ``used``: numbers of the tiles in them.

    ``stacks``: wall and stack of those in its row, from 0, -1 if not sure. ``tiles`` [of the set + 1]: probabilities of
    the number in all walls.
    """

    walls: tuple[ZoneReading[tuple[int | None, ...]] | None, ...]
    indicators: ZoneReading[tuple[SeenIndicator, ...]] | None
    used: frozenset[int]
    stacks: Mapping[int, tuple[Seat, int]]
    tiles: Floats

    def stood(self, found: Sequence[FoundTile]) -> tuple[Stood, ...]:
        """Places of those among the ``found`` tiles, each with its stack if that is sure."""
        slid = {seat for seat in SEATS if (wall := self.walls[seat]) is not None and wall.signs.get(MAY_HAVE_SLID)}
        sure = {number: place for number, place in self.stacks.items() if place[1] >= 0 and place[0] not in slid}
        spots = ((found[number], sure.get(number, (None, -1))) for number in sorted(self.used))
        return tuple(Stood(tile.x, tile.y, wall, stack, tile.surface is Surface.BACK) for tile, (wall, stack) in spots)


class _UsedTiles(NamedTuple):
    """Indices of a wall's standing tiles, stack of each (-1: unknown), and tiles with a lifted indicator in front."""

    stand: NDArray[np.int64]
    stacks: NDArray[np.int64]
    before: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _ToldWalls:
    """Walls and indicators with the signs of these; ``known``: whether any wall is in sight."""

    known: bool
    walls: tuple[ZoneReading[tuple[int | None, ...]] | None, ...]
    indicators: tuple[SeenIndicator, ...]
    signs: dict[str, float]
    used: tuple[_UsedTiles, ...]
    tiles: Floats


def explain_walls(
    tiles: Sequence[FoundTile],
    layout: Layout,
    ground: TableGround | None = None,
    eye: Eye | None = None,
    look: WallLook | None = None,
    kept: KeptAnswers | None = None,
    count: TableCount | None = None,
    before: ZoneReading[tuple[SeenIndicator, ...]] | None = None,
    told: Sequence[SeenIndicator] = (),
    known: KnownWalls = NOTHING_KNOWN,
    *,
    first: bool = False,
) -> ExplainedWalls:
    """The likeliest walls and the indicators on and before them.

    ``eye``: position of the lens, to correct tiles lifted at the wrong tier, ``look``: their measured widths; ``kept``:
    see ``explain``; ``count``: of the rest of the table; ``before``: the indicators of the last picture, ``told``: the
    last confirmed ones; ``known``: further history. ``first``: no wall is known yet, only which tiles make them.
    """
    kept = KeptAnswers() if kept is None else kept
    shown = () if before is None else before.content
    rows = kept.answer(
        "wall rows",
        (list(tiles), shown, told, known, eye, layout.profile.wall, layout.profile.tile),
        lambda: wall_rows(
            TablePlaces(tiles, layout.profile.tile.thickness_mm, eye, known), layout, kept, tiles, shown, told
        ),
    )
    seen = kept.answer(
        ("walls", first),
        (_given(tiles, rows, layout, eye), count),
        lambda: _told(tiles, rows, layout, ground, eye, look, kept, count, first=first),
    )
    stacks, before_them = dict[int, tuple[Seat, int]](), set[int]()
    for own, each in zip(rows, seen.used, strict=True):
        stand = own.tiles.index[each.stand].tolist()
        stacks |= zip(stand, ((own.seat, stack) for stack in each.stacks.tolist()), strict=True)
        before_them |= {own.lifted[place] for place in each.before}
    chance = learnt_chances().chance("indicators", seen.signs)
    aslant = seen.signs.get("aslant", 0.0) > _ASLANT
    if aslant and any(_is_open(seen.walls[each.wall], each.stack) for each in seen.indicators):
        chance = min(chance, ON_OPEN)
    indicators = ZoneReading(seen.indicators, chance, signs=seen.signs)
    return ExplainedWalls(
        seen.walls,
        indicators if seen.known else None,
        frozenset(stacks.keys() | before_them),
        stacks,
        seen.tiles,
    )


def _is_open(wall: ZoneReading[tuple[int | None, ...]] | None, stack: int) -> bool:
    return wall is not None and wall.content[stack - 1] is None


def _given(tiles: Sequence[FoundTile], rows: Sequence[WallRows], layout: Layout, eye: Eye | None) -> tuple[object, ...]:
    """Comparison key: all inputs of the walls except the picture."""
    faces = [tiles[number] for own in rows for number in (*own.tiles.index[~own.tiles.back], *own.lifted.values())]
    return [(own.lie(), list(own.lifted)) for own in rows], faces, eye, layout.profile.wall, layout.profile.tile


class _SeenWalls(NamedTuple):
    """What is seen of each wall, what that says of its patterns by match and by way, and of all walls together."""

    parts: list[SeatWall]
    patterns: list[tuple[Floats, list[SeenPatterns]]]
    ring: SeenRing


def _seen_walls(
    rows: Sequence[WallRows],
    layout: Layout,
    ground: TableGround | None,
    eye: Eye | None,
    look: WallLook | None,
    kept: KeptAnswers,
) -> _SeenWalls:
    shift_mm = usual_shift(rows, layout)
    leads = [own.lead for own in rows]
    if eye is not None and look is not None:
        leads = likelier_leads(rows, layout, eye, look, kept)
    parts = []
    for own, lead, together in zip(rows, leads, lifted_together(rows, leads, layout, ground), strict=True):
        lie = own.lie(), list(own.lifted), lead.tobytes(), together
        given = lie, shift_mm, layout.profile.wall, layout.profile.tile
        find = partial(seat_wall, own, layout, ground, shift_mm, (lead, together), kept)
        parts.append(kept.answer(("wall", own.seat), given, find))
    ring = wall_ring(layout.profile.wall.stacks)
    patterns = [part.seen(shown) for part, shown in zip(parts, ring.shown, strict=True)]
    return _SeenWalls(parts, patterns, ring.seen([ways for _, ways in patterns]))


def _told(
    tiles: Sequence[FoundTile],
    rows: Sequence[WallRows],
    layout: Layout,
    ground: TableGround | None,
    eye: Eye | None,
    look: WallLook | None,
    kept: KeptAnswers,
    count: TableCount | None,
    *,
    first: bool,
) -> _ToldWalls:
    find = partial(_seen_walls, rows, layout, ground, eye, look, kept)
    seen = kept.answer("walls seen", _given(tiles, rows, layout, eye), find)
    # The same tiles may have other numbers by now.
    parts = [replace(part, tiles=own.tiles, before=own.lifted) for part, own in zip(seen.parts, rows, strict=True)]
    ring = wall_ring(layout.profile.wall.stacks)
    chances = ring.chances(seen.ring, count)
    walls: list[ZoneReading[tuple[int | None, ...]] | None] = []
    indicators: list[SeenIndicator] = []
    used: list[_UsedTiles] = []
    placed = 1.0
    of_stacks: list[dict[str, Floats]] = []
    for part, (scores, ways), shown, chance in zip(parts, seen.patterns, ring.shown, chances.patterns, strict=True):
        weights = np.empty(scores.shape)
        for (_, which), way, each in zip(part.ways, ways, chance, strict=True):
            weights[which] = np.exp(scores[which] - way.scores) * each
        likely = weights.sum(axis=0) > _NEVER
        heights = part.heights(weights[:, likely] @ shown[likely])
        matched = weights.sum(axis=1)
        stacks = part.matches.stack[int(matched.argmax())]
        stands = (stacks >= 0) & (heights[stacks, 0] < 0.5)
        found, before = _indicators(tiles, part, np.where(stands, stacks, -1), heights, layout.profile.tile, eye)
        indicators += found
        place = np.flatnonzero(stands)
        sure = (part.matches.stack == stacks)[:, place].T @ matched > _ON_STACK * matched.sum()
        used.append(_UsedTiles(place, np.where(sure, stacks[place], -1), before))
        if not first:
            signs = stack_signs(part, heights, matched, layout, eye)
            signs["suits"] = np.full(len(heights), chances.suits)
            of_stacks.append(signs)
            walls.append(_reading(heights, part.unseen, signs))
            placed *= _surely_placed(part, matched, np.where(stands, stacks, -1), heights)
    known = not all(_hidden(part.unseen).all() for part in parts)
    if first:
        return _ToldWalls(known, (), tuple(indicators), {}, tuple(used), chances.tiles)
    standing = [int(each) for signs in of_stacks for each in signs["height"]]
    broken = 0 < sum(standing) < _FULL_STACK * len(standing)
    counts = {
        "places": doubt(placed),
        "names": sum(unlikely(each.seen.confidence) for each in indicators),
        "indicators": float(len(indicators)),
        # A wall that is broken into shows an indicator.
        "none": float(not indicators and broken),
        "shift": max(float(signs["shift"][0]) for signs in of_stacks),
        "other match": max(float(signs["other match"][0]) for signs in of_stacks),
        "faces left": float(sum((~own.tiles.back).sum() for own in rows)) - sum(not each.lower for each in indicators),
        "lower": float(sum(each.lower for each in indicators)),
        "own doubted": max((float(of_stacks[each.wall]["doubtful"][0]) for each in indicators), default=0.0)
        + len(indicators)
        - len({(each.seen.x, each.seen.y) for each in indicators}),
        "uneven": max(float(signs["uneven"][0]) for signs in of_stacks),
        "aslant": float(of_stacks[0]["aslant"][0]),
        "single": float(standing.count(1)),
        "suits": chances.suits,
        "unlike kongs": 0.0 if count is None else count.unlike(len({(each.wall, each.stack) for each in indicators})),
    }
    return _ToldWalls(known, tuple(walls), tuple(indicators), counts, tuple(used), chances.tiles)


def _reading(
    heights: Floats, unseen: Floats, signs: Mapping[str, Floats]
) -> ZoneReading[tuple[int | None, ...]] | None:
    """The likeliest heights, or those of the surest stacks if one of them is doubtful."""
    hidden = _hidden(unseen)
    if hidden.all():
        return None
    best, said = heights.argmax(axis=1), ~hidden
    apart = np.where(hidden, 0.0, 1 - heights.max(axis=1))
    chance, worst = 1 - float(apart.sum()), int(apart.argmax())
    if chance < (_WHOLE_IN_PART if hidden.any() else _WHOLE):
        likely = learnt_chances().chances("stack", signs, len(heights))
        said[worst] = False
        for stack in np.argsort(likely).tolist():
            if (1 - likely[said]).sum() <= 1 - _SURE:
                break
            said[stack] = False
        chance = float(np.prod(likely[said]))
    content = tuple(height if sure else None for height, sure in zip(best.tolist(), said.tolist(), strict=True))
    other = None
    if apart[worst] > _CERTAIN:
        second = best.copy()
        second[worst] = np.argsort(heights[worst])[-2]
        other = tuple(second.tolist())
    return ZoneReading(content, chance, other, parts=signs)


def _hidden(unseen: Floats) -> NDArray[np.bool_]:
    return np.asarray(np.nan_to_num(unseen) > _UNSEEN)


def _surely_placed(part: SeatWall, weights: Floats, stacks: NDArray[np.int64], heights: Floats) -> float:
    """How sure it is on which stacks and tiers the faces of a wall lie; ``weights`` [M] of matches."""
    sure = 1.0
    for place in np.flatnonzero((stacks >= 0) & ~part.tiles.back).tolist():
        here = part.matches.stack[:, place] == stacks[place]
        lower, upper = heights[stacks[place], 1:].tolist()
        sure *= float(weights[here].sum() / weights.sum()) * max(lower, upper) / (lower + upper)
    return sure


def _indicators(
    tiles: Sequence[FoundTile],
    part: SeatWall,
    stacks: NDArray[np.int64],
    heights: Floats,
    size: TileSize,
    eye: Eye | None,
) -> tuple[list[SeenIndicator], tuple[int, ...]]:
    """The faces on a wall, and those before a stack whose lower tile shows its face, with that tile."""
    found, before = [], []
    for place in np.flatnonzero((stacks >= 0) & ~part.tiles.back).tolist():
        stack = int(stacks[place])
        lower = bool(heights[stack, 1] > heights[stack, 2])
        face = tiles[int(part.tiles.index[place])]
        if lower:
            face = doubted_where_hidden(face, tiles, size, eye)
        found.append(SeenIndicator(face.seen, part.seat, stack + 1, lower))
        if lower and place in part.before:
            found.append(SeenIndicator(tiles[part.before[place]].seen, part.seat, stack + 1))
            before.append(place)
    return found, tuple(before)
