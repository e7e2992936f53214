"""Weight of each page on its first visit, without the cached typeface, compared with docs/pages.md."""

import re
from pathlib import Path
from typing import Final

from playwright.sync_api import Browser

from api.access.roles import Role
from tests.support.logged_in import link_to
from tests.support.page_walk import COUNTED, OWNER, SETUP, Walked, pages, played_table, settle

PAGE: Final = Path(__file__).parents[2] / "docs" / "pages.md"
ROW: Final = re.compile(r"^\| `(/\S*)` \| (\d+) \|", re.MULTILINE)
WEIGHT: Final = """() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
    .filter(({ name, transferSize }) => transferSize && !name.endsWith('.woff2'))
    .reduce((sum, each) => sum + each.encodedBodySize, 0) / 1000"""
"""Script: bytes transferred; a picture taken from the browser's memory a second time has no transfer size."""

PICTURED: Final = "() => Promise.all([...document.images].map((image) => image.decode().catch(() => null)))"


def weighed(browser: Browser, venue: Walked) -> dict[str, float]:
    """Transferred kilobytes by path."""
    found = {}
    first = browser.new_context()
    login = first.new_page()
    login.goto(link_to(venue.web, "/login", Role.OWNER, OWNER))
    login.wait_for_url("**/")
    state = first.storage_state()
    first.close()
    for path in pages():
        if " " in path or SETUP in path:
            continue
        # A new context has nothing cached of the page before.
        context = browser.new_context(storage_state=state)
        context.add_init_script(COUNTED)
        page = context.new_page()
        page.goto(f"{venue.web.address}{path}")
        settle(page)
        page.evaluate(PICTURED)
        found[path] = round(page.evaluate(WEIGHT), 1)
        context.close()
    return found


def test_no_page_weighs_more_than_its_page_of_documentation_says(browser: Browser, tmp_path: Path) -> None:
    most = {path: int(told) for path, told in ROW.findall(PAGE.read_text(encoding="utf-8"))}
    with played_table(tmp_path) as venue:
        found = weighed(browser, venue)
    print("\n".join(f"| `{path}` | {weight:.0f} |" for path, weight in found.items()))
    assert set(most) == set(found)
    assert {path: weight for path, weight in found.items() if weight > most[path]} == {}
