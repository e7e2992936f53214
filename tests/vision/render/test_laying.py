"""Tables laid as people lay them: rows off their place and turned, and no tile inside another."""

from dataclasses import replace
from itertools import combinations, pairwise

import cv2
import numpy as np
import pytest

from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from vision.render.arrangement import ArrangedSeat, Arrangement, random_arrangement
from vision.render.laying.habits import CAREFUL, EXACT, LAYINGS, PHOTO, Laying
from vision.render.laying.settle import laid_tile, obstacles, settled
from vision.render.laying.slots import Slots
from vision.render.objects import tile_footprint
from vision.render.scene import PosedScene, PosedTile

PROFILE = load_profile()
LAYOUT = Layout(PROFILE)


def _laid(seed: int, laying: Laying) -> PosedScene:
    rng = np.random.default_rng(seed)
    return random_arrangement(rng).scene(LAYOUT, rng, laying)


def _overlap_mm2(one: PosedTile, other: PosedTile) -> float:
    outline, another = (tile_footprint(each, PROFILE.tile).astype(np.float32) for each in (one, other))
    return float(cv2.intersectConvexConvex(outline, another)[0])


@pytest.mark.parametrize("laying", [CAREFUL, PHOTO], ids=lambda one: one.id)
def test_tiles_lie_beside_each_other_and_on_the_felt(laying: Laying) -> None:
    for seed in range(3):
        tiles = _laid(seed, laying).tiles
        assert max(max(abs(tile.x), abs(tile.y)) for tile in tiles) < 360
        level = [tile for tile in tiles if tile.z == 0]
        near = [(a, b) for a, b in combinations(level, 2) if np.hypot(a.x - b.x, a.y - b.y) < 45]
        assert max(_overlap_mm2(a, b) for a, b in near) < 25  # Of 588: a millimetre of one side.


@pytest.mark.parametrize("laying", LAYINGS.values(), ids=lambda one: one.id)
def test_a_laying_moves_tiles_and_changes_none(laying: Laying) -> None:
    exact, laid = _laid(4, EXACT), _laid(4, laying)
    assert [(tile.tile, tile.pose, tile.z) for tile in laid.tiles] == [
        (tile.tile, tile.pose, tile.z) for tile in exact.tiles
    ]
    assert laid == _laid(4, laying)


def test_upper_tiles_stay_on_their_stacks() -> None:
    for seed in range(3):
        tiles = _laid(seed, PHOTO).tiles
        for upper in (tile for tile in tiles if tile.z > 0):
            assert max(_overlap_mm2(upper, tile) for tile in tiles if tile.z == 0) > 300  # More than half of it.


@pytest.mark.parametrize("laying", [CAREFUL, PHOTO], ids=lambda one: one.id)
def test_a_discard_lies_behind_the_rows_before_its_own(laying: Laying) -> None:
    part = ArrangedSeat(river=tuple((Tile(kind), kind == 4) for kind in range(20)))
    arranged = Arrangement(parts=(part,) * 4)
    for seed in range(12):
        rng = np.random.default_rng(seed)
        laid = arranged.scene(LAYOUT, rng, laying).tiles[136:]
        for seat in SEATS:
            spots = [LAYOUT.local(seat, tile.x, tile.y) for tile in laid[20 * seat : 20 * seat + 20]]
            rows = np.cumsum([0, *(after[0] < before[0] for before, after in pairwise(spots))])
            for (one, first), (other, second) in combinations(zip(spots, rows, strict=True), 2):
                if first < second and abs(one[0] - other[0]) < PROFILE.tile.width_mm:
                    assert other[1] - one[1] > 0.7 * PROFILE.tile.height_mm


def test_rows_sway_further_the_less_care_is_taken() -> None:
    part = ArrangedSeat(river=tuple((Tile(kind), False) for kind in range(18)))
    arranged = Arrangement(parts=(part,) * 4)

    def off(laying: Laying) -> float:
        rng = np.random.default_rng(8)
        tiles = arranged.scene(LAYOUT, rng, laying).tiles[136:154]
        slots = [LAYOUT.river_slot(Seat.A, place) for place in range(18)]
        return float(np.median([np.hypot(t.x - s.x, t.y - s.y) for t, s in zip(tiles, slots, strict=True)]))

    assert off(EXACT) < 1 < off(CAREFUL) < 12 < off(PHOTO)


def test_a_discard_for_which_there_is_no_room_is_laid_on_no_other() -> None:
    """Red in a game laid as on photographs: the seventh of a row was painted under a neighbour's first, unseen."""
    slots = Slots(LAYOUT, PHOTO, np.random.default_rng(3))
    tiles = [laid_tile(slot, Tile.EAST) for slot in slots.river(Seat.A, [False] * 3)]
    (left, x), (right, y) = ((tiles[place].posed, tiles[1].posed.x + side) for place, side in ((0, -14.0), (2, 14.0)))
    kept = {0: replace(left, x=x, y=tiles[1].posed.y), 2: replace(right, x=y, y=tiles[1].posed.y)}
    posed = settled(LAYOUT, PHOTO, tiles, {}, np.zeros((3, 3)), obstacles(LAYOUT, (), ()), kept)
    assert max(_overlap_mm2(posed[1], other) for other in (posed[0], posed[2])) < 25
    assert max(np.hypot(posed[each].x - kept[each].x, posed[each].y - kept[each].y) for each in kept) < 12
