"""Functions shared by finder and dice detector: heat-map loss, and reorientation of maps."""

import torch
from torch import Tensor


def heat_loss(logits: Tensor, heat: Tensor, weight: Tensor) -> Tensor:
    """Return the penalty-reduced focal loss (CenterNet) per peak; all [N,h,w], ``heat`` 0-1, where ``weight``."""
    score = torch.sigmoid(logits).clamp(1e-4, 1 - 1e-4)
    peak = (heat > 0.999) & weight
    hit = -((1 - score) ** 2) * torch.log(score) * peak
    miss = -(score**2) * torch.log(1 - score) * (1 - heat) ** 4 * (weight & ~peak)
    return (hit.sum() + miss.sum()) / peak.sum().clamp(min=1)


def reoriented(maps: Tensor, turn: int, mirror: bool) -> Tensor:
    """Return maps [..., h, w] mirrored left to right if ``mirror``, then rotated anticlockwise by quarter turns."""
    return torch.rot90(maps.flip(-1) if mirror else maps, turn, dims=(-2, -1))
