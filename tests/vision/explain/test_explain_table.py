"""Tables explained from the tiles detected on them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.ports.eyes import SeenMeld
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from tests.support.found_tables import Finder, SceneGround
from vision.arrays import Floats
from vision.explain.found import FoundTile, Surface, TableExplanation
from vision.explain.table import explain
from vision.explain.vacant import Vacancy
from vision.render.arrangement import random_arrangement
from vision.render.laying.habits import CAREFUL
from vision.render.scene import PosedScene, PosedTile
from vision.table.reader import SURE

PROFILE = load_profile()
LAYOUT = Layout(PROFILE)
THICK = PROFILE.tile.thickness_mm
BARE = SceneGround(PosedScene(()))


def face(x: float, y: float, angle: float, tile: Tile, score: float = 0.95) -> FoundTile:
    return FoundTile(Surface.FACE, x, y, THICK, angle % 360.0, score, 0.0, tile)


def river(seat: Seat, shape: str, first: int = 0) -> list[FoundTile]:
    """Discards of a seat at their exact places; "-" is sideways, the faces count up."""
    tiles = []
    for index, mark in enumerate(shape):
        row = shape[index - index % 6 : index]
        spot = LAYOUT.river_slot(seat, index, "-" in row, mark == "-")
        tiles.append(face(spot.x, spot.y, spot.angle, Tile((first + index) % 34)))
    return tiles


def meld(seat: Seat, faces: Sequence[Tile], sideways: int, row: int = 0) -> list[FoundTile]:
    spots = LAYOUT.meld_slots(seat, row, len(faces), sideways)
    return [face(spot.x, spot.y, spot.angle, tile) for spot, tile in zip(spots, faces, strict=True)]


def shape_of(explained: TableExplanation, seat: Seat) -> str:
    reading = explained.rivers[seat]
    return "" if reading is None else "".join("-" if each.sideways else "|" for each in reading.content)


def told(explained: TableExplanation) -> int:
    """Number of detected tiles that the explanation uses."""
    return len(spoken_of(explained))


def spoken_of(explained: TableExplanation) -> list[tuple[float, float]]:
    """Positions of the tiles that the explanation uses."""
    tiles = [each.seen for reading in explained.rivers if reading for each in reading.content]
    tiles += [tile for reading in explained.melds if reading for laid in reading.content for tile in laid.tiles]
    for reading in explained.hands:
        if reading is not None:
            tiles += [*reading.content.shown, *(() if reading.content.apart is None else (reading.content.apart,))]
    seen = [tile for tile in tiles if tile.confidence > 0]
    left = [*explained.unexplained, *explained.noise]
    return [*((tile.x, tile.y) for tile in seen), *((tile.x, tile.y) for tile in left)]


def test_zones_of_carefully_laid_tables_are_explained() -> None:
    """All discards in order, melds with their sideways tile, and shown hands, of some whole tables."""
    for seed in (3, 4):
        rng = np.random.default_rng(seed)
        arranged = random_arrangement(rng)
        scene = arranged.scene(LAYOUT, rng, CAREFUL)
        explained = explain(Finder().find(scene, PROFILE.tile, rng), SceneGround(scene), LAYOUT)
        for part, row, melds in zip(arranged.parts, explained.rivers, explained.melds, strict=True):
            assert row is not None
            assert melds is not None
            assert tuple((each.seen.tile, each.sideways) for each in row.content) == part.river
            laid = [(len(each.tiles) + (each.added is not None), each.sideways) for each in part.melds]
            assert [(len(each.tiles), each.sideways) for each in melds.content] == laid


@settings(max_examples=15, deadline=None)
@given(
    shapes=st.lists(
        st.tuples(st.integers(0, 18), st.integers(0, 17)).map(
            lambda one: "".join("-" if place == one[1] else "|" for place in range(one[0]))
        ),
        min_size=4,
        max_size=4,
    ),
    shifts=st.lists(st.tuples(*[st.floats(-6.0, 6.0)] * 2), min_size=4, max_size=4),
    seed=st.integers(0, 2**16),
)
def test_rivers_moved_as_a_whole_are_the_same_rivers(
    shapes: list[str], shifts: list[tuple[float, float]], seed: int
) -> None:
    """Four rivers near their places are reported, whatever the order of the detections."""
    rng = np.random.default_rng(seed)
    found = []
    for seat, shape, (dx, dy) in zip(Seat, shapes, shifts, strict=True):
        for each in river(seat, shape, 7 * seat):
            jitter = rng.normal(size=3).clip(-2, 2)
            found.append(
                replace(each, x=each.x + dx + jitter[0], y=each.y + dy + jitter[1], angle=each.angle + 1.5 * jitter[2])
            )
    found = [found[place] for place in rng.permutation(len(found))]
    explained = explain(found, BARE, LAYOUT)
    assert told(explained) == len(found)
    for seat, shape in zip(Seat, shapes, strict=True):
        reading = explained.rivers[seat]
        assert reading is not None
        assert shape_of(explained, seat) == shape or reading.chance < 0.9


@settings(max_examples=15, deadline=None)
@given(
    tiles=st.lists(
        st.tuples(
            st.floats(-340, 340), st.floats(-340, 340), st.floats(0, 360), st.integers(0, 36), st.floats(0.05, 0.99)
        ),
        max_size=30,
    )
)
def test_no_tile_is_dropped(tiles: list[tuple[float, float, float, int, float]]) -> None:
    """For any tiles every face is in a zone, unexplained or too faint, and every value is a probability."""
    found = [face(x, y, angle, Tile(kind), score) for x, y, angle, kind, score in tiles]
    explained = explain(found, BARE, LAYOUT)
    indicators = explained.indicators.content if explained.indicators is not None else ()
    places = np.array([*spoken_of(explained), *((each.seen.x, each.seen.y) for each in indicators)]).reshape(-1, 2)
    # Two detections closer than two tiles can be are of one tile.
    assert all(np.hypot(*(places - (tile.x, tile.y)).T).min() < PROFILE.tile.width_mm for tile in found)
    for reading in (*explained.rivers, *explained.melds, *explained.hands):
        assert reading is None or 0.0 <= reading.chance <= 1.0


@pytest.mark.parametrize("seat", Seat)
def test_a_missed_tile_leaves_its_place_open(seat: Seat) -> None:
    """If something covers the place of a tile, the river has an unknown tile there."""
    tiles = river(seat, "||||||||")
    spot = tiles[2]
    scene = PosedScene(tuple(_posed(each) for each in tiles))
    explained = explain([each for each in tiles if each is not spot], SceneGround(scene), LAYOUT)
    reading = explained.rivers[seat]
    assert reading is not None
    assert [each.seen.confidence > 0 for each in reading.content] == [True, True, False, *[True] * 5]
    whole = explain(tiles, SceneGround(scene), LAYOUT).rivers[seat]
    assert whole is not None
    assert reading.chance < whole.chance


def test_a_gap_in_which_the_table_shows_is_no_tile() -> None:
    """Tiles separated by bare felt are neighbours."""
    tiles = river(Seat.A, "||||||")
    left = [replace(each, x=each.x - 8.0) if place < 3 else each for place, each in enumerate(tiles)]
    right = [replace(each, x=each.x + 8.0) if place >= 3 else each for place, each in enumerate(left)]
    assert shape_of(explain(right, BARE, LAYOUT), Seat.A) == "||||||"


def test_a_river_whose_end_is_hidden_is_not_sure() -> None:
    """An arm covers the place of the next discard, so the river's end is not reported."""
    tiles = river(Seat.A, "|||")
    spot = LAYOUT.river_slot(Seat.A, 3)
    reading = explain(tiles, SceneGround(PosedScene(()), ((spot.x, spot.y, 40.0),)), LAYOUT).rivers[Seat.A]
    assert reading is not None
    assert reading.chance < 0.6


