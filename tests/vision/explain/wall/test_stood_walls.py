"""Former positions of walls: a tile at the place of a stack belongs to it unless that stack is long gone."""

from dataclasses import replace

import pytest

from controller.ports.eyes import SeenIndicator, SeenTile
from controller.riichi.notation import parse_tiles
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from tests.support.laid_walls import (
    ABOVE,
    LAYOUT,
    THICK,
    WHOLE,
    BareGround,
    backs,
    drawn_from,
    stack_place,
    with_face,
)
from vision.explain.found import FoundTile, Stood, Surface
from vision.explain.table import explain


def test_a_hand_laid_face_down_where_the_end_of_a_wall_had_stood_keeps_its_tiles() -> None:
    """Regression: two of them lay on the places of stacks long gone: the hand was not told, nor that nobody had won."""
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
    """Regression: they lay in one row with the hand: no wall, no hand, and the last win of a game was never told."""
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
    """Regression: it was as far in as that wall had been, so it was read as a wall and the round's end was unseen."""
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


def test_a_wall_that_appears_takes_no_stack_from_the_place_of_another() -> None:
    """Regression: the corner stack of a wall was the next wall's from when that was seen: it had slid, no indicator was
    told for a round, and then that the break was a stack off.
    """
    walls = [backs(tuple(WHOLE if seat is own else (0,) * 17 for seat in Seat)) for own in Seat]
    alone = explain(walls[Seat.D], BareGround(), LAYOUT, eye=ABOVE)
    both = explain([*walls[Seat.D], *walls[Seat.A]], BareGround(), LAYOUT, alone, ABOVE)
    for wall in (Seat.A, Seat.D):
        assert sorted(each.stack for each in both.stood if each.wall is wall) == list(range(17))


def laid(across: float, out: float, tile: Tile | None = None, *, high: bool = True, turn: float = 0.0) -> FoundTile:
    """A back or a face before seat D, on another tile or on the table."""
    spot = LAYOUT.place(Seat.D, across, out, turn)
    surface = Surface.BACK if tile is None else Surface.FACE
    return FoundTile(surface, spot.x, spot.y, (1 + high) * THICK, spot.angle, 0.98, 0.98 * high, tile)


def test_ura_of_a_piece_that_was_pushed_in_are_its_own_and_what_was_lifted_off_them_is_no_river() -> None:
    """Regression: three indicators laid before it were three discards, and a win in riichi was not seen.

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
    """Failed from 35 degrees: it was the last discard of the river beside it, and a win in riichi was not seen.

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


@pytest.mark.parametrize("out_mm", [-6.0, -2.0, 4.0])
@pytest.mark.parametrize("upper", [0.02, 0.3])
@pytest.mark.parametrize("seat", SEATS)
def test_a_face_that_is_turned_over_where_a_back_lay_is_on_its_stack_however_it_looks(
    seat: Seat, upper: float, out_mm: float
) -> None:
    """Regression: it lay off its row: its upper tile was taken to be lifted, and the dora was never told."""
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
