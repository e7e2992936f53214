"""Devices that fail repeatedly: each loss is reported, and each recovery ends its own fault, in any round."""

import pytest

from controller.journal import events as ev
from controller.ports.referee import ClaimKind
from controller.ports.table import SignalKind
from controller.riichi.seat import Seat
from tests.support.bench import Bench, dealt, faults, only

CAMERAS = ("camera-lost", "camera-unreadable", "camera-frozen", "camera-resized", "camera-moved")


def open_codes(table: Bench) -> list[str]:
    return [each.fault.code for each in table.director.state.open_faults()]


@pytest.mark.parametrize("code", CAMERAS)
def test_a_camera_that_is_lost_again_in_one_round_is_told_again(code: str) -> None:
    table = dealt()
    for times in (1, 2, 3):
        table.signal(SignalKind.FAULT, code=code)
        table.signal(SignalKind.FAULT, code=code)
        assert len(faults(table.events, code)) == times, "once for each loss, however often it is told"
        assert open_codes(table) == [code]
        table.signal(SignalKind.FAULT_CLEARED, code=code)
        assert open_codes(table) == []


def test_a_link_that_is_lost_again_in_one_round_is_told_again() -> None:
    table = dealt()
    for times in (1, 2, 3):
        table.signal(SignalKind.LINK_LOST, code="port-gone")
        assert len(faults(table.events, "link-lost")) == times
        table.signal(SignalKind.LINK_UP)
        assert open_codes(table) == []


def test_a_loss_that_somebody_has_seen_to_is_told_when_it_begins_anew() -> None:
    table = dealt()
    table.signal(SignalKind.FAULT, code="camera-lost")
    (lost,) = table.director.state.open_faults()
    table.claim(ClaimKind.CORRECT_FAULT, lost.fault.id)
    assert open_codes(table) == []
    table.signal(SignalKind.FAULT, code="camera-lost")
    assert open_codes(table) == ["camera-lost"]


def test_cameras_of_two_seats_are_told_and_cleared_apart() -> None:
    table = dealt()
    for seat in (Seat.A, Seat.C):
        table.signal(SignalKind.FAULT, seat, code="camera-lost")
    assert [each.fault.seat for each in table.director.state.open_faults()] == [Seat.A, Seat.C]
    table.signal(SignalKind.FAULT_CLEARED, Seat.A, code="camera-lost")
    assert [each.fault.seat for each in table.director.state.open_faults()] == [Seat.C]
    assert len(only(table.events, ev.FaultDecided)) == 1
