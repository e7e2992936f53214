"""How high the tiles of a wall lie by their places: seen from aslant, what lies higher is seen farther on."""

import numpy as np

from hardware.profiles.load import load_profile
from vision.explain.wall.heights import likelier_heights
from vision.explain.wall.lines import WallLine, WallTiles

WIDTH_MM = load_profile().tile.width_mm
SHIFT_MM = 18.0
"""How much nearer to the lens, along the wall, a tile would lie that is seen so from 45 degrees, if it lay lower."""


def _leads(high: tuple[float, ...], upper: tuple[float, ...], shift_mm: float = SHIFT_MM) -> list[float]:
    """The log odds of tiles that lie ``high`` along a wall if they lie on others."""
    at, ones = np.array(high), np.ones(len(high))
    along = np.stack([at - shift_mm, at], axis=1)
    numbers = np.arange(len(high))
    tiles = WallTiles(
        along, 0 * along + 210.0, 0 * ones, np.array(upper), ones > 0, ones, ones < 0, 0 * numbers - 1, numbers
    )
    leads = likelier_heights(tiles, [WallLine(210.0, 0.0, ones > 0)], WIDTH_MM)
    return [float(lead) for lead in leads]


WALL = -171.0 + WIDTH_MM * np.arange(7)


def test_a_tile_whose_height_is_open_lies_as_high_as_its_neighbours_leave_it_room() -> None:
    """Red where an indicator from 45 degrees, in doubt, fell onto the next stack: a dora was told a stack off."""
    leads = _leads(tuple(WALL), (0.99, 0.99, 0.99, 0.99, 0.7, 0.99, 0.99))
    assert leads[4] > 2.0
    # The last one is alone on its stack; on another one it would be half a stack off.
    lower = (*WALL[:-1], WALL[-1] + 12.0)
    assert _leads(lower, (0.99, 0.99, 0.99, 0.99, 0.99, 0.99, 0.7), shift_mm=12.0)[-1] < -2.0


def test_distances_say_nothing_from_above_or_where_a_wall_is_in_two_pieces() -> None:
    upper = (0.99, 0.99, 0.99, 0.7, 0.99, 0.99, 0.99)
    above, aslant = _leads(tuple(WALL), upper, shift_mm=0.0), _leads(tuple(WALL), upper)
    assert abs(above[3]) < 0.5 < aslant[3]
    parted = (*WALL[:3], *(WALL[3:] + 9.0))
    assert min(_leads(parted, (0.99,) * 7)) > 2.0
