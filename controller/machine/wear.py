"""Wear: detects from daily medians whether an operation of the machine takes longer than it used to. Uses no clock.

A daily median is robust against rounds in which somebody was in the way, and three days against one bad day. The
reference is the best ten consecutive days of the machine, so that a slow drift does not shift the reference.
"""

from collections.abc import Sequence
from enum import Enum
from itertools import pairwise
from statistics import median
from typing import Final, NamedTuple

DAY_LEAST: Final = 5
"""Number of timed operations for a day to count; chosen: fewer give no useful median. A table plays 50 rounds a day and
more."""
DAYS_LEAST: Final = 6
"""Days that must count before a verdict; chosen: three for the reference and three to compare."""
USUAL_DAYS: Final = 10
"""Consecutive days whose median may be the reference; chosen."""
NOW_DAYS: Final = 3
"""Days compared with the reference; chosen: one bad day has no effect, and three pass soon."""
DRIFT: Final = 0.15
"""Relative increase over the reference that is reported; chosen: a build of one minute that takes nine seconds more. A
failing machine takes over 80 s for a build of 60 s (repair pages of Chinese tables), a third more."""
RISES: Final = 5
"""Consecutive days, each slower than the one before, that are reported; chosen: one in 720 by chance."""
RISE: Final = 0.1
"""Minimum relative increase over these days in total; measured on `python -m tests.support.wear_trials`: below it
weekends and seasonal changes of four and six per cent are reported as wear."""
STEADY: Final = 0.45
"""Largest share of that increase in a single day; chosen: a step is not a trend; it is reported as drift once it has
lasted."""
NOISE: Final = 4.0
"""Minimum change as a multiple of the usual difference between two days; measured on the same trials."""
_SPREAD: Final = 1.4826
"""Standard deviation per median absolute deviation of a normal distribution."""


class WearKind(Enum):
    """Verdict on the durations of an operation; the value is its name in faults and figures."""

    NONE = ""
    DRIFT = "drift"
    RISING = "rising"


class WearDay(NamedTuple):
    """One day of one operation: its number, how often it was timed, and the median duration in seconds."""

    day: int
    times: int
    middle_s: float


class WorkWear(NamedTuple):
    """Verdict on one operation. ``usual_s``, ``now_s`` and ``change`` are 0 while there are too few days.

    ``change``: relative increase of the present over the usual duration.
    """

    usual_s: float
    now_s: float
    change: float
    kind: WearKind


UNKNOWN_WEAR: Final = WorkWear(0.0, 0.0, 0.0, WearKind.NONE)


def work_wear(days: Sequence[WearDay]) -> WorkWear:
    """Return the verdict on an operation by its days, in order."""
    middles = [each.middle_s for each in days if each.times >= DAY_LEAST and each.middle_s > 0]
    if len(middles) < DAYS_LEAST:
        return UNKNOWN_WEAR
    past, last = middles[:-NOW_DAYS], middles[-NOW_DAYS:]
    size = min(USUAL_DAYS, len(past))
    usual = min(median(past[start : start + size]) for start in range(len(past) - size + 1))
    now = median(last)
    noise = NOISE * _noise(past)
    drifted = min(last) >= usual * (1 + DRIFT / 2) and now >= usual * (1 + DRIFT) and now - usual > noise
    kind = WearKind.DRIFT if drifted else WearKind.RISING if _rises(middles, noise) else WearKind.NONE
    return WorkWear(usual, now, now / usual - 1, kind)


def _rises(middles: Sequence[float], noise: float) -> bool:
    """True if each of the last days was slower than the one before, and the total increase exceeds chance."""
    run = middles[-RISES - 1 :]
    if len(run) <= RISES or any(after <= before for before, after in pairwise(run)):
        return False
    grown = run[-1] - run[0]
    steepest = max(after - before for before, after in pairwise(run))
    return grown >= RISE * run[0] and grown > noise and steepest <= STEADY * grown


def _noise(middles: Sequence[float]) -> float:
    """Return the usual deviation between consecutive days; a steady drift does not contribute."""
    steps = [after - before for before, after in pairwise(middles)]
    if not steps:
        return 0.0
    middle = median(steps)
    return _SPREAD * median(abs(step - middle) for step in steps)
