"""Evidence of the wall of one seat: its tiles, the stacks on which they may lie, and the height of every stack."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from controller.ports.eyes import SeenIndicator
from controller.riichi.seat import SEATS, Seat
from hardware.profiles.layout import Layout
from vision.arrays import Floats
from vision.explain.found import Eye, FoundTile, Surface, TableGround
from vision.explain.vacant import place_outline
from vision.explain.wall.lifted import (
    BEFORE_MM,
    BEFORE_REACH,
    NOTHING_KNOWN,
    KnownWalls,
    faces_before,
    lifted_behind,
    still_there,
    upper_and_laid,
    was_above,
    was_on,
    with_neighbours,
)
from vision.explain.wall.lines import WallLine, WallTiles, likelier_heights, wall_lines
from vision.explain.wall.ring import FULL_STACK, HEIGHTS, SeenPatterns
from vision.explain.wall.stacks import BEYOND, PART, StackMatches, evidence, matches, seen_ground
from vision.explain.wall.widths import RowStates, WallLook, row_states, weighed
from vision.image.cached_answers import CachedAnswers

_DISTURBED: Final = 3e-5
"""Probability that a stack is not as the order of draw left it; chosen: one table in three hundred."""
_KNOWN: Final = 1 - 1e-5
"""Probability that the upper tile was lifted if the face before the stack was on it and another face is there now;
chosen: nobody lays it there for another reason."""
_LIFTED: Final = (0.01, 0.98)
"""Probability that the upper tile was lifted from a stack with a visible face, without and with a face before it;
chosen: a row of a river may reach there, a lifted tile may be missed."""
_UNTOLD: Final = 0.01
"""Factor on that if a back was there and no face was confirmed on it since; chosen: the upper tile is lifted after it
was the indicator, and one indicator in a hundred was missed."""
_DISCARD: Final = 0.5
"""Probability that the upper tile was lifted if the face before it has a neighbour, as discards have; chosen: walls are
pushed up to rivers."""
_BEHIND: Final = 4.0
"""Gain in log probability that a tile is undetected if the one above it was lifted; chosen: seen at a slant it hides
behind its neighbours, one in three against one in two hundred."""
_ALONE: Final = 4.0
"""Bound of the log odds that one indicator's tiers give for the others; chosen: a stray face is one in fifty."""
_TOGETHER: Final = 3.0
"""Bound of the log odds that all others give for one; chosen: one may have been forgotten, or its lifted tile is a
discard."""
_MOST_TURN: Final = 25.0
"""Largest turn, degrees, of a wall's tile against its owner; chosen above the 15 of a wall plus the tile's own."""
_INWARDS_MM: Final = 120.0
"""Largest distance, mm, of a wall's tile inside its place; chosen: walls are pushed to the rivers and turned."""
_OUTWARDS_MM: Final = 100.0
"""Largest distance, mm, outside its place; chosen: ends of turned walls were 87 out. Rows of hands lie there too, see
``wall_lines``."""
_BESIDE_MM: Final = 70.0
"""Largest distance, mm, of a wall's tile beyond the wall's ends; chosen: more than shifts and gaps add up to."""
_LIFT_GAP_MM: Final = 2.0
"""Gap between a lifted indicator and its wall, mm; chosen: they touch."""
_SHIFT_MM: Final = 11.0
"""Upper bound of the standard deviation, mm, of a wall's shift along its line; chosen: on photographs up to 20 mm."""
_SHIFT_SHARE: Final = 0.7
"""That shift relative to how far walls lie off across their lines; chosen: walls pushed forward slide less, but three
in games lay 26 to 30 mm along beside others that lay 15 off."""
_SHIFT_WEIGHT: Final = 0.4
"""Weight of the bound ``_SHIFT_MM``, in walls; chosen: two walls in their places show how a table is laid."""
_FEWEST: Final = 4
"""Fewest tiles of a row from which it shows how a table is laid; chosen: a line goes through any two."""
_PLAIN: Final = 6.0
"""Log odds from which a tier counts as certain; chosen: one in four hundred is wrong."""
_UPPER: Final = 1
"""Index of the place of an upper tile, of the two places of a tile."""


class WallPicture(NamedTuple):
    """The tiles detected on a table and further evidence of its picture; see ``explain``."""

    tiles: Sequence[FoundTile]
    layout: Layout
    kept: CachedAnswers
    ground: TableGround | None = None
    eye: Eye | None = None
    look: WallLook | None = None


