"""From a new folder to the first scored hand of a simulated table by clicks, and the steps of a real table, in
pictures.

``python -m tests.support.setup_film docs/setup`` takes the pictures of docs/setup.md and prints the seconds.
"""

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final
from urllib.request import urlopen

import numpy as np
from playwright.sync_api import Page, ViewportSize, expect, sync_playwright

from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from tests.support.browser import launched
from tests.support.waiting import PATIENCE_MS, PATIENCE_S
from vision.camera.aim import field_corners
from vision.camera.calibration import Calibration, fit_camera

PHONE: Final[ViewportSize] = {"width": 390, "height": 844}
DESK: Final[ViewportSize] = {"width": 1024, "height": 768}
_LINK: Final = re.compile(r"http\S+#code=\S+")
"""The login link that the service prints."""


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """Run ``jantaku serve`` without options in an empty folder; yield the link that it prints."""
    told = folder / "stderr"
    homes = {"XDG_STATE_HOME": str(folder / "state"), "JANTAKU_DATA": str(folder / "data")}
    command = [sys.executable, "-m", "api", "serve", "--http", "8461"]
    with told.open("w", encoding="utf-8") as err:
        where = {"PYTHONPATH": str(Path.cwd())}
        service = subprocess.Popen(command, cwd=folder, stderr=err, env={**os.environ, **homes, **where})
    try:
        until = time.monotonic() + PATIENCE_S
        while not (found := _LINK.search(told.read_text(encoding="utf-8"))):
            if time.monotonic() > until or service.poll() is not None:
                raise SystemExit(told.read_text(encoding="utf-8"))
            time.sleep(0.05)
        yield found.group()
    finally:
        service.terminate()
        service.wait(PATIENCE_S)


@contextmanager
def beside(*arguments: str) -> Iterator[tuple[dict[str, str], IO[str]]]:
    """Run a simulator as a process; yield its first message and its standard input."""
    command = [sys.executable, "-m", *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdin is not None
    try:
        yield json.loads(process.stdout.readline()), process.stdin
    finally:
        process.terminate()
        process.wait(PATIENCE_S)


def simulated(page: Page, link: str, folder: Path) -> None:
    """Make the five clicks to the first scored hand."""
    page.goto(link.replace("#", "?lang=ja#"))
    expect(page.locator("#simulated")).to_be_visible()
    taken(page, folder, "1")
    page.locator("#simulated").click()
    expect(page.locator(".briefing summary").first).to_be_visible()
    taken(page, folder, "2")
    page.locator("#next").click()
    expect(page.locator("#save")).to_be_visible()
    taken(page, folder, "3")
    page.locator("#save").click()
    expect(page.locator("#first-hand")).to_be_visible(timeout=PATIENCE_MS)
    taken(page, folder, "4")
    expect(page.locator("#first-hand[data-scored=true]")).to_be_visible(timeout=PATIENCE_MS)
    taken(page, folder, "5")


def real(page: Page, scratch: Path, folder: Path) -> None:
    """Set up a simulated board and a simulated camera as a real table's are."""
    page.goto(page.url.partition("?")[0] + "?lang=ja")
    pty = str(scratch / "board")
    with (
        beside("hardware.simulator.board", "--pty", pty, "--model") as (_, people),
        beside("hardware.simulator", "--pty", str(scratch / "other"), "--truth", str(scratch / "truth")) as (said, _),
    ):
        page.locator("#real").click()
        page.locator("[data-step=board]").click()
        page.locator("#board-address").fill(pty)
        page.locator("#board-try").click()
        page.locator("#pin").click()
        page.locator("#next").click()
        people.write("SET_A\n")
        people.flush()
        expect(page.locator("[data-wire=SET_A][data-seen=true]")).to_be_visible()
        people.write("\n")
        people.flush()
        taken(page, folder, "wires")
        page.locator("#write").click()
        page.locator("#selftest").click()
        expect(page.locator("p.good[role=status]")).to_be_visible()
        page.locator("#next").click()
        page.locator("#camera-address").fill(f"{said['camera']}/stream.mjpg")
        page.locator("#camera-try").click()
        expect(page.locator("#seen")).to_be_visible()
        page.locator("#next").click()
        dragged(page, f"{said['camera']}/calibration.json")
        page.locator("#by-corners").click()
        expect(page.locator("#fitted")).to_be_visible()
        expect(page.locator("#drawing .rivers").first).to_be_attached()
        page.locator(".scroll").evaluate("(box) => box.scrollTo(0, 0)")
        taken(page, folder, "aim")
        page.locator("[data-step=ready]").click()
        expect(page.locator("#summary")).to_be_visible()
        taken(page, folder, "ready")


def dragged(page: Page, calibration: str) -> None:
    """Drag the four rings to the seen corners of the field."""
    with urlopen(calibration) as answer:
        camera = fit_camera(Calibration.from_json(json.load(answer))).camera
    mm = np.column_stack([np.array(field_corners(Layout(load_profile()))), np.zeros(4)])
    expect(page.locator("[data-corner] .dot")).to_have_count(4)
    stage = page.locator("#drawing").bounding_box()
    assert stage is not None
    scale = stage["width"] / camera.size[0]
    for place, (x, y) in enumerate(camera.project(mm)):
        dot = page.locator(f"[data-corner='{place}'] .dot").bounding_box()
        assert dot is not None
        page.mouse.move(dot["x"] + dot["width"] / 2, dot["y"] + dot["height"] / 2)
        page.mouse.down()
        page.mouse.move(stage["x"] + float(x) * scale, stage["y"] + float(y) * scale, steps=3)
        page.mouse.up()


def taken(page: Page, folder: Path, name: str) -> None:
    """Take a picture of the page after its own pictures have loaded."""
    page.wait_for_function("[...document.images].every((each) => each.complete)", timeout=PATIENCE_MS)
    page.screenshot(path=folder / f"{name}.jpg", type="jpeg", quality=80, animations="disabled")


def main() -> None:
    """Write the pictures, and print the seconds from the start of the service."""
    folder = Path(sys.argv[1]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=PATIENCE_MS)
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        browser = launched(playwright.chromium)
        began = time.monotonic()
        with served(Path(scratch)) as link:
            page = browser.new_page(viewport=PHONE, device_scale_factor=1.5)
            simulated(page, link, folder)
            print(f"first scored hand after {time.monotonic() - began:.1f} s")
            page.set_viewport_size(DESK)
            real(page, Path(scratch), folder)
        browser.close()


if __name__ == "__main__":
    main()
