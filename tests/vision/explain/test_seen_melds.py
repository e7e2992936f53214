"""Melds told from the tiles found before a seat: rows behind rows, sideways tiles out of line, kongs in a row."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from tests.support.found_tables import SceneGround
from vision.explain.found import FoundTile, Surface
from vision.explain.rail.segments import MELD, ways
from vision.explain.rows import RowTile
from vision.explain.table import explain
from vision.render.scene import PosedScene, PosedTile

PROFILE = load_profile()
LAYOUT = Layout(PROFILE)
BARE = SceneGround(PosedScene(()))
WIDE, TALL = PROFILE.tile.width_mm, PROFILE.tile.height_mm
RAIL = LAYOUT.profile.meld.distance_mm - TALL / 2


def lying(seat: Seat, across: float, distance: float, tile: Tile, *, sideways: bool = False) -> FoundTile:
    spot = LAYOUT.place(seat, across, distance)
    angle = (-90.0 * seat - 90.0 * sideways) % 360.0
    return FoundTile(Surface.FACE, spot.x, spot.y, PROFILE.tile.thickness_mm, angle, 0.95, 0.0, tile)


def row(seat: Seat, faces: Sequence[Tile], sideways: Sequence[int], right: float, distance: float) -> list[FoundTile]:
    """Tiles side by side up to ``right`` mm across."""
    wide = [TALL if place in sideways else WIDE for place in range(len(faces))]
    left = [right - sum(wide[place:]) + wide[place] / 2 for place in range(len(faces))]
    return [
        lying(seat, across, distance, tile, sideways=place in sideways)
        for place, (tile, across) in enumerate(zip(faces, left, strict=True))
    ]


def told(
    tiles: Sequence[FoundTile], seat: Seat, ground: SceneGround = BARE
) -> list[tuple[tuple[Tile | None, ...], int | None]]:
    reading = explain(tiles, ground, LAYOUT).melds[seat]
    assert reading is not None
    assert reading.chance > 0.9
    return [(tuple(each.tile for each in meld.tiles), meld.sideways) for meld in reading.content]


@pytest.mark.parametrize("seat", SEATS)
def test_a_fourth_meld_behind_three_is_of_the_same_player(seat: Seat) -> None:
    """It lies beside the end of the neighbour's rail, and sideways to that."""
    sets = [(Tile.EAST,) * 3, (Tile.P3,) * 3, (Tile.S4,) * 3, (Tile.M2, Tile.M1, Tile.M3)]
    tiles = [
        tile
        for place, faces in enumerate(sets)
        for tile in row(seat, faces, (0,), LAYOUT.profile.meld.right_mm - 10.0, RAIL - 47.0 * place)
    ]
    tiles.append(lying(seat, -60.0, LAYOUT.profile.hand.distance_mm, Tile.RED))
    assert told(tiles, seat) == [(faces, 0) for faces in sets]


def test_four_tiles_left_of_a_players_middle_are_the_hand_that_was_opened() -> None:
    """Red where they were a kong of unlike faces, as what lies before the rail may have been the top of a tile."""
    sets = [(Tile.RED,) * 3, (Tile.S8, Tile.S7, Tile.S9), (Tile.P6, Tile.P7, Tile.P8)]
    tiles = [tile for place, faces in enumerate(sets) for tile in row(Seat.A, faces, (0,), 347.0, RAIL - 34.0 * place)]
    hand, rail = (Tile.M6, Tile.M8, Tile.S3, Tile.S3), LAYOUT.profile.hand.distance_mm
    tiles += [lying(Seat.A, -140.0 + 22.0 * place, rail, tile) for place, tile in enumerate(hand)]
    top = LAYOUT.place(Seat.A, -90.0, rail - 48.0)
    tiles.append(FoundTile(Surface.TOP, top.x, top.y, TALL, 0.0, 0.99))
    assert told(tiles, Seat.A) == [(faces, 0) for faces in sets]


def test_what_looks_like_a_tile_before_the_sideways_one_of_a_chow_was_not_added_to_it() -> None:
    """Red where the side of a kong behind it was found faintly as a face: who won by a hand with both was not told.

    As they lay in a game from 35 degrees.
    """
    north, hand = Tile.NORTH, (*(Tile.M7,) * 3, Tile.S2, *(Tile.SOUTH,) * 3)
    kong = ((north, 284, 325), (north, 309, 326), (north, 308, 305), (north, 333, 319))
    laid = (*kong, (Tile.M9, 283, 282), (Tile.M7, 311, 280), (Tile.M8, 332, 278))
    tiles = [lying(Seat.A, x, y, tile, sideways=place in (1, 2, 4)) for place, (tile, x, y) in enumerate(laid)]
    false = replace(lying(Seat.A, 283, 302, Tile.S9, sideways=True), score=0.49, confidence=0.51)
    tiles += [lying(Seat.A, -142.0 + 22.0 * place, 270.0, tile) for place, tile in enumerate(hand)]
    tiles = [replace(each, confidence=0.99) for each in tiles]
    # The side of the kong covers the felt there.
    shown = [PosedTile(each.tile or north, each.x, each.y, 0.0, each.angle) for each in (*tiles, false)]
    assert told([*tiles, false], Seat.A, SceneGround(PosedScene(tuple(shown)))) == [
        ((north,) * 4, 1),
        ((Tile.M9, Tile.M7, Tile.M8), 0),
    ]


