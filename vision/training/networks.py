"""The two networks: a face classifier on 64x64 crops and a tile finder of stride 4."""

import torch
from torch import Tensor, nn

from vision.classifier import CLASSES, TURNS
from vision.detector import CHANNELS


class FaceNet(nn.Module):  # type: ignore[misc, unused-ignore]
    """Crops [N,3,64,64] (BGR, 0-255) to logits of the classes [N,40] and of the quarter turn [N,4]."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            _stem(32), _Block(32), _conv(32, 64, 2), _Block(64), _conv(64, 128, 2),
            nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Dropout(0.1),
        )  # fmt: skip
        self.head = nn.Linear(128, CLASSES + TURNS)

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor]:
        """Logits of classes and turns."""
        logits = self.head(self.body(crops / 127.5 - 1))
        return logits[:, :CLASSES], logits[:, CLASSES:]


class FinderNet(nn.Module):  # type: ignore[misc, unused-ignore]
    """Picture [N,3,H,W] (BGR, 0-255; sides in multiples of 16) to the maps [N,8,H/4,W/4] of vision.detector."""

    def __init__(self) -> None:
        super().__init__()
        self.quarter = _stem(24)
        self.eighth = nn.Sequential(_conv(24, 40, 2), _Block(40))
        self.sixteenth = nn.Sequential(_conv(40, 64, 2), _Block(64), nn.Conv2d(64, 40, 1))
        self.join_eighth = nn.Sequential(_conv(40, 40, 1), nn.Conv2d(40, 24, 1))
        self.join_quarter = _conv(24, 24, 1)
        self.head = nn.Conv2d(24, CHANNELS, 1)
        nn.init.constant_(self.head.bias, 0.0)
        with torch.no_grad():
            self.head.bias[0] = -3.5
        self.up = nn.Upsample(scale_factor=2, mode="nearest")

    def forward(self, picture: Tensor) -> Tensor:
        """Maps at a quarter of the picture's size."""
        quarter = self.quarter(picture / 127.5 - 1)
        eighth = self.eighth(quarter)
        eighth = eighth + self.up(self.sixteenth(eighth))
        quarter = quarter + self.up(self.join_eighth(eighth))
        maps: Tensor = self.head(self.join_quarter(quarter))
        return maps


class _Block(nn.Module):  # type: ignore[misc, unused-ignore]
    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _conv(width, width, 1)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, padding=1, bias=False), nn.BatchNorm2d(width))

    def forward(self, value: Tensor) -> Tensor:
        return torch.relu(value + self.second(self.first(value)))


def _stem(after: int) -> nn.Sequential:
    """To a quarter of the size at once: what is large and thin costs most on a CPU."""
    return nn.Sequential(
        nn.Conv2d(3, after, 6, stride=4, padding=1, bias=False), nn.BatchNorm2d(after), nn.ReLU(inplace=True)
    )


def _conv(before: int, after: int, stride: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(before, after, 3, stride=stride, padding=1, bias=False), nn.BatchNorm2d(after), nn.ReLU(inplace=True)
    )
