"""A phone's pictures from the desk to the vision: only the newest, dated by the service, and reasons for silence."""

import threading
from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
import pytest

from api.phones.dating import PhoneClock
from api.phones.desk import PhoneDesk
from api.phones.line import PhoneLine, PhoneState, PhoneVisit
from controller.errors import EyesError
from controller.ports.table import SignalKind
from controller.riichi.seat import Seat
from tests.support.patient_cameras import be_patient
from tests.support.waiting import PATIENCE_S
from tests.vision.test_camera_troubles import SIZE, BlankReader
from vision.capture.open import open_source
from vision.eyes import CameraEyes
from vision.seat.eyes import SeatCameraEyes

RANDOM = np.random.default_rng(3)


def jpeg(shape: tuple[int, int] = SIZE) -> bytes:
    return cv2.imencode(".jpg", RANDOM.integers(90, 160, (*shape, 3), np.uint8))[1].tobytes()


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise the timeouts of cameras to the limit of the tests."""
    be_patient(monkeypatch)


@pytest.fixture
def desk() -> Iterator[PhoneDesk]:
    desk = PhoneDesk()
    yield desk
    desk.close()


def visit(state: PhoneState | None = None) -> PhoneVisit:
    return PhoneVisit("phone", lambda: None, state or PhoneState())


def send(line: PhoneLine, who: PhoneVisit, at: float, data: bytes | None = None) -> bytes:
    data = data or jpeg()
    assert line.take(who, data, (SIZE[1], SIZE[0]), at)
    return data


def test_eyes_get_the_newest_picture_as_it_came(desk: PhoneDesk) -> None:
    source = open_source(desk.completed("phone:", "1", "B"))
    line, who = desk.line("1", "B"), visit()
    assert source.next(0.0) is None
    line.enter(who)
    sent = [send(line, who, at) for at in (1.0, 2.0, 3.0)]
    frame = source.next(PATIENCE_S)
    assert frame is not None
    assert (frame.at, frame.file) == (3.0, sent[-1])
    assert source.next(0.0) is None
    # A picture that arrives while the vision waits is passed on at once.
    threading.Timer(0.05, send, (line, who, 4.0)).start()
    later = source.next(PATIENCE_S)
    assert later is not None
    assert (later.number, later.at) == (frame.number + 1, 4.0)
    source.close()


def test_a_phone_is_asked_for_fewer_pictures_while_the_eyes_are_behind_and_for_more_again() -> None:
    now = [0.0]
    line, who = PhoneLine("1", lambda: now[0]), visit()
    line.enter(who)
    assert line.pause_s == 0.0

    def looked(took_s: float) -> None:
        send(line, who, now[0])
        number = line.past(-1, 0.0).number
        now[0] += took_s
        assert not line.past(number, 0.0).jpeg

    for _ in range(8):
        looked(1.2)
    assert line.pause_s == pytest.approx(0.6)
    for _ in range(8):
        looked(0.1)
    assert line.pause_s == pytest.approx(0.05)
    # A phone is not called silent because the vision hangs.
    for _ in range(8):
        looked(30.0)
    assert line.pause_s == 2.0


def test_a_phone_has_its_place_in_a_running_service_only(desk: PhoneDesk) -> None:
    with pytest.raises(EyesError, match="a running service"):
        open_source("phone:")
    assert desk.completed("/dev/video0", "1") == "/dev/video0"


def test_what_is_wrong_with_a_phone_is_told_as_with_other_cameras(
    desk: PhoneDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    source = open_source(desk.completed("phone:", "2"))
    eyes = CameraEyes(source, BlankReader(), clock=lambda: now[0])
    line, who = desk.line("2"), visit()

    def told() -> list[tuple[SignalKind, str]]:
        return [(each.kind, each.code) for each in eyes.signals()]

    line.enter(who)
    send(line, who, 1.0)
    assert eyes.look(PATIENCE_S) is not None
    # No more pictures arrive.
    monkeypatch.setattr("vision.capture.network.phone.SILENT_S", 0.0)
    now[0] += 3.0
    assert eyes.look(0.0) is None
    assert "no picture" in (eyes.trouble or "")
    assert told() == [(SignalKind.FAULT, "camera-lost")]
    line.leave(who)
    # Another size than before; then its battery runs low.
    line.enter(who)
    send(line, who, 5.0, jpeg((96, 128)))
    assert eyes.look(0.2) is None
    assert told() == [(SignalKind.FAULT_CLEARED, "camera-lost"), (SignalKind.FAULT, "camera-resized")]
    who.told = PhoneState(battery=0.1, charging=False)
    send(line, who, 6.0)
    assert eyes.look(PATIENCE_S) is not None
    assert told() == [(SignalKind.FAULT_CLEARED, "camera-resized"), (SignalKind.FAULT, "camera-battery")]
    who.told = PhoneState(battery=0.1, charging=True)
    send(line, who, 7.0)
    assert eyes.look(PATIENCE_S) is not None
    assert told() == [(SignalKind.FAULT_CLEARED, "camera-battery")]
    eyes.close()


@pytest.mark.parametrize("seat", ["", "B"])
def test_a_phone_that_was_never_there_is_waited_for_and_only_one_that_was_is_lost(
    desk: PhoneDesk, monkeypatch: pytest.MonkeyPatch, seat: str
) -> None:
    monkeypatch.setattr("vision.capture.network.phone.SILENT_S", 0.0)
    monkeypatch.setattr("vision.capture.retry._AGAIN_S", 0.0)
    now = [0.0]
    source = open_source(desk.completed("phone:", "4", seat))
    blank: Any = BlankReader()
    over = CameraEyes(source, blank, clock=lambda: now[0])
    at_seat = SeatCameraEyes(Seat.B, source, blank, clock=lambda: now[0])
    line, who = desk.line("4", seat), visit()

    def told(later: float) -> list[tuple[SignalKind, str]]:
        now[0] += later
        if seat:
            at_seat.look()
        else:
            over.look(0.0)
        signals = at_seat.signals() if seat else over.signals()
        assert {each.seat for each in signals} <= {Seat.B if seat else None}
        return [(each.kind, each.code) for each in signals]

    assert told(3.0) == [], "it is opened after the table: nobody has lost it"
    assert told(20.0) == [(SignalKind.FAULT, "camera-waiting")]
    line.enter(who)
    assert told(1.0) == []
    send(line, who, 24.0)
    assert told(1.0) == [(SignalKind.FAULT_CLEARED, "camera-waiting")]
    line.leave(who)
    assert told(3.0) == [(SignalKind.FAULT, "camera-lost")]
    source.close()


def test_equal_pictures_are_one_exposure(desk: PhoneDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    source = open_source(desk.completed("phone:", "3"))
    line, who = desk.line("3"), visit()
    line.enter(who)
    same = send(line, who, 1.0)
    assert source.next(PATIENCE_S) is not None
    monkeypatch.setattr("vision.capture.retry.SILENT_S", 0.0)
    send(line, who, 2.0, same)
    assert source.next(0.1) is None
    assert getattr(source.trouble, "code", "") == "camera-frozen"
    source.close()


def test_the_newer_of_two_phones_has_the_line() -> None:
    gone: list[str] = []
    line = PhoneLine("1")
    first, second = PhoneVisit("first", lambda: gone.append("first")), PhoneVisit("second", lambda: None)
    line.enter(first)
    line.enter(second)
    assert gone == ["first"]
    assert not line.take(first, b"x", (1, 1), 1.0)
    line.leave(first)
    assert line.stand()["device"] == "second"
    assert line.newest is None


def test_pictures_are_dated_by_the_quickest_journey_and_never_to_come() -> None:
    now = [100.0]
    clock = PhoneClock(lambda: now[0] + 1000, lambda: now[0])
    assert clock.dated(7.0) == 1100.0
    for journey, way_back in ((0.4, 0.39), (0.02, 0.01), (0.3, 0.0)):
        ask = clock.ask()
        now[0] += journey
        # The phone's clock is 60 s behind this machine's.
        clock.answered(ask, now[0] - way_back - 60)
    clock.answered(77, 0.0)
    assert clock.journey_s == pytest.approx(0.02)
    now[0] += 1.0
    assert clock.dated(now[0] - 60.2) == pytest.approx(now[0] + 1000 - 0.2, abs=0.011)
    assert clock.dated(now[0] + 5) == now[0] + 1000
    assert clock.dated(0.0) == now[0] + 1000
