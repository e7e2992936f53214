"""Explain the four walls and their indicators from detected tiles: their rows, their stacks, the order of draw."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.ports.eyes import SeenIndicator
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from hardware.profiles.schema import TileSize
from vision.arrays import Floats
from vision.explain.chances import doubt, learnt_chances, unlikely
from vision.explain.found import Eye, FoundTile, Stood, Surface, TableGround, ZoneReading, outlines
from vision.explain.wall.conservation import TableCount
from vision.explain.wall.lifted import NOTHING_KNOWN, KnownWalls
from vision.explain.wall.ring import FULL_STACK, SeenPatterns, SeenRing, wall_ring
from vision.explain.wall.seat_wall import (
    SeatWall,
    WallPicture,
    WallRows,
    lifted_together,
    seat_wall,
    usual_shift,
    wall_rows,
    with_widths,
)
from vision.explain.wall.stacks import BEYOND
from vision.explain.wall.widths import WallLook
from vision.image.cached_answers import CachedAnswers

_WHOLE: Final = 0.9
"""Probability, by the explanation, that a wall is right in every stack, from which all of it is reported.

Chosen on 1,920 painted walls in six ways of laying and seeing: of 1,739 from .95 on 4 are wrong, of 44 more from .92
on 2: the probability is calibrated. By the model's probabilities of their stacks fewer are reported and more are wrong.
Of ten path-traced ones from .9 on all are right."""
_SURE: Final = 0.97
"""Model probability of any other wall below which its least certain stacks are left undetermined.

Chosen likewise: of walls reported in part 3 are wrong, from .93 on 9."""
_UNSEEN: Final = 0.5
"""Share of a stack's place out of sight from which its height is undetermined; chosen: half of it."""
_NEVER: Final = 1e-9
"""Probability below which a pattern of heights is ignored; chosen: no report is ever more certain."""
_ASLANT: Final = 0.6
"""Tangent of the viewing angle, 31 degrees, from which a wall's stacks hide its end."""
_ON_OPEN: Final = 0.5
"""Upper bound, from that angle on, of the probability of indicators if one is on an undetermined stack; measured on
path-traced tables: of four from 45 degrees three were a stack off, of six from above none."""
_ON_STACK: Final = 0.99
"""Probability from which the stack of a tile is certain; chosen: later steps rely on it."""
_CERTAIN: Final = 1e-4
"""Doubt below which no runner-up is reported; chosen: nobody would look at it."""
_HIDDEN: Final = 0.15
"""Hidden share of a face from which the number of its dots or bamboos is unknown.

Measured on painted tables seen from 30 to 45 degrees: of 21 such faces of ura indicators with a fifth and more hidden,
named with up to .99, 6 were others with fewer; of 77 with less hidden none was wrong."""
_MOSTLY: Final = 0.5
"""The same share for any other name; chosen: a 4z was seen in an 8p of which a fifth showed."""
_DOUBTED: Final = 0.7
"""Largest confidence of such a name; chosen: two in three were right."""
_COUNTED: Final = frozenset(
    (*range(Tile.M1, Tile.M3 + 1), *range(Tile.P1, Tile.P9 + 1), *range(Tile.S1, Tile.S9 + 1), Tile.P5_RED, Tile.S5_RED)
)
"""Faces that differ from others only in how often they show the same symbol."""
_HIGHER: Final = 1.5
"""Height, in thicknesses, from which a tile is above one on the table; chosen: between one and two."""
_NEAR_MM: Final = 60.0
"""Distance, mm, between the centres of tiles within which one may hide the other; chosen: a stack's height at 60
degrees."""
_SUREST: Final = 12.0
"""Log odds for full certainty; chosen."""


@dataclass(frozen=True, slots=True)
class ExplainedWalls:
    """Walls and indicators as in ``TableExplanation``; ``used``: indices of the tiles in them.

    ``stacks``: wall and stack, from 0, of the tiles in a wall's row by index, -1 if not certain. ``tiles``
    [of the set + 1]: probabilities of the number of tiles in all walls.
    """

    walls: tuple[ZoneReading[tuple[int | None, ...]] | None, ...]
    indicators: ZoneReading[tuple[SeenIndicator, ...]] | None
    used: frozenset[int]
    stacks: Mapping[int, tuple[Seat, int]]
    tiles: Floats

    def stood(self, found: Sequence[FoundTile]) -> tuple[Stood, ...]:
        """Places of the wall tiles among ``found``, each with its stack if that is certain."""
        sure = {number: place for number, place in self.stacks.items() if place[1] >= 0}
        spots = ((found[number], sure.get(number, (None, -1))) for number in sorted(self.used))
        return tuple(Stood(tile.x, tile.y, wall, stack, tile.surface is Surface.BACK) for tile, (wall, stack) in spots)


