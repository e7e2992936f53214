"""Scenes handed to the path tracer: positions of tiles, cameras, and what is hidden."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from vision.capture.frame import decode
from vision.render.appearance import PARLOUR
from vision.render.traced.darkroom import developed
from vision.render.traced.photographed_faces import photographed_sets
from vision.render.traced.solids import random_arm
from vision.render.traced.stage import Stage
from vision.training.evaluate.traced_tables import CELLS, hidden_share, tile_outlines, traced_table

PROFILE = load_profile()


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data set with one face per kind: a black bar whose length encodes the kind."""
    folder = tmp_path / "photos-dev" / "camerash"
    folder.mkdir(parents=True)
    rows = ["file,label"]
    for tile in (each for each in Tile if not each.is_red):
        face = np.full((320, 240, 3), 230, np.uint8)
        cv2.rectangle(face, (60, 40), (180, 60 + 6 * int(tile)), (20, 20, 20), -1)
        cv2.imwrite(str(folder / f"{int(tile)}.jpg"), face)
        rows.append(f"{int(tile)}.jpg,{tile}")
    (folder / "labels.csv").write_text("\n".join(rows), encoding="utf-8")
    return tmp_path


def test_faces_of_photos_are_ink_on_the_colour_of_the_body(data: Path) -> None:
    (faces,) = photographed_sets(data)
    body = (200.0, 220.0, 240.0)
    face = faces.picture(Tile(3), body)
    assert np.abs(face[4, 4] - np.array(body)).max() < 2
    assert face[48, 96].max() < 60
    assert (faces.picture(Tile.WHITE, body) == np.array(body, np.uint8)).all()
    red = faces.picture(next(tile for tile in Tile if tile.is_red), body)[48, 96].astype(int)
    assert red[2] > red[0] + 60


def test_a_scene_names_every_tile_and_the_camera_that_sees_it(data: Path, tmp_path: Path) -> None:
    table = traced_table("careful-45", 3, PROFILE)
    (faces,) = photographed_sets(data)
    stage = Stage(PROFILE, PARLOUR, faces, tmp_path / "scenes")
    file = stage.write("one", table.scene, table.camera, table.solids, np.random.default_rng(0))
    told = json.loads(file.read_text(encoding="utf-8"))
    thick = PROFILE.tile.thickness_mm
    laid = [box for box in told["boxes"] if told["forms"][box["form"]]["edges"][2] == thick]
    assert len(laid) == len(table.scene.tiles)
    assert all((file.parent / picture).is_file() for picture in told["pictures"])
    # The whole felt is in the picture, from the side.
    corners = [[x, y, 0.0] for x in (-360, 360) for y in (-360, 360)]
    px = table.camera.project(corners)
    assert (px > 0).all()
    assert (px < table.camera.size).all()


@pytest.mark.long
def test_the_same_seed_lays_the_same_table_in_every_cell() -> None:
    for cell in CELLS:
        one, again = (traced_table(cell, 5, PROFILE) for _ in range(2))
        assert one == again


def test_an_arm_hides_the_tiles_below_it() -> None:
    table = traced_table("careful", 1, PROFILE)
    arm = random_arm(Layout(PROFILE), Seat.A, (0.0, 100.0), np.random.default_rng(2))
    shares = [hidden_share(outline, arm, table.camera) for outline in tile_outlines(table.scene, table.camera, PROFILE)]
    assert max(shares) > 0.9
    assert np.mean(np.array(shares) == 0) > 0.5
    assert not any(
        hidden_share(outline, table.solids, table.camera)
        for outline in tile_outlines(table.scene, table.camera, PROFILE)
    )


def test_traced_light_is_developed_to_a_picture(tmp_path: Path) -> None:
    light = np.full((48, 64, 3), 3000, np.uint16)
    light[:, 32:] = 20000
    cv2.imwrite(str(tmp_path / "light.png"), light)
    picture = decode(developed(tmp_path / "light.png", np.random.default_rng(1)), "light")
    assert picture[:, 40:].mean() > 180
    assert 50 < picture[:, :24].mean() < 130
