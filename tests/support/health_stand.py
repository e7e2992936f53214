"""A served table on a real clock loses each of its sources and regains it: how fast does ``/readyz`` report both?

``python -m tests.support.health_stand``: runs ``jantaku serve`` with a board behind a pseudo-terminal and a network
camera whose pictures have noise. ``--shared-time``: run it as a simulated table is run; its watchdogs are equally fast.
Prints for each loss the words of readiness, seconds until it is reported, and seconds until all is ready again.
"""

import argparse
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import psutil

from hardware.profiles.load import load_profile
from hardware.simulator.board.pty import BoardOnPty
from hardware.simulator.camera.camera import calibration, over_the_table
from tests.support.table_on_pty import table_on_pty
from tests.support.waiting import PATIENCE_S

SIZE: Final = (1080, 1440)
_LOOK_S: Final = 0.05
_DRIP_S: Final = 0.2


class NoisyCamera(ThreadingHTTPServer):
    """A network camera that shows cloth; ``manner``: well, frozen, silent, drips or garbage."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Picture)
        self.manner, self.closing = "well", threading.Event()
        random = np.random.default_rng(7)
        cloth = np.full((*SIZE, 3), (60, 90, 40), np.int16)
        noise = [random.integers(-3, 4, (*SIZE, 1), np.int16) for _ in range(4)]
        self.pictures = [cv2.imencode(".jpg", (cloth + each).astype(np.uint8))[1].tobytes() for each in noise]
        self.number = 0

    @property
    def address(self) -> str:
        """URL of its pictures."""
        return f"http://127.0.0.1:{self.server_port}/frame.jpg"


class _Picture(BaseHTTPRequestHandler):
    server: NoisyCamera

    def do_GET(self) -> None:
        cam = self.server
        cam.number += cam.manner != "frozen"
        if cam.manner == "silent":
            cam.closing.wait(PATIENCE_S)
        picture = b"no picture" if cam.manner == "garbage" else cam.pictures[cam.number % len(cam.pictures)]
        try:
            self.send_response(200)
            self.send_header("Content-Length", str(len(picture)))
            self.end_headers()
            while cam.manner == "drips" and picture:
                self.wfile.write(picture[:1])
                self.wfile.flush()
                picture = picture[1:]
                cam.closing.wait(_DRIP_S)
            self.wfile.write(picture)
        except OSError:
            return

    def log_message(self, *_: object) -> None:
        """Print nothing: the log has no reader."""


@dataclass
class Stand:
    """A running service, and the sources that can be lost."""

    process: psutil.Popen
    port: int
    camera: NoisyCamera
    cable: BoardOnPty
    disk: Path

    def ready(self) -> tuple[bool, str]:
        """Return (ready, detail) of ``/readyz``."""
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/readyz", headers={"accept-language": "en"})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE_S):
                return True, ""
        except urllib.error.HTTPError as error:
            return False, str(json.loads(error.read())["detail"])
        except OSError as error:
            return False, str(error)

    def until(self, ready: bool) -> tuple[float, str]:
        """Wait for this readiness; return the seconds it took and the detail."""
        began = time.monotonic()
        while True:
            now, said = self.ready()
            if now is ready:
                return time.monotonic() - began, said
            if time.monotonic() - began > PATIENCE_S:
                raise RuntimeError(f"not {'ready' if ready else 'told'} within {PATIENCE_S:.0f} s: {said}")
            time.sleep(_LOOK_S)

    def eyes(self, number: signal.Signals) -> None:
        """Send a signal to the vision process, the only grandchild of the service."""
        for child in self.process.children():
            for each in child.children():
                each.send_signal(number)


Act = Callable[[Stand], object]


def manner(name: str) -> Act:
    """Return an action that sets the camera's behaviour."""
    return lambda stand: setattr(stand.camera, "manner", name)