@pytest.mark.parametrize("pushed_mm", [-14.0, 14.0])
def test_where_a_sideways_tile_was_pushed_out_of_line_none_is_missing(pushed_mm: float) -> None:
    """Two melds in one line: the sideways tile between them is no gap with something behind it."""
    tiles = row(Seat.A, (Tile.P4, Tile.P3, Tile.P5, Tile.P4, Tile.P4, Tile.P4), (0, 3), 347.0, RAIL)
    tiles[3] = replace(tiles[3], y=tiles[3].y + pushed_mm)
    assert told(tiles, Seat.A) == [((Tile.P4,) * 3, 0), ((Tile.P4, Tile.P3, Tile.P5), 0)]


def test_kongs_in_one_line_hold_no_tile_of_the_hand() -> None:
    """A tile of the hand lies apart: the line of kongs and melds, each of which could spare one, holds none of it."""
    faces = (*(Tile.S1,) * 4, Tile.S3, Tile.S2, Tile.S4, *(Tile.EAST,) * 4, *(Tile.M4,) * 4)
    tiles = row(Seat.A, faces, (2, 4, 9, 13), LAYOUT.profile.meld.right_mm, RAIL)
    tiles.append(lying(Seat.A, -133.0, LAYOUT.profile.hand.distance_mm, Tile.WHITE))
    assert told(tiles, Seat.A) == [
        ((Tile.M4,) * 4, 2),
        ((Tile.EAST,) * 4, 2),
        ((Tile.S3, Tile.S2, Tile.S4), 0),
        ((Tile.S1,) * 4, 2),
    ]


def test_a_hand_is_not_told_whole_beside_a_face_that_nothing_explains() -> None:
    """Red where a hand of eight that was won was seven, and the round ended with no winner: its 1m lay 67 mm off."""
    hand = ((Tile.M2, -68, 266), (Tile.M3, -46, 275), (Tile.S5, -28, 278), (Tile.S5, -3, 261), (Tile.S5, 19, 256))
    laid = (*hand, (Tile.S6, 41, 258), (Tile.S7, 62, 265))
    tiles = [lying(Seat.B, across, distance, tile) for tile, across, distance in laid]
    tiles += row(Seat.B, (Tile.EAST,) * 3 + (Tile.P3,) * 3, (0, 3), LAYOUT.profile.meld.right_mm - 4.0, RAIL)
    whole = explain(tiles, BARE, LAYOUT).hands[Seat.B]
    beside = explain([*tiles, lying(Seat.B, -104.0, 209.0, Tile.M1)], BARE, LAYOUT).hands[Seat.B]
    assert whole is not None
    assert whole.chance > 0.9
    assert beside is not None
    assert beside.chance < 0.9


def test_the_fourth_of_three_alike_beside_them_is_of_a_kong() -> None:
    """Red where it was the hand that a player of four melds has left; as they lay on a path-traced table."""
    laid = (
        *((Tile.P6, 219, 338, True), (Tile.P7, 244, 333, False), (Tile.P8, 269, 332, False)),
        *((Tile.M5_RED, 264, 303, False), (Tile.M5, 290, 305, True), (Tile.M5, 316, 300, False)),
        *((Tile.EAST, 222, 266, False), (Tile.EAST, 244, 268, False), (Tile.EAST, 271, 268, True)),
        *(
            (Tile.EAST, 297, 269, False),
            (Tile.S6, 227, 238, False),
            (Tile.S6, 251, 237, False),
            (Tile.S6, 276, 235, True),
        ),
    )
    tiles = [lying(Seat.B, across, distance, tile, sideways=turned) for tile, across, distance, turned in laid]
    tiles.append(lying(Seat.B, -147.0, 273.0, Tile.P4))
    assert told(tiles, Seat.B)[2:] == [((Tile.EAST,) * 4, 2), ((Tile.S6,) * 3, 2)]


