"""A simulated table with the whole service and a real browser."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from api.demo.run import TABLE, running
from api.demo.table import DemoSetup
from api.demo.web import WebServer
from tests.support.browser import SHELL, launched
from tests.support.quiet_table import QuietTable, table
from tests.support.waiting import PATIENCE_MS

__all__ = ["table"]

# Expectations wait as long as a busy machine may take; they continue as soon as they hold.
expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's headless Chromium."""
    if shutil.which(SHELL) is None:
        if os.environ.get("CI") == "true":
            pytest.fail(f"Debian package {SHELL} is missing")
        pytest.skip(f"Debian package {SHELL} is not installed: apt-get install {SHELL}")
    with sync_playwright() as playwright:
        browser = launched(playwright.chromium)
        yield browser
        browser.close()


@pytest.fixture(autouse=True)
def no_page_is_left_open(request: pytest.FixtureRequest) -> Iterator[None]:
    """Close pages that a test left open: they would keep rendering and slow down the next test."""
    if "browser" not in request.fixturenames:
        yield
        return
    browser: Browser = request.getfixturevalue("browser")
    before = browser.contexts
    yield
    for context in browser.contexts:
        if context not in before:
            context.close()


@pytest.fixture(scope="module")
def served_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    """A service whose simulated table plays a short round: a wrong break, three calls, a riichi and a win."""
    setup = DemoSetup(hands=1, fast=True, seed=57, wrong_break="1,")
    with running(setup, tmp_path_factory.mktemp("table")) as (_, service):
        web = WebServer({TABLE: service})
        web.start()
        yield web
        web.stop()


@pytest.fixture
def bare_service() -> Iterator[WebServer]:
    """A service without a table."""
    web = WebServer({})
    web.start()
    yield web
    web.stop()


@contextmanager
def serving(browser: Browser, table: QuietTable) -> Iterator[WebServer]:
    """Serve the pages of a table; afterwards close all pages that browsers have open on them."""
    assert table.service is not None
    web = WebServer({"1": table.service})
    web.start()
    try:
        yield web
    except BaseException:
        # A refusal or a lost link is shown only on the page, so the page's text is printed.
        for page in (page for context in browser.contexts for page in context.pages):
            print(page.url, page.locator("body").inner_text())
        raise
    finally:
        for context in browser.contexts:
            context.close()
        web.stop()


@pytest.fixture
def web(browser: Browser, table: QuietTable) -> Iterator[WebServer]:
    """The pages of a quiet table."""
    with serving(browser, table) as web:
        yield web
