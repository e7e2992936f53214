"""Walls from tiles found anywhere, of tables laid exactly and as people lay them."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from vision.arrays import Floats
from vision.explain.found import FoundTile, Surface, ZoneReading
from vision.explain.table import explain
from vision.explain.wall.walls import explain_walls, without_strays

LAYOUT = Layout(load_profile())
ABOVE = (0.0, 0.0, 1600.0)
THICK = LAYOUT.profile.tile.thickness_mm


def backs(heights: tuple[tuple[int, ...], ...], inwards: float = 0.0) -> list[FoundTile]:
    """The upper side of every stack of four walls."""
    found = []
    for seat in SEATS:
        for stack, height in enumerate(heights[seat], 1):
            if height:
                spot = LAYOUT.wall_stack(seat, stack)
                across, out = LAYOUT.local(seat, spot.x, spot.y)
                spot = LAYOUT.place(seat, across, out - inwards)
                upper = 0.999 if height == 2 else 0.005
                found.append(FoundTile(Surface.BACK, spot.x, spot.y, height * THICK, spot.angle, 0.9, upper))
    return found


class BareGround:
    """Ground that is plainly bare wherever no tile was found."""

    def unseen(self, outline: Floats, z: float = 0.0) -> float:  # noqa: ARG002 - as the protocol has it
        """Nothing is hidden."""
        return 0.0

    def bare(self, outline: Floats, z: float = 0.0) -> float:  # noqa: ARG002 - as the protocol has it
        """All is plain."""
        return 1.0


class ArmGround(BareGround):
    """Ground of which an arm hides the middle before seat A."""

    def unseen(self, outline: Floats, z: float = 0.0) -> float:  # noqa: ARG002 - as the protocol has it
        """All of what lies under the arm."""
        x, y = outline.mean(axis=0)
        return float(y > 100.0 and -60.0 < x < 70.0)


class SideGround(BareGround):
    """Ground on which sides of neighbours hide the fifth stack of seat B."""

    def bare(self, outline: Floats, z: float = 0.0) -> float:  # noqa: ARG002 - as the protocol has it
        """All is plain but that."""
        return float(np.hypot(*(outline.mean(axis=0) - _place(Seat.B, 5))) > LAYOUT.profile.tile.width_mm / 2)


class HandGround(BareGround):
    """Ground of which a hand hides what may lie before the fifth stack of seat B."""

    def unseen(self, outline: Floats, z: float = 0.0) -> float:  # noqa: ARG002 - as the protocol has it
        """All of that."""
        spot = LAYOUT.lifted_indicator(Seat.B, 5)
        return float(np.hypot(*(outline.mean(axis=0) - (spot.x, spot.y))) < LAYOUT.profile.tile.width_mm / 2)


def drawn_from(start: int, drawn: int) -> tuple[tuple[int, ...], ...]:
    """Walls of which so many tiles were drawn, from a stack on: A leftwards, then D, C and B."""
    ring = [2] * 68
    for tile in range(drawn):
        ring[(start + tile // 2) % 68] -= 1
    walls = dict(
        zip((Seat.A, Seat.D, Seat.C, Seat.B), (tuple(ring[17 * n : 17 * n + 17]) for n in range(4)), strict=True)
    )
    return tuple(walls[seat] for seat in SEATS)


def _by_wall(heights: tuple[tuple[int, ...], ...]) -> list[tuple[Seat, FoundTile]]:
    none = ((0,) * 17,) * 4
    return [(seat, tile) for seat in SEATS for tile in backs((*none[:seat], heights[seat], *none[seat + 1 :]))]


def _pushed(tile: FoundTile, seat: Seat, inwards: float, shift: float, turn: float) -> FoundTile:
    across, out = LAYOUT.local(seat, tile.x, tile.y)
    angle = np.radians(turn)
    away = out - LAYOUT.profile.wall.distance_mm
    spot = LAYOUT.place(
        seat,
        float(across * np.cos(angle) - away * np.sin(angle)) + shift,
        float(LAYOUT.profile.wall.distance_mm + across * np.sin(angle) + away * np.cos(angle)) - inwards,
        turn,
    )
    return replace(tile, x=spot.x, y=spot.y, angle=spot.angle)


_OPEN = 8
"""Stacks that may stay open: at the ends of the draw, and both ends of a run that may lie one stack on."""
WHOLE = (2,) * 17
BROKEN = ((2,) * 3 + (0,) * 14, (2,) * 17, (0,) * 4 + (1,) + (2,) * 12, (0,) * 17)


def test_whole_and_broken_walls_are_told_stack_by_stack() -> None:
    for heights in ((WHOLE,) * 4, BROKEN):
        walls = explain_walls(backs(heights), LAYOUT, BareGround(), ABOVE).walls
        assert tuple(wall and wall.content for wall in walls) == heights


@pytest.mark.parametrize(("start", "drawn", "first", "number"), [(30, 100, 2, 3), (60, 90, 5, 2), (47, 113, 8, 2)])
def test_the_order_of_draw_counts_more_than_tiers_that_are_told_wrong_however_surely(
    start: int, drawn: int, first: int, number: int
) -> None:
    """Red: on a path-traced table the last stacks of a wall, in a lamp's glare, left it open."""
    walls = drawn_from(start, drawn)
    glaring = range(first, first + number)
    tiles = [replace(tile, upper=0.0) if place in glaring else tile for place, tile in enumerate(backs(walls))]
    told = explain_walls(tiles, LAYOUT, BareGround(), ABOVE).walls
    assert [wall is not None and wall.content for wall in told] == list(walls)