def test_a_river_whose_first_row_is_hidden_is_not_sure() -> None:
    """An arm covers the six discards of the first row, so that only the second row was detected."""
    tiles = river(Seat.A, "||||||||||||")[6:]
    arm = tuple((LAYOUT.river_slot(Seat.A, place).x, LAYOUT.river_slot(Seat.A, place).y, 20.0) for place in range(6))
    reading = explain(tiles, SceneGround(PosedScene(()), arm), LAYOUT).rivers[Seat.A]
    assert reading is not None
    assert reading.chance < 0.6


@pytest.mark.parametrize(
    ("x", "score", "false"),
    [(45.0, 0.13, True), (45.0, 0.98, False), (60.0, 0.13, False), (381.0, 0.98, True), (365.0, 0.98, False)],
)
def test_the_marks_of_the_middle_and_what_lies_over_the_rail_are_no_tiles(
    *, x: float, score: float, false: bool
) -> None:
    """Regression: a dot of the panel was a faint 4m in one row with a discard, while a real tile was rejected."""
    covered = SceneGround(PosedScene((PosedTile(None, x, 46.0, 0.0, 0.0),)))
    mark = face(x, 46.0, 270.0, Tile.M4, score)
    assert Vacancy([mark], covered, LAYOUT).false(mark) is false


