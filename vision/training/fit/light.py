"""Random lighting, camera and room effects, applied to batches on the training device."""

from typing import Final

import torch
from torch import Tensor

_GAIN, _SHIFT = 0.25, 20.0
"""Largest change of a colour's scale and shift of a picture (levels of 255); chosen."""
_GAMMA: Final = 0.3
"""Standard deviation of the log of a picture's gamma; chosen: from flat to hard sun."""
_SHADE: Final = 0.35
"""Standard deviation of the log of local lighting; chosen: lamps, windows, shadows of players."""
_PLACES: Final = 4
"""Number of independently lit areas along each side of a picture; chosen: a shadow is as wide as a few tiles."""
_COLOUR: Final = (0.2, 1.4)
"""Smallest and largest factor on the distance of colours from grey; chosen."""
_TOLD: Final = (0.7, 1.3)
"""The same where colour distinguishes classes, such as a red five; chosen."""
_BLUR: Final = (-0.5, 1.0)
"""Smallest and largest amount of blur; negative amounts sharpen as telephones do; chosen."""
_NOISE: Final = 8.0
"""Largest standard deviation of sensor noise, levels of 255; chosen."""
_SHARE: Final = 0.5
"""Share of pictures to which each effect is applied; chosen."""
_KERNEL: Final = (0.25, 0.5, 0.25)
"""A small blur kernel, used in both directions."""


def relit(pictures: Tensor, *, colours_tell: bool = False) -> Tensor:
    """Return pictures float [n,3,h,w] BGR of 0-255 in random lighting; ``colours_tell``: red must stay red."""
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
