"""Each kind of table is painted as it is called, and a row of the table counts what was read on it."""

import numpy as np
import pytest

from vision.capture.frame import decode
from vision.tiles.classifier import Classifier
from vision.training.evaluate.trial import KINDS, row, shot_of


@pytest.mark.parametrize("name", [name for name in KINDS if name != "usual"])
def test_a_kind_looks_otherwise_than_the_usual_table_of_its_seed(name: str) -> None:
    usual, other = (decode(shot_of(KINDS[each], 5).jpeg, each) for each in ("usual", name))
    assert usual.shape != other.shape or np.abs(usual.astype(int) - other).max() > 60


def test_a_row_counts_zones_and_dice() -> None:
    cells = [cell.strip() for cell in row("usual", range(5, 6), Classifier.load(1)).strip("|").split("|")]
    assert cells[:2] == ["usual", "1"]
    assert sum(map(int, cells[2].split(" / "))) >= 14
    assert sum(map(int, cells[3].split(" / "))) == 1