class TablePlaces:
    """Places of all tiles, if the visible surface is that of a lone tile and if it is that of an upper one."""

    def __init__(self, picture: WallPicture, known: KnownWalls = NOTHING_KNOWN) -> None:
        """Without an eye both are the detected places; ``known``: evidence of earlier pictures."""
        tiles, eye, thick = picture.tiles, picture.eye, picture.layout.profile.tile.thickness_mm
        rows = np.array([(tile.x, tile.y, tile.z, tile.angle, tile.upper, tile.score) for tile in tiles])
        rows = rows.reshape(-1, 6)
        self.angle, self.upper, self.score = rows[:, 3], rows[:, 4], rows[:, 5]
        self.back = np.array([tile.surface is Surface.BACK for tile in tiles], np.bool_)
        self.lies = np.array([tile.surface is not Surface.TOP for tile in tiles], np.bool_)
        numbers = np.arange(len(tiles))
        self.in_row = self.lies & ~np.isin(numbers, list(known.apart))
        self.stood = np.isin(numbers, list(known.stood))
        self.turned = known.turned
        self.wall, self.stack = np.full((2, len(tiles)), -1)
        for number, wall, stack in known.stacks:
            self.wall[number], self.stack[number] = wall, stack
        found = np.repeat(rows[:, None, :2], 2, axis=1)
        if eye is not None:
            reach = (eye[2] - thick * np.array([1.0, 2.0])) / (eye[2] - rows[:, 2:3])
            found = np.array(eye[:2]) + (found - np.array(eye[:2])) * reach[:, :, None]
        self.found: Floats = found
        """[N, 2, 2]: x, y mm for heights of 1 and 2."""

    def seen_by(self, layout: Layout, seat: Seat) -> Floats:
        """The same in the frame of a seat: along its edge to the left and out from the centre, mm [N, 2, 2]."""
        across, out = (
            np.array([layout.local(seat, *unit)[axis] for unit in ((1.0, 0.0), (0.0, 1.0))]) for axis in (0, 1)
        )
        return np.stack([-(self.found @ across), self.found @ out], axis=2)


@dataclass(frozen=True, slots=True)
class SeatWall:
    """The wall of one seat: its tiles, their matches to stacks, the evidence of each [M, stacks, HEIGHTS].

    ``lead`` [N]: log odds that its tiles are upper; ``differs`` [M, stacks, HEIGHTS, HEIGHTS]: log probability of each
    actual height by the height that the draw left; ``unseen`` [stacks]: share of each stack's place out of sight, nan
    if it has a tile. ``before``: index of the face before the stack, by tile that shows a face. ``ways``: the stacks
    under the faces, and the matches that have these.
    """

    seat: Seat
    tiles: WallTiles
    lead: Floats
    matches: StackMatches
    evidence: Floats
    differs: Floats
    unseen: Floats
    before: dict[int, int]
    ways: tuple[tuple[tuple[int, ...], list[int]], ...]

    def seen(self, shown: NDArray[np.float32]) -> tuple[Floats, list[SeenPatterns]]:
        """Log likelihoods of every pattern by match [M, P], and by placement of the indicators."""
        excused = np.logaddexp.reduce(self.evidence[:, :, None, :] + self.differs, axis=3)
        scores = excused.reshape(len(excused), -1).astype(np.float32) @ shown.T
        scores = scores.astype(np.float64) + self.matches.score[:, None]
        ways = [
            SeenPatterns(np.logaddexp.reduce(scores[which], axis=0), tuple((self.seat, stack + 1) for stack in stacks))
            for stacks, which in self.ways
        ]
        return scores, ways

    def heights(self, drawn: Floats) -> Floats:
        """Probabilities of each stack's height [stacks, HEIGHTS].

        ``drawn`` [M, stacks * HEIGHTS]: probabilities of the heights that the draw left, by match.
        """
        joint = self.evidence[:, :, None, :] + self.differs
        joint = np.exp(joint - joint.max(axis=3, keepdims=True))
        joint /= joint.sum(axis=3, keepdims=True)
        total = np.einsum("msd,msdh->sh", drawn.reshape(*self.evidence.shape), joint)
        return np.asarray(total / total.sum(axis=1, keepdims=True))


