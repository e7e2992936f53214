"""Tiles found in a row from which columns are covered."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hardware.profiles.load import load_profile
from vision.image.row import RowEvidence, Segment, segments, unexplained_mm, without_sides

TILE = load_profile().tile
SHAPES = {(count, turned) for count in range(7) for turned in range(min(count, 1) + 1)}
WIDTH, HEIGHT = round(TILE.width_mm * 2), round(TILE.height_mm * 2)

rows = st.lists(st.sampled_from("|_"), max_size=6).flatmap(
    lambda row: st.tuples(st.just(row), st.integers(-1, max(len(row) - 1, -1)), st.integers(0, 60))
)


def laid(row: list[str], sideways: int, start: int) -> tuple[RowEvidence, list[Segment]]:
    """A row of tiles from column ``start``; "_" leaves a gap of 12 columns before its tile."""
    core, rim = np.zeros(420), np.zeros(420)
    expected, at = [], start
    for place, kind in enumerate(row):
        at += 12 * (kind == "_")
        turned = place == sideways
        stop = at + (HEIGHT if turned else WIDTH)
        core[at:stop] = 1.0
        rim[at:stop] = 0.0 if turned else 1.0
        expected.append(Segment(at, stop, turned))
        at = stop
    return RowEvidence(core, rim, np.zeros(420)), expected


@given(rows)
def test_any_row_is_taken_apart_as_it_was_laid(case: tuple[list[str], int, int]) -> None:
    evidence, expected = laid(*case)
    found = segments(evidence, TILE, SHAPES)
    assert [piece.sideways for piece in found] == [piece.sideways for piece in expected]
    assert all(abs(a.start - b.start) <= 2 for a, b in zip(found, expected, strict=True))
    assert unexplained_mm(evidence, found) <= len(expected)


def test_what_no_tiles_explain_is_told() -> None:
    evidence, _ = laid(["|"], -1, 10)
    evidence.core[100:130] = 1.0
    found = segments(evidence, TILE, SHAPES)
    assert unexplained_mm(evidence, found) > 5.0


def test_the_side_of_a_leaning_tile_is_not_its_top() -> None:
    core = np.zeros(100)
    core[20:70] = 1.0
    kept = without_sides(core, np.full(100, 6.0))
    assert np.flatnonzero(kept)[[0, -1]].tolist() == [27, 68]
    kept = without_sides(core, np.full(100, -6.0))
    assert np.flatnonzero(kept)[[0, -1]].tolist() == [21, 62]
