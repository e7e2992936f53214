"""The demonstration as a new user sees it: the printed address, the table in play there, and its five steps."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from api.demo.truth import compare
from api.stores.open import open_read_only
from controller.journal import events as ev
from controller.journal.chain import verify
from controller.referee.faults.kinds import is_trouble
from tests.support.screens import picture
from tests.support.waiting import PATIENCE_S

# Nobody confirms in place of this test, however busy the machine is.
CONFIRMS_S = "3600"


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    """Yield the first printed address, and the folder with journal and truth."""
    folder = tmp_path_factory.mktemp("demo")
    command = [sys.executable, "-m", "api", "demo", "--http", "0", "--keep", str(folder / "kept")]
    environment = {**os.environ, "XDG_STATE_HOME": str(folder / "state"), "PYTHONPATH": os.getcwd()}
    process = subprocess.Popen(
        [*command, "--patience-s", CONFIRMS_S], cwd=folder, env=environment, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    name, address = process.stdout.readline().split()
    assert name == "start"
    yield address, folder
    process.terminate()
    assert process.wait(timeout=PATIENCE_S) == 0


def opened(page: Page, step: str) -> Page:
    """Open the page that a step leads to."""
    with page.context.expect_page() as news:
        page.locator(f"[data-step={step}] a.go").click()
    return news.value


@pytest.mark.process
def test_the_printed_address_shows_a_table_in_play_and_leads_through_five_steps(
    browser: Browser, demo: tuple[str, Path]
) -> None:
    address, folder = demo
    page = browser.new_context(locale="en-US", viewport={"width": 390, "height": 844}).new_page()
    page.goto(address)
    table = page.locator(".now")
    expect(table).to_have_attribute("data-discards", re.compile("[1-9]"))
    expect(table).to_contain_text("2 counters")
    expect(page.locator(".steps > li")).to_have_count(5)

    board = opened(page, "board")
    expect(board.locator("ul.players li")).to_have_count(4)
    overlay = opened(page, "overlay")
    expect(overlay.locator(".part.hands [data-tile]").first).to_be_visible()
    score = opened(page, "score")
    expect(score.locator("#photo .mark").first).to_be_visible()
    expect(score.locator("#answer table")).to_contain_text(["Closed ron", "2,000"])
    setup = opened(page, "setup")
    expect(setup.locator("main")).to_contain_text("Which table do you begin with?")
    for done in ("board", "overlay", "score", "setup"):
        expect(page.locator(f"[data-step={done}]")).to_have_attribute("data-done", "true")
    picture(page, "start-390")

    confirm = page.locator("[data-step=confirm]")
    expect(confirm).to_have_attribute("data-waits", "true")
    expect(confirm).to_contain_text("wins by")
    console = opened(page, "confirm")
    console.locator("#due [data-key=confirm], #waiting [data-key=confirm-all]").first.click()
    expect(confirm).to_have_attribute("data-done", "true")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_role("button", name="日本語").click()
    expect(confirm).to_contain_text("アガリを確定しました")
    picture(page, "start-1440")

    with closing(open_read_only(folder / "kept" / "journal.sqlite")) as store:
        records = list(verify(store.read()))
    settled = [record.event for record in records if isinstance(record.event, ev.SettlementConfirmed)]
    assert len(settled) == 3
    faults = [record.event.fault.code for record in records if isinstance(record.event, ev.FaultRaised)]
    # On a busy machine the vision may fall silent for a while; no player made a mistake.
    assert [code for code in faults if not is_trouble(code)] == []
    assert compare(folder / "kept" / "truth.jsonl", records).rounds_right >= 2
