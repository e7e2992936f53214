"""Quantises a network to int8 weights and activations: a quarter of the size, at least twice as fast.

Weights use 7 of 8 bits with a scale per output channel: processors without VNNI add two 8-bit products in 16 bits,
which would overflow otherwise. The first layer takes blocks of bytes (vision.tiles.network.in_blocks). If the last
layer is a convolution, its maps are brought to one scale before it and back after it.
"""

import hashlib
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import CalibrationMethod, QuantFormat, QuantType, quantize_static
from onnxruntime.quantization.shape_inference import quant_pre_process

from vision.arrays import Floats32, Image
from vision.tiles.network import MIDDLE, in_blocks, open_model

SOURCE: Final = "source-sha256"
"""Property key of a quantised file: the hash of the file from which it was made."""
_HALF: Final = 127.5
"""Number of levels that corresponds to 1 in the input of the float networks."""
_ROOM: Final = 1.05
"""Factor on the largest output seen in calibration; chosen: other pictures may give slightly more."""


class _Given:
    """The part of onnxruntime's CalibrationDataReader interface that is required."""

    def __init__(self, pictures: Sequence[Image], side: int) -> None:
        self._rest = iter(pictures)
        self._side = side

    def get_next(self) -> dict[str, Floats32] | None:
        picture = next(self._rest, None)
        return None if picture is None else {"blocks": _levelled(in_blocks(picture, self._side))}


def quantise(source: Path, pictures: Sequence[Image], target: Path) -> None:
    """Write the quantised network of a file; ``pictures``: batches uint8 [n,h,w,c] of typical inputs."""
    with tempfile.TemporaryDirectory() as folder:
        ready, made = Path(folder) / "ready.onnx", Path(folder) / "made.onnx"
        quant_pre_process(str(source), str(ready), skip_symbolic_shape=True)
        model = onnx.load(str(ready))
        side = _take_blocks(model.graph)
        onnx.checker.check_model(model)
        _even_out(model.graph, _largest(source, pictures))
        onnx.save(model, str(ready))
        quantize_static(
            str(ready),
            str(made),
            _Given(pictures, side),
            quant_format=QuantFormat.QDQ,
            per_channel=True,
            reduce_range=True,
            activation_type=QuantType.QUInt8,
            weight_type=QuantType.QInt8,
            calibrate_method=CalibrationMethod.MinMax,
            nodes_to_exclude=[node.name for node in model.graph.node if node.op_type == "Mul"],
        )
        model = onnx.load(str(made))
    _take_bytes(model.graph)
    _double_by_copies(model.graph)
    helper.set_model_props(model, {SOURCE: hashlib.sha256(source.read_bytes()).hexdigest()})
    onnx.checker.check_model(model)
    onnx.save(model, str(target))


def _levelled(blocks: Image) -> Floats32:
    return (blocks.astype(np.float32) - MIDDLE) / np.float32(_HALF)


def _take_blocks(graph: Any) -> int:
    """Change the network's input to levelled blocks [n,h,w,side*side*c] instead of pictures; return their side."""
    given = graph.input[0].name
    first = next(node for node in graph.node if node.op_type == "Conv")
    before = _before(graph, first)
    settings = {each.name: helper.get_attribute_value(each) for each in first.attribute}
    side, window = settings["strides"][0], settings["kernel_shape"][0]
    if window > 2 * side or settings["pads"] != [1, 1, 1, 1] or len(before) != 2:
        raise ValueError(f"first layer of {window} pixels, {side} apart: not such as the networks here have")
    weights, bias = (numpy_helper.to_array(_stored(graph, name)) for name in first.input[1:3])
    wide = np.zeros((len(weights), 2 * side, 2 * side, weights.shape[1]), np.float32)
    wide[:, :window, :window] = weights.transpose(0, 2, 3, 1)
    parts = wide.reshape(len(weights), 2, side, 2, side, -1).transpose(0, 2, 4, 5, 1, 3)
    # The zero point must be an integer, but the middle of a byte's levels lies between two of them.
    shifted = bias + weights.sum(axis=(1, 2, 3)) * np.float32((MIDDLE - _HALF) / _HALF)
    _replace(graph, first.input[1], parts.reshape(len(weights), -1, 2, 2))
    _replace(graph, first.input[2], shifted)
    for node in before:
        graph.node.remove(node)
    del graph.input[:], first.attribute[:]
    shape = ["n", "tall", "wide", side * side * weights.shape[1]]
    graph.input.append(helper.make_tensor_value_info("blocks", TensorProto.FLOAT, shape))
    graph.node.insert(0, helper.make_node("Transpose", ["blocks"], [given], "by_channel", perm=[0, 3, 1, 2]))
    first.input[0] = given
    first.attribute.extend([helper.make_attribute("kernel_shape", [2, 2]), helper.make_attribute("strides", [1, 1])])
    del graph.value_info[:]
    return int(side)


