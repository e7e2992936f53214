"""Labels of painted pictures: which pixels are tiles or foreign things, and how much of each tile can be seen."""

import numpy as np
import pytest

from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from vision.camera.model import Camera
from vision.explain.found import Surface
from vision.render.appearance import PARLOUR
from vision.render.foreign.random_things import random_foreign
from vision.render.laying.habits import PHOTO
from vision.render.painter import Painter
from vision.render.scene import ForeignKind, ForeignThing, Pose, PosedScene, PosedTile
from vision.render.truth.labelled_table import labelled_table, random_view
from vision.render.truth.labels import Region, picture_truth

pytestmark = pytest.mark.render
PROFILE = load_profile()
SIZE = (720, 540)


def _painter() -> Painter:
    return Painter(PROFILE, Camera.looking_down(SIZE))


def test_what_lies_below_another_tile_or_out_of_the_picture_is_not_seen() -> None:
    tiles = (
        PosedTile(Tile.EAST, 100, 100, 0, 0),
        PosedTile(None, 200, 100, 0, 0, Pose.FACE_DOWN),
        PosedTile(None, 200, 100, PROFILE.tile.thickness_mm, 0, Pose.FACE_DOWN),
        PosedTile(Tile.WHITE, 0, 200, 0, 0, Pose.STANDING),
        PosedTile(Tile.WHITE, 0, 420, 0, 0),
    )
    truth = picture_truth(_painter(), PosedScene(tiles))
    assert [label.surface for label in truth.tiles] == [
        Surface.FACE,
        Surface.BACK,
        Surface.BACK,
        Surface.TOP,
        Surface.FACE,
    ]
    assert [round(label.visible) for label in truth.tiles] == [1, 0, 1, 1, 0]
    assert [label.upper for label in truth.tiles] == [False, False, True, False, False]
    x, y = truth.tiles[0].corners.mean(axis=0).round().astype(int)
    assert truth.regions[y, x] == Region.TILE
    assert truth.regions[5, 5] == Region.BARE


def test_an_arm_hides_tiles_and_is_no_tile() -> None:
    tiles = tuple(PosedTile(Tile.EAST, x, 100, 0, 0) for x in range(-150, 160, 30))
    arm = ForeignThing(ForeignKind.ARM, 0, 60, 0, 5)
    painter = _painter()
    bare, truth = picture_truth(painter, PosedScene(tiles)), picture_truth(painter, PosedScene(tiles, foreign=(arm,)))
    assert min(label.visible for label in bare.tiles) > 0.85
    assert min(label.visible for label in truth.tiles) < 0.1
    assert (truth.regions == Region.FOREIGN).mean() > 0.02
    shown = painter.paint(PosedScene(tiles, foreign=(arm,)), np.random.default_rng(0))
    without = painter.paint(PosedScene(tiles), np.random.default_rng(0))
    hidden = truth.regions == Region.FOREIGN
    assert np.abs(shown.astype(int) - without)[hidden].mean() > 30


def test_a_labelled_table_is_the_same_again_from_the_same_seed() -> None:
    one, other = (
        labelled_table(PROFILE, random_view(rng, SIZE, 20, 55), PARLOUR, rng, PHOTO, 1.0)
        for rng in (np.random.default_rng(3), np.random.default_rng(3))
    )
    assert np.array_equal(one.picture, other.picture)
    assert np.array_equal(one.truth.regions, other.truth.regions)
    assert {label.surface for label in one.truth.tiles} >= {Surface.FACE, Surface.BACK}


def test_foreign_things_come_as_often_as_asked() -> None:
    rng = np.random.default_rng(1)
    some = [random_foreign(Layout(PROFILE), rng, 0.3) for _ in range(300)]
    assert 60 < sum(bool(things) for things in some) < 120
    assert all(things[0].kind is ForeignKind.ARM for things in some if things)
