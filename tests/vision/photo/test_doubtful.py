"""Rejected detections are reported with their reason: as JSON, in a line, and dashed in the drawing."""

import numpy as np

from api.photos.tiles import doubtful_json, doubtful_lines
from controller.riichi.tile import Tile
from vision.photo.drawn.over import draw_tiles
from vision.photo.reader import PhotoReader, PhotoTile

SEEN = PhotoTile(Tile.P1, 120.0, 90.0, 0.0, 60.0, 80.0, 0.31, "up")


def test_a_doubtful_thing_has_its_reason_and_the_chance_that_it_is_a_tile() -> None:
    told = doubtful_json(SEEN)
    assert (told["tile"], told["confidence"]) == ("1p", 0.31)
    assert told["reason"] == {"ja": "牌ではなさそう", "en": "rather no tile"}


def test_an_answer_without_tiles_says_what_was_seen_or_that_nothing_was() -> None:
    (line,) = doubtful_lines((), [SEEN] * 11)
    assert "rather no tile: 1p 31% (120,90)" in line
    assert line.endswith("+3")
    assert doubtful_lines((), []) == ["  牌らしいものは見えません / nothing that looks like a tile is seen"]
    assert doubtful_lines([SEEN], []) == []
    (more,) = doubtful_lines((), [], 40)
    assert "40 more such things were not looked at more closely" in more


def test_it_is_drawn_dashed() -> None:
    blank = np.full((200, 240, 3), 90, np.uint8)
    whole, dashed = (draw_tiles(blank, *marks) for marks in (([SEEN],), ((), [SEEN])))
    left = [(drawn[55:125, 86:95] != 90).any(axis=(1, 2)) for drawn in (whole, dashed)]
    assert left[0].all()
    assert 0.3 < left[1].mean() < 0.9


def test_a_plain_picture_holds_nothing_doubtful() -> None:
    reading = PhotoReader.load(1).reading(np.full((300, 400, 3), 120, np.uint8))
    assert (reading.tiles, reading.doubtful) == ((), ())
