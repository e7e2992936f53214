"""Trains the tile finder on rendered scenes."""

import multiprocessing
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.tiles.finder import (
    BACK,
    BEST_PX,
    FACE,
    GEOMETRY,
    MATTER,
    MATTERS,
    STRIDE,
    TOP,
    UPPER,
    signature,
)
from vision.training.fit.beside import Beside
from vision.training.fit.light import relit
from vision.training.fit.losses import heat_loss, reoriented
from vision.training.fit.networks import FinderNet
from vision.training.fit.onnx_weights import load_onnx_weights
from vision.training.fit.training_loop import HERE, Run, TrainingPlan, run_training_loop
from vision.training.pictures.window import BACK as FACE_DOWN
from vision.training.pictures.window import CELLS, SIDE, SIGN, UNLABELLED
from vision.training.pictures.window import TOP as STANDING_TOP
from vision.training.samples.face_samples import edges
from vision.training.samples.scene_pool import ScenePool

Goal = tuple[Tensor, Tensor, Tensor, Tensor, Tensor, Tensor]
"""Target maps of a batch: the fields of FinderTargets."""
_GEOMETRY, _KINDS, _MATTER = 1.5, 0.5, 0.7
"""Weights of the losses of geometry, kinds and matter relative to the heat; chosen: geometry is the hardest."""
_LEAST_TOP = 9.0
"""Smallest size of a top that is learnt, px; the face of that tile is half as large again."""
_SEEN = (11.0, 66.0)
"""Range of sizes (geometric mean of the edges) learnt at one scale, px; chosen: photos are read at several scales."""
_CLEAR, _HIDDEN = 0.62, 0.3
"""Visible shares above which a face is learnt, and below which it is background; ignored between; chosen."""
_FLAT = 0.2
"""Smallest ratio of area to squared longer edge of a face that is learnt; chosen: flatter ones are ambiguous."""
_FITTED = 64
"""Scenes to which batch normalisations are fitted when training resumes; chosen: eight batches."""
_PART = 250
"""Scenes whose targets are computed at a time; chosen."""


@dataclass(frozen=True, slots=True)
class FinderTargets:
    """Target maps per scene, all [N,..,h,w].

    ``heat`` 0-1 and its loss weight; geometry (``shape``), seven maps, and where it counts (``known``); ``kinds`` int8:
    surface, upper, standing, -1 where ignored; ``matter`` uint8, 254 and more where ignored.
    """

    heat: NDArray[np.float16]
    weight: NDArray[np.bool_]
    shape: NDArray[np.float16]
    known: NDArray[np.bool_]
    kinds: NDArray[np.int8]
    matter: NDArray[np.uint8]


Learnt = tuple[ScenePool, FinderTargets]
"""Scenes and their target maps."""


def targets(pool: ScenePool) -> FinderTargets:
    """Return the target maps of every scene: a heat peak at each face, and its geometry around the peak."""
    count = len(pool.matter)
    made = FinderTargets(
        np.zeros((count, CELLS, CELLS), np.float16),
        pool.matter != UNLABELLED,
        np.zeros((count, GEOMETRY - 1, CELLS, CELLS), np.float16),
        np.zeros((count, CELLS, CELLS), np.bool_),
        np.full((count, 3, CELLS, CELLS), -1, np.int8),
        pool.matter,
    )
    tiles = pool.number != SIGN
    corners, visible, scenes = pool.corners[tiles].astype(np.float64), pool.visible[tiles], pool.scene[tiles]
    number = pool.number[tiles]
    surface = np.select([number == FACE_DOWN, number == STANDING_TOP], [BACK, TOP], FACE)
    kinds = np.stack([surface, pool.upper[tiles], pool.standing[tiles]], axis=1)
    centre = corners.mean(axis=1)
    right, down = edges(corners)
    first, second = right @ np.array([1, 1j]), down @ np.array([1, 1j])
    with np.errstate(all="ignore"):
        s, p, _ = signature(first, second)
    cross = np.abs(right[:, 0] * down[:, 1] - right[:, 1] * down[:, 0])
    size = np.sqrt(np.maximum(np.abs(first) * np.abs(second), 1e-3))
    flat = cross / np.maximum(np.maximum(np.abs(first), np.abs(second)) ** 2, 1e-3)
    inside = ((centre > -2) & (centre < SIDE + 1)).all(axis=1)
    least = np.where(surface == TOP, _LEAST_TOP, _SEEN[0])
    good = inside & (visible > _CLEAR) & (size > least) & (size < _SEEN[1]) & (flat > _FLAT)
    doubtful = inside & ~good & (visible > _HIDDEN) & (size < 85)
    # Only a part of a face cut off by the picture's edge is known.
    edge = (corners.min(axis=(1, 2)) < -4) | (corners.max(axis=(1, 2)) > SIDE + 3)
    doubtful |= good & edge & (visible < 0.75)
    good &= ~doubtful
    for i in np.nonzero(doubtful)[0]:
        _splat(made, scenes[i], centre[i], size[i], None, kinds[i])
    for i in np.nonzero(good)[0]:
        values = (np.log(size[i] / BEST_PX), s[i].real, s[i].imag, p[i].real, p[i].imag)
        _splat(made, scenes[i], centre[i], min(abs(first[i]), abs(second[i])), values, kinds[i])
    return made


