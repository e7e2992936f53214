"""Photos are read at unknown scale: rendered rows at a slant, labelled real photos, and pictures without tiles."""

import re
import runpy
import shutil
from pathlib import Path

import cv2
import numpy as np
import pytest

from controller.errors import EyesError
from controller.riichi.notation import parse_tiles
from hardware.profiles.load import load_profile
from tests.support.longer import others_long
from vision.arrays import Image
from vision.camera.model import Camera
from vision.capture.frame import decode
from vision.explain.found import Surface
from vision.photo.reader import PhotoReader, read_photo, read_row
from vision.render.laying.habits import CAREFUL
from vision.render.painter import Painter
from vision.render.scene import Pose, PosedScene, PosedTile
from vision.training.evaluate.photos import evaluate
from vision.training.evaluate.trial import TrialCell, shoot
from vision.training.objects.labelled_kinds import black
from vision.training.objects.pictures import blocks
from vision.training.samples.augmentation import turned_over

ROOT = Path(__file__).parents[3]
PHOTOS = ROOT.parent / "shared" / "data" / "photos-dev" / "leomiura"
ART = ROOT.parent / "shared" / "data" / "art-cc0"
PROFILE = load_profile()
SIX_TILES = "1z3m2z3z8p4z"
"""The tiles laid out before a game to draw seats."""


def row(text: str, angle: float = 0.0) -> PosedScene:
    """A row of touching tiles in front of seat A, with two backs to its right."""
    width = PROFILE.tile.width_mm
    tiles = [PosedTile(tile, width * (i - 6), 150, 0, angle) for i, tile in enumerate(parse_tiles(text))]
    backs = [PosedTile(None, width * (9 + i), 150, 0, 0, Pose.FACE_DOWN) for i in range(2)]
    return PosedScene((*tiles, *backs))


