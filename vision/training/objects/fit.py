"""Fits the network that judges candidates: plain arrays, trained within minutes on one core."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from controller.riichi.tile import Tile
from vision.arrays import Floats
from vision.photo.judgement import IS_BACK, IS_FACE, IS_NONE, Judgement, standard
from vision.training.objects.samples import UNKNOWN, SeenThings

_STEADY: Final = 1e-3
"""Smallest standard deviation used to scale a feature; trust, for example, is constant in the first round."""
_HIDDEN: Final = (24, 12)
"""Widths of the hidden layers; chosen: wider ones were no better on pictures left out."""
_BATCH: Final = 512
"""Candidates per step; chosen."""
_RATE: Final = 0.004
"""Initial learning rate; chosen."""
_DECAY: Final = 1e-3
"""Weight decay; chosen."""
_SOFT: Final = 0.02
"""Label smoothing; chosen: about as many labels are wrong."""
_JITTER: Final = 0.1
"""Standard deviation of the noise added to features."""
_COUNTS: Final = {
    "none": 4.0,
    "none turned": 2.0,
    "composites": 2.0,
    "sheets": 4.0,
    "mats": 2.0,
    "black": 0.8,
    "tables": 0.6,
}
"""Weights of kinds of pictures other than 1: kinds without tiles count more than their number of candidates suggests.
Chosen on sheets that were left out."""
_GIVEN_BACK: Final = 0.7
"""Log odds subtracted from "no tile" to correct for those weights; chosen on tables in play excluded from training."""
_WHITE: Final = 4.0
"""Weight factor of white dragons and backs, because most blank candidates are sides of tiles."""
_DRAWN: Final = {"scenes": 0.35}
"""Drawn scenes have the most candidates, but real ones matter more."""


def fitted(seen: Sequence[SeenThings], signs: Sequence[Floats], steps: int, seed: int) -> Judgement:
    """Return a network fitted to the features of the candidates of each picture."""
    every, truth, weight = _stacked(seen, signs)
    rng, middle = np.random.default_rng(seed), np.nanmean(every, axis=0)
    spread = np.maximum(np.nanstd(every, axis=0), _STEADY)
    values = standard(every, middle, spread)
    sides = (values.shape[1], *_HIDDEN, 3)
    layers = [(rng.normal(0, np.sqrt(2 / above), (above, below)), np.zeros(below)) for above, below in pairwise(sides)]
    moments = [(np.zeros_like(each), np.zeros_like(each)) for layer in layers for each in layer]
    wanted = np.eye(3)[truth] * (1 - _SOFT) + _SOFT / 3
    for step in range(1, steps + 1):
        chosen = rng.integers(0, len(values), _BATCH)
        noisy = values[chosen] + rng.normal(0, _JITTER, (_BATCH, sides[0]))
        slopes = _slopes(layers, noisy, wanted[chosen], weight[chosen] / weight[chosen].sum())
        rate = _RATE * min(1.0, step / 100) * (1 - step / steps) ** 0.7
        for array, slope, (first, second) in zip(
            (each for layer in layers for each in layer), slopes, moments, strict=True
        ):
            first[:] = 0.9 * first + 0.1 * slope
            second[:] = 0.99 * second + 0.01 * slope**2
            array[:] = array - rate * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-8)
    return Judgement(middle, spread, tuple(layers))


def _slopes(layers: Sequence[tuple[Floats, Floats]], values: Floats, wanted: Floats, weight: Floats) -> list[Floats]:
    """Return the gradients of the mean cross-entropy by weights and biases of each layer in turn."""
    seen = [values]
    for place, (weights, even) in enumerate(layers):
        risen = seen[-1] @ weights + even
        seen.append(np.maximum(risen, 0.0) if place + 1 < len(layers) else risen)
    odds = np.exp(seen[-1] - seen[-1].max(axis=1, keepdims=True))
    back = (odds / odds.sum(axis=1, keepdims=True) - wanted) * weight[:, None]
    found: list[Floats] = []
    for place in reversed(range(len(layers))):
        weights, _ = layers[place]
        found = [seen[place].T @ back + _DECAY * weights, back.sum(axis=0), *found]
        back = (back @ weights.T) * (seen[place] > 0)
    return found


def _stacked(seen: Sequence[SeenThings], signs: Sequence[Floats]) -> tuple[Floats, NDArray[np.int64], Floats]:
    """Return features, classes and weights of all labelled candidates; numerous ones count less each."""
    kept = [(each, told) for each, told in zip(seen, signs, strict=True) if len(told)]
    weight = [np.full(len(told), 1 / np.sqrt(max(len(told), 4))) for _, told in kept]
    totals: dict[str, float] = {}
    for (each, _), own in zip(kept, weight, strict=True):
        totals[each.group] = totals.get(each.group, 0.0) + float(own.sum())
    counts = _COUNTS | _DRAWN
    own = np.concatenate(
        [
            w * counts.get(each.group, 1.0) / np.sqrt(totals[each.group])
            for (each, _), w in zip(kept, weight, strict=True)
        ]
    )
    truth = np.concatenate([each.truth for each, _ in kept])
    white = np.concatenate([each.faces.kinds for each, _ in kept]) == Tile.WHITE
    own = np.where((white & (truth == IS_FACE)) | (truth == IS_BACK), _WHITE * own, own)
    known = truth != UNKNOWN
    return np.concatenate([told for _, told in kept])[known], truth[known], own[known] / own[known].mean()


def with_prior(network: Judgement) -> Judgement:
    """Return the network with the prior of "no tile" adapted to pictures of tiles; training used more of others."""
    *others, (weights, even) = network.layers
    return Judgement(network.middle, network.spread, (*others, (weights, even - _GIVEN_BACK * np.eye(3)[IS_NONE])))


def as_json(rounds: Sequence[Sequence[Judgement]]) -> dict[str, Any]:
    """Return the networks of each round as values of the JSON file."""

    def short(values: Floats) -> Any:
        return np.round(values, 4).tolist()

    return {
        "rounds": [
            [
                {
                    "middle": short(each.middle),
                    "spread": short(each.spread),
                    "layers": [[short(weights), short(even)] for weights, even in each.layers],
                }
                for each in networks
            ]
            for networks in rounds
        ]
    }
