"""A real browser on the pages while a simulated table plays: pixels and bytes in, faults and scores on the screen."""

import re
from typing import Any

from playwright.sync_api import Browser, Page, expect

from api.demo.web import WebServer
from tests.support.logged_in import link_to
from tests.support.waiting import PATIENCE_MS

SHOWN = f"""selector => ({{ text: new Promise((shown, never) => {{
    const look = () => {{
        const element = document.querySelector(selector);
        if (element && !element.hidden) shown(element.textContent);
    }};
    new MutationObserver(look).observe(document.body, {{ attributes: true, childList: true, subtree: true }});
    setTimeout(() => never(new Error("not shown")), {PATIENCE_MS});
    look();
}}) }})"""
"""Script: text of an element once it is shown, even if it disappears before the test asks."""


def open_page(browser: Browser, web: WebServer, path: str, name: str = "Sato") -> tuple[Page, list[str]]:
    """Open a page in its own browser context with a logged-in owner; return it and its errors."""
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.on(
        "response", lambda answer: troubles.append(f"{answer.status} {answer.url}") if answer.status >= 400 else None
    )
    page.goto(link_to(web, path, name=name))
    return page, troubles


def test_console_and_overlay_follow_a_round(browser: Browser, served_table: WebServer) -> None:
    console, troubles = open_page(browser, served_table, "/tables/demo?lang=en")
    overlay, overlay_troubles = open_page(browser, served_table, "/overlay/demo?lang=ja")
    won = overlay.evaluate_handle(SHOWN, ".part.result")
    ended = console.evaluate_handle(SHOWN, "#result")
    fault = console.locator("[data-fault^=break-wrong]")
    expect(fault).to_contain_text("shuffle and build the walls again")
    expect(fault).to_contain_text("art. 13 ni")
    expect(fault).to_contain_text("the break and the deal stand")
    expect(console.locator("#phase")).to_have_attribute("data-phase", "play")
    expect(console.locator("#dora [data-tile]")).to_have_count(1)
    fault.get_by_role("button", name="Uphold").click()
    expect(fault).to_contain_text("Upheld")
    expect(overlay.locator(".part.scores")).to_have_count(4)
    assert overlay.locator("[data-fault]").count() == 0, "faults are for the staff"
    assert re.search(r"han|[Yy]akuman|Exhaustive draw", ended.evaluate("shown => shown.text"))
    assert re.search(r"翻|役満|流局", won.evaluate("shown => shown.text"))
    assert troubles == overlay_troubles == []


def test_public_view_holds_no_secret_and_no_staff_matter(browser: Browser, served_table: WebServer) -> None:
    page, _ = open_page(browser, served_table, "/overlay/demo?lang=en")
    expect(page.locator(".part.scores:visible")).to_have_count(4)
    view: dict[str, Any] = page.evaluate("fetch('/api/v1/tables/demo').then((answer) => answer.json())")
    assert "faults" not in view
    assert all("concealed" not in seat for seat in view["seats"])


def test_pages_come_back_by_themselves_when_the_service_does(browser: Browser, served_table: WebServer) -> None:
    page, _ = open_page(browser, served_table, "/tables/demo?lang=en")
    expect(page.locator("#link")).to_have_text("Live")
    served_table.stop()
    expect(page.locator("#link")).to_have_text("Lost, reconnecting")
    served_table.start()
    expect(page.locator("#link")).to_have_text("Live")


def test_rules_page_tells_what_two_rulebooks_differ_in(browser: Browser, bare_service: WebServer) -> None:
    page, troubles = open_page(browser, bare_service, "/rules?lang=en&first=npm-2008&second=tomioka")
    expect(page.locator("#parts")).to_contain_text("A concealed kong cannot be robbed, not even by thirteen orphans")
    page.locator("#second").select_option("renmei-b")
    expect(page.locator("#second option:checked")).to_contain_text("unverified")
    expect(page.locator("#parts")).to_contain_text("the text was not read whole")
    page.get_by_role("button", name="日本語").click()
    expect(page.locator("#second")).to_have_value("renmei-b")
    expect(page.locator("#parts")).to_contain_text("原文を通読していない")
    assert troubles == []
