"""Readings of labelled photos counted by kind: found, named, false, and the accuracy at each confidence."""

import numpy as np

from controller.riichi.notation import parse_tile
from vision.photo.reader import PhotoTile
from vision.training.evaluate.kinds import KindTally, PointLabels

BLANK = np.zeros((100, 400, 3), np.uint8)


def read(name: str, x: float, confidence: float) -> PhotoTile:
    return PhotoTile(parse_tile(name), x, 50.0, 0.0, 30.0, 40.0, confidence, "up")


def test_what_was_said_surely_counts_as_wrong_where_it_has_another_name_or_is_no_tile() -> None:
    labels = PointLabels(
        "a", BLANK, (("1m", 50, 50), ("2m", 100, 50), ("3m", 150, 50)), ignored=((300.0, 0.0, 400.0, 100.0),)
    )
    tally = KindTally()
    tiles = (read("1m", 50, 0.95), read("9m", 100, 0.92), read("5z", 200, 0.75), read("5z", 350, 0.99))
    tally.add(labels, tiles, 0.1)
    assert tally.report()["wrong of those said"] == {"0.9": "1 of 2", "0.7": "1 of 1"}
    assert tally.line("tables", "looked at") == (
        "| tables | looked at | 1 | 2 of 3 | 1 of 2 | 1 | 0 |  | 1 of 2 | 1 of 1 |"
    )