def test_walls_pushed_to_the_middle_are_the_same_walls() -> None:
    walls = explain_walls(backs(BROKEN, inwards=30.0), LAYOUT, BareGround(), ABOVE).walls
    assert tuple(wall and wall.content for wall in walls) == BROKEN


@settings(max_examples=12, deadline=None)
@given(
    start=st.integers(0, 67),
    drawn=st.integers(0, 100),
    inwards=st.floats(-5.0, 50.0),
    shift=st.floats(-8.0, 8.0),
    turn=st.floats(-12.0, 12.0),
)
def test_walls_are_read_alike_however_they_are_pushed(
    start: int, drawn: int, inwards: float, shift: float, turn: float
) -> None:
    heights = drawn_from(start, drawn)
    tiles = [_pushed(tile, seat, inwards, shift, turn) for seat, tile in _by_wall(heights)]
    walls = explain_walls(tiles, LAYOUT, BareGround(), ABOVE).walls
    said = [height for wall in walls for height in (wall.content if wall else (None,) * 17)]
    due = [height for wall in heights for height in wall]
    assert all(one in (None, other) for one, other in zip(said, due, strict=True))
    assert said.count(None) <= _OPEN


def test_a_hand_laid_face_down_is_no_piece_of_the_wall_before_it() -> None:
    heights = drawn_from(0, 20)
    tiles = backs(heights)
    for place in range(13):
        spot = LAYOUT.place(Seat.A, (place - 6) * 21.0, 240.0)
        tiles.append(FoundTile(Surface.BACK, spot.x, spot.y, THICK, spot.angle, 0.9, 0.005))
    explained = explain_walls(tiles, LAYOUT, BareGround(), ABOVE)
    wall = explained.walls[Seat.A]
    assert wall is not None
    assert wall.content[11:] == heights[Seat.A][11:]
    assert set(wall.content[:9]) == {0}
    assert not explained.used & set(range(len(tiles) - 13, len(tiles)))


@pytest.mark.parametrize("heights", [((2, 2, 1) + (0,) * 14, WHOLE, WHOLE, WHOLE), ((0,) * 17, WHOLE, WHOLE, WHOLE)])
def test_tiles_in_one_line_of_a_fanned_hand_laid_face_down_are_no_piece_of_a_wall(
    heights: tuple[tuple[int, ...], ...],
) -> None:
    """Red where two of them were, and the hand that lacked them was left open; as it lay on a path-traced table."""
    tiles, out = backs(heights), (239, 239, 246, 247, 245, 245, 251, 250, 252, 251, 251, 250, 250)
    for place, away in enumerate(out):
        spot = LAYOUT.place(Seat.A, -120.0 + 22.4 * place, away)
        tiles.append(FoundTile(Surface.BACK, spot.x, spot.y, THICK, spot.angle + 3.0, 0.98, 0.01))
    told = explain(tiles, BareGround(), LAYOUT, eye=ABOVE)
    wall, hand = told.walls[Seat.A], told.hands[Seat.A]
    assert wall is not None
    assert wall.content == heights[Seat.A]
    assert hand is not None
    assert len(hand.content.shown) == len(out)
    assert hand.chance > 0.9


