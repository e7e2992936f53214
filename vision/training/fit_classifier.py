"""Train the face classifier on faces cut from the pool of scenes and from real photos."""

from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.classifier import HALF_TURN, NO_TOP, NOTHING
from vision.faces import Image, cut_faces
from vision.training.descent import descend
from vision.training.exemplars import Exemplars, edges
from vision.training.networks import FaceNet
from vision.training.resume import resume

_FITTED: Final = 600


def fit(
    rendered: Exemplars, real: Exemplars | None, steps: int, seed: int, start: Path | None = None, batch: int = 64
) -> FaceNet:
    """A classifier after that many steps, from the weights ``start`` on.

    One crop in five comes from ``real``, one in six shows no tile.
    """
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net: FaceNet = FaceNet().to(memory_format=torch.channels_last)
    groups = [_by_kind(rendered), _by_kind(real) if real is not None else []]
    opposite = torch.tensor([kind in HALF_TURN for kind in range(NOTHING + 1)])
    topless = torch.tensor([kind in NO_TOP for kind in range(NOTHING + 1)])

    if start is not None:
        resume(net, start, _batch(rendered, real, groups, _FITTED, rng)[0])

    def step() -> Tensor:
        crops, kinds, turns, topped = _batch(rendered, real, groups, batch, rng)
        kind_logits, turn_logits, _ = net(crops)
        named = torch.nn.functional.cross_entropy(kind_logits, kinds, label_smoothing=0.02)
        chance = torch.softmax(turn_logits, dim=1)
        right = chance.gather(1, turns[:, None])[:, 0]
        right = right + opposite[kinds] * chance.gather(1, ((turns + 2) % 4)[:, None])[:, 0]
        counts = topped & ~topless[kinds]
        turned = (-torch.log(right.clamp(min=1e-6)) * counts).sum() / counts.sum().clamp(min=1)
        return named + 0.3 * turned

    descend("classifier", net, step, steps, rate=3e-3 if start is None else 1.5e-3)
    net.eval()
    return net


def _by_kind(exemplars: Exemplars) -> list[NDArray[np.int64]]:
    groups = [np.nonzero(exemplars.kind == kind)[0] for kind in range(NOTHING + 1)]
    return [group for group in groups if len(group)]


