"""Tables laid as people lay them: rows shifted and turned, and no tile inside another."""

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
        assert max(_overlap_mm2(a, b) for a, b in near) < 25  # Of 588 mm²: a millimetre of one side.


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
            assert max(_overlap_mm2(upper, tile) for tile in tiles if tile.z == 0) > 300  # More than half of its area.


@pytest.mark.slow
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
