"""Standing hands counted by the tops of their tiles: apart, bent, in two heights, with tiles missed and covered."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.riichi.seat import SEATS, Seat
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from tests.support.found_tables import SceneGround
from vision.arrays import Floats
from vision.explain.found import FoundTile, Surface
from vision.explain.rail.standing import explain_standing
from vision.explain.table import explain
from vision.render.scene import PosedScene, PosedTile

LAYOUT = Layout(load_profile())
SIZE = LAYOUT.profile.tile


class RailGround:
    """Ground that is bare except below standing tiles, and hidden from a place on along the rail of seat A."""

    def __init__(self, tiles: list[FoundTile], hidden_from: float = 1e9) -> None:
        self._middles = np.array([(tile.x, tile.y) for tile in tiles]).reshape(-1, 2)
        self._hidden_from = hidden_from

    def unseen(self, outline: Floats, z: float = 0.0) -> float:  # noqa: ARG002 - as the protocol has it
        """Return 1 to the right of that place, else 0."""
        return float(outline[:, 0].mean() > self._hidden_from)

    def bare(self, outline: Floats, z: float = 0.0) -> float:  # noqa: ARG002 - as the protocol has it
        """Return 1 where no tile stands, else 0."""
        off = np.abs(self._middles - outline.mean(axis=0)).max(axis=1, initial=0.0)
        return float(not (off < SIZE.width_mm / 2).any())


def tops(
    seat: Seat, count: int, *, shift: float = 0.0, apart: float = 0.0, step: float = 0.0, fan: float = 0.0
) -> list[FoundTile]:
    """Tops of a hand: shifted along the rail, the last one apart, the right half nearer the centre, bent to an arc."""
    found = []
    for place in range(count):
        bend = (place - (count - 1) / 2) / count
        across = bend * count * SIZE.width_mm + shift + apart * (place == count - 1)
        distance = LAYOUT.profile.hand.distance_mm - step * (place > count / 2) + fan * 4.8 * bend**2
        spot = LAYOUT.place(seat, across, distance, -fan * 2 * bend)
        found.append(FoundTile(Surface.TOP, spot.x, spot.y, SIZE.height_mm, spot.angle, 0.9))
    return found


@given(
    seat=st.sampled_from(SEATS),
    melds=st.integers(0, 4),
    drawn=st.booleans(),
    shift=st.floats(-40.0, 40.0),
    apart=st.floats(0.0, 30.0),
    step=st.sampled_from([0.0, 16.0]),
    fan=st.floats(0.0, 9.0),
)
def test_hands_are_counted_however_they_stand(
    *, seat: Seat, melds: int, drawn: bool, shift: float, apart: float, step: float, fan: float
) -> None:
    count = 13 - 3 * melds + drawn
    tiles = tops(seat, count, shift=shift, apart=apart * drawn, step=step, fan=fan)
    reading, used = explain_standing(tiles, LAYOUT, seat, RailGround(tiles), melds)
    assert reading is not None
    assert (reading.content.standing, len(used)) == (count, count)
    assert reading.chance > 0.9


@pytest.mark.parametrize("score", [0.34, 0.7])
def test_nothing_stands_in_the_gap_before_a_drawn_tile(score: float) -> None:
    """Regression: a false top there made a hand of fifteen."""
    tiles = tops(Seat.A, 14, apart=13.0)
    middle = replace(tiles[-2], x=(tiles[-2].x + tiles[-1].x) / 2, score=score)
    reading, used = explain_standing([*tiles, middle], LAYOUT, Seat.A, RailGround([*tiles, middle]), 0)
    assert reading is not None
    assert (reading.content.standing, len(used)) == (14, 14)
    assert reading.chance > 0.9


@pytest.mark.parametrize("missed", [0, 5, 12])
def test_a_tile_that_was_not_found_is_counted_where_the_ground_is_not_bare(missed: int) -> None:
    tiles = tops(Seat.C, 13)
    seen = tiles[:missed] + tiles[missed + 1 :]
    reading, _ = explain_standing(seen, LAYOUT, Seat.C, RailGround(tiles), 0)
    assert reading is not None
    assert reading.content.standing == 13


@pytest.mark.parametrize("end", [-1, 1])
def test_a_top_on_bare_ground_is_the_side_of_its_neighbour(end: int) -> None:
    tiles = tops(Seat.B, 4)
    last = LAYOUT.local(Seat.B, tiles[0].x, tiles[0].y) if end < 0 else LAYOUT.local(Seat.B, tiles[-1].x, tiles[-1].y)
    spot = LAYOUT.place(Seat.B, last[0] + end * 1.1 * SIZE.width_mm, last[1])
    side = FoundTile(Surface.TOP, spot.x, spot.y, SIZE.height_mm, spot.angle, 0.96)
    reading, used = explain_standing([*tiles, side], LAYOUT, Seat.B, RailGround(tiles), 3)
    assert reading is not None
    assert reading.content.standing == 4
    assert 4 not in used


class OneMore:
    """A counter that reports one tile too many."""

    def count(self, seat: Seat, tops: Sequence[tuple[float, float]], lying: Sequence[FoundTile]) -> int:  # noqa: ARG002 - as the protocol has it
        """Return one more than the number of tops."""
        return len(tops) + 1


def test_one_more_counted_in_the_picture_than_there_is_room_for_is_not_sure() -> None:
    tiles = tops(Seat.B, 4)
    told = [
        explain_standing(tiles, LAYOUT, Seat.B, RailGround(stands), 3, OneMore())[0]
        for stands in (tiles, tops(Seat.B, 6))
    ]
    assert [each is not None and each.content.standing == 5 and each.chance > 0.9 for each in told] == [False, True]


def test_a_hand_with_a_tile_too_many_or_too_few_is_counted_as_it_stands() -> None:
    for count in (12, 15):
        tiles = tops(Seat.B, count)
        reading, _ = explain_standing(tiles, LAYOUT, Seat.B, RailGround(tiles), 0)
        assert reading is not None
        assert reading.content.standing == count


def test_what_an_arm_covers_of_a_hand_is_not_sure() -> None:
    tiles = tops(Seat.A, 13)
    seen = [tile for tile in tiles if tile.x < 20.0]
    reading, _ = explain_standing(seen, LAYOUT, Seat.A, RailGround(tiles, hidden_from=15.0))
    assert reading is None or reading.chance < 0.8


def test_no_hand_stands_on_bare_felt_and_nothing_is_said_where_all_is_covered() -> None:
    reading, _ = explain_standing([], LAYOUT, Seat.D, RailGround([]))
    assert reading is not None
    assert reading.content.standing == 0
    assert explain_standing([], LAYOUT, Seat.A, RailGround([], hidden_from=-1e9))[0] is None


@pytest.mark.parametrize(("across", "gone"), [(0.0, False), (163.0, False), (None, True)])
def test_a_hand_is_not_told_to_be_gone_beside_a_back_at_its_rail(across: float | None, *, gone: bool) -> None:
    """The last tile of a player with four melds, laid face down after another player's win."""
    spot = LAYOUT.place(Seat.D, across or 0.0, LAYOUT.profile.hand.distance_mm + 41.0)
    last = [] if across is None else [FoundTile(Surface.BACK, spot.x, spot.y, SIZE.thickness_mm, spot.angle, 0.99)]
    hand = explain(last, SceneGround(PosedScene(())), LAYOUT).hands[Seat.D]
    assert (hand is not None and hand.content.standing == 0 and hand.chance > 0.9) is gone


@pytest.mark.parametrize("seat", SEATS)
def test_a_river_is_not_told_to_be_empty_where_something_covers_its_first_place(seat: Seat) -> None:
    """A white dragon as first discard was not detected, so that no river may be reported."""
    place = LAYOUT.profile.river
    spot = LAYOUT.place(seat, place.across_mm + SIZE.width_mm / 2, place.distance_mm + SIZE.height_mm / 2)
    covered = SceneGround(PosedScene((PosedTile(None, spot.x, spot.y, 0.0, spot.angle),)))
    rivers = [explain([], ground, LAYOUT).rivers[seat] for ground in (SceneGround(PosedScene(())), covered)]
    assert [river is not None and river.chance > 0.9 for river in rivers] == [True, False]
