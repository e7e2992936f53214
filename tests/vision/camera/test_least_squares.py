"""A fit by least squares from several starts at once."""

import numpy as np

from vision.arrays import Floats
from vision.camera.least_squares import least_squares, one_by_one


def bend(unknowns: Floats) -> Floats:
    """Rosenbrock's valley, lowest at 1, 1, and a part of it that is not finite."""
    x, y = unknowns
    return np.array([10.0 * (y - x * x), 1.0 - x, np.nan if x > 3.0 else 0.0])


def test_each_start_is_fitted_as_it_is_alone() -> None:
    starts = np.array([[-1.2, 1.0], [0.0, 0.0], [2.0, -3.0]])
    together = least_squares(one_by_one(bend), starts, np.ones(2))
    np.testing.assert_allclose(together, 1.0, atol=1e-4)
    alone = [least_squares(one_by_one(bend), start[None], np.ones(2))[0] for start in starts]
    np.testing.assert_allclose(together, alone, atol=1e-9)


def test_a_fit_of_no_steps_stays_where_it_begins() -> None:
    starts = np.array([[-1.2, 1.0]])
    assert (least_squares(one_by_one(bend), starts, np.ones(2), 0) == starts).all()
