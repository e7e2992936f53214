"""Whether a machine's work takes longer than it used to: verdicts on daily medians, without a clock.

A day's median is robust against rounds in which somebody was in the way, and three days against one bad day. The
reference is the best ten consecutive days of the machine, so that a slow drift cannot hide in its own history.
"""

from collections.abc import Sequence
from enum import Enum
from itertools import pairwise
from statistics import median
from typing import Final, NamedTuple

DAY_LEAST: Final = 5
"""Times of a work that make a day count; chosen: fewer have no middle. A table plays 50 rounds a day and more."""
DAYS_LEAST: Final = 6
"""Days that count before anything is said; chosen: three to know what is usual and three to differ from it."""
USUAL_DAYS: Final = 10
"""Days on end whose middle may be what is usual; chosen."""
NOW_DAYS: Final = 3
"""Days that are now; chosen: one bad day is none, and three are soon over."""
DRIFT: Final = 0.15
"""Share by which a work must take longer than usual; chosen: a build of a minute that takes nine seconds more. What
fails is over 80 s for a build of 60 s (repair pages of Chinese tables), a third more."""
RISES: Final = 5
"""Consecutive days, each slower than the last, that are reported; chosen: one in 720 by chance."""
RISE: Final = 0.1
"""Share by which these days must have grown longer in all; measured on `python -m tests.support.wear_trials`: below it
week-ends and seasons of four and six in a hundred are told as wear."""
STEADY: Final = 0.45
"""Largest share of that growth in one day; chosen: a step is no trend, it is reported once it has lasted."""
NOISE: Final = 4.0
"""How many times the usual difference between two days a change must be; measured on the same trials."""
_SPREAD: Final = 1.4826
"""Standard deviation per median absolute deviation of a normal distribution."""


class WearKind(Enum):
    """What is wrong with how long a work takes; the value is its name in faults and figures."""

    NONE = ""
    DRIFT = "drift"
    RISING = "rising"


class WearDay(NamedTuple):
    """A day of one work: its number, how often the work was timed, and the middle of its times, seconds."""

    day: int
    times: int
    middle_s: float


class WorkWear(NamedTuple):
    """State of one work. ``usual_s``, ``now_s`` and ``change`` are 0 while too little is known.

    ``change``: share by which now is longer than usual.
    """

    usual_s: float
    now_s: float
    change: float
    kind: WearKind


UNKNOWN_WEAR: Final = WorkWear(0.0, 0.0, 0.0, WearKind.NONE)


def work_wear(days: Sequence[WearDay]) -> WorkWear:
    """State of a work by its days, in order."""
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
    """Whether each of the last days was longer than the one before, by more than chance makes them."""
    run = middles[-RISES - 1 :]
    if len(run) <= RISES or any(after <= before for before, after in pairwise(run)):
        return False
    grown = run[-1] - run[0]
    steepest = max(after - before for before, after in pairwise(run))
    return grown >= RISE * run[0] and grown > noise and steepest <= STEADY * grown


def _noise(middles: Sequence[float]) -> float:
    """By how much a day differs from the next one: what drifts slowly is not in it."""
    steps = [after - before for before, after in pairwise(middles)]
    if not steps:
        return 0.0
    middle = median(steps)
    return _SPREAD * median(abs(step - middle) for step in steps)