def test_a_wall_that_reaches_out_to_where_hands_lie_is_one_to_its_end() -> None:
    """Red where its last stacks, 47 to 70 mm out, were backs that nothing explained."""
    heights = (WHOLE,) * 4
    tiles = [
        _pushed(tile, seat, -25.0 * (seat is Seat.A), -30.0 * (seat is Seat.A), 11.0 * (seat is Seat.A))
        for seat, tile in _by_wall(heights)
    ]
    told = explain(tiles, BareGround(), LAYOUT, eye=ABOVE)
    assert [wall and wall.content for wall in told.walls] == list(heights)


def test_the_greater_piece_of_a_wall_is_of_it_though_it_was_turned_out_to_where_hands_lie() -> None:
    """Red where it was taken for a hand laid face down: a round went by without its dora, and its break was wrong.

    As it lay in a game as on photographs.
    """
    tiles = backs(((0,) * 17, (0,) * 17, WHOLE, (0,) * 9 + (2,) * 8))
    right = ((178, 217, 1.0), (157, 212, 0.99), (133, 207, 0.35))
    left = (
        (79, 249, 1.0),
        (57, 245, 1.0),
        (35, 241, 1.0),
        (17, 232, 1.0),
        (-6, 230, 1.0),
        (-30, 227, 0.9),
        (-52, 224, 0.0),
    )
    for turn, piece in ((14.0, right), (9.0, left)):
        for across, out, upper in piece:
            spot = LAYOUT.place(Seat.B, across, out, turn)
            tile = FoundTile(Surface.BACK, spot.x, spot.y, THICK * (1 + (upper > 0.5)), spot.angle, 0.99, upper)
            tiles.append(_face(tile, Tile.NORTH) if across == 17 else tile)
    told = explain_walls(tiles, LAYOUT, BareGround(), ABOVE)
    assert told.used == set(range(len(tiles)))
    assert told.indicators is not None
    assert [each.seen.tile for each in told.indicators.content] == [Tile.NORTH]


def test_a_discard_before_a_stack_was_not_lifted_from_it() -> None:
    """A wall that was pushed up to a river: the discard has a neighbour in its row, as a lifted tile has not."""
    tiles, spot, beside = backs((WHOLE,) * 4), LAYOUT.lifted_indicator(Seat.B, 5), LAYOUT.lifted_indicator(Seat.B, 6)
    place = next(i for i, tile in enumerate(tiles) if (tile.x, tile.y) == _place(Seat.B, 5))
    low = replace(tiles[place], z=THICK, upper=0.02)
    tiles[place] = _face(replace(tiles[place], upper=0.5), Tile.EAST)
    tiles += [_face(replace(low, x=at.x, y=at.y), face) for at, face in ((spot, Tile.S5), (beside, Tile.S4))]
    told = explain_walls(tiles, LAYOUT, BareGround(), ABOVE)
    assert told.indicators is not None
    assert [(each.seen.tile, each.lower) for each in told.indicators.content] == [(Tile.EAST, False)]


def test_stacks_that_an_arm_covers_are_left_open() -> None:
    tiles = [tile for tile in backs((WHOLE,) * 4) if not (tile.y > 150.0 and -50.0 < tile.x < 60.0)]
    wall = explain_walls(tiles, LAYOUT, ArmGround(), ABOVE).walls[Seat.A]
    assert wall is not None
    assert wall.content[:5] == (2,) * 5
    assert wall.content[7:9] == (None, None)


