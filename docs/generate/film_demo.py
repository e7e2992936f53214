"""Film the console while the demonstration plays a hand: docs/demo-ja.webp and docs/demo-en.webp, for the front pages.

Run ``python docs/generate/film_demo.py`` from the repository's root; needs Debian's chromium-headless-shell and a
Japanese font. A frame is taken whenever the page has changed; the last one, with the result, is shown longest.
"""

import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import cv2
import numpy as np
from playwright.sync_api import Browser, sync_playwright

from api.access.roles import Role
from api.demo.run import TABLE, running
from api.demo.table import DemoSetup
from api.demo.web import WebServer
from tests.support.browser import launched

_HERE: Final = Path(__file__).parents[1]
_SIZE: Final = (1280, 800)
_SHOWN: Final = (800, 500)
_SEED: Final = 57
"""A short round: three calls, a riichi and a win."""
_PATIENCE_S: Final = 150.0
_PAUSE_S: Final = 0.3
_FRAME_MS: Final = 250
_LAST_MS: Final = 4000
_MOST: Final = 60
"""Most frames of a film; if there are more, every second one is dropped."""
_QUALITY: Final = 80
_BLANK: Final = 20.0
"""Spread of grey levels of a page that shows no table yet: 3; with a table: 60."""
_SETTLED_S: Final = 1.5
"""Seconds after which the payments have counted up."""


def film(browser: Browser, language: str) -> list[np.ndarray]:
    """Return pictures of the console from the deal to the result."""
    setup = DemoSetup(hands=1, fast=True, seed=_SEED, wrong_break="")
    frames: list[np.ndarray] = []
    with TemporaryDirectory() as folder, running(setup, Path(folder)) as (_, service):
        web = WebServer({TABLE: service})
        web.start()
        code = web.access.people.link(Role.REFEREE, "審判")
        page = browser.new_page(viewport={"width": _SIZE[0], "height": _SIZE[1]})
        page.goto(f"{web.address}/tables/{TABLE}?lang={language}#code={code}")
        ends, before = time.monotonic() + _PATIENCE_S, b""
        while time.monotonic() < ends:
            shot = page.screenshot(type="png")
            if shot != before:
                frames.append(_frame(shot))
            before = shot
            if page.locator("#result").is_visible():
                page.wait_for_timeout(1000 * _SETTLED_S)
                frames.append(_frame(page.screenshot(type="png")))
                break
            page.wait_for_timeout(1000 * _PAUSE_S)
        page.close()
        web.stop()
    return [frame for frame in frames if frame.std() > _BLANK]


def _frame(shot: bytes) -> np.ndarray:
    whole = cv2.imdecode(np.frombuffer(shot, np.uint8), cv2.IMREAD_COLOR)
    assert whole is not None
    return cv2.resize(whole, _SHOWN, interpolation=cv2.INTER_AREA)


def write(frames: list[np.ndarray], file: Path) -> None:
    """Write the frames as one animation that repeats."""
    while len(frames) > _MOST:
        frames = [*frames[:-1:2], frames[-1]]
    moving = cv2.Animation()
    moving.frames = frames
    moving.durations = np.array([*[_FRAME_MS] * (len(frames) - 1), _LAST_MS], np.int32)
    cv2.imwriteanimation(str(file), moving, [cv2.IMWRITE_WEBP_QUALITY, _QUALITY])


def main() -> None:
    """Film the same hand in both languages."""
    with sync_playwright() as playwright:
        browser = launched(playwright.chromium)
        for language in ("ja", "en"):
            file = _HERE / f"demo-{language}.webp"
            frames = film(browser, language)
            write(frames, file)
            print(file, len(frames), file.stat().st_size)
        browser.close()


if __name__ == "__main__":
    main()
