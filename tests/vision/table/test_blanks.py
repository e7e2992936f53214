"""Blank tiles: covered felt beside other tiles reveals one that is hardly visible; a lamp makes faces blank."""

import cv2
import numpy as np
import pytest

from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from tests.support.studio import Studio
from vision.camera.model import Camera
from vision.image.change import ChangeDetector
from vision.render.appearance import LOOKS
from vision.render.painter import Painter
from vision.render.scene import PosedScene, PosedStick, PosedTile
from vision.table.find.landmarks import SURE
from vision.table.find.search import TileSearch
from vision.table.find.windows import TableWindows
from vision.tiles.classifier import Classifier
from vision.tiles.finder import Boxes, Finder

PROFILE = load_profile()
LAYOUT, TILE = Layout(PROFILE), PROFILE.tile
CAMERA = Camera.looking_down((1440, 1080), tilt=4.0, pan=2.0, offset=(6.0, -8.0))
LAID = (-40.0, -16.0, 8.0)
"""Across positions in mm of three white dragons in a row, the middle one sideways; the fourth is added to it."""
ROW, ADDED = 250.0, 228.0


@pytest.mark.parametrize(("bare", "known"), [(0.0, Tile.WHITE), (1.0, Tile.WHITE), (0.0, Tile.EAST)])
def test_a_white_dragon_that_is_added_to_three_is_found_by_what_it_covers(
    bare: float, known: Tile, classifier: Classifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A kong was reported four turns late: the finder scored its fourth tile .27, and the next pass missed it."""
    tiles = [PosedTile(known, across, ROW, 0.0, 90.0 * (across == LAID[1])) for across in LAID]
    added = PosedTile(Tile.WHITE, LAID[1], ADDED, 0.0, 90.0)
    scene = PosedScene((*tiles, added))
    image = Painter(PROFILE, CAMERA, LOOKS["parlour"]).paint(scene, np.random.default_rng(5))
    changes = ChangeDetector(CAMERA.size)
    windows = TableWindows(LAYOUT, CAMERA, changes.shape, changes.block)
    search = TileSearch(LAYOUT, CAMERA, Finder.load(1), classifier, windows)
    monkeypatch.setattr(search.ground, "bare", lambda *_: bare)
    three = Boxes.join([box(each, 0.8) for each in tiles])
    for found in (three, Boxes.join([three, box(added, 0.27)])):
        monkeypatch.setattr(search, "_searched", lambda *_, found=found: found)
        search.look(image, windows.shows_table, None, lambda places: [False] * len(places))
    there = [each.tile for each in search.tiles if abs(each.y - ADDED) < 5.0]
    assert there == ([Tile.WHITE] if bare < 0.5 and known is Tile.WHITE else [])


def box(tile: PosedTile, score: float) -> Boxes:
    """The finder's box for a tile that is face up."""
    wide, tall = (TILE.height_mm, TILE.width_mm) if tile.angle else (TILE.width_mm, TILE.height_mm)
    corners = [(tile.x + dx * wide / 2, tile.y + dy * tall / 2) for dx, dy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    px = CAMERA.project([(x, y, TILE.thickness_mm) for x, y in corners]).astype(np.float32)
    right, down = (px[1] + px[2] - px[0] - px[3]) / 2, (px[2] + px[3] - px[0] - px[1]) / 2
    surface, none = np.array([[0.98, 0.01, 0.01]], np.float32), np.zeros(1, np.float32)
    return Boxes(px.mean(axis=0)[None], right[None], down[None], none + np.float32(score), surface, none, none)


def test_a_face_that_a_lamp_burns_out_is_no_sure_white_dragon_among_faces_that_it_does_not(
    classifier: Classifier,
) -> None:
    """Regression: half a river under a lamp was reported as white dragons, and a well-lit ura-dora was doubtful, so
    that a win waited for a person.
    """
    faces = (Tile.M3, Tile.P7, Tile.S6, Tile.EAST, Tile.WHITE, Tile.S9, Tile.P2)
    tiles = [PosedTile(face, 30.0 * place - 90.0, ROW, 0.0, 0.0) for place, face in enumerate(faces)]
    burnt, dragon = tiles[2], tiles[4]
    image = Painter(PROFILE, CAMERA, LOOKS["parlour"]).paint(PosedScene(tuple(tiles)), np.random.default_rng(5))
    edge = [(-1, -1), (1, -1), (1, 1), (-1, 1)]
    for tile, colour in ((burnt, (254, 254, 254)), (dragon, (251, 255, 254))):
        reach = [(tile.x + dx * TILE.width_mm / 2, ROW + dy * TILE.height_mm / 2, TILE.thickness_mm) for dx, dy in edge]
        cv2.fillConvexPoly(image, CAMERA.project(reach).round().astype(np.int32), colour)
    changes = ChangeDetector(CAMERA.size)
    windows = TableWindows(LAYOUT, CAMERA, changes.shape, changes.block)
    search = TileSearch(LAYOUT, CAMERA, Finder.load(1), classifier, windows)
    search.look(image, windows.shows_table)
    sure = [tile for tile in search.tiles if tile.confidence >= SURE]
    assert {each.tile for each in sure} == {*faces} - {burnt.tile}
    assert [round(each.x - dragon.x, -1) for each in sure if each.tile is Tile.WHITE] == [0.0]


@pytest.mark.parametrize("sticks", [0, 2])
def test_sticks_against_a_sideways_tile_hide_no_tile_that_was_added_to_it(sticks: int, classifier: Classifier) -> None:
    """Regression: two sticks of 1000 were there: melds stayed open, and the round was not read to its end."""
    studio = Studio("parlour", CAMERA, classifier)
    right, rail = 190.0, PROFILE.meld.distance_mm - TILE.height_mm / 2
    across = (right - 2 * TILE.width_mm - TILE.height_mm / 2, right - 1.5 * TILE.width_mm, right - TILE.width_mm / 2)
    turned = rail + (TILE.height_mm - TILE.width_mm) / 2
    tiles = [PosedTile(Tile.EAST, at, rail, 0.0, 0.0) for at in across[1:]]
    tiles.append(PosedTile(Tile.EAST, across[0], turned, 0.0, 90.0))
    beside = tuple(
        PosedStick(across[0] - 15.0, turned - TILE.width_mm - 8.0 * each, 0.0, 1000) for each in range(sticks)
    )
    reader = studio.reader()
    reader.read(studio.shoot(PosedScene(tuple(tiles), sticks=beside)))
    assert reader.explanation is not None
    melds = reader.explanation.melds[Seat.A]
    assert melds is not None
    assert [each.sideways for each in melds.content] == [0]
    assert melds.chance > 0.9
