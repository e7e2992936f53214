"""Downtime of a table when its service is restarted with a whole evening's journal.

``python -m tests.support.restarts --records 8000``: starts ``jantaku serve`` with a board on a pseudo-terminal and a
folder of pictures as its camera, until ``/readyz`` answers 200; alone, and beside one busy loop per core. Prints wall
and CPU seconds of the service and its vision processes until then, and those of a user's very first start, which makes
the journal and compiles the program if its installation did not.
"""

import argparse
import contextlib
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import psutil

from api.stores.open import open_journal
from controller.journal import events as ev
from controller.journal.chain import Record, seal
from controller.rulebooks.catalogue import rulebook
from hardware.profiles.load import load_profile
from hardware.simulator.camera.camera import calibration, over_the_table
from tests.support.random_games import RandomGame
from tests.support.table_on_pty import table_on_pty
from tests.support.waiting import PATIENCE_S

_BOOK: Final = "npm-2008"
_ASKED_EVERY_S: Final = 0.02
_BUSY: Final = "while True: pass"


class Evening(RandomGame):
    """Game after game in one journal."""

    def facts(self, records: int) -> list[ev.Event]:
        """Return at least ``records`` events of random rounds."""
        while len(self.events) < records:
            self._round()
        return self.events


def evening(journal: Path, records: int) -> int:
    """Write the journal of an evening; return the number of its records."""
    sealed = list[Record]()
    for event in Evening(rulebook(_BOOK), 0).facts(records):
        sealed.append(seal(event, event.at, sealed[-1] if sealed else None))
    with contextlib.closing(open_journal(journal)) as store:
        store.append(sealed)
    return len(sealed)


def room(folder: Path) -> list[str]:
    """Make pictures of cloth and a calibration; return the options that name them."""
    pictures, known = folder / "pictures", folder / "calibration.json"
    pictures.mkdir()
    cloth = np.full((960, 1280, 3), (60, 90, 40), np.uint8)
    for number in range(2):
        cv2.imwrite(str(pictures / f"{number}.jpg"), cloth)
    known.write_text(json.dumps(calibration(over_the_table(), load_profile("wall-only"))))
    return ["--camera", str(pictures), "--calibration", str(known), "--rulebook", _BOOK]


def start(options: Sequence[str], folder: Path) -> tuple[float, float]:
    """Start the service, wait until it is ready, and kill it; return wall and CPU seconds."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    command = [sys.executable, "-m", "api", "serve", *options, "--http", port]
    # The start must not profit from caches of a user's earlier starts.
    own = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), "XDG_STATE_HOME": str(folder / "state")}
    with (folder / "log").open("a") as log:
        began = time.monotonic()
        process = subprocess.Popen(command, stdout=log, stderr=log, env=own)
        try:
            while not _ready(port):
                if process.poll() is not None or time.monotonic() - began > PATIENCE_S:
                    raise RuntimeError(f"the service did not start: {(folder / 'log').read_text()[-2000:]}")
                time.sleep(_ASKED_EVERY_S)
            wall, service = time.monotonic() - began, psutil.Process(process.pid)
            used = [each.cpu_times() for each in (service, *service.children(recursive=True))]
            return wall, sum(each.user + each.system for each in used)
        finally:
            process.kill()
            process.wait()


def _ready(port: str) -> bool:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/readyz", timeout=PATIENCE_S):
            return True
    except (urllib.error.URLError, OSError):
        return False


@contextmanager
def busy(loops: int) -> Iterator[None]:
    """Run this number of processes that use all processor time they get."""
    running = [subprocess.Popen([sys.executable, "-c", _BUSY]) for _ in range(loops)]
    try:
        yield
    finally:
        for each in running:
            each.kill()
            each.wait()


def measure(records: int, times: int, loops: int) -> dict[str, Any]:
    """Measure the first start and restarts, alone and beside busy loops."""
    with tempfile.TemporaryDirectory() as temporary, table_on_pty(Path(temporary) / "table"):
        folder = Path(temporary)
        options = [*room(folder), "--serial", str(folder / "table")]
        told: dict[str, Any] = {"loops": loops, "load_before": round(os.getloadavg()[0], 2)}
        told["first"] = _told([start([*options, "--journal", str(folder / "new.sqlite")], folder)])
        kept = folder / "evening.sqlite"
        told["records"] = evening(kept, records)
        options += ["--journal", str(kept)]
        start(options, folder)
        told["alone"] = _told([start(options, folder) for _ in range(times)])
        with busy(loops):
            told["busy"] = _told([start(options, folder) for _ in range(times)])
        return told


def _told(starts: Sequence[tuple[float, float]]) -> dict[str, float]:
    walls, used = zip(*starts, strict=True)
    middle = {"wall_s": statistics.median(walls), "worst_s": max(walls), "cpu_s": statistics.median(used)}
    return {name: round(value, 2) for name, value in middle.items()}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print one JSON object."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.restarts", description=__doc__.partition("\n")[0])
    parser.add_argument("--records", type=int, default=8000, metavar="N", help="of the evening's journal")
    parser.add_argument("--times", type=int, default=5, metavar="N", help="starts of each kind")
    parser.add_argument("--busy", type=int, default=os.cpu_count(), metavar="N", help="busy loops beside it")
    options = parser.parse_args(arguments)
    print(json.dumps(measure(options.records, options.times, options.busy)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
