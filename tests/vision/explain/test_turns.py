"""Rivers and the order of turns: consistent rivers get a higher probability, others a lower one but never zero."""

from dataclasses import replace

import pytest

from controller.ports.eyes import SeenRiverTile, SeenTile
from controller.riichi.notation import parse_tiles
from controller.riichi.seat import SEATS, From, Seat
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout, Spot
from hardware.profiles.load import load_profile
from tests.support.found_tables import SceneGround
from vision.explain.found import FoundTile, River, Surface, ZoneReading
from vision.explain.history import in_confirmed_order
from vision.explain.rivers import explain_rivers
from vision.explain.rows import table_rows
from vision.explain.table import explain
from vision.explain.turns import Turns
from vision.explain.vacant import Vacancy
from vision.render.scene import PosedScene
from vision.table.reader import SURE

PROFILE = load_profile()
LAYOUT = Layout(PROFILE)
TILE = PROFILE.tile
BARE = SceneGround(PosedScene(()))


def river(seat: Seat, count: int) -> list[FoundTile]:
    """Discards in rows of six."""
    return [face(LAYOUT.river_slot(seat, place), Tile((place + 9 * seat) % 34)) for place in range(count)]


def face(spot: Spot, tile: Tile) -> FoundTile:
    return FoundTile(Surface.FACE, spot.x, spot.y, TILE.thickness_mm, spot.angle % 360.0, 0.95, 0.0, tile)


@pytest.mark.parametrize(
    ("lengths", "calls", "suits"),
    [
        ((5, 5, 4, 4), [], True),
        ((4, 5, 5, 5), [], True),
        ((5, 4, 5, 4), [], False),
        ((6, 5, 4, 4), [], False),
        # B's fourth discard was called by A: B's river lacks it, and C and D did not draw.
        ((5, 3, 3, 3), [(Seat.A, From.RIGHT)], True),
        ((5, 3, 4, 3), [(Seat.A, From.LEFT)], False),
    ],
)
def test_lengths_that_suit_an_order_of_turns_cost_nothing(
    lengths: tuple[int, ...], calls: list[tuple[Seat, From]], suits: bool
) -> None:
    turns = Turns.of_calls(calls, 1.0)
    assert (turns.cost(lengths) < 0.1) is suits
    assert turns.cost(lengths) < 9.0
    assert (max(turns.out_of_turn(lengths, seat) for seat in SEATS) > 0.9) is not suits
    assert Turns.of_calls(calls, 0.0).cost(lengths) == 0.0


@pytest.mark.parametrize(("lengths", "whose"), [((6, 5, 5, 5), Seat.B), ((6, 7, 7, 7), Seat.A)])
def test_a_tile_between_two_rivers_is_of_him_whose_turn_it_was(lengths: tuple[int, ...], whose: Seat) -> None:
    """A white dragon is between the end of A's row and the beginning of B's."""
    found = [tile for seat in SEATS for tile in river(seat, lengths[seat])]
    end, begin = LAYOUT.river_slot(Seat.A, 5), LAYOUT.river_slot(Seat.B, 0)
    found.append(face(Spot((end.x + begin.x) / 2 + 12.0, (end.y + begin.y) / 2 + 12.0, 0.0), Tile.WHITE))
    explained = explain(found, BARE, LAYOUT)
    told = [len(reading.content) for reading in explained.rivers if reading is not None]
    assert told == [length + (seat is whose) for seat, length in zip(SEATS, lengths, strict=True)]


@pytest.mark.parametrize(("known", "length"), [(True, 6), (False, 5)])
def test_a_discard_that_was_told_is_its_rivers_however_far_off_its_row_it_lies(*, known: bool, length: int) -> None:
    """Regression: a tile at a corner belonged to nobody after the neighbour's row came near: four discards were never
    read.
    """
    found, end = river(Seat.A, 5), LAYOUT.river_slot(Seat.A, 5)
    found.append(face(Spot(end.x + 16.0, end.y - 22.0, 0.0), Tile.P3))
    told = tuple(SeenRiverTile(tile.seen, sideways=False) for tile in found)
    thrown: list[River] = [told if known else (), (), (), ()]
    rows = table_rows(found[:5], list(range(5)), LAYOUT) + table_rows(found, [5], LAYOUT)
    readings, _ = explain_rivers(rows, Vacancy(found, BARE, LAYOUT), Turns(), thrown)
    assert len(readings[Seat.A].content) == length


