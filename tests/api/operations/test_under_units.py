"""Table, hub and gateway run under the system call filters of their units."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from api.hub.signing import Signer
from tests.support.chaos import Command
from tests.support.guarded_brokers import VENUE, GuardedNats
from tests.support.one_picture import LOOKED, one_picture_served
from tests.support.printed_commands import ROOT
from tests.support.real_nats import need_nats
from tests.support.real_servers import free_port, missing
from tests.support.unit_filter import allowed
from tests.support.waiting import eventually

UNITS = ROOT / "api" / "deploy"


def under(unit: str) -> tuple[str, ...]:
    """Words that start a command as in that unit; skips the test where that is impossible."""
    if shutil.which("systemd-analyze") is None:
        missing("systemd")
    return sys.executable, "-m", "tests.support.unit_filter", str(UNITS / f"{unit}.service")


@pytest.mark.process
def test_a_unit_refuses_what_its_lists_do_not_name() -> None:
    refused = "import ctypes, os, sys; sys.exit(ctypes.CDLL(None).mount(b'a', b'b', b'c', 0, 0) == 0)"
    assert subprocess.run([*under("jantaku"), sys.executable, "-c", refused], cwd=ROOT, check=False).returncode == 0
    calls, _ = allowed(UNITS / "jantaku.service")
    assert "openat" in calls
    assert not {"mbind", "mount", "setuid", "ptrace"} & calls


@pytest.mark.process
def test_a_table_is_watched_under_its_unit(tmp_path: Path) -> None:
    """Regression: the unit killed the vision because numpy sets memory placement."""
    served = subprocess.Popen(
        [*under("jantaku"), *one_picture_served(tmp_path)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )
    assert served.stderr is not None
    try:
        said = ""
        while LOOKED not in said:
            line = served.stderr.readline()
            assert line, said
            said += line
    finally:
        served.send_signal(signal.SIGTERM)
        served.communicate()


@pytest.mark.process
def test_hub_and_gateway_come_up_under_their_units(tmp_path: Path) -> None:
    need_nats()
    broker = GuardedNats()
    keys = tmp_path / "venues.keys"
    keys.write_text(f"{Signer(VENUE, tmp_path / 'kyoto.pem').public}\n", encoding="utf-8")
    hub = Command(
        broker,
        "hub",
        "hub",
        ["hub", "--database", f"sqlite:///{tmp_path}/hub.sqlite", "--keys", str(keys)],
        under("jantaku-hub"),
    )
    words = ["gateway", "--keys", str(keys), "--http", str(free_port())]
    gateway = Command(broker, "gateway", "gateway", words, under("jantaku-gateway"))
    started: list[Command] = []
    try:
        broker.start()
        hub.start()
        started.append(hub)
        eventually(lambda: hub.alive)
        gateway.start()
        started.append(gateway)
        eventually(lambda: gateway.alive)
    finally:
        for each in started:
            each.kill()
        broker.close()
