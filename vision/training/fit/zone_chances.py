"""Fits the probability that a zone reading is right: ``python -m vision.training.fit.zone_chances``.

Fits one logistic model of evidence signs per kind of zone and writes them to vision/models/zones.json. Tables are
rendered and read once and stored in ``--folder``; path-traced ones are read every time. Prints the calibration of the
probabilities on tables that were left out.
"""

import argparse
import json
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import numpy as np

from vision import models
from vision.arrays import Floats
from vision.explain.chances import MODEL
from vision.training.evaluate.reliability import bins
from vision.training.evaluate.zone_samples import CELLS, ZoneSample, drawn, traced

_FREE: Final = frozenset(
    (
        *("tiles", "rows", "melds", "faces", "aslant", "indicators", "single", "empty", "face", "ends", "kongs"),
        *("balance", "suits", "laid before"),
    )
)
"""Signs that may also support a reading; all others may only count against it."""
_UNTAUGHT: Final = frozenset(("no set",))
"""Signs not learnable from rendered tables: all their melds are sets, while a false call may lay down another group."""
_RIDGE: Final = 3.0
"""Weight decay, expressed as number of samples one standard deviation off; chosen."""
_ROUNDS: Final = 4000
"""Steps of the descent; chosen: more steps change no weight by a hundredth."""
_FOLDS: Final = 5
"""Number of cross-validation folds; chosen."""


class ZoneFit:
    """A logistic model: log odds without any sign, and weights [N], which are not positive except for free signs.

    ``names`` [N] of the signs; ``low``, ``high`` [N]: their range in the samples.
    """

    def __init__(self, samples: Sequence[ZoneSample]) -> None:
        self.names = sorted({name for each in samples for name in each.signs} - _UNTAUGHT)
        signs, right = self._table(samples), np.array([each.right for each in samples], np.float64)
        self.low, self.high = signs.min(axis=0), signs.max(axis=0)
        middle, spread = signs.mean(axis=0), signs.std(axis=0)
        told = spread > 1e-9
        spread = np.where(told, spread, 1.0)
        weights, even = _descended((signs - middle) / spread, right, self._bound() & told, told)
        self.weights: Floats = weights / spread
        self.even = float(even - self.weights @ middle)

    def chances(self, samples: Sequence[ZoneSample]) -> Floats:
        """Return the probabilities [M] of samples."""
        signs = np.clip(self._table(samples), self.low, self.high)
        return np.asarray(1.0 / (1.0 + np.exp(-(self.even + signs @ self.weights))))

    def to_json(self) -> dict[str, object]:
        """Return the model as stored in the file, without signs of negligible weight."""
        each = zip(self.names, self.weights.tolist(), self.low.tolist(), self.high.tolist(), strict=True)
        kept = {name: [round(value, 4) for value in values] for name, *values in each if abs(values[0]) > 1e-3}
        return {"even": round(self.even, 4), "signs": kept}

    def _bound(self) -> np.ndarray:
        return np.array([name not in _FREE for name in self.names])

    def _table(self, samples: Sequence[ZoneSample]) -> Floats:
        return np.array([[each.signs.get(name, 0.0) for name in self.names] for each in samples], np.float64)


def _descended(signs: Floats, right: Floats, bound: np.ndarray, told: np.ndarray) -> tuple[Floats, float]:
    """Return weights and log odds of the maximum-likelihood model, by accelerated projected descent."""
    count, width = signs.shape
    weights, even = np.zeros(width), float(np.log((right.sum() + 1) / ((1 - right).sum() + 1)))
    ahead, even_ahead, pace = weights.copy(), even, 1.0
    step = 1.0 / (float(np.linalg.eigvalsh(signs.T @ signs / 4 + _RIDGE * np.eye(width)).max()) + count / 4)
    for _ in range(_ROUNDS):
        off = right - 1.0 / (1.0 + np.exp(-(even_ahead + signs @ ahead)))
        new = ahead + step * (signs.T @ off - _RIDGE * ahead)
        new = np.where(told, np.where(bound, np.minimum(new, 0.0), new), 0.0)
        even_new = even_ahead + step * float(off.sum())
        faster = (1 + np.sqrt(1 + 4 * pace**2)) / 2
        lead = (pace - 1) / faster
        ahead, even_ahead = new + lead * (new - weights), even_new + lead * (even_new - even)
        weights, even, pace = new, even_new, faster
    return weights, even


def left_out(samples: Sequence[ZoneSample]) -> list[tuple[float, bool]]:
    """Return the probability of each sample by a model that saw no sample of its picture, and whether it is right."""
    fold = np.array([zlib.crc32(each.frame.encode()) % _FOLDS for each in samples])
    answers: list[tuple[float, bool]] = []
    for number in range(_FOLDS):
        seen = [each for each, part in zip(samples, fold, strict=True) if part != number]
        unseen = [each for each, part in zip(samples, fold, strict=True) if part == number]
        if unseen:
            chances = ZoneFit(seen).chances(unseen).tolist()
            answers += zip(chances, (each.right for each in unseen), strict=True)
    return answers


def main() -> None:
    """Draw missing samples, fit the models, print their calibration and write them."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.fit.zone_chances", description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("zone-samples"), help="where samples are kept")
    parser.add_argument("--scenes", type=int, default=40, help="tables of each cell")
    parser.add_argument("--first", type=int, default=40000, help="number of the first table")
    parser.add_argument("--traced", type=Path, nargs="*", default=[], help="folders of path-traced tables")
    parser.add_argument("--out", type=Path, default=Path(models.__file__).parent / MODEL)
    given = parser.parse_args()
    seeds = range(given.first, given.first + given.scenes)
    samples = [each for cell in CELLS for each in drawn(cell, seeds, given.folder)]
    samples += [each for folder in given.traced for each in traced(folder)]
    kinds = {}
    for kind in sorted({each.kind for each in samples}):
        own = [each for each in samples if each.kind == kind]
        print(kind, len(own), "of them wrong", sum(not each.right for each in own))
        for sure, right, number in bins(left_out(own)):
            print(f"  said {sure:.3f}, right {right:.3f} of {number}")
        kinds[kind] = ZoneFit(own).to_json()
    given.out.write_text(json.dumps({"kinds": kinds}, indent=1) + "\n")


if __name__ == "__main__":
    main()