def _batch(
    rendered: Exemplars,
    real: Exemplars | None,
    groups: list[list[NDArray[np.int64]]],
    batch: int,
    rng: np.random.Generator,
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    crops = np.empty((batch, 64, 64, 3), np.uint8)
    kinds, turns, topped = np.empty(batch, np.int64), rng.integers(0, 4, batch), np.ones(batch, bool)
    for i in range(batch):
        pick = rng.random()
        photo = real is not None and pick < 0.2
        source, classes = (real, groups[1]) if photo and real is not None else (rendered, groups[0])
        # Characters that are no tile are one more class of their own here.
        group = classes[rng.integers(len(classes))]
        one = int(group[rng.integers(len(group))])
        right, down = (edge[0] for edge in edges(source.corners[one : one + 1]))
        centre = source.corners[one].mean(axis=0)
        kinds[i], topped[i] = source.kind[one], source.topped[one]
        if pick > 0.84:
            centre, right, down = _astray(centre, right, down, source, one, rng)
            kinds[i] = NOTHING
        else:
            centre, right, down = _jitter(centre, right, down, rng)
        crop = cut_faces(source.images[source.picture[one]], centre[None], right[None], down[None])[0]
        crops[i] = _worn(np.rot90(crop, -int(turns[i])), rng)
    gain = rng.uniform(0.8, 1.2, (batch, 1, 1, 3)) * rng.uniform(0.8, 1.2, (batch, 1, 1, 1))
    values = np.clip(crops * gain + rng.uniform(-15, 15, (batch, 1, 1, 1)), 0, 255).astype(np.float32)
    tensor = torch.from_numpy(values.transpose(0, 3, 1, 2)).contiguous(memory_format=torch.channels_last)
    return tensor, torch.from_numpy(kinds), torch.from_numpy(turns), torch.from_numpy(topped)


Vector = NDArray[np.floating[Any]]
Frame = tuple[Vector, Vector, Vector]


def _jitter(centre: Vector, right: Vector, down: Vector, rng: np.random.Generator) -> Frame:
    """The frame as a finder would give it: a little off in place, size, angle and shear."""
    centre = centre + right * rng.normal(0, 0.045) + down * rng.normal(0, 0.045)
    right, down = (
        right * rng.normal(1.02, 0.08) + down * rng.normal(0, 0.055),
        down * rng.normal(1.02, 0.09) + right * rng.normal(0, 0.055),
    )
    return centre.astype(np.float32), right.astype(np.float32), down.astype(np.float32)


def _astray(
    centre: Vector,
    right: Vector,
    down: Vector,
    source: Exemplars,
    one: int,
    rng: np.random.Generator,
) -> Frame:
    """A frame that holds no whole face: between faces, a part of one, several, or somewhere else in the picture."""
    pick = rng.random()
    if pick < 0.3 and source.kind[one] not in NO_TOP:
        # One end of a face, such as the two upper dots of a four.
        share = np.float32(rng.uniform(0.35, 0.68))
        away = np.float32(rng.choice([-1, 1])) * (1 - share) / 2
        if rng.random() < 0.75:
            frame = centre + down * away, right, down * share
        else:
            frame = centre + right * away, right * share, down
    elif pick < 0.42:
        # A face and half or all of what lies beside it.
        share = np.float32(rng.uniform(1.5, 2.1))
        away = np.float32(rng.choice([-1, 1])) * (share - 1) / 2
        if rng.random() < 0.7:
            frame = centre + right * away, right * share, down
        else:
            frame = centre + down * away, right, down * share
    elif pick < 0.52:
        shift = np.float32(rng.choice([-1, 1]) * rng.uniform(0.42, 0.6))
        other = np.float32(rng.uniform(-0.3, 0.3))
        across, along = (shift, other) if rng.random() < 0.5 else (other, shift)
        frame = centre + right * across + down * along, right, down
    elif pick < 0.68:
        small = np.float32(rng.uniform(0.25, 0.55))
        spot = rng.uniform(-0.25, 0.25, 2).astype(np.float32)
        frame = centre + right * spot[0] + down * spot[1], right * small, down * small
    elif pick < 0.8:
        large = np.float32(rng.uniform(1.7, 3.0))
        frame = centre, right * large, down * large
    else:
        frame = _elsewhere(centre, right, down, source, one, rng)
    return frame


def _elsewhere(
    centre: Vector, right: Vector, down: Vector, source: Exemplars, one: int, rng: np.random.Generator
) -> Frame:
    """A frame of about that size where the picture holds no known face."""
    shape = source.images[source.picture[one]].shape
    others = source.corners[source.picture == source.picture[one]].mean(axis=1)
    size = float(np.hypot(*right)) * rng.uniform(0.7, 1.3)
    for _ in range(12):
        spot = rng.uniform(0, 1, 2).astype(np.float32) * np.array(shape[1::-1], np.float32)
        if np.hypot(*(others - spot).T).min() > 0.62 * np.hypot(*down):
            break
    else:
        return centre + right * np.float32(0.5), right, down
    angle = rng.uniform(0, np.pi)
    across = np.array([np.cos(angle), np.sin(angle)], np.float32) * np.float32(size)
    along = np.array([-across[1], across[0]], np.float32) * np.float32(rng.uniform(0.8, 1.5))
    return spot, across, along


def _worn(crop: Image, rng: np.random.Generator) -> Image:
    """Now and then a smaller, softer or noisier crop."""
    if rng.random() < 0.3:
        small = int(rng.integers(18, 48))
        crop = cv2.resize(crop, (small, small), interpolation=cv2.INTER_AREA).astype(np.uint8)
        crop = cv2.resize(crop, (64, 64), interpolation=cv2.INTER_LINEAR).astype(np.uint8)
    if rng.random() < 0.3:
        crop = np.clip(crop + rng.normal(0, rng.uniform(2, 10), crop.shape), 0, 255).astype(np.uint8)
    return crop
