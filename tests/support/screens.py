"""Pictures of pages for the documentation, taken by tests that have brought a page into the state to be shown.

    DOCS_PICTURES=docs pytest tests/e2e/test_console_hands.py

rewrites them. Without that variable a picture of the documentation is compared with the page, so that none is stale.
"""

import os
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from playwright.sync_api import Page

WHERE: Final = "DOCS_PICTURES"
DOCS: Final = Path(__file__).parents[2] / "docs"
QUALITY: Final = 82
"""JPEG quality; chosen: small tiles stay sharp, and a picture of a phone has about 60 kB."""
MOST: Final = 0.05
"""Share of blocks that may differ: clocks and ages run, a changed page has more."""
_BLOCK: Final = 16
_APART: Final = 20
"""Difference of mean grey from which a block differs."""
_PASSING: Final = "#notice { visibility: hidden !important }"
"""Messages that go away by themselves."""


def picture(page: Page, name: str, most: float = MOST) -> None:
    """Write a picture of the page as ``name`` into the folder that the variable names, else compare it with docs.

    ``most``: share of blocks that may differ.
    """
    folder = os.environ.get(WHERE)
    if not folder and not (DOCS / f"{name}.jpg").exists():
        return
    shot = taken(page)
    if folder:
        Path(folder, f"{name}.jpg").write_bytes(shot)
    else:
        assert_current(shot, name, most)


def taken(page: Page) -> bytes:
    """Return a JPEG of the page with all its images, without messages that pass."""
    page.evaluate("Promise.all([...document.images].map((image) => image.decode().catch(() => null)))")
    return page.screenshot(type="jpeg", quality=QUALITY, animations="disabled", style=_PASSING)


def assert_current(shot: bytes, name: str, most: float = MOST) -> None:
    """Fail if ``docs/NAME.jpg`` does not show what a page looks like now; sizes may differ by a scale."""
    share = changed(shot, (DOCS / f"{name}.jpg").read_bytes())
    assert share <= most, f"docs/{name}.jpg: {share:.0%} of it has changed; take it again, as its page says"


def changed(one: bytes, other: bytes) -> float:
    """Return the share of blocks of 16 pixels that differ; 1 for another shape."""
    greys = [_grey(each) for each in (one, other)]
    (tall, wide), (other_tall, other_wide) = (grey.shape for grey in greys)
    if abs(tall * other_wide - wide * other_tall) > max(wide, other_wide):
        return 1.0
    blocks = (min(wide, other_wide) // _BLOCK, min(tall, other_tall) // _BLOCK)
    means = [cv2.resize(grey, blocks, interpolation=cv2.INTER_AREA).astype(np.int16) for grey in greys]
    return float((np.abs(means[0] - means[1]) > _APART).mean())


def _grey(shot: bytes) -> np.ndarray:
    grey = cv2.imdecode(np.frombuffer(shot, np.uint8), cv2.IMREAD_GRAYSCALE)
    assert grey is not None, "no picture"
    return grey
