"""The loss of a heat map, which finder and dice detector share."""

import torch
from torch import Tensor


def heat_loss(logits: Tensor, heat: Tensor, weight: Tensor) -> Tensor:
    """Penalty-reduced focal loss (CenterNet) for each peak; all [N,h,w], ``heat`` 0-1, where ``weight`` is true."""
    score = torch.sigmoid(logits).clamp(1e-4, 1 - 1e-4)
    peak = (heat > 0.999) & weight
    hit = -((1 - score) ** 2) * torch.log(score) * peak
    miss = -(score**2) * torch.log(1 - score) * (1 - heat) ** 4 * (weight & ~peak)
    return (hit.sum() + miss.sum()) / peak.sum().clamp(min=1)
