"""Conservation of tiles: the rest of a table constrains its walls, and the walls constrain it."""

from dataclasses import replace

import numpy as np

from controller.riichi.seat import SEATS
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from tests.support.found_tables import Finder, SceneGround
from vision.explain.table import explain
from vision.explain.wall.conservation import SeatCount, TableCount
from vision.render.arrangement import random_arrangement
from vision.render.laying.habits import CAREFUL

PROFILE = load_profile()
LAYOUT = Layout(PROFILE)
SET = 136
REPLACED = np.array([0.8, 0.12, 0.05, 0.02, 0.01])


def seats(rivers: tuple[int, ...], sure: float = 0.99) -> list[SeatCount]:
    return [SeatCount((number, sure), (0, sure), (0, sure)) for number in rivers]


def likeliest(count: TableCount) -> int:
    leads = count.leads(REPLACED)
    assert np.isfinite(leads).all()
    return int(leads[:, 0].argmax())


def lead(count: TableCount, walls: int, other: int) -> float:
    leads = count.leads(REPLACED)
    return float(leads[walls, 0] - leads[other, 0])


def test_what_lies_elsewhere_is_not_in_the_walls() -> None:
    discards = (6, 5, 5, 5)
    count = TableCount(tuple(seats(discards)), SET)
    left = SET - 4 * 13 - sum(discards)
    assert likeliest(count) == left
    assert likeliest(TableCount(tuple(seats(discards)), 108)) == left - (SET - 108)
    held = [replace(seat, more=(int(place == 2), 0.99)) for place, seat in enumerate(seats(discards))]
    assert likeliest(TableCount(tuple(held), SET)) == left - 1
    assert lead(count, left, left - 1) > 1.5
    unread = [SeatCount(None, None, None), *seats(discards[1:])]
    assert abs(lead(TableCount(tuple(unread), SET), left, left - 1)) < 0.5


def test_a_kong_leaves_one_tile_less_at_the_end_of_the_walls() -> None:
    kong = [replace(seat, kongs=(int(place == 0), 0.99)) for place, seat in enumerate(seats((5, 5, 5, 5)))]
    leads = TableCount(tuple(kong), SET).leads(REPLACED)
    walls = SET - 4 * 13 - 20 - 1
    assert np.unravel_index((leads + np.log(REPLACED)).argmax(), leads.shape) == (walls, 1)
    count = TableCount(tuple(kong), SET)
    assert count.unlike(2) < 1.0 < count.unlike(1)


def drawn_from(seed: int, fallen: int) -> int:
    """Most likely height of the stack drawn from, whose single tile looks like an upper one.

    ``fallen``: discards of each river that fell off the table.
    """
    rng = np.random.default_rng(seed)
    arranged = random_arrangement(rng)
    ura = {(each.wall, each.stack) for each in arranged.indicators}
    every = ((seat, stack, height) for seat in SEATS for stack, height in enumerate(arranged.heights[seat], 1))
    wall, stack = next((seat, stack) for seat, stack, height in every if height == 1 and (seat, stack) not in ura)
    fewer = tuple(replace(part, river=part.river[: len(part.river) - fallen]) for part in arranged.parts)
    scene = replace(arranged, parts=fewer).scene(LAYOUT, rng, CAREFUL)
    spot = LAYOUT.wall_stack(wall, stack)
    tiles = Finder().find(scene, PROFILE.tile, rng)
    nearest = min(tiles, key=lambda tile: float(np.hypot(tile.x - spot.x, tile.y - spot.y)))
    found = [replace(tile, upper=0.85) if tile is nearest else tile for tile in tiles]
    reading = explain(found, SceneGround(scene), LAYOUT).walls[wall]
    assert reading is not None
    return int(reading.parts["height"][stack - 1])


def test_the_stack_that_is_drawn_from_is_told_by_what_lies_elsewhere() -> None:
    for seed in (1, 4, 8):
        assert drawn_from(seed, fallen=0) == 1
        # A total that no reading matches is no evidence: the tile looks like an upper one.
        assert drawn_from(seed, fallen=1) == 2