def test_a_face_on_a_wall_is_its_indicator() -> None:
    tiles = backs((WHOLE,) * 4)
    place = next(i for i, tile in enumerate(tiles) if (tile.x, tile.y) == _place(Seat.B, 5))
    back = tiles[place]
    tiles[place] = FoundTile(Surface.FACE, back.x, back.y, back.z, back.angle, 0.9, 0.9, Tile.EAST, 0.99)
    explained = explain_walls(tiles, LAYOUT)
    assert explained.indicators is not None
    (indicator,) = explained.indicators.content
    assert (indicator.wall, indicator.stack, indicator.seen.tile, indicator.lower) == (Seat.B, 5, Tile.EAST, False)
    assert explained.used == frozenset(range(len(tiles)))


def _face(tile: FoundTile, face: Tile) -> FoundTile:
    return replace(tile, surface=Surface.FACE, tile=face, confidence=0.99)


def test_a_face_before_that_of_a_stack_was_lifted_from_it_whatever_tiers_they_are_taken_for() -> None:
    tiles = backs((WHOLE,) * 4)
    place = next(i for i, tile in enumerate(tiles) if (tile.x, tile.y) == _place(Seat.B, 5))
    lower, spot = replace(tiles[place], z=THICK, upper=0.7), LAYOUT.lifted_indicator(Seat.B, 5)
    tiles[place] = _face(lower, Tile.EAST)
    tiles.append(_face(replace(lower, x=spot.x, y=spot.y, upper=0.6), Tile.M3))
    explained = explain_walls(tiles, LAYOUT, BareGround(), ABOVE)
    assert explained.indicators is not None
    assert {(each.seen.tile, each.stack, each.lower) for each in explained.indicators.content} == {
        (Tile.EAST, 5, True),
        (Tile.M3, 5, False),
    }


def test_an_indicator_that_lies_before_its_stack_was_lifted_from_it_however_high_another_looks() -> None:
    tiles = backs((WHOLE,) * 4)
    place = next(i for i, tile in enumerate(tiles) if (tile.x, tile.y) == _place(Seat.B, 5))
    spot = LAYOUT.lifted_indicator(Seat.B, 5)
    unturned = explain_walls([*tiles[:place], _face(tiles[place], Tile.M3), *tiles[place + 1 :]], LAYOUT).indicators
    upper, lifted = _face(tiles[place], Tile.EAST), replace(tiles[place], x=spot.x, y=spot.y, z=THICK, upper=0.0)
    for face, low in ((Tile.M3, True), (Tile.P7, False)):
        now = [*tiles[:place], upper, *tiles[place + 1 :], _face(lifted, face)]
        told = explain_walls(now, LAYOUT, BareGround(), ABOVE, before=unturned).indicators
        again = explain_walls(now, LAYOUT, BareGround(), ABOVE, before=told).indicators
        for each in (told, again):
            assert each is not None
            assert any(one.lower and one.seen.tile is Tile.EAST for one in each.content) is low


def test_an_indicator_on_the_next_wall_was_not_lifted_from_the_stack_behind_it() -> None:
    """Red: of walls that meet at a corner the dora of one was told as lifted from the kong's dora of the other."""
    heights = ((0,) * 17, (2,) * 3 + (0,) * 14, (0,) * 12 + (2,) * 5, (0,) * 17)
    tiles = [replace(each, x=each.x + (-22.0 if place < 3 else 8.0)) for place, each in enumerate(backs(heights))]
    tiles[0] = _face(tiles[0], Tile.M6)
    first = explain_walls(tiles, LAYOUT, BareGround(), ABOVE).indicators
    tiles[-1] = replace(_face(tiles[-1], Tile.M9), upper=0.92)
    indicators = explain_walls(tiles, LAYOUT, BareGround(), ABOVE, before=first).indicators
    assert indicators is not None
    assert [(each.wall, each.stack, each.seen.tile, each.lower) for each in indicators.content] == [
        (Seat.B, 1, Tile.M6, False),
        (Seat.C, 17, Tile.M9, False),
    ]


