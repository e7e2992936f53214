"""Engines comment a simulated round on the late overlay, one behind each seat, and the round is filmed:
python -m tests.support.commentary FOLDER
"""

import argparse
import json
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from playwright.sync_api import sync_playwright

from api.access.roles import Role
from api.demo.web import WebServer
from api.service.table_service import TableService
from controller.records.mjai.live import round_lines
from controller.riichi.seat import SEATS, Seat
from controller.views.policy import Release
from tests.support.browser import launched
from tests.support.seen_game import played, silent_service
from tests.support.waiting import PATIENCE_S, eventually

ENGINE = [sys.executable, "-m", "tests.support.tiny_engine", "{id}"]


@contextmanager
def commented(folder: Path, seats: Sequence[Seat] = SEATS) -> Iterator[tuple[TableService, WebServer]]:
    """Run a service with its web server, and one engine per seat that follows its mjai lines."""
    with silent_service(folder, Release.parse("live"), lambda: 0.0) as service, ExitStack() as ending:
        web = WebServer({"1": service})
        web.start()
        ending.callback(web.stop)
        for seat in seats:
            token = folder / f"{seat.name}.token"
            token.write_text(web.access.tokens.make(f"tiny {seat.name}", Role.VIEWER, f"1/{seat.name}"))
            how = ["--address", web.address, "--seat", seat.name, "--token-file", str(token)]
            running = subprocess.Popen([sys.executable, "-m", "api", "mjai", *how, "--", *ENGINE])
            ending.callback(running.wait)
            ending.callback(running.terminate)
        yield service, web


def moments(service: TableService, followers: int = len(SEATS) + 1) -> Iterator[bool]:
    """Play step by step; after each draw wait for the engine and yield True if it answered.

    Starts once the late feed has ``followers`` clients: engines and pages.
    """
    late, answered = service.late_feed(), threading.Event()
    assert late is not None
    eventually(lambda: late.crowd().clients >= followers)
    publish = late.publish

    def noted(view: object) -> None:
        publish(view)  # type: ignore[arg-type]  # what it is given
        if late.view is not None and any(each["now"] for each in late.view["advice"]):
            answered.set()

    late.publish = noted  # type: ignore[method-assign]  # the program listens in
    told = 0
    for evidence in played()[0]:
        answered.clear()
        service.take(evidence)
        lines = round_lines(late.view, SEATS) if late.view is not None else []
        if len(lines) > told and lines[-1]["type"] == "tsumo":
            told = len(lines)
            yield answered.wait(PATIENCE_S)


def main() -> int:
    """Film a round; return 1 if an engine did not answer."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--most", type=int, default=200, help="moments to film")
    options = parser.parse_args()
    options.folder.mkdir(parents=True)
    said: list[bool] = []
    with commented(options.folder) as (service, web), sync_playwright() as playwright:
        browser = launched(playwright.chromium)
        page = browser.new_page(viewport={"width": 1920, "height": 1080})
        token = web.access.tokens.make("stream", Role.OVERLAY)
        page.goto(f"{web.address}/overlay/1?lang=en&late=1#token={token}")
        for number, is_said in zip(range(options.most), moments(service), strict=False):
            said.append(is_said)
            page.screenshot(path=options.folder / f"{number:03}.png")
        browser.close()
    print(json.dumps({"moments": len(said), "answered": sum(said)}))
    return 0 if said and all(said) else 1


if __name__ == "__main__":
    sys.exit(main())