@dataclass(frozen=True, slots=True)
class WallRows:
    """Tiles of the wall of one seat, their rows, and the indices of the faces before them (``lifted``).

    ``lead`` [N]: see ``likelier_heights``; ``faces`` [K,2]: places on its line that faces before it were lifted from,
    along it and out from the centre, mm, without discards in a row; ``known``: tiles whose upper one was seen to be
    lifted; ``rowed``: tiles before which the face has a neighbour; ``stays``: confirmed indicators without an equal
    tile before them; ``turned``: tiles where a back was last confirmed.
    """

    seat: Seat
    tiles: WallTiles
    lines: list[WallLine]
    lead: Floats
    lifted: dict[int, int]
    faces: Floats
    known: frozenset[int]
    rowed: frozenset[int]
    stays: frozenset[int]
    turned: frozenset[int]

    def lie(self) -> list[object]:
        """Comparison key: everything except indices of detected tiles."""
        lines = ((line.at, line.slope, line.members.tobytes()) for line in self.lines)
        told = self.known, self.rowed, self.stays, self.turned
        return [self.seat, *self.tiles.lie(), *lines, self.lead.tobytes(), self.faces.tobytes(), *told]


def wall_rows(
    picture: WallPicture, known: KnownWalls, shown: Sequence[SeenIndicator], told: Sequence[SeenIndicator]
) -> list[WallRows]:
    """Tiles of the wall of each seat, from its owner's right, with their rows.

    ``shown``: the indicators of the last picture, ``told``: the last confirmed ones.
    """
    layout, tiles, places = picture.layout, picture.tiles, TablePlaces(picture, known)
    due_mm, width_mm = layout.profile.wall.distance_mm, layout.profile.tile.width_mm
    found = []
    (on, laid), (sure, _) = (upper_and_laid(those) for those in (shown, told))
    seen = [places.seen_by(layout, seat) for seat in SEATS]
    for seat in SEATS:
        every = _own_tiles(places, seen[seat], layout, seat)
        members, lines, lead = picture.kept.answer(
            ("lines", seat), (every.lie(), due_mm, width_mm), partial(_lines, every, due_mm, width_mm)
        )
        found.append((every.take(members), lines, lead))
    # Ignore the tier of a lifted tile: it lies on the table, or on a stack of the next wall.
    faces, deep = np.flatnonzero(places.lies & ~places.back), layout.profile.tile.height_mm + _LIFT_GAP_MM
    low = [own[faces, 0] + (0.0, deep) for own in seen]

    def moved(seat: Seat, under: int, face: int) -> bool:
        return was_on(tiles[under], tiles[face], on[seat], width_mm)

    lifted = faces_before(faces, places.upper[faces], low, [own for own, _, _ in found], moved)
    free = ~np.isin(faces, [face for before in lifted for face in before.values()])
    rowed = [with_neighbours(spots, spots[free], width_mm) for spots in low]
    return [
        WallRows(
            seat,
            own,
            lines,
            lead,
            before,
            _in_line(lines, spots, ~free | ~rowed[seat]),
            frozenset(
                place
                for place, face in before.items()
                if was_above(tiles[int(own.index[place])], tiles[face], on[seat], laid[seat], width_mm)
            ),
            frozenset(place for place, face in before.items() if rowed[seat][np.searchsorted(faces, face)]),
            frozenset(
                place
                for place in np.flatnonzero(~own.back).tolist()
                if still_there(tiles[int(own.index[place])], sure[seat], width_mm)
                and not (place in before and tiles[before[place]].tile == tiles[int(own.index[place])].tile)
            ),
            frozenset(np.flatnonzero(np.isin(own.index, list(places.turned))).tolist()),
        )
        for seat, (own, lines, lead), before, spots in zip(SEATS, found, lifted, low, strict=True)
    ]


def _in_line(lines: Sequence[WallLine], spots: Floats, among: NDArray[np.bool_]) -> Floats:
    """Return those of ``spots`` [K,2] selected by ``among`` that are in the line of a row, rounded to .1 mm."""
    off = [np.abs(spots[:, 1] - line.at - line.slope * spots[:, 0]) for line in lines]
    here = np.min([np.full(len(spots), np.inf), *off], axis=0) < BEFORE_REACH * BEFORE_MM
    return np.asarray(np.round(spots[here & among], 1))


