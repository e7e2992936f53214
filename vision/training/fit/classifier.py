"""Trains the face classifier on faces cropped from rendered scenes and real photos."""

from contextlib import closing
from dataclasses import dataclass, fields
from typing import Final

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from controller.riichi.tile import Tile
from vision.arrays import Image
from vision.tiles.classifier import BACK, HALF_TURN, NO_TOP, NOTHING, TURNS
from vision.tiles.crop import CROP, cut_faces
from vision.training.faces import prints
from vision.training.faces.prints import Prints
from vision.training.fit.beside import Beside
from vision.training.fit.light import relit
from vision.training.fit.networks import FaceNet
from vision.training.fit.onnx_weights import load_onnx_weights
from vision.training.fit.training_loop import HERE, Run, TrainingPlan, run_training_loop
from vision.training.samples.augmentation import Frame, covered, jitter, stray_frame, worn
from vision.training.samples.face_samples import FaceSamples, edges

_CHUNK: Final = 512
"""Number of crops made at a time; chosen."""
_HELD: Final = 24_000
"""Number of crops from which batches are drawn, replaced by fresh ones at random; chosen: 300 MB."""
_USES: Final = 4
"""Average number of uses of a crop before it is replaced; chosen: making one takes as long as learning it."""
_AHEAD: Final = 12
"""Largest number of chunks made in advance; chosen."""
_FITTED: Final = 600
"""Crops to which batch normalisations are fitted when training resumes; chosen: ten batches."""
_PRINTED: Final = 0.4
"""Share of crops with prints on blank tiles; this and the shares below were tuned on the model card's figures."""
_REAL: Final = 0.18
"""Share of crops from real photos."""
_NO_TILE: Final = 0.17
"""Share of crops without a whole face."""
_MISTAKEN: Final = 0.1
"""Share of crops that a finder mistakes for faces; chosen: as for the shipped weights (model card)."""
_COVERED: Final = 0.17
"""Share of faces that a neighbour partly covers."""
_INNER: Final = (slice(14, -14), slice(14, -14))
"""Rows and columns of a crop inside the printed face, without its rim: px of 64."""
_FAINTEST: Final = 5.0
"""Smallest standard deviation of a printed face, grey levels; chosen: less is glare, or seen edge-on."""
_PLAINEST: Final = 15.0
"""Smallest standard deviation of a mistaken crop to be taught as no tile; chosen: plainer ones may be backs."""


@dataclass(frozen=True, slots=True)
class Material:
    """Sources of crops: rendered faces, real ones, prints, and rendered blank faces to print on (``blanks``: indices).

    ``mistaken``: crops that a finder mistakes for faces.
    """

    rendered: FaceSamples
    real: FaceSamples | None
    prints: Prints
    by_kind: tuple[list[NDArray[np.int64]], list[NDArray[np.int64]]]
    blanks: NDArray[np.int64]
    mistaken: FaceSamples | None

    @classmethod
    def of(
        cls, rendered: FaceSamples, real: FaceSamples | None, made: Prints, mistaken: FaceSamples | None
    ) -> "Material":
        """Sort the faces by class; without prints (``made`` empty), no blanks are searched for."""
        rendered = _readable(rendered)
        mistaken = None if mistaken is None else _selected(mistaken, _varied(mistaken) >= _PLAINEST)
        white = np.nonzero(rendered.kind == Tile.WHITE)[0] if made else np.zeros(0, np.int64)
        blanks = np.array([one for one in white if prints.blank(_cut(rendered, int(one), _frame(rendered, int(one))))])
        groups = _by_kind(rendered), _by_kind(real) if real is not None else []
        return cls(rendered, real, made, groups, blanks.astype(np.int64), mistaken)