@dataclass(frozen=True, slots=True)
class _WallsReading:
    """Walls and indicators with the signs of the latter; ``known``: True if any wall is in sight.

    ``used``: for each wall, its tiles on stacks, those stacks (-1: uncertain), and the tiles with a lifted indicator
    before them.
    """

    known: bool
    walls: tuple[ZoneReading[tuple[int | None, ...]] | None, ...]
    indicators: tuple[SeenIndicator, ...]
    signs: dict[str, float]
    used: tuple[tuple[NDArray[np.int64], NDArray[np.int64], tuple[int, ...]], ...]
    tiles: Floats


def explain_walls(
    tiles: Sequence[FoundTile],
    layout: Layout,
    ground: TableGround | None = None,
    eye: Eye | None = None,
    look: WallLook | None = None,
    kept: CachedAnswers | None = None,
    count: TableCount | None = None,
    before: ZoneReading[tuple[SeenIndicator, ...]] | None = None,
    told: Sequence[SeenIndicator] = (),
    known: KnownWalls = NOTHING_KNOWN,
) -> ExplainedWalls:
    """Return the most likely walls and the indicators on and before them.

    ``eye``: position of the lens, to correct places computed for the wrong tier; ``look``, ``kept``: see ``explain``;
    ``count``: numbers of the rest of the table; ``before``: the indicators of the last picture, ``told``: the last
    confirmed ones; ``known``: further evidence of earlier pictures.
    """
    kept = CachedAnswers() if kept is None else kept
    picture = WallPicture(tiles, layout, kept, ground, eye, look)
    shown = () if before is None else before.content
    rows = kept.answer(
        "wall rows",
        (list(tiles), shown, told, known, eye, layout.profile.wall, layout.profile.tile),
        partial(wall_rows, picture, known, shown, told),
    )
    asked = _given(rows, picture), count
    seen = kept.answer(("walls", count is None), asked, partial(_read_walls, rows, picture, count))
    stacks, before_them = dict[int, tuple[Seat, int]](), set[int]()
    for own, (stand, on, lifted) in zip(rows, seen.used, strict=True):
        numbers = own.tiles.index[stand].tolist()
        stacks |= zip(numbers, ((own.seat, stack) for stack in on.tolist()), strict=True)
        before_them |= {own.lifted[place] for place in lifted}
    chance = learnt_chances().chance("indicators", seen.signs)
    aslant = seen.signs.get("aslant", 0.0) > _ASLANT
    if aslant and any(_is_open(seen.walls[each.wall], each.stack) for each in seen.indicators):
        chance = min(chance, _ON_OPEN)
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


def _given(rows: Sequence[WallRows], picture: WallPicture) -> tuple[object, ...]:
    """Comparison key: all inputs of the walls except the picture."""
    faces = [
        picture.tiles[number] for own in rows for number in (*own.tiles.index[~own.tiles.back], *own.lifted.values())
    ]
    profile = picture.layout.profile
    return [(own.lie(), list(own.lifted)) for own in rows], faces, picture.eye, profile.wall, profile.tile


class _SeenWalls(NamedTuple):
    """Evidence of each wall, of its patterns by match and by placement of indicators, and of all walls together."""

    parts: list[SeatWall]
    patterns: list[tuple[Floats, list[SeenPatterns]]]
    ring: SeenRing


def _seen_walls(rows: Sequence[WallRows], picture: WallPicture) -> _SeenWalls:
    parts, profile = [], picture.layout.profile
    shift_mm = usual_shift(rows, picture.layout)
    rows = with_widths(rows, picture)
    for own, together in zip(rows, lifted_together(rows, picture), strict=True):
        given = own.lie(), list(own.lifted), shift_mm, together, profile.wall, profile.tile
        parts.append(
            picture.kept.answer(("wall", own.seat), given, partial(seat_wall, own, shift_mm, together, picture))
        )
    ring = wall_ring(profile.wall.stacks)
    patterns = [part.seen(shown) for part, shown in zip(parts, ring.shown, strict=True)]
    return _SeenWalls(parts, patterns, ring.seen([ways for _, ways in patterns]))


