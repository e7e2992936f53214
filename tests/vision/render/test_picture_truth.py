"""Labels of painted pictures: pixels of tiles and foreign objects, and the visible share of each tile."""

import numpy as np
import pytest

from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from vision.camera.model import Camera
from vision.explain.found import Surface
from vision.render.arrangement import random_arrangement
from vision.render.foreign.random_things import random_foreign
from vision.render.laying.habits import PHOTO
from vision.render.painter import Painter
from vision.render.picture.labels import PictureRegion, picture_truth
from vision.render.scene import ForeignKind, ForeignThing, Pose, PosedScene, PosedTile

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
    assert truth.regions[y, x] == PictureRegion.TILE
    assert truth.regions[5, 5] == PictureRegion.BARE


def test_an_arm_hides_tiles_and_is_no_tile() -> None:
    tiles = tuple(PosedTile(Tile.EAST, x, 100, 0, 0) for x in range(-150, 160, 30))
    arm = ForeignThing(ForeignKind.ARM, 0, 60, 0, 5)
    painter = _painter()
    bare, truth = picture_truth(painter, PosedScene(tiles)), picture_truth(painter, PosedScene(tiles, foreign=(arm,)))
    assert min(label.visible for label in bare.tiles) > 0.85
    assert min(label.visible for label in truth.tiles) < 0.1
    assert (truth.regions == PictureRegion.FOREIGN).mean() > 0.02
    shown = painter.paint(PosedScene(tiles, foreign=(arm,)), np.random.default_rng(0))
    without = painter.paint(PosedScene(tiles), np.random.default_rng(0))
    hidden = truth.regions == PictureRegion.FOREIGN
    assert np.abs(shown.astype(int) - without)[hidden].mean() > 30


def test_a_table_laid_carelessly_is_labelled_the_same_again_from_the_same_seed() -> None:
    layout = Layout(PROFILE)
    one, other = (
        picture_truth(_painter(), random_arrangement(rng).scene(layout, rng, PHOTO))
        for rng in (np.random.default_rng(3), np.random.default_rng(3))
    )
    assert np.array_equal(one.regions, other.regions)
    assert {label.surface for label in one.tiles} >= {Surface.FACE, Surface.BACK}


def test_foreign_things_come_as_often_as_asked() -> None:
    rng = np.random.default_rng(1)
    some = [random_foreign(Layout(PROFILE), rng, 0.3) for _ in range(300)]
    assert 60 < sum(bool(things) for things in some) < 120
    assert all(things[0].kind is ForeignKind.ARM for things in some if things)
