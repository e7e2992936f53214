"""From pixels to the scored hand: a real photograph, and painted hands with called and sideways tiles."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from controller.riichi.notation import format_tiles, parse_tile, parse_tiles
from hardware.profiles.load import load_profile
from vision.camera.model import Camera
from vision.photo.hand import PhotoHand, won_hand
from vision.photo.reader import read_photo
from vision.render.painter import Painter
from vision.render.scene import PosedScene, PosedTile

TABLES = Path(__file__).parents[4] / "shared" / "data" / "photos-dev" / "tables"
TILE = load_profile().tile


@pytest.mark.skipif(not TABLES.is_dir(), reason="no ../shared/data/photos-dev/tables beside the checkout")
def test_a_real_hand_with_its_winning_tile_laid_sideways() -> None:
    """All pungs, won by a 9s that is sideways at the right end, photographed from the seat."""
    photo = cv2.imread(str(TABLES / "t02.jpg"))
    assert photo is not None
    hand = won_hand(read_photo(photo[992:1218, 417:1914].astype(np.uint8)))
    assert sorted(hand.concealed) == sorted(parse_tiles("777333z88p99s222m"))
    assert (str(hand.win), hand.melds) == ("9s", ())


ROWS = TABLES.parent / "alanchoi" / "images"


@pytest.mark.skipif(not ROWS.is_dir(), reason="no ../shared/data/photos-dev/alanchoi beside the checkout")
def test_fourteen_upright_tiles_in_a_row_are_a_closed_hand_and_say_their_doubt() -> None:
    """Regression: outlines too wide at the right end made a called 4p of an upright one, without any message."""
    photo = cv2.imread(str(next(ROWS.glob("hand_004_jpg.rf.cd7f69b4*"))))
    assert photo is not None
    hand = won_hand(read_photo(photo.astype(np.uint8)))
    assert (format_tiles(hand.concealed), str(hand.win)) == ("666z78234p55z456p", "6p")
    assert (hand.melds, hand.clear, hand.win_basis) == ((), False, "last")


def painted(groups: str, tilt: float, win: str | None = None) -> PhotoHand:
    """The hand read from a painted picture; ``groups`` of touching tiles, a sideways one after a ``-``."""
    tiles, x = [], 0.0
    for group in groups.split():
        for name in group.split("."):
            lies = name.startswith("-")
            wide = TILE.height_mm if lies else TILE.width_mm
            y = 150 + (TILE.height_mm - TILE.width_mm) / 2 * lies
            tiles.append(PosedTile(parse_tile(name.removeprefix("-")), x + wide / 2, y, 0, 90.0 * lies))
            x += wide
        x += TILE.width_mm
    middle = x / 2
    moved = [PosedTile(tile.tile, tile.x - middle, tile.y, 0, tile.angle) for tile in tiles]
    camera = Camera.looking_down((1500, 900), tilt=tilt, field=480, offset=(0, 150))
    picture = Painter(load_profile(), camera).paint(PosedScene(tuple(moved)), np.random.default_rng(5))
    return won_hand(read_photo(picture), None if win is None else parse_tile(win))


@pytest.mark.parametrize(("face", "tilt"), [("2z", 0.0), ("7m", 0.0)])
def test_a_painted_hand_with_an_open_meld_is_read_with_whom_it_came_from(face: str, tilt: float) -> None:
    hand = painted(f"1m.2m.3m.4p.5p.6p.7s.8s.9s.3z {face}.-{face}.{face} 3z", tilt)
    (meld,) = hand.melds
    assert (hand.clear, hand.win_basis) == (True, "apart")
    assert hand.closed is not None
    assert len(hand.closed.concealed) == 13
    assert (meld.kind, meld.source, meld.tiles) == ("pon", "across", (parse_tile(face),) * 3)
    assert (format_tiles(hand.concealed), str(hand.win)) == ("123m456p789s3z", "3z")


def test_thirteen_painted_tiles_and_a_winning_one_elsewhere() -> None:
    hand = painted("1m.2m.3m.4p.5p.6p.3z.3z -7s.8s.9s 1z.1z", 0.0, win="1z")
    assert (str(hand.win), hand.melds[0].source) == ("1z", "left")
    assert sorted(hand.concealed) == sorted(parse_tiles("123m456p1133z"))
