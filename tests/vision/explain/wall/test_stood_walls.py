"""Where walls stood: what lies on the place of one of their stacks is of them, unless that stack is long gone."""

from dataclasses import replace

import numpy as np
import pytest

from controller.ports.eyes import SeenIndicator, SeenTile
from controller.riichi.notation import parse_tiles
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from tests.support.found_tables import SceneGround
from tests.support.laid_walls import (
    ABOVE,
    LAYOUT,
    THICK,
    WHOLE,
    BareGround,
    backs,
    by_wall,
    drawn_from,
    pushed,
    stack_place,
    with_face,
)
from vision.explain.found import FoundTile, Stood, Surface, ZoneReading
from vision.explain.table import explain
from vision.explain.wall.strays import beside_strays
from vision.explain.wall.walls import ExplainedWalls
from vision.render.scene import PosedScene, PosedTile
from vision.table.reader import SURE


def test_a_hand_laid_face_down_where_the_end_of_a_wall_had_stood_keeps_its_tiles() -> None:
    """Red where two of them lay on the places of stacks long gone: the hand was not told, nor that nobody had won."""
    tiles = []
    for place in range(17):
        spot = LAYOUT.place(Seat.A, 177.0 - 21.6 * place, 209.0 + 2.5 * place, 7.0)
        tiles.append(FoundTile(Surface.BACK, spot.x, spot.y, 2 * THICK, spot.angle, 0.99, 0.99))
    whole = explain(tiles, BareGround(), LAYOUT, eye=ABOVE)
    drawn = explain(tiles[:7], BareGround(), LAYOUT, whole, eye=ABOVE)
    spots = [LAYOUT.place(Seat.A, 22.0 * place - 172.0, 258.0 + 2.0 * (place % 3)) for place in range(13)]
    hand = [FoundTile(Surface.BACK, spot.x, spot.y, THICK, spot.angle, 0.99, 0.05) for spot in spots]
    told = explain([*tiles[:7], *hand], BareGround(), LAYOUT, drawn, eye=ABOVE).hands[Seat.A]
    assert told is not None
    assert len(told.content.shown) == 13
    assert told.chance > 0.9


def test_backs_that_stood_in_a_wall_are_of_it_wherever_a_hand_is_opened_behind_them() -> None:
    """Red where they lay in one row with the hand: no wall, no hand, and the last win of a game was never told."""
    rest = backs(((0,) * 17, (0,) * 17, WHOLE, WHOLE))
    rest[8] = with_face(rest[8], Tile.S7)
    near = ((110, 212), (131, 217), (152, 222), (174, 221))

    def stacks(*uppers: float) -> list[FoundTile]:
        spots = [LAYOUT.place(Seat.B, across, out, 8.0) for across, out in ((9, 236), (31, 236), (54, 238), *near)]
        tiers = (*uppers, *(0.99,) * len(near))
        return [
            FoundTile(Surface.BACK, spot.x, spot.y, THICK * (1 + (upper > 0.5)), spot.angle, 1.0, upper)
            for spot, upper in zip(spots, tiers, strict=True)
        ]

    before = explain([*rest, *stacks(0.99, 0.99, 0.99)], BareGround(), LAYOUT, eye=ABOVE)
    names, hand = parse_tiles("67788m123p678p234s"), []
    for place, name in enumerate(names):
        spot = LAYOUT.place(Seat.B, 22.0 * place - 170.0, 256.0)
        hand.append(FoundTile(Surface.FACE, spot.x, spot.y, THICK, spot.angle, 1.0, 0.01, name, 0.99))
    told = explain([*rest, *stacks(0.01, 0.47, 0.99), *hand], BareGround(), LAYOUT, before, ABOVE)
    assert told.unexplained == ()
    lies = told.hands[Seat.B]
    assert lies is not None
    assert [each.tile for each in lies.content.shown] == list(names)