def _splat(
    made: FinderTargets,
    scene: int,
    centre: NDArray[np.float64],
    size: float,
    values: tuple[float, ...] | None,
    kinds: NDArray[np.integer[Any]],
) -> None:
    place = (centre + 0.5) / STRIDE - 0.5
    sigma = max(0.55, 0.11 * size / STRIDE)
    reach = int(np.ceil(0.3 * size / STRIDE)) if values is None else int(np.ceil(3 * sigma))
    column, row = (int(n) for n in np.round(place))
    top, left = max(row - reach, 0), max(column - reach, 0)
    window = (slice(top, max(row + reach + 1, 0)), slice(left, max(column + reach + 1, 0)))
    heat = made.heat[scene][window]
    if not heat.size:
        return
    y, x = np.mgrid[top : top + heat.shape[0], left : left + heat.shape[1]]
    if values is None:
        made.weight[scene][window] = False
        return
    distance = (x - place[0]) ** 2 + (y - place[1]) ** 2
    bump = np.exp(-((x - column) ** 2 + (y - row) ** 2) / (2 * sigma**2))
    nearer = bump > heat
    heat[nearer] = bump[nearer]
    made.weight[scene][window] |= nearer & (bump > 0.3)
    owner = nearer & (distance < max(1.0, (0.25 * size / STRIDE) ** 2))
    shape = made.shape[scene][(slice(None), *window)]
    shape[0][owner] = (place[0] - x)[owner]
    shape[1][owner] = (place[1] - y)[owner]
    for channel, value in enumerate(values, 2):
        shape[channel][owner] = value
    made.known[scene][window] |= owner
    made.kinds[scene][(slice(None), *window)][:, owner] = kinds[:, None]


def loss(maps: Tensor, goal: Goal) -> Tensor:
    """Return the weighted sum of heat loss, smooth geometry distance, and cross-entropies of kinds and matter."""
    heat, weight, shape, known, kinds, matter = goal
    away = torch.nn.functional.smooth_l1_loss(maps[:, 1:GEOMETRY], shape, reduction="none", beta=0.1).sum(dim=1)
    whole = heat_loss(maps[:, 0], heat, weight) + _GEOMETRY * (away * known).sum() / known.sum().clamp(min=1)
    surfaces = torch.nn.functional.cross_entropy(maps[:, GEOMETRY:UPPER], kinds[:, 0], ignore_index=-1)
    told = (kinds[:, 1:] >= 0).float()
    flags = torch.nn.functional.binary_cross_entropy_with_logits(
        maps[:, UPPER:MATTER], kinds[:, 1:].clamp(min=0).float(), weight=told, reduction="sum"
    ) / told.sum().clamp(min=1)
    lies = torch.nn.functional.cross_entropy(maps[:, MATTER:], matter, ignore_index=-1)
    return whole + _KINDS * (torch.nan_to_num(surfaces) + flags) + _MATTER * torch.nan_to_num(lies)