def _read_walls(rows: Sequence[WallRows], picture: WallPicture, count: TableCount | None) -> _WallsReading:
    seen = picture.kept.answer("walls seen", _given(rows, picture), partial(_seen_walls, rows, picture))
    # The same tiles may have other indices by now.
    parts = [replace(part, tiles=own.tiles, before=own.lifted) for part, own in zip(seen.parts, rows, strict=True)]
    ring = wall_ring(picture.layout.profile.wall.stacks)
    chances = ring.chances(seen.ring, count)
    walls: list[ZoneReading[tuple[int | None, ...]] | None] = []
    indicators: list[SeenIndicator] = []
    used: list[tuple[NDArray[np.int64], NDArray[np.int64], tuple[int, ...]]] = []
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
        found, before = _indicators(part, np.where(stands, stacks, -1), heights, picture)
        indicators += found
        place = np.flatnonzero(stands)
        sure = (part.matches.stack == stacks)[:, place].T @ matched > _ON_STACK * matched.sum()
        used.append((place, np.where(sure, stacks[place], -1), before))
        signs = _stack_signs(part, heights, matched, picture)
        signs["suits"] = np.full(len(heights), chances.suits)
        of_stacks.append(signs)
        walls.append(_reading(heights, part.unseen, signs))
        placed *= _surely_placed(part, matched, np.where(stands, stacks, -1), heights)
    known = not all(_hidden(part.unseen).all() for part in parts)
    standing = [int(each) for signs in of_stacks for each in signs["height"]]
    broken = 0 < sum(standing) < FULL_STACK * len(standing)
    counts = {
        "places": doubt(placed),
        "names": sum(unlikely(each.seen.confidence) for each in indicators),
        "indicators": float(len(indicators)),
        # A wall that was broken into shows an indicator.
        "none": float(not indicators and broken),
        **{name: max(float(signs[name][0]) for signs in of_stacks) for name in ("shift", "other match")},
        "faces left": float(sum((~own.tiles.back).sum() for own in rows)) - sum(not each.lower for each in indicators),
        "own doubted": max((float(of_stacks[each.wall]["doubtful"][0]) for each in indicators), default=0.0)
        + len(indicators)
        - len({(each.seen.x, each.seen.y) for each in indicators}),
        "aslant": float(of_stacks[0]["aslant"][0]),
        "single": float(standing.count(1)),
        "suits": chances.suits,
        "unlike kongs": 0.0 if count is None else count.unlike(len({(each.wall, each.stack) for each in indicators})),
    }
    return _WallsReading(known, tuple(walls), tuple(indicators), counts, tuple(used), chances.tiles)


def _reading(
    heights: Floats, unseen: Floats, signs: Mapping[str, Floats]
) -> ZoneReading[tuple[int | None, ...]] | None:
    """The most likely heights; if the wall is doubtful, those of the surest stacks alone. None if all is hidden."""
    hidden = _hidden(unseen)
    if hidden.all():
        return None
    best, said = heights.argmax(axis=1), ~hidden
    apart = np.where(hidden, 0.0, 1 - heights.max(axis=1))
    chance, worst = 1 - float(apart.sum()), int(apart.argmax())
    if chance < _WHOLE:
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
    """Probability that the stacks and tiers of a wall's faces are right; ``weights`` [M]: of its matches."""
    sure = 1.0
    for place in np.flatnonzero((stacks >= 0) & ~part.tiles.back).tolist():
        here = part.matches.stack[:, place] == stacks[place]
        lower, upper = heights[stacks[place], 1:].tolist()
        sure *= float(weights[here].sum() / weights.sum()) * max(lower, upper) / (lower + upper)
    return sure


def _indicators(
    part: SeatWall, stacks: NDArray[np.int64], heights: Floats, picture: WallPicture
) -> tuple[list[SeenIndicator], tuple[int, ...]]:
    """Faces on a wall, those before a stack whose lower tile shows its face, and the tiles behind the latter."""
    tiles, found, before = picture.tiles, [], []
    for place in np.flatnonzero((stacks >= 0) & ~part.tiles.back).tolist():
        stack = int(stacks[place])
        lower = bool(heights[stack, 1] > heights[stack, 2])
        face = tiles[int(part.tiles.index[place])]
        if lower:
            face = doubted_where_hidden(face, tiles, picture.layout.profile.tile, picture.eye)
        found.append(SeenIndicator(face.seen, part.seat, stack + 1, lower))
        if lower and place in part.before:
            found.append(SeenIndicator(tiles[part.before[place]].seen, part.seat, stack + 1))
            before.append(place)
    return found, tuple(before)


