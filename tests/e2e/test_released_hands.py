"""Hands from cameras behind the players in a real browser: on the late overlay after release, on no other page."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from api.access.roles import Role
from api.demo.run import TABLE, running
from api.demo.table import DemoSetup
from api.demo.web import WebServer
from controller.views.policy import Release, When
from tests.support.logged_in import link_to


@pytest.fixture(scope="module")
def seated_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    """A service whose simulated table has a camera behind each hand; its views are released a second late."""
    setup = DemoSetup(hands=1, fast=True, seed=7, wrong_break="", seats=True, release=Release(When.DELAYED, 1.0))
    with running(setup, tmp_path_factory.mktemp("table")) as (_, service):
        web = WebServer({TABLE: service})
        web.start()
        yield web
        web.stop()


@pytest.mark.long
def test_the_late_overlay_shows_released_hands_and_the_live_one_none(browser: Browser, seated_table: WebServer) -> None:
    late, live = browser.new_page(), browser.new_page()
    token = seated_table.access.tokens.make("stream", Role.OVERLAY)
    late.goto(f"{seated_table.address}/overlay/demo?lang=en&late=1#token={token}")
    live.goto(f"{seated_table.address}/overlay/demo?lang=en")
    expect(late.locator(".part.hands .row:has([data-tile])")).to_have_count(4)
    expect(late.locator(".part.waits .state").first).to_contain_text("shanten")
    assert late.locator(".part.hands[data-seat='1'] [data-tile]").count() >= 13
    expect(live.locator(".part.scores:visible")).to_have_count(4)
    assert live.locator(".part.hands .row [data-tile]").count() == 0
    # A new page: if only the fragment of an address changes, nothing is loaded again.
    staff = browser.new_page()
    staff.goto(link_to(seated_table, "/overlay/demo?lang=en"))
    # The page has its cookie only after the link has logged it in, which its script does after loading.
    expect(staff.locator(".part.scores:visible")).to_have_count(4)
    view: dict[str, Any] = staff.evaluate("fetch('/api/v1/tables/demo?audience=staff').then((told) => told.json())")
    assert view["seats"]
    assert not any(secret in json.dumps(view) for secret in ("concealed", "from_hand", "shanten"))
