"""Walls that were pushed, turned and broken in two, and other tiles where walls may be."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.riichi.notation import parse_tiles
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from tests.support.laid_walls import (
    ABOVE,
    BROKEN,
    LAYOUT,
    THICK,
    WHOLE,
    BareGround,
    backs,
    by_wall,
    drawn_from,
    pushed,
    with_face,
)
from vision.explain.found import FoundTile, Surface
from vision.explain.table import explain
from vision.explain.wall.lifted import KnownWalls
from vision.explain.wall.seat_wall import WallPicture, wall_rows
from vision.explain.wall.walls import explain_walls
from vision.image.cached_answers import CachedAnswers

LEFT = (
    *((63, 200, 2), (41, 202, 2), (-9, 167, 2), (-31, 169, 2), (-51, 176, 2), (-73, 176, 2), (-95, 181, 2)),
    *((-117, 185, 2), (-139, 191, 2), (-160, 194, 2), (-182, 202, 2)),
)
"""The rest of a whole wall in two pieces, from a game: across and out in mm, tiles high."""
GREATER = (
    *((101, 170, 2), (78, 172, 2), (57, 177, 2), (36, 172, 2), (13, 178, 2), (-9, 175, 2), (-30, 176, 2)),
    *((-52, 177, 2), (-73, 178, 2), (-95, 186, 2), (-117, 183, 2), (-138, 181, 2), (-161, 180, 2), (-182, 185, 2)),
)
"""The larger piece of another wall."""
_OPEN = 8
"""Number of stacks that may stay open: at the ends of the draw, and both ends of a run that may be one stack off."""


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
    tiles = [pushed(tile, seat, inwards, shift, turn) for seat, tile in by_wall(heights)]
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
    """Regression: two of them were, and the hand that lacked them was left open; as it lay on a path-traced table."""
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


@pytest.mark.parametrize("turn", [11.0, 15.0])
def test_a_wall_that_reaches_out_to_where_hands_lie_is_one_to_its_end(turn: float) -> None:
    """Regression: its last stacks, 47 to 87 mm out, were backs that nothing explained, and no round began."""
    heights = (WHOLE,) * 4
    tiles = [
        pushed(tile, seat, -2.9 * turn * (seat is Seat.A), -30.0 * (seat is Seat.A), turn * (seat is Seat.A))
        for seat, tile in by_wall(heights)
    ]
    told = explain(tiles, BareGround(), LAYOUT, eye=ABOVE)
    assert [wall and wall.content for wall in told.walls] == list(heights)


def test_the_greater_piece_of_a_wall_is_of_it_though_it_was_turned_out_to_where_hands_lie() -> None:
    """Regression: it was taken for a hand laid face down: a round went by without its dora, and its break was wrong.

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
            tiles.append(with_face(tile, Tile.NORTH) if across == 17 else tile)
    told = explain_walls(tiles, LAYOUT, BareGround(), ABOVE)
    assert told.used == set(range(len(tiles)))
    assert told.indicators is not None
    assert [each.seen.tile for each in told.indicators.content] == [Tile.NORTH]


def test_a_river_is_no_piece_of_the_wall_for_one_false_back_in_its_line() -> None:
    """Regression: a false back beside the second row made twelve indicators of a river's tiles."""
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


def test_a_wall_that_lacks_stacks_at_one_end_while_as_many_lie_beyond_the_other_is_left_open() -> None:
    """Regression: a row that bows was told two stacks to its right: its left end was said to be gone, and no set was
    up.

    Its first two stacks lie out of its line, as in a game; the rest lies a stack to its right.
    """
    found = [tile for tile in backs((WHOLE,) * 4) if LAYOUT.local(Seat.B, tile.x, tile.y)[1] < 150.0]
    step = LAYOUT.profile.tile.width_mm + 0.6
    for place in range(17):
        spot = LAYOUT.place(Seat.B, (8 - place) * step + 22.0, 207.0 if place > 1 else 260.0)
        found.append(FoundTile(Surface.BACK, spot.x, spot.y, 2 * THICK, spot.angle + 9.0 * (place < 2), 0.99, 0.99))
    told = explain(found, BareGround(), LAYOUT, eye=ABOVE)
    wall = told.walls[Seat.B]
    assert wall is None or wall.chance < 0.9


