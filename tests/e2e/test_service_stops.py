"""A service that is terminated: viewers are notified, journal and port are released, the exit status is success."""

import socket
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed

from api.demo.table import DemoSetup, SimulatedTable
from api.http.listening import listen
from api.stores.sqlite_store import SqliteJournal
from controller.journal.chain import verify
from tests.support.sockets import connect
from tests.support.waiting import PATIENCE_S, eventually


@pytest.fixture
def table(tmp_path: Path) -> Iterator[SimulatedTable]:
    table = SimulatedTable(DemoSetup(hands=0, fast=False, seed=11), tmp_path)
    yield table
    table.stop()


def serve(table: SimulatedTable, folder: Path, port: int) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "api", "serve", "--serial", str(table.serial), "--http", str(port)]
    command += ["--camera", f"{table.camera}/frame.jpg", "--calibration", f"{table.camera}/calibration.json"]
    command += ["--journal", str(folder / "journal.sqlite"), "--shared-time", "--auto-settle"]
    return subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, env={"PATH": "/usr/bin:/bin", "XDG_STATE_HOME": str(folder)}
    )


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def answering(port: int) -> None:
    """Wait until the service accepts connections."""

    def answers() -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", port)) == 0

    eventually(answers)


@pytest.mark.long
def test_a_service_that_is_told_to_stop_closes_all_that_it_opened(table: SimulatedTable, tmp_path: Path) -> None:
    port = free_port()
    service = serve(table, tmp_path, port)
    try:
        answering(port)
        with connect(f"ws://127.0.0.1:{port}/api/v1/tables/1/feed") as viewer:
            viewer.recv(timeout=PATIENCE_S)
            service.terminate()
            with pytest.raises(ConnectionClosed) as closed:
                all(viewer.recv(timeout=PATIENCE_S) for _ in count())
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012, "whoever watches knows that it may come back"
        assert service.wait(timeout=PATIENCE_S) == 0
    finally:
        service.kill()
        _, said = service.communicate()
    assert "Traceback" not in said
    journal = tmp_path / "journal.sqlite"
    assert not journal.with_name("journal.sqlite-wal").exists(), "the journal was closed"
    assert list(verify(SqliteJournal(journal).read()))
    assert list((tmp_path / "jantaku" / "serving").iterdir()) == [], "nobody is sent to a service that has ended"
    listen("127.0.0.1", port).close()