def _before(graph: Any, first: Any) -> list[Any]:
    """Return the nodes between the input and the first layer, which scale bytes to -1 to 1."""
    made = {name: node for node in graph.node for name in node.output}
    found, name = [], first.input[0]
    while name in made:
        found.append(made[name])
        name = made[name].input[0]
    return found


def _largest(source: Path, pictures: Sequence[Image]) -> list[Floats32]:
    """Return the largest absolute value of each channel of each output."""
    network, largest = open_model(source, 1), list[Floats32]()
    for batch in pictures:
        seen = [np.abs(answer).max(axis=(0, *range(2, answer.ndim))) for answer in network.run(batch)]
        largest = seen if not largest else [np.maximum(a, b) for a, b in zip(largest, seen, strict=True)]
    return largest


def _even_out(graph: Any, largest: Sequence[Floats32]) -> None:
    """If the network ends in a convolution, scale its maps to one range, and back after it."""
    last = next((node for node in graph.node if node.output[0] == graph.output[0].name), None)
    if last is None or last.op_type != "Conv":
        return
    scale = np.maximum(largest[0] * np.float32(_ROOM), np.float32(1e-3))
    for name, shape in ((last.input[1], (-1, 1, 1, 1)), (last.input[2], (-1,))):
        _replace(graph, name, numpy_helper.to_array(_stored(graph, name)) / scale.reshape(shape))
    answer, last.output[0] = last.output[0], "even"
    graph.initializer.append(numpy_helper.from_array(scale.reshape(1, -1, 1, 1), "scale"))
    graph.node.append(helper.make_node("Mul", ["even", "scale"], [answer], "to_scale"))


def _take_bytes(graph: Any) -> None:
    """Change the input of the quantised network to bytes, which equals its quantised input."""
    turned = next(node for node in graph.node if node.input[0] == "blocks").output[0]
    first = next(node for node in graph.node if node.op_type == "QuantizeLinear" and node.input[0] == turned)
    _replace(graph, first.input[1], np.asarray(1 / _HALF, np.float32))
    _stored(graph, first.input[2]).CopyFrom(numpy_helper.from_array(np.asarray(MIDDLE, np.uint8), first.input[2]))
    for node in graph.node:
        node.input[:] = [turned if name == first.output[0] else name for name in node.input]
    graph.node.remove(first)
    graph.input[0].type.tensor_type.elem_type = TensorProto.UINT8
    del graph.value_info[:]


def _double_by_copies(graph: Any) -> None:
    """Replace ``Resize`` by copies of all channels of a position at once, because it copies byte by byte."""
    made = {name: node for node in graph.node for name in node.output}
    for node in [each for each in graph.node if each.op_type == "Resize"]:
        before, after = made[node.input[0]], next(each for each in graph.node if node.output[0] in each.input)
        last, wide, row, rows, shape, twice, tall = (
            f"{node.name}/{part}" for part in ("last", "wide", "row", "rows", "shape", "twice", "tall")
        )
        copies = [
            helper.make_node("Transpose", before.input[:1], [last], perm=[0, 2, 3, 1]),
            helper.make_node("Concat", [last, last], [wide], axis=3),
            helper.make_node("Reshape", [wide, "as_row"], [row]),
            helper.make_node("Concat", [row, row], [rows], axis=2),
            helper.make_node("Shape", [last], [shape]),
            helper.make_node("Mul", [shape, "doubled"], [twice]),
            helper.make_node("Reshape", [rows, twice], [tall]),
            helper.make_node("Transpose", [tall], after.output, perm=[0, 3, 1, 2]),
        ]
        place = list(graph.node).index(node)
        for each in (before, node, after):
            graph.node.remove(each)
        for number, each in enumerate(copies, place - 1):
            graph.node.insert(number, each)
    for name, values in (("as_row", [0, 0, 1, -1]), ("doubled", [1, 2, 2, 1])):
        graph.initializer.append(numpy_helper.from_array(np.array(values), name))
    used = {name for node in graph.node for name in node.input}
    for unused in [each for each in graph.initializer if each.name not in used]:
        graph.initializer.remove(unused)


def _stored(graph: Any, name: str) -> Any:
    return next(each for each in graph.initializer if each.name == name)


def _replace(graph: Any, name: str, values: Floats32) -> None:
    _stored(graph, name).CopyFrom(numpy_helper.from_array(np.asarray(values, np.float32), name))


def batches(pictures: Image, size: int = 32) -> Iterator[Image]:
    """Yield pictures [n,h,w,c] in batches of ``size``."""
    for start in range(0, len(pictures), size):
        yield pictures[start : start + size]
