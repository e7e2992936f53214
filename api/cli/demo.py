"""``jantaku demo``."""

import json
import signal
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType

import uvicorn

from api.app import create_app
from api.demo.run import TABLE, Stage, measure, running, wait_for_rounds
from api.logs import to_stderr


@dataclass(frozen=True, slots=True)
class Options:
    """As on the command line."""

    hands: int
    fast: bool
    json: bool
    seed: int
    rulebook: str
    http: int


def run(options: Options) -> int:
    """Play and report (``--fast``), or play for people to watch until interrupted or all rounds are over."""
    to_stderr()
    stage = Stage(options.hands or (20 if options.fast else 0), options.fast, options.seed, options.rulebook)
    with TemporaryDirectory(prefix="jantaku-") as folder:
        if options.fast:
            return _report(measure(stage, Path(folder)), options.json)
        return _show(stage, Path(folder), options.http)


def _report(report: dict[str, object], as_json: bool) -> int:
    if as_json:
        print(json.dumps(report, ensure_ascii=False))
    else:
        for key, value in report.items():
            print(f"{key}: {value}")
    return 1 if report["differences"] else 0


def _show(stage: Stage, folder: Path, http: int) -> int:
    def interrupt(_number: int, _frame: FrameType | None) -> None:
        server.should_exit = True

    with running(stage, folder) as (_, service):
        server = uvicorn.Server(uvicorn.Config(create_app({TABLE: service}), "127.0.0.1", http, log_level="warning"))
        web = threading.Thread(target=server.run, daemon=True)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, interrupt)
        web.start()
        while not server.started and web.is_alive():
            web.join(timeout=0.05)
        if not web.is_alive():
            print(f"jantaku demo: port {http} is taken; --http 0 takes a free one", file=sys.stderr)
            return 2
        port = server.servers[0].sockets[0].getsockname()[1]
        print(f"console  http://127.0.0.1:{port}/tables/{TABLE}", flush=True)
        print(f"overlay  http://127.0.0.1:{port}/overlay/{TABLE}", flush=True)
        if stage.hands:
            wait_for_rounds(service, stage.hands)
            server.should_exit = True
        web.join()
    return 1 if service.failure else 0