def seen(text: str, width: int, tilt: float) -> tuple[Camera, Image]:
    """Picture of the row by a camera tilted by ``tilt`` degrees."""
    camera = Camera.looking_down((width, width * 3 // 4), tilt=tilt, field=600, offset=(0, 150))
    return camera, Painter(PROFILE, camera).paint(row(text), np.random.default_rng(width))


@pytest.mark.parametrize("width", [900, 1600, 2600])
def test_a_hand_is_read_at_any_scale(width: int) -> None:
    text = "123m406p789s1155z"
    camera, picture = seen(text, width, tilt=0)
    tiles = read_photo(picture)
    shown = sorted((tile for tile in tiles if tile.face == "up"), key=lambda tile: tile.x)
    assert [tile.tile for tile in shown] == list(parse_tiles(text))
    assert sum(tile.face == "down" for tile in tiles) == 2
    upright = [tile for tile in shown if str(tile.tile) in {"1m", "2m", "3m", "7s", "1z"}]
    assert all(min(tile.angle, 360 - tile.angle) < 12 for tile in upright)
    truth = camera.project([[PROFILE.tile.width_mm * (i - 6), 150, PROFILE.tile.thickness_mm] for i in range(13)])
    # A face completed from a half is off by up to a seventh of its height, a quarter of its width.
    assert np.hypot(*(truth - [[tile.x, tile.y] for tile in shown]).T).max() < 0.25 * shown[0].width


@pytest.mark.parametrize("width", [900, 1600, 2600])
def test_a_slanted_hand_is_read_but_for_a_tile(width: int) -> None:
    text = "123m406p789s1155z"
    camera, picture = seen(text, width, tilt=40)
    truth = camera.project([[PROFILE.tile.width_mm * (i - 6), 150, PROFILE.tile.thickness_mm] for i in range(13)])
    tiles = read_photo(picture)
    right = [
        any(read.tile is tile and np.hypot(read.x - x, read.y - y) < read.width / 3 for read in tiles)
        for tile, (x, y) in zip(parse_tiles(text), truth, strict=True)
    ]
    assert sum(right) >= 12
    assert len(tiles) <= 16


@pytest.mark.parametrize(("place", "face"), [(0, "1m"), (5, "6p"), (8, "9s")])
def test_a_tile_that_fills_the_picture_is_read(place: int, face: str) -> None:
    """Regression: there is nothing around it by which a finder could detect it."""
    camera, picture = seen("123m406p789s1155z", 2600, tilt=0)
    wide, tall = PROFILE.tile.width_mm / 2, PROFILE.tile.height_mm / 2
    middle = PROFILE.tile.width_mm * (place - 6)
    ends = camera.project(
        [[middle + x * wide, 150 + y * tall, PROFILE.tile.thickness_mm] for x, y in ((-1, -1), (1, 1))]
    )
    (left, top), (right, low) = np.sort(ends, axis=0).round().astype(int).tolist()
    alone = cv2.resize(picture[top:low, left:right], None, fx=5, fy=5, interpolation=cv2.INTER_CUBIC)
    assert [tile.name for tile in read_photo(np.asarray(alone, np.uint8))] == [face]


@pytest.mark.parametrize(("width", "tilt"), others_long([(560, 40), (640, 25), (700, 0)], (560, 40)))
def test_tiles_that_are_small_in_a_large_photo_are_read_whole(width: int, tilt: float) -> None:
    """Faces of 15 to 26 px in a twelve-megapixel picture of a room, backs beside them."""
    text, rng = "123m406p789s1155z", np.random.default_rng(3)
    _, table = seen(text, width, tilt)
    blurred = cv2.resize(rng.integers(60, 160, (30, 40, 3)).astype(np.uint8), (4000, 3000))
    # Band by band: the noise of a whole room would take 290 MB, three times.
    bands = (np.clip(band + rng.normal(0, 6, band.shape), 0, 255) for band in np.array_split(blurred, 30))
    room = np.concatenate([band.astype(np.uint8) for band in bands])
    room[1700 : 1700 + table.shape[0], 2600 : 2600 + width] = table
    tiles = read_photo(room)
    shown = sorted((tile for tile in tiles if tile.face == "up"), key=lambda tile: tile.x)
    assert [tile.tile for tile in shown] == list(parse_tiles(text))
    assert sum(tile.face == "down" for tile in tiles) == 2


@pytest.mark.parametrize("width", [900, 1600])
def test_a_black_set_is_read_whole(width: int) -> None:
    """Its faces can be read without inversion too, but fewer are detected than in the inverted picture."""
    text = "123m406p789s1155z"
    _, picture = seen(text, width, tilt=0)
    shown = sorted((tile for tile in read_photo(turned_over(picture)) if tile.face == "up"), key=lambda tile: tile.x)
    assert [tile.tile for tile in shown] == list(parse_tiles(text))


@pytest.mark.skipif(not ART.is_dir(), reason="no ../shared/data/art-cc0 beside the checkout")
def test_black_tiles_on_a_dark_cloth_are_no_print_on_paper() -> None:
    """Regression: five of twelve were read; inverted, their bodies hardly differ from the cloth."""
    drawn = next(black(ART.parent))
    assert sorted(tile.name for tile in read_photo(drawn.image)) == sorted(name for name, *_ in drawn.faces)


@pytest.mark.skipif(not ART.is_dir(), reason="no ../shared/data/art-cc0 beside the checkout")
def test_light_dots_on_black_tiles_are_no_tiles() -> None:
    """Regression: four dots of a 5p were read as four tiles, so that no dark tiles were searched for."""
    known = next(each for each in blocks(ART.parent, 20, 77, black=True) if each.name == "block-11")
    read = read_photo(known.image)
    assert len(read) == len(known.faces)
    for _, x, y, *_ in known.faces:
        assert min(np.hypot(tile.x - x, tile.y - y) for tile in read) < 20


@pytest.mark.parametrize(("seed", "least"), others_long([(800003, 94), (800004, 37)], (800004, 37)))
def test_faces_of_a_table_seen_from_low_are_found(seed: int, least: int) -> None:
    """Regression: without a second pass only 88 of 96 and 34 of 38 were detected."""
    shot = shoot(seed, PROFILE, cell=TrialCell(CAREFUL, 55.0))
    assert shot.truth is not None
    read = np.array([(tile.x, tile.y) for tile in read_photo(decode(shot.jpeg, "table")) if tile.face == "up"])
    shown = [tile for tile in shot.truth.tiles if tile.surface is Surface.FACE and tile.visible > 0.75]
    away = [np.linalg.norm(read - tile.corners.mean(axis=0), axis=1).min() for tile in shown]
    sizes = [np.sqrt(cv2.contourArea(tile.corners)) for tile in shown]
    assert (np.array(away) < np.array(sizes) / 2).sum() >= least


@pytest.mark.skipif(not PHOTOS.is_dir(), reason="no ../shared/data/photos-dev/leomiura beside the checkout")
def test_most_tiles_of_a_real_table_are_found_and_named() -> None:
    """Every fourth photo of a set in the training data; strays are characters of a sign in a corner of five of them."""
    report = evaluate(PHOTOS, PhotoReader.load(), every=4).report()
    assert report["photos"] == 17
    assert report["found"] > 0.95
    assert report["named_of_found"] > 0.95
    assert report["stray_per_photo"] < 1.2
    assert report["sure"]["share"] > 0.55
    assert report["sure"]["wrong"] < 0.01


@pytest.mark.parametrize("level", [0, 128, 255])
def test_an_empty_picture_holds_no_tiles(level: int) -> None:
    assert read_photo(np.full((700, 900, 3), level, np.uint8)) == ()


def test_a_single_pixel_holds_no_tiles() -> None:
    assert read_photo(np.zeros((1, 1, 3), np.uint8)) == ()


@pytest.mark.parametrize("picture", [np.zeros((4, 4), np.uint8), np.zeros((4, 4, 3)), np.zeros((0, 4, 3), np.uint8)])
def test_what_is_no_picture_is_refused(picture: np.ndarray) -> None:
    with pytest.raises(EyesError, match="expected uint8"):
        read_photo(picture)


def test_reading_twice_gives_the_same() -> None:
    noise = np.random.default_rng(1).integers(0, 256, (300, 400, 3)).astype(np.uint8)
    picture = cv2.GaussianBlur(noise, (0, 0), 3).astype(np.uint8)
    assert read_photo(picture) == read_photo(picture)


def test_a_row_of_six_is_read_from_one_end_to_the_other() -> None:
    _, image = seen(SIX_TILES, 1200, 20.0)
    read, told = read_row(image, 6), tuple(parse_tiles(SIX_TILES))
    assert read in (told, told[::-1])


def test_another_number_of_tiles_is_no_row() -> None:
    _, image = seen("123m456p", 1200, 20.0)
    with pytest.raises(EyesError, match="6 tiles lie face up in the picture: expected a row of 5"):
        read_row(image, 5)


def test_what_the_page_for_python_shows_reads_a_photo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (ROOT / "docs/how-to/photo-from-python.md").read_text(encoding="utf-8")
    found = re.search(r"```python\n(.*?)```", page, re.DOTALL)
    assert found is not None
    (tmp_path / "example.py").write_text(found[1], encoding="utf-8")
    shutil.copy(ROOT / "api/web/score/sample.jpg", tmp_path / "photo.jpg")
    monkeypatch.chdir(tmp_path)
    runpy.run_path("example.py")
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == re.findall(
        "..", "2m3m4m3p4p5p6p7p8p2s2s6s7s8s"
    )