def test_a_hand_laid_face_down_far_in_before_a_seat_whose_wall_is_gone_is_no_wall() -> None:
    """Red where it lay as far in as that wall had stood: it was told as one, and that the round's end was not seen."""
    dead = backs(((0,) * 17, (2,) * 4 + (0,) * 13, (0,) * 14 + (2,) * 3, (0,) * 17))
    before = explain(dead, BareGround(), LAYOUT, eye=ABOVE)
    inwards = (16, 10, 12, 13, 5, 17, 8, 5, 9, 5, 6, 4, 0)
    taken_for_upper = {1: 0.97, 4: 0.84, 8: 0.62}
    hand = [
        FoundTile(
            Surface.BACK,
            22.0 * place - 122.0,
            LAYOUT.profile.wall.distance_mm + 52.0 - inside,
            THICK * (1 + (place in taken_for_upper)),
            9.0 * (place == 5),
            0.99,
            taken_for_upper.get(place, 0.1),
        )
        for place, inside in enumerate(inwards)
    ]
    told = explain([*dead, *hand], BareGround(), LAYOUT, before, ABOVE)
    lies, wall = told.hands[Seat.A], told.walls[Seat.A]
    assert lies is not None
    assert len(lies.content.shown) == 13
    assert lies.chance > 0.9
    assert wall is not None
    assert wall.content == (0,) * 17
    raised = explain(backs((WHOLE, WHOLE, WHOLE, WHOLE)), BareGround(), LAYOUT, before, ABOVE)
    assert [each and each.content for each in raised.walls] == [WHOLE] * 4


@pytest.mark.parametrize("out", [17.0, 0.0])
def test_an_indicator_turned_over_askew_lies_on_the_stack_that_it_overlaps(out: float) -> None:
    """Red where the back below it was seen as well: it was no wall's, and no dora was told for the whole round."""
    left = (2,) * 7 + (1, 1) + (0,) * 8
    walls = backs((WHOLE, (0, 0) + (2,) * 15, (0,) * 17, left))
    under = walls[17 + 15 + 5]
    face = with_face(replace(under, x=under.x - out, angle=under.angle + 6.0, score=0.98, upper=0.74), Tile.P3)
    told = explain([*walls, face], BareGround(), LAYOUT, eye=ABOVE)
    assert told.unexplained == ()
    assert told.indicators is not None
    assert [(each.wall, each.stack, each.seen.tile) for each in told.indicators.content] == [(Seat.D, 6, Tile.P3)]
    assert told.indicators.chance > 0.9
    assert [wall and wall.content for wall in told.walls][Seat.D] == left


def test_what_stands_where_a_wall_was_drawn_is_no_stack_of_it() -> None:
    """Red where a turned wall ran into the hand behind it: the places of drawn stacks did not look bare, and stood, and
    a wall was said to be knocked over."""
    left, first = ((2,) * 17, (0, 0) + (2,) * 15, (0,) * 17, (2,) * 9 + (1,) + (0,) * 7), 17 + 15
    walls = [pushed(tile, seat, 0.0, 0.0, 0.0) for seat, tile in by_wall(left)]
    walls[first:] = [pushed(tile, Seat.D, -40.0, 0.0, -10.0) for tile in walls[first:]]
    walls[first + 6] = with_face(walls[first + 6], Tile.S6)
    spots = [LAYOUT.place(Seat.D, 22.0 * place - 130.0, 262.0) for place in range(13)]
    tops = [FoundTile(Surface.TOP, spot.x, spot.y, 28.0, 90.0, 0.97) for spot in spots]
    hand = SceneGround(PosedScene(tuple(PosedTile(None, spot.x, spot.y, 0.0, 90.0) for spot in spots)))
    wall = explain([*walls, *tops], hand, LAYOUT, eye=ABOVE).walls[Seat.D]
    assert wall is not None
    assert wall.content[13:] == (0,) * 4


def test_a_wall_that_appears_takes_no_stack_from_the_place_of_another() -> None:
    """Red where the corner stack of a wall was the next wall's from when that was seen: it had slid, no indicator was
    told for a round, and then that the break was a stack off."""
    walls = [backs(tuple(WHOLE if seat is own else (0,) * 17 for seat in Seat)) for own in Seat]
    alone = explain(walls[Seat.D], BareGround(), LAYOUT, eye=ABOVE)
    both = explain([*walls[Seat.D], *walls[Seat.A]], BareGround(), LAYOUT, alone, ABOVE)
    for wall in (Seat.A, Seat.D):
        assert sorted(each.stack for each in both.stood if each.wall is wall) == list(range(17))


