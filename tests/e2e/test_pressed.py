"""News that comes while a person presses or types takes nothing away: the tap, its control and the typed text stay."""

import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from api.demo.web import WebServer
from controller.ports.referee import Claim, ClaimKind
from controller.riichi.seat import Seat
from tests.e2e.test_console import deal, report
from tests.support.browser import stop_clock
from tests.support.logged_in import link_to
from tests.support.quiet_table import QuietTable
from tests.support.waiting import eventually

HELD_MS: Final = 800
"""Longer than a held button takes."""
PREVIEWED_MS: Final = 1_000
"""Longer than the page waits before it asks the service for a preview."""
UNDER: Final = """(one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return one.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}"""
"""Script: true if an element takes a tap in its middle."""
FAULT: Final = "[data-fault=hand-too-many]"


def opened(browser: Browser, web: WebServer) -> Page:
    """The console on a phone, whose timers the test drives: only so is a press as long as the test needs."""
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.clock.install()
    page.goto(link_to(web, "/tables/1?lang=en"))
    expect(page.locator("#link")).to_have_text("Live")
    return page


def calls(table: QuietTable, seat: Seat) -> None:
    assert table.service is not None
    table.service.calls.call(seat, "call", table.service.now())


def due(page: Page, number: int) -> None:
    """Wait until the page knows of so many matters: its title names them at once."""
    expect(page).to_have_title(re.compile(rf"^\({number}\)"))


def enabled(page: Page, what: Locator) -> None:
    """Wait until the entry's preview and the picture above it have come, then stop the page's clock."""
    expect(what).to_be_enabled()
    picture = page.locator(f"{FAULT} .evidence img")
    expect(picture).to_be_visible()
    eventually(lambda: picture.evaluate("(one) => one.complete && one.naturalHeight > 0"))
    stop_clock(page)
    what.scroll_into_view_if_needed()


def by_pointer(page: Page, what: Locator) -> Callable[[], None]:
    what.hover()
    page.mouse.down()
    return page.mouse.up


def by_key(page: Page, what: Locator) -> Callable[[], None]:
    what.focus()
    page.keyboard.down("Space")
    return lambda: page.keyboard.up("Space")


def test_a_call_is_answered_though_another_seat_calls_under_the_finger(
    browser: Browser, table: QuietTable, web: WebServer
) -> None:
    deal(table)
    page = opened(browser, web)
    calls(table, Seat.C)
    due(page, 1)
    stop_clock(page)
    release = by_pointer(page, page.locator("[data-key=go-C]"))
    calls(table, Seat.B)
    due(page, 2)
    release()
    page.clock.run_for(1)
    expect(page.locator("[data-key=settle-C]")).to_be_visible()
    expect(page.locator("[data-key=go-B]")).to_be_visible()


@pytest.mark.parametrize("press", [by_pointer, by_key])
def test_a_fault_is_dismissed_though_another_one_is_found_under_the_finger(
    browser: Browser, table: QuietTable, web: WebServer, press: Callable[[Page, Locator], Callable[[], None]]
) -> None:
    deal(table)
    page = opened(browser, web)
    report(page, "hand-too-many", "hand-too-many", 3)
    dismiss = page.locator(FAULT).get_by_role("button", name="Dismiss")
    enabled(page, dismiss)
    release = press(page, dismiss)
    table.give(Claim(ClaimKind.REPORT_FAULT, table.frame / 5, "Sato", "river-row-length", Seat.C))
    calls(table, Seat.B)
    due(page, 2)
    release()
    page.clock.run_for(1)
    expect(page.locator(FAULT)).to_have_attribute("data-decision", "dismissed")


@pytest.mark.parametrize("press", [by_pointer, by_key])
def test_a_held_button_let_go_early_does_nothing_though_the_page_was_drawn_again(
    browser: Browser, table: QuietTable, web: WebServer, press: Callable[[Page, Locator], Callable[[], None]]
) -> None:
    """Regression: the drawn button began anew, so that the act of the earlier one could no longer be called off."""
    deal(table)
    page = opened(browser, web)
    report(page, "hand-too-many", "hand-too-many", 3)
    uphold = page.locator(f"{FAULT} [data-act=uphold]")
    enabled(page, uphold)
    release = press(page, uphold)
    expect(page.locator(".hold[data-holding]")).to_have_count(1)
    calls(table, Seat.B)
    due(page, 2)
    release()
    page.clock.run_for(HELD_MS)
    expect(page.locator("[data-key=go-B]")).to_be_visible()
    page.clock.run_for(PREVIEWED_MS)
    expect(page.locator(FAULT)).to_have_attribute("data-decision", "open")

    # Held to the end, it acts and shows so before it is let go.
    expect(uphold).to_be_enabled()
    release = press(page, uphold)
    page.clock.run_for(HELD_MS)
    expect(page.locator(FAULT)).to_have_attribute("data-decision", "upheld")
    release()


def test_a_notice_neither_covers_what_is_due_nor_takes_a_tap(
    browser: Browser, table: QuietTable, web: WebServer
) -> None:
    deal(table)
    page = opened(browser, web)
    for seat in (Seat.B, Seat.C):
        calls(table, seat)
    due(page, 2)
    report(page, "hand-too-many", "hand-too-many", 3)
    due(page, 3)
    notice = page.locator("#notice")
    expect(notice).to_be_visible()
    rows, over = page.locator("#due").bounding_box(), notice.bounding_box()
    assert rows is not None
    assert over is not None
    assert over["y"] + over["height"] < rows["y"]
    assert not notice.evaluate(UNDER)


def test_what_is_typed_stays_though_a_colleague_corrects_the_result_above_it(
    browser: Browser, table: QuietTable, web: WebServer
) -> None:
    """Regression: a paragraph that came above the field took the field's place, and the typed points were gone."""
    deal(table)
    page, other = opened(browser, web), opened(browser, web)
    table.discard(Seat.A, "5p")
    table.open(Seat.B, "46p123m789s22z777z")
    table.see(12)
    field = page.locator("#result .stated input")
    field.fill("1000")
    other.locator("#correct-result").click()
    for pick in ("flag-first_turn", "riichi-riichi"):
        other.locator(f"#result-form [data-pick={pick}]").click()
    other.locator("#enter-result").click()
    expect(page.locator("#by-hand")).to_be_visible()
    expect(field).to_have_value("1000")

    # Leaving a field that was typed into is no release of the button that is pressed.
    stop_clock(page)
    field.press("End")
    field.press("Backspace")
    release = by_pointer(page, page.locator("#result [data-act=state]"))
    calls(table, Seat.C)
    due(page, 2)
    expect(page.locator("[data-key=go-C]")).to_have_count(0)
    release()
    page.clock.run_for(1)
    expect(page.locator("[data-key=go-C]")).to_be_visible()
    expect(page.locator("#result .differs")).to_be_visible()