def test_a_piece_of_a_wall_lies_where_it_is_however_far_out_its_line_leads() -> None:
    """Regression: the line of the last stacks, turned, was 51 mm out at the middle of the table, and none was theirs.

    In a game as on photographs a back that nothing explained lay beside a meld, which was never told.
    """
    tiles = backs(((0,) * 17, WHOLE, (0,) * 12 + (2,) * 5, (0,) * 17))
    for across, out, tier in ((188, 212, 2), (166, 218, 2), (144, 221, 2), (122, 228, 2), (98, 229, 1), (75, 237, 1)):
        spot = LAYOUT.place(Seat.A, across, out, -13.0)
        tile = FoundTile(Surface.BACK, spot.x, spot.y, tier * THICK, spot.angle, 0.99, 0.99 * (tier == 2))
        tiles.append(with_face(tile, Tile.S1) if across == 144 else tile)
    told = explain_walls(tiles, LAYOUT, BareGround(), ABOVE)
    assert told.used == set(range(len(tiles)))
    wall = told.walls[Seat.A]
    assert wall is not None
    assert wall.content == (2, 2, 2, 2, 1, 1, *(0,) * 11)


@pytest.mark.parametrize(
    ("piece", "turn"),
    [
        (((168, 153, 2), (149, 137, 2), (127, 134, 1)), 5.0),
        (((193, 182, 2), (169, 164, 2), (148, 171, 2), (126, 171, 2), (104, 177, 1), (83, 182, 1)), -10.0),
        (((177, 188, 2), (155, 194, 2), (133, 189, 2), (112, 190, 2), (90, 188, 1), (56, 169, 1)), 2.0),
        (((195, 201, 2), (170, 181, 2), (150, 186, 2), (128, 191, 2), (105, 191, 2), (84, 198, 2), *LEFT), -9.0),
        (((199, 155, 2), (177, 152, 2), (154, 151, 2), *GREATER), -3.0),
    ],
)
def test_the_last_back_of_a_wall_is_of_it_though_the_next_wall_pushed_it_out_of_line(
    piece: tuple[tuple[int, int, int], ...], turn: float
) -> None:
    """Regression: it lay 16 or 21 mm out, or 34 from its neighbour, or beside a piece of two: nothing explained it, a
    replacement tile was said not to be lowered, a dora to lie a stack off, a break to be wrong.
    """
    tiles = backs(((0,) * 17, (0,) * 17, (0,) * 17, WHOLE))
    for across, out, tier in piece:
        spot = LAYOUT.place(Seat.C, across, out, turn)
        tiles.append(FoundTile(Surface.BACK, spot.x, spot.y, tier * THICK, spot.angle, 0.99, 0.99 * (tier == 2)))
    assert explain_walls(tiles, LAYOUT, BareGround(), ABOVE).used == set(range(len(tiles)))


def test_what_is_left_of_a_wall_two_tiles_high_may_stand_where_hands_lie() -> None:
    """Regression: its first stack, 57 mm out, was none of it: a dora was told a stack off, and a fault was raised."""
    tiles = backs((WHOLE, WHOLE, (0,) * 14 + (2,) * 3, (0,) * 17))
    left = ((165, 258, 1.0), (142, 255, 1.0), (121, 254, 1.0), (99, 247, 1.0), (79, 238, 0.26), (56, 243, 0.4))
    for across, out, upper in left:
        spot = LAYOUT.place(Seat.D, across, out, 6.0)
        tile = FoundTile(Surface.BACK, spot.x, spot.y, THICK * (1 + (upper > 0.5)), spot.angle, 0.99, upper)
        tiles.append(with_face(tile, Tile.GREEN) if across == 121 else tile)
    told = explain_walls(tiles, LAYOUT, BareGround(), ABOVE)
    assert told.used == set(range(len(tiles)))
    assert told.indicators is not None
    assert [(each.wall, each.stack) for each in told.indicators.content] == [(Seat.D, 3)]


def test_a_hand_laid_face_down_is_none_of_the_wall_however_its_line_runs_on() -> None:
    """Regression: rows one tile high were held against where they lie and not against where their line leads.

    As it lay on a path-traced table, laid as on photographs: eight zones were lost with it.
    """
    tiles = backs(((2,) * 5 + (1,) + (0,) * 11, (0,) * 17, (0,) * 17, (0,) * 17))
    outs = (261.6, 255.6, 249.4, 250.8, 242.2, 243.3, 247.3, 238.7, 239.4, 238.2)
    hand = [(29.0 - 22.5 * place, out) for place, out in enumerate(outs)]
    for across, out in hand:
        spot = LAYOUT.place(Seat.D, across, out, 3.0)
        tiles.append(FoundTile(Surface.BACK, spot.x, spot.y, THICK, spot.angle, 0.99, 0.1))
    told = explain_walls(tiles, LAYOUT, BareGround(), ABOVE)
    assert told.used == set(range(len(tiles) - len(hand)))


