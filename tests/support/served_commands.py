"""Printed commands that run until they are stopped, each run as printed in a separate network.

Ports 8000, 4222 and 5432 are free there whatever this machine serves. A broker, a database, a camera and a table's
board run there for all commands, the broker and its secrets as the lines of ``docs/hub.md`` make them.
"""

import json
import os
import queue
import re
import shutil
import signal
import subprocess
import sysconfig
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Final

import pg8000.native

from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from hardware.simulator.camera.camera import calibration
from tests.support.command_stage import KNOWN
from tests.support.networks import Machine, network
from tests.support.one_picture import SHEETS_CAMERA, camera_of, sheets_seen
from tests.support.printed_commands import ROOT, Printed
from tests.support.real_postgres import USER, RealPostgres, postgres_binaries
from tests.support.real_servers import missing
from tests.support.table_on_pty import table_on_pty
from tests.support.waiting import PATIENCE_S
from vision.render.seat_view import clicked_calibration, seat_camera

TABLE: Final = "tests/vectors/printed_commands.toml"
_BROKER: Final = ROOT / "docs/hub.md"
_VENUE: Final = '[defaults]\nrelease = "live"\n[stores]\nfolder = "journals"\n[table.1]\n[table.2]\n'
_EXAMPLE: Final = "docs/venue.example.toml"
_ENGINE: Final = """import sys
for line in sys.stdin:
    print("engine:", line[:30], file=sys.stderr, flush=True)
    print('{"type": "none"}', flush=True)
"""


@dataclass(frozen=True, slots=True)
class Serving:
    """How a command is run.

    ``says``: pattern of its message once it serves, empty if it ends by itself. ``beside``: names of the servers that
    it needs, in order. ``environment``: variables that its unit's files would set. ``before``: command to run first.
    ``status``: expected exit status.
    """

    says: str
    beside: tuple[str, ...]
    environment: Mapping[str, str]
    before: str = ""
    status: int = 0


def serving(command: Printed) -> Serving | None:
    """Return how a command is run in a separate network; None if it is not."""
    rows = (row for row in KNOWN["serves"] if _plain(command.text).startswith(tuple(row["starts"])))
    row = next(rows, None)
    if row is None:
        return None
    more = row.get("environment", {}), row.get("before", ""), row.get("status", 0)
    return Serving(row["says"], tuple(row["beside"]), *more)


def _plain(text: str) -> str:
    return re.sub(r"^(?:[A-Z][A-Z_]*=\S+\s+)+", "", text)


