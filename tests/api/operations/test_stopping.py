"""Signals stop a service cleanly, each further one more forcibly; systemd is notified."""

import os
import signal
import socket
from pathlib import Path

import pytest

from api.http.listening import listen
from api.operations.lifecycle import READY, Stopping, notify, watchdog_s
from tests.support.command_line import jantaku


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    statuses: list[int] = []
    monkeypatch.setattr(os, "_exit", statuses.append)
    return statuses


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_service_that_is_still_opening_ends_at_once_and_well(number: signal.Signals) -> None:
    before, went_on = signal.getsignal(number), False
    with Stopping():
        signal.raise_signal(number)
        went_on = True
    assert not went_on
    assert signal.getsignal(number) is before


def test_while_it_serves_the_server_is_asked_twice_and_then_the_process_ends(ended: list[int]) -> None:
    asked: list[str] = []
    with Stopping() as stopping:
        stopping.asked = lambda: asked.append("stop")
        for _ in range(2):
            signal.raise_signal(signal.SIGTERM)
        assert (asked, ended) == (["stop", "stop"], [])
        signal.raise_signal(signal.SIGTERM)
    assert ended == [128 + signal.SIGTERM]


def test_what_is_being_released_is_released_once(ended: list[int]) -> None:
    with Stopping() as stopping:
        stopping.asked = lambda: None
        signal.raise_signal(signal.SIGTERM)
        stopping.asked = None
        stopping.releasing()
        signal.raise_signal(signal.SIGINT)
    assert ended == [128 + signal.SIGINT]


def test_an_interrupt_of_somebody_else_is_passed_on() -> None:
    with pytest.raises(KeyboardInterrupt), Stopping():
        raise KeyboardInterrupt


def test_a_port_that_is_taken_is_one_line_before_anything_is_opened(tmp_path: Path) -> None:
    with listen("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        where = ["--serial", "none", "--camera", "none", "--calibration", "none", "--journal", str(tmp_path / "j")]
        answer = jantaku("serve", *where, "--http", port)
    assert (answer.returncode, answer.stdout) == (2, "")
    assert len(answer.stderr.splitlines()) == 1
    assert port in answer.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_manager_is_told_where_there_is_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    notify(READY)
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        notify(READY)
        assert manager.recv(64) == b"READY=1"
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nobody"))
        notify(READY)


@pytest.mark.parametrize(
    ("told", "owner", "seconds"),
    [("", "", None), ("0", "", None), ("x", "", None), ("30000000", "", 30.0), ("30000000", "1", None)],
)
def test_the_watchdog_is_fed_where_it_watches_this_process(
    monkeypatch: pytest.MonkeyPatch, told: str, owner: str, seconds: float | None
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", told)
    monkeypatch.setenv("WATCHDOG_PID", owner)
    assert watchdog_s() == seconds
