"""A set that people stack, or that the machine builds unannounced: four walls stand, though one stack is misread."""

import pytest

from controller.journal import events as ev
from controller.ports.table import SignalKind
from controller.riichi.seat import Seat
from tests.support.bench import bench, only

A, B, C, D = Seat


@pytest.mark.parametrize("last", [2, 1, None])
def test_one_stack_that_is_misread_does_not_hold_up_the_round(last: int | None) -> None:
    table = bench()
    table.clear()
    table.walls[A][16] = last
    table.see()
    assert len(only(table.events, ev.WallsRaised)) == 1


@pytest.mark.parametrize("gone", [1, 2])
def test_walls_that_lack_a_stack_are_no_new_set(gone: int) -> None:
    table = bench()
    table.clear()
    table.walls[A][17 - gone :] = [0] * gone
    table.see()
    assert only(table.events, ev.WallsRaised) == []
    table.signal(SignalKind.WALLS_UP)
    assert len(only(table.events, ev.WallsRaised)) == 1