def test_what_is_read_again_is_as_sure_as_before() -> None:
    """A single sideways tile may belong to any seat; after it was reported, its confidence must not fall."""
    tiles = river(Seat.A, "-")
    first = explain(tiles, BARE, LAYOUT)
    reading = first.rivers[Seat.A]
    assert reading is not None
    assert 0.6 < reading.chance < 0.999
    told_before = replace(first, rivers=(replace(reading, chance=0.999), *first.rivers[1:]))
    again = explain([replace(tiles[0], x=tiles[0].x + 0.5)], BARE, LAYOUT, told_before).rivers[Seat.A]
    assert again is not None
    assert again.chance >= 0.999


def test_a_river_that_goes_on_from_one_that_was_sure_is_surer() -> None:
    """A new river of that kind has a lower probability; a reported one keeps it however often it is read."""
    tiles = [replace(each, x=each.x + 3.0 * place) for place, each in enumerate(river(Seat.A, "||||-"))]
    before = explain(tiles[:4], BARE, LAYOUT)
    known = before.rivers[Seat.A]
    assert known is not None
    new = explain(tiles, BARE, LAYOUT).rivers[Seat.A]
    sure = replace(before, thrown=(known.content, (), (), ()))
    gone_on = explain(tiles, BARE, LAYOUT, sure)
    told = explain(tiles, BARE, LAYOUT, gone_on)
    then, again, once_more = gone_on.rivers[Seat.A], told.rivers[Seat.A], explain(tiles, BARE, LAYOUT, told).rivers[0]
    assert new is not None
    assert then is not None
    assert again is not None
    assert once_more is not None
    assert new.chance < then.chance <= again.chance == once_more.chance


@dataclass(frozen=True)
class FingerGround:
    """Bare ground except one place, partly hidden by a finger, with something else visible beside it."""

    x: float
    y: float

    def unseen(self, outline: Floats, z: float = 0.0) -> float:
        """A small share of the place is hidden by the finger."""
        del z
        return 0.2 * self._there(outline)

    def bare(self, outline: Floats, z: float = 0.0) -> float:
        """All ground is bare except that place."""
        del z
        return 1.0 - 0.9 * self._there(outline)

    def _there(self, outline: Floats) -> bool:
        return bool(np.hypot(*(outline.mean(axis=0) - (self.x, self.y))) < PROFILE.tile.width_mm / 2)


@pytest.mark.parametrize(("gone", "left"), [(0, 6), (3, 6), (5, 5)])
def test_no_discard_but_the_last_goes_while_the_felt_is_not_in_sight_where_it_lay(gone: int, left: int) -> None:
    """Regression: half under a finger, the first discard of a river vanished, and returned as the last one."""
    tiles = river(Seat.A, "||||||")
    before = explain(tiles, BARE, LAYOUT)
    rest, it = [*tiles[:gone], *tiles[gone + 1 :]], tiles[gone]
    now = explain(rest, FingerGround(it.x, it.y), LAYOUT, before).rivers[Seat.A]
    assert now is not None
    assert len(now.content) == left


