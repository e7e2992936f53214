"""Runs a network of the model files on pictures uint8; its weights may be floats or quantised to 8 bits."""

import math
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final

import numpy as np
import onnxruntime
from onnxruntime.capi import onnxruntime_pybind11_state

from controller.errors import EyesError
from vision.arrays import Floats32, Image

MIDDLE: Final = 128
"""Byte value that stands for 0 in a quantised network; it pads the picture beyond its edge."""
_KINDS: Final = tuple(each for each in vars(onnxruntime_pybind11_state).values() if isinstance(each, type))
_REFUSALS: Final[tuple[type[Exception], ...]] = (
    OSError,
    RuntimeError,
    *(each for each in _KINDS if issubclass(each, Exception)),
)
"""Errors raised for a file that is no model; those of onnxruntime have no common base class."""
SMALLER: Final = "int8"
"""Mark before the extension in the names of quantised model files."""


class Network:
    """An onnxruntime session on CPU.

    A network of floats takes [n,c,h,w]. A quantised one takes its pictures in square blocks, whose side is the stride
    of its first layer, see ``in_blocks``.
    """

    def __init__(self, session: Any) -> None:
        self._session, given = session, session.get_inputs()[0]
        self._name: str = given.name
        self._deep: int = given.shape[3] if "uint8" in given.type else 0

    def run(self, pictures: Image) -> list[Floats32]:
        """Return the network's outputs for pictures uint8 [n,h,w,c], whose sides must be multiples that it accepts."""
        if self._deep:
            given = in_blocks(pictures, math.isqrt(self._deep // pictures.shape[3]))
        else:
            given = np.ascontiguousarray(pictures.transpose(0, 3, 1, 2), np.float32)
        return list(self._session.run(None, {self._name: given}))


def in_blocks(pictures: Image, side: int) -> Image:
    """Cut pictures [n,h,w,c] into blocks [n,h/side+1,w/side+1,side*side*c], starting one pixel above and left of them.

    A convolution with windows of up to twice ``side`` pixels and a stride of ``side`` then reads 2 x 2 blocks: a fast
    matrix product, while a picture of three channels is slow.
    """
    count, tall, wide, deep = pictures.shape
    canvas = np.full((count, tall + side, wide + side, deep), MIDDLE, np.uint8)
    canvas[:, 1 : tall + 1, 1 : wide + 1] = pictures
    # Move a row of a block at a time: NumPy moves items of that size much faster than bytes.
    rows = canvas.reshape(count, tall // side + 1, side, -1).view(np.dtype((np.void, side * deep)))
    blocks = np.ascontiguousarray(rows.transpose(0, 1, 3, 2)).view(np.uint8)
    return blocks.reshape(count, tall // side + 1, wide // side + 1, side * side * deep)


def load_model(name: str, threads: int, *, floats: bool = False) -> Network:
    """Load a shipped model to run on ``threads``, the quantised file if there is one and not ``floats``.

    Raises EyesError.
    """
    folder = resources.files("vision.models")
    smaller = folder / smaller_name(name)
    return open_model(smaller if smaller.is_file() and not floats else folder / name, threads)


def smaller_name(name: str) -> str:
    """Return the name of a model's quantised file."""
    return f"{name.removesuffix('.onnx')}-{SMALLER}.onnx"


def open_model(file: Traversable, threads: int) -> Network:
    """Load a model file to run on ``threads``; raises EyesError if it is no model."""
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    # The arena would keep memory for the largest picture's layers for ever: 40 MiB in a table's reader, and no faster.
    options.enable_cpu_mem_arena = False
    # Allocating one block for all layers at every run would take a tenth of the finder's time.
    options.enable_mem_pattern = False
    try:
        session = onnxruntime.InferenceSession(file.read_bytes(), options, providers=["CPUExecutionProvider"])
    except _REFUSALS as error:
        raise EyesError(f"model {file.name} cannot be read: {str(error).splitlines()[0]}") from error
    return Network(session)


def softmax(logits: Floats32, axis: int = 1) -> Floats32:
    """Return probabilities, which add up to 1 along ``axis``, from logits."""
    risen = np.exp(logits - logits.max(axis=axis, keepdims=True))
    return np.asarray(risen / risen.sum(axis=axis, keepdims=True), np.float32)
