"""The score page as a club uses it: a photo from a phone, two books, a link that is shared, no link at all."""

from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from api.demo.web import WebServer
from tests.e2e.test_accessible import axe
from tests.support.axe import violations
from tests.support.logged_in import link_to
from tests.support.score_film import PHONE, film, hand_photo

__all__ = ["axe"]


@pytest.fixture
def phone(browser: Browser) -> BrowserContext:
    return browser.new_context(viewport={"width": PHONE["width"], "height": PHONE["height"]}, locale="ja-JP")


def typed(page: Page, text: str) -> None:
    page.locator("[data-pick=mode-text]").click()
    page.locator(".typing input").fill(text)


def test_a_photographed_hand_is_scored_within_a_minute(
    phone: BrowserContext, bare_service: WebServer, tmp_path: Path, axe: str
) -> None:
    page = phone.new_page()
    photo = tmp_path / "hand.png"
    hand_photo(photo)
    assert film(page, bare_service, photo, tmp_path) < 60
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert violations(page, axe) == []
    # A tile that was read is another: the entry follows.
    page.locator(".mark[data-read='2s']").first.click()
    assert violations(page, axe) == []
    page.locator("#pick [data-face='3s']").click()
    expect(page.locator(".mark[data-read='3s']")).to_have_count(1)
    expect(page.locator("#answer")).to_be_hidden()
    phone.close()


def test_a_new_hand_is_scored_as_the_first_one_was(phone: BrowserContext, bare_service: WebServer) -> None:
    """Red where the page began with South and went on with the dealer: half as much again."""
    page = phone.new_page()
    page.goto(link_to(bare_service, "/score?lang=en"))
    told = []
    for _ in range(3):
        typed(page, "234m345678p2267s8s")
        expect(page.locator(".sheet .total")).to_be_visible()
        told.append(page.locator("#answer").inner_text())
        page.locator("#clear").click()
        expect(page.locator("#answer")).to_be_hidden()
    assert told == told[:1] * 3
    phone.close()


def test_a_hand_is_shared_with_both_books_and_stays_without_a_link(
    phone: BrowserContext, bare_service: WebServer
) -> None:
    page = phone.new_page()
    page.goto(link_to(bare_service, "/score?lang=en"))
    expect(page.locator("#stays")).to_be_visible()
    page.locator("#book").select_option("npm-2008")
    page.locator("#beside").select_option("tomioka")
    typed(page, "２３４ｍ３４５６７８ｐ２２６７ｓ８ｓ")
    expect(page.locator(".sheet")).to_have_count(2)
    expect(page.locator(".sheet[data-book=tomioka] .total")).to_contain_text("2")
    other = phone.new_page()
    other.goto(page.url)
    expect(other.locator(".sheet")).to_have_count(2)
    assert other.locator("#answer").inner_text() == page.locator("#answer").inner_text()
    expect(other.locator("#beside")).to_have_value("tomioka")
    other.close()

    phone.set_offline(True)
    page.reload()
    expect(page.locator("#offline")).to_be_visible()
    expect(page.locator("#recent li")).to_have_count(1)
    expect(page.locator("#book option")).not_to_have_count(0)
    phone.set_offline(False)
    expect(page.locator("#offline")).to_be_hidden()
    expect(page.locator(".sheet")).to_have_count(2)
    phone.close()


def test_a_link_that_nobody_can_read_opens_an_empty_page(phone: BrowserContext, bare_service: WebServer) -> None:
    page = phone.new_page()
    troubles: list[str] = []
    page.on("pageerror", lambda error: troubles.append(str(error)))
    page.goto(f"{link_to(bare_service, '/score?lang=ja').partition('#')[0]}#hand={quote('not a hand')}")
    expect(page.locator("[data-entry]")).to_be_visible()
    assert troubles == []
    phone.close()


def test_a_photo_taken_without_a_link_is_read_once_it_is_back(
    phone: BrowserContext, bare_service: WebServer, tmp_path: Path
) -> None:
    page, photo = phone.new_page(), tmp_path / "hand.png"
    hand_photo(photo)
    page.goto(link_to(bare_service, "/score?lang=en"))
    expect(page.locator("#stays")).to_be_visible()
    phone.set_offline(True)
    page.locator("#camera").set_input_files(photo)
    expect(page.locator("#photo-status")).to_contain_text("once the link is back")
    # The page is closed in the meantime, and opened again without a link.
    page.close()
    page = phone.new_page()
    page.goto(f"{bare_service.address}/score?lang=en")
    expect(page.locator("#offline")).to_be_visible()
    expect(page.locator(".mark")).to_have_count(0)
    phone.set_offline(False)
    expect(page.locator(".mark")).to_have_count(14)
    assert (
        page.evaluate("caches.open('jantaku-score-photo').then((kept) => kept.keys()).then((all) => all.length)") == 0
    )
    phone.close()


def test_the_score_page_can_be_installed(phone: BrowserContext, bare_service: WebServer) -> None:
    page = phone.new_page()
    page.goto(link_to(bare_service, "/score?lang=en"))
    expect(page.locator("#stays")).to_be_visible()
    asked = phone.new_cdp_session(page)
    manifest = asked.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"].endswith("/score.webmanifest")
    # A context of a test is a private window, which installs nothing; everything else is there.
    troubles = {each["errorId"] for each in asked.send("Page.getInstallabilityErrors")["installabilityErrors"]}
    assert troubles <= {"in-incognito"}
    phone.close()