def test_the_end_of_a_row_that_was_pushed_out_is_no_row_of_its_own() -> None:
    """Its last two tiles are 17 mm farther out; then the next row begins, at the left."""
    laid = river(Seat.A, "||||||||")
    row = [replace(each, y=each.y + 17.0) if place > 3 else each for place, each in enumerate(laid[:6])]
    after = [replace(each, tile=Tile.EAST) for each in laid[6:]]
    reading = explain([*row, *after], BARE, LAYOUT).rivers[Seat.A]
    assert reading is not None
    assert [each.seen.tile for each in reading.content[-2:]] == [Tile.EAST] * 2
    assert reading.chance > 0.9


def test_a_river_keeps_the_order_in_which_it_was_told() -> None:
    """A tile reported as the last one is where the first one of a row would be: it precedes the new ones."""
    tiles = river(Seat.A, "|||||||")
    first = explain(tiles, BARE, LAYOUT)
    told = first.rivers[Seat.A]
    assert told is not None
    otherwise = (*told.content[1:6], told.content[0])
    again = explain(tiles, BARE, LAYOUT, replace(first, thrown=(otherwise, (), (), ()))).rivers[Seat.A]
    assert again is not None
    assert [each.seen for each in again.content] == [each.seen for each in (*otherwise, told.content[6])]
    assert again.chance < told.chance


def test_a_tile_that_was_told_to_be_of_a_river_is_not_given_to_another() -> None:
    """At the end of a long, shifted row it could equally belong to the neighbour."""
    own = [replace(each, x=each.x + 36.0) for each in river(Seat.A, "||||||")]
    near = [*own, *river(Seat.B, "||||||")]
    before = explain(own, BARE, LAYOUT)
    river_of_a = before.rivers[Seat.A]
    assert river_of_a is not None
    told = replace(before, thrown=(river_of_a.content, (), (), ()))
    doubted, sure = explain(near, BARE, LAYOUT).rivers[Seat.A], explain(near, BARE, LAYOUT, told).rivers[Seat.A]
    assert doubted is not None
    assert sure is not None
    assert sure.signs.get("rival", 0.0) < doubted.signs.get("rival", 0.0)


def test_melds_side_by_side_are_parted_by_their_sideways_tiles() -> None:
    """A pung from the right and a chow from the left in one line along the rail, the first one on the right."""
    first = meld(Seat.A, (Tile.EAST, Tile.EAST, Tile.EAST), 2)
    second = [replace(each, x=each.x - 72.0) for each in meld(Seat.A, (Tile.M3, Tile.M1, Tile.M2), 0)]
    reading = explain([*first, *second], BARE, LAYOUT).melds[Seat.A]
    assert reading is not None
    assert [each.sideways for each in reading.content] == [2, 0]
    assert [each.tiles[0].tile for each in reading.content] == [Tile.EAST, Tile.M3]
    assert reading.chance > 0.9


@pytest.mark.parametrize("covered", [True, False])
def test_a_meld_that_was_told_is_not_gone_while_something_hides_where_it_lay(*, covered: bool) -> None:
    """Regression: an arm covered the first of two melds: the other was reported alone and counted as the first from
    then on, so that a wrong order of melds was raised as a fault.
    """
    first = meld(Seat.A, (Tile.EAST, Tile.EAST, Tile.EAST), 0)
    second = [replace(each, y=each.y - 34.0) for each in meld(Seat.A, (Tile.M3, Tile.M1, Tile.M2), 0)]
    before = explain([*first, *second], BARE, LAYOUT)
    assert len(before.laid[Seat.A]) == 2
    hand = ((first[0].x + 12.0, first[0].y, 22.0),) if covered else ()
    now = explain(second, SceneGround(PosedScene(()), hand), LAYOUT, before)
    melds = now.melds[Seat.A]
    assert melds is not None
    assert len(melds.content) == 1
    assert (melds.chance < SURE) is covered
    assert (now.laid == before.laid) is covered


