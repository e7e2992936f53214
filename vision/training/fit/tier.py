"""Trains the network that distinguishes upper from lower tiles."""

from pathlib import Path
from typing import Final

import cv2
import numpy as np
import torch
from torch import Tensor

from vision.arrays import Image
from vision.tiles.tier import SMOOTH
from vision.training.fit.networks import TierNet
from vision.training.fit.onnx_weights import load_onnx_weights
from vision.training.fit.training_loop import run_training_loop
from vision.training.samples.tier_samples import TierSamples

_BLURRED: Final = 0.3
"""Share of crops that are blurred, like small pictures and films; chosen."""
_OTHER_INKS: Final = 0.3
"""Share of crops with permuted colour channels, because sets and felts have any colour; chosen."""
_FITTED: Final = 512
"""Crops to which normalisations are fitted when training resumes; chosen: enough for means."""
_NOISE: Final = 5.0
"""Largest standard deviation of the noise added to every level; chosen."""
_BODIES: Final = 0.1
"""Share of crops that are inverted, to represent dark sets; chosen."""


def fit(samples: TierSamples, steps: int, seed: int, start: Path | None = None, batch: int = 128) -> TierNet:
    """Return a network trained for ``steps`` steps, from new weights or, at a fifth of the rate, from ``start``."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net: TierNet = TierNet()
    if start is not None:
        some = rng.integers(0, len(samples.crops), _FITTED)
        load_onnx_weights(net, start, torch.from_numpy(samples.crops[some].astype(np.float32)).permute(0, 3, 1, 2))
    net = net.to(memory_format=torch.channels_last)
    upper = samples.upper.astype(np.float32) * (1 - 2 * SMOOTH) + SMOOTH

    def step() -> Tensor:
        pick = rng.integers(0, len(upper), batch)
        seen = np.stack([_altered(crop, rng) for crop in samples.crops[pick]])
        gain = rng.uniform(0.75, 1.25, (batch, 1, 1, 3)) * rng.uniform(0.6, 1.25, (batch, 1, 1, 1))
        shift = rng.uniform(-20, 20, (batch, 1, 1, 1))
        noise = rng.normal(0.0, rng.uniform(0.0, _NOISE), seen.shape)
        values = np.clip(seen * np.concatenate([gain, gain], axis=3) + shift + noise, 0, 255).astype(np.float32)
        given = torch.from_numpy(values).permute(0, 3, 1, 2)
        goal = torch.from_numpy(upper[pick])
        return torch.nn.functional.binary_cross_entropy_with_logits(net(given)[:, 0], goal)

    run_training_loop("tier", net, step, steps, rate=2e-3 if start is None else 4e-4)
    net.eval()
    return net


def _altered(crop: Image, rng: np.random.Generator) -> Image:
    """Return a crop randomly mirrored, blurred or recoloured."""
    if rng.random() < 0.5:
        crop = crop[:, ::-1]
    if rng.random() < _BLURRED:
        edges = crop[..., :3], crop[..., 3:]
        spread = rng.uniform(0.4, 1.6)
        crop = np.concatenate([cv2.GaussianBlur(each, (0, 0), spread) for each in edges], axis=2)
    if rng.random() < _OTHER_INKS:
        inks = rng.permutation(3)
        crop = crop[..., [*inks, *(inks + 3)]]
    if rng.random() < _BODIES:
        crop = 255 - crop
    return crop
