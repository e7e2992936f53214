"""Whole hands in any number of pieces, winning tiles sideways, and what a hand implies about unseen melds."""

from dataclasses import replace
from typing import Final

import pytest

from controller.riichi.notation import parse_tiles
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from tests.support.found_tables import SceneGround
from vision.explain.found import FoundTile, Surface
from vision.explain.table import explain
from vision.photo.uncalibrated import of_photo
from vision.render.scene import PosedScene
from vision.table.reader import SURE

LAYOUT = Layout(load_profile())
SIZE = LAYOUT.profile.tile
BARE = SceneGround(PosedScene(()))
LOW = (0.0, 1100.0, 300.0)
"""A lens position lower than any in the training data."""


def _laid(notation: str, gaps: dict[int, float]) -> list[FoundTile]:
    """Faces before seat A from left to right, touching except for gaps in mm before some."""
    tiles, across = [], -130.0
    for place, tile in enumerate(parse_tiles(notation)):
        across += SIZE.width_mm + gaps.get(place, 0.0)
        spot = LAYOUT.place(Seat.A, across, LAYOUT.profile.hand.distance_mm)
        tiles.append(FoundTile(Surface.FACE, spot.x, spot.y, SIZE.thickness_mm, 0.0, 0.98, 0.0, tile))
    return tiles


def _meld(notation: str) -> list[FoundTile]:
    """A called set in seat A's corner, its first tile sideways."""
    right, wide = LAYOUT.profile.meld.right_mm, SIZE.width_mm
    tiles = []
    for place, tile in enumerate(parse_tiles(notation)):
        across = right - (2 - place) * wide - (wide if place else SIZE.height_mm) / 2
        spot = LAYOUT.place(Seat.A, across, LAYOUT.profile.meld.distance_mm)
        low = 0.0 if place else (SIZE.height_mm - wide) / 2
        tiles.append(
            FoundTile(Surface.FACE, spot.x, spot.y + low, SIZE.thickness_mm, 0.0 if place else 90.0, 0.98, 0.0, tile)
        )
    return tiles


def _sideways(tiles: list[FoundTile]) -> list[FoundTile]:
    last, more = tiles[-1], (SIZE.height_mm - SIZE.width_mm) / 2
    return [*tiles[:-1], replace(last, x=last.x + more, y=last.y + more, angle=90.0)]


@pytest.mark.parametrize(
    ("tiles", "apart"),
    [
        (_sideways(_laid("777z333z88p99s222m9s", {})), True),
        (_laid("123m406p789s11z555z", {3: 1.0, 8: 0.5, 13: 3.0}), True),
        (_laid("123m406p789s11z555z", {3: 1.0, 8: 0.5, 13: 0.5}), False),
        (_laid("11p2340p5667p7p666z", {2: 12.0, 5: 27.0, 6: 13.0, 11: 26.0}), False),
        (_laid("11p2340p5667p7p666z", {2: 38.0, 5: 38.0, 8: 38.0, 11: 38.0}), False),
    ],
    ids=["the tile it was won with lies sideways", "a little apart", "mixed in", "pulled apart in pieces", "far apart"],
)
def test_fourteen_faces_are_a_hand_and_leave_no_melds(tiles: list[FoundTile], apart: bool) -> None:
    hidden = SceneGround(PosedScene(()), ((LAYOUT.place(Seat.A, 330.0, 340.0).x, 340.0, 60.0),))
    told = explain(tiles, hidden, LAYOUT)
    hand, melds = told.hands[Seat.A], told.melds[Seat.A]
    assert hand is not None
    assert melds is not None
    last = () if hand.content.apart is None else (hand.content.apart,)
    assert [tile.tile for tile in (*hand.content.shown, *last)] == [tile.tile for tile in tiles]
    assert bool(last) is apart
    assert hand.chance > SURE
    assert melds.content == ()
    assert melds.chance > SURE


@pytest.mark.parametrize(("right", "told_sure"), [(330.0, True), (120.0, False)], ids=["melds", "end of the row"])
def test_a_hand_whose_melds_are_out_of_sight_is_told_if_its_own_end_is_not(right: float, told_sure: bool) -> None:
    tiles = _laid("234p5667p666z", {})
    out = 340.0 if told_sure else LAYOUT.profile.hand.distance_mm
    spot = LAYOUT.place(Seat.A, right, out)
    told = explain(tiles, SceneGround(PosedScene(()), ((spot.x, spot.y, 60.0),)), LAYOUT)
    hand = told.hands[Seat.A]
    assert hand is not None
    assert [tile.tile for tile in hand.content.shown] == [tile.tile for tile in tiles]
    assert (hand.chance > SURE) is told_sure


