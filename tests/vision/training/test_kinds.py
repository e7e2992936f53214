"""Readings of labelled photos counted by kind: found, named, false, and the accuracy at each confidence."""

from dataclasses import replace

import numpy as np

from controller.riichi.notation import parse_tile
from vision.photo.reader import PhotoTile
from vision.training.evaluate.kinds import KindTally
from vision.training.objects.labelled_kinds import PointLabels

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
        "| tables | looked at | 1 | 2 of 3 | 1 of 2 | 1 | 0 |  |  | 1 of 2 | 1 of 1 |"
    )


def test_white_dragons_and_flowers_count_by_themselves() -> None:
    labels = PointLabels("a", BLANK, (("5z", 50, 50), ("5z", 100, 50), ("bonus_1", 150, 50), ("3m", 200, 50)))
    tally = KindTally()
    tally.add(labels, (read("5z", 50, 0.95), read("9m", 100, 0.92), read("5z", 200, 0.95), read("5z", 300, 0.8)), 0.1)
    assert list(tally.face_lines()) == [
        "| white dragons | 2 of 2 | 1 of 2 | 2 | 1 |",
        "| flowers | 0 of 1 | 0 of 0 | 0 | 0 |",
    ]


def test_false_backs_count_where_every_back_is_labelled() -> None:
    back = replace(read("5z", 200, 0.9), tile=None, face="down")
    counted, some = KindTally(), KindTally()
    labels = PointLabels("a", BLANK, backs=((50.0, 50.0),), ignored=((300.0, 0.0, 400.0, 100.0),), every_back=True)
    tiles = (replace(back, x=52.0), back, replace(back, x=350.0))
    counted.add(labels, tiles, 0.1)
    some.add(replace(labels, every_back=False), tiles, 0.1)
    assert [(each.backs, each.backs_found, each.backs_false) for each in (counted, some)] == [(1, 1, 1), (1, 1, None)]
