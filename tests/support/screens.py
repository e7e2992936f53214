"""Pictures of pages for the documentation, taken by the tests that have brought a page where the picture shows it.

    DOCS_PICTURES=docs pytest tests/e2e/test_console_hands.py

writes them anew; without that variable nothing is written.
"""

import os
from pathlib import Path

from playwright.sync_api import Page

WHERE = "DOCS_PICTURES"
QUALITY = 82
"""Of JPEG; chosen: small tiles stay sharp, and a picture of a phone has about 60 kB."""


def picture(page: Page, name: str) -> None:
    """The page as it stands, under ``name`` in the folder that the variable gives."""
    folder = os.environ.get(WHERE)
    if folder:
        page.evaluate("Promise.all([...document.images].map((image) => image.decode().catch(() => null)))")
        page.screenshot(path=Path(folder) / f"{name}.jpg", type="jpeg", quality=QUALITY, animations="disabled")
