"""The gallery of parts against its reference pictures: each part, both themes, both languages.

    GALLERY=1 pytest tests/e2e/test_gallery.py

rewrites the pictures in ``tests/vectors/gallery``. They are taken with the pages' typeface and scaled down: a cell is
the mean of many pixels, so that the system's font smoothing makes no difference.
"""

import os
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Final, Literal

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from playwright.sync_api import Browser, Page, expect

from api.demo.web import WebServer
from tests.support.logged_in import link_to

Picture = NDArray[np.uint8]
PICTURES: Final = Path(__file__).parents[1] / "vectors" / "gallery"
WRITES: Final = "GALLERY"
SHOWN: Final[tuple[tuple[Literal["light", "dark"], str], ...]] = (
    ("light", "ja"),
    ("dark", "ja"),
    ("light", "en"),
    ("dark", "en"),
)
WIDTH: Final = 420
CELL: Final = 5
"""Side of a cell in pixels: a line of one pixel is detected, the smoothing of a letter is not."""
MOST: Final = 40
"""Largest difference of a cell; chosen: other font smoothing changes one by less than 15, another colour by 50."""
BETWEEN: Final = (255, 0, 255)
"""Colour of the row that separates parts in a stored picture; no part has it."""
TYPE: Final = """async () => {
    document.documentElement.style.setProperty('--type', '"M PLUS 1"');
    await document.fonts.ready;
    await Promise.all([...document.images].map((image) => image.decode()));
}"""
BOXES: Final = """() => [...document.querySelectorAll('.specimen')].map((each) => {
    const box = each.getBoundingClientRect();
    return [each.dataset.part, ...[box.left + scrollX, box.top + scrollY, box.width, box.height].map(Math.round)];
})"""


@pytest.fixture
def gallery(browser: Browser, bare_service: WebServer) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": WIDTH, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    page.goto(link_to(bare_service, "/gallery"))
    yield page
    context.close()


def opened(page: Page, scheme: Literal["light", "dark"], language: str) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    page.goto(f"{page.url.split('?')[0]}?lang={language}")
    # The entry asks the service which tiles may be tapped.
    expect(page.locator("[data-part=entry] .face[aria-disabled=false]").first).to_be_visible()
    page.evaluate(TYPE)


def parts_of(page: Page) -> dict[str, Picture]:
    """Return the present picture of each part, scaled down."""
    coded = np.frombuffer(page.screenshot(full_page=True), np.uint8)
    taken = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
    found: dict[str, Picture] = {}
    for name, left, top, width, height in page.evaluate(BOXES):
        part = taken[top : top + height // CELL * CELL, left : left + width // CELL * CELL]
        size = (part.shape[1] // CELL, part.shape[0] // CELL)
        found[name] = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_AREA), np.uint8)
    return found


def stored(path: Path) -> list[Picture]:
    """Return the parts of a picture written by ``sheet``."""
    whole = np.asarray(cv2.imread(str(path)), np.uint8)
    between = (whole == np.array(BETWEEN, np.uint8)).all(axis=(1, 2))
    runs = [(is_row, list(rows)) for is_row, rows in groupby(range(len(whole)), key=lambda row: bool(between[row]))]
    return [whole[rows[0] : rows[-1] + 1] for is_row, rows in runs if not is_row]


def sheet(parts: dict[str, Picture]) -> Picture:
    row = np.full((1, next(iter(parts.values())).shape[1], 3), BETWEEN, np.uint8)
    return np.vstack([each for part in parts.values() for each in (part, row)])


def differing(parts: dict[str, Picture], reference: list[Picture]) -> list[str]:
    """Return the parts that differ from the reference, each with its difference."""
    if len(parts) != len(reference):
        return [f"{len(parts)} parts for {len(reference)}"]
    found = []
    for (name, part), before in zip(parts.items(), reference, strict=True):
        if part.shape != before.shape:
            found.append(f"{name}: {part.shape[0]} cells high, {before.shape[0]} before")
        elif (most := int(cv2.absdiff(part, before).max())) > MOST:
            found.append(f"{name}: {most} levels")
    return found


def test_every_part_looks_as_it_did_in_both_themes_and_languages(gallery: Page) -> None:
    found: dict[str, list[str]] = {}
    for scheme, language in SHOWN:
        opened(gallery, scheme, language)
        parts, path = parts_of(gallery), PICTURES / f"{scheme}-{language}.png"
        if os.environ.get(WRITES):
            path.parent.mkdir(exist_ok=True)
            cv2.imwrite(str(path), sheet(parts))
        found[path.name] = differing(parts, stored(path))
    assert {name: each for name, each in found.items() if each} == {}, f"{WRITES}=1 writes them anew"


def test_a_part_that_looks_otherwise_is_named(gallery: Page) -> None:
    opened(gallery, "light", "ja")
    before = [*parts_of(gallery).values()]
    assert differing(parts_of(gallery), before) == []
    gallery.evaluate("document.querySelector('.chip.live').style.background = 'none'")
    gallery.evaluate("document.querySelector('[data-icon=bell]').remove()")
    gallery.evaluate("document.querySelector('[data-part=card] .card').style.padding = '20px'")
    assert [each.split(":")[0] for each in differing(parts_of(gallery), before)] == ["icon", "chip", "card"]