def test_a_wall_that_was_broken_in_two_is_no_stack_off_where_one_piece_stayed() -> None:
    """Regression: the gap was held for a stack that was missed and bare: the break was said to be wrong.

    As it lay in a game as on photographs.
    """
    tiles = backs((WHOLE, (0,) * 15 + (2, 2), (0,) * 17, WHOLE))
    pieces = ((188, 215, 2), (163, 217, 2), (137, 219, 2), (90, 193, 2), (66, 191, 1), (41, 196, 1))
    for across, out, tier in pieces:
        spot = LAYOUT.place(Seat.C, across, out, 5.0)
        tile = FoundTile(Surface.BACK, spot.x, spot.y, tier * THICK, spot.angle, 0.99, 0.99 * (tier == 2))
        tiles.append(with_face(tile, Tile.M1) if across == 137 else tile)
    wall = explain_walls(tiles, LAYOUT, BareGround(), ABOVE).walls[Seat.C]
    assert wall is not None
    assert wall.content == (2, 2, 2, 2, 1, 1, *(0,) * 11)


def test_a_hand_laid_face_down_beside_the_end_of_a_wall_keeps_its_first_tile() -> None:
    """Regression: the wall that was pushed out to it took it: who had a hand was open, and no end of the round was
    seen.

    As it lay in a game as on photographs.
    """
    tiles = backs(((0,) * 17,) * 4)
    wall = ((80, 250, 2), (58, 246, 2), (36, 242, 2), (17, 230, 2), (-6, 230, 2), (-30, 227, 2), (-52, 224, 1))
    for across, out, tier in wall:
        spot = LAYOUT.place(Seat.B, across, out, 12.0)
        tile = FoundTile(Surface.BACK, spot.x, spot.y, tier * THICK, spot.angle, 0.99, 0.99 * (tier == 2))
        tiles.append(with_face(tile, Tile.NORTH) if across == 17 else tile)
    outs = (272, 280, 275, 269, 261, 259, 256, 259, 257, 246, 253, 246, 245)
    for place, out in enumerate(outs):
        spot = LAYOUT.place(Seat.B, 96.0 - 22.2 * place, out, 8.0)
        tiles.append(FoundTile(Surface.BACK, spot.x, spot.y, THICK, spot.angle, 0.99, 0.004))
    told = explain_walls(tiles, LAYOUT, BareGround(), ABOVE)
    assert told.used == set(range(len(tiles) - len(outs)))


def test_a_wall_two_tiles_high_that_stands_against_an_open_hand_is_the_wall() -> None:
    """Regression: its backs, 56 mm out in their middle, were taken for tiles of the hand, and a win was not read.

    As it stood in a game as on photographs.
    """
    tiles = backs(((0,) * 17, (0,) * 17, (2, 2, 2, 2, 1, 1) + (0,) * 11, WHOLE))
    wall = ((176, 273, 2), (154, 270, 2), (130, 267, 2), (110, 260, 2), (89, 253, 2), (67, 251, 2), (46, 246, 1))
    for across, out, tier in wall:
        spot = LAYOUT.place(Seat.A, -across, out, -11.0)
        tiles.append(FoundTile(Surface.BACK, spot.x, spot.y, tier * THICK, spot.angle, 0.99, 0.97 * (tier == 2)))
    assert explain_walls(tiles, LAYOUT, BareGround(), ABOVE).used == set(range(len(tiles)))


def test_a_hand_opened_in_line_with_a_piece_of_a_wall_is_none_of_it() -> None:
    """Regression: its four last faces were indicators, the wall's other piece nothing, and no win was read.

    As it lay in a game as on photographs; that no wall stood where the hand lies is known from the picture before.
    """
    tiles = backs(((0,) * 17, (0,) * 17, (2,) * 11 + (0,) * 6, (0,) * 17))
    tiles[8] = with_face(tiles[8], Tile.S9)
    piece = ((-182, 198), (-160, 204), (-140, 209), (-117, 212), (-95, 220), (-72, 226), (-50, 227), (-27, 230))
    other = ((40, 181), (64, 185), (86, 188), (107, 194), (128, 196), (147, 208), (171, 206))
    for across, out in (*piece, (-6, 238), *other):
        spot = LAYOUT.place(Seat.D, across, out, 12.0)
        tier = 1 + (across != 171)
        tiles.append(FoundTile(Surface.BACK, spot.x, spot.y, tier * THICK, spot.angle, 1.0, 0.99 * (tier == 2)))
    before, hand = explain(tiles, BareGround(), LAYOUT, eye=ABOVE), []
    names = parse_tiles("22444789m11p567s1p")
    outs = (263, 266, 265, 262, 259, 259, 259, 265, 264, 257, 246, 250, 244, 240)
    acrosses = (-176, -155, -133, -109, -87, -65, -44, -21, 10, 32, 53, 75, 97, 124)
    for name, across, out in zip(names, acrosses, outs, strict=True):
        spot = LAYOUT.place(Seat.D, across, out)
        hand.append(FoundTile(Surface.FACE, spot.x, spot.y, THICK, spot.angle, 1.0, 0.01, name, 0.99))
    told = explain([*tiles, *hand], BareGround(), LAYOUT, before, ABOVE)
    (wall, hand_told), (stood, _) = ((each.walls[Seat.D], each.hands[Seat.D]) for each in (told, before))
    assert wall is not None
    assert stood is not None
    assert wall.content == stood.content
    assert hand_told is not None
    assert hand_told.content.apart is not None
    assert [each.tile for each in (*hand_told.content.shown, hand_told.content.apart)] == list(names)


