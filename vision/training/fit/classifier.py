"""Trains the face classifier on faces cut from rendered scenes and from real photos."""

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from controller.riichi.tile import Tile
from vision.arrays import Image
from vision.tiles.classifier import BACK, HALF_TURN, NO_TOP, NOTHING
from vision.tiles.crop import CROP, cut_faces
from vision.training.faces import prints
from vision.training.faces.prints import Prints
from vision.training.fit.networks import FaceNet
from vision.training.fit.onnx_weights import load_onnx_weights
from vision.training.fit.training_loop import run_training_loop
from vision.training.samples.augmentation import Frame, covered, jitter, stray_frame, worn
from vision.training.samples.face_samples import FaceSamples, edges

_FITTED: Final = 600
"""Crops that batch normalisations are fitted to when training resumes; chosen: ten batches."""
_PRINTED: Final = 0.4
"""Share of crops that are prints on blank tiles; this and the shares below were tuned on the model card's figures."""
_REAL: Final = 0.18
"""Share of crops from real photos."""
_NO_TILE: Final = 0.14
"""Share of crops that hold no whole face."""
_COVERED: Final = 0.08
"""Share of faces that a neighbour covers in part."""
_INNER: Final = (slice(14, -14), slice(14, -14))
"""Rows and columns of a crop inside the printed face, clear of its rim: px of 64."""
_FAINTEST: Final = 5.0
"""Least grey levels (standard deviation) that a printed face varies by; chosen: less is glare, or seen edge-on."""


@dataclass(frozen=True, slots=True)
class Material:
    """Where crops come from: rendered faces, real ones, and prints for rendered blanks (``blanks``: their places)."""

    rendered: FaceSamples
    real: FaceSamples | None
    prints: Prints
    by_kind: tuple[list[NDArray[np.int64]], list[NDArray[np.int64]]]
    blanks: NDArray[np.int64]

    @classmethod
    def of(cls, rendered: FaceSamples, real: FaceSamples | None, made: Prints) -> "Material":
        """The faces sorted by class; no prints (``made`` empty): no blanks are looked for."""
        rendered = _readable(rendered)
        white = np.nonzero(rendered.kind == Tile.WHITE)[0] if made else np.zeros(0, np.int64)
        blanks = np.array([one for one in white if prints.blank(_cut(rendered, int(one), _frame(rendered, int(one))))])
        groups = _by_kind(rendered), _by_kind(real) if real is not None else []
        return cls(rendered, real, made, groups, blanks.astype(np.int64))


def fit(material: Material, steps: int, seed: int, start: Path | None = None, batch: int = 64) -> FaceNet:
    """A classifier trained for that many steps, from new weights or from those of the ONNX file ``start``."""
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    net: FaceNet = FaceNet().to(memory_format=torch.channels_last)
    opposite = torch.tensor([kind in HALF_TURN for kind in range(NOTHING + 1)])
    topless = torch.tensor([kind in NO_TOP for kind in range(NOTHING + 1)])

    if start is not None:
        load_onnx_weights(net, start, _batch(material, _FITTED, rng)[0])

    def step() -> Tensor:
        crops, kinds, turns, topped = _batch(material, batch, rng)
        kind_logits, turn_logits, _ = net(crops)
        named = torch.nn.functional.cross_entropy(kind_logits, kinds, label_smoothing=0.02)
        chance = torch.softmax(turn_logits, dim=1)
        right = chance.gather(1, turns[:, None])[:, 0]
        right = right + opposite[kinds] * chance.gather(1, ((turns + 2) % 4)[:, None])[:, 0]
        counts = topped & ~topless[kinds]
        turned = (-torch.log(right.clamp(min=1e-6)) * counts).sum() / counts.sum().clamp(min=1)
        return named + 0.3 * turned

    run_training_loop("classifier", net, step, steps, rate=3e-3 if start is None else 1.5e-3)
    net.eval()
    return net


