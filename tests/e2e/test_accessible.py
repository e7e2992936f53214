"""axe-core on the console and its dialogs, light and dark, and on the pages that stand without a table."""

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from api.demo.web import WebServer
from controller.riichi.seat import Seat
from tests.e2e.test_console import deal, report
from tests.support.bench import lap
from tests.support.logged_in import link_to
from tests.support.quiet_table import QuietTable

A, B, C, D = Seat
AXE = Path(__file__).parents[2] / "api" / "web" / "node_modules" / "axe-core" / "axe.min.js"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
RUN = """(tags) => axe.run(document, { runOnly: tags, resultTypes: ['violations'] }).then(({ violations }) =>
    violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((each) =>
        `${each.target} ${each.any[0]?.message ?? ''}`).join(' | ')}`))"""


@pytest.fixture(scope="module")
def axe() -> str:
    if not AXE.exists():
        if os.environ.get("CI") == "true":
            pytest.fail("axe-core is missing: npm ci in api/web")
        pytest.skip("axe-core is not installed: make pages")
    return AXE.read_text(encoding="utf-8")


def opened(browser: Browser, web: WebServer, path: str, scheme: Any = "light", width: int = 390) -> Page:
    context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme)
    page = context.new_page()
    page.goto(link_to(web, path))
    return page


def violations(page: Page, axe: str) -> list[str]:
    """What axe-core finds against WCAG 2.2 AA on the page as it stands."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(axe)
    found: list[str] = page.evaluate(RUN, RULES)
    return found


@pytest.mark.parametrize(("scheme", "width"), [("light", 390), ("dark", 1440)])
def test_the_console_and_its_dialogs(
    browser: Browser, table: QuietTable, web: WebServer, axe: str, scheme: str, width: int
) -> None:
    page = opened(browser, web, "/tables/1?lang=ja", scheme, width)
    expect(page.locator("#seating")).to_be_visible()
    found = {"before the game": violations(page, axe)}
    page.locator("#seating button").click()
    found["seats"] = violations(page, axe)
    page.locator("[data-act=close]").click()
    deal(table)
    lap(table, "1z", "2z", "3z", "5p")
    report(page, "多牌", "hand-too-many", 3)
    expect(page.locator("[data-fault=hand-too-many]")).to_be_visible()
    found["fault"] = violations(page, axe)
    for name, button in (("win", "#win"), ("report", "#report-fault"), ("end", "#end")):
        page.locator(button).click()
        expect(page.locator("dialog")).to_be_visible()
        found[name] = violations(page, axe)
        page.locator("[data-act=close]").click()
    page.locator("#win").click()
    page.locator("[data-pick=winner-1]").click()
    page.locator("[data-pick=mode-value]").click()
    expect(page.locator(".value").first).to_be_visible()
    found["values"] = violations(page, axe)
    page.locator("[data-pick=mode-text]").click()
    expect(page.locator(".typing input")).to_be_visible()
    found["text"] = violations(page, axe)
    page.locator("[data-act=discard-entry]").click()
    page.locator("#dora .fix").click()
    found["tile"] = violations(page, axe)
    page.locator("[data-act=close]").click()
    table.open(A, "46p123m789s22z777z")
    table.see(12)
    expect(page.locator("#result")).to_be_visible()
    found["result"] = violations(page, axe)
    assert {name: each for name, each in found.items() if each} == {}


@pytest.mark.parametrize("path", ["/", "/rules", "/login", "/access", "/docs"])
def test_pages_without_a_table(browser: Browser, web: WebServer, axe: str, path: str) -> None:
    page = opened(browser, web, path)
    expect(page.locator("body > *").first).to_be_visible()
    assert violations(page, axe) == []
