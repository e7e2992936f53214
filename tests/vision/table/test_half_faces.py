"""Faces of dots: half of one is no sideways face, and dots of the felt's colour are not felt."""

from dataclasses import replace
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from vision.arrays import Image
from vision.camera.calibration import fit_camera
from vision.camera.model import Camera
from vision.capture.frame import CameraFrame, decode
from vision.explain.found import FoundTile, Surface
from vision.image.change import ChangeDetector
from vision.image.felt import Felt, FeltFinder
from vision.render.appearance import LOOKS
from vision.render.laying.habits import EXACT
from vision.render.painter import Painter
from vision.render.scene import PosedScene, PosedTile
from vision.table.find.rims import outlined
from vision.table.find.search import TileSearch
from vision.table.find.windows import TableWindows
from vision.table.reader import TableReader
from vision.tiles.classifier import BACK, CLASSES, NOTHING, Classifier, Faces
from vision.tiles.finder import FACE, Boxes, Finder
from vision.tiles.recogniser import FaceClassifier
from vision.training.evaluate.trial import TrialCell, shoot

PROFILE = load_profile()
LAYOUT, TILE = Layout(PROFILE), PROFILE.tile
CAMERA = Camera.looking_down((1440, 1080), tilt=4.0, pan=2.0, offset=(6.0, -8.0))
FOUR = (-60.0, 130.0)
"""Position of a 4p in mm."""


@pytest.fixture(scope="module")
def picture() -> Image:
    scene = PosedScene((PosedTile(Tile.P4, *FOUR, 0.0, 0.0),))
    return Painter(PROFILE, CAMERA, LOOKS["parlour"]).paint(scene, np.random.default_rng(5))


def _searching(classifier: FaceClassifier, camera: Camera = CAMERA) -> tuple[TileSearch, TableWindows]:
    changes = ChangeDetector(camera.size)
    windows = TableWindows(LAYOUT, camera, changes.shape, changes.block)
    search = TileSearch(LAYOUT, camera, Finder.load(1), classifier, windows)
    return search, windows


