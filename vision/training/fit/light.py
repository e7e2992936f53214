"""Pictures in other light: what cameras, lamps and rooms do to them, for whole batches where they are learnt from."""

from typing import Final

import torch
from torch import Tensor

_GAIN, _SHIFT = 0.25, 20.0
"""Most that a colour is scaled and a picture shifted (levels of 255) by; chosen."""
_GAMMA: Final = 0.3
"""Standard deviation of the log of a picture's gamma; chosen: from flat to hard sun."""
_SHADE: Final = 0.35
"""Standard deviation of the log of light from place to place; chosen: lamps, windows, shadows of players."""
_PLACES: Final = 4
"""Places along each side of a picture that are lit apart; chosen: a shadow is as wide as a few tiles."""
_COLOUR: Final = (0.2, 1.4)
"""Least and largest factor on the distance of colours from grey; chosen."""
_TOLD: Final = (0.7, 1.3)
"""The same where colours tell, as a red five from others; chosen."""
_BLUR: Final = (-0.5, 1.0)
"""Least and most of a blur that is added; below nought a telephone's sharpening; chosen."""
_NOISE: Final = 8.0
"""Most standard deviation of a sensor's noise, levels of 255; chosen."""
_SHARE: Final = 0.5
"""Share of pictures that each of these happens to; chosen."""
_KERNEL: Final = (0.25, 0.5, 0.25)
"""A small blur, across and along."""


def relit(pictures: Tensor, *, colours_tell: bool = False) -> Tensor:
    """Pictures float [n,3,h,w] BGR of 0-255, each in another light; ``colours_tell``: what is red stays red."""
    count, device = len(pictures), pictures.device

    def drawn(low: float, high: float, *shape: int) -> Tensor:
        return torch.rand((count, *shape), device=device) * (high - low) + low

    def some() -> Tensor:
        return (torch.rand((count, 1, 1, 1), device=device) < _SHARE).float()

    grey = pictures.mean(dim=1, keepdim=True)
    pictures = grey + (pictures - grey) * (1 + some() * (drawn(*(_TOLD if colours_tell else _COLOUR), 1, 1, 1) - 1))
    levels = (pictures / 255).clamp(1e-4, 1)
    levels = levels ** torch.exp(some() * _GAMMA * torch.randn((count, 1, 1, 1), device=device))
    light = some() * _SHADE * torch.randn((count, 1, _PLACES, _PLACES), device=device)
    light = torch.nn.functional.interpolate(light, size=pictures.shape[2:], mode="bilinear", align_corners=True)
    pictures = 255 * levels * torch.exp(light) * drawn(1 - _GAIN, 1 + _GAIN, 3, 1, 1) + drawn(-_SHIFT, _SHIFT, 1, 1, 1)
    pictures = pictures + some() * drawn(*_BLUR, 1, 1, 1) * (_blurred(pictures) - pictures)
    pictures = pictures + some() * drawn(0, _NOISE, 1, 1, 1) * torch.randn_like(pictures)
    return pictures.clamp(0, 255)


def _blurred(pictures: Tensor) -> Tensor:
    line = torch.tensor(_KERNEL, device=pictures.device, dtype=pictures.dtype)
    kernel = (line[:, None] * line).expand(3, 1, 3, 3)
    padded = torch.nn.functional.pad(pictures, (1, 1, 1, 1), mode="replicate")
    return torch.nn.functional.conv2d(padded, kernel, groups=3)
