"""The browser of the tests: Debian's headless shell of Chromium, which draws pages and no window around them."""

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, BrowserType, Page, Route

from tests.support.waiting import eventually

SHELL: Final = "chromium-headless-shell"
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
    return chromium.launch(executable_path=program, args=[*_FLAGS, *flags])


def next_held(page: Page, held: list[Route]) -> Route:
    """The next request that a route of the page holds back; a click or an event of the page may come before it."""
    # Only a call to the page lets the route run.
    eventually(lambda: page.title() is not None and held)
    return held.pop()