def _lines(every: WallTiles, due_mm: float, width_mm: float) -> tuple[NDArray[np.bool_], list[WallLine], Floats]:
    """Mask of tiles in the rows of a wall, those rows, and the log odds that their tiles are upper."""
    lines = wall_lines(every, due_mm, width_mm)
    members = np.any([line.members for line in lines], axis=0) if lines else np.zeros(len(every), bool)
    lines = [WallLine(line.at, line.slope, line.members[members]) for line in lines]
    return members, lines, likelier_heights(every.take(members), lines)


def usual_shift(walls: Sequence[WallRows], layout: Layout) -> float:
    """Standard deviation, mm, of a wall's shift along its line on this table, by the offsets of its walls across."""
    due, squares = layout.profile.wall.distance_mm, [_SHIFT_MM**2 * _SHIFT_WEIGHT]
    for wall in walls:
        if wall.lines and wall.lines[0].members.sum() >= _FEWEST:
            half = layout.profile.wall.stacks[wall.seat] * layout.profile.tile.width_mm / 2
            line = wall.lines[0]
            squares.append(((line.at - due) ** 2 + (line.slope * half) ** 2) * _SHIFT_SHARE**2)
    return round(min(_SHIFT_MM, float(np.sqrt(sum(squares) / (len(squares) - 1 + _SHIFT_WEIGHT)))), 1)


def with_widths(rows: Sequence[WallRows], picture: WallPicture) -> Sequence[WallRows]:
    """Return the rows with log odds that include how wide each row's tiles look, compared with all other rows."""
    if picture.eye is None or picture.look is None:
        return rows
    leads = [own.lead.copy() for own in rows]
    lines = [(wall, place) for wall, own in enumerate(rows) for place in range(len(own.lines))]
    states = []
    for wall, place in lines:
        own, line = rows[wall], rows[wall].lines[place]
        given = own.tiles.take(line.members), line.slope, own.lead[line.members]
        find = partial(_row_states, own.seat, *given, picture.layout, picture.eye, picture.look)
        asked = given[0].lie(), line.slope, given[2].tobytes(), picture.eye
        states.append(picture.kept.answer(("row", own.seat, place), asked, find))
    seen = [state.seen() for state in states]
    for number, ((wall, place), state) in enumerate(zip(lines, states, strict=True)):
        leads[wall][rows[wall].lines[place].members] = state.leads(seen[:number] + seen[number + 1 :])
    # Rounded, so that one tile more or less in one wall leaves the others unchanged.
    leads = [np.where(np.abs(lead) < _PLAIN, np.round(lead, 1), np.round(lead)) for lead in leads]
    return [replace(own, lead=lead) for own, lead in zip(rows, leads, strict=True)]


def _row_states(
    seat: Seat, tiles: WallTiles, slope: float, lead: Floats, layout: Layout, eye: Eye, look: WallLook
) -> RowStates:
    """States of a row by the measured widths of its tiles and their log odds of being upper."""
    turn = np.arctan(slope)
    along, out = tiles.along[:, _UPPER], tiles.out[:, _UPPER]
    widths = look.widths(seat, along, out, slope)
    across, away = layout.local(seat, *eye[:2])
    # Places across the row, in the direction of the widths.
    places = out * np.cos(turn) - along * np.sin(turn)
    lens = away * np.cos(turn) + across * np.sin(turn), eye[2]
    return row_states(widths, places, lens, layout.profile.tile, weighed(lead, tiles.back))


def lifted_together(rows: Sequence[WallRows], picture: WallPicture) -> list[dict[int, float]]:
    """Log odds that the upper tile of each stack with a visible face was lifted, by all other indicators.

    The evidence under all indicators is judged together.
    """
    leads = [
        {
            place: _as_far(_odds(_may_be_lifted(own, place, picture)) - float(own.lead[place]), _ALONE)
            for place in np.flatnonzero(~own.tiles.back).tolist()
        }
        for own in rows
    ]
    total = sum(lead for each in leads for lead in each.values())
    return [{place: round(_as_far(total - lead, _TOGETHER)) for place, lead in each.items()} for each in leads]


def _may_be_lifted(own: WallRows, place: int, picture: WallPicture) -> float:
    """Probability that the upper tile was lifted, by what is before the stack and what may be hidden there."""
    if place in own.known:
        return _KNOWN
    if place in own.stays:
        return 1 - _KNOWN
    if place in own.rowed:
        return _DISCARD
    if place in own.lifted:
        return _LIFTED[True]
    told = _UNTOLD if place in own.turned else 1.0
    if picture.ground is None:
        return told * _LIFTED[False]
    size, (along, out) = picture.layout.profile.tile, (own.tiles.along[place, 0], own.tiles.out[place, 0])
    middle, half = (-along, out - size.height_mm - _LIFT_GAP_MM), (PART * size.width_mm, PART * size.height_mm)
    before = place_outline(picture.layout, own.seat, middle, half)
    return told * max(_LIFTED[False], picture.ground.unseen(before, size.thickness_mm) / 2)


