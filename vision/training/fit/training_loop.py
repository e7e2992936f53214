"""Training loop of all networks."""

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
"""Weight of the past in the running mean of the weights per step, a memory of some 500 steps; chosen."""


@dataclass(frozen=True, slots=True)
class Run:
    """Training resources: a PyTorch device, and the number of processes that make samples."""

    device: str = "cpu"
    workers: int = 1
    seconds: float = math.inf
    """Longest training time in seconds: the learning rate reaches zero at this time or at the last step."""


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """Parameters of finder and classifier training: steps, seed, initial weights, batch size, learning rate."""

    steps: int
    seed: int
    start: Path | None = None
    batch: int = 8
    rate: float | None = None

    def pace(self, new: float, further: float) -> float:
        """Return the learning rate: the given one, else ``new`` for new weights or ``further`` for initial weights."""
        return self.rate or (new if self.start is None else further)


HERE: Final = Run()
"""One core for training and one for samples."""


def run_training_loop(
    name: str, net: nn.Module, step: Callable[[], Tensor], steps: int, rate: float, seconds: float = math.inf
) -> None:
    """Minimise the loss that ``step`` returns: AdamW, warm-up, cosine decay; ``net`` ends with averaged weights."""
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