LOSSES: Final[dict[str, tuple[Act, Act]]] = {
    "eyes hang": (lambda s: s.eyes(signal.SIGSTOP), lambda s: s.eyes(signal.SIGCONT)),
    "camera frozen": (manner("frozen"), manner("well")),
    "camera frozen again": (manner("frozen"), manner("well")),
    "camera drips": (manner("drips"), manner("well")),
    "camera silent": (manner("silent"), manner("well")),
    "camera garbage": (manner("garbage"), manner("well")),
    "link": (lambda s: s.cable.unplug(), lambda s: s.cable.plug()),
    "disk full": (lambda s: _fill(s.disk), lambda s: (s.disk / "full").unlink()),
    "disk read-only": (lambda s: _cover(s.disk), lambda s: _uncover(s.disk)),
}


def _fill(disk: Path) -> None:
    with (disk / "full").open("wb", buffering=0) as full:
        try:
            while True:
                full.write(bytes(4096))
        except OSError:
            return


def _cover(disk: Path) -> None:
    # A file system in use cannot be made read-only from here, so a read-only one is mounted over it.
    subprocess.run(["mount", "-t", "tmpfs", "-o", "ro", "jantaku-stand", str(disk)], check=True)


def _uncover(disk: Path) -> None:
    subprocess.run(["umount", str(disk)], check=True)


@contextmanager
def stand(folder: Path, options: Sequence[str] = ()) -> Iterator[Stand]:
    """Run the service of one table; its journal is on a small separate disk where mounting is possible."""
    disk, known = folder / "disk", folder / "calibration.json"
    disk.mkdir()
    known.write_text(json.dumps(calibration(over_the_table(), load_profile("wall-only"))), encoding="utf-8")
    with ExitStack() as undone:
        made = ["mount", "-t", "tmpfs", "-o", "size=32m", "jantaku-stand", str(disk)]
        if not subprocess.run(made, capture_output=True, check=False).returncode:
            undone.callback(subprocess.run, ["umount", "--lazy", str(disk)], check=False)
        _, cable = undone.enter_context(table_on_pty(folder / "table"))
        camera = undone.enter_context(NoisyCamera())
        threading.Thread(target=camera.serve_forever, daemon=True).start()
        undone.callback(camera.shutdown)
        undone.callback(camera.closing.set)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = int(probe.getsockname()[1])
        command = [sys.executable, "-m", "api", "serve", "--http", str(port), "--journal", str(disk / "journal.sqlite")]
        command += [
            "--serial",
            str(folder / "table"),
            "--camera",
            camera.address,
            "--calibration",
            str(known),
            *options,
        ]
        own = {**os.environ, "XDG_STATE_HOME": str(folder / "state")}
        log = undone.enter_context((folder / "log").open("w"))
        process = psutil.Popen(command, stdout=log, stderr=log, env=own)
        undone.callback(process.wait)
        undone.callback(process.terminate)
        undone.callback(_wake, process)
        yield Stand(process, port, camera, cable, disk)


def _wake(process: psutil.Popen) -> None:
    for each in process.children(recursive=True):
        each.send_signal(signal.SIGCONT)


def lose(under_way: Stand, name: str) -> dict[str, object]:
    """Lose a source and restore it; return the measured times."""
    begin, end = LOSSES[name]
    under_way.until(ready=True)
    begin(under_way)
    told_s, said = under_way.until(ready=False)
    end(under_way)
    well_s, _ = under_way.until(ready=True)
    return {"lost": name, "told_s": round(told_s, 2), "well_s": round(well_s, 2), "said": said}


def main() -> None:
    """Measure every loss and print a line for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--shared-time", action="store_true")
    parser.add_argument("--only", action="append", choices=sorted(LOSSES))
    given = parser.parse_args()
    options = ["--shared-time"] if given.shared_time else []
    with tempfile.TemporaryDirectory() as folder, stand(Path(folder), options) as under_way:
        began_s, _ = under_way.until(ready=True)
        print(json.dumps({"ready_s": round(began_s, 2)}), flush=True)
        for name in given.only or LOSSES:
            try:
                print(json.dumps(lose(under_way, name)), flush=True)
            except RuntimeError as error:
                print(json.dumps({"lost": name, "wrong": str(error)}), flush=True)
                LOSSES[name][1](under_way)


if __name__ == "__main__":
    main()