def test_a_river_to_which_the_line_of_a_wall_leads_is_none_of_it() -> None:
    """Regression: two discards lay in that line and others before it as lifted ones do: neither the river nor the wall
    was told for the rest of a round. As they lay in a game as on photographs.
    """
    tiles = backs(((0,) * 17, (0,) * 17, (0,) * 11 + (2,) * 6, (0,) * 17))
    wall = ((179, 152, 12, 2), (157, 145, 1, 2), (134, 150, 2, 2), (111, 141, 7, 2), (90, 138, 7, 1))
    for across, out, turn, tier in wall:
        spot = LAYOUT.place(Seat.B, across, out, turn)
        tile = FoundTile(Surface.BACK, spot.x, spot.y, tier * THICK, spot.angle, 0.99, 0.06 if tier == 1 else 0.99)
        tiles.append(with_face(tile, Tile.WEST) if across == 157 else tile)
    names = [tile for tile in Tile if not tile.is_red][:16]
    outs = (83, 78, 85, 78, 78, 81, 80, 82, 110, 110, 115, 114, 110, 110, 110, 113)
    for place, (name, out) in enumerate(zip(names, outs, strict=True)):
        spot = LAYOUT.place(Seat.B, 22.3 * (place % 8) - 46.0, out, 0.0)
        tiles.append(FoundTile(Surface.FACE, spot.x, spot.y, THICK, spot.angle, 0.99, 0.01, name, 0.99))
    rows = wall_rows(WallPicture(tiles, LAYOUT, CachedAnswers(), eye=ABOVE), KnownWalls(), (), ())
    assert {int(number) for own in rows for number in own.tiles.index} == set(range(len(tiles) - len(names)))
    assert len(rows[Seat.B].faces) == 0


@pytest.mark.parametrize("upper", [(0.89, 0.51, 0.54, 0.21, 1.0, 0.95, 0.69, 0.82, 0.56, 0.31), (0.96,) * 10])
def test_a_hand_laid_face_down_that_looks_two_tiles_high_is_no_wall(upper: tuple[float, ...]) -> None:
    """Regression: one tile of it that did told for the row, and where walls were looked for as far out as hands lie.

    As two lay on path-traced tables.
    """
    tiles = backs(((0,) * 17, WHOLE, WHOLE, (0,) * 14 + (2,) * 3))
    for place, each in enumerate(upper):
        spot = LAYOUT.place(Seat.A, 55.0 - 21.6 * place, 269.0 + place % 3)
        tiles.append(FoundTile(Surface.BACK, spot.x, spot.y, THICK * (1 + (each > 0.5)), spot.angle, 0.99, each))
    assert explain_walls(tiles, LAYOUT, BareGround(), ABOVE).used == set(range(len(tiles) - len(upper)))


def test_five_indicators_in_a_row_whose_ura_are_shown_are_all_of_the_wall() -> None:
    """Regression: the last ones were too far from its backs: their lifted tiles were discards of a river."""
    heights = ((0,) * 17, (0,) * 17, (2,) * 12 + (0,) * 5, (0,) * 17)
    tiles = backs(heights)
    names = iter(tile for tile in Tile if not tile.is_red)
    for stack in range(8, 13):
        place = stack - 1
        lower = replace(tiles[place], z=THICK, upper=0.0)
        spot = LAYOUT.lifted_indicator(Seat.C, stack)
        tiles[place] = with_face(lower, next(names))
        tiles.append(with_face(replace(lower, x=spot.x, y=spot.y), next(names)))
    told = explain_walls(tiles, LAYOUT, BareGround(), ABOVE)
    assert told.used == set(range(len(tiles)))
