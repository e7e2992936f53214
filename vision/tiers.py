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


Beyond = tuple[bool, bool]
"""Whether the table is bare beyond the first and beyond the last stack of a wall."""


def heights(
    costs: Floats, free: list[bool], least_lead: float, beyond: Beyond = (True, True)
) -> tuple[int | None, ...]:
    """Tiles on each stack; None where the lead of one height is below ``least_lead``.

    ``costs`` [stacks, 2]: mm left unexplained by one tile and by two, nan where the felt is bare; ``free`` stacks may
    differ from their neighbours at no cost.
    """
    bare = np.concatenate([beyond[:1], np.isnan(costs).any(axis=1), beyond[1:]])
    costs = costs + _alone(bare, free)
    before, after = _carried(costs, bare, free), _carried(costs[::-1], bare[::-1], free[::-1])[::-1]
    total = before + after - costs
    found: list[int | None] = []
    for stack, (one, two) in enumerate(total):
        if bare[stack + 1]:
            found.append(0)
        else:
            found.append(None if abs(one - two) < least_lead else 1 if one < two else 2)
    return tuple(found)


def _alone(bare: np.ndarray, free: list[bool]) -> Floats:
    """What either height of a stack costs for where it stands."""
    ends = bare[:-2] | bare[2:]
    return np.stack([np.where(ends | np.array(free), 0.0, ALONE_MM), np.zeros(len(free))], axis=1)


def _carried(costs: Floats, bare: np.ndarray, free: list[bool]) -> Floats:
    """Least cost of each stack and all before it, for either height of it; ``bare`` goes one beyond each end."""
    carried = np.zeros_like(costs)
    last = np.zeros(TIERS)
    for stack, own in enumerate(costs):
        if bare[stack + 1]:
            last = np.zeros(TIERS)
            continue
        open_end = bare[max(stack - 1, 0)] or bare[stack + 2]
        step = _END_STEP_MM if open_end else _STEP_MM
        if free[stack] or (stack > 0 and free[stack - 1]):
            step = 0.0
        carried[stack] = own + np.minimum(last, last[::-1] + step)
        last = carried[stack]
    return carried
