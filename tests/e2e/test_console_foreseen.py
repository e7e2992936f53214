"""Before a referee decides, the console shows side by side what that will change, in both languages."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Route, expect

from controller.riichi.seat import Seat
from tests.e2e.conftest import serving
from tests.e2e.test_console import deal, held, report
from tests.e2e.test_pages import open_page
from tests.support.bench import lap
from tests.support.browser import next_held
from tests.support.quiet_table import QuietTable, quiet_table

A, B, C, D = Seat
PLACES = """box => [...box.querySelectorAll("button, input, select")].map((each) => {
    const { left, top } = each.getBoundingClientRect();
    return [each.textContent, Math.round(left), Math.round(top)];
})"""


def won_beside(table: QuietTable) -> None:
    """B wins from A."""
    deal(table)
    lap(table, "5p")
    table.open(B, "46p123m789s22z777z")
    table.see()


def test_a_tap_on_what_is_held_shows_what_it_changes_and_a_ruling_beside_a_win_asks(
    browser: Browser, tmp_path: Path
) -> None:
    with quiet_table(tmp_path / "table", book="teikoku") as table, serving(browser, table) as web:
        won_beside(table)
        page, troubles = open_page(browser, web, "/tables/1?lang=en")
        report(page, "hand", "hand-opened", 2)
        fault = page.locator("[data-fault=hand-opened]")
        fault.get_by_role("button", name="Another ruling").click()
        ruling = page.locator("#ruling")
        ruling.locator("[data-value=chombo]").click()
        expect(ruling.locator("[data-verdict=upheld]")).to_be_disabled()
        expect(ruling).to_contain_text("The book is silent: choose which.")
        ruling.locator("[data-value=instead]").click()
        result = ruling.locator(".foreseen [data-about=result]")
        expect(result.locator("td").nth(0)).to_contain_text("South by ron from East")
        expect(result.locator("td").nth(1)).to_contain_text("Chombo")
        ruling.locator("[data-value=both]").click()
        expect(result.locator("td").nth(1)).to_contain_text("South by ron from East")
        expect(ruling.locator(".foreseen [data-about=points]")).to_have_count(4)
        ruling.locator("[data-verdict=upheld]").click()
        expect(fault).to_have_attribute("data-decision", "upheld")
        expect(page.locator("#result")).to_contain_text("Penalized")

        page.goto(page.url.replace("lang=en", "lang=ja"))
        page.locator("#end").click()
        page.locator("#end-round [data-act=void_round]").click()
        expect(page.locator("#foreseen")).to_contain_text("変わる内容")
        expect(page.locator("#foreseen [data-about=result]")).to_contain_text("局の無効")
        held(page, page.locator("#foreseen [data-act=void_round]"))
        expect(page.locator("#result")).to_contain_text("無効")
        page.mouse.up()
        assert troubles == []


def _asked(route: Route) -> str:
    return route.request.post_data or ""


@pytest.mark.parametrize("size", [(390, 844), (1024, 768)], ids=["phone", "tablet"])
@pytest.mark.parametrize(
    "form",
    [
        ("confirm_draw", "#end", "#end-round [data-act=draw]"),
        ("void_round", "#end", "#end-round [data-act=void_round]"),
    ],
    ids=["draw", "void round"],
)
def test_nothing_under_a_finger_moves_when_what_will_change_is_told(
    browser: Browser, tmp_path: Path, form: tuple[str, str, str], size: tuple[int, int]
) -> None:
    """Red where the sheet grew as the answer came: a tap that it met was lost, a draw went in without its nagashi."""
    with quiet_table(tmp_path / "table", book="tenhou") as table, serving(browser, table) as web:
        won_beside(table)
        page, troubles = open_page(browser, web, "/tables/1?lang=en")
        page.set_viewport_size({"width": size[0], "height": size[1]})
        late: list[Route] = []
        kind, *steps = form
        page.route("**/claims?*", lambda route: late.append(route) if kind in _asked(route) else route.continue_())
        for step in steps:
            page.locator(step).click()
        box = page.locator("dialog[open]").last
        asked = next_held(page, late)
        before = box.evaluate(PLACES)
        assert len(before) > 1
        asked.continue_()
        expect(box.locator(".foreseen h3")).to_be_visible()
        assert box.evaluate(PLACES) == before
        expect(box).not_to_contain_text("null")
        assert troubles == []


def test_what_each_of_several_decisions_changes_is_a_line_that_opens(browser: Browser, tmp_path: Path) -> None:
    with quiet_table(tmp_path / "table", book="teikoku") as table, serving(browser, table) as web:
        won_beside(table)
        page, troubles = open_page(browser, web, "/tables/1?lang=en")
        page.set_viewport_size({"width": 390, "height": 844})
        asked: list[str] = []
        page.on("request", lambda request: asked.extend(re.findall(r"/evidence/(F\d+)\?", request.url)))
        for seat in range(2):
            report(page, "hand", "hand-too-many", seat)
        folded = page.locator("[data-fault] .foreseen > details")
        expect(folded).to_have_count(2)
        expect(folded.first.locator("summary")).to_contain_text("Uphold")
        expect(folded.first.locator("table")).to_be_hidden()
        height = "document.documentElement.scrollHeight"
        short = page.evaluate(height)
        folded.evaluate_all("(all) => all.forEach((each) => (each.open = true))")
        assert page.evaluate(height) > short + 2 * 40
        # Red: once with each news of the table, 2,195 times in an evening of two games.
        assert len(asked) == len(set(asked)) == 2
        assert troubles == []
