"""Crops of tiles lying on the table or on other tiles of rendered tables, to train the tier classifier."""

import multiprocessing
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from hardware.profiles.schema import TableProfile
from vision.arrays import Image
from vision.camera.model import Camera
from vision.capture.frame import decode
from vision.render.arrangement import random_arrangement
from vision.render.laying.habits import CAREFUL, EXACT, PHOTO
from vision.render.optics import jpeg_bytes
from vision.render.painter import Painter
from vision.tiles.finder import BACK as FOUND_BACK
from vision.tiles.finder import FACE, SURFACES, Boxes
from vision.tiles.tier import tier_crops
from vision.training.pictures.painted_truth import FaceTruth, owners, truths
from vision.training.pictures.table_windows import table_camera, table_look
from vision.training.progress import shown

_LEAST_SEEN: Final = 0.6
"""Visible share of a surface from which its crop is used; chosen: the finder misses most that show less."""
_LOW_FACES: Final = 0.2
"""Share of single faces away from walls that is used, because there are too many of them; chosen."""
_NEAR: Final = 1.6
"""Distance, in widths of a face, within which an upper tile makes another tile part of a wall; chosen: its neighbours
in the row, and tiles before it."""
_DRAWS: Final = 2
"""Boxes drawn per tile with random errors like those of the finder; chosen."""
_WALL_FACES: Final = 8
"""The same per face in a wall, on another tile or not: there are one to ten of them on a table; chosen."""
_TASKS: Final = 25
"""Batches of tables after which a worker restarts; chosen: cached looks of hundreds of tables fill its memory."""
_OFF: Final = 0.03
"""Standard deviation of a box's centre in parts of its size; measured on the finder's boxes on rendered tables."""
_EDGES_OFF: Final = 0.05
"""The same of its edges; measured likewise."""
_TURN: Final = np.radians(2.5)
"""Standard deviation of a box's angle, radians; measured likewise: 1.5 degrees from above, 4 from 45 degrees."""


@dataclass(frozen=True, slots=True)
class TierSamples:
    """Crops uint8 [N, TALL, WIDE, 6] (see vision.tiles.tier); masks [N] of those on another tile and of backs."""

    crops: NDArray[np.uint8]
    upper: NDArray[np.bool_]
    back: NDArray[np.bool_]


def draw_tier_samples(tables: int, seed: int, workers: int = 2) -> TierSamples:
    """Return crops of ``tables`` rendered tables in random looks, laying styles and views."""
    with multiprocessing.get_context("fork").Pool(workers, maxtasksperchild=_TASKS) as crew:
        parts = list(shown("tables", crew.imap(partial(_of_table, seed), range(tables), chunksize=4), tables))
    return joined(parts)


def joined(parts: Sequence[TierSamples]) -> TierSamples:
    """Concatenate samples."""
    return TierSamples(
        *(np.concatenate([getattr(each, name) for each in parts]) for name in ("crops", "upper", "back"))
    )


def boxes_of(found: list[FaceTruth], rng: np.random.Generator) -> Boxes:
    """Return boxes as the finder might give them for visible surfaces, each slightly off."""
    quads = np.array([each.quad for each in found]).reshape(-1, 4, 2)
    right = (quads[:, 1] + quads[:, 2] - quads[:, 0] - quads[:, 3]) / 2
    down = (quads[:, 2] + quads[:, 3] - quads[:, 0] - quads[:, 1]) / 2
    size = np.sqrt(np.abs(right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0]))[:, None]
    turn = np.exp(1j * rng.normal(0.0, _TURN, len(found)))
    edges = []
    for edge in (right, down):
        turned = (edge[:, 0] + 1j * edge[:, 1]) * turn
        edges.append(np.stack([turned.real, turned.imag], axis=1) + size * rng.normal(0.0, _EDGES_OFF, edge.shape))
    surface = np.zeros((len(found), SURFACES), np.float32)
    surface[np.arange(len(found)), [FOUND_BACK if each.tile is None else FACE for each in found]] = 1.0
    centre = quads.mean(axis=1) + size * rng.normal(0.0, _OFF, (len(found), 2))
    upper = np.array([each.upper for each in found], np.float32)
    ones, none = np.ones(len(found), np.float32), np.zeros(len(found), np.float32)
    right, down = (edge.astype(np.float32) for edge in edges)
    return Boxes(centre.astype(np.float32), right, down, ones, surface, upper, none)


def _beside_upper(lying: list[FaceTruth]) -> NDArray[np.bool_]:
    """Return a mask [N] of tiles in walls: on another tile, or next to one that is."""
    quads = np.array([each.quad for each in lying]).reshape(-1, 4, 2)
    upper = np.array([each.upper for each in lying], np.bool_)
    centre, edges = quads.mean(axis=1), np.linalg.norm(quads - np.roll(quads, 1, axis=1), axis=2)
    away = np.linalg.norm(centre[:, None] - centre[upper], axis=2).min(axis=1, initial=np.inf)
    return np.asarray(away < _NEAR * edges.min(axis=1, initial=np.inf))


def crops_of(
    picture: Image, lying: list[FaceTruth], camera: Camera, profile: TableProfile, rng: np.random.Generator
) -> TierSamples:
    """Return crops of the lying tiles of a picture; wall tiles are oversampled, as single ones are frequent."""
    lying = [each for each in lying if not each.standing and each.visible > _LEAST_SEEN]
    taken = [
        each
        for each, wall in zip(lying, _beside_upper(lying), strict=True)
        if each.tile is None or wall or rng.random() < _LOW_FACES
        for _ in range(_WALL_FACES if each.tile is not None and wall else _DRAWS)
    ]
    boxes = boxes_of(taken, rng)
    back = boxes.surface[:, FOUND_BACK] > 0
    return TierSamples(tier_crops(picture, camera, profile.tile, boxes), boxes.upper > 0, back)


def _of_table(seed: int, number: int) -> TierSamples:
    cv2.setNumThreads(1)
    rng, noise = Random(f"{seed}-{number}"), np.random.default_rng((seed, number))
    profile = load_profile()
    look = replace(
        table_look(rng),
        back_share=rng.uniform(0.2, 0.55),
        bevel_mm=rng.uniform(0.8, 2.2),
        shadow_soft_mm=rng.uniform(0.8, 6.0),
    )
    camera, layout = table_camera(rng), Layout(profile)
    scene = random_arrangement(noise).scene(layout, noise, rng.choice((EXACT, CAREFUL, PHOTO)))
    painter = Painter(profile, camera, look)
    picture = decode(jpeg_bytes(painter.paint(scene, noise), look.jpeg), "table")
    owned = owners(painter, scene, (camera.size[1], camera.size[0]))
    return crops_of(picture, truths(scene, profile, camera, owned), camera, profile, noise)