def test_a_discard_that_was_told_is_its_rivers_though_an_arm_hides_most_of_these() -> None:
    """Regression: the last tile of a row became the first of the neighbour's while a hand covered the others: a row of
    one tile was reported as a fault, and no discard was read for 13 seconds.
    """
    rivers = [river(seat, 12 if seat in (Seat.A, Seat.B) else 11) for seat in SEATS]
    rivers[Seat.A][5] = replace(rivers[Seat.A][5], x=rivers[Seat.A][5].x + 12.0)
    before = explain([tile for own in rivers for tile in own], BARE, LAYOUT)
    rivers[Seat.A] = [rivers[Seat.A][place] for place in (0, 5, 6, 7, 11)]
    middle = LAYOUT.river_slot(Seat.A, 2)
    hand = SceneGround(PosedScene(()), ((middle.x + 10.0, middle.y + 15.0, 40.0),))
    now = explain([tile for own in rivers for tile in own], hand, LAYOUT, before)
    assert [each and len(each.content) for each in now.rivers[1:]] == [12, 11, 11]


def test_a_river_that_alone_is_out_of_turn_is_told_less_surely() -> None:
    due = explain([tile for seat in SEATS for tile in river(seat, 5)], BARE, LAYOUT).rivers[Seat.C]
    found = [tile for seat in SEATS for tile in river(seat, 9 if seat is Seat.C else 5)]
    more = explain(found, BARE, LAYOUT).rivers[Seat.C]
    assert due is not None
    assert more is not None
    assert len(more.content) == 9
    assert 1.0 - more.chance > 10.0 * (1.0 - due.chance)


def test_a_row_of_a_hand_is_no_river() -> None:
    found = []
    for place in range(13):
        spot = LAYOUT.place(Seat.A, (place - 6) * TILE.width_mm, PROFILE.river.distance_mm + TILE.height_mm / 2)
        found.append(face(spot, Tile(place)))
    reading = explain(found, BARE, LAYOUT).rivers[Seat.A]
    assert reading is not None
    assert reading.chance < 0.01


def test_what_may_be_a_neighbours_and_lies_before_the_end_of_a_river_is_hardly_told_as_its() -> None:
    """Regression: a riichi tile beside a neighbour's first row was reported as theirs, later discards were unread."""
    rivers = {seat: river(seat, 8) for seat in SEATS}
    end, begin = LAYOUT.river_slot(Seat.A, 5), LAYOUT.river_slot(Seat.B, 0)
    between = face(Spot((end.x + begin.x) / 2 + 10.0, (end.y + begin.y) / 2 + 4.0, 0.0), Tile.P3)
    before = explain([tile for own in rivers.values() for tile in own], BARE, LAYOUT)
    now = explain([*(tile for own in rivers.values() for tile in own), between], BARE, LAYOUT, before)
    told = [reading for reading in now.rivers if reading is not None and len(reading.content) == 9]
    assert [reading.content[-1].seen.tile for reading in told] == [Tile.P3]
    assert told[0].chance < 0.7


Row = list[tuple[float, float]]
"""Discards as (across, distance) in mm in their player's view."""


def laid(seat: Seat, *rows: Row) -> list[FoundTile]:
    """Detections of a seat's discards at these places."""
    angle, spots = LAYOUT.river_slot(seat, 0).angle, [spot for row in rows for spot in row]
    places = [LAYOUT.place(seat, across, distance) for across, distance in spots]
    return [face(Spot(at.x, at.y, angle), Tile((place + 9 * seat) % 34)) for place, at in enumerate(places)]


