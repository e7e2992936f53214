"""Drawn pictures with known tiles, and all kinds of pictures used for training."""

from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from controller.riichi.tile import Tile
from vision.training.faces import data_sets, sources
from vision.training.faces.tile_sets import FaceLibrary
from vision.training.objects.pictures import (
    PARTS,
    KnownTiles,
    Region,
    blocks,
    composites,
    empty,
    photos,
    sheets,
    turned,
)
from vision.training.pictures.free_scenes import make_scene
from vision.training.pictures.table_windows import table_windows
from vision.training.pictures.window import BACK, SIGN, TOP, UNNAMED, TrainingWindow
from vision.training.samples.labelled_photos import LabelledBox

_SEEN: Final = 0.6
"""Visible share from which a tile must be found; others are ignored."""


def scenes(data: Path, count: int, seed: int) -> Iterator[KnownTiles]:
    """Yield drawn scenes of tiles, clutter and look-alikes."""
    singles = sources.photographed(data / data_sets.PHOTO_FOLDER / data_sets.FACE_PHOTOS)
    library = FaceLibrary(((0.4, sources.art(data / "art-cc0")), (0.6, singles)))
    for number in range(count):
        yield _of_window(f"scene-{number}", make_scene(library, Random(seed + number)))


def tables(count: int, seed: int) -> Iterator[KnownTiles]:
    """Yield windows of rendered tables, four of each."""
    for number in range(count):
        for part, window in enumerate(table_windows(seed + number, 4)):
            yield _of_window(f"table-{number}-{part}", window)


def groups(data: Path, backs: dict[str, Any], seed: int) -> dict[str, Callable[[], Iterator[KnownTiles]]]:
    """Return the source of pictures of each training kind; ``fit`` sets the weights of the kinds."""
    return {
        "alanchoi": lambda: islice(photos(data, "alanchoi", backs), None, None, 2),
        "leomiura": lambda: photos(data, "leomiura", backs),
        "none": lambda: empty(data),
        "none turned": lambda: turned(empty(data)),
        "composites": lambda: composites(data, 80, seed, PARTS),
        "blocks": lambda: blocks(data, 72, seed + 1, PARTS),
        "black": lambda: turned(blocks(data, 32, seed + 2, PARTS, black=True)),
        "sheets": lambda: sheets(data, 100, seed + 3, PARTS),
        "mats": lambda: sheets(data, 60, seed + 4, PARTS, mats=True),
        "scenes": lambda: islice(scenes(data, 130, seed + 9000), None, None, 2),
        "tables": lambda: islice(tables(40, seed + 4000), None, None, 2),
    }


def _of_window(name: str, window: TrainingWindow) -> KnownTiles:
    faces: list[LabelledBox] = []
    backs: list[tuple[float, float]] = []
    ignored: list[Region] = []
    for label in window.labels:
        if label.number in (SIGN, TOP):
            continue
        (x, y), (wide, tall) = label.corners.mean(axis=0), np.ptp(label.corners, axis=0)
        if label.visible < _SEEN or label.number == UNNAMED:
            ignored.append((x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2))
        elif label.number == BACK:
            backs.append((float(x), float(y)))
        else:
            named = str(Tile(label.number)) if 0 <= label.number < len(Tile) else "bonus"
            faces.append((named, float(x), float(y), float(wide), float(tall)))
    return KnownTiles(name, window.picture, tuple(faces), tuple(backs), tuple(ignored))
