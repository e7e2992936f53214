"""Vision in a separate process: its death is only a fault of the camera, and it never outlives its parent."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import psutil
import pytest
from structlog.testing import capture_logs

from api.eyes.process import EyesProcess
from api.service.eyes import EyesSetup, WrittenCalibration, open_eyes
from controller.errors import EyesError
from controller.ports.eyes import ENDED, HANG, LOST_S
from controller.ports.table import SignalKind, TableSignal
from hardware.profiles.load import load_profile
from hardware.simulator.camera.camera import calibration, over_the_table
from tests.support.one_picture import camera_of
from tests.support.waiting import PATIENCE_S, eventually

pytestmark = pytest.mark.process
PROFILE = "wall-only"
SIZE = (1440, 1080)
FRAMES = 40
PARENT = """
import sys
from pathlib import Path
from tests.api.eyes.test_eyes_process import of
from api.eyes.process import EyesProcess
if __name__ == "__main__":
    eyes = EyesProcess(of(Path(sys.argv[1])), print)
    eyes.look(300.0)
    print(eyes.process, flush=True)
    sys.stdin.read()
"""


def of(folder: Path) -> EyesSetup:
    """Set-up of vision over a folder of pictures of an empty table."""
    file = folder / "pictures"
    if not file.is_dir():
        file.mkdir(parents=True)
        _, picture = cv2.imencode(".jpg", np.full((SIZE[1], SIZE[0], 3), (40, 90, 30), np.uint8))
        for number in range(FRAMES):
            (file / f"{number:03d}.jpg").write_bytes(picture.tobytes())
    fitted = WrittenCalibration("room", json.dumps(calibration(over_the_table(), load_profile(PROFILE))))
    return EyesSetup(PROFILE, str(file), fitted, folder / "kept")


@pytest.fixture
def seconds() -> list[float]:
    return []


@pytest.fixture
def now() -> list[float]:
    """Clock of the vision process, advanced by the test only, so that a starved machine causes no timeout."""
    return [0.0]


@pytest.fixture
def eyes(tmp_path: Path, seconds: list[float], now: list[float]) -> Iterator[EyesProcess]:
    eyes = EyesProcess(of(tmp_path), seconds.append, clock=lambda: now[0])
    yield eyes
    eyes.close()


def ended(process: int) -> bool:
    """True if that process has ended, reaped by its parent or not."""
    try:
        return psutil.Process(process).status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def told(eyes: EyesProcess) -> list[tuple[SignalKind, str]]:
    return [(each.kind, each.code) for each in eyes.signals() if isinstance(each, TableSignal)]


@pytest.mark.parametrize(("simulated", "codes"), [(False, ["camera-frozen"]), (True, [])])
def test_only_a_real_camera_is_frozen_when_it_gives_one_picture(
    simulated: bool, codes: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    setup = of(tmp_path)
    monkeypatch.setattr("vision.capture.retry.SILENT_S", 0.0)
    monkeypatch.setattr("vision.eyes.LOST_S", 0.0)
    with camera_of((tmp_path / "pictures" / "000.jpg").read_bytes(), stands=True) as address:
        opened = open_eyes(replace(setup, camera=address, shared_time=simulated), lambda _: None).port
        assert opened.look(PATIENCE_S) is not None
        assert opened.look(0.5) is None
        assert [each.code for each in opened.signals() if isinstance(each, TableSignal)] == codes
        opened.close()


def test_looks_cross_the_pipe_and_frames_are_kept_where_the_service_finds_them(
    eyes: EyesProcess, seconds: list[float]
) -> None:
    with pytest.raises(EyesError, match="no frame has come yet"):
        _ = eyes.camera
    assert eyes.frames.newest is None
    first, second = eyes.look(PATIENCE_S), eyes.look(PATIENCE_S)
    assert first is not None
    assert second is not None
    assert (first.frame, second.frame) == (0, 1)
    assert psutil.Process(eyes.process).num_threads() == 1, "threads of its algebra that wait hold the processor"
    assert len(seconds) == 2
    assert eyes.camera.size == SIZE
    assert (eyes.frames.newest or b"")[:2] == b"\xff\xd8"
    eyes.frames.keep("F1")
    assert eyes.look(PATIENCE_S) is not None
    eventually(lambda: eyes.frames.numbers("F1") == (0, 1, 2))
    assert eyes.frames.picture("F1", 0)[:2] == b"\xff\xd8"


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSYS, signal.SIGSEGV], ids=lambda how: how.name)
def test_a_child_that_dies_is_told_until_the_next_one_sees(
    eyes: EyesProcess, now: list[float], how: signal.Signals
) -> None:
    """Regression: the log gave "unexpected EOF" as the reason though a filter of system calls had killed the child."""
    assert eyes.look(PATIENCE_S) is not None
    assert told(eyes) == []
    dead = eyes.process
    assert dead is not None
    os.kill(dead, how)
    eventually(lambda: ended(dead))
    with capture_logs() as logs:
        assert eyes.look(1.0) is None
    assert [line["reason"] for line in logs if line["event"] == "eyes ended"] == [f"killed by {how.name}"]
    assert told(eyes) == [(SignalKind.FAULT, ENDED)]
    now[0] += 60.0
    eventually(lambda: eyes.look(1.0) is not None)
    assert told(eyes) == [(SignalKind.FAULT_CLEARED, ENDED)]
    assert eyes.process not in (None, dead)


@pytest.mark.parametrize("simulated", [False, True])
def test_a_child_that_hangs_is_told_whatever_time_its_table_has(simulated: bool, tmp_path: Path) -> None:
    """Regression: vision of a simulated table, whose clock stands still, could hang for ever without a report."""
    now = [0.0]
    eyes = EyesProcess(replace(of(tmp_path), shared_time=simulated), print, clock=lambda: now[0])
    try:
        assert eyes.look(PATIENCE_S) is not None
        hung = eyes.process
        assert hung is not None
        os.kill(hung, signal.SIGSTOP)
        assert eyes.look(0.05) is None
        assert told(eyes) == []
        now[0] += 0.05 + LOST_S + 0.01
        assert eyes.look(0.05) is None
        assert told(eyes) == [(SignalKind.FAULT, HANG)]
        os.kill(hung, signal.SIGCONT)
        eventually(lambda: eyes.look(0.2) is not None)
        assert told(eyes) == [(SignalKind.FAULT_CLEARED, HANG)]
        os.kill(hung, signal.SIGSTOP)
        assert eyes.look(0.05) is None
        now[0] += 31.0
        assert eyes.look(0.05) is None
        assert told(eyes)[-1] == (SignalKind.FAULT, ENDED)
        eventually(lambda: not psutil.pid_exists(hung))
        eventually(lambda: eyes.look(1.0) is not None)
        assert told(eyes) == [(SignalKind.FAULT_CLEARED, ENDED)]
    finally:
        eyes.close()


def test_a_child_is_not_ended_by_what_ends_the_service(eyes: EyesProcess) -> None:
    assert eyes.look(PATIENCE_S) is not None
    child = eyes.process
    assert child is not None
    for number in (signal.SIGTERM, signal.SIGINT):
        os.kill(child, number)
    assert eyes.look(PATIENCE_S) is not None
    assert told(eyes) == []
    eyes.close()
    eventually(lambda: not psutil.pid_exists(child))
    assert eyes.look(0.0) is None


def test_eyes_that_cannot_be_are_refused_with_the_reason(tmp_path: Path) -> None:
    setup = of(tmp_path)
    for file in (tmp_path / "pictures").iterdir():
        file.unlink()
    (tmp_path / "pictures").rmdir()
    with pytest.raises(EyesError, match="no such folder of pictures"):
        EyesProcess(setup, print)


def test_a_child_ends_when_the_service_is_killed(tmp_path: Path) -> None:
    of(tmp_path)
    script = tmp_path / "parent.py"
    script.write_text(PARENT, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    parent = subprocess.Popen(
        [sys.executable, str(script), str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    )
    assert parent.stdout is not None
    lines = iter(parent.stdout.readline, b"")
    child = next(int(line) for line in lines if line.strip().isdigit())
    assert psutil.pid_exists(child)
    parent.kill()
    parent.communicate()
    eventually(lambda: not psutil.pid_exists(child))