def test_the_tile_under_a_lifted_one_may_hide_behind_its_neighbours() -> None:
    tiles, spot = backs((WHOLE,) * 4), LAYOUT.lifted_indicator(Seat.B, 5)
    place = next(i for i, tile in enumerate(tiles) if (tile.x, tile.y) == _place(Seat.B, 5))
    tiles[place] = _face(replace(tiles[place], x=spot.x, y=spot.y, z=THICK, upper=0.0), Tile.EAST)
    wall = explain_walls(tiles, LAYOUT, SideGround(), ABOVE).walls[Seat.B]
    assert wall is not None
    assert wall.content == (2,) * 4 + (1,) + (2,) * 12


def test_whether_a_tile_was_lifted_is_open_where_a_hand_hides_it() -> None:
    tiles = backs((WHOLE,) * 4)
    place = next(i for i, tile in enumerate(tiles) if (tile.x, tile.y) == _place(Seat.B, 5))
    tiles[place] = _face(replace(tiles[place], upper=0.8), Tile.EAST)
    for ground, height in ((BareGround(), 2), (HandGround(), None)):
        wall = explain_walls(tiles, LAYOUT, ground, ABOVE).walls[Seat.B]
        assert wall is not None
        assert wall.content[4] == height


def test_a_wall_of_indicators_alone_is_one() -> None:
    """Three tiles are left of wall B beside the dead wall's others, all of them faces."""
    heights = ((0,) * 17, (1, 1, 1) + (0,) * 14, (0,) * 13 + (2,) * 4, (0,) * 17)
    tiles = backs(heights)
    faces = [
        place for place, tile in enumerate(tiles) if LAYOUT.local(Seat.B, tile.x, tile.y)[1] > 0 and tile.z == THICK
    ]
    for place, stack in zip(faces, (1, 2, 3), strict=True):
        spot = LAYOUT.lifted_indicator(Seat.B, stack)
        tiles.append(_face(replace(tiles[place], x=spot.x, y=spot.y), Tile(stack)))
        tiles[place] = _face(tiles[place], Tile(stack + 9))
    explained = explain_walls(tiles, LAYOUT, BareGround(), ABOVE)
    wall = explained.walls[Seat.B]
    assert wall is not None
    assert set(zip(wall.content, heights[Seat.B], strict=True)) <= {(1, 1), (0, 0), (None, 1), (None, 0)}
    assert explained.used == frozenset(range(len(tiles)))


def test_a_river_is_no_piece_of_the_wall_for_one_false_back_in_its_line() -> None:
    """Red where a false back beside the second row made twelve indicators of a river's tiles."""
    heights = ((0,) * 12 + (2,) * 5, (0,) * 17, (0,) * 17, (2,) * 9 + (0,) * 8)
    found = backs(heights)
    names = iter(tile for tile in Tile if not tile.is_red)
    for place in range(12):
        spot = LAYOUT.river_slot(Seat.A, place)
        found.append(FoundTile(Surface.FACE, spot.x, spot.y, THICK, spot.angle, 0.99, 0.01, next(names), 0.99))
    beside = LAYOUT.river_slot(Seat.A, 11)
    off = LAYOUT.place(Seat.A, -26.0, 0.0)
    found.append(FoundTile(Surface.BACK, beside.x + off.x, beside.y + off.y, 2 * THICK, beside.angle, 0.98, 0.87))
    told = explain(found, BareGround(), LAYOUT, eye=ABOVE)
    river = told.rivers[Seat.A]
    assert river is not None
    assert len(river.content) == 12
    assert told.indicators is not None
    assert told.indicators.content == ()


def _place(seat: Seat, stack: int) -> tuple[float, float]:
    spot = LAYOUT.wall_stack(seat, stack)
    return spot.x, spot.y


def test_a_wall_is_not_empty_where_backs_lie_that_nothing_explains() -> None:
    # Two stacks of a wall that its neighbour has pushed out of line, thirty degrees askew.
    heights = ((0,) * 10 + (2,) * 7, WHOLE, WHOLE, WHOLE)
    strays = []
    for stack, (across, distance) in enumerate(((-24.0, -45.0), (-4.0, -58.0)), 1):
        spot = LAYOUT.wall_stack(Seat.A, stack)
        off = LAYOUT.place(Seat.A, across, distance)
        strays.append(
            FoundTile(Surface.BACK, spot.x + off.x, spot.y + off.y, 2 * THICK, (spot.angle + 40.0) % 180.0, 0.95, 0.99)
        )
    told = explain([*backs(heights), *strays], BareGround(), LAYOUT, eye=ABOVE)
    wall = told.walls[Seat.A]
    assert set(strays) <= set(told.unexplained)
    assert wall is not None
    assert wall.content[:2] == (None, None)
    assert wall.content[4:] == heights[Seat.A][4:]