def _stack_signs(part: SeatWall, heights: Floats, matched: Floats, picture: WallPicture) -> dict[str, Floats]:
    """Signs [stacks] of the most likely of the ``heights``; ``matched`` [M]: probability of each match of its tiles."""
    count = len(heights)
    best, likely = heights.argmax(axis=1), heights.max(axis=1)
    likely = np.clip(likely, 1e-9, 1 - 1e-9)
    match = int(matched.argmax())
    stacks = part.matches.stack[match]
    lies = np.flatnonzero(stacks >= 0)
    at = stacks[lies]
    high = (best[at] > 1).astype(int)
    places = part.matches.places[match][BEYOND:-BEYOND]
    around = np.concatenate([best[:1], best, best[-1:]])
    differs = around[1:] != around[:-1]

    def on_stacks(values: Floats, otherwise: float = 0.0) -> Floats:
        each = np.full(count, otherwise)
        each[at] = values
        return each

    widths, eye = picture.layout.profile.tile.width_mm, picture.eye
    # A wall is at its confirmed place, however far it had slid before.
    known = part.tiles.known[lies]
    slid = 0.0 if (known == at).any() else abs(float(places.mean())) / widths
    side = 2.0 * high - 1.0
    share = float(matched.max() / matched.sum())
    tilt = 0.0 if eye is None else float(np.hypot(eye[0], eye[1]) / eye[2])
    return {
        "height": best.astype(np.float64),
        "other height": np.log((1 - likely) / likely),
        "empty": np.asarray(best == 0, np.float64),
        "single": np.asarray(best == 1, np.float64),
        "step": np.asarray(differs[:-1] | differs[1:], np.float64),
        "not found": np.asarray((on_stacks(np.ones(len(at))) == 0) & (best > 0), np.float64),
        "seen otherwise": on_stacks(-side * part.lead[lies], -_SUREST),
        "off place": on_stacks(np.abs(part.tiles.along[lies, high] - places[at]) / widths),
        "laid before": on_stacks(np.isin(lies, list(part.before)) * (best[at] == 1.0)),
        "face": on_stacks(np.asarray(~part.tiles.back[lies], np.float64)),
        "other match": np.full(count, np.log((1 - share + 1e-6) / share)),
        "shift": np.full(count, slid),
        "ends": np.full(count, float(best[0] == 0) + float(best[-1] == 0)),
        "tiles": np.full(count, len(at) / count),
        "aslant": np.full(count, tilt),
        "doubtful": np.full(count, float((1 - likely).sum())),
    }


def doubted_where_hidden(tile: FoundTile, others: Sequence[FoundTile], size: TileSize, eye: Eye | None) -> FoundTile:
    """Return the tile, its name in doubt if higher tiles hide the part that identifies it."""
    if eye is None or tile.confidence <= _DOUBTED:
        return tile
    most = _HIDDEN if tile.tile in _COUNTED else _MOSTLY
    return replace(tile, confidence=_DOUBTED) if hidden_share(tile, others, size, eye) > most else tile


def hidden_share(tile: FoundTile, others: Sequence[FoundTile], size: TileSize, eye: Eye) -> float:
    """Share 0-1 of a face on the table that ``others`` hide from the lens at ``eye``."""
    low = size.thickness_mm
    near = [each for each in others if each is not tile and math.dist((each.x, each.y), (tile.x, tile.y)) < _NEAR_MM]
    higher = [each for each in near if each.z > _HIGHER * low]
    hidden = 0.0
    face, *feet = outlines([tile, *higher], size)
    for other, foot in zip(higher, feet, strict=True):
        lens, drop = np.array(eye[:2]), (eye[2] - low) / (eye[2] - other.z)
        shade = cv2.convexHull(np.concatenate([foot, lens + (foot - lens) * drop]).astype(np.float32))
        hidden += cv2.intersectConvexConvex(face.astype(np.float32), shade)[0]
    return min(1.0, hidden / (size.width_mm * size.height_mm))
