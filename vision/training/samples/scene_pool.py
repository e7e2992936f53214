"""Rendered scenes kept on disk, from which both classifier and finder learn."""

import multiprocessing
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tiles.finder import STRIDE
from vision.training.faces.tile_sets import FaceLibrary
from vision.training.pictures.finishing import finished
from vision.training.pictures.free_scenes import make_scene
from vision.training.pictures.table_windows import table_windows
from vision.training.pictures.tile_groups import GroupPictureMaker
from vision.training.pictures.window import CELLS, SIDE, TrainingWindow
from vision.training.progress import shown
from vision.training.samples import labelled_photos
from vision.training.samples.labelled_photos import Photo

_CHUNK = 250
"""Pictures in one file; chosen: some 40 s of one core, the most that is lost when rendering stops."""
_TABLES = 10
"""Tables painted for a chunk of table windows; chosen: to paint a table costs far more than to cut a window."""


@dataclass(frozen=True, slots=True)
class ScenePool:
    """Scenes uint8 [N,256,256,3] and their matter [N,64,64]; faces of all scenes [M] as in FaceLabel, -1 for None."""

    images: NDArray[np.uint8]
    matter: NDArray[np.uint8]
    scene: NDArray[np.int32]
    corners: NDArray[np.float32]
    number: NDArray[np.int32]
    visible: NDArray[np.float32]
    topped: NDArray[np.bool_]
    upper: NDArray[np.int8]
    standing: NDArray[np.int8]

    def part(self, first: int, last: int) -> "ScenePool":
        """The scenes from ``first`` up to ``last``, numbered from 0."""
        own = (self.scene >= first) & (self.scene < last)
        return ScenePool(
            self.images[first:last],
            self.matter[first:last],
            self.scene[own] - np.int32(first),
            self.corners[own],
            self.number[own],
            self.visible[own],
            self.topped[own],
            self.upper[own],
            self.standing[own],
        )


def build(
    folder: Path,
    faces: Callable[[], FaceLibrary],
    data: Path,
    count: int,
    seed: int,
    workers: int = 2,
    without: Collection[str] = (),
) -> None:
    """Render ``count`` scenes into ``folder``, in files that differ in kind of scene; files that exist are kept.

    ``faces`` makes the library, which is slow. ``without``: sets of photos left out; they need a folder of their own.
    """
    folder.mkdir(parents=True, exist_ok=True)
    starts = [start for start in range(0, count, _CHUNK) if not (folder / f"{start:06d}.npz").exists()]
    if not starts:
        return
    library = faces()
    real = labelled_photos.taught(data, without)
    job = partial(_render, folder, library, real, seed)
    with multiprocessing.get_context("fork").Pool(workers) as crew:
        for start in shown("scenes", crew.imap_unordered(job, starts), len(starts)):
            print(f"scenes {start}-{start + _CHUNK} rendered", flush=True)


def load(folder: Path, count: int) -> ScenePool:
    """The first ``count`` scenes of a folder in whole files, or as many as there are."""
    parts = []
    for start in range(0, count, _CHUNK):
        file = folder / f"{start:06d}.npz"
        if file.exists():
            with np.load(file) as stored:
                parts.append({key: stored[key] for key in stored.files})
    offset = 0
    for part in parts:
        part["scene"] = part["scene"] + offset
        offset += len(part["images"])
    joined = {key: np.concatenate([part[key] for part in parts]) for key in parts[0]}
    return ScenePool(**joined)


def _windows(library: FaceLibrary, real: list[Photo], seed: int, chunk: int) -> Iterator[TrainingWindow]:
    """The pictures of one file. Of six files, two hold free scenes, two tables, the others groups and real photos."""
    kind = chunk % 6
    if kind == 3:
        maker = GroupPictureMaker((SIDE, SIDE), seed=seed)
        for place in range(_CHUNK):
            group = maker.make(np.random.default_rng(seed + place))
            yield TrainingWindow(
                np.asarray(group.picture, np.uint8), [face.label for face in group.faces], group.matter
            )
    elif kind in (1, 4):
        for table in range(_TABLES):
            yield from table_windows(seed + table, _CHUNK // _TABLES)
    elif kind == 5 and real:
        yield from labelled_photos.windows(real, seed, _CHUNK)
    else:
        for place in range(_CHUNK):
            yield make_scene(library, Random(seed + place))


def _render(folder: Path, library: FaceLibrary, real: list[Photo], seed: int, start: int) -> int:
    cv2.setNumThreads(1)
    images, matter = np.empty((_CHUNK, SIDE, SIDE, 3), np.uint8), np.empty((_CHUNK, CELLS, CELLS), np.uint8)
    scene, labels = [], []
    chunk, own = start // _CHUNK, seed * 1_000_000 + start
    drawn = _windows(library, real, own, chunk)
    for place, window in enumerate(finished(drawn, chunk % 6 in (0, 2), Random(own))):
        images[place], matter[place] = window.picture, window.matter[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE]
        scene += [place] * len(window.labels)
        labels += window.labels
    np.savez(
        folder / f"{start:06d}.npz",
        images=images,
        scene=np.array(scene, np.int32),
        matter=matter,
        corners=np.array([label.corners for label in labels], np.float32).reshape(-1, 4, 2),
        number=np.array([label.number for label in labels], np.int32),
        visible=np.array([label.visible for label in labels], np.float32),
        topped=np.array([label.topped for label in labels], np.bool_),
        upper=np.array([_known(label.upper) for label in labels], np.int8),
        standing=np.array([_known(label.standing) for label in labels], np.int8),
    )
    return start


def _known(value: bool | None) -> int:
    return -1 if value is None else int(value)