def fit(material: Material, plan: TrainingPlan, run: Run = HERE) -> FaceNet:
    """Return a trained classifier."""
    torch.manual_seed(plan.seed)
    steps, seed, batch = plan.steps, plan.seed, plan.batch
    rng = np.random.default_rng(seed)
    net: FaceNet = FaceNet().to(run.device).to(memory_format=torch.channels_last)
    opposite = torch.tensor([kind in HALF_TURN for kind in range(NOTHING + 1)], device=run.device)
    topless = torch.tensor([kind in NO_TOP for kind in range(NOTHING + 1)], device=run.device)
    places = -(-_HELD // _CHUNK) * run.workers
    chunks = places + steps * batch // (_USES * _CHUNK)

    def make(chunk: int) -> _Crops:
        return _made(material, np.random.default_rng((seed, chunk)))

    with closing(Beside(make, run.workers, _AHEAD, chunks)) as made:
        held = _HeldCrops.of([first for _ in range(places) if (first := made.take())], run.device)
        taken = 0

        if plan.start is not None:
            load_onnx_weights(net, plan.start, held.batch(_FITTED, rng)[0])

        def step() -> Tensor:
            nonlocal taken
            taken += batch
            if taken >= _USES * _CHUNK and (fresh := made.take()) is not None:
                taken -= _USES * _CHUNK
                held.replace(int(rng.integers(places)) * _CHUNK, fresh)
            crops, kinds, turns, topped = held.batch(batch, rng)
            with torch.autocast(run.device, torch.bfloat16):
                kind_logits, turn_logits, _ = net(crops)
            named = torch.nn.functional.cross_entropy(kind_logits.float(), kinds, label_smoothing=0.02)
            chance = torch.softmax(turn_logits.float(), dim=1)
            right = chance.gather(1, turns[:, None])[:, 0]
            right = right + opposite[kinds] * chance.gather(1, ((turns + 2) % 4)[:, None])[:, 0]
            counts = topped & ~topless[kinds]
            turned = (-torch.log(right.clamp(min=1e-6)) * counts).sum() / counts.sum().clamp(min=1)
            return named + 0.3 * turned

        run_training_loop("classifier", net, step, steps, plan.pace(3e-3, 1.5e-3), run.seconds)
    net.cpu().eval()
    return net


def _by_kind(exemplars: FaceSamples) -> list[NDArray[np.int64]]:
    groups = [np.nonzero(exemplars.kind == kind)[0] for kind in range(NOTHING + 1)]
    return [group for group in groups if len(group)]


def _readable(rendered: FaceSamples) -> FaceSamples:
    """Drop printed faces without contrast (glare or edge-on), which would teach that any blank is a face."""
    printed = (rendered.kind < BACK) & (rendered.kind != Tile.WHITE)
    return _selected(rendered, ~printed | (_varied(rendered) >= _FAINTEST))


def _varied(source: FaceSamples) -> NDArray[np.float64]:
    """Return each face's standard deviation in grey levels inside its rim, in its most varied colour channel."""
    crops = (_cut(source, one, _frame(source, one))[_INNER] for one in range(len(source.kind)))
    return np.array([cv2.blur(crop, (3, 3)).astype(np.float32).std(axis=(0, 1)).max() for crop in crops])


def _selected(source: FaceSamples, kept: NDArray[np.bool_]) -> FaceSamples:
    picture, corners, kind, topped = source.picture, source.corners, source.kind, source.topped
    return FaceSamples(source.images, picture[kept], corners[kept], kind[kept], topped[kept])


def _frame(source: FaceSamples, one: int) -> Frame:
    right, down = (edge[0] for edge in edges(source.corners[one : one + 1]))
    return source.corners[one].mean(axis=0), right, down


def _cut(source: FaceSamples, one: int, frame: Frame) -> Image:
    centre, right, down = frame
    return np.asarray(cut_faces(source.images[source.picture[one]], centre[None], right[None], down[None])[0])


def _one(material: Material, rng: np.random.Generator) -> tuple[Image, int, bool]:
    """Return a random crop, its class, and whether its top is known to be up."""
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
    # Classes are drawn with equal probability; characters that are no tile are one of the classes.
    groups = material.by_kind[photo]
    group = groups[rng.integers(len(groups))]
    one = int(group[rng.integers(len(group))])
    frame = _frame(source, one)
    if pick > 1 - _MISTAKEN and material.mistaken is not None:
        one = int(rng.integers(len(material.mistaken.kind)))
        return _cut(material.mistaken, one, jitter(_frame(material.mistaken, one), rng)), NOTHING, False
    if pick > 1 - _NO_TILE - _MISTAKEN:
        return _cut(source, one, stray_frame(frame, source, one, rng)), NOTHING, False
    return _cut(source, one, jitter(frame, rng)), int(source.kind[one]), bool(source.topped[one])


@dataclass(frozen=True, eq=False, slots=True)
class _Crops:
    """Crops uint8 [N,64,64,3] with top up if known, classes [N], whether the top is known [N]."""

    pixels: NDArray[np.uint8]
    kinds: NDArray[np.int64]
    topped: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class _HeldCrops:
    """Crops from which batches are drawn, on the training device: pixels [N,3,64,64], the rest as in _Crops."""

    pixels: Tensor
    kinds: Tensor
    topped: Tensor

    @classmethod
    def of(cls, parts: list[_Crops], device: str) -> "_HeldCrops":
        whole = [np.concatenate([getattr(part, name.name) for part in parts]) for name in fields(_Crops)]
        pixels, kinds, topped = (torch.from_numpy(each).to(device) for each in whole)
        return cls(pixels.permute(0, 3, 1, 2).contiguous(), kinds, topped)

    def replace(self, place: int, fresh: _Crops) -> None:
        """Replace the crops from index ``place`` on."""
        window = slice(place, place + len(fresh.kinds))
        self.pixels[window] = torch.from_numpy(fresh.pixels).permute(0, 3, 1, 2).to(self.pixels.device)
        self.kinds[window] = torch.from_numpy(fresh.kinds).to(self.kinds.device)
        self.topped[window] = torch.from_numpy(fresh.topped).to(self.topped.device)

    def batch(self, size: int, rng: np.random.Generator) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """Return random crops in varied lighting, a quarter of ``size`` (a multiple of four) at each quarter turn."""
        device = self.pixels.device
        pick = torch.from_numpy(rng.integers(0, len(self.kinds), size)).to(device)
        turns = torch.arange(size, device=device) * TURNS // size
        parts = self.pixels[pick].float().chunk(TURNS)
        crops = torch.cat([torch.rot90(part, turn, dims=(3, 2)) for turn, part in enumerate(parts)])
        return relit(crops, colours_tell=True), self.kinds[pick], turns, self.topped[pick]


def _made(material: Material, rng: np.random.Generator) -> _Crops:
    made = _Crops(np.empty((_CHUNK, CROP, CROP, 3), np.uint8), np.empty(_CHUNK, np.int64), np.empty(_CHUNK, np.bool_))
    for i in range(_CHUNK):
        crop, made.kinds[i], made.topped[i] = _one(material, rng)
        if made.kinds[i] < BACK and i and rng.random() < _COVERED:
            crop = covered(crop, made.pixels[i - 1], rng)
        made.pixels[i] = worn(crop, int(made.kinds[i]), rng)
    return made
