"""The browser of the tests: Debian's headless shell of Chromium."""

import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser, BrowserType, Page, Route

from tests.support.waiting import PATIENCE_MS, eventually

SHELL: Final = "chromium-headless-shell"
RETRIES: Final = 5
"""Retries of an HTTP request made beside the pages.

Unlike the browser, this client does not retry by itself: the service closes connections that are idle for five seconds,
and a starved client notices only after its next request.
"""
_FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def launched(chromium: BrowserType, flags: Iterable[str] = (), started_by: Path | None = None) -> Browser:
    """Launch a browser, through the script ``started_by`` if given; raises Error if it is not installed."""
    program = started_by or shutil.which(SHELL) or f"/usr/bin/{SHELL}"
    browser = chromium.launch(executable_path=program, args=[*_FLAGS, *flags], timeout=PATIENCE_MS)
    browser.on("context", lambda context: context.set_default_timeout(PATIENCE_MS))
    return browser


def next_held(page: Page, held: list[Route]) -> Route:
    """Return the next request that a route of the page holds back; a click or an event of the page may precede it."""
    # Only a call to the page lets the route handler run.
    eventually(lambda: page.title() is not None and held)
    return held.pop()


def stop_clock(page: Page) -> None:
    """Stop the installed clock of a page: from now on only ``run_for`` and ``fast_forward`` move it."""
    page.clock.pause_at(page.evaluate("Date.now()") / 1_000 + 1)
