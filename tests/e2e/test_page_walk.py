"""The walk over the pages: it finds the errors that it searches for, and no page has any."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import cv2
import pytest
from playwright.sync_api import Browser, Page

from tests.e2e.test_accessible import axe
from tests.e2e.test_no_ids import STEPS, ids_on, one_of_each_kind, stage_faults
from tests.support.page_walk import (
    LANGUAGES,
    LOOKED_FOR,
    PICTURED,
    SETUP,
    WRONG,
    pages,
    pictured,
    played_table,
    soon,
    walked,
)
from tests.support.walk_people import of_keys, of_people

__all__ = ["axe"]
USABLE_MS = 4_000
"""Limit of processor milliseconds; docs/console.md has the values of a quiet machine, by ``--times``."""


NO_KEY: Final = ("mouse alone", "far")
PHONE_AND_TWICE: Final = (390, 640)
"""Widths of a phone, and of 1280 pixels at 200 %."""


def for_people(page: Page, path: str, language: str) -> Iterator[str]:
    """Further checks of the walk: identifiers, English in Japanese, motion, accessible text, the Tab key."""
    yield from ids_on(page, path, language)
    yield from of_people(page)
    if language == LANGUAGES[0]:
        yield from of_keys(page)


def test_every_page_is_right_on_a_phone_and_at_twice_the_size_in_both_languages_and_shows_no_id(
    browser: Browser, tmp_path: Path
) -> None:
    some = [path for path in pages() if SETUP not in path or path.endswith(STEPS)]
    with played_table(tmp_path) as venue:
        stage_faults(venue.table, one_of_each_kind())
        assert list(walked(browser, venue, some, PHONE_AND_TWICE, more=for_people)) == []
    assert {"/", "/tables/1", "/overlay/1/scores", "/score", "/seat/1/B", "/camera/1/B", "/docs"} <= set(some)


@pytest.mark.long
def test_every_page_is_right_at_every_width_and_soon_of_use(browser: Browser, tmp_path: Path, axe: str) -> None:
    with played_table(tmp_path) as venue:
        assert list(walked(browser, venue, pages(), axe=axe)) == []
        (console,) = soon(browser, venue.web, ["/tables/1"], 1)
        assert console.spent < USABLE_MS


def test_the_walk_finds_what_is_wrong(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    hidden = "overflow: hidden; white-space: nowrap"
    page.set_content(
        f"<html lang=en><main><p style='width: 500px'>一二三</p><p style='width: 2em; {hidden}'>a long line</p>"
        f"<p style='width: 2em; {hidden}; text-overflow: ellipsis'>Katharina</p>"
        "<button style='height: 20px'>go</button><div id=acts><button style='height: 40px'>go</button></div>"
        "<p>plain <b lang=ja>日本語</b> <a href=/>link</a> jantaku 雀卓</p></main>"
    )
    found = page.evaluate(WRONG, ["en", *LOOKED_FOR])
    page.close()
    names = ["118 px beyond the edge", "not in en", "cut", "all but left out", "small", "small"]
    assert [each.split(":")[0] for each in found] == names


def test_the_walk_finds_what_no_key_reaches(browser: Browser) -> None:
    page = browser.new_page()
    page.set_content(
        "<button>go</button><button tabindex=-1>mouse alone</button><a href=/ hidden>away</a>"
        "<button disabled>x</button><div data-row><button tabindex=0>one</button><button tabindex=-1>two</button></div>"
        "<a tabindex=-1 href=/far>far</a>"
    )
    found = list(of_keys(page))
    page.close()
    assert [re.sub("<[^>]*>", "", each) for each in found] == ["not reached by Tab: " + name for name in NO_KEY]


def test_the_walk_writes_a_picture_of_a_page_at_every_width(browser: Browser, tmp_path: Path) -> None:
    page = browser.new_page()
    page.set_content("<main style='height: 2000px'>table</main>")
    assert list(pictured(tmp_path / "after")(page, "/seat/1/B", "ja")) == []
    page.close()
    found = {path.name: cv2.imread(str(path)) for path in (tmp_path / "after").iterdir()}
    assert {name: each.shape[1] for name, each in found.items() if each is not None} == {
        f"seat-1-B-ja-{width}.jpg": width for width in PICTURED
    }
    assert all(each is not None and each.shape[0] > 2000 for each in found.values())
