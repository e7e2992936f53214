"""Waiting results, unseen ends and device faults, on the console in a real browser."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from api.demo.web import WebServer
from controller.journal.ledger import round_at
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import SignalKind
from controller.riichi.seat import Seat
from controller.rulebooks.catalogue import rulebook
from controller.table.obstacles import all_obstacles
from controller.views.table import table_view
from tests.e2e.conftest import serving
from tests.e2e.test_pages import open_page
from tests.support.quiet_table import QuietTable
from tests.support.screens import picture
from tests.support.taken_up import taken_up, waiting_game
from tests.support.unseen_rounds import Played

NPM = rulebook("npm-2008")
RULINGS = ("uphold", "review")
LANGUAGES = ("ja", "en")


WIDTH = "(cell) => cell.offsetWidth / cell.closest('table').offsetWidth"


def missing_name(game: Played) -> str:
    """Name of the round with the unseen end on the pages."""
    return table_view(game.state, NPM, obstacles=all_obstacles(game.state, NPM)).missing[0].name.ja


def left_rows(game: Played) -> int:
    """Number of the table's rows after everything confirmable is confirmed."""
    left = [ordinal for ordinal, found in all_obstacles(game.state, NPM).items() if found]
    rows = len(left) - 1
    return rows if rows > 1 else 0


def length(page: Page) -> int:
    """Length in px of what is due, which scrolls with a phone's page and within a desk's column."""
    return int(page.locator("#desk").evaluate("desk => desk.scrollHeight"))


def test_many_results_fold_into_a_table_and_are_confirmed_and_taken_back_at_once(
    browser: Browser, tmp_path: Path
) -> None:
    """Failed at 39 results: a page of 35,298 px, and as many taps."""
    game = waiting_game(40, unseen=20)
    with taken_up(game, tmp_path) as table, serving(browser, table) as web:
        page, troubles = open_page(browser, web, "/tables/1?lang=ja")
        rows = page.locator("#waiting tr[data-waits]")
        expect(rows).to_have_count(39)
        picture(page, "console-waiting")
        # The effects of a card's entries are shown after the service has tried them.
        folded = page.locator("#desk .foreseen > details", has=page.locator("p.doubt")).first
        folded.locator("summary").first.click()
        expect(folded.locator("p.doubt").first).to_be_visible()
        for width in (1440, 390):
            page.set_viewport_size({"width": width, "height": 900})
            print(f"{width} px wide: {length(page)} px")
            assert length(page) < 9000
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            # Failed at 390 px: why a result waits left the result a column of a few letters.
            assert page.locator("#waiting tr[data-waits] td").first.evaluate(WIDTH) > 0.6
        row = rows.nth(3)
        row.locator("[data-open]").click()
        opened = page.locator("#waiting .card")
        expect(opened).to_have_count(1)
        expect(opened.locator("[data-confirm]")).to_be_visible()
        row.locator("[data-open]").click()
        expect(opened).to_have_count(0)
        # Regression: the same act stood in the card and in the bar.
        expect(page.locator("[data-act=confirm-all]")).to_have_count(1)
        page.locator("#waiting [data-act=confirm-all]").click()
        expect(page.locator("#notice")).to_contain_text(missing_name(game))
        # Results that need attention remain; a single one is shown as its card.
        expect(rows).to_have_count(left_rows(game))
        page.locator(".undo button").first.click()
        expect(rows).to_have_count(39)
        assert troubles == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_missing_stands_first_and_once_with_the_acts_that_supply_it(
    browser: Browser, tmp_path: Path, language: str
) -> None:
    game = waiting_game(4, unseen=0, book="teikoku")
    with taken_up(game, tmp_path) as table, serving(browser, table) as web:
        page, troubles = open_page(browser, web, f"/tables/1?lang={language}")
        card = page.locator("[data-missing]")
        expect(card).to_have_count(1)
        expect(page.locator("#desk section.card").first).to_have_attribute("data-missing", str(game.ordinals[0]))
        expect(card.locator("[data-holds]")).to_be_visible()
        for act in ("enter_result", "confirm_draw", "void_round"):
            expect(card.locator(f"[data-act={act}]")).to_be_visible()
        expect(page.locator("#due [data-due=missing] [data-act=enter_result]")).to_be_visible()
        for name in RULINGS:
            expect(card.locator(f"[data-act={name}]")).to_have_count(0)
        expect(page.locator("[data-fault=round-end-unseen]")).to_have_count(0)
        card.locator("[data-act=confirm_draw]").click()
        page.locator("#draw-form [data-flag=nagashi-2]").click()
        page.locator("#draw-form .primary").click()
        expect(card).to_have_count(0)
        told = round_at(table.state, game.ordinals[0])
        assert told is not None
        assert told.round.outcome is not None
        assert told.round.outcome.seats == (Seat.C,)
        assert troubles == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_that_is_not_watched_is_not_called_well(browser: Browser, web: WebServer, language: str) -> None:
    """Regression: 異常はありません below a red banner that the table is not watched."""
    page, troubles = open_page(browser, web, f"/tables/1/troubles?lang={language}")
    expect(page.locator(".verdict")).to_have_attribute("data-watched", "false")
    expect(page.locator("[data-key=nothing]")).not_to_have_text(re.compile("異常はありません|Nothing is wrong"))
    expect(page.locator("[data-key=nothing]")).to_contain_text(re.compile("再起動|restart"))
    assert troubles == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_trouble_of_the_machine_offers_what_helps_and_no_ruling(
    browser: Browser, table: QuietTable, web: WebServer, language: str
) -> None:
    table.set_out(3, 4)
    table.signal(SignalKind.FAULT, code="table-jam")
    page, troubles = open_page(browser, web, f"/tables/1?lang={language}")
    card = page.locator("[data-fault=table-jam]")
    expect(card.locator("[data-act]")).to_have_count(1)
    card.locator("[data-act=correct_fault]").click()
    expect(card).to_have_attribute("data-decision", "corrected")
    expect(card.locator("[data-act]")).to_have_count(0)
    assert troubles == []


def test_equal_notes_are_counted(browser: Browser, table: QuietTable, web: WebServer) -> None:
    table.set_out(3, 4)
    for _ in range(14):
        table.give(Claim(ClaimKind.REPORT_FAULT, table.frame / 5, "referee", "river-row-length", Seat.C))
    page, troubles = open_page(browser, web, "/tables/1?lang=en")
    card = page.locator("[data-fault=river-row-length]")
    expect(card).to_have_count(1)
    expect(card.locator(".times")).to_have_text("×14")
    card.locator("[data-act=uphold]").click()
    expect(page.locator("[data-fault=river-row-length][data-decision=open] .times")).to_have_text("×13")
    assert troubles == []
