"""Quantises trained networks: ``python -m vision.training.quantise [finder classifier ...]``.

Reads the float32 files in vision/models and writes the int8 files beside them, which vision loads instead. Value ranges
are calibrated on rendered tables in random looks, on crops of those, and on drawn dice.
"""

import argparse
from functools import cache
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision import models
from vision.arrays import Image
from vision.tiles.classifier import MODEL as CLASSIFIER
from vision.tiles.classifier import SECOND
from vision.tiles.crop import cut_faces
from vision.tiles.dice import MODEL as DICE
from vision.tiles.finder import MODEL as FINDER
from vision.tiles.finder import Finder
from vision.tiles.network import open_model, smaller_name
from vision.tiles.tier import MODEL as TIER
from vision.training.fit.quantise import batches, quantise
from vision.training.pictures.dice_pictures import draw_pictures
from vision.training.pictures.table_windows import table_windows
from vision.training.samples.tier_samples import draw_tier_samples

_FILES: Final = {"finder": FINDER, "classifier": CLASSIFIER, "second": SECOND, "dice": DICE, "tier": TIER}
_SEED: Final = 70_000
"""First seed of the tables; chosen: far from the seeds used for evaluation."""
_TABLES: Final = 8
"""Number of tables rendered; chosen: half a minute."""
_WINDOWS: Final = 6
"""Number of windows of each table."""
_CROPS: Final = 1500
"""Number of crops on which the classifiers are calibrated."""
_FAINT: Final = 0.05
"""Finder score from which boxes are cropped; many are no tile, as in any picture."""


def main() -> None:
    """Quantise the named networks, or all."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.quantise", description=__doc__)
    parser.add_argument("what", nargs="*", choices=[[], *_FILES], help="networks; all where none is named")
    parser.add_argument("--models", type=Path, default=Path(models.__file__).parent, help="their folder")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    for what in options.what or _FILES:
        source = options.models / _FILES[what]
        quantise(source, _pictures(what, options.models), source.with_name(smaller_name(source.name)))


def _pictures(what: str, folder: Path) -> list[Image]:
    """Return batches of typical inputs of that network."""
    if what == "dice":
        return list(batches(draw_pictures(64, _SEED).pictures))
    if what == "tier":
        return list(batches(draw_tier_samples(_TABLES, _SEED, 1).crops[:_CROPS]))
    windows = _windows()
    if what == "finder":
        return [*batches(windows, 4)]
    finder = Finder(open_model(folder / FINDER, 1))
    crops = []
    for window in windows:
        boxes = finder.look(window, _FAINT).boxes
        crops.append(cut_faces(window, boxes.centre, boxes.right, boxes.down))
    every = np.concatenate(crops)
    every = every[np.random.default_rng(_SEED).permutation(len(every))[:_CROPS]]
    return [np.rot90(part, place % 4, axes=(1, 2)) for place, part in enumerate(batches(every))]


@cache
def _windows() -> Image:
    """Return windows of rendered tables [n,256,256,3]."""
    return np.stack([each.picture for seed in range(_TABLES) for each in table_windows(_SEED + seed, _WINDOWS)])


if __name__ == "__main__":
    main()
