"""The venue page in a real browser, with a whole table behind a pseudo-terminal: button taps in, one press out."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from api.demo.web import WebServer
from api.service.compose import TableConfig, open_director, open_watched
from api.service.table_service import TableService
from api.stores.open import open_journal
from hardware.profiles.load import load_profile
from hardware.simulator.machine.machine import Trouble
from tests.support.logged_in import link_to
from tests.support.quiet_table import NoEyes
from tests.support.table_on_pty import ModelTable, table_on_pty

PROFILE = "four-button"


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[tuple[ModelTable, WebServer]]:
    with table_on_pty(tmp_path / "table", PROFILE) as (table, cable):
        config = TableConfig(
            *("1", PROFILE, "npm-2008", str(cable.link), "camera", "calibration", tmp_path / "journal.sqlite"),
            presses=tmp_path / "presses.jsonl",
        )
        store = open_journal(config.journal)
        watched = open_watched(config, load_profile(PROFILE))
        service = TableService("1", open_director(config, store), store, watched, NoEyes())
        service.start()
        web = WebServer({"1": service})
        web.start()
        yield table, web
        web.stop()
        service.stop()


@pytest.mark.long
def test_goals_are_reached_from_the_venue_page_and_troubles_tell_what_to_do(
    browser: Browser, venue: tuple[ModelTable, WebServer]
) -> None:
    table, web = venue
    page = browser.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto(link_to(web, "/?lang=ja"))
    card = page.locator("[data-table='1']")
    expect(card.locator("[data-part=centre]")).to_have_attribute("data-state", "closed")
    card.get_by_role("button", name="開ける").click()
    card.get_by_role("button", name="確かめた").click()
    expect(page.locator("#pin")).to_contain_text("暗証番号を決めてください")
    page.locator("#pin input").fill("1111")
    page.locator("#pin").get_by_role("button", name="決定").click()
    expect(page.locator("#pin [role=alert]")).to_contain_text("同じ数字")
    assert table.machine.moves == 0
    page.locator("#pin input").fill("2580")
    page.locator("#pin").get_by_role("button", name="決定").click()
    expect(card.locator(".progress")).to_have_attribute("data-step", "done")
    expect(card.locator("[data-part=centre]")).to_have_text("卓中央: 開")
    assert table.machine.moves == 1
    table.machine.stage(Trouble.MISSING_TILE)
    table.machine.tiles_in()
    page.goto(f"{web.address}/?lang=en")
    card.get_by_role("button", name="Close").click()
    expect(card.get_by_role("alertdialog")).to_contain_text("no hands")
    card.get_by_role("button", name="Back").click()
    assert table.machine.moves == 1, "nothing without a person's word"
    card.get_by_role("button", name="Close").click()
    card.get_by_role("button", name="press once").click()
    expect(card.locator(".progress")).to_have_attribute("data-step", "done")
    expect(card.locator("[data-work=close]")).to_contain_text("Centre closes")
    expect(card.locator("[data-trouble=tile-missing]")).to_contain_text("What to do: ")
    expect(card.locator("[data-part=build]")).to_have_text("Set: Fault")
    assert table.machine.moves == 2
    assert wrong == []
