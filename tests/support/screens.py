"""Pictures of pages for the documentation, taken by tests that have brought a page into the state to be shown.

    DOCS_PICTURES=docs pytest tests/e2e/test_console_hands.py

rewrites them; without that variable nothing is written.
"""

import os
from pathlib import Path

from playwright.sync_api import Page

WHERE = "DOCS_PICTURES"
QUALITY = 82
"""JPEG quality; chosen: small tiles stay sharp, and a picture of a phone has about 60 kB."""


def picture(page: Page, name: str) -> None:
    """Write a picture of the page as ``name`` into the folder that the variable names."""
    folder = os.environ.get(WHERE)
    if folder:
        page.evaluate("Promise.all([...document.images].map((image) => image.decode().catch(() => null)))")
        page.screenshot(path=Path(folder) / f"{name}.jpg", type="jpeg", quality=QUALITY, animations="disabled")
