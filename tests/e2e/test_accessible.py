"""axe-core on the console and its dialogs, light and dark, and on a game's clock."""

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from api.demo.web import WebServer
from controller.ports.evidence import Tick
from controller.ports.referee import Claim, ClaimKind
from controller.riichi.seat import Seat
from tests.e2e.conftest import serving
from tests.e2e.test_console import deal, report
from tests.support.axe import AXE, violations
from tests.support.bench import lap
from tests.support.logged_in import link_to
from tests.support.longer import others_long
from tests.support.quiet_table import QuietTable, quiet_table

A, B, C, D = Seat


@pytest.fixture(scope="module")
def axe() -> str:
    if not AXE.exists():
        if os.environ.get("CI") == "true":
            pytest.fail("axe-core is missing: npm ci in api/web")
        pytest.skip("axe-core is not installed: make pages")
    return AXE.read_text(encoding="utf-8")


MENUS = (("win", "#win"), ("report", "#report-fault"), ("end", "#end"), ("manners", "#report-manner"))


def opened(browser: Browser, web: WebServer, path: str, scheme: Any = "light", width: int = 390) -> Page:
    # High enough for the whole page: axe-core counts targets under the bar as obscured, though a person scrolls.
    context = browser.new_context(viewport={"width": width, "height": 2400}, color_scheme=scheme)
    page = context.new_page()
    page.goto(link_to(web, path))
    return page


def of_a_rounds_end(page: Page, axe: str) -> dict[str, list[str]]:
    """Violations on the page of a result that was read, until it is settled."""
    expect(page.locator("#result")).to_be_visible()
    found = {"result": violations(page, axe)}
    page.locator("#result").get_by_role("button", name="結果を直す").click()
    expect(page.locator("#result-form .verdict")).to_contain_text("翻")
    found["result corrected"] = violations(page, axe)
    page.locator("[data-act=discard-entry]").click()
    page.locator("#end").click()
    expect(page.locator("#end-round")).to_be_visible()
    found["end of a round with a result"] = violations(page, axe)
    page.locator("[data-act=close]").click()
    page.locator("[data-act=confirm]").click()
    expect(page.locator("#phase")).to_have_attribute("data-phase", "settlement")
    found["settled"] = violations(page, axe)
    return found


@pytest.mark.parametrize(("scheme", "width"), others_long([("light", 390), ("dark", 1440)], ("light", 390)))
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
    page.locator("[data-fault=hand-too-many]").get_by_role("button", name="別の裁定").click()
    expect(page.locator("dialog")).to_be_visible()
    found["ruling"] = violations(page, axe)
    page.locator("[data-act=close]").click()
    page.locator("[data-fault=hand-too-many] figcaption button").click()
    expect(page.locator("dialog")).to_be_visible()
    found["film"] = violations(page, axe)
    page.locator("[data-act=close]").click()
    page.locator("#players .who-sits").first.click()
    expect(page.locator("dialog")).to_be_visible()
    found["seat"] = violations(page, axe)
    page.locator("[data-act=close]").click()
    for name, button in MENUS:
        page.locator(button).click()
        expect(page.locator("dialog")).to_be_visible()
        found[name] = violations(page, axe)
        page.locator("[data-act=close]").click()
    page.locator("#end").click()
    page.locator("[data-act=draw]").click()
    expect(page.get_by_role("button", name="流局を確定")).to_be_visible()
    found["draw"] = violations(page, axe)
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
    found |= of_a_rounds_end(page, axe)
    assert {name: each for name, each in found.items() if each} == {}


def test_the_clock_and_points_that_are_declared(browser: Browser, tmp_path: Path, axe: str) -> None:
    with quiet_table(tmp_path, "wakashachi-2025") as table, serving(browser, table) as web:
        deal(table)
        assert table.service is not None
        now = table.service.now()
        table.give(Claim(ClaimKind.SET_CLOCK, now, "Sato", minutes=9))
        table.give(Tick(now + 2.0))
        page = opened(browser, web, "/tables/1?lang=ja", "dark")
        page.locator("#clock").click()
        expect(page.locator("#move-clock")).to_be_visible()
        found = {"clock": violations(page, axe)}
        page.locator("[data-act=close]").click()
        page.locator("#points-due button").click()
        expect(page.locator("#declare")).to_be_visible()
        found["declare"] = violations(page, axe)
    assert {name: each for name, each in found.items() if each} == {}
