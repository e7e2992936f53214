"""One tile or two on each stack of a wall, judged together: single tiles stand where a wall is broken into."""

from typing import Final

import numpy as np

from vision.arrays import Floats

FULL_STACK: Final = 2
"""Tiles of a whole stack."""
_STEP_MM: Final = 0.5
"""What it costs, in mm of unexplained extent, that neighbours differ in height; nothing at an end of what is left.

Chosen: a doubtful difference of less than half a mm on both sides is none.
"""
ALONE_MM: Final = 1.6
"""What it costs that one tile stands between others: players take both of a stack before the next.

Nothing where the last stack next to it is a single one too: the replacement tile was taken down beside its stack.
Chosen below the 2.2 mm that a second tile hides: only clear evidence passes it.
"""
_DEAD_END_MM: Final = 0.3
"""What it costs that a single tile ends the dead wall: only a replacement tile is taken there. Chosen small, in mm."""
_LAID_MM: Final = 0.4
"""What it costs, mm, that two stand where one seems to have been laid before the wall; chosen as small."""

BareBeyond = tuple[bool, bool]
"""Whether the table is bare beyond the first and beyond the last stack of a wall."""


def heights(
    costs: Floats, free: list[bool], least_lead: float, beyond: BareBeyond = (True, True), seams: Floats | None = None
) -> tuple[int | None, ...]:
    """Tiles on each stack; None where the lead of one height is below ``least_lead``.

    ``costs`` [stacks, 2]: mm left unexplained by one tile and by two, nan where the felt is bare; ``free`` stacks may
    differ from their neighbours at no cost; ``seams`` [stacks - 1, 2]: mm by which the line between two stacks is out
    of place where both have one tile, two.
    """
    bare = np.asarray(np.isnan(costs).any(axis=1))
    around = np.concatenate([beyond[:1], bare, beyond[1:]])
    ends = around[:-2] | around[2:]
    given = np.array(free)
    inner = ~(ends | given)
    after_last, before_last = inner & np.append(False, ends[:-1]), inner & np.append(ends[1:], False)
    own = np.stack(
        [np.where(inner & ~after_last & ~before_last, ALONE_MM, 0.0), np.where(given, _LAID_MM, 0.0)], axis=1
    )
    own[:, 0] += np.where(around[2:] & ~given, _DEAD_END_MM, 0.0)
    lines = np.zeros((len(costs) - 1, FULL_STACK)) if seams is None else seams
    steps = np.where(ends[1:] | ends[:-1] | given[1:] | given[:-1], 0.0, _STEP_MM)
    # Between a stack and the next [stacks - 1, heights, heights]: at a step either top's line may be seen.
    between = np.repeat(lines.min(axis=1), FULL_STACK * FULL_STACK).reshape(-1, FULL_STACK, FULL_STACK)
    for height in range(FULL_STACK):
        between[:, height, height] = lines[:, height]
    between += steps[:, None, None] * (1.0 - np.eye(FULL_STACK))
    between[:, 0, 1] += np.where(before_last[:-1], ALONE_MM, np.where(after_last[:-1], -steps, 0.0))
    between[:, 1, 0] += np.where(after_last[1:], ALONE_MM, np.where(before_last[1:], -steps, 0.0))
    costs = costs + own
    back = between[::-1].transpose(0, 2, 1)
    total = _carried(costs, bare, between) + _carried(costs[::-1], bare[::-1], back)[::-1] - costs
    found: list[int | None] = []
    for stack, (one, two) in enumerate(total):
        if bare[stack]:
            found.append(0)
        else:
            found.append(None if abs(one - two) < least_lead else 1 if one < two else 2)
    return tuple(found)


def _carried(costs: Floats, bare: np.ndarray, between: Floats) -> Floats:
    """Least cost of each stack and all before it, for either height of that stack."""
    carried = costs.copy()
    for stack in range(1, len(costs)):
        if not bare[stack] and not bare[stack - 1]:
            carried[stack] += (carried[stack - 1][:, None] + between[stack - 1]).min(axis=0)
    return carried