@dataclass
class Court:
    """Working folder, environment and network machine of the commands."""

    machine: Machine
    folder: Path
    environment: dict[str, str]
    camera: str

    def filled(self, text: str) -> str:
        """Return the command with real values in place of its placeholders."""
        ends = {"port": str(self.folder / "board"), "camera": self.camera}
        for word, value in sorted(KNOWN["served"].items(), key=lambda each: -len(each[0])):
            text = text.replace(word, value)
        return re.sub(r"\{(port|camera)\}", lambda found: ends[found[1]], text)

    def run(self, text: str) -> subprocess.CompletedProcess[str]:
        """Run a command that ends by itself."""
        return self.machine.run(
            lambda: subprocess.run(
                ["bash", "-c", text],
                cwd=self.folder,
                env=self.environment,
                capture_output=True,
                text=True,
                timeout=PATIENCE_S,
                check=False,
            )
        )

    @contextmanager
    def served(self, command: Printed) -> Iterator["Served"]:
        """Run a command from its ready message until the context ends; one that ends by itself has ended."""
        known = serving(command)
        assert known is not None
        if known.before:
            self.run(known.before)
        text = f"exec {self.filled(_plain(command.text))}"
        # Placeholders of secrets are filled from the environment.
        sets = {**known.environment} | {name: value for name, value in command.sets.items() if value != "..."}
        process = self.machine.run(
            lambda: subprocess.Popen(
                ["bash", "-c", text],
                cwd=self.folder,
                env=self.environment | sets,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        )
        served = Served(process)
        try:
            if known.says:
                served.await_said(known.says)
            else:
                process.wait(timeout=PATIENCE_S)
            yield served
        finally:
            served.end()


def standing(name: str) -> Printed:
    """Return a printed command that serves beside others."""
    return Printed(KNOWN["standing"][name], TABLE, typed=True)


class Beside:
    """Printed servers that run beside a command: started in order, stopped in reverse order."""

    def __init__(self, court: Court) -> None:
        self._court = court
        self._stand: list[tuple[str, ExitStack, Served]] = []

    def close(self) -> None:
        """Stop all servers."""
        self.change(())

    def change(self, names: Sequence[str]) -> list[tuple[Printed, "Served"]]:
        """Run exactly these servers; return those that were stopped for it, with their processes."""
        shared = len(list(takewhile(lambda pair: pair[0][0] == pair[1], zip(self._stand, names, strict=False))))
        ended = []
        while len(self._stand) > shared:
            name, release, served = self._stand.pop()
            release.close()
            ended.append((standing(name), served))
        for name in names[shared:]:
            release = ExitStack()
            self._stand.append((name, release, release.enter_context(self._court.served(standing(name)))))
        return ended


class Served:
    """A serving process: ``said`` is its output so far, ``status`` its exit status."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process, self.said = process, ""
        self.status: int | None = None
        self._news: queue.Queue[bytes] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._news.put(line)
        self._news.put(b"")

    def await_said(self, pattern: str) -> None:
        """Wait until its output matches the pattern; fails if it ends or stays silent until the limit."""
        while not re.search(pattern, self.said):
            line = self._news.get(timeout=PATIENCE_S)
            assert line, f"ended before it said {pattern!r}: {self.said[-2000:]}"
            self.said += line.decode(errors="replace")

    def end(self) -> None:
        """Terminate the process and wait for its end."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGTERM)
        try:
            self.status = self._process.wait(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            raise


@contextmanager
def court(folder: Path) -> Iterator[Court]:
    """Make a network with everything that the commands need, in an empty folder.

    Raises NoNetworkError if no network can be made; skips the test if PostgreSQL is not installed.
    """
    binaries = postgres_binaries()
    if binaries is None:
        missing("postgresql")
    assert binaries is not None
    with ExitStack() as release:
        machine, _ = release.enter_context(network())
        _fill(folder)
        path = os.pathsep.join((sysconfig.get_path("scripts"), os.environ.get("PATH", "")))
        environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("JANTAKU")},
            "PATH": path,
            "PYTHONPATH": str(ROOT),
            "XDG_STATE_HOME": str(folder / "state"),
            **dict.fromkeys(re.findall(r"\$\{([A-Z_]+)\}", (ROOT / _EXAMPLE).read_text(encoding="utf-8")), "secret"),
            "JANTAKU_NATS": "nats://127.0.0.1:4222",
            "JANTAKU_DATABASE": f"postgresql+pg8000://{USER}@localhost/hub",
        }
        postgres = RealPostgres(binaries)
        postgres.port = 5432
        release.callback(postgres.close)
        machine.run(_begin, postgres)
        camera = machine.run(release.enter_context, camera_of(sheets_seen()))
        release.enter_context(table_on_pty(folder / "board"))
        made = Court(machine, folder, environment, camera)
        _make_broker(made)
        yield made


def _begin(server: RealPostgres) -> None:
    server.start()
    with pg8000.native.Connection(USER, host="127.0.0.1", port=server.port, database="postgres") as connection:
        connection.run("CREATE DATABASE hub")


def _fill(folder: Path) -> None:
    """Write a venue with a table without board and camera, an engine, and the calibration of a seat camera."""
    (folder / "journals").mkdir()
    (folder / "venue.toml").write_text(_VENUE, encoding="utf-8")
    for name in ("bot.py", "mortal.py"):
        (folder / name).write_text(_ENGINE, encoding="utf-8")
    (folder / "docs").mkdir()
    shutil.copy(ROOT / _EXAMPLE, folder / _EXAMPLE)
    shutil.copy(ROOT / "docs/hall-3.example.toml", folder / "hall-3.toml")
    profile = load_profile()
    for name in ("camera.json", "c.json"):
        (folder / name).write_text(json.dumps(calibration(SHEETS_CAMERA, profile)), encoding="utf-8")
    layout = Layout(profile)
    seat = clicked_calibration(seat_camera(layout, Seat.A), layout, Seat.A).to_json()
    (folder / "a.json").write_text(json.dumps(seat), encoding="utf-8")


def _make_broker(made: Court) -> None:
    """Make configuration, passwords and keys by the lines of the page that precede the broker's command."""
    lines = in_block(_BROKER, "jantaku broker hub --venue kyoto --venue osaka")
    done = made.run("set -e\n" + "\n".join(lines).replace("/var/lib/jantaku-broker", str(made.folder / "broker")))
    assert done.returncode == 0, done.stderr
    made.environment["JANTAKU_TOKEN"] = made.run("jantaku access token --name bot --seat 1/A").stdout.strip()
    for line in (made.folder / "hub.env").read_text(encoding="utf-8").splitlines():
        name, _, value = line.partition("=")
        made.environment[name] = value


def in_block(page: Path, start: str) -> list[str]:
    """Lines of the page's code block that begins with ``start``."""
    blocks = re.findall(r"^```sh\n(.*?)^```", page.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return next(block.splitlines() for block in blocks if block.startswith(start))