def test_nobody_is_told_to_hold_nothing_whose_hand_may_be_what_is_told_as_a_wall() -> None:
    """Red where a hand of ten laid face down, pushed far in, was a wall of nine: its seat was told to have none."""
    spots = (16, 236), (-6, 242), (-27, 241), (-49, 244), (-71, 243), (-93, 251), (-114, 250), (-136, 242), (-156, 258)
    hand = []
    for across, distance in (*spots, (-180, 252)):
        spot = LAYOUT.place(Seat.B, across, distance, 3.0)
        hand.append(FoundTile(Surface.BACK, spot.x, spot.y, THICK, spot.angle, 0.98, 0.02))
    walls = backs((WHOLE, (0,) * 17, (0,) * 17, WHOLE))
    for place, turn in enumerate((90.0, 0.0, 0.0)):
        spot = LAYOUT.place(Seat.B, 270.0 - 21.5 * (2 - place), 300.0)
        face = Tile(Tile.P4 + place)
        walls.append(FoundTile(Surface.FACE, spot.x, spot.y, THICK, (spot.angle + turn) % 360.0, 0.98, 0.0, face, 0.99))
    told = explain([*walls, *hand], BareGround(), LAYOUT, eye=ABOVE)
    lies, wall = told.hands[Seat.B], told.walls[Seat.B]
    assert lies is None
    assert wall is not None
    assert wall.chance < SURE


def laid(across: float, out: float, tile: Tile | None = None, *, high: bool = True, turn: float = 0.0) -> FoundTile:
    """A back or a face before seat D, on another tile or on the table."""
    spot = LAYOUT.place(Seat.D, across, out, turn)
    surface = Surface.BACK if tile is None else Surface.FACE
    return FoundTile(surface, spot.x, spot.y, (1 + high) * THICK, spot.angle, 0.98, 0.98 * high, tile)


def test_ura_of_a_piece_that_was_pushed_in_are_its_own_and_what_was_lifted_off_them_is_no_river() -> None:
    """Red where three indicators laid before it were three discards, and a win in riichi was not seen.

    As they lay in a game laid as on photographs.
    """
    at = ((179.0, 199.0), (158.0, 207.0), (135.0, 210.0), (86.0, 165.0), (65.0, 169.0), (44.0, 181.0), (21.0, 174.0))
    dora, ura = (Tile.S3, Tile.P9, Tile.S9), (Tile.P4, Tile.S2, Tile.M3)
    stacks = [laid(*spot, turn=-11.0) for spot in at]
    indicators = [
        SeenIndicator(SeenTile(tile, stacks[place].x, stacks[place].y, 0.0, 0.99), Seat.D, place + 1)
        for place, tile in enumerate(dora, 3)
    ]
    stood = [Stood(each.x, each.y, Seat.D, place) for place, each in enumerate(stacks)]
    before = replace(explain(stacks, BareGround(), LAYOUT, eye=ABOVE), shown=tuple(indicators), stood=tuple(stood))
    lifted = ((80.0, 135.0), (58.0, 141.0), (37.0, 153.0))
    faces = [laid(*spot, tile, high=False, turn=-11.0) for spot, tile in zip(lifted, dora, strict=True)]
    faces += [laid(*spot, tile, high=False, turn=-11.0) for spot, tile in zip(at[3:6], ura, strict=True)]
    left = [*stacks[:3], stacks[6], *backs((WHOLE, *((0,) * 17,) * 3))]
    told = explain([*left, *faces], BareGround(), LAYOUT, before, ABOVE)
    assert told.indicators is not None
    shown = {(each.seen.tile, each.stack) for each in told.indicators.content if each.lower}
    assert shown == {*zip(ura, (4, 5, 6), strict=True)}
    assert not any(river and river.content for river in told.rivers)


