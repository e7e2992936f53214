"""The walk over the pages, short: what it looks for it finds, and the pages that people use most are right."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.support.page_walk import OWN_WORDS, WRONG, pages, played_table, soon, walked

USABLE_MS = 4_000
"""On a machine that does much else; docs/console.md has what a quiet one takes, by ``--times``."""


@pytest.mark.long
def test_pages_stay_within_the_edge_in_both_languages_and_are_soon_of_use(browser: Browser, tmp_path: Path) -> None:
    with played_table(tmp_path) as (_, web):
        wrong = list(walked(browser, web, ("/", "/tables/1", "/seat/1/B"), (390, 1440)))
        first = soon(browser, web, "/tables/1", 1)
    assert wrong == []
    assert first.usable < USABLE_MS
    assert {"/", "/tables/1", "/overlay/1/scores", "/score", "/seat/1/B"} <= set(pages())


def test_the_walk_finds_what_is_wrong(browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.set_content(
        "<main><p style='width: 500px'>一二三</p><p style='width: 2em; overflow: hidden; white-space: nowrap'>"
        "a long line</p><p>plain <b lang=ja>日本語</b> jantaku 雀卓</p></main>"
    )
    found = page.evaluate(WRONG, ["en", OWN_WORDS])
    page.close()
    assert [each.split(":")[0] for each in found] == ["118 px beyond the edge", "not in en", "cut"]
