"""A short soak test: the real session and link against the firmware on simavr, through a bad line with faults."""

import pytest

from hardware.simulator.board.emulated import EmulatedBoard
from tests.firmware.conftest import Built
from tests.support.soak import Soak


@pytest.mark.parametrize(("faults", "stale", "ack_p99_s"), [(0.0, 0.1, 0.050), (0.05, 0.0, 0.250)])
def test_every_press_is_made_once_or_told_as_unknown(
    built: Built, faults: float, stale: float, ack_p99_s: float
) -> None:
    with EmulatedBoard(built.harness, built.program, seed=3) as board:
        soak = Soak(board, 3, faults, stale, welds=0.1)
        tally = soak.run(60)
    assert tally.wrong == 0, tally
    assert tally.commands == 60
    assert len(tally.troubles) > 1
    assert (tally.stale > 5, tally.welds > 0) == (stale > 0, True)
    assert tally.outcomes["done"] > 45
    assert tally.outcomes["unknown"] == tally.settled_made + tally.settled_not_made
    ordered = sorted(soak.latencies)
    assert ordered[len(ordered) * 99 // 100] <= ack_p99_s
