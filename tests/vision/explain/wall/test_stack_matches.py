"""Assignment of wall tiles to stacks by distances: separate pieces, and missing stacks between them."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from hardware.profiles.load import load_profile
from vision.explain.wall.lines import WallTiles
from vision.explain.wall.stacks import matches

WIDTH_MM = load_profile().tile.width_mm


def _likely_steps(along: Sequence[float], shift_mm: float, within: float) -> NDArray[np.int64]:
    """Stack steps between consecutive tiles of a whole wall, for all matches about as likely as the best one."""
    places, ones = np.stack([np.array(along)] * 2, axis=1), np.ones(len(along))
    numbers = np.arange(len(along))
    tiles = WallTiles(places, 0 * places + 210.0, 0 * ones, ones, ones > 0, ones, ones < 0, 0 * numbers - 1, numbers)
    found = matches(tiles, 5.0 * ones, (17, WIDTH_MM, shift_mm))
    return np.asarray(np.diff(found.stack[found.score >= found.score[0] - within], axis=1), np.int64)


def test_no_stack_is_missing_where_two_pieces_of_a_wall_have_not_its_room_between_them() -> None:
    """Regression: one was held for it: a dora was said to lie a stack off. As they lay in a game as on photographs."""
    assert (_likely_steps((-174, -152, -131, -110, -88, -65, -33, -7, 14, 36, 59, 80), 11.0, 0.0) == 1).all()
    # Regression: they lay 49 mm apart: a whole wall lacked a stack, and the indicator on it was untold for a round.
    along = (-210, -187, -164, -142, -119, -98, -75, -54, -32, -10, 11, 81, 102, 123, 146, 168, 190)
    assert (_likely_steps(along, 9.0, 0.0) == 1).all()


def test_stacks_are_missing_where_two_pieces_of_a_wall_lie_farther_apart_than_any_do() -> None:
    """Regression: the first piece was taken as shifted by two stacks: five faults followed a correct break."""
    rest = (-60.2, -38.6, -17.5, 5.3, 27.0, 48.5, 70.0, 91.6, 113.2, 134.2, 155.7, 177.7)
    assert (_likely_steps((-181.4, -158.6, -135.7, *rest), 7.1, 4.0)[:, 2] > 1).all()
