"""Tier samples from path-traced tables: the traced scene gives the tiles that are on others."""

from pathlib import Path

import cv2
import numpy as np

from hardware.profiles.load import load_profile
from vision.render.appearance import PARLOUR
from vision.render.painter import Painter
from vision.render.traced.photographed_faces import FaceFolder
from vision.render.traced.stage import Stage
from vision.tiles.tier import TierNetwork
from vision.training.evaluate.traced_tables import traced_table
from vision.training.samples.traced import traced_tier_samples

PROFILE = load_profile()


def test_crops_of_a_traced_scene_are_of_its_lying_tiles(tmp_path: Path) -> None:
    """The picture is painted here; a network trained on such pictures gives the same."""
    table = traced_table("careful", 3, PROFILE)
    Stage(PROFILE, PARLOUR, FaceFolder("plain", {}), tmp_path).write(
        "careful-3", table.scene, table.camera, table.solids, np.random.default_rng(0)
    )
    picture = Painter(PROFILE, table.camera, PARLOUR).paint(table.scene, np.random.default_rng(1))
    cv2.imwrite(str(tmp_path / "careful-3.jpg"), picture)
    samples = traced_tier_samples(tmp_path)
    (logits,) = TierNetwork.load().session.run(samples.crops)
    assert samples.upper.any()
    assert samples.back.any()
    assert ((logits[:, 0] > 0) == samples.upper).mean() > 0.95
