"""Rendered scenes stored on disk, for training of classifier and finder."""

import multiprocessing
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from pathlib import Path
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Image
from vision.tiles.finder import STRIDE
from vision.training.faces.tile_sets import FaceLibrary
from vision.training.pictures.finishing import finished
from vision.training.pictures.free_scenes import make_scene
from vision.training.pictures.table_windows import table_windows
from vision.training.pictures.tile_groups import GroupPictureMaker
from vision.training.pictures.window import CELLS, SIDE, FaceLabel, TrainingWindow
from vision.training.progress import shown
from vision.training.samples import labelled_photos
from vision.training.samples.labelled_photos import Photo
from vision.training.samples.traced import traced_windows

_CHUNK = 250
"""Pictures per file; chosen: some 40 s of one core, the largest loss when rendering is interrupted."""
_OF_TABLE = 25
"""Windows per rendered table; chosen: rendering a table costs far more than cutting a window."""
_KINDS = (
    *("free", "tables", "photos", "tables", "free", "traced"),
    *("groups", "tables", "photos", "plain", "tables", "traced"),
)
"""Kinds of pictures, chunk by chunk; chosen: a third are tables; photos, traced ones and free scenes are equally
many."""
_INSTEAD = {"traced": "tables", "photos": "free", "plain": "free"}
"""Substitute for kinds without source pictures."""


@dataclass(frozen=True, slots=True)
class ScenePool:
    """Scenes uint8 [N,256,256,3] and matter [N,64,64]; faces of all scenes [M] as in FaceLabel, with -1 for None."""

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
        """Return the scenes from ``first`` up to ``last`` (exclusive), renumbered from 0."""
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


@dataclass(frozen=True, slots=True)
class SceneSource:
    """Sources of scenes: tile sets, real photos, scenes of traced pictures, photos without tiles; and a seed."""

    library: FaceLibrary
    real: Sequence[Photo]
    traced: Sequence[Path]
    plain: Sequence[Image]
    seed: int

    def scenes(self, chunk: int, count: int) -> ScenePool:
        """Return ``count`` scenes of a chunk, all of one kind."""
        cv2.setNumThreads(1)
        images, matter = np.empty((count, SIDE, SIDE, 3), np.uint8), np.empty((count, CELLS, CELLS), np.uint8)
        scene: list[int] = []
        labels: list[FaceLabel] = []
        kind, own = self._kind(chunk), self.seed * 1_000_000 + chunk * _CHUNK
        drawn = self._windows(kind, own, count)
        for place, window in enumerate(finished(drawn, kind == "free", Random(own))):
            images[place], matter[place] = window.picture, window.matter[STRIDE // 2 :: STRIDE, STRIDE // 2 :: STRIDE]
            scene += [place] * len(window.labels)
            labels += window.labels
        return ScenePool(
            images=images,
            scene=np.array(scene, np.int32),
            matter=matter,
            corners=np.array([label.corners for label in labels], np.float32).reshape(-1, 4, 2),
            number=np.array([label.number for label in labels], np.int32),
            visible=np.array([label.visible for label in labels], np.float32),
            topped=np.array([label.topped for label in labels], np.bool_),
            upper=np.array([_flag(label.upper) for label in labels], np.int8),
            standing=np.array([_flag(label.standing) for label in labels], np.int8),
        )

    def _kind(self, chunk: int) -> str:
        kind = _KINDS[chunk % len(_KINDS)]
        given = {"traced": self.traced, "photos": self.real, "plain": self.plain}
        return kind if given.get(kind, True) else _INSTEAD[kind]

    def _windows(self, kind: str, seed: int, count: int) -> Iterator[TrainingWindow]:
        if kind == "groups":
            maker = GroupPictureMaker((SIDE, SIDE), seed=seed)
            for place in range(count):
                group = maker.make(np.random.default_rng(seed + place))
                yield TrainingWindow(
                    np.asarray(group.picture, np.uint8), [face.label for face in group.faces], group.matter
                )
        elif kind == "tables":
            for first in range(0, count, _OF_TABLE):
                yield from table_windows(seed + first // _OF_TABLE, min(_OF_TABLE, count - first))
        elif kind == "traced":
            yield from traced_windows(self.traced, seed, count)
        elif kind == "plain":
            yield from labelled_photos.plain_windows(self.plain, seed, count)
        elif kind == "photos":
            yield from labelled_photos.windows(self.real, seed, count)
        else:
            for place in range(count):
                yield make_scene(self.library, Random(seed + place))


def build(folder: Path, source: SceneSource, count: int, workers: int = 2) -> None:
    """Render ``count`` scenes into ``folder``, one file per chunk; existing files are kept.

    A pool without some photo data sets needs its own folder.
    """
    folder.mkdir(parents=True, exist_ok=True)
    starts = [start for start in range(0, count, _CHUNK) if not (folder / f"{start:06d}.npz").exists()]
    job = partial(_store_chunk, folder, source)
    with multiprocessing.get_context("fork").Pool(workers) as crew:
        for start in shown("scenes", crew.imap_unordered(job, starts), len(starts)):
            print(f"scenes {start}-{start + _CHUNK} rendered", flush=True)


def _store_chunk(folder: Path, source: SceneSource, start: int) -> int:
    made = source.scenes(start // _CHUNK, _CHUNK)
    np.savez(folder / f"{start:06d}.npz", **{each.name: getattr(made, each.name) for each in fields(ScenePool)})
    return start


def load(folder: Path, count: int) -> ScenePool:
    """Return the first ``count`` scenes of a folder, rounded up to whole files, or as many as exist."""
    parts = []
    for start in range(0, count, _CHUNK):
        file = folder / f"{start:06d}.npz"
        if file.exists():
            with np.load(file) as stored:
                parts.append({key: stored[key] for key in stored.files})
    return joined([ScenePool(**part) for part in parts])


def joined(parts: Sequence[ScenePool]) -> ScenePool:
    """Concatenate several pools."""
    starts = np.cumsum([0, *(len(part.images) for part in parts[:-1])])
    moved = [replace(part, scene=part.scene + np.int32(start)) for part, start in zip(parts, starts, strict=True)]
    return ScenePool(*(np.concatenate([getattr(part, each.name) for part in moved]) for each in fields(ScenePool)))


def _flag(value: bool | None) -> int:
    return -1 if value is None else int(value)
