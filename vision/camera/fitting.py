"""Least squares by Levenberg and Marquardt, slopes taken by small steps: for a few dozen unknowns at most."""

from collections.abc import Callable
from typing import Final

import numpy as np

from vision.arrays import Floats

_ROUNDS: Final = 60
_DONE: Final = 1e-9
_STEP: Final = 1e-4
_FIRST_DAMPING: Final = 1e-3
_MOST_DAMPING: Final = 1e9


def least_squares(
    residuals: Callable[[Floats], Floats], start: Floats, scales: Floats, rounds: int = _ROUNDS
) -> Floats:
    """Unknowns [K] that make the sum of squares of ``residuals`` smallest near ``start``; ``scales``: usual sizes.

    A residual that is not finite counts as none.
    """

    def cost(at: Floats) -> tuple[Floats, float]:
        found = np.nan_to_num(residuals(start + at * scales), nan=0.0, posinf=0.0, neginf=0.0)
        return found, float(found @ found)

    at = np.zeros(len(start))
    here, best = cost(at)
    damping = _FIRST_DAMPING
    for _ in range(rounds):
        slopes = np.column_stack([(cost(at + _STEP * axis)[0] - here) / _STEP for axis in np.eye(len(at))])
        normal, pull = slopes.T @ slopes, slopes.T @ here
        while damping < _MOST_DAMPING:
            step = np.linalg.lstsq(normal + damping * np.diag(np.diag(normal) + _DONE), -pull, rcond=None)[0]
            there, score = cost(at + step)
            if score <= best:
                break
            damping *= 8
        else:
            break
        gained = best - score
        at, here, best, damping = at + step, there, score, damping / 5
        if gained <= _DONE * max(best, _DONE):
            break
    return np.asarray(start + at * scales)
