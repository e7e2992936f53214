"""Before a referee decides, the console shows the effects side by side, in both languages."""

import re
from functools import partial
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
    """Let B win from A."""
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


END = "#end-round [data-act={}]"
RULING = "[data-fault=hand-too-many] .acts button:last-child"
SHEETS = {
    "confirm_draw": ("#end", END.format("draw")),
    "void_round": ("#end", END.format("void_round")),
    "enter_result": ("#end", END.format("win")),
    "uphold_fault": (RULING,),
    "seat_players": ("[data-seat-menu='0']", "#seat-menu [data-act=players]", "#correct-players input"),
}
"""Every sheet that shows the effects of its entry, by kind, with the taps that open it."""


def _hold(late: list[Route], kind: str, route: Route) -> None:
    if f'"kind":"{kind}"' in (route.request.post_data or ""):
        late.append(route)
    else:
        route.continue_()


@pytest.mark.parametrize("size", [(390, 844), (1024, 768)], ids=["phone", "tablet"])
def test_nothing_under_a_finger_moves_when_what_will_change_is_told(
    browser: Browser, tmp_path: Path, size: tuple[int, int]
) -> None:
    """Regression: the sheet grew when the answer arrived, so that a tap was lost and a draw went in without its
    nagashi.
    """
    with quiet_table(tmp_path / "table", book="tenhou") as table, serving(browser, table) as web:
        won_beside(table)
        page, troubles = open_page(browser, web, "/tables/1?lang=en")
        page.set_viewport_size({"width": size[0], "height": size[1]})
        report(page, "hand", "hand-too-many", 2)
        for kind, steps in SHEETS.items():
            late: list[Route] = []
            page.route("**/claims?*", partial(_hold, late, kind))
            for step in steps:
                page.locator(step).first.click()
            if steps[-1].endswith("input"):
                page.keyboard.type("Mio")
                page.keyboard.press("Tab")
            box = page.locator("dialog[open]").last
            asked = next_held(page, late)
            before = box.evaluate(PLACES)
            assert len(before) > 1
            asked.continue_()
            expect(box.locator(".foreseen h3")).to_be_visible()
            assert box.evaluate(PLACES) == before, kind
            expect(box).not_to_contain_text("null")
            page.unroute("**/claims?*")
            page.evaluate("document.querySelectorAll('dialog').forEach((each) => each.close())")
            expect(page.locator("dialog")).to_have_count(0)
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
        # Regression: once with each news of the table, 2,195 times in an evening of two games.
        assert len(asked) == len(set(asked)) == 2
        assert troubles == []