def test_melds_beside_which_something_is_hidden_are_told_if_they_and_the_hand_are_whole() -> None:
    laid = [*_laid("234p5667p666z", {}), *_meld("888s")]
    end = max(LAYOUT.local(Seat.A, tile.x, tile.y)[0] for tile in laid)
    spot = LAYOUT.place(Seat.A, end - 3 * SIZE.width_mm - SIZE.height_mm / 2, LAYOUT.profile.meld.distance_mm)
    hidden = SceneGround(PosedScene(()), ((spot.x, spot.y, 20.0),))
    melds = [explain(tiles, hidden, LAYOUT).melds[Seat.A] for tiles in (laid, laid[1:])]
    assert [each is not None and [len(meld.tiles) for meld in each.content] for each in melds] == [[3], [3]]
    assert [each is not None and each.chance > SURE for each in melds] == [True, False]


def test_thirteen_tiles_with_room_for_one_between_them_may_be_fourteen() -> None:
    told = [explain(_laid("11p2340p5667p7p66z", {7: gap}), BARE, LAYOUT).hands[Seat.A] for gap in (0.0, 20.0)]
    assert [hand is not None and hand.chance > SURE for hand in told] == [True, False]


def test_who_has_not_discarded_on_a_photo_has_no_melds_however_low_the_camera() -> None:
    seen = explain([], BARE, LAYOUT, eye=LOW)
    melds = of_photo(seen, LAYOUT).melds[Seat.C]
    assert melds is not None
    assert melds.chance > SURE


def test_a_river_that_is_out_of_the_picture_is_not_told_to_be_empty() -> None:
    place = LAYOUT.place(Seat.C, 0.0, 90.0)
    seen = explain([], SceneGround(PosedScene(()), ((place.x, place.y, 120.0),)), LAYOUT).rivers[Seat.C]
    assert seen is not None
    assert seen.content == ()
    assert seen.chance < SURE


def test_a_known_hand_stays_so_when_an_ura_is_shown_beside_it() -> None:
    """Regression: it became doubtful, and the round's end was unseen, because its last ura-dora was near it."""
    hand = _laid("11p2340p5667p7p666z", {})
    spot = LAYOUT.place(Seat.A, 0.0, LAYOUT.profile.hand.distance_mm - 60.0)
    ura = FoundTile(Surface.FACE, spot.x, spot.y, SIZE.thickness_mm, 0.0, 0.98, 0.0, Tile.S2)
    before = explain(hand, BARE, LAYOUT)
    told = explain([*hand, ura], BARE, LAYOUT, before).hands[Seat.A]
    lacks_one = explain([*hand[:-1], ura], BARE, LAYOUT).hands[Seat.A]
    assert told is not None
    assert told.chance > SURE
    assert lacks_one is None or lacks_one.chance < SURE


def test_an_ura_beside_an_open_hand_from_which_the_indicator_was_lifted_is_none_of_it() -> None:
    """Regression: it was the first of fourteen tiles and no win was read; positions as in a game with photo laying."""
    face, back = Surface.FACE, Surface.BACK

    def tile(surface: Surface, x: int, y: int, tier: int, angle: float = 270.0, name: Tile | None = None) -> FoundTile:
        return FoundTile(surface, x, y, tier * SIZE.thickness_mm, angle, 1.0, 0.99 * (tier == 2), name, 0.99)

    outs = (203, 204, 205, 204, 202, 206, 206, 207, 204, 208, 205, 204, 205, 216, 214)
    acrosses = (131, 152, 110, 89, 67, 45, 24, 2, -20, -42, -63, -86, -110, -144, -167)
    wall = [tile(back, x, y, 2) for x, y in zip(outs, acrosses, strict=True)]
    wall += [tile(back, 211, -191, 1), tile(back, 149, 158, 2, 0.0), tile(back, 127, 154, 2, 0.0)]
    out = (249, 250, 253, 253, 254, 255, 257, 250, 263, 256, 262, 256, 259)
    across = (145, 122, 101, 78, 56, 34, 11, -12, -32, -56, -77, -99, -121)
    names = parse_tiles("555m999p34567s44z")
    hand = [tile(face, x, y, 1, name=name) for x, y, name in zip(out, across, names, strict=True)]
    upper = [tile(face, 171, 158, 2, 0.0, Tile.S1), tile(face, 207, 174, 2, name=Tile.NORTH)]
    lifted = [tile(face, 175, 125, 1, 0.0, Tile.S1), tile(face, 194, 176, 1, name=Tile.NORTH)]
    ura = [tile(face, 169, 160, 2, 0.0, Tile.WHITE), tile(face, 222, 177, 1, name=Tile.S1)]
    told = None
    for tiles in ([*wall, *upper], [*wall, *upper, *hand], [*wall, *lifted, *ura, *hand]):
        told = explain(tiles, BARE, LAYOUT, told, (0.0, 0.0, 1600.0))
    assert told is not None
    shown = told.hands[Seat.B]
    assert shown is not None
    assert [each.tile for each in shown.content.shown] == list(names)
    assert shown.chance > SURE
    assert told.indicators is not None
    under = [(each.seen.tile, each.wall, each.stack) for each in told.indicators.content if each.lower]
    assert under == [(Tile.WHITE, Seat.A, 1), (Tile.S1, Seat.B, 17)]


