"""One tile or two on each stack of a wall, judged together: single tiles stand where a wall is broken into."""

from typing import Final

import numpy as np

from vision.camera import Floats

TIERS: Final = 2
_STEP_MM: Final = 0.5
"""What it costs, in mm of unexplained strip, that neighbours differ in height."""
_END_STEP_MM: Final = 0.2
"""The same where one of them stands at an end of what is left: there single tiles are drawn."""

ALONE_MM: Final = 0.6
"""What it costs that one tile stands between others: players take both of a stack before the next."""


def heights(costs: Floats, free: list[bool], least_lead: float) -> tuple[int | None, ...]:
    """Tiles on each stack; None where the lead of one height is below ``least_lead``.

    ``costs`` [stacks, 2]: mm left unexplained by one tile and by two, nan where the felt is bare; ``free`` stacks may
    differ from their neighbours at no cost.
    """
    bare = np.asarray(np.isnan(costs).any(axis=1))
    costs = costs + _alone(bare, free)
    before, after = _carried(costs, bare, free), _carried(costs[::-1], bare[::-1], free[::-1])[::-1]
    total = before + after - costs
    found: list[int | None] = []
    for stack, (one, two) in enumerate(total):
        if bare[stack]:
            found.append(0)
        else:
            found.append(None if abs(one - two) < least_lead else 1 if one < two else 2)
    return tuple(found)


def _alone(bare: np.ndarray, free: list[bool]) -> Floats:
    """What either height of a stack costs for where it stands."""
    ends = np.array([stack in (0, len(bare) - 1) or bare[stack - 1] or bare[stack + 1] for stack in range(len(bare))])
    return np.stack([np.where(ends | np.array(free), 0.0, ALONE_MM), np.zeros(len(bare))], axis=1)


def _carried(costs: Floats, bare: np.ndarray, free: list[bool]) -> Floats:
    """Least cost of each stack and all before it, for either height of that stack."""
    carried = np.zeros_like(costs)
    last = np.zeros(TIERS)
    for stack, own in enumerate(costs):
        if bare[stack]:
            last = np.zeros(TIERS)
            continue
        ends = (stack - 2, stack + 1)
        open_end = any(not 0 <= end < len(costs) or bare[end] for end in ends)
        step = _END_STEP_MM if open_end else _STEP_MM
        if free[stack] or (stack > 0 and free[stack - 1]):
            step = 0.0
        carried[stack] = own + np.minimum(last, last[::-1] + step)
        last = carried[stack]
    return carried