@pytest.mark.parametrize(("faces", "open_"), [((Tile.WHITE,) * 3, True), ((Tile.S3, Tile.S2, Tile.S4), False)])
def test_three_alike_are_open_where_something_lies_against_their_sideways_tile(
    *, faces: Sequence[Tile], open_: bool
) -> None:
    """A white dragon that was added to three was not found: the kong came when its player next called, and was late."""
    tiles = row(Seat.A, faces, (0,), LAYOUT.profile.meld.right_mm, RAIL)
    spot = LAYOUT.place(Seat.A, tiles[0].x, tiles[0].y - WIDE)
    beside = SceneGround(PosedScene((PosedTile(Tile.WHITE, spot.x, spot.y, 0.0, 90.0),)))
    bare, covered = (explain(tiles, ground, LAYOUT).melds[Seat.A] for ground in (BARE, beside))
    assert bare is not None
    assert bare.chance > 0.9
    assert covered is not None
    assert (covered.chance < 0.9) is open_


def test_three_alike_are_told_where_the_next_meld_lies_behind_them() -> None:
    tiles = row(Seat.A, (Tile.WHITE,) * 3, (1,), LAYOUT.profile.meld.right_mm, RAIL)
    tiles += row(Seat.A, (Tile.P8, Tile.P6, Tile.P7), (0,), LAYOUT.profile.meld.right_mm, RAIL - 36.0)
    # The sides of what lies behind are seen there.
    lie = SceneGround(PosedScene((PosedTile(Tile.P6, tiles[1].x, tiles[1].y - WIDE, 0.0, 0.0),)))
    reading = explain(tiles, lie, LAYOUT).melds[Seat.A]
    assert reading is not None
    assert reading.chance > 0.9


@pytest.mark.parametrize(
    ("way", "apart", "sideways"),
    [(0.03, 24.8, 1), (0.97, 24.8, 1), (0.97, 21.8, None)],
    ids=["its box tells", "gaps tell", "upright ones"],
)
def test_of_three_white_dragons_that_were_called_the_likeliest_lies_sideways(
    way: float, apart: float, sideways: int | None
) -> None:
    """Its box was as wide as long; told upright at 97 % across it made no set, and the round ended unread."""
    laid = ((302.5 - apart, 292.8, 2.0, 1.0), (302.5, 293.5, 2.0, way), (302.5 + apart, 292.2, 1.0, 1.0))
    three = [
        FoundTile(Surface.FACE, x, y, PROFILE.tile.thickness_mm, angle, 0.97, 0.0, Tile.WHITE, 0.97, way=each)
        for x, y, angle, each in laid
    ]
    reading = explain(three, BARE, LAYOUT).melds[Seat.A]
    assert reading is not None
    assert (reading.chance > 0.9) is (sideways is not None)
    assert [meld.sideways for meld in reading.content] == [sideways]
    river = explain([replace(each, y=each.y - 200.0) for each in three], BARE, LAYOUT).rivers[Seat.A]
    assert river is not None
    assert not any(each.sideways for each in river.content)


@pytest.mark.parametrize("pushed", [0.0, 8.0])
def test_a_pung_of_which_sticks_have_pushed_a_tile_out_of_its_row_is_one(pushed: float) -> None:
    """Red where it lay 17 mm out, in another game 25: no meld was told for the rest of the round, and no win."""
    lie = ((167.6, 350.8 + pushed, 0), (192.1, 333.8, 0), (214.9, 347.3, 1))
    pung = [lying(Seat.A, across, away, Tile.M4, sideways=bool(turned)) for across, away, turned in lie]
    winds = ((245.4, 339.6, 1), (271.2, 337.8, 0), (293.0, 338.4, 0))
    pung += [lying(Seat.A, across, away, Tile.EAST, sideways=bool(turned)) for across, away, turned in winds]
    hand = (Tile.S1, Tile.S2, Tile.S3, Tile.P5, Tile.P6, Tile.RED, Tile.RED)
    pung += row(Seat.A, hand, (), 20.0, LAYOUT.profile.hand.distance_mm)
    assert told(pung, Seat.A) == [((Tile.EAST,) * 3, 0), ((Tile.M4,) * 3, 2)]


@pytest.mark.parametrize("outer", [311.8, 309.0])
def test_an_added_tile_that_lies_in_line_with_a_part_of_its_meld_parts_it_not(outer: float) -> None:
    """Red where each of the sideways ones was linked to the upright one nearest to its line: no meld was told for the
    rest of the round, a dora of the kong was not counted, and the win was paid without it."""
    lie = ((288.1, 279.7, 0), (outer, 296.2, 1), (339.0, 292.0, 0), (315.1, 271.9, 1))
    kong = [lying(Seat.B, across, away, Tile.WEST, sideways=bool(turned)) for across, away, turned in lie]
    chow = ((289.4, 246.1, Tile.P2), (314.4, 239.6, Tile.P1), (336.7, 242.5, Tile.P3))
    kong += [lying(Seat.B, across, away, tile, sideways=tile is Tile.P2) for across, away, tile in chow]
    kong.append(lying(Seat.B, -60.0, LAYOUT.profile.hand.distance_mm, Tile.RED))
    assert told(kong, Seat.B) == [((Tile.WEST,) * 4, 1), ((Tile.P2, Tile.P1, Tile.P3), 0)]


