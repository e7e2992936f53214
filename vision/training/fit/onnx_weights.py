"""Reads and writes network weights as ONNX files, in which batch normalisations are folded into the convolutions."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper
from torch import Tensor, nn


def load_onnx_weights(net: nn.Module, file: Path, batch: Tensor) -> None:
    """Load the weights of ``file`` into ``net`` and fit its batch normalisations to ``batch``, to give equal outputs.

    Convolutions and linear layers are matched in order of use. Layers marked as added since then (``_added``) stay as
    they are if the file lacks them. Raises ValueError if the shapes differ.
    """
    stored = _stored(file)
    pairs = _pairs(net, batch)
    old = pairs if len(pairs) == len(stored) else [pair for pair in pairs if not getattr(pair[0], "added", False)]
    if [tuple(layer.weight.shape) for layer, _ in old] != [weight.shape for weight, _ in stored]:
        raise ValueError(f"{file}: layers of other shapes than the network's")
    shifts: dict[nn.Module, Tensor] = {}
    with torch.no_grad():
        for (layer, norm), (weight, bias) in zip(old, stored, strict=True):
            layer.weight.copy_(torch.from_numpy(weight.copy()))
            if bias is None:
                continue
            if layer.bias is not None:
                layer.bias.copy_(torch.from_numpy(bias.copy()))
            elif norm is not None:
                shifts[norm] = torch.from_numpy(bias.copy())
    hooks = [norm.register_forward_pre_hook(_fitted(shift)) for norm, shift in shifts.items()]
    net.train()
    with torch.no_grad():
        net(batch)
    for hook in hooks:
        hook.remove()


def export_onnx(net: nn.Module, size: tuple[int, int], source: str, answers: list[str], file: Path) -> None:
    """Write a network for any number of pictures of ``size``; a network with a single output also accepts any size."""
    deep = next(layer.in_channels for layer in net.modules() if isinstance(layer, nn.Conv2d))
    free = {0: "n"} | ({2: "height", 3: "width"} if len(answers) == 1 else {})
    axes = {source: free} | {answer: {axis: f"{name}_{answer}" for axis, name in free.items()} for answer in answers}
    torch.onnx.export(
        net,
        (torch.zeros(1, deep, *size),),
        file,
        input_names=[source],
        output_names=answers,
        dynamic_axes=axes,
        dynamo=False,
    )


def _fitted(shift: Tensor):  # type: ignore[no-untyped-def]
    """Return a hook that sets a batch normalisation to only add ``shift``, given the statistics of this batch."""

    def fit(norm: nn.BatchNorm2d, given: tuple[Tensor, ...]) -> None:
        mean, spread = given[0].mean(dim=(0, 2, 3)), given[0].var(dim=(0, 2, 3), unbiased=False)
        norm.weight.copy_(torch.sqrt(spread + norm.eps))
        norm.bias.copy_(shift.to(mean.device) + mean)
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(spread)

    return fit


def _stored(file: Path) -> list[tuple[np.ndarray, np.ndarray | None]]:
    graph = onnx.load(str(file)).graph
    values = {value.name: numpy_helper.to_array(value) for value in graph.initializer}
    stored: list[tuple[np.ndarray, np.ndarray | None]] = []
    for node in graph.node:
        if node.op_type in ("Conv", "Gemm"):
            stored.append((values[node.input[1]], values[node.input[2]]))
        elif node.op_type == "MatMul":
            # ONNX stores the weights of a linear layer without a bias transposed.
            stored.append((values[node.input[1]].T, None))
    return stored


def _pairs(net: nn.Module, batch: Tensor) -> Sequence[tuple[nn.Module, nn.Module | None]]:
    """Return the weighted layers in order of use, each with the batch normalisation that follows it, or None."""
    used: list[nn.Module] = []
    kinds = (nn.Conv2d, nn.Linear, nn.BatchNorm2d)
    hooks = [
        layer.register_forward_hook(lambda layer, *_: used.append(layer))
        for layer in net.modules()
        if isinstance(layer, kinds)
    ]
    with torch.no_grad():
        net.eval()
        net(batch[:1])
    for hook in hooks:
        hook.remove()
    follows = [*used[1:], None]
    return [
        (layer, after if isinstance(after, nn.BatchNorm2d) else None)
        for layer, after in zip(used, follows, strict=True)
        if not isinstance(layer, nn.BatchNorm2d)
    ]