@pytest.mark.parametrize(("tier", "score", "open_ones"), [(2, 0.99, 0), (1, 0.99, 0), (0, 0.36, 0), (0, 0.99, 1)])
def test_a_back_that_is_seen_on_a_told_stack_leaves_none_open(tier: int, score: float, open_ones: int) -> None:
    """Red from 45 degrees: backs thought to lie a tier too low, where their stacks were told, left the ends open.

    At tier 0 it lies beside the wall's end, on no stack.
    """
    heights: tuple[int | None, ...] = (0,) * 4 + (2,) * 13
    eye = (0.0, 1100.0, 1200.0)
    told = ZoneReading(heights, 0.99)
    spot = LAYOUT.wall_stack(Seat.A, 17)
    if tier:
        fall = (2 - tier) * THICK / (eye[2] - 2 * THICK)
        x, y = (at + (at - lens) * fall for at, lens in ((spot.x, eye[0]), (spot.y, eye[1])))
    else:
        x, y = spot.x - 21.0, spot.y + 3.0
    stray = FoundTile(Surface.BACK, x, y, (tier or 2) * THICK, spot.angle, score, 0.5)
    (wall, *_) = without_strays([told, None, None, None], [stray], LAYOUT, eye)
    assert wall is not None
    assert sum(height is None for height in wall.content) == open_ones


@pytest.mark.parametrize("out", [49.0, 54.0])
def test_two_stacks_pushed_out_to_where_hands_lie_are_no_hand_and_no_gap(out: float) -> None:
    """Red where they were told as a hand laid face down, and the wall as broken before anybody had drawn."""
    found = backs((WHOLE,) * 4)
    strays = []
    for stack in (1, 2):
        spot = LAYOUT.wall_stack(Seat.B, stack)
        off = LAYOUT.place(Seat.B, 0.0, out)
        found = [tile for tile in found if np.hypot(tile.x - spot.x, tile.y - spot.y) > 1.0]
        strays.append(FoundTile(Surface.BACK, spot.x + off.x, spot.y + off.y, THICK, spot.angle + 10.0, 0.99, 0.0))
    told = explain([*found, *strays], BareGround(), LAYOUT, eye=ABOVE)
    wall = told.walls[Seat.B]
    assert wall is not None
    assert wall.content[:2] == (None, None)
    assert wall.content[3:] == WHOLE[3:]


def test_a_wall_that_lacks_stacks_at_one_end_while_as_many_lie_beyond_the_other_is_open_there() -> None:
    """Red where a row that bows was told two stacks to its right: its left end was said to be gone, and no set was up.

    Its first two stacks lie out of its line, as in a game; the rest lies a stack to its right.
    """
    found = [tile for tile in backs((WHOLE,) * 4) if LAYOUT.local(Seat.B, tile.x, tile.y)[1] < 150.0]
    step = LAYOUT.profile.tile.width_mm + 0.6
    for place in range(17):
        spot = LAYOUT.place(Seat.B, (8 - place) * step + 22.0, 207.0 if place > 1 else 260.0)
        found.append(FoundTile(Surface.BACK, spot.x, spot.y, 2 * THICK, spot.angle + 9.0 * (place < 2), 0.99, 0.99))
    told = explain(found, BareGround(), LAYOUT, eye=ABOVE)
    wall = told.walls[Seat.B]
    assert wall is not None
    assert 0 not in wall.content


