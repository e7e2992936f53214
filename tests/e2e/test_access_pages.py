"""Access in a real browser: by link and by QR code, revocation, and messages of pages to visitors without a right."""

from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page, expect

from api.access.roles import Role
from api.demo.web import WebServer
from tests.support.logged_in import link_to


def opened(browser: Browser, address: str) -> tuple[Page, list[str]]:
    """Open an address in a new page; return it and its violations of the content security policy."""
    page, broken = browser.new_page(), []
    page.on("console", lambda said: broken.append(said.text) if "Content Security Policy" in said.text else None)
    page.goto(address)
    return page, broken


APART = "each => each.getBoundingClientRect().left - each.parentElement.firstChild.getBoundingClientRect().right"


def test_a_device_is_paired_by_its_code_acts_under_its_name_and_is_shut_out(browser: Browser, web: WebServer) -> None:
    owner, broken = opened(browser, link_to(web, "/access?lang=en"))
    expect(owner.locator("#who")).to_contain_text("Sato · owner")
    assert "#" not in owner.url, "the code is off the address"
    expect(owner.get_by_role("button", name="Log out")).to_be_visible()
    pair = owner.locator("#pair")
    pair.locator("[name=name]").fill("Mori")
    pair.get_by_role("button", name="Add a device").click()
    expect(pair.locator("#pairing")).to_be_visible()
    # The service admits only this machine: the link opens here, and there is no code for other devices.
    expect(pair.locator("img.code")).to_have_count(0)
    expect(owner.locator("#reach-switch")).to_have_attribute("aria-checked", "false")
    tablet, _ = opened(browser, pair.locator("#pairing").get_attribute("href") or "")
    expect(tablet.locator("[data-table='1']")).to_be_visible()
    tablet.goto(f"{web.address}/tables/1?lang=en")
    expect(tablet.locator("#who")).to_contain_text("Mori · referee")
    expect(tablet.locator("#link")).to_have_text("Live")
    again, _ = opened(browser, pair.locator("#pairing").get_attribute("href") or "")
    expect(again.locator("#wrong, #place")).to_be_visible()
    owner.reload()
    owner.locator("[data-devices]", has_text="Mori").get_by_role("button", name="Revoke").click()
    expect(owner.locator("[data-devices]", has_text="Mori")).to_have_count(0)
    expect(tablet.locator("#place")).to_contain_text("This page is for referee")
    assert broken == []


def test_who_is_not_logged_in_sees_the_room_and_is_told_what_the_rest_needs(browser: Browser, web: WebServer) -> None:
    console, broken = opened(browser, f"{web.address}/tables/1?lang=ja")
    expect(console.locator("#place")).to_contain_text("この画面には審判の権限が必要です")
    venue, _ = opened(browser, f"{web.address}/?lang=en")
    expect(venue.locator("[data-table='1']")).to_contain_text("East 1")
    expect(venue.locator("[data-goal]")).to_have_count(0)
    login, _ = opened(browser, f"{web.address}/login?lang=en")
    login.locator("[name=name]").fill("Sato")
    login.locator("[name=password]").fill("not the password")
    login.get_by_role("button", name="Log in").click()
    expect(login.locator("#wrong")).to_have_text("name or password is wrong")
    assert broken == []


def test_a_streamers_own_style_colours_the_overlay_though_nothing_else_may(browser: Browser, web: WebServer) -> None:
    token = web.access.tokens.make("stream", Role.OVERLAY)
    overlay, _ = opened(browser, f"{web.address}/overlay/1#token={token}")
    expect(overlay.locator("body")).to_contain_text("25,000")
    overlay.evaluate(
        "() => { const own = document.createElement('style');"
        " own.textContent = 'body { outline: 3px solid rgb(1, 2, 3) }'; document.head.append(own); }"
    )
    expect(overlay.locator("body")).to_have_css("outline-color", "rgb(1, 2, 3)")
    docs, broken = opened(browser, f"{web.address}/docs?lang=en")
    expect(docs.locator("details").first).to_be_visible()
    expect(docs.locator("[data-route='post /api/v1/tables/{table}/goals']")).to_have_count(1)
    assert broken == []


def test_a_second_device_under_a_name_is_told_on_the_pages_of_the_first_and_ended_there(
    browser: Browser, web: WebServer
) -> None:
    """Regression: a link in another's hands admitted a second device under the same name, and nobody was told."""
    tablet, broken = opened(browser, link_to(web, "/access?lang=en", Role.REFEREE, "Mori"))
    expect(tablet.locator("#who")).to_contain_text("Mori · referee")
    expect(tablet.locator("#others")).to_have_count(0)
    phone, _ = opened(browser, link_to(web, "/tables/1?lang=en", Role.REFEREE, "Mori"))
    expect(phone.locator("#link")).to_have_text("Live")
    expect(phone.locator("#others-told")).to_have_text("1 other device")
    # Regression: it stood right behind the name, "Mori1 other device".
    assert phone.locator("#others-told").evaluate(APART) >= 4
    tablet.goto(f"{web.address}/tables/1?lang=ja")
    expect(tablet.locator("#others-told")).to_have_text("ほかの端末 1")
    tablet.goto(f"{web.address}/access?lang=en")
    told = tablet.locator("#others")
    expect(told).to_contain_text("Other devices under your name")
    told.get_by_role("button", name="Revoke").click()
    expect(phone.locator("#place")).to_be_visible()
    told.get_by_role("button", name="All of them are mine").click()
    expect(told).to_have_count(0)
    tablet.reload()
    expect(tablet.locator("#who")).to_contain_text("Mori · referee")
    expect(tablet.locator("#others-told")).to_have_count(0)
    assert broken == []


def test_who_has_a_pin_enters_it_before_a_device_or_token_is_added(browser: Browser, web: WebServer) -> None:
    """Regression: a person who found a tablet unlocked could make a lasting token."""
    owner, _ = opened(browser, link_to(web, "/access?lang=en", Role.OWNER, "Abe"))
    mine = owner.locator("#mine")
    mine.locator("[name=pin]").fill("2580")
    mine.get_by_role("button", name="Enter").click()
    expect(owner.locator("#told")).to_have_text("Saved")
    tokens = owner.locator("#make-token")
    tokens.locator("[name=name]").fill("board in the hall")
    tokens.get_by_role("button", name="Make a token").click()
    asked = owner.locator("dialog#pin")
    expect(asked).to_contain_text("Enter your PIN")
    expect(owner.locator("#token")).to_have_count(0)
    asked.locator("input").fill("2580")
    asked.get_by_role("button", name="Enter").click()
    expect(owner.locator("#token")).to_be_visible()


@pytest.mark.parametrize(
    ("wanted", "path"),
    [
        ("/.//elsewhere.test/", "//elsewhere.test/"),
        *((each, "/") for each in ("//elsewhere.test/", "http://elsewhere.test/", r"\\elsewhere.test/", "http://[")),
        ("javascript:window.x=1", "/"),
        ("/tables/1?lang=en", "/tables/1?lang=en"),
    ],
)
def test_a_login_leads_to_a_page_of_this_service_alone(
    browser: Browser, web: WebServer, wanted: str, path: str
) -> None:
    """Regression: a path with two slashes led to another host, and an invalid address to an empty page."""
    page, said = opened(browser, link_to(web, f"/login?next={quote(wanted)}", Role.REFEREE))
    expect(page).to_have_url(f"{web.address}{path}")
    assert page.evaluate("() => window.x") is None
    assert said == []
