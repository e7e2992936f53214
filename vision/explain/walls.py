"""The four walls and the indicators on them, from tiles found anywhere: their rows, their stacks, the order of draw."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from controller.ports.eyes import SeenIndicator, SeenTile
from controller.riichi.seat import SEATS, Seat
from hardware.profiles.layout import Layout
from vision.arrays import Floats
from vision.explain.found import FoundTile, Surface, TableGround, ZoneReading
from vision.explain.walls_line import WallLine, WallTiles, wall_lines
from vision.explain.walls_ring import HEIGHTS, wall_ring
from vision.explain.walls_stacks import BEYOND, StackMatch, evidence, likelier_heights, matches

Eye = tuple[float, float, float]
"""Where the lens is: x, y, z mm in the table frame."""

_FULL: Final = HEIGHTS - 1
_SURE: Final = 0.99
"""Chance that all that is said of a wall is right, below which its least sure stacks are left open; chosen: one wall
in a hundred at most, and most are far surer."""
_UNSEEN: Final = 0.5
"""Share of a stack's place that is not seen from which nothing is said of it; chosen: half of it."""
_DISTURBED: Final = 1e-4
"""Chance that a stack is not as the order of draw left it; chosen: one table in a hundred."""
_LIFTED: Final = (0.03, 0.95)
"""Chance that of a stack with a face in sight the upper tile was lifted, where no face lies before it and where one
does; chosen: a row of a river may reach there, a lifted tile may be missed."""
_MOST_TURN: Final = 25.0
"""Degrees by which a tile of a wall is turned against its owner at most; chosen above the 15 of a wall and its own."""
_INWARDS_MM: Final = 120.0
"""How far, mm, inside its due place a wall's tile lies at most; chosen: walls are pushed to the rivers and turned."""
_OUTWARDS_MM: Final = 45.0
"""How far, mm, outside its due place it lies at most; chosen: hands lie 66 farther out."""
_BESIDE_MM: Final = 70.0
"""How far, mm, a wall's tile lies beyond the wall's due ends; chosen: more than rows are shifted and gaps add up."""
_BEFORE_MM: Final = 9.0
"""Standard deviation of a lifted indicator against the place before its stack, mm; chosen: it is laid by hand."""
_BEFORE_REACH: Final = 2.0
"""How many of them off a face is not taken for it; chosen: the next stack's is more than two off."""
_LIFT_GAP_MM: Final = 2.0
"""Gap between a lifted indicator and its wall, mm; chosen: it is laid against it."""


@dataclass(frozen=True, slots=True)
class ExplainedWalls:
    """Walls and indicators as in ``TableExplanation``; ``used``: numbers of the tiles that they are made of."""

    walls: tuple[ZoneReading[tuple[int | None, ...]] | None, ...]
    indicators: ZoneReading[tuple[SeenIndicator, ...]] | None
    used: frozenset[int]


@dataclass(frozen=True, slots=True)
class _SeatWall:
    seat: Seat
    tiles: WallTiles
    matches: list[StackMatch]
    evidence: list[Floats]
    unseen: Floats
    before: dict[int, int]


def explain_walls(
    tiles: Sequence[FoundTile], layout: Layout, ground: TableGround | None = None, eye: Eye | None = None
) -> ExplainedWalls:
    """The likeliest walls and the indicators on and before them; ``eye`` tells tiles lifted at the wrong tier."""
    stacks = layout.profile.wall.stacks
    ring = wall_ring(stacks)
    parts = [_seat_wall(tiles, layout, seat, ground, eye) for seat in SEATS]
    scores = []
    for part, shown in zip(parts, ring.shown, strict=True):
        table = np.stack([_excused(each, part, match) for each, match in zip(part.evidence, part.matches, strict=True)])
        scores.append(
            table.reshape(len(table), -1).astype(np.float32) @ shown.T
            + np.array([[match.score] for match in part.matches], np.float32)
        )
    faces = tuple(
        (part.seat, stack + 1)
        for part, score in zip(parts, scores, strict=True)
        for stack in _faces(part, part.matches[int(score.max(axis=1).argmax())])
    )
    chances = ring.chances(tuple(np.logaddexp.reduce(score.astype(np.float64), axis=0) for score in scores), faces)
    walls: list[ZoneReading[tuple[int | None, ...]] | None] = []
    indicators: list[SeenIndicator] = []
    used: set[int] = set()
    for part, score, shown, chance in zip(parts, scores, ring.shown, chances, strict=True):
        share = np.exp(score - np.logaddexp.reduce(score, axis=0))
        weights = share * chance
        best = int(weights.sum(axis=1).argmax())
        heights = _heights(part, weights @ shown)
        walls.append(_reading(heights, part.unseen))
        match = part.matches[best]
        used.update(int(index) for index in part.tiles.index[match.stack >= 0])
        found = _indicators(tiles, part, match, heights)
        indicators += [each for each, _ in found]
        used.update(index for _, index in found)
    reading = ZoneReading(tuple(indicators), _certain(indicators)) if any(wall is not None for wall in walls) else None
    return ExplainedWalls(tuple(walls), reading, frozenset(used))