def test_an_indicator_that_was_lifted_off_an_ura_that_is_not_seen_is_no_discard() -> None:
    """Red from 35 degrees: it was the last discard of the river beside it, and a win in riichi was not seen.

    As they lay in a game; the next stack hides the ura.
    """
    wall = ((171.0, 199.0), (147.0, 198.0), (125.0, 196.0), (103.0, 197.0), (82.0, 197.0), (61.0, 198.0), (40.0, 194.0))
    rows = (
        ((-58.0, 89.0), (-37.0, 88.0), (-14.0, 86.0), (7.0, 90.0), (27.0, 87.0), (49.0, 87.0)),
        ((-55.0, 118.0), (-33.0, 117.0), (-12.0, 116.0), (10.0, 118.0), (31.0, 117.0), (53.0, 117.0)),
        ((-54.0, 146.0), (-33.0, 146.0), (-11.0, 146.0)),
    )

    left = [*backs((WHOLE, *((0,) * 17,) * 3)), *(laid(*spot) for spot in (*wall, (-3.0, 193.0)))]
    left += [laid(-24.0, 195.0, high=False), laid(-45.0, 195.0, high=False)]
    left += [laid(*spot, Tile(place), high=False) for place, spot in enumerate(spot for row in rows for spot in row)]
    before = explain([*left, laid(18.0, 195.0, Tile.WEST)], BareGround(), LAYOUT, eye=ABOVE)
    assert before.indicators is not None
    assert before.indicators.content
    river = explain([*left, laid(20.0, 166.0, Tile.WEST, high=False)], BareGround(), LAYOUT, before, ABOVE).rivers[
        Seat.D
    ]
    assert river is not None
    assert [each.seen.tile for each in river.content] == [Tile(place) for place in range(15)]


def test_a_back_on_a_told_stack_of_a_wall_that_lies_farther_in_is_no_stray_of_the_next_one() -> None:
    """Red from 35 degrees: beside a tile whose tier was misread another of the stack was left, and as the next wall
    might have slid for it, three indicators of a round waited to its end."""
    broken: ZoneReading[tuple[int | None, ...]] = ZoneReading((2, 2, 2, 2, 2, 1, 1, *(0,) * 10), 0.99)
    whole: ZoneReading[tuple[int | None, ...]] = ZoneReading(WHOLE, 0.99)
    found = []
    for stack in range(1, 18):
        due = LAYOUT.wall_stack(Seat.B, stack)
        found.append(FoundTile(Surface.BACK, due.x - 12.0, due.y, 2 * THICK, due.angle, 0.99, 0.99))
    stray = found[14]
    found[14] = replace(stray, y=stray.y + 12.0, z=THICK, upper=0.07)
    shown = SeenIndicator(SeenTile(Tile.S6, 108.0, 204.0, 0.0, 0.99, None), Seat.A, 4)
    told = ExplainedWalls(
        (broken, whole, None, None),
        ZoneReading((shown,), 0.99),
        frozenset(range(17)),
        {number: (Seat.B, number) for number in range(17)},
        np.zeros(137),
    )
    after = beside_strays(told, [stray], [], (0, 0, 0, 0), found, LAYOUT, ABOVE)
    assert after.indicators is not None
    assert after.indicators.chance == 0.99


@pytest.mark.parametrize("out_mm", [-6.0, -2.0, 4.0])
@pytest.mark.parametrize("upper", [0.02, 0.3])
@pytest.mark.parametrize("seat", SEATS)
def test_a_face_that_is_turned_over_where_a_back_lay_is_on_its_stack_however_it_looks(
    seat: Seat, upper: float, out_mm: float
) -> None:
    """Red where it lay off its row: its upper tile was taken to be lifted, and the dora was never told."""
    ring = (Seat.A, Seat.D, Seat.C, Seat.B)
    tiles, stack = backs(drawn_from(17 * ring.index(seat) + 9, 53)), 7
    before = explain(tiles, BareGround(), LAYOUT, eye=ABOVE)
    place = next(i for i, tile in enumerate(tiles) if (tile.x, tile.y) == stack_place(seat, stack))
    across, out = LAYOUT.local(seat, *stack_place(seat, stack))
    spot = LAYOUT.place(seat, across, out + out_mm)
    tiles[place] = replace(with_face(tiles[place], Tile.S2), x=spot.x, y=spot.y, upper=upper)
    for _ in range(2):
        before = explain(tiles, BareGround(), LAYOUT, before, eye=ABOVE)
        assert before.indicators is not None
        assert before.indicators.chance > 0.9
        told = [(each.wall, each.stack, each.lower) for each in before.indicators.content]
        assert told == [(seat, stack, False)]
