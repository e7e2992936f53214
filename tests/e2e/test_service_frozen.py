"""A service whose process is frozen, as by a host that swaps: the page says so, and preserves the entry in progress."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

SERVES = """
import os, sys, tempfile, pathlib
sys.stdout = open(os.devnull, "w")
from tests.support.logged_in import link_to
from tests.support.page_walk import played_table
with tempfile.TemporaryDirectory() as folder, played_table(pathlib.Path(folder)) as venue:
    os.write(1, (link_to(venue.web, "/tables/1?lang=ja") + "\\n").encode())
    sys.stdin.read()
"""


@pytest.fixture
def service() -> Iterator[tuple[int, str]]:
    """A service in its own process: its id, and a link to its console."""
    child = subprocess.Popen([sys.executable, "-c", SERVES], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert child.stdout is not None
    yield child.pid, child.stdout.readline().decode().strip()
    child.kill()
    child.communicate()


@pytest.mark.long
def test_a_frozen_process_is_never_shown_as_linked_and_loses_no_draft(
    browser: Browser, service: tuple[int, str]
) -> None:
    process, link = service
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(link)
    expect(page.locator("#link")).to_have_text("接続中")
    page.locator("#win").click()
    page.locator("[data-pick=winner-1]").click()
    page.locator("[data-entry] [data-face='2m'][aria-disabled=false]").click()
    expect(page.locator(".rack [data-key^=hand-]")).to_have_count(1)
    os.kill(process, signal.SIGSTOP)
    expect(page.locator("#link")).to_have_text("切断・再接続中")
    expect(page.locator("#lost")).to_contain_text("秒前")
    expect(page.locator(".rack [data-key^=hand-]")).to_have_count(1)
    os.kill(process, signal.SIGCONT)
    expect(page.locator("#link")).to_have_text("接続中")
    expect(page.locator("#lost")).to_be_hidden()
    page.locator("[data-entry] [data-face='3m'][aria-disabled=false]").click()
    expect(page.locator(".rack [data-key^=hand-]")).to_have_count(2)
    page.close()
