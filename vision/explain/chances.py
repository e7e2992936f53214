"""Probability that the reading of a zone is right: a logistic model of signs against it, fitted on painted tables.

A sign is a numeric feature of a reading. The model is ``vision/models/zones.json``, its card
``vision/models/README.md``; ``vision.training.fit.zone_chances`` fits it.
"""

import json
import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from vision.arrays import Floats

UNWEIGHED: Final = 0.5
"""Probability of a reading that the model has not weighed yet, and upper bound for a doubtful one."""
MODEL: Final = "zones.json"
_FILE: Final = Path(__file__).parents[1] / "models" / MODEL
_TINY: Final = 1e-5
"""Smallest probability used in logarithms; chosen: no reading is more certain."""


def unlikely(chance: float) -> float:
    """Negative natural logarithm of a probability: 0 if certain, at most that of ``_TINY``."""
    return -math.log(max(chance, _TINY))


def doubt(chance: float) -> float:
    """Log odds against a probability; unlike ``unlikely``, they still tell very high probabilities apart."""
    bounded = min(max(chance, _TINY), 1.0 - _TINY)
    return math.log((1.0 - bounded) / bounded)


class ZoneChances:
    """A logistic model for each kind of zone.

    ``weights``: by kind and sign, its weight and its lowest and highest value in training, to which it is clamped.
    ``even``: by kind, the constant term of the log odds.
    """

    def __init__(
        self, weights: Mapping[str, Mapping[str, tuple[float, float, float]]], even: Mapping[str, float]
    ) -> None:
        self._weights, self._even = weights, even

    def chances(self, kind: str, signs: Mapping[str, Floats], count: int) -> Floats:
        """Probabilities 0-1 [count] that readings of one kind are right, given their signs [count] each."""
        names = self._weights[kind]
        weight, low, high = np.array(list(names.values())).T[:, :, None]
        told = np.concatenate([signs[name] for name in names]).reshape(-1, count)
        odds = self._even[kind] + (weight * np.minimum(np.maximum(told, low), high)).sum(axis=0)
        return np.asarray(1.0 / (1.0 + np.exp(-odds)))

    def beyond(self, kind: str, name: str, signs: Mapping[str, float]) -> bool:
        """True if a sign exceeds its highest value in training."""
        learnt = self._weights[kind].get(name)
        return learnt is not None and signs.get(name, 0.0) > learnt[2]

    def chance(self, kind: str, signs: Mapping[str, float]) -> float:
        """Probability 0-1 that the reading of a zone of that kind is right."""
        told = {name: np.array([signs.get(name, 0.0)]) for name in self._weights[kind]}
        return float(self.chances(kind, told, 1)[0])


@cache
def learnt_chances() -> ZoneChances:
    """Load the model that ships with the project."""
    kinds = json.loads(_FILE.read_text())["kinds"]
    weights = {kind: {name: tuple(each) for name, each in told["signs"].items()} for kind, told in kinds.items()}
    return ZoneChances(weights, {kind: told["even"] for kind, told in kinds.items()})
