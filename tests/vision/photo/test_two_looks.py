"""Detections of two passes over a photo are joined: faint ones of one pass are dropped."""

from dataclasses import replace

import numpy as np

from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from vision.camera.model import Camera
from vision.explain.found import FoundTile, Surface
from vision.photo.two_looks import joined_looks

LAYOUT = Layout(load_profile())
SIZE = LAYOUT.profile.tile
CAMERA = Camera.looking_down(tilt=45.0)


def _face(tile: Tile, x: float, y: float, score: float, sure: float = 0.9) -> FoundTile:
    return FoundTile(Surface.FACE, x, y, SIZE.thickness_mm, 0.0, score, 0.0, tile, sure)


def _joined(*searched: FoundTile, read: tuple[FoundTile, ...] = ()) -> list[FoundTile]:
    spots = CAMERA.project([(tile.x, tile.y, tile.z) for tile in read]) if read else np.zeros((0, 2))
    return list(joined_looks(LAYOUT, CAMERA, searched, list(zip(read, spots, strict=True))))


def test_one_tile_seen_twice_takes_the_surer_name() -> None:
    searched, read = _face(Tile.M1, 0.0, 150.0, 0.9, 0.6), _face(Tile.M2, 2.0, 151.0, 0.4, 0.95)
    (one,) = _joined(searched, read=(read,))
    assert (one.tile, one.x, one.score) == (Tile.M2, 0.0, 0.9)


def test_looks_that_are_a_quarter_turn_off_leave_open_how_a_tile_lies() -> None:
    searched = _face(Tile.M1, 0.0, 150.0, 0.9)
    ways = [_joined(searched, read=(replace(searched, angle=angle),))[0].way for angle in (4.0, 86.0, 178.0, 268.0)]
    assert [way < 0.5 for way in ways] == [False, True, False, True]


def test_what_one_look_saw_faintly_counts_only_if_the_other_saw_it() -> None:
    faint = _face(Tile.M1, 0.0, 150.0, 0.3)
    assert _joined(faint) == []
    assert len(_joined(faint, read=(faint,))) == 1


def test_what_lies_off_the_table_is_none_of_its_tiles() -> None:
    assert _joined(_face(Tile.M1, 0.0, 450.0, 1.0)) == []
