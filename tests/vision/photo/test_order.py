"""Tiles of a photo are ordered in rows as a person reads them, at any rotation of the camera."""

import math
from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.photo.order import rows


@dataclass(frozen=True, slots=True)
class Spot:
    x: float
    y: float
    angle: float = 0.0
    width: float = 30.0
    height: float = 40.0


def grid(across: int, down: int, turn: float = 0.0, fall: float = 0.0) -> list[list[Spot]]:
    """Rows of spots, the picture turned by ``turn`` degrees, each row descending by ``fall`` pixels per tile."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return [
        [
            Spot(x * c - y * s, x * s + y * c, turn % 360)
            for x, y in ((31 * i, 55 * j + fall * i) for i in range(across))
        ]
        for j in range(down)
    ]


@given(st.integers(1, 10), st.integers(1, 4), st.floats(-25, 25), st.integers(0, 99))
def test_rows_come_in_reading_order(across: int, down: int, turn: float, seed: int) -> None:
    wanted = grid(across, down, turn)
    mixed = [spot for row in wanted for spot in row]
    Random(seed).shuffle(mixed)
    assert rows(mixed) == tuple(tuple(row) for row in wanted)


@pytest.mark.parametrize("fall", [-6.0, 6.0])
def test_a_row_may_slope_under_a_slanted_camera(fall: float) -> None:
    wanted = grid(9, 1, fall=fall)
    assert rows(reversed(wanted[0])) == (tuple(wanted[0]),)


def test_a_sideways_tile_stays_in_its_row() -> None:
    row = [Spot(0, 0), Spot(31, 0), Spot(68, 5, 90.0), Spot(105, 0)]
    assert rows(row) == (tuple(row),)


def test_nothing_has_no_rows() -> None:
    assert rows([]) == ()
