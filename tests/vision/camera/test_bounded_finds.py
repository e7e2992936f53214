"""Bounded memory for any result of the networks: near the horizon, in thousands, or as invalid numbers."""

import tracemalloc
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from controller.errors import EyesError
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from tests.support.seen_outlines import Finding, outlines
from vision.camera.model import Camera
from vision.camera.table_centre import Lie, PlacedTile, find_centre
from vision.camera.tile_plane import Outlines
from vision.camera.tile_pose import pose_from_tiles
from vision.image.change import ChangeDetector
from vision.render.arrangement import random_arrangement
from vision.render.laying.habits import CAREFUL
from vision.table.find.windows import TableWindows
from vision.tiles.finder import CHANNELS, MOST_BOXES, Finder, decode
from vision.tiles.network import Network

LAYOUT = Layout(load_profile())
SIZE = (1920, 1440)
MEGABYTE = 1 << 20
CAMERA = Camera.orbiting(SIZE, focal=1536, target=(0.0, 0.0, 0.0), distance_mm=850, tilt=35)


@pytest.fixture(autouse=True)
def bounded() -> Iterator[None]:
    tracemalloc.start()
    yield
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 200 * MEGABYTE


def seen() -> Outlines:
    rng = np.random.default_rng(5)
    return outlines(CAMERA, random_arrangement(rng).scene(LAYOUT, rng, CAREFUL), LAYOUT.profile.tile, rng, Finding())


def many(count: int) -> Outlines:
    rng = np.random.default_rng(2)
    turn = np.exp(1j * rng.uniform(0, 6.28, count)) * rng.uniform(1e-6, 90, count)
    right, down = (np.stack([edge.real, edge.imag], axis=1) for edge in (turn, 1.3j * turn))
    flat = np.zeros(count, np.bool_)
    return Outlines(
        rng.uniform(-1e6, 1e6, (count, 2)), right, down, np.full(count, 0.4), np.full(count, -1), flat, flat, turn.real
    )


def joined(one: Outlines, other: Outlines) -> Outlines:
    parts = ("centre", "right", "down", "weight", "turn", "halves", "back", "stands")
    return Outlines(*(np.concatenate([getattr(one, part), getattr(other, part)]) for part in parts))


def test_ten_thousand_finds_all_over_the_place_are_no_table() -> None:
    with pytest.raises(EyesError, match="on one plane"):
        pose_from_tiles(SIZE, many(10_000), LAYOUT)


def test_finds_that_are_no_numbers_are_none() -> None:
    table = seen()
    holes = replace(table, centre=np.full_like(table.centre, np.nan))
    with_holes = pose_from_tiles(SIZE, joined(table, holes), LAYOUT)
    assert with_holes.camera.tilt == pytest.approx(CAMERA.tilt, abs=3.0)
    assert with_holes.placed[len(table) :] == (None,) * len(table)
    with pytest.raises(EyesError):
        pose_from_tiles(SIZE, holes, LAYOUT)


def test_tiles_near_the_horizon_do_not_move_the_middle() -> None:
    pose = pose_from_tiles(SIZE, seen(), LAYOUT)
    near = [tile for tile in pose.placed if tile is not None]
    far = [PlacedTile(Lie.FACE, x, y, 0.0, False, 0.3) for x, y in ((250e3, 9e3), (-1e12, 3.0), (1e300, np.inf))]
    middle = find_centre(LAYOUT, [*near, *far])
    assert np.hypot(middle.x, middle.y) < 20.0


def test_a_table_up_to_the_horizon_is_searched_in_bounded_windows() -> None:
    for tilt in (60.0, 80.0, 87.0, 89.0):
        flat = Camera.orbiting(SIZE, focal=1536, target=(0.0, 0.0, 0.0), distance_mm=900, tilt=tilt)
        changes = ChangeDetector(flat.size)
        windows = TableWindows(LAYOUT, flat, changes.shape, changes.block)
        looked = [
            (each.rows.stop - each.rows.start) * (each.columns.stop - each.columns.start) * each.scale**2
            for each in windows.around(windows.shows_table)
        ]
        assert sum(looked) < 12e6


def test_a_look_gives_so_many_boxes_at_most_and_only_numbers() -> None:
    maps = np.random.default_rng(3).normal(0, 3, (CHANNELS, 300, 300)).astype(np.float32)
    maps[1, :150] = np.nan
    boxes = decode(maps, 0.2)
    assert 0 < len(boxes) <= MOST_BOXES
    assert np.isfinite(boxes.corners).all()


def test_a_picture_full_of_specks_is_looked_at_within_bounds() -> None:
    class Specks(Network):
        """A network that reports everything as tiles of a few pixels."""

        def __init__(self) -> None:
            """Create it without a session."""

        def run(self, pictures: np.ndarray) -> list[np.ndarray]:
            tall, wide = (side // 4 for side in pictures.shape[1:3])
            return [np.random.default_rng(4).normal(1, 4, (1, CHANNELS, tall, wide)).astype(np.float32)]

    boxes = Finder(Specks()).look(np.zeros((1440, 1920, 3), np.uint8), 0.2).boxes
    assert len(boxes) <= MOST_BOXES
