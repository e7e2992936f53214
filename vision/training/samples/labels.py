"""Which labelled photos can be used at all, in training as in the figures."""

from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import Final

UNKNOWN: Final = "unknown_0"
"""Label of a tile that nobody could name."""
_ASPECT: Final = (0.3, 2.6)
_COPIES: Final = 4

LabelledBox = tuple[str, float, float, float, float]
"""Label, centre x and y, width and height, all of one scale for both axes."""


def usable(boxes: Sequence[LabelledBox]) -> bool:
    """False where the median box is stretched beyond use, or the labels were never filled in.

    A set has four tiles of a face: where one name stands at more, it is a tool's default and not what a person saw.
    """
    named = [box for box in boxes if box[0] != UNKNOWN]
    if not named or max(Counter(box[0] for box in named).values()) > _COPIES:
        return False
    return _ASPECT[0] <= median(box[3] / box[4] for box in named) <= _ASPECT[1]
