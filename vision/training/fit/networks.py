"""The networks: a face classifier on 64x64 crops, finder and dice detector of stride 4, a tier classifier."""

import torch
from torch import Tensor, nn

from vision.tiles.classifier import CLASSES, FEATURES, TURNS
from vision.tiles.dice import CHANNELS as DICE_CHANNELS
from vision.tiles.finder import CHANNELS
from vision.tiles.tier import TALL, WIDE


class FaceNet(nn.Module):
    """Maps crops [N,3,64,64] (BGR, 0-255) to logits of classes [N,40] and quarter turns [N,4], and features [N,128]."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(_stem(32), _Block(32), _conv(32, 64, 2), _Block(64), _conv(64, FEATURES, 2))
        self.more = _added(_Block(FEATURES))
        self.mean = nn.Sequential(nn.AdaptiveAvgPool2d(1), nn.Flatten())
        # 4p and 2p differ in the positions of their dots, which the mean loses, so a grid of 4 x 4 positions is used
        # too.
        self.places = _added(
            nn.Sequential(nn.Conv2d(FEATURES, 24, 1, bias=False), nn.BatchNorm2d(24), nn.ReLU(inplace=True)),
            nn.Flatten(),
            nn.Linear(24 * 16, CLASSES + TURNS, bias=False),
        )
        self.drop = nn.Dropout(0.1)
        self.head = nn.Linear(FEATURES, CLASSES + TURNS)
        with torch.no_grad():
            self.more[0].second[1].weight.zero_()
            self.places[2].weight.zero_()

    def forward(self, crops: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return logits of classes and turns, and the features from which they are computed."""
        seen = self.more(self.body(crops / 127.5 - 1))
        features = self.mean(seen)
        logits = self.head(self.drop(features)) + self.places(seen)
        return logits[:, :CLASSES], logits[:, CLASSES:], features


class FinderNet(nn.Module):
    """Maps pictures [N,3,H,W] (BGR, 0-255; sides multiples of 16) to maps [N,16,H/4,W/4] of vision.tiles.finder."""

    def __init__(self) -> None:
        super().__init__()
        self.quarter = _stem(24)
        self.eighth = nn.Sequential(_conv(24, 40, 2), _Block(40))
        self.sixteenth = nn.Sequential(_conv(40, 80, 2), _Block(80), _Block(80), _Block(80), nn.Conv2d(80, 40, 1))
        self.join_eighth = nn.Sequential(_conv(40, 40, 1), nn.Conv2d(40, 24, 1))
        self.join_quarter = _conv(24, 24, 1)
        self.head = nn.Conv2d(24, CHANNELS, 1)
        nn.init.constant_(self.head.bias, 0.0)
        with torch.no_grad():
            self.head.bias[0] = -3.5
        self.up = nn.Upsample(scale_factor=2, mode="nearest")

    def forward(self, picture: Tensor) -> Tensor:
        """Return maps at a quarter of the picture's size."""
        quarter = self.quarter(picture / 127.5 - 1)
        eighth = self.eighth(quarter)
        eighth = eighth + self.up(self.sixteenth(eighth))
        quarter = quarter + self.up(self.join_eighth(eighth))
        maps: Tensor = self.head(self.join_quarter(quarter))
        return maps


class DiceNet(nn.Module):
    """Maps pictures [N,3,H,W] (BGR, 0-255; sides multiples of 8) to the maps [N,9,H/4,W/4] of vision.tiles.dice."""

    def __init__(self) -> None:
        super().__init__()
        self.quarter = nn.Sequential(_conv(3, 12, 2), _conv(12, 32, 2), _Block(32))
        self.eighth = nn.Sequential(_conv(32, 48, 2), _Block(48), _Block(48), nn.Conv2d(48, 32, 1))
        self.join = _conv(32, 32, 1)
        self.head = nn.Conv2d(32, DICE_CHANNELS, 1)
        nn.init.constant_(self.head.bias, 0.0)
        with torch.no_grad():
            self.head.bias[0] = -3.5
        self.up = nn.Upsample(scale_factor=2, mode="nearest")

    def forward(self, picture: Tensor) -> Tensor:
        """Return maps at a quarter of the picture's size."""
        quarter = self.quarter(picture / 127.5 - 1)
        maps: Tensor = self.head(self.join(quarter + self.up(self.eighth(quarter))))
        return maps


def _added(*layers: nn.Module) -> nn.Sequential:
    """Return layers missing from older weights; they initially contribute nothing, so such weights can be resumed."""
    made = nn.Sequential(*layers)
    for layer in made.modules():
        layer.added = True
    return made


class _Block(nn.Module):
    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = _conv(width, width, 1)
        self.second = nn.Sequential(nn.Conv2d(width, width, 3, padding=1, bias=False), nn.BatchNorm2d(width))

    def forward(self, value: Tensor) -> Tensor:
        return torch.relu(value + self.second(self.first(value)))


def _stem(after: int) -> nn.Sequential:
    """Return the first layer, which reduces to a quarter at once: large maps with few channels are slow on a CPU."""
    return nn.Sequential(
        nn.Conv2d(3, after, 6, stride=4, padding=1, bias=False), nn.BatchNorm2d(after), nn.ReLU(inplace=True)
    )


def _conv(before: int, after: int, stride: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Conv2d(before, after, 3, stride=stride, padding=1, bias=False), nn.BatchNorm2d(after), nn.ReLU(inplace=True)
    )


class TierNet(nn.Module):
    """Maps crops [N,6,48,40] (BGR of two edges, 0-255; vision.tiles.tier) to logits [N,1]: the tile is an upper one."""

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(_conv(6, 16, 2), _Block(16), _conv(16, 32, 2), _Block(32), _conv(32, 32, 2))
        # The row of the tile's foot separates one tile from two, so there is no pooling over positions.
        self.head = nn.Sequential(
            nn.Flatten(), nn.Linear(32 * (TALL // 8) * (WIDE // 8), 32), nn.ReLU(), nn.Dropout(0.2), nn.Linear(32, 1)
        )

    def forward(self, crops: Tensor) -> Tensor:
        """Return the logits."""
        logits: Tensor = self.head(self.body(crops / 127.5 - 1))
        return logits
