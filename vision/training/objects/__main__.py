"""Train the judgement of candidates: ``python -m vision.training.objects ../shared/data``; half an hour on one core.

Prints for each kind of pictures the result on candidates that were left out (one part in four in turn): faces found,
false faces, backs, and errors by confidence. Then writes the networks' file.
"""

import argparse
import json
import pickle
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from vision import models
from vision.arrays import Floats
from vision.photo.judgement import IS_BACK, IS_FACE, IS_NONE, MODEL, Judgement, agreed, named, untrusted
from vision.photo.reader import PhotoReader
from vision.tiles.classifier import BACK
from vision.training.objects.drawn import groups
from vision.training.objects.fit import as_json, fitted, with_prior
from vision.training.objects.pictures import PARTS
from vision.training.objects.samples import SeenThings, seen

_STEPS: Final = 800
"""Training steps of each network; chosen: with more, they become overconfident on sheets that were left out."""
_NETWORKS: Final = (2, 2)
"""Networks per round, whose outputs are averaged."""
_BACKS: Final = Path("tests/vectors/photo_backs.toml")
"""Labels of tile backs in walls and heaps."""
_HELD: Final = ("character_family_002", "20231030_204854", "hand_004")
"""Parts of names of photos that are excluded from training."""


def main() -> None:
    """Fit the networks, print their accuracy and write them."""
    parser = argparse.ArgumentParser(prog="python -m vision.training.objects", description=__doc__)
    parser.add_argument("data", type=Path, help="folder of art-cc0 and photos-dev")
    parser.add_argument("--seen", type=Path, help="file that keeps what was seen, and is fitted to where it is there")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path(models.__file__).parent / MODEL)
    options = parser.parse_args()
    labels = tomllib.loads(_BACKS.read_text(encoding="utf-8"))
    backs = {picture["file"]: picture["backs"] for picture in labels["picture"]}
    if options.seen is not None and options.seen.exists():
        every: list[SeenThings] = pickle.loads(options.seen.read_bytes())
    else:
        reader = PhotoReader.load(1)
        every = [
            seen(group, known, reader)
            for group, made in groups(options.data, backs, options.seed).items()
            for known in made()
            if not any(part in known.name for part in _HELD)
        ]
        if options.seen is not None:
            options.seen.write_bytes(pickle.dumps(every))
    rounds, left_out, trust = [], [], [untrusted(len(each.truth)) for each in every]
    for networks in _NETWORKS:
        signs = [each.signs(own) for each, own in zip(every, trust, strict=True)]
        rounds.append([fitted(every, signs, _STEPS, seed) for seed in range(networks)])
        trust = _left_out(every, signs, networks)
        left_out.append(trust)
    trust = [agreed(told) for told in zip(*left_out, strict=True)]
    for group in dict.fromkeys(each.group for each in every):
        print(
            json.dumps(
                {"kind": group} | _report([(e, t) for e, t in zip(every, trust, strict=True) if e.group == group])
            )
        )
    rounds[-1] = [with_prior(network) for network in rounds[-1]]
    options.out.write_text(json.dumps(as_json(rounds)), encoding="utf-8")


def _left_out(every: Sequence[SeenThings], signs: Sequence[Floats], seeds: int) -> list[Floats]:
    """Return the probabilities of each picture's candidates by networks that saw none of its photographs."""
    part = [each.part for each in every]
    networks: list[list[Judgement]] = []
    for left in range(PARTS):
        kept = [place for place, own in enumerate(part) if own != left]
        things, told = [every[place] for place in kept], [signs[place] for place in kept]
        networks.append([fitted(things, told, _STEPS, seed) for seed in range(seeds)])
    return [
        np.asarray(np.mean([network.chances(told) for network in networks[own]], axis=0))
        if len(told)
        else np.zeros((0, 3))
        for own, told in zip(part, signs, strict=True)
    ]


def _report(judged: Sequence[tuple[SeenThings, Floats]]) -> dict[str, Any]:
    counts = dict.fromkeys(("pictures", "faces", "told", "named", "false", "backs", "backs told", "false backs"), 0)
    surely = {".9": [0, 0], ".7": [0, 0], ".5": [0, 0]}
    for each, chances in judged:
        counts["pictures"] += 1
        if not len(chances):
            continue
        said = named(each.faces, chances)
        tile, back = chances[:, IS_NONE] < 0.5, said.kinds == BACK
        face = tile & ~back
        counts["faces"] += int((each.truth == IS_FACE).sum())
        counts["told"] += int((face & (each.truth == IS_FACE)).sum())
        counts["named"] += int((face & each.right & (each.truth == IS_FACE)).sum())
        counts["false"] += int((face & ((each.truth == IS_NONE) | (each.truth == IS_BACK))).sum())
        counts["backs"] += int((each.truth == IS_BACK).sum())
        counts["backs told"] += int((tile & back & (each.truth == IS_BACK)).sum())
        counts["false backs"] += int((tile & back & (each.truth == IS_NONE)).sum())
        for place in np.flatnonzero(face & (each.truth >= 0)).tolist():
            sure = ".9" if said.confidence[place] >= 0.9 else ".7" if said.confidence[place] >= 0.7 else ".5"
            surely[sure][0] += 1
            surely[sure][1] += not (each.truth[place] == IS_FACE and each.right[place])
    return counts | {"wrong of": surely}


if __name__ == "__main__":
    main()