def _seat_wall(
    tiles: Sequence[FoundTile], layout: Layout, seat: Seat, ground: TableGround | None, eye: Eye | None
) -> _SeatWall:
    profile = layout.profile
    stacks, width = profile.wall.stacks[seat], profile.tile.width_mm
    own = _own_tiles(tiles, layout, seat, eye)
    lines = wall_lines(own, profile.wall.distance_mm, width)
    lead = likelier_heights(own, lines)
    members = np.zeros(len(own), bool)
    for line in lines:
        members |= line.members
    found = matches(own, members, lead, stacks, width)
    unseen, bare = _ground(layout, seat, lines, found[0], ground)
    before = {
        place: face
        for place in np.flatnonzero(members & ~own.back).tolist()
        if (face := _lifted(tiles, layout, seat, own, place)) is not None
    }
    seen = []
    for each in found:
        nearest = np.abs(each.places[BEYOND:-BEYOND, None] - found[0].places).argmin(axis=1)
        seen.append(evidence(each, lead, unseen[nearest], bare[nearest]))
    return _SeatWall(seat, own, found, seen, unseen[BEYOND:-BEYOND], before)


def _own_tiles(tiles: Sequence[FoundTile], layout: Layout, seat: Seat, eye: Eye | None) -> WallTiles:
    """The tiles that may be of a seat's wall, by place and turn."""
    profile = layout.profile
    thick, due = profile.tile.thickness_mm, profile.wall.distance_mm
    half = profile.wall.stacks[seat] * profile.tile.width_mm / 2 + _BESIDE_MM
    places, turns, indices = [], [], []
    for index, tile in enumerate(tiles):
        turn = (tile.angle + 90.0 * seat + 90.0) % 180.0 - 90.0
        across, out = layout.local(seat, tile.x, tile.y)
        near = due - _INWARDS_MM < out < due + _OUTWARDS_MM and abs(across) < half
        if tile.surface is Surface.TOP or abs(turn) > _MOST_TURN or not near:
            continue
        places.append([layout.local(seat, *_at_height(tile, eye, level * thick)) for level in (1, 2)])
        turns.append(turn)
        indices.append(index)
    own, spots = [tiles[index] for index in indices], np.array(places).reshape(-1, 2, 2)
    return WallTiles(
        -spots[:, :, 0],
        spots[:, :, 1],
        -np.radians(turns),
        np.array([tile.upper for tile in own]),
        np.array([tile.surface is Surface.BACK for tile in own], np.bool_),
        np.array([tile.score for tile in own]),
        np.array(indices, np.int64),
    )


def _at_height(tile: FoundTile, eye: Eye | None, z: float) -> tuple[float, float]:
    """Where the same picture of a tile lies if the surface seen is at another height."""
    if eye is None:
        return tile.x, tile.y
    reach = (eye[2] - z) / (eye[2] - tile.z)
    return eye[0] + (tile.x - eye[0]) * reach, eye[1] + (tile.y - eye[1]) * reach


def _ground(
    layout: Layout, seat: Seat, lines: list[WallLine], match: StackMatch, ground: TableGround | None
) -> tuple[Floats, Floats]:
    """Shares of the places of stacks where no tile was found that are unseen, and that plainly show the table.

    They run on beyond either end of the wall, as tiles may lie on other stacks than ``match`` has them on.
    """
    size, stacks = layout.profile.tile, layout.profile.wall.stacks[seat]
    unseen, bare = (np.full(stacks + 2 * BEYOND, np.nan) for _ in range(2))
    if ground is None:
        return unseen, bare
    at, slope = (lines[0].at, lines[0].slope) if lines else (layout.profile.wall.distance_mm, 0.0)
    corners = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * [size.width_mm, size.height_mm]
    for place in set(range(len(unseen))) - set((match.stack[match.stack >= 0] + BEYOND).tolist()):
        along = match.places[place]
        outline = corners + np.array([-along, at + slope * along])
        spots = [layout.place(seat, float(across), float(out)) for across, out in outline]
        places = np.array([(spot.x, spot.y) for spot in spots])
        unseen[place], bare[place] = ground.unseen(places), ground.bare(places)
    return unseen, bare


