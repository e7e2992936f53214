"""Trains the dice network on drawn pictures."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from vision.tiles.dice import EDGE_PX, STRIDE
from vision.training.fit.losses import heat_loss, reoriented
from vision.training.fit.networks import DiceNet
from vision.training.fit.onnx_weights import load_onnx_weights
from vision.training.fit.training_loop import run_training_loop
from vision.training.pictures.dice_pictures import SIDE, DicePictures

_FITTED: Final = 64
"""Pictures to which batch normalisations are fitted when training resumes; chosen: four batches."""
_CELLS: Final = SIDE // STRIDE
_SPREAD: Final = 0.9
"""Standard deviation of the heat around a die's centre, in cells of 4 px; chosen: an eighth of an edge."""
_OWNED: Final = 1.6
"""Radius in cells around a die's centre that learns its position and pips; chosen: under a quarter of an edge."""
_CUT: Final = 0.42
"""Distance of a die's centre from the picture's rim, in edges, below which it is ignored; chosen."""


@dataclass(frozen=True, eq=False, slots=True)
class DiceTargets:
    """Target maps: heat 0-1 and its loss weight [N,h,w]; offsets [N,2,h,w] in cells; pips [N,h,w], 0 for none."""

    heat: NDArray[np.float16]
    weight: NDArray[np.bool_]
    offset: NDArray[np.float16]
    pips: NDArray[np.int8]


def targets(made: DicePictures) -> DiceTargets:
    """Return the target maps of every picture."""
    shape = (len(made.pictures), _CELLS, _CELLS)
    goal = DiceTargets(
        np.zeros(shape, np.float16),
        np.ones(shape, np.bool_),
        np.zeros((shape[0], 2, *shape[1:]), np.float16),
        np.zeros(shape, np.int8),
    )
    rows, columns = np.mgrid[:_CELLS, :_CELLS]
    for number, dice in enumerate(made.dice):
        for x, y, pips in dice[dice[:, 2] > 0]:
            across, along = (x + 0.5) / STRIDE - 0.5, (y + 0.5) / STRIDE - 0.5
            squared = (columns - across) ** 2 + (rows - along) ** 2
            if min(x, y, SIDE - x, SIDE - y) < _CUT * EDGE_PX:
                goal.weight[number] &= squared > (0.5 * EDGE_PX / STRIDE) ** 2
                continue
            nearest = (columns - round(float(across))) ** 2 + (rows - round(float(along))) ** 2
            bump = np.exp(-nearest / (2 * _SPREAD**2))
            goal.heat[number] = np.maximum(goal.heat[number], bump)
            own = squared < _OWNED**2
            goal.offset[number, 0][own], goal.offset[number, 1][own] = (across - columns)[own], (along - rows)[own]
            goal.pips[number][own] = round(float(pips))
    return goal


def loss(maps: Tensor, heat: Tensor, weight: Tensor, offset: Tensor, pips: Tensor) -> Tensor:
    """Return the sum of the heat loss, the distance of the offsets and the cross-entropy of the pips."""
    own = pips > 0
    away = torch.nn.functional.smooth_l1_loss(maps[:, 1:3], offset, reduction="none", beta=0.1).sum(dim=1)
    faces = torch.nn.functional.cross_entropy(maps[:, 3:], (pips - 1).clamp(min=0), reduction="none")
    cells = own.sum().clamp(min=1)
    return heat_loss(maps[:, 0], heat, weight) + ((0.5 * away + faces) * own).sum() / cells


def fit(made: DicePictures, steps: int, seed: int, start: Path | None = None, batch: int = 16) -> DiceNet:
    """Return a network trained for ``steps`` steps, from new weights or those of the ONNX file ``start``."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    goal = targets(made)
    net: DiceNet = DiceNet().to(memory_format=torch.channels_last)
    if start is not None:
        load_onnx_weights(net, start, _tensor(made.pictures[:_FITTED].transpose(0, 3, 1, 2).astype(np.float32)))

    def step() -> Tensor:
        pick = rng.integers(0, len(made.pictures), batch)
        turn, mirror = int(rng.integers(4)), bool(rng.integers(2))
        gain = rng.uniform(0.8, 1.2, (batch, 3, 1, 1)) * rng.uniform(0.6, 1.2, (batch, 1, 1, 1))
        shown = made.pictures.transpose(0, 3, 1, 2), goal.heat, goal.weight, goal.offset, goal.pips
        pictures, heat, weight, offset, pips = (reoriented(_tensor(each[pick]), turn, mirror) for each in shown)
        x, y = offset.float().unbind(dim=1)
        x = -x if mirror else x
        for _ in range(turn):
            x, y = y, -x
        lit = torch.clip(pictures * _tensor(gain.astype(np.float32)), 0, 255)
        maps = net(lit.contiguous(memory_format=torch.channels_last))
        return loss(maps, heat.float(), weight, torch.stack([x, y], dim=1), pips.long())

    run_training_loop("dice", net, step, steps, rate=3e-3 if start is None else 1.5e-3)
    net.eval()
    return net


def _tensor(value: NDArray[np.generic]) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(value))