def told_lengths(found: list[FoundTile], new: list[FoundTile]) -> list[int]:
    """Reported lengths of the rivers when new discards are added to those of the last picture."""
    before = explain(found, BARE, LAYOUT)
    rivers = explain([*found, *new], BARE, LAYOUT, before).rivers
    assert all(reading is not None and reading.chance > 0.9 for reading in rivers)
    return [len(reading.content) for reading in rivers if reading is not None]


def test_a_discard_beside_one_that_was_linked_to_a_neighbours_row_is_of_that_river() -> None:
    """Regression: B's seventh, at the corner, ended a row of C's at first, and the eighth was none: nobody was paid."""
    b_row = [(-30.0, 84.0), (-7.0, 86.0), (18.0, 81.0), (40.0, 81.0), (63.0, 85.0), (86.0, 83.0), (112.0, 72.0)]
    c_rows = [(-59.0, 81.0), (-30.0, 79.0), (-8.0, 79.0), (13.0, 78.0), (34.0, 78.0), (57.0, 83.0)], [(-46.0, 110.0)]
    found = [*river(Seat.A, 8), *laid(Seat.B, b_row), *laid(Seat.C, *c_rows), *river(Seat.D, 7)]
    eighth = laid(Seat.B, [(135.5, 77.0)])
    assert told_lengths(found, eighth) == [8, 8, 7, 7]


def test_a_row_that_begins_beside_a_neighbours_tile_is_one() -> None:
    """Regression: D's second discard of a row lay beside one of C's, and the first one, 18 mm farther out, was a row of
    its own: the river was doubted, a riichi tile after it unread, and nobody was paid.
    """
    first = [
        (-55.0, 79.0),
        (-33.0, 83.0),
        (-7.0, 86.0),
        (16.0, 80.0),
        (41.0, 80.0),
        (64.0, 85.0),
        (86.0, 76.0),
        (107.0, 84.0),
    ]
    c_row = [
        (-60.0, 80.0),
        (-38.0, 80.0),
        (-15.0, 80.0),
        (7.0, 80.0),
        (29.0, 80.0),
        (51.0, 80.0),
        (73.0, 80.0),
        (107.0, 73.0),
    ]
    found = [*river(Seat.A, 9), *river(Seat.B, 9), *laid(Seat.C, c_row[:-1]), *laid(Seat.D, first, [(-66.0, 133.0)])]
    assert told_lengths(found, [*laid(Seat.C, c_row[-1:]), *laid(Seat.D, [(-44.0, 115.0)])]) == [9, 9, 8, 10]


def test_a_discard_far_beyond_the_diagonal_is_looked_at_again() -> None:
    """Regression: C's eighth, 64 mm beyond, lay sideways before D's second row, though it was C's turn."""
    c_row = [(-35.0, 86.0), (-12.0, 81.0), (11.0, 79.0), (33.0, 87.0), (53.0, 79.0), (77.0, 74.0), (110.0, 68.0)]
    d_row = [(-35.0, 87.0), (-13.0, 84.0), (11.0, 82.0), (34.0, 80.0), (54.0, 78.0), (75.0, 73.0), (97.0, 74.0)]
    d_rows = [*d_row, (119.0, 76.0)], [(-42.0, 125.0)]
    found = [*river(Seat.A, 8), *river(Seat.B, 8), *laid(Seat.C, c_row), *laid(Seat.D, *d_rows)]
    assert told_lengths(found, laid(Seat.C, [(131.0, 67.0)])) == [8, 8, 8, 9]


def test_a_row_of_eight_ends_where_its_seat_sees_a_tile_more_to_the_side_than_before_it() -> None:
    """Regression: C's eighth, 72 mm beyond the diagonal, was taken for D's riichi tile, and a round was lost."""
    c_row = [(-29.0, 80.0), (-8.0, 79.0), (15.0, 80.0), (37.0, 80.0), (59.0, 80.0), (81.0, 78.0), (103.0, 77.0)]
    d_row = [(-54.0, 81.0), (-32.0, 80.0), (-9.0, 79.0), (14.0, 82.0), (36.0, 80.0)]
    d_rows = d_row, [(-53.0, 109.0), (-31.0, 109.0), (-9.0, 113.0)]
    found = [*river(Seat.A, 7), *river(Seat.B, 8), *laid(Seat.C, c_row), *laid(Seat.D, *d_rows)]
    assert told_lengths(found, laid(Seat.C, [(137.0, 65.0)])) == [7, 8, 8, 8]