def _odds(chance: float) -> float:
    return float(np.log(chance / (1 - chance)))


def _as_far(lead: float, most: float) -> float:
    return min(max(lead, -most), most)


def seat_wall(rows: WallRows, shift_mm: float, together: dict[int, float], picture: WallPicture) -> SeatWall:
    """Return the evidence of a seat's wall.

    ``shift_mm``: see ``usual_shift``, ``together``: see ``lifted_together``.
    """
    seat, own, lines, lead, profile = rows.seat, rows.tiles, rows.lines, rows.lead, picture.layout.profile
    stacks, width = profile.wall.stacks[seat], profile.tile.width_mm
    found = matches(own, lead, (stacks, width, shift_mm))
    free = np.ones(len(found.places[0]), bool)
    free[found.stack[0][found.stack[0] >= 0] + BEYOND] = False
    line = (lines[0].at, lines[0].slope) if lines else (profile.wall.distance_mm, 0.0)
    unseen, bare = picture.kept.answer(
        ("stacks", seat),
        (found.places[0].tobytes(), free.tobytes(), line, profile.tile),
        lambda: seen_ground(picture.layout, seat, line, found.places[0], free, picture.ground),
    )
    seen, apart = evidence(found, lead, own.back, own.score, (unseen, bare))
    found = replace(found, score=found.score + apart)
    differs = np.full((HEIGHTS, HEIGHTS), _DISTURBED) + np.eye(HEIGHTS) * (1 - HEIGHTS * _DISTURBED)
    chances = np.tile(np.log(differs), (*seen.shape[:2], 1, 1))
    ways: dict[tuple[int, ...], list[int]] = {}
    for match, stack in enumerate(found.stack):
        under = np.flatnonzero((stack >= 0) & ~own.back).tolist()
        ways.setdefault(tuple(sorted(int(stack[place]) for place in under)), []).append(match)
        for place in under:
            odds = _odds(_may_be_lifted(rows, place, picture)) + together[place]
            lifted = min(1.0 / (1.0 + float(np.exp(-odds))), 1 - 2 * _DISTURBED)
            chances[match, stack[place], FULL_STACK] = np.log([_DISTURBED, lifted, 1 - lifted - _DISTURBED])
        # If a stack hides behind its neighbours, only its lifted tile may be visible.
        for number in set(lifted_behind(rows.faces, found.places[match, BEYOND:-BEYOND], line)) - set(stack.tolist()):
            chances[match, number, FULL_STACK] = np.log([_DISTURBED, _LIFTED[True], 1 - _LIFTED[True] - _DISTURBED])
            seen[match, number, 1] = min(seen[match, number, 1] + _BEHIND, 0.0)
    in_sight = unseen[BEYOND:-BEYOND]
    return SeatWall(seat, own, lead, found, seen, chances, in_sight, rows.lifted, tuple(ways.items()))


def _own_tiles(places: TablePlaces, seen: Floats, layout: Layout, seat: Seat) -> WallTiles:
    """Tiles that may be of a seat's wall, by their turn and by their places in its frame (``seen``)."""
    profile, due = layout.profile, layout.profile.wall.distance_mm
    turn = (places.angle + 90.0 * seat + 90.0) % 180.0 - 90.0
    half = profile.wall.stacks[seat] * profile.tile.width_mm / 2 + _BESIDE_MM
    out = seen[:, 0, 1]
    near = (out > due - _INWARDS_MM) & (out < due + _OUTWARDS_MM) & (np.abs(seen[:, 0, 0]) < half)
    known = places.wall == int(seat)
    near &= known | (places.wall < 0)
    which = np.flatnonzero(near & places.in_row & (np.abs(turn) < _MOST_TURN))
    which = which[np.argsort(seen[which, 0, 0])]
    own = seen[which]
    return WallTiles(
        own[:, :, 0],
        own[:, :, 1],
        -np.radians(turn[which]),
        places.upper[which],
        places.back[which],
        places.score[which],
        places.stood[which],
        np.where(known, places.stack, -1)[which],
        which,
    )
