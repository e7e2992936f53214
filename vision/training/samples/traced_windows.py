"""Windows of path-traced tables: pictures of another renderer than the painter's."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Final

import numpy as np

from hardware.profiles.load import load_profile
from vision.tiles.finder import BARE, TILE
from vision.training.pictures.cutting import cut_windows
from vision.training.pictures.window import UNKNOWN, UNNAMED, TrainingWindow
from vision.training.samples.traced_truth import HIDDEN, traced_truth

_OF_EACH: Final = 25
"""Windows cut from a picture before the next is opened; chosen: to open one costs as much as to cut as many."""


def traced_windows(files: Sequence[Path], seed: int, count: int) -> Iterator[TrainingWindow]:
    """Windows of traced pictures drawn at random; their faces have no names, and solids over them no matter."""
    rng, profile = Random(seed), load_profile()
    for first in range(0, count, _OF_EACH):
        shown = traced_truth(rng.choice(files), profile)
        matter = np.where(shown.owned >= 0, TILE, BARE).astype(np.uint8)
        matter[shown.owned == HIDDEN] = UNKNOWN
        labels = [each.label for each in shown.seen]
        labels = [replace(label, number=UNNAMED) if label.number >= 0 else label for label in labels]
        yield from cut_windows(
            shown.picture, labels, matter, min(_OF_EACH, count - first), rng, steep=rng.random() < 0.5
        )