@pytest.mark.parametrize("sides", [(1.0,), (-1.0,), (1.0, -1.0)])
@pytest.mark.parametrize(("found", "least", "most"), [(0.6, 0.9, 1.0), (0.36, 0.2, 0.4)])
def test_half_of_a_four_of_dots_is_no_two_that_lies_across(
    picture: Image,
    sides: tuple[float, ...],
    found: float,
    least: float,
    most: float,
    classifier: Classifier,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The finder outlines two of its dots: a box as wide as the tile and half as long.

    The tile must be as certain as box and face: a lone 4p with a riichi was as faint as its half, and the river empty.
    A faint detection stays faint, such as the dot of a panel that was read as 1p.
    """
    search, windows = _searching(classifier)
    halves = Boxes.join([_box(FOUR[0], FOUR[1] + side * 6.5, TILE.width_mm, 15.0) for side in sides])
    halves = replace(halves, score=np.full(len(halves), found, np.float32))
    monkeypatch.setattr(search, "_searched", lambda *_: halves)
    search.look(picture, windows.shows_table, FeltFinder(LAYOUT, CAMERA).find(picture))
    (tile,) = search.tiles
    assert tile.tile is Tile.P4
    assert least < tile.score < most
    assert abs((tile.angle + 90.0) % 180.0 - 90.0) < 10.0
    assert np.hypot(tile.x - FOUR[0], tile.y - FOUR[1]) < 2.5


def test_a_face_told_from_its_half_is_the_same_one_when_the_whole_is_found(
    picture: Image, classifier: Classifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A 9p first detected in half counted twice when its whole box was found: an extra discard, and a lost round."""
    search, windows = _searching(classifier)
    half = replace(_box(FOUR[0], FOUR[1] + 6.5, TILE.width_mm, 15.0), score=np.full(1, 0.8, np.float32))
    whole = replace(_box(FOUR[0], FOUR[1] - 4.0, TILE.width_mm, 30.0), score=np.full(1, 0.46, np.float32))
    for found in (half, whole):
        monkeypatch.setattr(search, "_searched", lambda *_, found=found: found)
        search.look(picture, windows.shows_table, None, lambda places: [False] * len(places))
        assert [tile.tile for tile in search.tiles] == [Tile.P4]


def test_a_tile_that_was_faint_is_as_sure_as_its_second_look(
    picture: Image, classifier: Classifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A riichi discard found in two faint halves stayed faint when its whole box was found, and unread."""
    search, windows = _searching(classifier)
    for score, least, most in ((0.33, 0.1, 0.4), (0.45, 0.6, 1.0), (0.33, 0.6, 1.0)):
        found = replace(_box(*FOUR, TILE.width_mm, TILE.height_mm), score=np.full(1, score, np.float32))
        monkeypatch.setattr(search, "_searched", lambda *_, found=found: found)
        search.look(picture, windows.shows_table, None, lambda places: [False] * len(places))
        (tile,) = search.tiles
        assert least < tile.score < most


def test_halves_that_are_both_named_as_the_whole_are_one(
    classifier: Classifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An 8s, of which either half was a faint 8s: they are 13 mm apart."""
    eight = PosedScene((PosedTile(Tile.S8, *FOUR, 0.0, 0.0),))
    image = Painter(PROFILE, CAMERA, LOOKS["parlour"]).paint(eight, np.random.default_rng(5))
    search, windows = _searching(classifier)
    halves = Boxes.join([_box(FOUR[0], FOUR[1] + side * 6.55, TILE.width_mm, 17.0) for side in (1.0, -1.0)])
    monkeypatch.setattr(search, "_searched", lambda *_: halves)
    search.look(image, windows.shows_table, FeltFinder(LAYOUT, CAMERA).find(image))
    (tile,) = search.tiles
    assert tile.tile is Tile.S8
    assert np.hypot(tile.x - FOUR[0], tile.y - FOUR[1]) < 2.5


def test_what_a_half_may_be_whole_is_no_half_again(
    picture: Image, classifier: Classifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three fifths of a 4p, nearly square, were a 2p as certain as the 4p: a riichi declared with it was lost."""
    search, windows = _searching(classifier)
    half = replace(_box(FOUR[0], FOUR[1] - 6.0, 22.0, 19.0), score=np.full(1, 0.61, np.float32))
    monkeypatch.setattr(search, "_searched", lambda *_: half)
    search.look(picture, windows.shows_table, FeltFinder(LAYOUT, CAMERA).find(picture))
    (tile,) = search.tiles
    assert tile.tile is Tile.P4
    assert abs((tile.angle + 90.0) % 180.0 - 90.0) < 10.0


def test_halves_of_a_face_at_two_heights_are_one(
    picture: Image, classifier: Classifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half of a 4p seemed to be on another tile: the 4p was two discards for the rest of its round."""
    search, windows = _searching(classifier)
    halves = Boxes.join([_box(FOUR[0], FOUR[1] + side * 6.5, TILE.width_mm, 15.0) for side in (1.0, -1.0)])
    monkeypatch.setattr(search, "_searched", lambda *_: halves)
    tiers = SimpleNamespace(read=lambda *given: replace(given[-1], upper=np.array([0.01, 0.62], np.float32)))
    monkeypatch.setattr(search, "_tiers", tiers)
    search.look(picture, windows.shows_table, FeltFinder(LAYOUT, CAMERA).find(picture))
    (tile,) = search.tiles
    assert (tile.tile, tile.z) == (Tile.P4, TILE.thickness_mm)


@pytest.mark.parametrize("there", [True, False])
def test_a_face_between_two_of_its_row_is_found_where_no_box_outlines_it(
    there: bool, classifier: Classifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two 9s that end a hand from 35 degrees the finder outlined only the last: the win was not reported."""
    row = [PosedTile(tile, 21.5 * place, 230.0, 0.0, 0.0) for place, tile in enumerate((Tile.S8, Tile.S9, Tile.S9))]
    shown = row if there else [row[0], row[2]]
    image = Painter(PROFILE, CAMERA, LOOKS["parlour"]).paint(PosedScene(tuple(shown)), np.random.default_rng(5))
    search, windows = _searching(classifier)
    boxes = Boxes.join([_box(tile.x, tile.y, TILE.width_mm, TILE.height_mm) for tile in (row[0], row[2])])
    monkeypatch.setattr(search, "_searched", lambda *_: boxes)
    search.look(image, windows.shows_table, FeltFinder(LAYOUT, CAMERA).find(image))
    assert [tile.tile for tile in sorted(search.tiles, key=lambda tile: tile.x)] == [each.tile for each in shown]


@pytest.mark.parametrize(("beside", "lies"), [(0.0, True), (0.6, False)])
def test_a_blank_face_lies_as_its_neighbour_does(
    beside: float, lies: bool, classifier: Classifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From 35 degrees the white dragon that won a hand was read as standing: nobody was reported as winner."""
    aslant = Camera.looking_down((1440, 1080), tilt=35.0)
    row = [PosedTile(tile, 21.0 * place, -270.0, 0.0, 180.0) for place, tile in enumerate((Tile.S7, Tile.WHITE))]
    image = Painter(PROFILE, aslant, LOOKS["parlour"]).paint(PosedScene(tuple(row)), np.random.default_rng(5))
    search, windows = _searching(classifier, aslant)
    boxes = Boxes.join([_box(tile.x, tile.y, TILE.width_mm, TILE.height_mm, aslant) for tile in row])
    surface = np.array([[1.0, 0.0, 0.0], [0.77, 0.09, 0.14]], np.float32)
    boxes = replace(boxes, surface=surface, standing=np.array([beside, 0.57], np.float32))
    monkeypatch.setattr(search, "_searched", lambda *_: boxes)
    search.look(image, windows.shows_table, FeltFinder(LAYOUT, aslant).find(image))
    assert (Tile.WHITE in [tile.tile for tile in search.tiles]) is lies


def test_neighbours_told_at_two_heights_are_two(picture: Image, monkeypatch: pytest.MonkeyPatch) -> None:
    """From 35 degrees an 8s read a tier too high seemed to overlap the tile before it, and was merged with it."""
    aslant = Camera.looking_down((1440, 1080), tilt=35.0)
    spots = [(FOUR[0], FOUR[1] + side * TILE.width_mm / 2) for side in (-1.0, 1.0)]
    boxes = Boxes.join([_box(*at, TILE.height_mm, TILE.width_mm, aslant) for at in spots])
    for high in ((0.61, 0.2), (0.2, 0.61)):
        search, windows = _searching(_Torn({int(Tile.S8): 0.98, NOTHING: 0.01}), aslant)
        monkeypatch.setattr(search, "_searched", lambda *_: replace(boxes, score=np.full(2, 0.7, np.float32)))
        tiers = SimpleNamespace(read=lambda *given, high=high: replace(given[-1], upper=np.array(high, np.float32)))
        monkeypatch.setattr(search, "_tiers", tiers)
        search.look(picture, windows.shows_table)
        assert [tile.tile for tile in search.tiles] == [Tile.S8, Tile.S8]


def test_what_looks_like_a_tile_and_fits_none_is_looked_at_again(
    picture: Image, classifier: Classifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two 7s of a hand a window that began beside them showed only the bars: they were not detected any more."""
    search, windows = _searching(classifier)
    monkeypatch.setattr(search, "_searched", lambda *_: _box(FOUR[0] + 60.0, FOUR[1], 7.0, 7.0))
    doubted = search.look(picture, windows.shows_table, FeltFinder(LAYOUT, CAMERA).find(picture))
    assert search.tiles == ()
    x, y = CAMERA.project([(FOUR[0] + 60.0, FOUR[1], TILE.thickness_mm)])[0] // windows.block
    assert np.argwhere(doubted).tolist() == [[y, x]]


def test_what_a_window_shows_beside_what_is_searched_is_nothing_new(
    picture: Image, classifier: Classifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: a false back at a window's edge, beside a river, turned the river into a wall of indicators."""
    search, windows = _searching(classifier)
    four = replace(_box(*FOUR, TILE.width_mm, TILE.height_mm), score=np.full(1, 0.8, np.float32))
    searched = np.zeros_like(windows.shows_table)
    x, y = CAMERA.project([(*FOUR, TILE.thickness_mm)])[0].astype(int) // windows.block
    searched[y, x + 1] = True
    monkeypatch.setattr(search, "_searched", lambda *_: four)
    search.look(picture, searched)
    assert not search.tiles
    searched[y, x] = True
    search.look(picture, searched)
    assert [tile.tile for tile in search.tiles] == [Tile.P4]


@pytest.mark.parametrize("changed", [False, True])
def test_a_tile_of_which_nothing_changed_stays_as_it_was_though_its_neighbour_came(
    *, picture: Image, changed: bool, classifier: Classifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sideways 7p was read upright after a discard two places on: its riichi was reported as withdrawn."""
    search, windows = _searching(classifier)
    sure = replace(_box(*FOUR, TILE.width_mm, TILE.height_mm), score=np.full(1, 0.8, np.float32))
    for found in (sure, _box(FOUR[0] + 200.0, FOUR[1], 7.0, 7.0)):
        monkeypatch.setattr(search, "_searched", lambda *_, found=found: found)
        search.look(picture, windows.shows_table, None, lambda places: [changed] * len(places))
    assert [tile.tile for tile in search.tiles] == ([] if changed else [Tile.P4])


@pytest.mark.parametrize(("outlined_mm", "off_mm"), [((35.8, 26.5), 0.0), ((42.2, 28.6), 2.0)])
def test_two_nines_of_dots_in_one_box_are_two(
    outlined_mm: tuple[float, float], off_mm: float, classifier: Classifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In an opened hand the finder outlined the middle of both, 27 in 100 larger than a tile, or all of both: they were
    one face, the hand lacked a tile, and nobody was paid.
    """
    half = TILE.width_mm / 2
    nines = tuple(PosedTile(Tile.P9, FOUR[0] + side * half, FOUR[1], 0.0, 0.0) for side in (-1.0, 1.0))
    image = Painter(PROFILE, CAMERA, LOOKS["parlour"]).paint(PosedScene(nines), np.random.default_rng(5))
    search, windows = _searching(classifier)
    monkeypatch.setattr(search, "_searched", lambda *_: _box(FOUR[0] + off_mm, FOUR[1], *outlined_mm))
    search.look(image, windows.shows_table, FeltFinder(LAYOUT, CAMERA).find(image))
    assert [tile.tile for tile in search.tiles] == [Tile.P9, Tile.P9]
    assert sorted(tile.x - FOUR[0] for tile in search.tiles) == pytest.approx([-half, half], abs=1.5 + off_mm)


def test_of_a_box_that_shows_two_the_one_that_is_known_is_no_second_one(
    classifier: Classifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: a 9p was there twice: its river, and with it all play, was unread to the end of the round."""
    half = TILE.width_mm / 2
    spots = [(FOUR[0] + side * half, FOUR[1]) for side in (-1.0, 1.0)]
    nines = PosedScene(tuple(PosedTile(Tile.P9, x, y, 0.0, 0.0) for x, y in spots))
    image = Painter(PROFILE, CAMERA, LOOKS["parlour"]).paint(nines, np.random.default_rng(5))
    search, windows = _searching(classifier)
    searched = windows.shows_table.copy()
    for found in (_box(*spots[0], TILE.width_mm, TILE.height_mm), _box(FOUR[0] + 1.0, FOUR[1], 35.8, 26.5)):
        monkeypatch.setattr(search, "_searched", lambda *_, found=found: found)
        search.look(image, searched)
        ((column, row),) = CAMERA.project([(*spots[0], TILE.thickness_mm)]).astype(int) // windows.block
        searched[row, column] = False
    assert [tile.tile for tile in search.tiles] == [Tile.P9] * 2


def test_dots_of_the_felts_colour_are_not_taken_for_felt() -> None:
    """A 9p in a row, with neighbours on both sides; the rows of dots at its ends are as green as the felt."""
    green, straight = (90, 120, 40), Camera.looking_down((1440, 1080))
    image = np.full((1080, 1440, 3), green, np.uint8)

    def draw(wide: float, near: float, far: float, colour: tuple[int, int, int]) -> None:
        corners = [(-wide, near), (wide, near), (wide, far), (-wide, far)]
        px = straight.project([(x, y, TILE.thickness_mm) for x, y in corners])
        cv2.fillConvexPoly(image, px.round().astype(np.int32), colour)

    draw(3 * TILE.width_mm / 2, -TILE.height_mm / 2, TILE.height_mm / 2, (235, 235, 235))
    for side in (-1.0, 1.0):
        draw(TILE.width_mm / 2, side * 7.8, side * 12.5, green)
    nine = FoundTile(Surface.FACE, 0.0, 0.0, TILE.thickness_mm, 0.0, 1.0, 0.0, Tile.P9)
    assert outlined(image, Felt((90.0, 120.0, 40.0)), straight, [nine], TILE)[0] > 0.0


class _Torn:
    """A classifier that returns the same probabilities for every crop."""

    def __init__(self, chances: dict[int, float]) -> None:
        self._chances = chances

    def classify(self, crops: Image, *_: object) -> Faces:
        each = np.zeros((len(crops), CLASSES), np.float32)
        each[:, list(self._chances)] = list(self._chances.values())
        return Faces.likeliest(each, np.eye(4, dtype=np.float32)[np.zeros(len(crops), int)])


def _box(x: float, y: float, wide: float, deep: float, camera: Camera = CAMERA) -> Boxes:
    corners = [(x + a * wide / 2, y + b * deep / 2, TILE.thickness_mm) for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    a, b, c, d = camera.project(corners)
    parts = ((a + b + c + d) / 4, (b + c - a - d) / 2, (c + d - a - b) / 2)
    centre, right, down = (part[None].astype(np.float32) for part in parts)
    one = np.ones(1, np.float32)
    return Boxes(centre, right, down, 0.4 * one, np.eye(3, dtype=np.float32)[[FACE]], 0.0 * one, 0.0 * one)


@pytest.mark.parametrize(
    ("tile", "chances", "named"),
    [
        (Tile.P4, {int(Tile.P4): 0.49, int(Tile.P2): 0.01, NOTHING: 0.5}, 0.98),
        (Tile.WHITE, {int(Tile.WHITE): 0.78, int(Tile.P2): 0.01, BACK: 0.17, NOTHING: 0.04}, 0.98),
        (Tile.EAST, {int(Tile.EAST): 0.78, int(Tile.P2): 0.01, BACK: 0.17, NOTHING: 0.04}, 0.81),
    ],
    ids=["perhaps no tile", "perhaps a back, but a face to the finder", "with a print that may be none"],
)
def test_a_name_is_no_less_sure_for_doubts_that_the_finder_settles(
    picture: Image, tile: Tile, chances: dict[int, float], named: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether a tile exists, and whether a blank one is a back, is decided with the finder as well."""

    changes = ChangeDetector(CAMERA.size)
    windows = TableWindows(LAYOUT, CAMERA, changes.shape, changes.block)
    search = TileSearch(LAYOUT, CAMERA, Finder.load(1), _Torn(chances), windows)
    monkeypatch.setattr(search, "_searched", lambda *_: _box(*FOUR, TILE.width_mm, TILE.height_mm))
    search.look(picture, windows.shows_table, FeltFinder(LAYOUT, CAMERA).find(picture))
    (found,) = search.tiles
    assert (found.tile, found.other) == (tile, Tile.P2)
    assert found.confidence == pytest.approx(named, abs=0.01)
    assert found.score <= 1.0 - chances[NOTHING] + 1e-6


@pytest.mark.parametrize(("seen", "least", "most"), [(0.7, 0.6, 0.9), (0.45, 0.0, 0.3)])
def test_what_the_finder_sees_plainly_is_a_face_however_little_its_print_tells(
    picture: Image, seen: float, least: float, most: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bird burnt out by a lamp was rejected, and the river in which it was became empty."""
    chances = {int(Tile.S1): 0.2, int(Tile.P2): 0.05, NOTHING: 0.75}
    changes = ChangeDetector(CAMERA.size)
    windows = TableWindows(LAYOUT, CAMERA, changes.shape, changes.block)
    search = TileSearch(LAYOUT, CAMERA, Finder.load(1), _Torn(chances), windows)
    box = replace(_box(*FOUR, TILE.width_mm, TILE.height_mm), score=np.full(1, seen, np.float32))
    monkeypatch.setattr(search, "_searched", lambda *_: box)
    search.look(picture, windows.shows_table, FeltFinder(LAYOUT, CAMERA).find(picture))
    (tile,) = search.tiles
    assert least < tile.score < most


def test_a_face_that_a_small_box_shows_is_no_half_of_one_with_fewer_dots(classifier: Classifier) -> None:
    """Regression: a 4p, as its box was named, was reported as a sideways 2p with the same confidence."""
    shot = shoot(720009, PROFILE, cell=TrialCell(EXACT))
    reader = TableReader(PROFILE, fit_camera(shot.calibration).camera, classifier)
    river = reader.read(CameraFrame(decode(shot.jpeg, "table"), 0, 0.0)).rivers[0]
    assert river is not None
    assert [(each.seen.tile, each.sideways) for each in river] == list(shot.arranged.parts[0].river)
