"""Crops of lying tiles of path-traced tables, for the network that tells tiers."""

from pathlib import Path

import numpy as np

from hardware.profiles.load import load_profile
from hardware.profiles.schema import TableProfile
from vision.training.samples.tier_samples import TierSamples, crops_of, joined
from vision.training.samples.traced_truth import traced_files, traced_truth


def traced_tier_samples(folder: Path) -> TierSamples:
    """Crops of the traced pictures (``evaluate.traced_tables``) in a folder beside whose scenes they lie."""
    profile = load_profile()
    each = enumerate(traced_files(folder))
    return joined([_of_scene(file, profile, np.random.default_rng(number)) for number, file in each])


def _of_scene(file: Path, profile: TableProfile, rng: np.random.Generator) -> TierSamples:
    shown = traced_truth(file, profile)
    return crops_of(shown.picture, shown.seen, shown.camera, profile, rng)
