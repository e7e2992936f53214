"""Windows of path-traced tables: tiles are labelled as tiles, and anything else but bare table is unlabelled."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.profiles.load import load_profile
from vision.render.appearance import PARLOUR
from vision.render.painter import Painter
from vision.render.traced.photographed_faces import FaceFolder
from vision.render.traced.stage import Stage
from vision.tiles.finder import BARE, TILE
from vision.training.evaluate.traced_tables import traced_table
from vision.training.faces.tile_sets import FaceLibrary
from vision.training.pictures.window import BACK, SIDE, TOP, UNNAMED
from vision.training.samples.face_samples import from_pool
from vision.training.samples.scene_pool import SceneSource
from vision.training.samples.traced import HIDDEN, traced_files, traced_truth, traced_windows

PROFILE = load_profile()


def _traced(folder: Path, seed: int) -> Path:
    """Write a scene with a painted picture in place of the traced one."""
    table = traced_table("careful", seed, PROFILE)
    file = Stage(PROFILE, PARLOUR, FaceFolder("plain", {}), folder).write(
        f"careful-{seed}", table.scene, table.camera, table.solids, np.random.default_rng(0)
    )
    picture = Painter(PROFILE, table.camera, PARLOUR).paint(table.scene, np.random.default_rng(1))
    cv2.imwrite(str(file.with_suffix(".jpg")), picture)
    return file


def test_tiles_of_a_window_are_tile_and_faces_have_no_name(tmp_path: Path) -> None:
    _traced(tmp_path, 3)
    checked = 0
    for window in traced_windows(traced_files(tmp_path), 5, 30):
        for label in window.labels:
            assert label.number in (UNNAMED, BACK, TOP)
            column, row = np.round(label.corners.mean(axis=0)).astype(int)
            if label.visible > 0.95 and min(row, column) >= 0 and max(row, column) < SIDE:
                checked += 1
                assert window.matter[row, column] == TILE
        assert (window.matter == BARE).any()
    assert checked > 50


@pytest.mark.long
def test_sticks_are_not_taught_as_bare_table(tmp_path: Path) -> None:
    seed = next(seed for seed in range(20) if traced_table("careful", seed, PROFILE).scene.sticks)
    shown = traced_truth(_traced(tmp_path, seed), PROFILE)
    for stick in traced_table("careful", seed, PROFILE).scene.sticks:
        column, row = np.round(shown.camera.project(np.array([[stick.x, stick.y, 2.0]]))[0]).astype(int)
        assert shown.owned[row, column] == HIDDEN


@pytest.mark.long
def test_unnamed_faces_name_nothing(tmp_path: Path) -> None:
    source = SceneSource(FaceLibrary(()), [], [_traced(tmp_path, 3)], [], 1)
    pool = source.scenes(5, 25)
    assert (pool.number == UNNAMED).any()
    assert (from_pool(pool).kind != UNNAMED).all()