def _excused(found: Floats, part: _SeatWall, match: StackMatch) -> Floats:
    """The evidence for heights as the order of draw leaves them, which a stack rarely differs from."""
    return np.asarray(np.logaddexp.reduce(found[:, None, :] + np.log(_differs(part, match)), axis=2))


def _differs(part: _SeatWall, match: StackMatch) -> Floats:
    """Chances of each stack's height, given what the order of draw leaves of it [stacks, HEIGHTS left, HEIGHTS]."""
    table = np.full((HEIGHTS, HEIGHTS), _DISTURBED) + np.eye(HEIGHTS) * (1 - HEIGHTS * _DISTURBED)
    chances = np.tile(table, (len(part.unseen), 1, 1))
    for stack, before in _faces(part, match).items():
        lifted = _LIFTED[before is not None]
        chances[stack, _FULL] = [_DISTURBED, lifted, 1 - lifted - _DISTURBED]
    return chances


def _faces(part: _SeatWall, match: StackMatch) -> dict[int, int | None]:
    """Stacks on which a face is seen, and the number of the face that lies before each."""
    there = (match.stack >= 0) & ~part.tiles.back
    return {int(match.stack[place]): part.before.get(int(place)) for place in np.flatnonzero(there)}


def _heights(part: _SeatWall, shown: Floats) -> Floats:
    """Chances of each stack's height [stacks, HEIGHTS]; ``shown`` [matches, stacks * HEIGHTS]: as drawn, by match."""
    total = np.zeros((len(part.unseen), HEIGHTS))
    for drawn, found, match in zip(shown, part.evidence, part.matches, strict=True):
        joint = found[:, None, :] + np.log(_differs(part, match))
        joint = np.exp(joint - np.logaddexp.reduce(joint, axis=2, keepdims=True))
        total += (drawn.reshape(-1, HEIGHTS)[:, :, None] * joint).sum(axis=1)
    return np.asarray(total / total.sum(axis=1, keepdims=True))


def _reading(heights: Floats, unseen: Floats) -> ZoneReading[tuple[int | None, ...]] | None:
    """The likeliest heights; the least sure are left open until all that is said is sure."""
    hidden = np.nan_to_num(unseen) > _UNSEEN
    if hidden.all():
        return None
    best, likely = heights.argmax(axis=1), heights.max(axis=1)
    doubt = np.where(hidden, 0.0, 1 - likely)
    said = ~hidden
    for stack in np.argsort(-doubt):
        if doubt[said].sum() <= 1 - _SURE:
            break
        said[stack] = False
    content = tuple(int(height) if sure else None for height, sure in zip(best, said, strict=True))
    chance = float(np.prod(likely[said]))
    worst = int(np.argmax(doubt))
    second = int(np.argsort(heights[worst])[-2])
    other = (
        None
        if said.all() and doubt[worst] < 1e-4
        else tuple(second if stack == worst else int(height) for stack, height in enumerate(best))
    )
    return ZoneReading(content, chance, other)


def _indicators(
    tiles: Sequence[FoundTile], part: _SeatWall, match: StackMatch, heights: Floats
) -> list[tuple[SeenIndicator, int]]:
    """The faces on a wall, and those that lie before a stack whose lower tile shows its face; with their numbers."""
    found = []
    for place in np.flatnonzero((match.stack >= 0) & ~part.tiles.back):
        stack, index = int(match.stack[place]), int(part.tiles.index[place])
        lower = bool(heights[stack, 1] > heights[stack, _FULL])
        found.append((SeenIndicator(_seen(tiles[index]), part.seat, stack + 1, lower), index))
        before = part.before.get(int(place)) if lower else None
        if before is not None:
            found.append((SeenIndicator(_seen(tiles[before]), part.seat, stack + 1), before))
    return found


def _lifted(tiles: Sequence[FoundTile], layout: Layout, seat: Seat, own: WallTiles, place: int) -> int | None:
    """The face that lies before one of a wall's tiles, towards the middle; None where none does."""
    deep = layout.profile.tile.height_mm + _LIFT_GAP_MM
    best, nearest = None, _BEFORE_REACH
    for index, tile in enumerate(tiles):
        if tile.surface is Surface.FACE:
            across, out = layout.local(seat, tile.x, tile.y)
            off = np.hypot(-across - own.along[place, 0], out - own.out[place, 0] + deep) / _BEFORE_MM
            if off < nearest:
                best, nearest = index, float(off)
    return best


def _seen(tile: FoundTile) -> SeenTile:
    return SeenTile(tile.tile, tile.x, tile.y, tile.angle, tile.confidence, tile.other)


def _certain(indicators: list[SeenIndicator]) -> float:
    """Chance that all faces of the indicators are named right."""
    return float(np.prod([each.seen.confidence for each in indicators]))
