"""The training loop of all networks."""

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import torch
from torch import Tensor, nn

from vision.training.progress import shown

_WARM = 100
"""Steps over which the learning rate rises to its full value; chosen: one to three hundredths of a run."""
_KEEP = 0.998
"""Share of its past that the mean of the weights keeps at each step: it looks back over some 500 steps; chosen."""


@dataclass(frozen=True, slots=True)
class Run:
    """Where a network is trained: a device of PyTorch, and processes that make its samples."""

    device: str = "cpu"
    workers: int = 1
    seconds: float = math.inf
    """Most seconds of learning: the rate falls to nothing by the end of the steps or of these, what comes first."""


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """How finder and classifier are trained: steps, seed, initial weights, batch size, a learning rate."""

    steps: int
    seed: int
    start: Path | None = None
    batch: int = 8
    rate: float | None = None

    def pace(self, new: float, further: float) -> float:
        """The learning rate: for new weights, or for given ones."""
        return self.rate or (new if self.start is None else further)


HERE: Final = Run()
"""A core for learning and one beside it."""


def run_training_loop(
    name: str, net: nn.Module, step: Callable[[], Tensor], steps: int, rate: float, seconds: float = math.inf
) -> None:
    """Minimise the loss that ``step`` returns: AdamW, warm-up, cosine to zero; ``net`` ends with averaged weights."""
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=1e-3)
    smooth = torch.optim.swa_utils.AveragedModel(
        net, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(_KEEP), use_buffers=True
    )
    net.train()
    latest: list[Tensor] = []
    started = time.monotonic()
    for number in shown(name, range(steps), steps):
        done = max(number / steps, (time.monotonic() - started) / seconds)
        if done >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = rate * min(1.0, (number + 1) / _WARM) * (0.5 + 0.5 * math.cos(math.pi * done))
        value = step()
        optimiser.zero_grad()
        value.backward()  # type: ignore[no-untyped-call, unused-ignore]
        optimiser.step()
        smooth.update_parameters(net)
        latest.append(value.detach())
        if number % 100 == 99:
            mean = float(torch.stack(latest).mean())
            latest.clear()
            print(f"{name} {number + 1}/{steps}: loss {mean:.4f}, {time.monotonic() - started:.0f} s", flush=True)
    net.load_state_dict(smooth.module.state_dict())
