"""Tables explained from the tiles found on them."""

import numpy as np

from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from tests.support.found_tables import Finder, SceneGround
from vision.explain.table import explain
from vision.render.arrangement import random_arrangement
from vision.render.laying.habits import CAREFUL


def test_rivers_of_tidy_tables_are_explained() -> None:
    """Nearly all discards are told, in order, and which of them lie sideways."""
    profile = load_profile()
    layout = Layout(profile)
    right = 0
    for seed in range(5):
        rng = np.random.default_rng(seed)
        arranged = random_arrangement(rng)
        scene = arranged.scene(layout, rng, CAREFUL)
        explained = explain(Finder().find(scene, profile.tile, rng), SceneGround(scene), layout)
        for part, river in zip(arranged.parts, explained.rivers, strict=True):
            seen = () if river is None else tuple((each.seen.tile, each.sideways) for each in river.content)
            right += seen == part.river
    assert right >= 15