@pytest.mark.parametrize("red", [False, True])
@pytest.mark.parametrize("covered", [False, True])
def test_three_alike_may_be_a_kong_where_a_wall_hides_a_part_of_what_lies_against_the_sideways_one(
    *, red: bool, covered: bool
) -> None:
    """Red where an added tile under a wall that was pushed there was none: a dora was told eight turns late."""
    faces = (Tile.P5, Tile.P5, Tile.P5_RED if red else Tile.P5)
    tiles = row(Seat.A, faces, (2,), 250.0, 300.0)
    under = LAYOUT.place(Seat.A, 250.0 - TALL / 2, 300.0 - WIDE, 90.0)
    scene = PosedScene((PosedTile(Tile.P5, under.x, under.y, 0.0, under.angle),) if covered else ())
    tiles.append(lying(Seat.A, -60.0, LAYOUT.profile.hand.distance_mm, Tile.RED))
    melds = explain(tiles, SceneGround(scene), LAYOUT).melds[Seat.A]
    assert melds is not None
    assert (melds.chance > 0.9) is not covered


@pytest.mark.parametrize(("last", "meld"), [(Surface.FACE, True), (Surface.BACK, False)])
def test_a_back_is_the_sideways_tile_of_no_meld(last: Surface, *, meld: bool) -> None:
    """Red where one that was no tile, at the edge of the picture, made a kong of a pung: the face was added to it."""
    row_tiles = [
        RowTile(number, 290.0 + 22.0 * number + 3.0 * (number == 2), 260.0, number == 2) for number in range(3)
    ]
    found = [
        FoundTile(surface, each.across, each.distance, PROFILE.tile.thickness_mm, 90.0 * each.turned, 0.99, 0.0, name)
        for each, surface, name in zip(
            row_tiles,
            (Surface.FACE, Surface.FACE, last),
            (Tile.SOUTH, Tile.SOUTH, Tile.SOUTH if meld else None),
            strict=True,
        )
    ]
    assert any(part.kind == MELD for _, parts in ways(row_tiles, found) for part in parts) is meld


@pytest.mark.parametrize(("face", "kong"), [(Tile.WHITE, True), (Tile.P1, True), (Tile.P9, False)])
def test_a_blank_tile_was_added_however_it_seems_to_lie(face: Tile, *, kong: bool) -> None:
    """Red from 35 degrees: between two melds a white dragon seemed upright, and the round was lost with its kong.

    As they lay in a game.
    """
    pung, added, next_to = ((286, 337), (311, 344), (337, 335)), (310, 318), ((284, 290), (308, 291), (333, 289))
    tiles = [lying(Seat.A, x, y, face, sideways=place == 1) for place, (x, y) in enumerate(pung)]
    tiles += [lying(Seat.A, x, y, Tile.M7, sideways=place == 1) for place, (x, y) in enumerate(next_to)]
    melds = explain([*tiles, lying(Seat.A, *added, face)], BARE, LAYOUT).melds[Seat.A]
    assert melds is not None
    assert ([face] * 4 in [[each.tile for each in meld.tiles] for meld in melds.content]) is kong
    assert (melds.chance > 0.9) is kong


def test_a_sideways_tile_that_was_told_lies_so_when_one_is_added_to_it() -> None:
    """Red from 35 degrees: beside the added one a white dragon seemed upright, and a win and its dora went unread."""
    pung, added = ((282, 327), (311, 335), (337, 332)), (310, 310)
    tiles = [lying(Seat.A, x, y, Tile.WHITE, sideways=place == 1) for place, (x, y) in enumerate(pung)]
    before = explain(tiles, BARE, LAYOUT)
    doubted = [*tiles[:1], replace(tiles[1], way=0.003), *tiles[2:], lying(Seat.A, *added, Tile.WHITE, sideways=True)]
    for told, sure in ((None, False), (before, True)):
        melds = explain(doubted, BARE, LAYOUT, told).melds[Seat.A]
        assert melds is not None
        assert [(len(meld.tiles), meld.sideways) for meld in melds.content] == [(4, 1)]
        assert (melds.chance > 0.9) is sure