def _by_kind(exemplars: FaceSamples) -> list[NDArray[np.int64]]:
    groups = [np.nonzero(exemplars.kind == kind)[0] for kind in range(NOTHING + 1)]
    return [group for group in groups if len(group)]


def _readable(rendered: FaceSamples) -> FaceSamples:
    """Without printed faces that show nothing, in glare or edge-on: learning those would make any blank a face."""
    printed = (rendered.kind < BACK) & (rendered.kind != Tile.WHITE)
    kept = ~printed
    for one in np.flatnonzero(printed):
        crop = _cut(rendered, int(one), _frame(rendered, int(one)))
        inner = cv2.blur(crop[_INNER], (3, 3)).astype(np.float32)
        kept[one] = inner.std(axis=(0, 1)).max() >= _FAINTEST
    chosen = (part[kept] for part in (rendered.picture, rendered.corners, rendered.kind, rendered.topped))
    return FaceSamples(rendered.images, *chosen)


def _frame(source: FaceSamples, one: int) -> Frame:
    right, down = (edge[0] for edge in edges(source.corners[one : one + 1]))
    return source.corners[one].mean(axis=0), right, down


def _cut(source: FaceSamples, one: int, frame: Frame) -> Image:
    centre, right, down = frame
    return np.asarray(cut_faces(source.images[source.picture[one]], centre[None], right[None], down[None])[0])


def _one(material: Material, rng: np.random.Generator) -> tuple[Image, int, bool]:
    """A random crop, its class, and whether its top is known to be up."""
    pick = rng.random()
    if pick < _PRINTED and len(material.blanks):
        one = int(rng.choice(material.blanks))
        kind = int(rng.choice([kind for kind, layers in enumerate(material.prints) if layers or kind == Tile.WHITE]))
        layers = material.prints[kind]
        frame = jitter(_frame(material.rendered, one), rng)
        crop = _cut(material.rendered, one, frame)
        if not layers:
            return crop, kind, False
        corners = material.rendered.corners[one]
        return prints.printed(crop, layers[rng.integers(len(layers))], corners, frame), kind, True
    photo = material.real is not None and _PRINTED <= pick < _PRINTED + _REAL
    source = material.real if photo and material.real is not None else material.rendered
    # Each class is as likely as any other; characters that are no tile are one of the classes.
    groups = material.by_kind[photo]
    group = groups[rng.integers(len(groups))]
    one = int(group[rng.integers(len(group))])
    frame = _frame(source, one)
    if pick > 1 - _NO_TILE:
        return _cut(source, one, stray_frame(frame, source, one, rng)), NOTHING, False
    return _cut(source, one, jitter(frame, rng)), int(source.kind[one]), bool(source.topped[one])


def _batch(material: Material, batch: int, rng: np.random.Generator) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    crops = np.empty((batch, CROP, CROP, 3), np.uint8)
    kinds, turns, topped = np.empty(batch, np.int64), rng.integers(0, 4, batch), np.ones(batch, bool)
    for i in range(batch):
        crop, kinds[i], topped[i] = _one(material, rng)
        if kinds[i] < BACK and i and rng.random() < _COVERED:
            crop = covered(crop, crops[i - 1], rng)
        crops[i] = np.rot90(worn(crop, int(kinds[i]), rng), -int(turns[i]))
    gain = rng.uniform(0.8, 1.2, (batch, 1, 1, 3)) * rng.uniform(0.8, 1.2, (batch, 1, 1, 1))
    values = np.clip(crops * gain + rng.uniform(-15, 15, (batch, 1, 1, 1)), 0, 255).astype(np.float32)
    tensor = torch.from_numpy(values.transpose(0, 3, 1, 2)).contiguous(memory_format=torch.channels_last)
    return tensor, torch.from_numpy(kinds), torch.from_numpy(turns), torch.from_numpy(topped)