def fit(
    first: Sequence[Learnt], plan: TrainingPlan, run: Run = HERE, fresh: Beside[Learnt] | None = None, room: int = 0
) -> FinderNet:
    """Return a trained finder.

    ``fresh``: source of further scenes, taken when ready; the newest ``room`` scenes are kept.
    """
    torch.manual_seed(plan.seed)
    rng = np.random.default_rng(plan.seed)
    held = _HeldScenes(max(room, sum(len(pool.images) for pool, _ in first)), run.device)
    for part in first:
        held.put(*part)
    net: FinderNet = FinderNet().to(run.device).to(memory_format=torch.channels_last)
    if plan.start is not None:
        load_onnx_weights(net, plan.start, held.batch(rng.integers(0, held.filled, _FITTED), rng)[0])

    def step() -> Tensor:
        if fresh is not None and (more := fresh.ready()) is not None:
            held.put(*more)
        images, wanted = held.batch(rng.integers(0, held.filled, plan.batch), rng)
        with torch.autocast(run.device, torch.bfloat16):
            maps = net(images)
        return loss(maps.float(), wanted)

    run_training_loop("finder", net, step, plan.steps, plan.pace(3e-3, 2e-3), run.seconds)
    print(f"finder: {held.taken} scenes taken", flush=True)
    net.cpu().eval()
    return net


def learnt(pool: ScenePool) -> Learnt:
    """Return scenes with their targets."""
    return pool, targets(pool)


def all_learnt(pool: ScenePool, workers: int) -> list[Learnt]:
    """Return the scenes in parts with their targets, computed by several processes."""
    parts = [pool.part(first, first + _PART) for first in range(0, len(pool.matter), _PART)]
    blind = [replace(part, images=part.images[:0]) for part in parts]
    with multiprocessing.get_context("fork").Pool(workers) as crew:
        return list(zip(parts, crew.map(targets, blind, chunksize=1), strict=True))


class _HeldScenes:
    """The newest ``room`` scenes [N,3,h,w] and their target maps, on the training device."""

    def __init__(self, room: int, device: str) -> None:
        self._room, self._device = room, device
        self._parts: list[Tensor] = []
        self.taken = 0

    @property
    def filled(self) -> int:
        """Number of stored scenes."""
        return min(self.taken, self._room)

    def put(self, pool: ScenePool, goal: FinderTargets) -> None:
        """Store scenes; if there is no room left, replace the oldest."""
        images = torch.from_numpy(pool.images).permute(0, 3, 1, 2)
        given = [images, *(torch.from_numpy(getattr(goal, each.name)) for each in fields(FinderTargets))]
        if not self._parts:
            self._parts = [
                torch.empty((self._room, *part.shape[1:]), dtype=part.dtype, device=self._device) for part in given
            ]
        places = (torch.arange(len(images)) + self.taken) % self._room
        for kept, part in zip(self._parts, given, strict=True):
            kept[places.to(self._device)] = part.to(self._device)
        self.taken += len(images)

    def batch(self, pick: NDArray[np.int64], rng: np.random.Generator) -> tuple[Tensor, Goal]:
        """Return these scenes in varied lighting, mirrored and rotated alike, and their target maps."""
        turn, mirror = int(rng.integers(4)), bool(rng.integers(2))
        chosen = torch.from_numpy(pick).to(self._device)
        images, heat, weight, shape, known, kinds, matter = (
            reoriented(part[chosen], turn, mirror) for part in self._parts
        )
        images = relit(images.float()).contiguous(memory_format=torch.channels_last)
        x, y, size, *signed = shape.float().unbind(dim=1)
        if mirror:
            x, signed[1], signed[3] = -x, -signed[1], -signed[3]
        for _ in range(turn):
            x, y = y, -x
        # A quarter turn negates s, a sum of squared edges, and leaves p, a product of two edges, unchanged.
        if turn % 2:
            signed[:2] = -signed[0], -signed[1]
        told = matter.long()
        goal = heat.float(), weight, torch.stack([x, y, size, *signed], dim=1), known, kinds.long()
        return images, (*goal, torch.where(told < MATTERS, told, -1))