def test_a_tile_that_is_hardly_found_to_stand_beside_faces_of_its_hand_leaves_it_open() -> None:
    """Regression: the last face of an open hand was unread and standing, as on a path-traced table from 25 degrees."""
    faces = _laid("8p8m2z8p3s8p7m5p4m", {})
    spot = LAYOUT.place(Seat.A, -150.0, LAYOUT.profile.hand.distance_mm + 3.0)
    stands = FoundTile(Surface.TOP, spot.x, spot.y, SIZE.height_mm, 0.0, 0.36, 0.0)
    assert explain([*faces, stands, *_meld("4s3s5s")], BARE, LAYOUT).hands[Seat.A] is None


@pytest.mark.parametrize("covered", [True, False])
def test_an_open_hand_that_was_told_is_not_gone_while_an_arm_hides_a_part_of_it(*, covered: bool) -> None:
    """Regression: an arm covered the winning hand before it was seen often enough: its round ended unseen."""
    hand = _laid("123m406p789s11z555z", {})
    before = explain(hand, BARE, LAYOUT)
    arm = ((hand[11].x, hand[11].y, 70.0),) if covered else ()
    now = explain(hand[:9], SceneGround(PosedScene(()), arm), LAYOUT, before).hands[Seat.A]
    lasting = before.hands[Seat.A]
    assert lasting is not None
    assert len(lasting.content.shown) == 14
    assert (now == lasting) is covered
    moved = [replace(tile, x=tile.x + 30.0) for tile in hand[:9]]
    assert explain(moved, SceneGround(PosedScene(()), arm), LAYOUT, before).hands[Seat.A] != lasting


Spots = tuple[tuple[float, float, float], ...]
"""Positions (across mm, distance mm, askew degrees)."""


def _spread(spots: Spots, names: str, surface: Surface = Surface.FACE) -> list[FoundTile]:
    """Tiles before seat A."""
    tiles = []
    for (across, distance, askew), tile in zip(spots, parse_tiles(names), strict=True):
        spot, face = LAYOUT.place(Seat.A, across, distance), tile if surface is Surface.FACE else None
        tiles.append(FoundTile(surface, spot.x, spot.y, SIZE.thickness_mm, askew, 0.98, 0.0, face, 0.99))
    return tiles


_FAR_OUT: Final = (
    *((-108.0, 300.0, 13.0), (-87.0, 306.0, 9.0), (-64.0, 300.0, 0.0), (-42.0, 307.0, 3.0), (-20.0, 309.0, 3.0)),
    *((1.0, 313.0, 3.0), (24.0, 311.0, 5.0), (46.0, 313.0, 5.0), (68.0, 321.0, 5.0), (92.0, 307.0, 13.0)),
)
"""Ten tiles of a fanned hand, 40 mm off its place."""


def test_a_tile_may_have_been_missed_before_the_last_of_thirteen() -> None:
    """Of fourteen with the last one apart the thirteenth was not detected: a hand without win was reported."""
    told = explain(_laid("234789m789p77s55z", {12: 34.0}), BARE, LAYOUT, eye=(0.0, 0.0, 1600.0)).hands[Seat.A]
    assert told is not None
    assert len(told.content.shown) == 13
    assert told.chance < SURE


def test_three_tiles_of_a_hand_that_lie_farther_off_are_no_meld_with_none_sideways() -> None:
    """Regression: each piece of a hand had to be near its place: a hand of ten was reported, and its win was not."""
    more = ((110.0, 328.0, 5.0), (134.0, 319.0, 8.0), (155.0, 332.0, 3.0))
    told = explain(_spread((*_FAR_OUT, *more), "555m2266778p456s"), BARE, LAYOUT, eye=(0.0, 0.0, 1600.0))
    hand, melds = told.hands[Seat.A], told.melds[Seat.A]
    assert hand is not None
    assert len(hand.content.shown) == 13
    assert hand.chance > SURE
    assert melds is not None
    assert melds.content == ()


def test_what_lies_behind_a_hand_is_no_piece_of_it() -> None:
    """A false back behind a hand laid face down."""
    hand = _spread(tuple((x, y - 20.0, 3.0) for x, y, _ in _FAR_OUT), "1111111111m", Surface.BACK)
    behind = _spread(((-45.0, 320.0, 0.0),), "1m", Surface.BACK)
    told = explain([*hand, *behind, *_meld("345p")], BARE, LAYOUT, eye=(0.0, 0.0, 1600.0)).hands[Seat.A]
    assert told is not None
    assert len(told.content.shown) == 10
