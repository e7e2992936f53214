"""The browser of the tests: Debian's headless shell of Chromium, which draws pages and no window around them."""

import shutil
from collections.abc import Iterable
from typing import Final

from playwright.sync_api import Browser, BrowserType

SHELL: Final = "chromium-headless-shell"
_FLAGS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def launched(chromium: BrowserType, flags: Iterable[str] = ()) -> Browser:
    """A new one; raises playwright's Error where the package is not installed."""
    return chromium.launch(executable_path=shutil.which(SHELL) or f"/usr/bin/{SHELL}", args=[*_FLAGS, *flags])
