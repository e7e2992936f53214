"""Tables with real readers in separate processes, on recorded frames that are cheap to serve: which tables keep up?

The frames of one whole round at human pace, with arms over the table in some, are painted once. A separate process
streams them in a loop, each table from another offset, so that only the service is measured: reading, conducting,
storing and showing. A film cut off in mid-round would show an impossible table: all tiles gone at once.
"""

import contextlib
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

import numpy as np
import psutil

from api.eyes.process import EyesProcess
from api.service.compose import TableConfig, open_director
from api.service.eyes import EyesSetup, WrittenCalibration
from api.service.table_service import TableService
from api.stores.open import open_journal
from controller.ports.eyes import Sighting
from controller.ports.table import TableSignal
from controller.rulebooks.catalogue import rulebook
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from hardware.simulator.camera.camera import SimulatedCamera, calibration, over_the_table
from hardware.simulator.camera.playback import Playback
from hardware.simulator.camera.scene_builder import SceneBuilder
from hardware.simulator.game.round import play_rounds
from hardware.simulator.machine.pace import EXPOSURE_S, natural
from tests.support.bench import Board
from tests.support.quiet_table import PROFILE, NoTable
from vision.render.appearance import LOOKS
from vision.render.painter import Painter

_BOOK: Final = "npm-2008"
_BOUNDARY: Final = "frame"
_ARMS: Final = 0.2


@dataclass(frozen=True, slots=True)
class Kept:
    """How tables kept up; ``rate``: readings per second of each; ``cpu_ms``: processor time of vision per reading."""

    tables: int
    seconds: float
    rate: list[float]
    late_p50_ms: float
    late_p95_ms: float
    facts: int
    cpu_ms: float
    service_cpu_ms: float
    eyes_mib: float
    eyes_alone_mib: float
    service_mib: float


def film(folder: Path) -> int:
    """Paint a round unless it is painted already; return the number of frames."""
    whole = folder / "whole"
    if not whole.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        profile, number = load_profile(PROFILE), 0
        playback = Playback(play_rounds(rulebook(_BOOK), 1, 1), natural(profile.cycle), Board())
        painter = Painter(profile, over_the_table(), LOOKS["parlour"])
        camera = SimulatedCamera(playback, SceneBuilder(Layout(profile), 1), painter, fast=True, seed=1, arms=_ARMS)
        while not playback.over:
            (folder / f"{number:04d}.jpg").write_bytes(camera.pull().jpeg)
            number += 1
        whole.touch()
    return len(list(folder.glob("*.jpg")))


def serve(folder: Path) -> None:
    """Stream a film at ``/OFFSET.mjpg``, five frames a second; prints its port."""
    pictures = [file.read_bytes() for file in sorted(folder.glob("*.jpg"))]

    class Streams(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={_BOUNDARY}")
            self.end_headers()
            offset, number, due = int(self.path[1:].partition(".")[0]), 0, time.monotonic()
            with contextlib.suppress(OSError):
                while True:
                    picture = pictures[(offset + number) % len(pictures)]
                    head = f"Content-Type: image/jpeg\r\nContent-Length: {len(picture)}\r\n"
                    head += f"X-Frame: {number}\r\nX-At: {time.monotonic()}\r\n\r\n"
                    self.wfile.write(f"--{_BOUNDARY}\r\n{head}".encode() + picture + b"\r\n")
                    number, due = number + 1, due + EXPOSURE_S
                    time.sleep(max(0.0, due - time.monotonic()))

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002, the name is http.server's
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Streams)
    server.daemon_threads = True
    print(server.server_port, flush=True)
    server.serve_forever()


class TimedEyes:
    """Vision of a table, with the delay of each sighting after its frame was sent."""

    def __init__(self, eyes: EyesProcess) -> None:
        self.eyes, self.late = eyes, list[float]()

    def look(self, timeout: float) -> Sighting | None:
        seen = self.eyes.look(timeout)
        if seen is not None:
            self.late.append(time.monotonic() - seen.at)
        return seen

    def signals(self) -> Sequence[TableSignal]:
        return self.eyes.signals()

    def close(self) -> None:
        self.eyes.close()


@contextlib.contextmanager
def _streamed(folder: Path) -> Iterator[int]:
    words = [sys.executable, "-m", "tests.support.load_tables", str(folder)]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield int(process.stdout.readline())
    finally:
        process.kill()
        process.communicate()


def kept(tables: int, seconds: float, folder: Path) -> Kept:
    """Run ``tables`` tables for ``seconds``."""
    frames = film(folder)
    fitted = WrittenCalibration("film", json.dumps(calibration(over_the_table(), load_profile(PROFILE))))
    with contextlib.ExitStack() as ending:
        port = ending.enter_context(_streamed(folder))
        home = Path(ending.enter_context(tempfile.TemporaryDirectory()))
        services, timed = [], []
        for number in range(1, tables + 1):
            config = TableConfig(
                str(number),
                PROFILE,
                _BOOK,
                "table",
                "camera",
                "calibration",
                home / f"{number}.sqlite",
                auto_settle=True,
            )
            store = open_journal(config.journal)
            address = f"http://127.0.0.1:{port}/{number * frames // tables}.mjpg"
            setup = EyesSetup(PROFILE, address, fitted, home / f"{number}.pictures")
            timed.append(TimedEyes(EyesProcess(setup, lambda _seconds: None)))
            services.append(TableService(config.name, open_director(config, store), store, NoTable(), timed[-1]))
        for service in services:
            ending.callback(service.stop)
            service.start()
        # Wait until every reader has read some whole pictures.
        while any(len(each.late) < 5 for each in timed):
            time.sleep(0.1)
        eyes, own = [psutil.Process(each.eyes.process) for each in timed], psutil.Process()
        for each in timed:
            each.late.clear()
        spent = [sum(each.cpu_times()[:2]) for each in (*eyes, own)]
        began = time.monotonic()
        time.sleep(seconds)
        took = time.monotonic() - began
        spent = [sum(each.cpu_times()[:2]) - before for each, before in zip((*eyes, own), spent, strict=True)]
        late = [1000 * each for one in timed for each in one.late]
        readings, memory = len(late), [each.memory_full_info() for each in eyes]
        return Kept(
            *(tables, round(took, 1), [round(len(each.late) / took, 2) for each in timed]),
            late_p50_ms=round(float(np.percentile(late, 50))),
            late_p95_ms=round(float(np.percentile(late, 95))),
            facts=sum(service.number for service in services),
            cpu_ms=round(1000 * sum(spent[:-1]) / readings, 1),
            service_cpu_ms=round(1000 * spent[-1] / readings, 1),
            eyes_mib=round(sum(each.pss for each in memory) / tables / 2**20, 1),
            eyes_alone_mib=round(sum(each.uss for each in memory) / tables / 2**20, 1),
            service_mib=round(own.memory_full_info().pss / 2**20, 1),
        )


if __name__ == "__main__":
    serve(Path(sys.argv[1]))
