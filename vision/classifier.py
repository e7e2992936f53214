"""Name the face in a crop: one of the 37 faces, a back, a flower, or no tile."""

from dataclasses import dataclass
from importlib import resources
from typing import Any, Final

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from controller.errors import EyesError
from controller.riichi.notation import parse_tiles
from controller.riichi.tile import Tile
from vision.faces import CROP, Image

BACK: Final = len(Tile)
BONUS: Final = BACK + 1
NOTHING: Final = BACK + 2
CLASSES: Final = BACK + 3
TURNS: Final = 4
HALF_TURN: Final = frozenset(int(tile) for tile in parse_tiles("01234589p0245689s"))
"""Faces that look the same upside down."""
NO_TOP: Final = frozenset({int(Tile.WHITE), BACK, NOTHING})
"""What shows no top at all."""
MODEL: Final = "classifier.onnx"
_BATCH: Final = 256


@dataclass(frozen=True, slots=True)
class Faces:
    """Answers for N crops: ``kinds`` [N] number a tile, BACK, BONUS or NOTHING; ``confidence`` [N] is its probability.

    ``turn`` [N]: clockwise quarter turns of the face's top from the crop's top; either of two where the face looks the
    same upside down. ``probabilities`` [N,40].
    """

    kinds: NDArray[np.int64]
    confidence: NDArray[np.float32]
    turn: NDArray[np.int64]
    probabilities: NDArray[np.float32]

    @property
    def labels(self) -> tuple[Tile | None, ...]:
        """The tile of each crop, None for a back, a flower or no tile."""
        return tuple(Tile(int(kind)) if kind < BACK else None for kind in self.kinds)

    def __len__(self) -> int:
        return len(self.kinds)


@dataclass(frozen=True, slots=True)
class Classifier:
    """The face network, run on ``threads`` threads."""

    session: Any

    @classmethod
    def load(cls, threads: int = 2) -> "Classifier":
        """The network that ships with the project; raises EyesError when its file is missing or broken."""
        return cls(load_model(MODEL, threads))

    def classify(self, crops: Image, turns: int = TURNS) -> Faces:
        """Faces of crops uint8 [N,64,64,3] BGR (see vision.faces): the mean of the answers over 1, 2 or 4 turns."""
        if crops.ndim != 4 or crops.shape[1:] != (CROP, CROP, 3) or crops.dtype != np.uint8:
            raise EyesError(f"crops of shape {crops.shape} and type {crops.dtype}: expected uint8 [N,{CROP},{CROP},3]")
        if turns not in (1, 2, TURNS):
            raise EyesError(f"{turns} turns: expected 1, 2 or 4")
        kinds = np.zeros((len(crops), CLASSES), np.float32)
        tops = np.zeros((len(crops), TURNS), np.float32)
        for start in range(0, len(crops), _BATCH):
            part = slice(start, start + _BATCH)
            for turn in range(0, TURNS, TURNS // turns):
                turned = np.rot90(crops[part], -turn, axes=(1, 2))
                kind, top = self.session.run(
                    None, {"crops": np.ascontiguousarray(turned.transpose(0, 3, 1, 2), np.float32)}
                )
                kinds[part] += _softmax(kind) / turns
                tops[part] += np.roll(_softmax(top), -turn, axis=1) / turns
        best = kinds.argmax(axis=1)
        return Faces(best, kinds[np.arange(len(crops)), best], tops.argmax(axis=1), kinds)


def load_model(name: str, threads: int) -> Any:
    """An onnxruntime session of a shipped model on that many threads; raises EyesError."""
    file = resources.files("vision.models") / name
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    try:
        return onnxruntime.InferenceSession(file.read_bytes(), options, providers=["CPUExecutionProvider"])
    except (OSError, RuntimeError) as error:
        raise EyesError(f"model {name} cannot be read: {str(error).splitlines()[0]}") from error


def _softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    risen = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(risen / risen.sum(axis=1, keepdims=True), np.float32)
