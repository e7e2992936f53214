"""A service killed with -9: none of its child processes continues."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tests.support.waiting import PATIENCE_S, eventually

VENUE = '[table.1]\nserial = "simulator"\n\n[table.2]\nserial = "simulator"\n'


def _own(folder: Path) -> list[psutil.Process]:
    """Processes started with this folder, the service's own first."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get("JANTAKU_TRIED") == str(folder):
                found.append(process)
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue
    return sorted(found, key=lambda each: each.create_time())


def _simulators(folder: Path) -> list[psutil.Process]:
    return [each for each in _own(folder) if "hardware.simulator" in " ".join(each.cmdline())]


@pytest.mark.long
@pytest.mark.parametrize("moment", ["a simulator loads", "eyes are open"])
def test_a_service_killed_outright_leaves_no_process(tmp_path: Path, moment: str) -> None:
    """Regression: a simulator that was still loading noticed the end of its input only seconds later."""
    (tmp_path / "venue.toml").write_text(VENUE, encoding="utf-8")
    environment = os.environ | {"JANTAKU_TRIED": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "api", "serve", "venue.toml", "--http", "0"]
    with (tmp_path / "said").open("wb") as said:
        service = subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=said, stderr=said)
    try:
        eventually(lambda: len(_simulators(tmp_path)) == 2)
        if moment != "a simulator loads":
            eventually(lambda: (tmp_path / "said").read_bytes().count(b"journal_anchored") >= 2)
    finally:
        os.kill(service.pid, signal.SIGKILL)
        service.wait()
    eventually(lambda: not _own(tmp_path))


def test_a_simulator_whose_starter_is_gone_ends_while_it_loads(tmp_path: Path) -> None:
    """Regression: it noticed the end of its input only after loading, took a port and reported a camera first."""
    command = [sys.executable, "-m", "hardware.simulator", "--pty", str(tmp_path / "table"), "--until-eof"]
    command += ["--truth", str(tmp_path / "truth.jsonl")]
    ended = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False, timeout=PATIENCE_S)
    assert (ended.returncode, ended.stdout) == (-signal.SIGTERM, b"")
