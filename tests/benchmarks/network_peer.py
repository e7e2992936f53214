"""A detector of the size of YOLO11n with random weights, written as ONNX, as a reference for the time of photo reading.

The channels follow the published plan of that network (backbone, pyramid neck, three heads; 2.6 million weights and 6.5
GFLOP at 640 x 640), without its attention block. Only its time is meaningful.
"""

from collections.abc import Iterable, Sequence

import numpy as np

FLOAT, CLASSES = 1, 38


class Network:
    """Nodes and weights of a graph; each method adds a layer and returns the name of its value."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = np.random.default_rng(seed)
        self._nodes: list[bytes] = []
        self._weights: list[bytes] = []
        self.parameters = 0

    def conv(self, value: str, before: int, after: int, side: int = 1, stride: int = 1, *, act: bool = True) -> str:
        """Convolution with bias, followed by x * sigmoid(x)."""
        scale = (2 / (before * side * side)) ** 0.5
        weight = self._weight(self._rng.normal(0, scale, (after, before, side, side)))
        pads = _ints("pads", [side // 2] * 4)
        given = [value, weight, self._weight(np.zeros(after))]
        made = self._node("Conv", given, _ints("strides", [stride] * 2), pads, _ints("kernel_shape", [side] * 2))
        return self._node("Mul", [made, self._node("Sigmoid", [made])]) if act else made

    def block(self, value: str, before: int, after: int, hidden: int, deep: int = 1) -> str:
        """Two joined branches, one of them through bottlenecks."""
        first, second = self.conv(value, before, hidden), self.conv(value, before, hidden)
        last = second
        for _ in range(deep):
            inner = self.conv(self.conv(last, hidden, hidden // 2, 3), hidden // 2, hidden, 3)
            last = self._node("Add", [last, inner])
        return self.conv(self.join(first, second, last), 3 * hidden, after)

    def join(self, *values: str) -> str:
        """Concatenate the channels of all values."""
        return self._node("Concat", values, _int("axis", 1))

    def pool(self, value: str) -> str:
        """Maximum over 5 x 5."""
        return self._node("MaxPool", [value], _ints("kernel_shape", [5, 5]), _ints("pads", [2] * 4))

    def twice(self, value: str) -> str:
        """Double width and height."""
        scales = self._weight(np.array([1, 1, 2, 2]))
        return self._node("Resize", [value, "", scales], _text("mode", "nearest"))

    def model(self, outputs: Sequence[str]) -> bytes:
        """Return the ONNX file with the input ``picture`` [1,3,h,w]."""
        graph = b"".join(
            [
                *(_part(1, node) for node in self._nodes),
                _part(2, b"peer"),
                *(_part(5, weight) for weight in self._weights),
                _part(11, _value("picture", (1, 3, "h", "w"))),
                *(_part(12, _value(name, (1, f"c{i}", f"h{i}", f"w{i}"))) for i, name in enumerate(outputs)),
            ]
        )
        return _number(1, 8) + _part(7, graph) + _part(8, _part(1, b"") + _number(2, 17))

    def _node(self, kind: str, given: Iterable[str], *attributes: bytes) -> str:
        name = f"v{len(self._nodes)}"
        parts = [*(_part(1, value.encode()) for value in given), _part(2, name.encode()), _part(4, kind.encode())]
        self._nodes.append(b"".join([*parts, *(_part(5, attribute) for attribute in attributes)]))
        return name

    def _weight(self, values: np.ndarray) -> str:
        name = f"w{len(self._weights)}"
        self.parameters += values.size
        sizes = b"".join(_number(1, size) for size in values.shape)
        raw = values.astype("<f4").tobytes()
        self._weights.append(sizes + _number(2, FLOAT) + _part(8, name.encode()) + _part(9, raw))
        return name


def detector() -> tuple[bytes, int]:
    """Return the network as ONNX, and its number of weights."""
    net = Network()
    x = net.conv(net.conv("picture", 3, 16, 3, 2), 16, 32, 3, 2)
    x = net.conv(net.block(x, 32, 64, 16), 64, 64, 3, 2)
    eighth = net.block(x, 64, 128, 32)
    sixteenth = net.block(net.conv(eighth, 128, 128, 3, 2), 128, 128, 64, 2)
    x = net.block(net.conv(sixteenth, 128, 256, 3, 2), 256, 256, 128, 2)
    x = net.conv(x, 256, 128)
    pools = [x]
    for _ in range(3):
        pools.append(net.pool(pools[-1]))
    deep = net.block(net.conv(net.join(*pools), 512, 256), 256, 256, 128)
    middle = net.block(net.join(net.twice(deep), sixteenth), 384, 128, 64)
    fine = net.block(net.join(net.twice(middle), eighth), 256, 64, 32)
    middle = net.block(net.join(net.conv(fine, 64, 64, 3, 2), middle), 192, 128, 64)
    deep = net.block(net.join(net.conv(middle, 128, 128, 3, 2), deep), 384, 256, 128, 2)
    outputs = []
    for value, wide in ((fine, 64), (middle, 128), (deep, 256)):
        boxes = net.conv(net.conv(value, wide, 64, 3), 64, 64, 3)
        names = net.conv(net.conv(value, wide, 80), 80, 80)
        outputs += [net.conv(boxes, 64, 64, act=False), net.conv(names, 80, CLASSES, act=False)]
    return net.model(outputs), net.parameters


def _varint(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*out, number])


def _number(field: int, value: int) -> bytes:
    return _varint(field << 3) + _varint(value)


def _part(field: int, body: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(body)) + body


def _ints(name: str, values: Sequence[int]) -> bytes:
    return _part(1, name.encode()) + b"".join(_number(8, value) for value in values) + _number(20, 7)


def _int(name: str, value: int) -> bytes:
    return _part(1, name.encode()) + _number(3, value) + _number(20, 2)


def _text(name: str, value: str) -> bytes:
    return _part(1, name.encode()) + _part(4, value.encode()) + _number(20, 3)


def _value(name: str, shape: Sequence[int | str]) -> bytes:
    sizes = b"".join(_part(1, _number(1, n) if isinstance(n, int) else _part(2, n.encode())) for n in shape)
    return _part(1, name.encode()) + _part(2, _part(1, _number(1, FLOAT) + _part(2, sizes)))
