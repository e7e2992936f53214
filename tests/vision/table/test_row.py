"""Tiles detected in a row from its covered columns."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hardware.profiles.load import load_profile
from vision.arrays import Floats
from vision.image.row import Segment, segments, unexplained_mm, without_sides

TILE = load_profile().tile
WIDTH = round(TILE.width_mm * 2)

rows = st.tuples(st.lists(st.sampled_from("|_"), max_size=6), st.integers(0, 60))


def laid(row: list[str], start: int) -> tuple[Floats, list[Segment]]:
    """A row of tiles from column ``start``; "_" leaves a gap of 12 columns before its tile."""
    core = np.zeros(420)
    expected, at = [], start
    for kind in row:
        at += 12 * (kind == "_")
        core[at : at + WIDTH] = 1.0
        expected.append(Segment(at, at + WIDTH))
        at += WIDTH
    return core, expected


@given(rows)
def test_any_row_is_taken_apart_as_it_was_laid(case: tuple[list[str], int]) -> None:
    core, expected = laid(*case)
    found = segments(core, np.zeros(420), TILE, 6)
    assert all(abs(a.start - b.start) <= 2 for a, b in zip(found, expected, strict=True))
    assert unexplained_mm(core, found) <= len(expected)


def test_what_no_tiles_explain_is_told() -> None:
    core, _ = laid(["|"], 10)
    core[100:130] = 1.0
    assert unexplained_mm(core, segments(core, np.zeros(420), TILE, 6)) > 5.0


def test_the_side_of_a_leaning_tile_is_not_its_top() -> None:
    core = np.zeros(100)
    core[20:70] = 1.0
    kept = without_sides(core, np.full(100, 6.0))
    assert np.flatnonzero(kept)[[0, -1]].tolist() == [27, 68]
    kept = without_sides(core, np.full(100, -6.0))
    assert np.flatnonzero(kept)[[0, -1]].tolist() == [21, 62]