def test_indicators_that_were_shown_before_are_surer_when_they_are_shown_again() -> None:
    thick, spot = THICK, LAYOUT.wall_stack(Seat.B, 5)
    walls = [LAYOUT.wall_stack(Seat.B, stack) for stack in range(3, 10)]
    tiles = [FoundTile(Surface.BACK, each.x, each.y, 2 * thick, each.angle, 0.9, 0.99) for each in walls]
    tiles = [each for each in tiles if (each.x, each.y) != (spot.x, spot.y)]
    tiles.append(FoundTile(Surface.FACE, spot.x, spot.y, 2 * thick, spot.angle, 0.9, 0.9, Tile.EAST, 0.99))
    first = explain(tiles, BARE, LAYOUT, eye=(0.0, 0.0, 1600.0))
    assert first.indicators is not None
    assert first.shown == first.indicators.content
    again = explain(tiles, BARE, LAYOUT, replace(first, shown=first.indicators.content), (0.0, 0.0, 1600.0))
    other = replace(first.indicators.content[0], stack=6)
    elsewhere = explain(tiles, BARE, LAYOUT, replace(first, shown=(other,)), (0.0, 0.0, 1600.0))
    assert again.indicators is not None
    assert elsewhere.indicators is not None
    assert again.indicators.chance > elsewhere.indicators.chance >= first.indicators.chance
    # Regression: a kong's indicator was askew before the next stack and was reported as not turned.
    across, out = LAYOUT.local(Seat.B, spot.x, spot.y)
    askew = LAYOUT.place(Seat.B, across + 17.0, out - 22.0, 15.0)
    face = FoundTile(Surface.FACE, askew.x, askew.y, thick, askew.angle, 0.99, 0.05, Tile.M9, 0.99)
    one_more = explain([*tiles, face], BARE, LAYOUT, replace(first, shown=first.indicators.content), (0.0, 0.0, 1600.0))
    assert one_more.indicators is not None
    assert one_more.indicators.chance < SURE


def _content(table: TableExplanation) -> tuple[SeenMeld, ...]:
    melds = table.melds[Seat.A]
    assert melds is not None
    return melds.content


def test_a_tile_lifted_a_tier_too_high_lies_in_its_row() -> None:
    """From 45 degrees a face that was taken for an upper one seems 16 mm nearer to the lens."""
    eye = (0.0, 1000.0, 1000.0)
    tiles = river(Seat.A, "||||||")
    share = (eye[2] - 2 * THICK) / (eye[2] - THICK)
    high = replace(tiles[3], x=tiles[3].x * share, y=eye[1] + (tiles[3].y - eye[1]) * share, z=2 * THICK)
    found = [*tiles[:3], high, *tiles[4:]]
    assert shape_of(explain(found, BARE, LAYOUT, None, eye), Seat.A) == "||||||"


def _posed(tile: FoundTile) -> PosedTile:
    return PosedTile(tile.tile, tile.x, tile.y, 0.0, tile.angle)


@pytest.mark.parametrize("covered", [False, True])
def test_a_discard_that_a_hand_covers_is_not_gone_where_the_next_one_is_laid(*, covered: bool) -> None:
    """Regression: a riichi tile was reported in place of the discard before it: five discards were out of turn."""
    tiles = river(Seat.A, "||||||||")
    before, gone = explain(tiles[:7], BARE, LAYOUT), tiles[6]
    scene = PosedScene((PosedTile(Tile.M1, gone.x, gone.y, 0.0, gone.angle),) if covered else ())
    told = explain([*tiles[:6], tiles[7]], SceneGround(scene), LAYOUT, before).rivers[Seat.A]
    assert told is not None
    assert (told.chance > SURE) is not covered


@pytest.mark.parametrize("covered", [False, True])
def test_a_river_that_lacks_a_discard_by_the_turns_is_not_told_where_its_next_place_is_covered(
    *, covered: bool
) -> None:
    """Regression: its probability did not fall: a discard was missed for six seconds, and a kong recorded too early."""
    before = [tile for seat in SEATS for tile in river(seat, "||||", 7 * seat)]
    after = [
        tile
        for seat, more in zip(SEATS, (2, 2, 0, 1), strict=True)
        for tile in river(seat, "||||" + "|" * more, 7 * seat)
    ]
    missed = river(Seat.C, "|||||", 14)[4]
    scene = PosedScene((PosedTile(Tile.M1, missed.x, missed.y, 0.0, missed.angle),) if covered else ())
    told = explain(after, SceneGround(scene), LAYOUT, explain(before, BARE, LAYOUT)).rivers[Seat.C]
    assert told is not None
    assert (told.chance > SURE) is not covered
