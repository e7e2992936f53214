"""The browser of the tests: Debian's headless shell of Chromium, which draws pages and no window around them."""

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, BrowserType, Page, Route

from tests.support.waiting import PATIENCE_MS, eventually

SHELL: Final = "chromium-headless-shell"
RETRIES: Final = 5
"""Of a request beside the pages, which is not asked again as theirs are: the service closes what nobody uses for five
seconds, and a starved asker hears of it after the next request."""
_FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def launched(chromium: BrowserType, flags: Iterable[str] = (), started_by: Path | None = None) -> Browser:
    """A new one, by a script that starts it elsewhere if one is given; raises Error where it is not installed."""
    program = started_by or shutil.which(SHELL) or f"/usr/bin/{SHELL}"
    browser = chromium.launch(executable_path=program, args=[*_FLAGS, *flags], timeout=PATIENCE_MS)
    browser.on("context", lambda context: context.set_default_timeout(PATIENCE_MS))
    return browser


def next_held(page: Page, held: list[Route]) -> Route:
    """The next request that a route of the page holds back; a click or an event of the page may come before it."""
    # Only a call to the page lets the route run.
    eventually(lambda: page.title() is not None and held)
    return held.pop()