@pytest.mark.parametrize(("taken", "told"), [(0, "4z1m5z2m9p9p3z4m"), (1, "4z1m5z2m9p9p3z")])
def test_rows_in_steps_keep_the_order_of_their_discards_when_the_newest_is_claimed(taken: int, told: str) -> None:
    """Regression: the rest of a row whose first two lay farther out was told anew, in another order, from then on."""
    row = [(-61, 96), (-32, 94), (-11, 78), (11, 80), (35, 81), (57, 74), (79, 77), (102, 77)]
    tiles = [
        SeenRiverTile(SeenTile(tile, float(x), float(y), 0.0, 1.0, None), sideways=False)
        for tile, (x, y) in zip(parse_tiles("4z1m5z2m9p9p3z4m"), row, strict=True)
    ]
    stands = tiles[: len(tiles) - taken]
    now = in_confirmed_order(ZoneReading((*stands[2:], *stands[:2]), 0.99), tuple(tiles))
    assert [each.seen.tile for each in now.content] == list(parse_tiles(told))


def test_a_new_discard_between_two_rows_goes_on_with_the_last_one() -> None:
    """Regression: it might have ended the row before as well: the river was not told for the rest of its round."""
    rows = (
        [(-55.0, 77.0), (-33.0, 77.0), (-11.0, 79.0), (11.0, 86.0), (33.0, 79.0)],
        [(-56.0, 105.0), (-35.0, 106.0), (-13.0, 109.0), (13.0, 113.0), (37.0, 113.0)],
    )
    found = [*river(Seat.A, 10), *river(Seat.B, 10), *river(Seat.C, 10), *laid(Seat.D, *rows)]
    before = explain(found, BARE, LAYOUT)
    for _ in range(2):
        before = explain([*found, *laid(Seat.D, [(59.0, 97.0)])], BARE, LAYOUT, before)
        reading = before.rivers[Seat.D]
        assert reading is not None
        assert reading.chance > 0.9
        assert (reading.content[-1].seen.x, len(reading.content)) == (-97.0, 11)


SLANTING = (
    "-55 82, -32 79, -7 79, 16 81, 40 76, -50 112, -19 113, 3 111,"
    " 26 110, 48 106, 69 103, 92 100, 115 105, -54 143, -28 143",
    "-55 72, -28 78, -6 79, 15 80, 37 80, 59 78, 84 76, 110 79,"
    " -44 105, -21 107, 2 109, 24 111, 46 109, 70 109, 93 106",
    "-41 85, -20 87, 2 79, 24 80, 50 78, 71 77, -24 115, -3 114, 18 111, 41 109, 66 110, 87 106, 110 108",
    "-51 78, -29 84, -4 85, 19 82, 41 82, 63 84, 84 81, 105 79, -50 111, -25 113, 1 113, 27 112, 49 116",
)
"""Discards of each player, (right, away) in mm rounded, from a game with the laying of photographs."""


def test_a_tile_beyond_one_that_seemed_a_neighbours_stays_in_its_row() -> None:
    """Regression: B's sideways tile was taken for the first of C, and the one beyond it for the last of B's next row:
    the river was open from there to the end of the round, and how that ended was not seen.
    """
    of_each = [[(float(x), float(y)) for x, y in map(str.split, spots.split(", "))] for spots in SLANTING]
    tiles = [each for seat, spots in zip(SEATS, of_each, strict=True) for each in laid(seat, spots)]
    tiles[21] = replace(tiles[21], angle=0.0)
    newest = tiles[29]
    known = explain([each for each in tiles if each is not newest], BARE, LAYOUT)
    told = explain(tiles, BARE, LAYOUT, known).rivers[Seat.B]
    assert told is not None
    assert [each.seen.tile for each in told.content] == [each.tile for each in tiles[15:30]]
    assert told.chance > SURE