@pytest.mark.parametrize("upper", [0.98, 0.7])
def test_an_indicator_that_was_turned_over_carelessly_lies_on_its_stack(upper: float) -> None:
    """Red at .7 where a face off its row needed to lie plainly high, though it fills the gap between two backs."""
    found = backs((WHOLE,) * 4)
    spot = LAYOUT.wall_stack(Seat.D, 4)
    off = LAYOUT.place(Seat.D, 2.0, -13.0)
    found = [tile for tile in found if np.hypot(tile.x - spot.x, tile.y - spot.y) > 1.0]
    found.append(
        FoundTile(Surface.FACE, spot.x + off.x, spot.y + off.y, 2 * THICK, spot.angle + 6.0, 0.98, upper, Tile.M7, 0.99)
    )
    told = explain_walls(found, LAYOUT, BareGround(), ABOVE)
    assert told.indicators is not None
    assert [(each.seen.tile, each.wall, each.stack) for each in told.indicators.content] == [(Tile.M7, Seat.D, 4)]


def test_a_face_on_another_tile_is_of_the_wall_however_far_that_is_shifted() -> None:
    """Red where a face beyond the due end was none of the wall: the indicator of a row shoved along its line was lost.

    Three stacks and a lowered replacement tile are left of wall C, shoved to its right, as they lay in a game.
    """
    heights = ((0, 0) + (2,) * 15, (0,) * 17, (0,) * 17, WHOLE)
    found = backs(heights)
    for across, height, upper in ((186.0, 2, 1.0), (164.0, 2, 1.0), (140.0, 1, 0.25), (118.0, 1, 0.0)):
        spot = LAYOUT.place(Seat.C, across, 226.0)
        found.append(FoundTile(Surface.BACK, spot.x, spot.y, height * THICK, spot.angle, 0.99, upper))
    found[-4] = _face(found[-4], Tile.S6)
    told = explain_walls(found, LAYOUT, BareGround(), ABOVE)
    assert told.indicators is not None
    assert [(each.seen.tile, each.wall, each.stack) for each in told.indicators.content] == [(Tile.S6, Seat.C, 1)]


def test_an_indicator_on_a_stack_that_is_left_open_is_open_as_well_from_aslant(monkeypatch: pytest.MonkeyPatch) -> None:
    """Red where from 45 degrees stacks were left open about an indicator that was told a stack off, as sure."""
    found = backs((WHOLE,) * 4)
    spot = LAYOUT.wall_stack(Seat.D, 4)
    place = next(n for n, tile in enumerate(found) if np.hypot(tile.x - spot.x, tile.y - spot.y) < 1.0)
    found[place] = _face(found[place], Tile.M7)
    for limit in ("_WHOLE", "_SURE"):
        monkeypatch.setattr(f"vision.explain.wall.walls.{limit}", 2.0)
    for eye, least, most in ((ABOVE, 0.5, 1.0), ((0.0, 1200.0, 1200.0), 0.0, 0.5)):
        told = explain_walls(found, LAYOUT, BareGround(), eye)
        wall = told.walls[Seat.D]
        assert wall is not None
        assert told.indicators is not None
        assert wall.content[3] is None
        assert least <= told.indicators.chance <= most


def test_what_may_be_no_face_is_no_indicator_for_seeming_to_lie_high() -> None:
    """A back that shines at the end of a wall is taken for a white dragon of .58; another one lies where it is due."""
    heights = ((2,) * 12 + (0,) * 5, WHOLE, WHOLE, (0,) * 17)
    found = backs(heights)
    due, end = LAYOUT.wall_stack(Seat.A, 10), LAYOUT.wall_stack(Seat.B, 17)
    found = [
        _face(tile, Tile.S8) if np.hypot(tile.x - due.x, tile.y - due.y) < 1.0 else tile
        for tile in found
        if np.hypot(tile.x - end.x, tile.y - end.y) > 1.0
    ]
    off = LAYOUT.place(Seat.B, -4.0, 2.0)
    face = FoundTile(Surface.FACE, end.x + off.x, end.y + off.y, 2 * THICK, end.angle, 0.58, 0.87, Tile.WHITE, 0.9)
    told = explain_walls([*found, face], LAYOUT, BareGround(), ABOVE)
    assert told.indicators is not None
    assert [(each.seen.tile, each.wall) for each in told.indicators.content] == [(Tile.S8, Seat.A)]
